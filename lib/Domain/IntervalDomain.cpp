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

#include "sooth/Domain/IntervalEvaluator.h"
#include "sooth/Domain/Thresholds.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

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
  std::shared_ptr<Intervals> Order;
  ExprSet State;
  Thresholds Bounds;
};
} // namespace

uint32_t Intervals::number(const Range &R) {
  size_t Hash = R.hash();
  auto [First, Last] = ByHash.equal_range(Hash);
  for (auto It = First; It != Last; ++It)
    if (All[It->second].width() == R.width() && All[It->second] == R)
      return It->second;
  uint32_t Number = All.size();
  All.push_back(R);
  ByHash.emplace(Hash, Number);
  return Number;
}

Expr Intervals::formula(Expr Item, uint32_t Val) {
  const Range &R = range(Val);
  if (Item.isBool())
    return R.single()->getBoolValue() ? Item : Ctx.mkNot(Item);
  return R.formula(Ctx, Item);
}

IntervalDomain::IntervalDomain(const DomainInput &In)
    : Domain(In.Table, In.S),
      Order(std::make_shared<Intervals>(In.C.context())),
      State(stateVariables(In.C)), Bounds(findThresholds(In.C)) {}

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
    Range R = Eval(S->before(Q.E, Var));
    if (!Var.isBool())
      R = R.roundedTo(Bounds[R.width()]);
    if (!R.isFull())
      Next.push_back(Table.orderedFact(Var, Order, Order->number(R)));
  }
  llvm::sort(Next);
  Result.States.push_back({std::move(Next)});
  return Result;
}

std::unique_ptr<Domain> sooth::createInterval(const DomainInput &In) {
  return std::make_unique<IntervalDomain>(In);
}
