//===- ValueTable.h - Which SSA values are state variables ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that can be computed from others is never stored: in SSA form an
// operand still has, at any use of a result, the value it had when the result
// was computed (were it redefined on the way from the definition to the use,
// the way would lead past the definition again, which dominates the use). So
// the state is made of φs, and of the inputs that are used in another block
// than the one that reads them (EUFORIA dissertation 3.2.1: "the state
// variables are proportional to the number of phi statements, not the number
// of SSA temporaries"). Values that decide nothing, that is, neither a branch,
// an assertion, an assumption nor a trap, have no variable at all.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_VALUETABLE_H
#define SOOTH_LIB_FRONTEND_LLVM_VALUETABLE_H

#include "MemoryModel.h"
#include "SourceMap.h"

namespace llvm {
class Function;
} // namespace llvm

namespace sooth {

/// How an instruction's result comes about.
enum class ValueRole {
  Unmodelled, // no modelled scalar
  Phi,
  Operation, // computed from its operands
  Input      // anything else: read from memory, arbitrary, or an operation on
             // something undefined
};
ValueRole valueRole(const llvm::Instruction &I);

/// The operands that an Input is made of when it is read: the address of a
/// load, pointers that are compared or made numbers.
llvm::SmallVector<const llvm::Value *, 2>
operandsOfInput(const llvm::Instruction &I);

/// The values of a function as seen from blocks other than the one that
/// computes them.
class ValueTable {
public:
  ValueTable(ExprContext &Ctx, const llvm::Function &F, const SourceMap &Names,
             const MemoryModel &Memory);

  /// Whether the value decides anything.
  bool isLive(const llvm::Value *V) const { return Live.contains(V); }

  /// The state variables that store \p V (null for a scalar that is not
  /// modelled); null if there are none.
  const Scalars *variablesOf(const llvm::Value *V) const;

  /// The value over state variables; null if it is not available, which is
  /// never so for a value that decides something. Requires an instruction of a
  /// reachable block or an argument.
  const Scalars *find(const llvm::Value *V) const;

  const std::vector<StateVariable> &variables() const { return Variables; }
  const SourceMap &names() const { return Names; }
  const MemoryModel &memory() const { return Memory; }

private:
  void demand(const llvm::Value *V, const llvm::BasicBlock *From);
  void demandEverywhere(const llvm::Value *V);
  void demandOperands(const llvm::Instruction &I);
  void findLive();
  void store(const llvm::Value *V, llvm::StringRef Fallback);
  void evaluate(const llvm::Instruction &I);

  ExprContext &Ctx;
  const llvm::Function &F;
  const SourceMap &Names;
  const MemoryModel &Memory;
  llvm::DenseSet<const llvm::Value *> Live, Shared;
  llvm::SmallVector<const llvm::Instruction *> Worklist;
  llvm::DenseMap<const llvm::Value *, Scalars> Stored, Available;
  std::vector<StateVariable> Variables;
};

} // namespace sooth

#endif
