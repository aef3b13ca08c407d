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

namespace sooth {

/// As an array of objects, each with the words for people, under "text".
llvm::json::Array encodeNeeds(const std::vector<Need> &Needs);
/// The words alone.
llvm::json::Array needTexts(const std::vector<Need> &Needs);
/// What is at \p Key of \p O; without what encodeNeeds does not make.
std::vector<Need> decodeNeeds(const llvm::json::Object &O, llvm::StringRef Key);

} // namespace sooth

#endif
