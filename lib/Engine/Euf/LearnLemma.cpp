//===- LearnLemma.cpp - Lemmas from what is infeasible --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// LEARNLEMMA, Algorithm 8: the negation of formulas that contradict each other
// is valid; before it is learnt it is freed of inputs and simplified, and
// learnt for both copies of the state if it is about one.
//

#include "GeneralFacts.h"
#include "Refinement.h"

using namespace sooth;
using namespace sooth::euf;

/// An operator is interpreted when it occurs in so many lemmas.
static constexpr unsigned LemmasPerOperator = 3;

std::vector<Expr> Refinement::propagateEqualities(llvm::ArrayRef<Expr> Core) {
  ExprContext &Ctx = Sys.context();
  std::vector<Expr> Literals(Core.begin(), Core.end());
  auto Rank = [&](Expr V) {
    return Sys.isNext(V) ? 2 : Sys.isStateTerm(V) ? 0 : 1;
  };
  for (;;) {
    // The variable that should go first, and what it equals.
    Expr From, To;
    for (Expr L : Literals) {
      if (!L.is(Kind::Eq))
        continue;
      for (unsigned I = 0; I < 2; ++I) {
        Expr V = L.operand(I), Other = L.operand(1 - I);
        if (!V.isVar() || (From && Rank(V) <= Rank(From)) ||
            (Rank(V) == 0 && !Other.isConst() && !Other.isVar()) ||
            anyVariable(Other, [&](Expr W) { return W == V; }))
          continue;
        From = V;
        To = Other;
      }
    }
    if (!From)
      return Literals;
    Substitution Sub(Ctx, Substitution::Mode::Raw);
    Sub.set(From, To);
    std::vector<Expr> Next;
    for (Expr L : Literals)
      if (Expr E = Sub(L); !E.isTrue())
        Next.push_back(E);
    Literals = std::move(Next);
  }
}

Expr Refinement::normalize(Expr Root, Learnt &Any) {
  ExprContext &Ctx = Sys.context();
  llvm::SmallVector<Expr, 4> Ops;
  postOrder({Root}, [&](Expr E) {
    if (Normal.contains(E))
      return;
    Ops.clear();
    for (Expr Op : E.operands())
      Ops.push_back(Normal.lookup(Op));
    Expr Plain = E.numOperands() ? Ctx.rebuildRaw(E, Ops) : E;
    Expr To = E.numOperands()
                  ? Ctx.make(E.kind(), Ops, E.param(0), E.param(1), E.sort())
                  : E;
    if (To != Plain) {
      // As the simplification is valid, so is the equality.
      Expr Fact = Ctx.makeRaw(Kind::Eq, {Plain, To});
      if (addLemma(Fact) == Learnt::New) {
        ++Stats.RewriteLemmas;
        Any = Learnt::New;
        countOperator(Plain);
      }
    }
    Normal[E] = To;
  });
  return Normal.lookup(Root);
}

Refinement::Learnt Refinement::learnFacts(llvm::ArrayRef<Expr> Core) {
  if (O.Learn == EufOptions::Facts::None)
    return Learnt::Nothing;
  std::vector<Expr> Facts = generalFacts(Sys.context(), Core);
  if (Facts.empty())
    return Learnt::Nothing;
  if (!EufSolvers || MeaningOfSolvers != Sys.meaning().size()) {
    EufSolvers = createZ3EufFamily(Sys.meaning());
    MeaningOfSolvers = Sys.meaning().size();
  }
  std::unique_ptr<EufSolver> Euf = EufSolvers->create(minimalCores());
  for (Expr L : Core)
    Euf->add(L);
  Learnt Any = Learnt::Nothing;
  if (Euf->check(Facts, B) == Answer::Unsat)
    for (Expr Fact : Euf->core())
      if (addLemma(Fact) == Learnt::New) {
        ++Stats.Facts;
        Any = Learnt::New;
      }
  return Any;
}

Refinement::Learnt Refinement::learnLemma(llvm::ArrayRef<Expr> Core) {
  ExprContext &Ctx = Sys.context();
  Learnt Any = Learnt::Nothing;
  llvm::SmallVector<Expr, 8> Clause;
  for (Expr L : propagateEqualities(Core))
    Clause.push_back(Ctx.mkNot(normalize(L, Any)));
  Expr Lemma = Ctx.mkOr(Clause);
  if (!Lemma.isTrue() && addLemma(Lemma) == Learnt::New) {
    ++Stats.ConstraintLemmas;
    Any = Learnt::New;
    countOperators(Lemma);
  }
  return Any;
}

void Refinement::countOperators(Expr Lemma) {
  std::set<Operator> InLemma;
  postOrder({Lemma}, [&](Expr E) {
    if (Operator::isApplication(E) && InLemma.insert(Operator(E)).second)
      countOperator(E);
  });
}

/// Where arithmetic matters, Spacer's interpolants say more than those of
/// cores, which speak of the values of one path.
void Refinement::countOperator(Expr E) {
  if (O.Operators == EufOptions::Interpret::Never ||
      !Operator::isApplication(E) || Sys.meaning().isInterpreted(E))
    return;
  Operator Op(E);
  if (!Op.isCheap() || ++LemmasAbout[Op] < LemmasPerOperator)
    return;
  Sys.interpret(E);
  ++Stats.Interpreted;
}

Refinement::Learnt Refinement::addLemma(Expr L) {
  if (L.isTrue() || !LemmaSet.insert(L).second)
    return Learnt::Nothing;
  Sys.addLemma(L);
  Expr Other = L;
  switch (Sys.variablesOf(L)) {
  case AbstractSystem::Variables::Current:
    Sys.makeKnown(L);
    Other = Sys.prime(L);
    break;
  case AbstractSystem::Variables::NextOnly:
    Other = Sys.unprime(L);
    Sys.makeKnown(Other);
    break;
  case AbstractSystem::Variables::None:
    Sys.makeKnown(L);
    break;
  case AbstractSystem::Variables::Mixed:
    break;
  }
  if (LemmaSet.insert(Other).second)
    Sys.addLemma(Other);
  return Learnt::New;
}
