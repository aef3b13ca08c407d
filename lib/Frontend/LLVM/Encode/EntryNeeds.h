//===- EntryNeeds.h - What accesses need, by what a function is given -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where an access depends only on arguments, and on memory as it was when the
// function was called, its check is a condition on these: a precondition of all
// calls that come to it (P. Cousot, R. Cousot, Fähndrich and Logozzo,
// "Automatic Inference of Necessary Preconditions", VMCAI 2013, section 5).
// That memory is still the same is what the points-to analysis says, on which
// the model rests, too. On what paths a call comes to the access is left out:
// what is told is enough, and may be more than needed.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_ENCODE_ENTRYNEEDS_H
#define SOOTH_LIB_FRONTEND_LLVM_ENCODE_ENTRYNEEDS_H

#include "Memory/MemoryModel.h"
#include "Memory/UnchangedMemory.h"
#include "Source/EntryTerms.h"

namespace sooth {

class EntryNeeds {
public:
  /// Of \p Entry, where runs begin. All must outlive this.
  EntryNeeds(const llvm::Function &Entry, const MemoryModel &Memory,
             const SourceMap &Names);
  EntryNeeds(const EntryNeeds &) = delete;

  /// What keeps runs from \p What, which goes wrong at \p I; nothing if that is
  /// not known. An index of an array, as long as its type says, for which the
  /// program has a bound, or by which it chooses, is for the program to keep in
  /// bounds, also if it has that bound for a number in memory that it changes.
  /// So is one of which it takes some bits, or an unsigned remainder. One that
  /// is counted up to what others say is theirs.
  /// So is a number in memory that is asserted to be in bounds, if the program
  /// tests it besides. How far others have counted in their memory is for them
  /// to see to.
  std::optional<std::vector<Need>> against(const Failure &What,
                                           const llvm::Instruction &I);

private:
  using Needs = std::optional<std::vector<Need>>;
  Needs ofAccess(const llvm::Value *Pointer, const llvm::Value *Size);
  Needs ofIndices(const llvm::Value *Pointer, const llvm::Value &Object,
                  uint64_t Bytes);
  Needs ofAddress(const llvm::Value *Pointer, uint64_t By);
  Needs ofBound(const llvm::CallBase &Trap);
  Needs ofMemberWrite(const llvm::CallBase &Trap);
  Needs ofCounter(const llvm::CallBase &Trap);
  Needs ofAssertion(const llvm::CallBase &Failing);
  std::optional<Need> asserted(const llvm::ICmpInst &Compare, bool Holds);
  std::optional<Need> inRange(const llvm::Value *Index, uint64_t Count);
  void noteDecided(const llvm::Value *V, bool IsAsserted);
  void noteCompared(const llvm::ICmpInst &Compare);
  bool isCompared(const llvm::Value &Index) const;
  bool isCountedByOthers(const llvm::Value &Index) const;
  bool isGiven(const llvm::Value &V);

  const llvm::Function &Entry;
  const MemoryModel &Memory;
  UnchangedMemory Unchanged;
  const EntryTerms Terms; // which asks Unchanged
  bool IsCalled = false;
  /// What the program's choices depend on.
  std::set<std::string> Decided;
  /// The same but for what is only asserted.
  std::set<std::string> Tested;
  /// Numbers that are compared with constants; of those in memory, where.
  std::set<std::pair<const llvm::Value *, int64_t>> Compared;
};

/// The same of \p Trap in a function that the entry calls: an index which is
/// only found in memory that callers have made, and that nothing in the program
/// has a constant as a bound for, is theirs.
std::optional<std::vector<Need>> needsOfFoundIndex(const llvm::CallBase &Trap,
                                                   const PointsTo &Points);

} // namespace sooth

#endif
