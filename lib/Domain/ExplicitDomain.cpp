//===- ExplicitDomain.cpp - Explicit values -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Paper 2.2.1 and Algorithm 4: the guarded command is evaluated under the
// values that the state knows (sp', with "unknown" as a result). Only if the
// guard or the new value of a tracked variable stays unknown is the solver
// asked for the possible combinations of new values; if there are more than the
// limit, what is unknown becomes top (sp).
//
//===----------------------------------------------------------------------===//

#include "DomainParts.h"
#include "PartialEvaluator.h"

#include "sooth/Expr/EquationSolving.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

namespace {
class ExplicitDomain final : public Domain {
public:
  explicit ExplicitDomain(const DomainInput &In)
      : Domain(In.Table, In.S), MaxEnum(In.O.MaxEnum),
        State(stateVariables(In.C)) {}

  Tracks tracks() const override { return Tracks::Variables; }
  Change refineWith(TrackedSet &T, Expr Formula, Effort) const override {
    return addVariables(T, Formula, State);
  }
  /// One cube per successor.
  Targets targets(const Step &Q, const TrackedSet &P, const Budget &B) override;

private:
  struct Compiled {
    std::vector<Expr> Tracked;
    ExprMap<Expr> GuardConstants;
    llvm::SmallVector<Expr, 8> Targets; // next values of tracked variables
    ExprSet GuardVars;
    PartialEvaluator Eval;
  };
  Compiled &compile(const Edge &E, llvm::ArrayRef<Expr> Tracked);
  void assumeKnown(const Step &Q, Compiled &C);
  std::optional<std::vector<Cube>> enumerate(const Step &Q,
                                             llvm::ArrayRef<Expr> Tracked,
                                             Compiled &C, const Budget &B);
  bool hasTooMany(const Step &Q, const Compiled &C, Expr Target) const;
  Cube known(llvm::ArrayRef<Expr> Tracked, const Compiled &C);

  std::optional<unsigned> MaxEnum;
  ExprSet State;
  llvm::DenseMap<const Edge *, std::unique_ptr<Compiled>> Cache;
};
} // namespace

/// Each target of \p Tracked has the position of its variable.
ExplicitDomain::Compiled &
ExplicitDomain::compile(const Edge &E, llvm::ArrayRef<Expr> Tracked) {
  std::unique_ptr<Compiled> &C = Cache[&E];
  if (C && Tracked.equals(C->Tracked))
    return *C;
  llvm::SmallVector<Expr, 8> Targets;
  for (Expr Var : Tracked)
    Targets.push_back(S->before(E, Var));
  llvm::SmallVector<Expr, 8> Roots(Targets);
  Roots.push_back(E.Guard);
  C.reset(new Compiled{Tracked.vec(),
                       constantsIn(S->Ctx, E.Guard),
                       std::move(Targets),
                       {},
                       PartialEvaluator(Roots)});
  for (Expr V : variables({E.Guard}))
    C->GuardVars.insert(V);
  return *C;
}

/// The source state's values, and those that the guard's form gives away
/// (footnote 3 of the paper): "v = c", a Boolean variable, or its negation.
void ExplicitDomain::assumeKnown(const Step &Q, Compiled &C) {
  C.Eval.reset();
  for (auto [Var, Val] : C.GuardConstants)
    C.Eval.assume(Var, Val.value());
  // The state's own values last: where the guard wants others, it is false.
  for (Fact F : Q.From.Cubes[0])
    if (Table.kind(F.Item) == StateTable::ItemKind::Variable)
      C.Eval.assume(Table.expr(F.Item), Table.value(F));
  C.Eval.run();
}

Cube ExplicitDomain::known(llvm::ArrayRef<Expr> Tracked, const Compiled &C) {
  Cube Result;
  for (unsigned I = 0; I < Tracked.size(); ++I)
    if (const std::optional<Value> &V = C.Eval(C.Targets[I]))
      Result.push_back(Table.valueFact(Tracked[I], *V));
  llvm::sort(Result);
  return Result;
}

Domain::Targets ExplicitDomain::targets(const Step &Q, const TrackedSet &P,
                                        const Budget &B) {
  llvm::ArrayRef<Expr> Tracked = P.variables();
  Compiled &C = compile(Q.E, Tracked);
  assumeKnown(Q, C);
  const std::optional<Value> &Guard = C.Eval(Q.E.Guard);
  if (Guard && !Guard->boolean())
    return {};
  bool AllKnown = Guard && llvm::all_of(C.Targets, [&](Expr T) {
                    return C.Eval(T).has_value();
                  });
  Targets Result;
  Result.Edge = Q.Certain;
  if (MaxEnum && !AllKnown)
    if (auto All = enumerate(Q, Tracked, C, B)) {
      for (Cube &Next : *All)
        Result.States.push_back({std::move(Next)});
      Result.Edge = Step::Taken::Certain;
      return Result;
    }
  Result.States.push_back({known(Tracked, C)});
  return Result;
}

/// Whether there are obviously more values of \p Target than the limit: it is
/// a variable that nothing restricts.
bool ExplicitDomain::hasTooMany(const Step &Q, const Compiled &C,
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
ExplicitDomain::enumerate(const Step &Q, llvm::ArrayRef<Expr> Tracked,
                          Compiled &C, const Budget &B) {
  llvm::SmallVector<unsigned, 8> Unknown;
  for (unsigned I = 0; I < Tracked.size(); ++I)
    if (!C.Eval(C.Targets[I])) {
      if (hasTooMany(Q, C, C.Targets[I])) {
        ++S->Figures.Exceeded;
        return std::nullopt;
      }
      Unknown.push_back(I);
    }
  Cube Known = known(Tracked, C);
  std::vector<Cube> All;
  S->S->push();
  std::optional<std::vector<Cube>> Result;
  while (true) {
    Answer A = S->check(Q.assumptions(), B);
    if (A == Answer::Unsat)
      Result = std::move(All);
    if (A != Answer::Sat)
      break;
    if (*MaxEnum && All.size() == *MaxEnum) {
      ++S->Figures.Exceeded;
      break;
    }
    Cube Next = Known;
    llvm::SmallVector<Expr, 8> Different;
    for (unsigned I : Unknown) {
      Value V = S->S->value(C.Targets[I]);
      Next.push_back(Table.valueFact(Tracked[I], V));
      Different.push_back(S->Ctx.mkNot(
          S->Ctx.mkEq(C.Targets[I], S->Ctx.constant(V, Tracked[I].sort()))));
    }
    llvm::sort(Next);
    All.push_back(std::move(Next));
    S->S->add(S->Ctx.mkOr(Different));
  }
  S->S->pop();
  return Result;
}

std::unique_ptr<Domain> sooth::createExplicit(const DomainInput &In) {
  return std::make_unique<ExplicitDomain>(In);
}
