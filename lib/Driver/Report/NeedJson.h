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

/// Places that many needs have in common, each once.
class PlaceTable {
public:
  size_t add(const SourceLocation &Where);
  bool empty() const { return InOrder.empty(); }
  llvm::json::Array encode() const;

private:
  std::map<SourceLocation, size_t> NumberOf;
  std::vector<SourceLocation> InOrder;
};

/// As an array of objects, each with the words for people, under "text". Places
/// are those of \p Places, or objects without that.
llvm::json::Array encodeNeeds(const std::vector<Need> &Needs,
                              PlaceTable *Places = nullptr);
/// The words alone.
llvm::json::Array needTexts(const std::vector<Need> &Needs);

/// Needs that many checks have in common, each once, for decodeNeedTable.
class NeedTable {
public:
  /// Their places in the table.
  llvm::json::Array add(const std::vector<Need> &Needs);
  llvm::json::Object encode() const;

private:
  std::map<Need, size_t> PlaceOf;
};

/// What a NeedTable was encoded as at \p Key of \p O. What cannot be read is
/// nothing.
std::vector<std::optional<Need>> decodeNeedTable(const llvm::json::Object &O,
                                                 llvm::StringRef Key);
/// Needs by their places at \p Key of \p O; nothing if there are none, or if one
/// of them is not in \p Table.
std::optional<std::vector<Need>>
needsAt(const llvm::json::Object &O, llvm::StringRef Key,
        llvm::ArrayRef<std::optional<Need>> Table);

/// What is at \p Key of \p O; without what encodeNeeds does not make.
std::vector<Need> decodeNeeds(const llvm::json::Object &O, llvm::StringRef Key);

} // namespace sooth

#endif
