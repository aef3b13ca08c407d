//===- Procedures.h - Which functions are encoded once each ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is not inlined is a procedure (EUFORIA dissertation, chapter 5): its
// body is encoded once, and its calls are edges into it and out of it. That is
// right where no procedure is called again before it has returned, so that one
// set of variables is enough.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PROCEDURES_H
#define SOOTH_LIB_FRONTEND_LLVM_PROCEDURES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class CallInst;
class Function;
class Instruction;
} // namespace llvm

namespace sooth {

/// The functions that are reached from an entry by calls that can be encoded.
/// Such a call stands alone in its block (SplitCalls.h), is direct and fits
/// the callee's type, and its callee has a body without variable arguments. By
/// and large, the callee is not recursive and leaves memory alone, itself and
/// through what it calls. Where recursion is allowed, so is memory.
class Procedures {
public:
  enum class Recursion { Refused, Allowed };
  explicit Procedures(const llvm::Function &Entry,
                      Recursion R = Recursion::Refused);

  const llvm::Function &entry() const { return *Order.front(); }
  /// The entry and the procedures, callers before callees.
  llvm::ArrayRef<const llvm::Function *> topDown() const { return Order; }
  /// The calls that are encoded, by callee; a call's place is its number.
  llvm::ArrayRef<const llvm::CallInst *> callsOf(const llvm::Function &F) const;
  /// The procedure that \p I calls; null if it is no call that is encoded.
  const llvm::Function *calledBy(const llvm::Instruction &I) const;

private:
  void visit(const llvm::Function &F);
  void forEachCall(const llvm::Function &F,
                   llvm::function_ref<void(const llvm::CallInst &)> Tell) const;
  bool isEncodable(const llvm::CallInst &Call) const;
  bool isProcedure(const llvm::Function &F) const;

  llvm::SmallVector<const llvm::Function *, 8> Order;
  llvm::DenseMap<const llvm::Function *,
                 llvm::SmallVector<const llvm::CallInst *, 4>>
      Calls;
  Recursion OfCallees;
  llvm::DenseSet<const llvm::Function *> Recursive, Visited;
  llvm::DenseSet<const llvm::Instruction *> Encoded;
  mutable llvm::DenseMap<const llvm::Function *, bool> IsProcedure;
};

} // namespace sooth

#endif
