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
// of SSA temporaries"). Values that decide nothing (LiveValues.h) have no
// variable at all.
//
// Procedures add what calls pass and return. The same argument tells that a
// caller's variables stand still while the callee runs, so that an argument is
// no variable if all calls pass the same expression over such variables.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_VALUETABLE_H
#define SOOTH_LIB_FRONTEND_LLVM_VALUETABLE_H

#include "LaterLoads.h"
#include "LiveValues.h"
#include "Memory/MemoryModel.h"
#include "Source/SourceMap.h"

#include <optional>

namespace llvm {
class Function;
} // namespace llvm

namespace sooth {

/// What all calls of a procedure pass for an argument, if that is one and the
/// same over state variables.
using PassedValues =
    llvm::function_ref<std::optional<Scalars>(const llvm::Argument &)>;

/// The values of a function as seen from blocks other than the one that
/// computes them.
class ValueTable {
public:
  ValueTable(ExprContext &Ctx, const llvm::Function &F, const LiveValues &Live,
             const SourceMap &Names, const MemoryModel &Memory,
             PassedValues Passed);

  /// Whether the value decides anything.
  bool isLive(const llvm::Value *V) const { return Live.isLive(V); }

  /// The state variables that store \p V (null for a scalar that is not
  /// modelled); null if there are none.
  const Scalars *variablesOf(const llvm::Value *V) const;

  /// The value over state variables; null if it is not available, which is
  /// never so for a value that decides something. Requires an instruction of a
  /// reachable block or an argument.
  const Scalars *find(const llvm::Value *V) const;

  /// The same for any operand, constants included; nothing if it has no value
  /// that could be computed again.
  std::optional<Scalars> known(const llvm::Value *V) const;

  const std::vector<StateVariable> &variables() const { return Variables; }
  const SourceMap &names() const { return Names; }
  const MemoryModel &memory() const { return Memory; }
  const LaterLoads &laterLoads() const { return Later; }

private:
  void store(const llvm::Value *V, llvm::StringRef Fallback);
  void evaluate(const llvm::Instruction &I);

  ExprContext &Ctx;
  const LiveValues &Live;
  const SourceMap &Names;
  const MemoryModel &Memory;
  const LaterLoads Later;
  llvm::DenseMap<const llvm::Value *, Scalars> Stored, Available;
  std::vector<StateVariable> Variables;
};

} // namespace sooth

#endif
