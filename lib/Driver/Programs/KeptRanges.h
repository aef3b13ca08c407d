//===- KeptRanges.h - Numbers that a file keeps in bounds -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a variable can hold whose address never leaves a file is what its
// initializer and the stores of the file make of it. For numbers in such
// variables, and in members of them, bounds are guessed, and proved by
// induction on the number of stores: if all reads yield numbers within the
// bounds, so do all stores. That the bounds hold says no more than that, so
// they hold at all times, whatever functions are called in what order.
//
// So are numbers in members of structures that callers pass (StructureUses.h),
// if code which is not shown keeps the same bounds.
//
// The bounds grow from the initial values on, by what the stores add, to the
// constants with which the file compares (thresholds; Blanchet and others, "A
// Static Analyzer for Large Safety-Critical Software", PLDI 2003). What a store
// may write is found by LLVM's analysis of lazy values in a copy of the
// code, in which nothing is taken to be undefined: arithmetic wraps, and what
// is not initialized is anything.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_KEPTRANGES_H
#define SOOTH_LIB_DRIVER_PROGRAMS_KEPTRANGES_H

#include "StructureUses.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/ConstantRange.h"

#include <map>
#include <optional>
#include <string>

namespace llvm {
class Function;
class GlobalVariable;
class LoadInst;
class Module;
class raw_ostream;
} // namespace llvm

namespace sooth {

class KeptRanges {
public:
  /// Of all functions of \p M.
  explicit KeptRanges(const llvm::Module &M);

  /// Of the number of \p Bits bits at \p Offset in the variable \p Name;
  /// nothing if it may be any.
  std::optional<llvm::ConstantRange> at(llvm::StringRef Name, uint64_t Offset,
                                        unsigned Bits) const;
  /// Says of each load of a member that \p Copy, of all or a part of the
  /// program, has what is known of it (KeptName).
  void tellLoads(llvm::Module &Copy) const;
  /// The same of \p Initial, which returns what is at \p Where at first.
  void tellInitial(const llvm::Value &Where, llvm::Function &Initial) const;
  /// The same of what \p F reads, in words.
  void print(llvm::raw_ostream &OS, const llvm::Function &F) const;
  /// All that is known of \p G.
  void print(llvm::raw_ostream &OS, const llvm::GlobalVariable &G) const;

private:
  struct KeptMember {
    llvm::ConstantRange Range;
    /// How C calls the structure, and the condition.
    std::string Structure, Condition;
  };
  const KeptMember *find(const llvm::LoadInst &Load) const;
  const KeptMember *find(const llvm::Value &Pointer,
                         const llvm::Type &Number) const;

  std::map<std::pair<std::string, uint64_t>, llvm::ConstantRange> Ranges;
  std::map<NumberMember, KeptMember> Members;
};

} // namespace sooth

#endif
