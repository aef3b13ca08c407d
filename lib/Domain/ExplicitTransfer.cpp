//===- ExplicitTransfer.cpp - Explicit values -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Algorithm 4: the guarded command is evaluated under the values that the
// state knows (sp', with "unknown" as a result). Only if the guard or the new
// value of a tracked variable stays unknown is the solver asked for the
// possible combinations of new values; if there are more than the limit, what
// is unknown becomes top (sp).
//
//===----------------------------------------------------------------------===//

#include "Transfer.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using Taken = ExplicitTransfer::Result::Taken;

/// Each target of \p Tracked has the position of its variable.
ExplicitTransfer::Compiled &
ExplicitTransfer::compile(const Edge &E, llvm::ArrayRef<Expr> Tracked) {
  std::unique_ptr<Compiled> &C = Cache[&E];
  if (C && Tracked.equals(C->Tracked))
    return *C;
  llvm::SmallVector<Expr, 8> Targets;
  for (Expr Var : Tracked) {
    auto U =
        llvm::find_if(E.Updates, [&](const Update &U) { return U.Var == Var; });
    Targets.push_back(U == E.Updates.end() ? Var : U->Val);
  }
  llvm::SmallVector<Expr, 8> Roots(Targets);
  Roots.push_back(E.Guard);
  C.reset(new Compiled{
      Tracked.vec(), {}, std::move(Targets), {}, PartialEvaluator(Roots)});
  conjuncts(E.Guard, C->GuardConjuncts);
  for (Expr V : variables({E.Guard}))
    C->GuardVars.insert(V);
  return *C;
}

/// The source state's values, and those that the guard's form gives away
/// (footnote 3 of the paper): "v = c", a Boolean variable, or its negation.
void ExplicitTransfer::assumeKnown(const Step &Q, Compiled &C) {
  C.Eval.reset();
  for (Expr Conjunct : C.GuardConjuncts) {
    if (Conjunct.isVar())
      C.Eval.assume(Conjunct, Value(true));
    else if (Conjunct.is(Kind::Not) && Conjunct.operand(0).isVar())
      C.Eval.assume(Conjunct.operand(0), Value(false));
    else if (Conjunct.is(Kind::Eq))
      for (unsigned I : {0, 1})
        if (Conjunct.operand(I).isVar() && Conjunct.operand(1 - I).isConst())
          C.Eval.assume(Conjunct.operand(I), Conjunct.operand(1 - I).value());
  }
  // The state's own values last: where the guard wants others, it is false.
  for (Fact F : Q.From.Cubes[0])
    if (Table.kind(F.Item) == StateTable::ItemKind::Variable)
      C.Eval.assume(Table.expr(F.Item), Table.value(F));
  C.Eval.run();
}

Cube ExplicitTransfer::known(llvm::ArrayRef<Expr> Tracked, const Compiled &C) {
  Cube Result;
  for (unsigned I = 0; I < Tracked.size(); ++I)
    if (const std::optional<Value> &V = C.Eval(C.Targets[I]))
      Result.push_back(Table.valueFact(Tracked[I], *V));
  llvm::sort(Result);
  return Result;
}

ExplicitTransfer::Result
ExplicitTransfer::successors(const Step &Q, llvm::ArrayRef<Expr> Tracked,
                             const Budget &B) {
  Compiled &C = compile(Q.E, Tracked);
  assumeKnown(Q, C);
  const std::optional<Value> &Guard = C.Eval(Q.E.Guard);
  if (Guard && !Guard->boolean())
    return {};
  bool AllKnown = Guard && llvm::all_of(C.Targets, [&](Expr T) {
                    return C.Eval(T).has_value();
                  });
  Result R;
  R.Edge = Q.E.Guard.isTrue() ? Taken::Certain : Taken::Possible;
  if (MaxEnum && !AllKnown)
    if (auto All = enumerate(Q, Tracked, C, B)) {
      R.Cubes = std::move(*All);
      R.Edge = Taken::Certain;
      return R;
    }
  R.Cubes = {known(Tracked, C)};
  return R;
}

/// Whether there are obviously more values of \p Target than the limit: it is
/// a variable that nothing restricts.
bool ExplicitTransfer::hasTooMany(const Step &Q, const Compiled &C,
                                  Expr Target) const {
  if (Target.sort().isArray())
    return true;
  if (*MaxEnum == 0 || !Target.isVar() || C.GuardVars.contains(Target) ||
      Target.isBool())
    return false;
  if (Target.sort().isBitVec() && Target.sort().width() < 32 &&
      (uint64_t(1) << Target.sort().width()) <= *MaxEnum)
    return false;
  return llvm::all_of(Q.From.Cubes[0], [&](Fact F) {
    return Table.kind(F.Item) == StateTable::ItemKind::Variable;
  });
}

/// The combinations of values of what is not known yet, or nothing if they are
/// too many or the solver does not know.
std::optional<std::vector<Cube>>
ExplicitTransfer::enumerate(const Step &Q, llvm::ArrayRef<Expr> Tracked,
                            Compiled &C, const Budget &B) {
  llvm::SmallVector<unsigned, 8> Unknown;
  for (unsigned I = 0; I < Tracked.size(); ++I)
    if (!C.Eval(C.Targets[I])) {
      if (hasTooMany(Q, C, C.Targets[I])) {
        ++S.Figures.Exceeded;
        return std::nullopt;
      }
      Unknown.push_back(I);
    }
  Cube Known = known(Tracked, C);
  std::vector<Cube> All;
  S.S->push();
  std::optional<std::vector<Cube>> Result;
  while (true) {
    Answer A = S.check(Q.assumptions(), B);
    if (A == Answer::Unsat)
      Result = std::move(All);
    if (A != Answer::Sat)
      break;
    if (*MaxEnum && All.size() == *MaxEnum) {
      ++S.Figures.Exceeded;
      break;
    }
    Cube Next = Known;
    llvm::SmallVector<Expr, 8> Different;
    for (unsigned I : Unknown) {
      Value V = S.S->value(C.Targets[I]);
      Next.push_back(Table.valueFact(Tracked[I], V));
      Different.push_back(S.Ctx.mkNot(
          S.Ctx.mkEq(C.Targets[I], S.Ctx.constant(V, Tracked[I].sort()))));
    }
    llvm::sort(Next);
    All.push_back(std::move(Next));
    S.S->add(S.Ctx.mkOr(Different));
  }
  S.S->pop();
  return Result;
}
