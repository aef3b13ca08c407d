//===- Wording.h - Words for the steps of a run ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place where steps become English. Nothing reads these texts but
// people.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_WORDING_H
#define SOOTH_DRIVER_WORDING_H

#include "sooth/Driver/Report/StoryStep.h"

namespace sooth {

/// "x = f() = 3", "missed (2) >= 2 is true", "return from f".
std::string wordsFor(const StoryStep &S);

} // namespace sooth

#endif
