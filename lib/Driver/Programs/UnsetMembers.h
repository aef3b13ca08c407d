//===- UnsetMembers.h - Members that may be read before they are set ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A structure that a program makes itself, as a local variable or with malloc,
// holds anything at first. Here it is followed until each member is written, in
// the function that makes it and in those that it passes it to. Members that
// may be read before, or that others may then read, are unset.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_UNSETMEMBERS_H
#define SOOTH_LIB_DRIVER_PROGRAMS_UNSETMEMBERS_H

#include "StructureUses.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <set>

namespace llvm {
class AllocaInst;
class Function;
class MemSetInst;
} // namespace llvm

namespace sooth {

/// The declared function whose calls keep the locals in memory that they are
/// given.
inline constexpr llvm::StringLiteral HeldInMemoryName = "sooth.held.in.memory";

class UnsetMembers {
public:
  /// \p Prepare is called with each function before it is looked at: there
  /// pointers are values, and locals of interest are held in memory.
  UnsetMembers(const StructureUses &Uses,
               llvm::function_ref<void(llvm::Function &)> Prepare)
      : Uses(Uses), Prepare(Prepare) {}

  void follow(llvm::AllocaInst &Local);
  void follow(const StructureUses::Allocation &Made);
  /// Members of what \p Setting sets, a \p T, that somebody may find as they
  /// are set, or the function leaves so. There may be other pointers to it.
  std::set<NumberMember> leftBy(llvm::MemSetInst &Setting, llvm::StructType &T);
  const std::set<NumberMember> &found() const { return Found; }

private:
  using Members = llvm::SmallVector<PlacedMember>;
  using Set = llvm::SmallVector<bool>;
  struct Outcome {
    /// Of the members: not written where the function returns, and read before
    /// they are written.
    Set Left, Read;
  };
  class Walk;
  Outcome walk(llvm::Instruction &First, const llvm::Value &Object,
               const Members &Of, unsigned Calls, bool IsShared);
  void note(const Members &Of, const Set &Which);

  const StructureUses &Uses;
  llvm::function_ref<void(llvm::Function &)> Prepare;
  std::set<NumberMember> Found;
  unsigned Walks = 0;
};

} // namespace sooth

#endif
