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

#include "llvm/ADT/ArrayRef.h"

namespace sooth {

/// "x = f() = 3", "missed (2) >= 2 is true", "return from f".
std::string wordsFor(const StoryStep &S);

/// A line of a story.
struct ToldStep {
  /// Unknown where it stands for several.
  SourceLocation Where;
  std::string Text;
};

/// How many lines people read.
inline constexpr size_t MostToldSteps = 60;

/// The steps in models of the C library are not told, but for calls of what the
/// program gave to the library: of what those do.
std::vector<StoryStep> outsideLibrary(llvm::ArrayRef<StoryStep> Steps);

/// The lines of a story: its steps outside of the library, of many the first
/// and the last, and how many are left out.
std::vector<ToldStep> toldSteps(llvm::ArrayRef<StoryStep> Steps,
                                size_t Most = MostToldSteps);

} // namespace sooth

#endif
