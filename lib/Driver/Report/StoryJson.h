//===- StoryJson.h - Steps of runs as JSON --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_STORYJSON_H
#define SOOTH_LIB_DRIVER_STORYJSON_H

#include "sooth/Driver/Report/StoryStep.h"

#include "llvm/Support/JSON.h"

#include <optional>

namespace sooth {

/// With the words for people, under "text".
llvm::json::Object encodeStep(const StoryStep &S);
/// Nothing if \p O is not what encodeStep makes. Leaves the place to the
/// caller.
std::optional<StoryStep> decodeStep(const llvm::json::Object &O);

} // namespace sooth

#endif
