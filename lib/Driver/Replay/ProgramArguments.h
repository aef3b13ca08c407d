//===- ProgramArguments.h - What main is given on a run -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The model has the strings in argv in one text, in which they may overlap
// (MainArguments.h). A harness does the same.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMARGUMENTS_H
#define SOOTH_LIB_DRIVER_PROGRAMARGUMENTS_H

#include "sooth/Driver/Replay/Harness.h"
#include "sooth/Driver/Report/StoryStep.h"

#include <map>

namespace sooth {

struct ProgramArguments {
  /// argc.
  uint64_t Count = 0;
  /// Where in the text arguments begin that the program may look at.
  std::map<uint64_t, uint64_t> Places;
  /// Characters of the text, and what all others are.
  std::map<uint64_t, unsigned char> Characters;
  unsigned char Others = 0;
};

/// Nothing if the program does not look at them.
std::optional<ProgramArguments> argumentsOf(const Cfa &C, const CfaTrace &T);

/// For people: that `argv[1]` is `"ab"`, without those that are not looked at.
std::vector<StoryValue> describe(const ProgramArguments &Arguments);

/// Adds the places and the text as two arrays from numbers to numbers.
void recordArguments(const Cfa &C, const CfaTrace &T,
                     std::vector<RecordedInput> &To);
/// Sets the variables of another model of the program to what was recorded.
/// Returns those parts of \p Recorded.
std::vector<RecordedInput>
restoreArguments(const Cfa &C, llvm::ArrayRef<RecordedInput> Recorded,
                 Valuation &State);

/// The definition of `sooth_argv`, an array of \p Count pointers and null that
/// is filled by calling `sooth_set_arguments`; empty if none were recorded.
std::string argumentsInC(llvm::ArrayRef<RecordedInput> Recorded,
                         uint64_t Count);

} // namespace sooth

#endif
