//===- SymbolNames.h - Names of what hardware calls by numbers ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_MODEL_SYMBOLNAMES_H
#define SOOTH_LIB_MODEL_SYMBOLNAMES_H

#include "llvm/ADT/StringMap.h"

namespace sooth {

/// Gives each thing a name of its own: its symbol, if nothing else has it.
class SymbolNames {
public:
  std::string unique(llvm::StringRef Symbol, const char *Kind,
                     unsigned Number) {
    const std::string Base =
        Symbol.empty() ? Kind + std::to_string(Number) : Symbol.str();
    auto [It, IsNew] = Taken.try_emplace(Base, 0);
    if (IsNew)
      return Base;
    // Entries stay where they are when others come.
    for (unsigned &Count = It->second;;) {
      std::string Name = Base + "." + std::to_string(++Count);
      if (Taken.try_emplace(Name, 0).second)
        return Name;
    }
  }

private:
  llvm::StringMap<unsigned> Taken;
};

} // namespace sooth

#endif
