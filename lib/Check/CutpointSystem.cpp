//===- CutpointSystem.cpp - Paths between cutpoints as steps --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With the constraints of the paths from s (BlockPaths.h), whose copies of the
// variables are inputs here, and the conditions and copies at the next
// locations t, each step from s satisfies
//
//   at(s) ⇒ constraints ∧ ⋁ at'(t) ∧ ⋀ (at'(t) ⇒ condition(t) ∧ x' = x_t)
//
//===----------------------------------------------------------------------===//

#include "sooth/Check/CutpointSystem.h"

#include "BlockPaths.h"
#include "TsPath.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <chrono>
#include <map>

using namespace sooth;

namespace {
class Builder {
public:
  Builder(const Cfa &C, const CfaInvariant &I);
  /// Whether every cycle of C has a location with a formula.
  bool areCut() const;
  CutpointSystem run();

private:
  bool isEnd(LocationId L) const {
    auto It = Numbers.find(L);
    return It != Numbers.end() && Ends.test(It->second);
  }
  Expr is(Expr Var, LocationId L) const {
    return Ctx.mkEq(Var, Ctx.bv(Numbers.find(L)->second, Var.sort().width()));
  }
  BlockPaths pathsFrom(LocationId L) const {
    return BlockPaths(C, Reads, L,
                      [&](LocationId To) { return Numbers.contains(To); });
  }
  Expr stepsFrom(LocationId L);
  Expr arriveAt(const BlockPaths::Arrival &A) const;
  void addInputs();
  void addProperties();

  const Cfa &C;
  ExprContext &Ctx;
  const CfaInvariant &I;
  EdgeReads Reads;
  std::map<LocationId, unsigned> Numbers; // of those with a formula
  llvm::BitVector Ends;                   // by number
  Expr Where, WhereNext;
  std::vector<Expr> Next; // of Cfa::variables()
  CutpointSystem Result;
};
} // namespace

/// A variable called \p Name if that is still free.
static Expr newVariable(ExprContext &Ctx, const llvm::Twine &Name, Sort S) {
  std::string Text = Name.str();
  return Ctx.lookupVar(Text) ? Ctx.freshVar(Text, S) : Ctx.var(Text, S);
}

Builder::Builder(const Cfa &C, const CfaInvariant &I)
    : C(C), Ctx(C.context()), I(I),
      Reads(C), Result{TransitionSystem(Ctx), Expr(), {}} {
  for (const ErrorLocation &E : C.errors())
    Numbers[E.Loc] = 0;
  for (const auto &[L, Formula] : I.Formulas)
    Numbers[L] = 0;
  Ends.resize(Numbers.size());
  unsigned Count = 0;
  for (auto &[L, Number] : Numbers) {
    Number = Count++;
    auto Formula = I.Formulas.find(L);
    if (C.isError(L) || Formula->second.isFalse())
      Ends.set(Number);
  }
  Sort S = Ctx.bitVecSort(Count <= 2 ? 1 : llvm::Log2_32_Ceil(Count));
  Where = newVariable(Ctx, "location", S);
  WhereNext = newVariable(Ctx, "location.next", S);
  for (const StateVariable &V : C.variables())
    Next.push_back(newVariable(Ctx, V.Var.name() + ".next", V.Var.sort()));
}

/// What a step satisfies that ends as \p A says.
Expr Builder::arriveAt(const BlockPaths::Arrival &A) const {
  std::vector<Expr> Then{A.Condition};
  if (!isEnd(A.Loc))
    for (auto [Var, Copy] : llvm::zip_equal(Next, A.Copies))
      Then.push_back(Ctx.mkEq(Var, Copy));
  return Ctx.mkImplies(is(WhereNext, A.Loc), Ctx.mkAnd(Then));
}

Expr Builder::stepsFrom(LocationId L) {
  BlockPaths Paths = pathsFrom(L);
  assert(Paths.isLoopFree() && "an invariant that Check has not confirmed");
  Paths.encode(ExprMap<Expr>());
  std::vector<Expr> All = Paths.constraints(), Targets;
  for (const BlockPaths::Arrival &A : Paths.arrivals()) {
    Targets.push_back(is(WhereNext, A.Loc));
    All.push_back(arriveAt(A));
  }
  All.push_back(Ctx.mkOr(Targets));
  return Ctx.mkAnd(All);
}

/// What the constraint reads besides variables.
void Builder::addInputs() {
  ExprSet Known;
  for (const TsVariable &V : Result.Model.variables()) {
    Known.insert(V.Cur);
    Known.insert(V.Next);
  }
  for (Expr V : variables({Result.Model.constraint()}))
    if (!Known.contains(V))
      Result.Model.addInput(V);
}

void Builder::addProperties() {
  TransitionSystem &M = Result.Model;
  for (const ErrorLocation &E : C.errors())
    M.addProperty({message(E.What), is(Where, E.Loc), E.Where});
  for (const auto &[L, Number] : Numbers)
    if (isEnd(L) && !C.isError(L))
      M.addProperty({C.location(L).Name + " is reached", is(Where, L),
                     C.location(L).Where});
}

bool Builder::areCut() const {
  return Numbers.contains(C.entry()) &&
         llvm::all_of(Numbers, [&](const auto &N) {
           return isEnd(N.first) || pathsFrom(N.first).isLoopFree();
         });
}

CutpointSystem Builder::run() {
  TransitionSystem &M = Result.Model;
  Result.Where = Where;
  M.addVariable({Where, WhereNext, Expr()});
  for (auto [V, Copy] : llvm::zip_equal(C.variables(), Next))
    M.addVariable({V.Var, Copy, Expr()});
  M.setInit(Ctx.mkAnd(is(Where, C.entry()), C.init()));
  std::vector<Expr> Steps, Starts;
  for (const auto &[L, Number] : Numbers) {
    if (isEnd(L))
      continue;
    const Expr At = is(Where, L);
    Steps.push_back(Ctx.mkImplies(At, stepsFrom(L)));
    Starts.push_back(At);
    Result.Parts.push_back({L, At, I.Formulas.lookup(L)});
  }
  Steps.push_back(Ctx.mkOr(Starts));
  M.setConstraint(Ctx.mkAnd(Steps));
  addInputs();
  addProperties();
  return std::move(Result);
}

CutpointSystem sooth::cutpointSystem(const Cfa &C, const CfaInvariant &I) {
  assert(!I.isUnwinding() && "an unwinding has no cutpoints");
  return Builder(C, I).run();
}

static Expr anyEnd(const TransitionSystem &M) {
  std::vector<Expr> Ends;
  for (const Property &P : M.properties())
    Ends.push_back(P.Bad);
  return M.context().mkOr(Ends);
}

CheckResult sooth::checkInduction(const Cfa &C, const CfaInvariant &I,
                                  unsigned K, TsInvariant::Paths PathKind,
                                  const Budget &B) {
  Builder Made(C, I);
  if (!Made.areCut())
    return CheckResult::unknown("the places do not cut all cycles");
  const CutpointSystem S = Made.run();
  ExprContext &Ctx = C.context();
  std::vector<Expr> Parts, Ats;
  for (const CutpointSystem::Part &P : S.Parts) {
    Parts.push_back(Ctx.mkImplies(P.At, P.Formula));
    Ats.push_back(P.At);
  }
  Parts.push_back(Ctx.mkOr(Ats));
  return checkInvariant(S.Model, {"ends", anyEnd(S.Model), {}},
                        {Ctx.mkAnd(Parts), K, PathKind}, B);
}

CheckResult sooth::excludeErrors(const Cfa &C, const CfaInvariant &I,
                                 unsigned Steps, const Budget &B) {
  CfaInvariant Anything;
  for (const auto &[L, Formula] : I.Formulas)
    Anything.Formulas[L] = C.context().boolean(!C.isError(L));
  Builder Made(C, Anything);
  if (!Made.areCut())
    return CheckResult::unknown("the places do not cut all cycles");
  const CutpointSystem S = Made.run();
  const Expr AnyError = anyEnd(S.Model);
  TsPath Run(S.Model, S.Model.init(), AnyError, B);
  CheckResult R = CheckResult::confirmed();
  for (unsigned Step = 1; Step <= Steps && R.isConfirmed(); ++Step) {
    Run.step();
    R = Run.expectNone(Run.now(AnyError),
                       "an error is reached in step " + std::to_string(Step));
    // Whether no run has so many steps is asked now and then.
    if (R.isConfirmed() && llvm::isPowerOf2_32(Step) &&
        Run.expectNone(C.context().boolean(true), "").isConfirmed())
      break;
  }
  return R;
}

/// Refuted if \p C has a run to an error that is soon found; to check \p P on
/// the system took so many seconds.
static CheckResult checkOnAutomaton(const Cfa &C, const SystemProof &P,
                                    double Seconds, const Budget &B) {
  using Paths = TsInvariant::Paths;
  static constexpr unsigned MaxSteps = 100;
  const TsInvariant &I = P.Proof;
  // (Of work, so that it does not depend on what else the machine does.)
  const Budget Short = B.onThisThread(std::clamp(1.5 * Seconds, 0.1, 0.3));
  auto noErrors = [&](const Budget &Own) {
    return excludeErrors(C, P.Places, std::max(MaxSteps, I.K), Own);
  };
  CheckResult R = I.PathKind == Paths::Initial
                      ? noErrors(Short)
                      : checkInduction(C, P.Places, I.K, I.PathKind, Short);
  // Simple paths may be longer before transforms, as states differ in what
  // these leave out; so that it is no induction there proves nothing.
  if (R.isRefuted() && I.PathKind != Paths::Initial)
    R = noErrors(B.onThisThread(I.PathKind == Paths::Any ? 2 : 0.3));
  return R.isRefuted() ? R : CheckResult::confirmed();
}

CheckResult sooth::checkSystemProof(const Cfa &C, const SystemProof &P,
                                    const Budget &B) {
  const TsInvariant &I = P.Proof;
  if (I.K == 1)
    return checkInvariant(C, P.Places, B);
  const auto Start = std::chrono::steady_clock::now();
  const CheckResult R = checkInvariant(P.System, P.P, I, B);
  const std::chrono::duration<double> Seconds =
      std::chrono::steady_clock::now() - Start;
  return R.isConfirmed() ? checkOnAutomaton(C, P, Seconds.count(), B) : R;
}
