//===- StateTable.cpp - All states of a system that has few ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StateTable.h"

#include "sooth/Expr/Evaluator.h"

using namespace sooth;
using namespace sooth::stscegar;
using Function = FiniteFunctions::Function;
using llvm::DynamicAPInt;

//===----------------------------------------------------------------------===//
// Results of expressions
//===----------------------------------------------------------------------===//

const Value &Function::operator()(Point P) const {
  size_t At = 0;
  for (const Argument &A : Arguments)
    At += P[A.Var] * A.Stride;
  return Results[At];
}

void FiniteFunctions::add(Expr Var, std::vector<Value> Values) {
  auto F = std::make_unique<Function>();
  F->Arguments.push_back({unsigned(Vars.size()), 1});
  F->Results = Values;
  Memo[Var] = std::move(F);
  Vars.push_back({Var, std::move(Values)});
}

const Function *FiniteFunctions::of(Expr E) {
  if (auto It = Memo.find(E); It != Memo.end())
    return It->second.get();
  postOrder({E}, [&](Expr Part) {
    if (!Memo.contains(Part))
      Memo[Part] = make(Part);
  });
  return Memo.find(E)->second.get();
}

std::unique_ptr<Function> FiniteFunctions::make(Expr E) {
  auto F = std::make_unique<Function>();
  if (E.isConst()) {
    F->Results.push_back(E.value());
    return F;
  }
  if (E.isVar())
    return nullptr;
  llvm::SmallVector<const Function *, 8> Of;
  std::vector<unsigned> Positions;
  for (Expr Op : E.operands()) {
    Of.push_back(Memo.find(Op)->second.get());
    if (!Of.back())
      return nullptr;
    for (const Function::Argument &A : Of.back()->Arguments)
      Positions.push_back(A.Var);
  }
  llvm::sort(Positions);
  Positions.erase(llvm::unique(Positions), Positions.end());
  size_t Size = 1;
  for (unsigned Var : Positions) {
    F->Arguments.push_back({Var, Size});
    Size *= Vars[Var].Values.size();
    if (Size > Left)
      return nullptr;
  }
  Left -= Size;
  std::vector<unsigned> Point(Vars.size());
  llvm::SmallVector<Value, 8> Ops;
  F->Results.reserve(Size);
  while (F->Results.size() < Size) {
    Ops.clear();
    for (const Function *Operand : Of)
      Ops.push_back((*Operand)(Point));
    F->Results.push_back(
        applyKind(E.kind(), Ops, E.param(0), E.param(1), E.sort()));
    for (unsigned Var : Positions) {
      if (++Point[Var] < Vars[Var].Values.size())
        break;
      Point[Var] = 0;
    }
  }
  return F;
}

//===----------------------------------------------------------------------===//
// Values of variables
//===----------------------------------------------------------------------===//

namespace {
struct Range {
  std::optional<DynamicAPInt> Low, High;
};
} // namespace

/// What the conjuncts \p Facts say of the integer \p X one by one.
static Range rangeIn(llvm::ArrayRef<Expr> Facts, Expr X) {
  Range R;
  auto AtLeast = [&](const DynamicAPInt &V) {
    if (!R.Low || *R.Low < V)
      R.Low = V;
  };
  auto AtMost = [&](const DynamicAPInt &V) {
    if (!R.High || V < *R.High)
      R.High = V;
  };
  for (Expr Fact : Facts) {
    const bool IsNegated = Fact.is(Kind::Not);
    Expr E = IsNegated ? Fact.operand(0) : Fact;
    const bool IsEqual = E.is(Kind::Eq) && !IsNegated;
    if (!IsEqual && !E.is(Kind::Lt) && !E.is(Kind::Le))
      continue;
    const bool IsLeft = E.operand(0) == X;
    const Expr Other = E.operand(IsLeft ? 1 : 0);
    if ((!IsLeft && E.operand(1) != X) || !Other.isConst())
      continue;
    const DynamicAPInt C = Other.value().integer();
    // not (x < c) is c <= x, and so on.
    const bool IsStrict = E.is(Kind::Lt) != IsNegated;
    if (IsEqual || IsLeft != IsNegated)
      AtMost(IsStrict && !IsEqual ? C - 1 : C);
    if (IsEqual || IsLeft == IsNegated)
      AtLeast(IsStrict && !IsEqual ? C + 1 : C);
  }
  return R;
}

/// Both, if both have bounds.
static std::optional<Range> hull(std::optional<Range> A, const Range &B) {
  if (!A || !A->Low || !A->High || !B.Low || !B.High)
    return std::nullopt;
  return Range{std::min(*A->Low, *B.Low), std::max(*A->High, *B.High)};
}

/// All, if they are not more than \p Most.
static std::vector<Value> valuesIn(const Range &R, size_t Most) {
  std::vector<Value> Values;
  if (*R.High - *R.Low >= DynamicAPInt(int64_t(Most)))
    return {};
  for (DynamicAPInt V = *R.Low; V <= *R.High; ++V)
    Values.push_back(Value(V));
  return Values;
}

static std::vector<Value> valuesOfType(Sort S, size_t Most) {
  if (S.isBool())
    return {Value(false), Value(true)};
  std::vector<Value> Values;
  if (!S.isBitVec() || S.width() > 20 || size_t(1) << S.width() > Most)
    return Values;
  for (uint64_t V = 0; V < uint64_t(1) << S.width(); ++V)
    Values.push_back(Value(llvm::APInt(S.width(), V)));
  return Values;
}

StateTable::StateTable(const TransitionSystem &M, unsigned MaxStates)
    : M(M), MaxStates(MaxStates), Functions(size_t(MaxStates) * 64) {}

std::unique_ptr<StateTable> StateTable::create(const TransitionSystem &M,
                                               unsigned MaxStates) {
  std::unique_ptr<StateTable> T(new StateTable(M, MaxStates));
  return T->addVariables() && T->fill() ? std::move(T) : nullptr;
}

bool StateTable::addVariables() {
  ExprContext &Ctx = M.context();
  llvm::SmallVector<Expr, 16> OfInit, OfSteps;
  conjuncts(M.init(), OfInit);
  conjuncts(M.constraint(), OfSteps);
  std::vector<Expr> Within;
  auto Add = [&](Expr Var, std::vector<Value> Values, size_t &Count) {
    Count *= Values.size();
    if (Values.empty() || States > MaxStates ||
        States * Inputs * Nexts > MaxStates * 16)
      return false;
    Functions.add(Var, std::move(Values));
    return true;
  };
  for (const TsVariable &V : M.variables()) {
    std::vector<Value> Values;
    if (V.Cur.sort().isInt()) {
      auto Both = hull(rangeIn(OfInit, V.Cur), rangeIn(OfSteps, V.Cur));
      if (!V.Update)
        Both = hull(Both, rangeIn(OfSteps, V.Next));
      if (!Both)
        return false;
      Values = valuesIn(*Both, MaxStates);
      Within.push_back(Ctx.make(Kind::Le, {Ctx.integer(*Both->Low), V.Cur}));
      Within.push_back(Ctx.make(Kind::Le, {V.Cur, Ctx.integer(*Both->High)}));
    } else {
      Values = valuesOfType(V.Cur.sort(), MaxStates);
    }
    if (!Add(V.Cur, std::move(Values), States))
      return false;
  }
  Bounds = Ctx.mkAnd(Within);
  for (Expr Y : M.inputs()) {
    std::vector<Value> Values;
    if (Y.sort().isInt()) {
      const Range R = rangeIn(OfSteps, Y);
      if (R.Low && R.High)
        Values = valuesIn(R, MaxStates);
    } else {
      Values = valuesOfType(Y.sort(), MaxStates);
    }
    if (!Add(Y, std::move(Values), Inputs))
      return false;
  }
  for (size_t I = 0; I < M.variables().size(); ++I)
    if (const TsVariable &V = M.variables()[I];
        !V.Update && !Add(V.Next, valuesOf(I), Nexts))
      return false;
  return States <= MaxStates;
}

//===----------------------------------------------------------------------===//
// States and steps
//===----------------------------------------------------------------------===//

/// A number as digits, the lowest first, of which each has as many values as
/// its variable.
static void setDigits(size_t Number,
                      llvm::ArrayRef<FiniteFunctions::Variable> Vars,
                      llvm::MutableArrayRef<unsigned> Digits) {
  for (auto [Var, Digit] : llvm::zip_equal(Vars, Digits)) {
    Digit = Number % Var.Values.size();
    Number /= Var.Values.size();
  }
}

/// Returns false if one leads to a state that is not in the table. \p Point has
/// the state and the inputs.
bool StateTable::addSteps(unsigned From, unsigned InputNumber,
                          llvm::MutableArrayRef<unsigned> Point) {
  const size_t NextAt = M.variables().size() + M.inputs().size();
  for (size_t Next = 0; Next < Nexts; ++Next) {
    setDigits(Next, Functions.variables().drop_front(NextAt),
              Point.drop_front(NextAt));
    if (llvm::any_of(Conditions,
                     [&](const Function *F) { return !(*F)(Point).boolean(); }))
      continue;
    size_t To = 0;
    for (size_t I = M.variables().size(); I-- > 0;) {
      const Value &Result = (*Updates[I])(Point);
      auto It = llvm::lower_bound(valuesOf(I), Result);
      if (It == valuesOf(I).end() || *It != Result)
        return false;
      To = To * valuesOf(I).size() + (It - valuesOf(I).begin());
    }
    Steps[From].push_back({unsigned(To), InputNumber});
  }
  return true;
}

bool StateTable::fill() {
  const size_t N = M.variables().size(), NumInputs = M.inputs().size();
  llvm::SmallVector<Expr, 16> Parts;
  conjuncts(M.constraint(), Parts);
  for (Expr E : Parts)
    Conditions.push_back(Functions.of(E));
  for (const TsVariable &V : M.variables())
    Updates.push_back(Functions.of(V.Update ? V.Update : V.Next));
  if (llvm::is_contained(Conditions, nullptr) ||
      llvm::is_contained(Updates, nullptr))
    return false;
  Functions.setNoLimit();
  First = where(M.init());
  Steps.resize(States);
  std::vector<unsigned> Point(Functions.variables().size());
  llvm::MutableArrayRef<unsigned> All(Point);
  for (unsigned S = 0; S < States; ++S) {
    setDigits(S, Functions.variables().take_front(N), All.take_front(N));
    for (unsigned I = 0; I < Inputs; ++I) {
      setDigits(I, Functions.variables().slice(N, NumInputs),
                All.slice(N, NumInputs));
      if (!addSteps(S, I, Point))
        return false;
    }
  }
  return true;
}

StateTable::Set StateTable::whereAtom(Expr E) {
  Set Result(States);
  const Function &F = *Functions.of(E);
  std::vector<unsigned> Point(Functions.variables().size());
  for (unsigned S = 0; S < States; ++S) {
    if (F(Point).boolean())
      Result.set(S);
    for (size_t I = 0; I < M.variables().size(); ++I) {
      if (++Point[I] < valuesOf(I).size())
        break;
      Point[I] = 0;
    }
  }
  return Result;
}

StateTable::Set StateTable::where(Expr E) {
  postOrder({E}, Known, [&](Expr Part) {
    if (!Part.isBool())
      return;
    Set Result;
    switch (Part.kind()) {
    case Kind::Not:
      Result = Sets.find(Part.operand(0))->second;
      Result.flip();
      break;
    case Kind::And:
    case Kind::Or:
      for (Expr Op : Part.operands()) {
        const Set &Other = Sets.find(Op)->second;
        if (Result.empty())
          Result = Other;
        else if (Part.is(Kind::And))
          Result &= Other;
        else
          Result |= Other;
      }
      break;
    default:
      Result = whereAtom(Part);
      break;
    }
    Sets[Part] = std::move(Result);
  });
  return Sets.find(E)->second;
}

StateTable::Set StateTable::after(const Set &From) const {
  Set Result(States);
  for (unsigned S : From.set_bits())
    for (const Step &To : Steps[S])
      Result.set(To.To);
  return Result;
}

StateTable::Set StateTable::before(const Set &To) const {
  Set Result(States);
  for (unsigned S = 0; S < States; ++S)
    if (llvm::any_of(Steps[S], [&](const Step &E) { return To.test(E.To); }))
      Result.set(S);
  return Result;
}

static Valuation combination(size_t Number,
                             llvm::ArrayRef<FiniteFunctions::Variable> Vars) {
  std::vector<unsigned> Digits(Vars.size());
  setDigits(Number, Vars, Digits);
  Valuation Values;
  for (auto [V, Digit] : llvm::zip_equal(Vars, Digits))
    Values[V.Var] = V.Values[Digit];
  return Values;
}

Valuation StateTable::state(unsigned S) const {
  return combination(S, Functions.variables().take_front(M.variables().size()));
}

Valuation StateTable::inputsOf(unsigned From, unsigned To) const {
  auto It =
      llvm::find_if(Steps[From], [&](const Step &S) { return S.To == To; });
  return combination(It->Inputs, Functions.variables().slice(
                                     M.variables().size(), M.inputs().size()));
}
