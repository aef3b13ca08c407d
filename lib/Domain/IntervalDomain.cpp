//===- IntervalDomain.cpp - Intervals -------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Explicit values (paper 2.2.1) made weaker: a tracked variable is in an
// interval that begins and ends at constants of the program or their
// neighbours, so that there are finitely many and nothing has to be widened. As
// in the classical analysis ("1*" of Algorithm 4) no solver is asked.
//
//===----------------------------------------------------------------------===//

#include "DomainParts.h"
#include "IntervalEvaluator.h"

#include "sooth/Domain/Thresholds.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using llvm::APInt;
using Range = llvm::ConstantRange;

namespace {
/// Numbers intervals in order of appearance, those of all widths together.
class Intervals final : public FactOrder {
public:
  explicit Intervals(ExprContext &Ctx) : Ctx(Ctx) {}

  uint32_t number(const Range &R);
  const Range &range(uint32_t Number) const { return All[Number]; }
  Expr formula(Expr Item, uint32_t Val) override;
  bool covers(uint32_t By, uint32_t Of) const override {
    return range(By).contains(range(Of));
  }

private:
  ExprContext &Ctx;
  std::vector<Range> All;
  std::unordered_multimap<size_t, uint32_t> ByHash;
};

class IntervalDomain final : public Domain {
public:
  explicit IntervalDomain(const DomainInput &In);

  Tracks tracks() const override { return Tracks::Variables; }
  Change refineWith(TrackedSet &T, Expr Formula, Effort) const override {
    return addVariables(T, Formula, State);
  }
  Targets targets(const Step &Q, const TrackedSet &P, const Budget &B) override;

private:
  Range round(const Range &R) const;

  std::shared_ptr<Intervals> Order;
  ExprSet State;
  Thresholds Bounds; // sorted as unsigned numbers
};
} // namespace

uint32_t Intervals::number(const Range &R) {
  size_t Hash = llvm::hash_combine(R.getLower(), R.getUpper());
  auto [First, Last] = ByHash.equal_range(Hash);
  for (auto It = First; It != Last; ++It)
    if (All[It->second].getBitWidth() == R.getBitWidth() &&
        All[It->second] == R)
      return It->second;
  uint32_t Number = All.size();
  All.push_back(R);
  ByHash.emplace(Hash, Number);
  return Number;
}

Expr Intervals::formula(Expr Item, uint32_t Val) {
  const Range &R = range(Val);
  assert(!R.isFullSet() && !R.isEmptySet());
  if (Item.isBool())
    return R.getSingleElement()->getBoolValue() ? Item : Ctx.mkNot(Item);
  if (const APInt *One = R.getSingleElement())
    return Ctx.mkEq(Item, Ctx.bv(*One));
  Expr Low = Ctx.bv(R.getLower()), High = Ctx.bv(R.getUpper() - 1);
  if (!R.isWrappedSet())
    return Ctx.mkAnd(Ctx.mkUle(Low, Item), Ctx.mkUle(Item, High));
  if (!R.isSignWrappedSet())
    return Ctx.mkAnd(Ctx.mkSle(Low, Item), Ctx.mkSle(Item, High));
  return Ctx.mkOr(Ctx.mkUle(Low, Item), Ctx.mkUle(Item, High));
}

IntervalDomain::IntervalDomain(const DomainInput &In)
    : Domain(In.Table, In.S),
      Order(std::make_shared<Intervals>(In.C.context())),
      State(stateVariables(In.C)), Bounds(findThresholds(In.C)) {
  for (Expr Var : State)
    if (Var.sort().isBitVec())
      Bounds.try_emplace(Var.sort().width());
  for (auto &[Width, Numbers] : Bounds) {
    Numbers.insert(Numbers.end(),
                   {APInt::getZero(Width), APInt::getMaxValue(Width),
                    APInt::getSignedMinValue(Width),
                    APInt::getSignedMaxValue(Width)});
    llvm::sort(Numbers,
               [](const APInt &A, const APInt &B) { return A.ult(B); });
    Numbers.erase(std::unique(Numbers.begin(), Numbers.end()), Numbers.end());
  }
}

/// The least range between thresholds that contains \p R, which is not empty.
Range IntervalDomain::round(const Range &R) const {
  if (R.isFullSet() || R.getBitWidth() == 1)
    return R;
  const std::vector<APInt> &Numbers = Bounds.find(R.getBitWidth())->second;
  APInt Last = R.getUpper() - 1;
  auto Less = [](const APInt &A, const APInt &B) { return A.ult(B); };
  // Zero and the largest number are among them.
  auto Low = std::prev(
      std::upper_bound(Numbers.begin(), Numbers.end(), R.getLower(), Less));
  auto High = std::lower_bound(Numbers.begin(), Numbers.end(), Last, Less);
  // A range that wraps around may have become everything.
  if (Last.ult(R.getLower()) && !High->ult(*Low))
    return Range::getFull(R.getBitWidth());
  return Range::getNonEmpty(*Low, *High + 1);
}

Domain::Targets IntervalDomain::targets(const Step &Q, const TrackedSet &P,
                                        const Budget &) {
  IntervalEvaluator Eval;
  Targets Result;
  for (Fact F : Q.From.cube())
    if (Table.kind(F.Item) == StateTable::ItemKind::Ordered &&
        !Eval.restrict(Table.expr(F.Item), Order->range(F.Val)))
      return Result;
  if (!Eval.assume(Q.E.Guard, true))
    return Result;
  Result.Edge = Q.Certain;
  Cube Next;
  for (Expr Var : P.variables()) {
    if (!IntervalEvaluator::hasRange(Var.sort()))
      continue;
    Range R = round(Eval(S->before(Q.E, Var)));
    if (!R.isFullSet())
      Next.push_back(Table.orderedFact(Var, Order, Order->number(R)));
  }
  llvm::sort(Next);
  Result.States.push_back({std::move(Next)});
  return Result;
}

std::unique_ptr<Domain> sooth::createInterval(const DomainInput &In) {
  return std::make_unique<IntervalDomain>(In);
}
