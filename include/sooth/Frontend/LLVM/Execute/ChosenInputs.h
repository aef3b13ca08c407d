//===- ChosenInputs.h - The inputs of a run, by place ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program and what was made of it are to be run with the same inputs, though
// some calls were left out and others have moved. So the value of an input is a
// function of where it is read, and how often it was.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_EXECUTE_CHOSENINPUTS_H
#define SOOTH_FRONTEND_LLVM_EXECUTE_CHOSENINPUTS_H

#include "sooth/Support/SourceLocation.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace sooth {

/// The numbers that a program mentions: such inputs are likely to matter.
using MentionedNumbers = std::vector<llvm::APInt>;

/// Where an input is read: by which function, called there, by calls at the
/// places \p Calls, outermost first.
uint64_t withCall(uint64_t Calls, const SourceLocation &Site);
uint64_t inputKey(llvm::StringRef Function, const SourceLocation &Where,
                  uint64_t Calls);

class ChosenInputs {
public:
  /// Alike is a choice for programs of which parts were copied, as nobody knows
  /// then which copies are left: all inputs of a place have one value.
  enum class AtPlace { Alike, Various };
  /// \p Numbers must outlive this.
  ChosenInputs(uint64_t Seed, AtPlace Are, const MentionedNumbers &Numbers)
      : Seed(Seed), Are(Are), Numbers(Numbers) {}

  AtPlace atPlace() const { return Are; }
  /// What \p Function returns that is called at \p Key for the time \p Count,
  /// from 0.
  llvm::APInt value(uint64_t Key, unsigned Count, unsigned Width,
                    llvm::StringRef Function) const;

private:
  uint64_t Seed;
  AtPlace Are;
  const MentionedNumbers &Numbers;
};

} // namespace sooth

#endif
