//===- Pdr.cpp - IC3 on bits ----------------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Pdr/Pdr.h"

#include "Ic3.h"
#include "PredicatePaths.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Transform/Bits/BitLevelSystem.h"
#include "sooth/Transform/Bits/FunctionalSystem.h"

#include "llvm/ADT/Twine.h"

using namespace sooth;
using namespace sooth::pdr;
using Bit = BitLevelSystem::Bit;

namespace {
class Pdr final : public TsEngine {
public:
  llvm::StringRef name() const override { return "pdr"; }
  TsResult check(const TransitionSystem &M, const Property &P,
                 const Budget &B) override;
  void report(Statistics &S) const override {
    S.add("pdr.frames", Frames);
    S.add("pdr.clauses", Clauses);
    S.add("pdr.queries", Queries);
    S.add("pdr.abstractions", Abstractions);
  }

private:
  TsResult checkBits(const TransitionSystem &M, const Budget &B,
                     llvm::ArrayRef<Expr> Facts = {});
  TsResult checkPredicates(const TransitionSystem &M, const Budget &B);

  unsigned Frames = 0, Clauses = 0, Queries = 0, Abstractions = 0;
};
} // namespace

/// \p M with the one property.
static TransitionSystem withProperty(const TransitionSystem &M,
                                     const Property &P) {
  TransitionSystem One(M.context());
  for (const TsVariable &V : M.variables())
    One.addVariable(V);
  for (Expr Y : M.inputs())
    One.addInput(Y);
  One.setInit(M.init());
  One.setConstraint(M.constraint());
  One.addProperty(P);
  return One;
}

static Expr invariantOf(ExprContext &Ctx, const BitLevelSystem &Bits,
                        const std::vector<Cube> &Excluded) {
  std::vector<Expr> Clauses;
  for (const Cube &C : Excluded) {
    std::vector<Expr> Literals;
    for (int L : C) {
      Expr Term = Bits.Latches[std::abs(L) - 1].term(Ctx);
      Literals.push_back(L > 0 ? Ctx.mkNot(Term) : Term);
    }
    Clauses.push_back(Ctx.mkOr(Literals));
  }
  return Ctx.mkAnd(Clauses);
}

/// Words of their bits.
static Valuation wordsOf(llvm::ArrayRef<Bit> Bits,
                         const std::vector<bool> &Values) {
  Valuation Words;
  for (size_t I = 0; I < Bits.size(); ++I) {
    Expr Var = Bits[I].Var;
    Value &Word = Words.try_emplace(Var, Value::zero(Var.sort())).first->second;
    if (Var.isBool()) {
      Word = Value(bool(Values[I]));
    } else if (Values[I]) {
      llvm::APInt Number = Word.bits();
      Number.setBit(Bits[I].Position);
      Word = Value(Number);
    }
  }
  return Words;
}

static TsTrace traceOf(const TransitionSystem &M, const BitLevelSystem &Bits,
                       const AigerRun &Run) {
  TsTrace T;
  Valuation State = wordsOf(Bits.Latches, Run.Latches);
  for (size_t Step = 0; Step < Run.Inputs.size(); ++Step) {
    T.States.push_back(State);
    if (Step + 1 == Run.Inputs.size())
      break;
    Valuation Inputs = wordsOf(Bits.Inputs, Run.Inputs[Step]);
    Valuation All = State;
    for (auto &[Y, V] : Inputs)
      All[Y] = V;
    Evaluator Eval(All);
    for (const TsVariable &V : M.variables())
      State[V.Cur] = Eval(V.Update);
    T.Inputs.push_back(std::move(Inputs));
  }
  return T;
}

/// \p Clauses, over Boolean state variables, some of which may not matter.
static void addFacts(Ic3 &Search, const BitLevelSystem &Bits,
                     llvm::ArrayRef<Expr> Clauses) {
  ExprMap<int> Latches;
  for (size_t I = 0; I < Bits.Latches.size(); ++I)
    Latches[Bits.Latches[I].Var] = int(I) + 1;
  for (Expr Clause : Clauses) {
    llvm::SmallVector<Expr, 4> Literals;
    disjuncts(Clause, Literals);
    Cube OneOf;
    for (Expr L : Literals) {
      const bool IsNegated = L.is(Kind::Not);
      if (int Latch = Latches.lookup(IsNegated ? L.operand(0) : L))
        OneOf.push_back(IsNegated ? -Latch : Latch);
    }
    if (OneOf.size() == Literals.size())
      Search.addFact(OneOf);
  }
}

/// Requires a system of Booleans and bit-vectors that makeFunctional() has
/// made. Clauses of \p Facts are about its state variables.
TsResult Pdr::checkBits(const TransitionSystem &M, const Budget &B,
                        llvm::ArrayRef<Expr> Facts) {
  auto Bits = toBits(M);
  if (!Bits)
    return TsResult::unknown(UnknownReason::Kind::Unsupported,
                             Cause::quote(llvm::toString(Bits.takeError())));
  Ic3 Search(Bits->Model, B);
  addFacts(Search, *Bits, Facts);
  Ic3::Outcome Found = Search.run([&](unsigned Frame, size_t Learned) {
    progress("frame " + llvm::Twine(Frame) + ", " + llvm::Twine(Learned) +
             " clauses");
  });
  Frames = std::max(Frames, Search.frames());
  Clauses += Search.learned();
  Queries += Search.asked();
  switch (Found) {
  case Ic3::Outcome::Safe:
    return TsResult::safe(
        {invariantOf(M.context(), *Bits, Search.invariant())});
  case Ic3::Outcome::Unsafe:
    return TsResult::unsafe(traceOf(M, *Bits, Search.trace()));
  case Ic3::Outcome::Stopped:
    break;
  }
  auto E = B.exhausted();
  return TsResult::unknown(
      {.What = E ? reasonOf(*E) : UnknownReason::Kind::Solver,
       .Depth = Search.frames()});
}

/// Predicate abstraction in which each abstraction is a system of bits.
TsResult Pdr::checkPredicates(const TransitionSystem &M, const Budget &B) {
  PredicateSystem Abstract(M);
  PredicatePaths Paths(M, Abstract, B);
  for (;;) {
    ++Abstractions;
    const TransitionSystem Booleans = Abstract.booleans();
    const FunctionalSystem F = makeFunctional(Booleans);
    TsResult R = checkBits(F.Model, B, Abstract.facts());
    if (R.isSafe())
      return TsResult::safe({Abstract.back(F.back(R.invariant().Formula))});
    if (!R.isUnsafe())
      return R;
    switch (Paths.check(F.back(R.trace(), Booleans))) {
    case PredicatePaths::Outcome::Run:
      return TsResult::unsafe(Paths.run());
    case PredicatePaths::Outcome::Refined:
      break;
    case PredicatePaths::Outcome::Stopped:
      return TsResult::unknown(Paths.reason());
    }
  }
}

TsResult Pdr::check(const TransitionSystem &M, const Property &P,
                    const Budget &B) {
  const FunctionalSystem F = makeFunctional(withProperty(M, P));
  TsResult R = PredicateSystem::suits(F.Model) ? checkPredicates(F.Model, B)
                                               : checkBits(F.Model, B);
  if (R.isSafe())
    return TsResult::safe({F.back(R.invariant().Formula)});
  if (R.isUnsafe())
    return TsResult::unsafe(F.back(R.trace(), M));
  return R;
}

std::unique_ptr<TsEngine> sooth::createPdr() { return std::make_unique<Pdr>(); }
