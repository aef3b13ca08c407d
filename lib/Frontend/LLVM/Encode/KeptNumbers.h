//===- KeptNumbers.h - Members that a program keeps in bounds -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file writes some members of structures only so that they stay in bounds.
// Loads of these say so, and the functions that give variables their initial
// values (KeptName).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_KEPTNUMBERS_H
#define SOOTH_LIB_FRONTEND_LLVM_KEPTNUMBERS_H

#include "sooth/Model/Need.h"

#include "llvm/ADT/APInt.h"

#include <optional>
#include <vector>

namespace llvm {
class Instruction;
} // namespace llvm

namespace sooth {

class PointsTo;

/// A number from Low on, up to and with High, which may be the less of both.
struct KeptNumber {
  llvm::APInt Low, High;
  Need Told;
};

/// What \p I reads, or a variable holds at first; nothing if it may be any
/// number.
std::optional<KeptNumber> keptNumber(const llvm::Instruction &I);

/// What is told of all that is in the functions of \p Points, each once.
std::vector<Need> keptMembers(const PointsTo &Points);

} // namespace sooth

#endif
