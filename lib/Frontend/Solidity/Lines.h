//===- Lines.h - Offsets in a text as lines and columns -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_SOLIDITY_LINES_H
#define SOOTH_LIB_FRONTEND_SOLIDITY_LINES_H

#include "sooth/Support/SourceLocation.h"

#include "llvm/ADT/StringRef.h"

namespace sooth::solidity {

/// Does not own the text.
class Lines {
public:
  Lines(std::string File, llvm::StringRef Text)
      : File(std::move(File)), Text(Text) {}
  SourceLocation at(unsigned Offset) const {
    llvm::StringRef Before = Text.take_front(Offset);
    const size_t LineStart = Before.rfind('\n') + 1;
    return {File, unsigned(Before.count('\n') + 1),
            unsigned(Before.size() - LineStart + 1)};
  }

private:
  std::string File;
  llvm::StringRef Text;
};

} // namespace sooth::solidity

#endif
