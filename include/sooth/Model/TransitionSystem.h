//===- TransitionSystem.h - Symbolic transition systems -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Init(X), Trans(X, Y, X′) and properties over X (EUFORIA dissertation,
// Definitions 2.32 and 2.43). The transition relation is the conjunction of
// x′ = update(X, Y) for every variable that has an update, and of a
// constraint over X, Y and X′.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_TRANSITIONSYSTEM_H
#define SOOTH_MODEL_TRANSITIONSYSTEM_H

#include "sooth/Expr/ExprContext.h"
#include "sooth/Support/SourceLocation.h"

#include <string>
#include <vector>

namespace sooth {

/// A state variable with its next-state copy.
struct TsVariable {
  Expr Cur;
  Expr Next;
  /// Over X and Y; null if only the constraint speaks of Next.
  Expr Update;
};

/// What should never hold, over X only.
struct Property {
  std::string Name;
  Expr Bad;
  SourceLocation Where;
};

class TransitionSystem {
public:
  explicit TransitionSystem(ExprContext &Ctx)
      : Ctx(&Ctx), InitE(Ctx.trueExpr()), ConstraintE(Ctx.trueExpr()) {}

  ExprContext &context() const { return *Ctx; }

  void addVariable(TsVariable V) { Vars.push_back(V); }
  void addInput(Expr Y) { Ys.push_back(Y); }
  void setInit(Expr E) { InitE = E; }
  void setConstraint(Expr E) { ConstraintE = E; }
  void addProperty(Property P) { Props.push_back(std::move(P)); }

  const std::vector<TsVariable> &variables() const { return Vars; }
  const std::vector<Expr> &inputs() const { return Ys; }
  Expr init() const { return InitE; }
  Expr constraint() const { return ConstraintE; }
  const std::vector<Property> &properties() const { return Props; }

  /// The whole relation.
  Expr trans() const;
  /// Whether every variable has an update and the constraint is over X and Y.
  bool isFunctional() const;

private:
  ExprContext *Ctx;
  std::vector<TsVariable> Vars;
  std::vector<Expr> Ys;
  Expr InitE, ConstraintE;
  std::vector<Property> Props;
};

/// The variables to which conjuncts of the initial condition give a value
/// without variables, each once, and these values.
std::vector<std::pair<Expr, Expr>> initialValues(const TransitionSystem &M);

} // namespace sooth

#endif
