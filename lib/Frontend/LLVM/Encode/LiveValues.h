//===- LiveValues.h - Which SSA values decide something -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value is live if it decides a branch, an assertion, an assumption or a
// trap, itself or through others: through calls as well, from a procedure's
// parameters to what its callers pass and from a call's result to what the
// procedure returns. All others have no variable.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_LIVEVALUES_H
#define SOOTH_LIB_FRONTEND_LLVM_LIVEVALUES_H

#include "Procedures.h"

namespace llvm {
class Argument;
class BasicBlock;
class Value;
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

class LiveValues {
public:
  explicit LiveValues(const Procedures &P);

  /// Whether the value decides anything.
  bool isLive(const llvm::Value *V) const { return Live.contains(V); }
  /// Whether it is wanted in another block than its own, or after a call.
  bool isShared(const llvm::Value *V) const { return Shared.contains(V); }

private:
  void demand(const llvm::Value *V, const llvm::BasicBlock *From);
  void demandEverywhere(const llvm::Value *V);
  void demandOperands(const llvm::Instruction &I);
  void demandPassed(const llvm::Argument &A);
  void demandReturned(const llvm::Function &Callee);
  void findDeciding(const llvm::Function &F);

  const Procedures &Program;
  llvm::DenseSet<const llvm::Value *> Live, Shared;
  llvm::SmallVector<const llvm::Value *> Worklist;
};

} // namespace sooth

#endif
