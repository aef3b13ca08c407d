//===- CfaInvariantChecker.cpp - Invariants of automata -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From each location with a formula, the loop-free part up to the next such
// locations is asked about (BlockPaths.h): a violating path gives a model.
// There is one query for each case of the formula (ValueCases.h) and each group
// of next locations that have the ways there in common. An invariant that is a
// disjunction over the values of a state, of a program that is a switch over
// it, is checked branch by branch so.
//
// Where few short ways lead to the next locations (ShortWays.h), as where each
// location has a formula, each claim behind each way is a small question, and
// most have a syntactic answer, or one that few terms give (TermBounds.h); the
// others are asked about together.
//
// Universal variables are what they are at the ends of paths, as inputs that
// nobody reads are. At the start, a formula is taken to hold for them and for
// finitely many other values (Instances.h).
//
//===----------------------------------------------------------------------===//

#include "BlockPaths.h"
#include "FreshQuery.h"
#include "Instances.h"
#include "Refuted.h"
#include "ShortWays.h"
#include "TermBounds.h"
#include "UnwindingChecker.h"
#include "ValueCases.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Expr/KnownVariables.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Twine.h"

using namespace sooth;
using llvm::BitVector;

namespace {
class Checker {
public:
  Checker(const Cfa &C, const CfaInvariant &I, const Budget &B)
      : C(C), Ctx(C.context()), I(I), B(B), IsError(C.locations().size()),
        Reads(C) {}
  CheckResult run();

private:
  CheckResult declared();
  CheckResult initiation();
  CheckResult checkFrom(LocationId Start);
  /// What a short way from Start must not do, and what of that is close to it.
  struct Step {
    LocationId Start;
    Expr Violation, Close;
  };
  void addSteps(LocationId Start, Expr Formula, llvm::ArrayRef<ShortWay> Ways);
  std::vector<Expr> closeTo(std::vector<Expr> Asked,
                            llvm::ArrayRef<Expr> Facts);
  CheckResult checkSteps();
  /// What a location's formula says of one state, and what of all values of
  /// the universal variables.
  struct Split {
    Expr OfState;
    std::vector<Expr> OfAll;
  };
  Split split(Expr Formula) const;
  /// Which ways' reads say of which cells \ref Split::OfAll is used.
  enum class ReadsOf { OwnWays, AllWays };
  std::vector<FreshQuery> violations(const ValueCase &Case,
                                     llvm::ArrayRef<Expr> OfAll,
                                     BlockPaths &Paths, ReadsOf Read);
  FreshQuery violations(Expr Formula, llvm::ArrayRef<Expr> OfAll,
                        const BlockPaths &Paths, const BlockPaths::Group &G,
                        ReadsOf Read);
  bool hasFormula(LocationId L) const {
    return IsError.test(L) || I.Formulas.contains(L);
  }
  Expr formula(LocationId L) const {
    return IsError.test(L) ? Ctx.falseExpr() : I.Formulas.lookup(L);
  }
  Expr formulaAt(const BlockPaths::Arrival &A);

  const Cfa &C;
  ExprContext &Ctx;
  const CfaInvariant &I;
  const Budget &B;
  BitVector IsError;
  EdgeReads Reads;
  std::vector<Step> Small; // to be asked about
  TermBounds Bounds;
  KnownVariables Variables;
  /// The variables of the formulas asked for so far.
  llvm::DenseMap<LocationId, std::vector<Expr>> FormulaReads;
};
} // namespace

CheckResult Checker::declared() {
  ExprSet Known;
  for (const StateVariable &V : C.variables())
    Known.insert(V.Var);
  if (Expr V = undeclared(C.init(), Known))
    return refuted(llvm::Twine("init reads ") + V.name());
  ExprSet Universal, InFormulas = Known;
  for (Expr K : I.ForAll) {
    if (!K || !K.isVar() || !Universal.insert(K).second || Known.contains(K))
      return refuted("a universal variable is something else, too");
    InFormulas.insert(K);
  }
  for (const auto &[L, Formula] : I.Formulas) {
    if (L >= C.locations().size() || !Formula || !Formula.isBool())
      return refuted("a formula for no location, or no formula");
    if (Expr V = undeclared(Formula, InFormulas))
      return refuted("the formula at " + llvm::Twine(C.location(L).Name) +
                     " reads " + V.name());
  }
  for (const Edge &E : C.edges()) {
    ExprSet Readable = Known;
    for (const Input &In : E.Inputs)
      if ((!Readable.insert(In.Var).second && Known.contains(In.Var)) ||
          Universal.contains(In.Var))
        return refuted(llvm::Twine("input ") + In.Var.name() +
                       " is a state variable or a universal one");
    std::vector<Expr> Roots{E.Guard};
    for (const Update &U : E.Updates) {
      Roots.push_back(U.Val);
      if (!Known.contains(U.Var))
        return refuted(llvm::Twine("update of the undeclared ") + U.Var.name());
    }
    for (Expr V : variables(Roots))
      if (!Readable.contains(V))
        return refuted(llvm::Twine("an edge reads the undeclared ") + V.name());
  }
  return CheckResult::confirmed();
}

/// What has to hold on arrival, over the copies there.
Expr Checker::formulaAt(const BlockPaths::Arrival &A) {
  Expr F = formula(A.Loc);
  auto [It, IsNew] = FormulaReads.try_emplace(A.Loc);
  if (IsNew)
    It->second = variables({F});
  Substitution Rename(Ctx);
  for (Expr V : It->second)
    if (Reads.isVariable(V))
      Rename.set(V, A.Copies[Reads.index(V)]);
  return Rename(F);
}

Checker::Split Checker::split(Expr Formula) const {
  if (!I.isQuantified())
    return {Formula, {}};
  auto IsUniversal = [&](Expr V) { return llvm::is_contained(I.ForAll, V); };
  llvm::SmallVector<Expr, 16> Facts;
  conjuncts(Formula, Facts);
  std::vector<Expr> OfState, OfAll;
  for (Expr F : Facts)
    (anyVariable(F, IsUniversal) ? OfAll : OfState).push_back(F);
  return {Ctx.mkAnd(OfState), std::move(OfAll)};
}

/// Whether a path from such a state breaks a formula at its end.
std::vector<FreshQuery> Checker::violations(const ValueCase &Case,
                                            llvm::ArrayRef<Expr> OfAll,
                                            BlockPaths &Paths, ReadsOf Read) {
  std::vector<FreshQuery> Queries;
  Paths.encode(Case.Values);
  Substitution Known(Ctx);
  for (const auto &[Var, Val] : Case.Values)
    Known.set(Var, Val);
  std::vector<Expr> Here;
  for (Expr F : OfAll)
    Here.push_back(Known(F));
  for (const BlockPaths::Group &G : Paths.groups())
    if (FreshQuery Q = violations(Case.Formula, Here, Paths, G, Read);
        !Q.Alternatives.empty())
      Queries.push_back(std::move(Q));
  return Queries;
}

static size_t totalParts(llvm::ArrayRef<FreshQuery> Queries) {
  size_t Sum = 0;
  for (const FreshQuery &Q : Queries)
    Sum += Q.Parts.size();
  return Sum;
}

FreshQuery Checker::violations(Expr Formula, llvm::ArrayRef<Expr> OfAll,
                               const BlockPaths &Paths,
                               const BlockPaths::Group &G, ReadsOf Read) {
  FreshQuery Q;
  llvm::SmallVector<Expr, 16> Known;
  conjuncts(Formula, Known);
  llvm::append_range(Known, OfAll);
  // What was known and has not changed needs no question.
  ExprSet IsKnown;
  IsKnown.insert(Known.begin(), Known.end());
  for (unsigned I : G.Arrivals) {
    const BlockPaths::Arrival &A = Paths.arrivals()[I];
    llvm::SmallVector<Expr, 16> Claims;
    conjuncts(formulaAt(A), Claims);
    for (Expr Claim : Claims)
      if (!Claim.isTrue() && !IsKnown.contains(Claim))
        Q.Alternatives.push_back(Ctx.mkAnd(A.Condition, Ctx.mkNot(Claim)));
  }
  Q.Parts = Paths.constraints(G);
  Q.Parts.push_back(Formula);
  std::vector<Expr> Roots = Q.Parts;
  llvm::append_range(Roots, Q.Alternatives);
  if (Read == ReadsOf::AllWays)
    llvm::append_range(Roots, Paths.constraints());
  llvm::append_range(Q.Parts, instances(Ctx, OfAll, I.ForAll, Roots));
  return Q;
}

/// \p Asked with those of \p Facts that share variables with them, with others
/// that do with these, and so on. Arrays are in most facts and connect nothing.
std::vector<Expr> Checker::closeTo(std::vector<Expr> Asked,
                                   llvm::ArrayRef<Expr> Facts) {
  static constexpr unsigned Rounds = 3;
  std::vector<Expr> Rest = Facts.vec();
  ExprSet Reached;
  size_t Done = 0;
  for (unsigned Round = 0; Round < Rounds && Done < Asked.size(); ++Round) {
    for (; Done < Asked.size(); ++Done)
      for (Expr V : Variables.of(Asked[Done]))
        if (Round == 0 || !V.sort().isArray())
          Reached.insert(V);
    llvm::erase_if(Rest, [&](Expr F) {
      if (llvm::none_of(Variables.of(F),
                        [&](Expr V) { return Reached.contains(V); }))
        return false;
      Asked.push_back(F);
      return true;
    });
  }
  return Asked;
}

/// The only value of a variable with which \p Fact is true, if it is one that
/// says so and nothing else.
static std::optional<std::pair<Expr, Expr>> valueBy(Expr Fact,
                                                    ExprContext &Ctx) {
  if (Fact.isVar())
    return std::pair(Fact, Ctx.trueExpr());
  if (Fact.is(Kind::Not) && Fact.operand(0).isVar())
    return std::pair(Fact.operand(0), Ctx.falseExpr());
  if (Fact.is(Kind::Eq))
    for (unsigned I : {0, 1})
      if (Fact.operand(I).isVar() && Fact.operand(1 - I).isConst())
        return std::pair(Fact.operand(I), Fact.operand(1 - I));
  return std::nullopt;
}

void Checker::addSteps(LocationId Start, Expr Formula,
                       llvm::ArrayRef<ShortWay> Ways) {
  llvm::SmallVector<Expr, 16> Before;
  conjuncts(Formula, Before);
  // Terms that differ in variables with one value are the same.
  Substitution Known(Ctx);
  ExprSet IsBefore(Before.begin(), Before.end());
  for (Expr F : Before)
    if (auto Value = valueBy(F, Ctx))
      Known.set(Value->first, Value->second);
  for (Expr &F : Before)
    if (!valueBy(F, Ctx))
      F = Known(F);
  IsBefore.insert(Before.begin(), Before.end());
  for (const ShortWay &W : Ways) {
    std::vector<Expr> Conditions;
    for (Expr P : W.Conditions)
      Conditions.push_back(Known(P));
    ExprSet IsKnown = IsBefore;
    if (llvm::any_of(Conditions, [&](Expr P) {
          return P.isFalse() || IsKnown.contains(Ctx.mkNot(P));
        }))
      continue;
    IsKnown.insert(Conditions.begin(), Conditions.end());
    Substitution AtEnd(Ctx);
    for (const auto &[Var, Val] : W.Values)
      AtEnd.set(Var, Val);
    llvm::SmallVector<Expr, 16> Claims;
    conjuncts(formula(W.End), Claims);
    std::vector<Expr> Broken;
    for (Expr Claim : Claims) {
      Expr Now = Known(AtEnd(Claim));
      if (Now.isTrue() || IsKnown.contains(Now))
        continue;
      std::vector<Expr> Asked = Conditions;
      Asked.push_back(Ctx.mkNot(Now));
      if (!Bounds.contradict(closeTo(std::move(Asked), Before)))
        Broken.push_back(Ctx.mkNot(Now));
    }
    if (Broken.empty())
      continue;
    std::vector<Expr> Parts = Conditions;
    Parts.push_back(Ctx.mkOr(Broken));
    Expr Close = Ctx.mkAnd(closeTo(Parts, Before));
    Parts.push_back(Formula);
    Small.push_back({Start, Ctx.mkAnd(Parts), Close});
  }
}

static CheckResult notPreserved(const Location &Start) {
  return refuted("a path from " + llvm::Twine(Start.Name) +
                 " does not preserve the invariant");
}

/// All are asked about together; only what is wrong needs its place.
CheckResult Checker::checkSteps() {
  // What is close to a step is enough for most.
  auto All = [&](auto Part) {
    std::vector<Expr> Parts;
    for (const Step &S : Small)
      Parts.push_back(S.*Part);
    return Parts;
  };
  const BitVector Easy = easyOnes(Ctx, All(&Step::Close), B);
  unsigned Number = 0;
  llvm::erase_if(Small, [&](const Step &) { return Easy.test(Number++); });
  if (Small.empty())
    return CheckResult::confirmed();
  if (expectUnsat(Ctx, {}, All(&Step::Close), "", B.share(0.5)).isConfirmed())
    return CheckResult::confirmed();
  CheckResult Whole = expectUnsat(Ctx, {}, All(&Step::Violation), "", B);
  if (!Whole.isRefuted())
    return Whole;
  for (const Step &S : Small)
    if (expectUnsat(Ctx, {}, {S.Violation}, "", B).isRefuted())
      return notPreserved(C.location(S.Start));
  return Whole;
}

CheckResult Checker::checkFrom(LocationId Start) {
  auto Stops = [&](LocationId L) { return hasFormula(L); };
  const Split Holds = split(formula(Start));
  if (Holds.OfAll.empty())
    if (auto Ways = shortWays(C, Start, Stops)) {
      addSteps(Start, Holds.OfState, *Ways);
      return CheckResult::confirmed();
    }
  BlockPaths Paths(C, Reads, Start, Stops);
  const std::string &Name = C.location(Start).Name;
  if (!Paths.isLoopFree())
    return refuted("a cycle after " + Name +
                   " passes no location with a formula");
  const ValueCase Whole = wholeCase(Ctx, Holds.OfState);
  std::vector<FreshQuery> Queries =
      violations(Whole, Holds.OfAll, Paths, ReadsOf::OwnWays);
  std::vector<FreshQuery> ByValue;
  for (const ValueCase &Case : splitByValues(Ctx, Whole, Paths.constraints()))
    llvm::append_range(ByValue,
                       violations(Case, Holds.OfAll, Paths, ReadsOf::OwnWays));
  // That pays if each case leaves few of the ways.
  if (totalParts(ByValue) <= 2 * totalParts(Queries))
    Queries = std::move(ByValue);
  const std::string Why =
      "a path from " + Name + " does not preserve the invariant";
  CheckResult Result = expectUnsat(Ctx, Queries, Why, B);
  // What holds of all cells may exclude a way by a cell that only others read.
  if (Result.isRefuted() && !Holds.OfAll.empty())
    Result = expectUnsat(
        Ctx, violations(Whole, Holds.OfAll, Paths, ReadsOf::AllWays), Why, B);
  return Result;
}

/// That what holds at the beginning is all there is to start from.
CheckResult Checker::initiation() {
  if (I.isUnwinding())
    return checkUnwinding(C, I, B);
  for (const ErrorLocation &E : C.errors())
    if (!I.Formulas.contains(E.Loc))
      return refuted("no formula at the error " + C.location(E.Loc).Name);
  if (!I.Formulas.contains(C.entry()))
    return refuted("no formula at the entry");
  return expectUnsat(Ctx, {C.init()}, {Ctx.mkNot(I.Formulas.lookup(C.entry()))},
                     "init does not imply the formula at the entry", B);
}

CheckResult Checker::run() {
  if (CheckResult R = declared(); !R.isConfirmed())
    return R;
  if (I.isUnwinding() && I.isQuantified())
    return refuted("formulas beside an unwinding are about states alone");
  for (const ErrorLocation &E : C.errors()) {
    IsError.set(E.Loc);
    auto It = I.Formulas.find(E.Loc);
    if (It == I.Formulas.end())
      continue;
    CheckResult R = expectUnsat(
        Ctx, {}, {It->second},
        "the error " + C.location(E.Loc).Name + " is not excluded", B);
    if (!R.isConfirmed())
      return R;
  }
  if (CheckResult R = initiation(); !R.isConfirmed())
    return R;
  for (LocationId L = 0; L < C.locations().size(); ++L) {
    if (!I.Formulas.contains(L) || formula(L).isFalse())
      continue;
    if (CheckResult R = checkFrom(L); !R.isConfirmed())
      return R;
  }
  return checkSteps();
}

CheckResult sooth::checkInvariant(const Cfa &C, const CfaInvariant &I,
                                  const Budget &B) {
  return Checker(C, I, B).run();
}
