//===- Separation.cpp - Formulas between two sets of states ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Separation.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::stscegar;

static StateTable::Set both(StateTable::Set A, const StateTable::Set &B) {
  return A &= B;
}

/// How far the variable's value may go from \p At, up and down, until it is
/// that of a state in \p Out.
void Separation::addBounds(size_t Variable, const Value &At, const Set &Out,
                           std::vector<Expr> &Literals) {
  const Expr X = M.variables()[Variable].Cur;
  const Kind LessEqual = X.sort().isInt() ? Kind::Le : Kind::BvUle;
  llvm::ArrayRef<Value> Values = Table.valuesOf(Variable);
  const size_t Own = llvm::lower_bound(Values, At) - Values.begin();
  auto IsOut = [&](size_t I) {
    Expr Is = Ctx.mkEq(X, Ctx.constant(Values[I], X.sort()));
    return Out.anyCommon(Table.where(Is));
  };
  size_t Low = Own, High = Own;
  while (Low > 0 && !IsOut(Low - 1))
    --Low;
  while (High + 1 < Values.size() && !IsOut(High + 1))
    ++High;
  if (High + 1 < Values.size())
    Literals.push_back(
        Ctx.make(LessEqual, {X, Ctx.constant(Values[High], X.sort())}));
  if (Low > 0)
    Literals.push_back(
        Ctx.make(LessEqual, {Ctx.constant(Values[Low], X.sort()), X}));
}

/// Those that hold in \p State; together they exclude all others.
std::vector<Expr> Separation::literalsOf(unsigned State, const Set &Out) {
  std::vector<Expr> Literals;
  for (Expr Atom : Atoms)
    Literals.push_back(Table.where(Atom).test(State) ? Atom : Ctx.mkNot(Atom));
  const Valuation Values = Table.state(State);
  for (size_t I = 0; I < M.variables().size(); ++I) {
    const Expr X = M.variables()[I].Cur;
    const Value &At = Values.find(X)->second;
    if (!X.isBool())
      addBounds(I, At, Out, Literals);
    Literals.push_back(Ctx.mkEq(X, Ctx.constant(At, X.sort())));
  }
  return Literals;
}

/// Each conjunction is one of what holds in some state that the others leave:
/// what excludes many of the others and holds in many of these comes first, and
/// of what is alike in that, what holds in most states.
Separation::Cover Separation::cover(Set In, const Set &Out) {
  Cover Result;
  while (In.any()) {
    Set Inside = In, Outside = Out;
    std::vector<Expr> Cube;
    const std::vector<Expr> Literals = literalsOf(In.find_first(), Out);
    while (Outside.any()) {
      std::pair<size_t, size_t> Most;
      Expr Best;
      for (Expr L : Literals) {
        const Set Holds = Table.where(L);
        const size_t Excluded = Outside.count() - both(Outside, Holds).count();
        const std::pair<size_t, size_t> Gain(
            Excluded * both(Inside, Holds).count(), Holds.count());
        if (Gain > Most && Excluded > 0) {
          Most = Gain;
          Best = L;
        }
      }
      Cube.push_back(Best);
      Inside &= Table.where(Best);
      Outside &= Table.where(Best);
    }
    Result.Size += Cube.size();
    Result.Cubes.push_back(Ctx.mkAnd(Cube));
    In.reset(Inside);
  }
  return Result;
}

Expr Separation::between(const Set &In, const Set &Out) {
  const Cover OfIn = cover(In, Out), OfOut = cover(Out, In);
  return OfIn.Size <= OfOut.Size ? Ctx.mkOr(OfIn.Cubes)
                                 : Ctx.mkNot(Ctx.mkOr(OfOut.Cubes));
}
