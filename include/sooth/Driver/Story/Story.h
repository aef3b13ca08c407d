//===- Story.h - A trace in the user's terms ------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_STORY_H
#define SOOTH_DRIVER_STORY_H

#include "sooth/Driver/Report/Report.h"

namespace sooth {

/// A value as a programmer writes it: "-3", "4294967295 (0xffffffff)", "true",
/// "97 'a'".
std::string valueText(const Value &V, ValueStyle Style);

/// The steps of \p T, a run of \p C: inputs, branches, calls and the variables
/// that change. Repeated rounds of a loop are summed up.
std::vector<StoryStep> tellStory(const Cfa &C, const CfaTrace &T);
/// The same without a summary: who repeats the run needs all of it.
std::vector<StoryStep> tellEachRound(const Cfa &C, const CfaTrace &T);

/// The states of \p T: all variables of the first, then what changes.
std::vector<StoryStep> tellStory(const TransitionSystem &M, const TsTrace &T);

/// Replaces all but the first two and the last of many rounds through the same
/// places by a line that counts them.
std::vector<StoryStep> foldRounds(std::vector<StoryStep> Steps);

} // namespace sooth

#endif
