//===- CfaInvariantChecker.cpp - Invariants of automata -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From each location with a formula, the loop-free part up to the next such
// locations is asked about (RegionPaths.h): a violating path gives a model.
// There is one query for each case of the formula (ValueCases.h) and each group
// of next locations that have the ways there in common. An invariant that is a
// disjunction over the values of a state, of a program that is a switch over
// it, is checked branch by branch so.
//
//===----------------------------------------------------------------------===//

#include "FreshQuery.h"
#include "RegionPaths.h"
#include "ValueCases.h"

#include "sooth/Check/InvariantChecker.h"
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
  CheckResult checkFrom(LocationId Start);
  std::vector<FreshQuery> violations(const ValueCase &Case, RegionPaths &Paths);
  FreshQuery violations(Expr Formula, const RegionPaths &Paths,
                        const RegionPaths::Group &G);
  bool hasFormula(LocationId L) const {
    return IsError.test(L) || I.At.contains(L);
  }
  Expr formula(LocationId L) const {
    return IsError.test(L) ? Ctx.falseExpr() : I.At.lookup(L);
  }
  Expr formulaAt(const RegionPaths::Arrival &A);

  const Cfa &C;
  ExprContext &Ctx;
  const CfaInvariant &I;
  const Budget &B;
  BitVector IsError;
  EdgeReads Reads;
  /// The variables of the formulas asked for so far.
  llvm::DenseMap<LocationId, std::vector<Expr>> FormulaReads;
};
} // namespace

static CheckResult refuted(const llvm::Twine &Why) {
  return CheckResult::refuted(Why.str());
}

CheckResult Checker::declared() {
  ExprSet Known;
  for (const StateVariable &V : C.variables())
    Known.insert(V.Var);
  if (Expr V = undeclared(C.init(), Known))
    return refuted(llvm::Twine("init reads ") + V.name());
  for (const auto &[L, Formula] : I.At) {
    if (L >= C.locations().size() || !Formula || !Formula.isBool())
      return refuted("a formula for no location, or no formula");
    if (Expr V = undeclared(Formula, Known))
      return refuted("the formula at " + llvm::Twine(C.location(L).Name) +
                     " reads " + V.name());
  }
  for (const Edge &E : C.edges()) {
    ExprSet Readable = Known;
    for (const Input &In : E.Inputs)
      if (!Readable.insert(In.Var).second && Known.contains(In.Var))
        return refuted(llvm::Twine("input ") + In.Var.name() +
                       " is a state variable");
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
Expr Checker::formulaAt(const RegionPaths::Arrival &A) {
  Expr F = formula(A.Loc);
  auto [It, IsNew] = FormulaReads.try_emplace(A.Loc);
  if (IsNew)
    It->second = variables({F});
  Substitution Rename(Ctx);
  for (Expr V : It->second)
    Rename.set(V, A.Copies[Reads.index(V)]);
  return Rename(F);
}

/// Whether a path from such a state breaks a formula at its end.
std::vector<FreshQuery> Checker::violations(const ValueCase &Case,
                                            RegionPaths &Paths) {
  std::vector<FreshQuery> Queries;
  Paths.encode(Case.Values);
  for (const RegionPaths::Group &G : Paths.groups())
    if (FreshQuery Q = violations(Case.Formula, Paths, G);
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

FreshQuery Checker::violations(Expr Formula, const RegionPaths &Paths,
                               const RegionPaths::Group &G) {
  FreshQuery Q;
  llvm::SmallVector<Expr, 16> Known;
  conjuncts(Formula, Known);
  // What was known and has not changed needs no question.
  ExprSet IsKnown;
  IsKnown.insert(Known.begin(), Known.end());
  for (unsigned I : G.Arrivals) {
    const RegionPaths::Arrival &A = Paths.arrivals()[I];
    llvm::SmallVector<Expr, 16> Claims;
    conjuncts(formulaAt(A), Claims);
    for (Expr Claim : Claims)
      if (!Claim.isTrue() && !IsKnown.contains(Claim))
        Q.Alternatives.push_back(Ctx.mkAnd(A.At, Ctx.mkNot(Claim)));
  }
  Q.Parts = Paths.constraints(G);
  Q.Parts.push_back(Formula);
  return Q;
}

CheckResult Checker::checkFrom(LocationId Start) {
  RegionPaths Paths(C, Reads, Start,
                    [&](LocationId L) { return hasFormula(L); });
  const std::string &Name = C.location(Start).Name;
  if (!Paths.isLoopFree())
    return refuted("a cycle after " + Name +
                   " passes no location with a formula");
  const ValueCase Whole = wholeCase(Ctx, formula(Start));
  std::vector<FreshQuery> Queries = violations(Whole, Paths);
  std::vector<FreshQuery> ByValue;
  for (const ValueCase &Case : splitByValues(Ctx, Whole, Paths.constraints()))
    llvm::append_range(ByValue, violations(Case, Paths));
  // That pays if each case leaves few of the ways.
  if (totalParts(ByValue) <= 2 * totalParts(Queries))
    Queries = std::move(ByValue);
  return expectUnsat(Ctx, Queries,
                     "a path from " + Name + " does not preserve the invariant",
                     B);
}

CheckResult Checker::run() {
  if (CheckResult R = declared(); !R.isConfirmed())
    return R;
  for (const ErrorLocation &E : C.errors()) {
    IsError.set(E.Loc);
    auto It = I.At.find(E.Loc);
    if (It == I.At.end())
      return refuted("no formula at the error " + C.location(E.Loc).Name);
    CheckResult R = expectUnsat(
        Ctx, {}, {It->second},
        "the error " + C.location(E.Loc).Name + " is not excluded", B);
    if (!R.isConfirmed())
      return R;
  }
  if (!I.At.contains(C.entry()))
    return refuted("no formula at the entry");
  CheckResult R =
      expectUnsat(Ctx, {C.init()}, {Ctx.mkNot(I.At.lookup(C.entry()))},
                  "init does not imply the formula at the entry", B);
  if (!R.isConfirmed())
    return R;
  for (LocationId L = 0; L < C.locations().size(); ++L) {
    if (!I.At.contains(L) || formula(L).isFalse())
      continue;
    if (CheckResult R = checkFrom(L); !R.isConfirmed())
      return R;
  }
  return CheckResult::confirmed();
}

CheckResult sooth::checkInvariant(const Cfa &C, const CfaInvariant &I,
                                  const Budget &B) {
  return Checker(C, I, B).run();
}
