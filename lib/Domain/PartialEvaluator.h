//===- PartialEvaluator.h - Evaluation with unknown values ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DOMAIN_PARTIALEVALUATOR_H
#define SOOTH_LIB_DOMAIN_PARTIALEVALUATOR_H

#include "sooth/Expr/Expr.h"

#include <optional>
#include <vector>

namespace sooth {

/// Evaluates fixed expressions under many partial valuations. The DAG is laid
/// out once as a list of operations; an evaluation is a walk over that list.
class PartialEvaluator {
public:
  explicit PartialEvaluator(llvm::ArrayRef<Expr> Roots);

  /// Forgets all values of variables.
  void reset();
  /// Variables that do not occur are ignored.
  void assume(Expr Var, const Value &V);
  /// Computes everything that follows.
  void run();
  /// After run(): the value of a root (or a node below), if it is known.
  const std::optional<Value> &operator()(Expr E) const {
    return Values[Index.find(E)->second];
  }

private:
  struct Operation {
    Expr E;
    unsigned FirstOperand; // in Operands
  };
  std::optional<Value> apply(const Operation &O) const;
  std::optional<Value> connective(const Operation &O, bool Absorbing) const;
  const std::optional<Value> &operand(const Operation &O, unsigned I) const {
    return Values[Operands[O.FirstOperand + I]];
  }

  ExprMap<unsigned> Index;
  std::vector<Operation> Operations; // operands first
  std::vector<unsigned> Operands;
  std::vector<unsigned> Vars;
  std::vector<std::optional<Value>> Values;
};

} // namespace sooth

#endif
