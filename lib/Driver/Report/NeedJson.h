//===- NeedJson.h - Needs of functions as JSON ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_NEEDJSON_H
#define SOOTH_LIB_DRIVER_NEEDJSON_H

#include "sooth/Model/Need.h"

#include "llvm/Support/JSON.h"

#include <map>
#include <optional>

namespace sooth {

/// As an array of objects, each with the words for people, under "text".
llvm::json::Array encodeNeeds(const std::vector<Need> &Needs);
/// The words alone.
llvm::json::Array needTexts(const std::vector<Need> &Needs);

/// Needs that many checks have in common, each once, for decodeNeedTable.
class NeedTable {
public:
  /// Their numbers in the table.
  llvm::json::Array add(const std::vector<Need> &Needs);
  bool empty() const { return NumberOf.empty(); }
  /// Sets "preconditions" of \p O, as encodeNeeds has them but for their
  /// places: these are numbers in the array that it sets "places" to.
  void encode(llvm::json::Object &O) const;

private:
  std::map<Need, size_t> NumberOf;
};

/// What NeedTable::encode has set in \p O. What cannot be read is nothing.
std::vector<std::optional<Need>> decodeNeedTable(const llvm::json::Object &O);
/// Needs by their numbers at \p Key of \p O; nothing if there are none, or if
/// one of them is not in \p Table.
std::optional<std::vector<Need>>
needsAt(const llvm::json::Object &O, llvm::StringRef Key,
        llvm::ArrayRef<std::optional<Need>> Table);

/// What is at \p Key of \p O; without what encodeNeeds does not make.
std::vector<Need> decodeNeeds(const llvm::json::Object &O, llvm::StringRef Key);

} // namespace sooth

#endif
