//===- PetriToCfa.cpp - Petri nets as guarded commands --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Petri/PetriToCfa.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>

using namespace sooth;
using FormulaKind = PetriFormula::Kind;

namespace {
class Encoder {
public:
  Encoder(ExprContext &Ctx, const PetriNet &N, const PetriFormula &Goal,
          const PetriEncoding &E)
      : Ctx(Ctx), N(N), Goal(Goal.expanded(N)), Bounds(E.Bounds),
        Known(E.Known), Of(E.Of), Result(Ctx) {
    chooseWidth(E);
  }
  Cfa run();

private:
  void chooseWidth(const PetriEncoding &E);
  void addPlaces();
  void addTransition(const PetriTransition &T);
  Expr number(int64_t V);
  Expr add(Expr A, Expr B);
  Expr times(int64_t Factor, Expr A);
  Expr atMost(Expr A, Expr B);
  Expr formula(const PetriFormula &F);
  Expr constraint(const LinearConstraint &C);
  Expr sum(const LinearConstraint &C);

  ExprContext &Ctx;
  const PetriNet &N;
  PetriFormula Goal;
  llvm::ArrayRef<std::optional<uint64_t>> Bounds;
  std::vector<PetriFormula> Known;
  PetriEncoding::Counts Of;
  Cfa Result;
  unsigned Width = 0; // of signed bit-vectors; 0 for integers
  std::vector<Expr> Places;
  /// What is true of every reachable marking and would have to be found out
  /// otherwise: tokens are not negative, and no more than their bounds.
  Expr Possible;
};
} // namespace

/// The greatest absolute value of a sum under the bounds.
static unsigned __int128 magnitude(const PetriFormula &F,
                                   const std::vector<uint64_t> &Bounds) {
  unsigned __int128 Result = 0;
  if (F.kind() == FormulaKind::Constraint) {
    const LinearConstraint &C = F.linear();
    Result = C.Bound < 0 ? -uint64_t(C.Bound) : uint64_t(C.Bound);
    unsigned __int128 Sum = 0;
    for (const LinearTerm &T : C.Terms) {
      uint64_t Factor = T.Coefficient < 0 ? -uint64_t(T.Coefficient)
                                          : uint64_t(T.Coefficient);
      unsigned __int128 Product =
          static_cast<unsigned __int128>(Factor) * Bounds[T.Place];
      Sum = Product > ~Sum ? ~static_cast<unsigned __int128>(0) : Sum + Product;
    }
    Result = std::max(Result, Sum);
  }
  for (const PetriFormula &Part : F.parts())
    Result = std::max(Result, magnitude(Part, Bounds));
  return Result;
}

/// Markings before and after firing fit the width, and so do the weights they
/// are compared with: no operation wraps around.
void Encoder::chooseWidth(const PetriEncoding &E) {
  if (E.Bounds.empty())
    return;
  std::vector<uint64_t> Bounds;
  unsigned __int128 Most = 1;
  for (const auto &B : E.Bounds) {
    if (!B)
      return;
    Bounds.push_back(*B);
    Most = std::max<unsigned __int128>(Most, *B);
  }
  uint64_t Heaviest = 0;
  for (const PetriTransition &T : N.transitions())
    for (const auto *Arcs : {&T.Inputs, &T.Outputs, &T.Inhibitors})
      for (const PetriArc &A : *Arcs)
        Heaviest = std::max(Heaviest, A.Weight);
  Most = std::max(Most + Heaviest, magnitude(Goal, Bounds));
  unsigned Bits = 0;
  for (; Most; Most >>= 1)
    ++Bits;
  if (Bits > 62)
    return;
  Width = Bits + 1;
  // Wider bit-vectors would cost more than such a fact brings.
  llvm::erase_if(Known, [&](const PetriFormula &F) {
    return magnitude(F, Bounds) >> Bits != 0;
  });
}

Expr Encoder::number(int64_t V) {
  return Width ? Ctx.bv(llvm::APInt(Width, uint64_t(V), /*isSigned=*/true))
               : Ctx.integer(V);
}
Expr Encoder::add(Expr A, Expr B) {
  return Ctx.make(Width ? Kind::BvAdd : Kind::Add, {A, B});
}
Expr Encoder::times(int64_t Factor, Expr A) {
  return Factor == 1
             ? A
             : Ctx.make(Width ? Kind::BvMul : Kind::Mul, {number(Factor), A});
}
Expr Encoder::atMost(Expr A, Expr B) {
  return Ctx.make(Width ? Kind::BvSle : Kind::Le, {A, B});
}

void Encoder::addPlaces() {
  Sort S = Width ? Ctx.bitVecSort(Width) : Ctx.intSort();
  std::vector<Expr> Init;
  for (const PetriPlace &P : N.places()) {
    Expr Var = Ctx.var(P.Id, S);
    Places.push_back(Var);
    Result.addVariable({Var, P.Id, ValueStyle::Unsigned});
    Init.push_back(Ctx.mkEq(Var, number(int64_t(P.Initial))));
  }
  std::vector<Expr> Limits;
  for (PlaceId P = 0; P < Places.size(); ++P) {
    Limits.push_back(atMost(number(0), Places[P]));
    if (P < Bounds.size() && Bounds[P])
      Limits.push_back(atMost(Places[P], number(int64_t(*Bounds[P]))));
  }
  for (const PetriFormula &F : Known)
    Limits.push_back(formula(F));
  // Guards are compared with each other, part by part, when edges become one
  // relation: on large nets that would cost more than it brings.
  constexpr size_t MostParts = 3000;
  Possible = Limits.size() * N.transitions().size() <= MostParts
                 ? Ctx.mkAnd(Limits)
                 : Ctx.trueExpr();
  Result.setInit(Ctx.mkAnd(Init));
}

void Encoder::addTransition(const PetriTransition &T) {
  Edge E;
  std::vector<Expr> Guard{Possible};
  for (const PetriArc &A : T.Inputs)
    Guard.push_back(atMost(number(int64_t(A.Weight)), Places[A.Place]));
  for (const PetriArc &A : T.Inhibitors)
    Guard.push_back(atMost(Places[A.Place], number(int64_t(A.Weight) - 1)));
  const std::vector<TokenChange> Changes = effectOf(T);
  if (Of == PetriEncoding::Counts::UpToMaxTokens && !Width)
    for (const TokenChange &C : Changes)
      if (C.Change > 0)
        Guard.push_back(
            atMost(Places[C.Place], number(int64_t(MaxTokens) - C.Change)));
  E.Guard = Ctx.mkAnd(Guard);
  for (const TokenChange &C : Changes)
    E.Updates.push_back(
        {Places[C.Place], add(Places[C.Place], number(C.Change))});
  Result.addEdge(std::move(E));
}

Expr Encoder::sum(const LinearConstraint &C) {
  Expr Sum = times(C.Terms.front().Coefficient, Places[C.Terms.front().Place]);
  for (const LinearTerm &T : llvm::drop_begin(C.Terms))
    Sum = add(Sum, times(T.Coefficient, Places[T.Place]));
  return Sum;
}

Expr Encoder::constraint(const LinearConstraint &C) {
  Expr Left = sum(C), Right = number(C.Bound);
  switch (C.Rel) {
  case Relation::LessEqual:
    return atMost(Left, Right);
  case Relation::GreaterEqual:
    return atMost(Right, Left);
  case Relation::Equal:
    return Ctx.mkEq(Left, Right);
  case Relation::NotEqual:
    return Ctx.mkNot(Ctx.mkEq(Left, Right));
  }
  llvm_unreachable("a relation without meaning");
}

Expr Encoder::formula(const PetriFormula &F) {
  std::vector<Expr> Parts;
  for (const PetriFormula &Part : F.parts())
    Parts.push_back(formula(Part));
  switch (F.kind()) {
  case FormulaKind::True:
  case FormulaKind::False:
    return Ctx.boolean(F.kind() == FormulaKind::True);
  case FormulaKind::Constraint:
    return constraint(F.linear());
  case FormulaKind::And:
    return Ctx.mkAnd(Parts);
  case FormulaKind::Or:
    return Ctx.mkOr(Parts);
  case FormulaKind::Not:
  case FormulaKind::Deadlock:
    break; // not in an expanded formula
  }
  llvm_unreachable("a formula without meaning");
}

Cfa Encoder::run() {
  addPlaces();
  LocationId Run = Result.addLocation({"net", {N.file(), 0, 0}});
  LocationId Error = Result.addLocation({"reached", {}});
  Result.setEntry(Run);
  for (const PetriTransition &T : N.transitions())
    addTransition(T);
  Edge ToError;
  ToError.Target = Error;
  ToError.Guard = Ctx.mkAnd(Possible, formula(Goal));
  Result.addEdge(std::move(ToError));
  Result.addError({Error, Failure::Kind::Marking, {}});
  return std::move(Result);
}

Cfa sooth::toCfa(ExprContext &Ctx, const PetriNet &N, const PetriFormula &Goal,
                 const PetriEncoding &E) {
  return Encoder(Ctx, N, Goal, E).run();
}

FiringSequence sooth::firingOf(const PetriNet &N, const CfaTrace &T) {
  FiringSequence Result;
  for (const CfaTrace::Step &S : T.Steps)
    if (S.Taken < N.transitions().size())
      Result.push_back(S.Taken);
  return Result;
}
