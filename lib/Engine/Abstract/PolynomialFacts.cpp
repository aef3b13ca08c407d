//===- PolynomialFacts.cpp - Equations between products -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step is a linear map of the variables, products among them, and of what
// comes from outside; so an affine space leads to an affine space. The numbers
// are integers modulo a power of two that is much larger than 2^w, which are
// divided by two where all of a vector is even: that way the equations found
// are all those with integer coefficients, not only multiples of them.
//
//===----------------------------------------------------------------------===//

#include "PolynomialFacts.h"

#include "sooth/Expr/EquationSolving.h"
#include "sooth/Expr/Products.h"

#include "llvm/ADT/STLExtras.h"

#include <deque>

using namespace sooth;
using namespace sooth::abstraction;
using llvm::APInt;
using Vector = LinearSpace::Vector;

/// What is divisible by this power of two is taken for zero: bits beyond it are
/// lost where vectors are halved.
static constexpr unsigned ZeroFrom = LinearSpace::Precision / 2;

static bool isZero(const APInt &X) { return X.countr_zero() >= ZeroFrom; }

/// A := A - Factor * B.
static void subtract(Vector &A, const APInt &Factor, const Vector &B) {
  for (auto [X, Y] : llvm::zip_equal(A, B))
    X -= Factor * Y;
}

bool LinearSpace::addPoint(const Vector &P) {
  if (Base.empty()) {
    Base = P;
    return true;
  }
  Vector D = P;
  subtract(D, APInt(Precision, 1), Base);
  return addDirection(std::move(D));
}

bool LinearSpace::addDirection(Vector D) {
  for (const Row &R : Rows)
    subtract(D, APInt(D[R.Pivot]), R.V);
  unsigned Zeros = Precision, Pivot = 0;
  for (unsigned C = 0; C < Dimensions; ++C)
    if (!isZero(D[C]) && D[C].countr_zero() < Zeros) {
      Zeros = D[C].countr_zero();
      Pivot = C;
    }
  if (Zeros == Precision)
    return false;
  for (APInt &X : D)
    X.ashrInPlace(Zeros);
  const APInt Inverse = D[Pivot].multiplicativeInverse();
  for (APInt &X : D)
    X *= Inverse;
  for (Row &R : Rows)
    subtract(R.V, APInt(R.V[Pivot]), D);
  Rows.push_back({Pivot, std::move(D)});
  return true;
}

std::vector<Vector> LinearSpace::directions() const {
  std::vector<Vector> Result;
  for (const Row &R : Rows)
    Result.push_back(R.V);
  return Result;
}

Equations LinearSpace::equations(ExprContext &Ctx, llvm::ArrayRef<Expr> Terms,
                                 unsigned Width) const {
  llvm::SmallVector<bool> IsPivot(Dimensions);
  for (const Row &R : Rows)
    IsPivot[R.Pivot] = true;
  Equations Result;
  for (unsigned C = 0; C < Dimensions; ++C) {
    if (IsPivot[C])
      continue;
    APInt Constant = Base[C];
    Expr Sum;
    for (const Row &R : Rows) {
      Constant -= Base[R.Pivot] * R.V[C];
      APInt Factor = R.V[C].trunc(Width);
      if (Factor.isZero())
        continue;
      Expr E = Factor.isOne()
                   ? Terms[R.Pivot]
                   : Ctx.make(Kind::BvMul, {Terms[R.Pivot], Ctx.bv(Factor)});
      Sum = Sum ? Ctx.make(Kind::BvAdd, {Sum, E}) : E;
    }
    Expr Rest = Ctx.bv(Constant.trunc(Width));
    Result.push_back(
        {Terms[C], Sum ? Ctx.make(Kind::BvAdd, {Sum, Rest}) : Rest});
  }
  return Result;
}

namespace {
/// A step as a map of vectors: one way through the choices in it.
class LinearMap {
public:
  LinearMap(llvm::ArrayRef<Expr> Vars, ExprMap<Expr> Next)
      : Vars(Vars), Next(std::move(Next)) {
    for (Expr V : Vars) {
      auto It = this->Next.find(V);
      Forms.push_back(formOf(It == this->Next.end() ? V : It->second));
    }
  }

  /// Adds the image of \p From to \p To. Returns true if that has grown.
  bool apply(const LinearSpace &From, LinearSpace &To) const {
    bool HasGrown = To.addPoint(image(From.base(), /*IsPoint=*/true));
    for (const Vector &D : From.directions())
      HasGrown |= To.addDirection(image(D, /*IsPoint=*/false));
    for (unsigned I = 0; I < Atoms.size(); ++I) {
      Vector D;
      for (const Form &F : Forms) {
        auto It = F.OfAtoms.find(I);
        D.push_back(It == F.OfAtoms.end() ? zero() : It->second);
      }
      HasGrown |= To.addDirection(std::move(D));
    }
    return HasGrown;
  }

private:
  /// A sum of multiples of variables and of other terms, which may be anything.
  struct Form {
    Vector OfVars;
    std::map<unsigned, APInt> OfAtoms;
    APInt Constant = zero();
  };
  static APInt zero() { return APInt(LinearSpace::Precision, 0); }
  static APInt number(Expr E) {
    return E.value().bits().sext(LinearSpace::Precision);
  }

  static void add(Form &F, const APInt &Factor, const Form &Other) {
    for (auto [X, Y] : llvm::zip_equal(F.OfVars, Other.OfVars))
      X += Factor * Y;
    for (const auto &[I, Y] : Other.OfAtoms)
      F.OfAtoms.try_emplace(I, zero()).first->second += Factor * Y;
    F.Constant += Factor * Other.Constant;
  }

  Form formOf(Expr E) {
    Form F;
    F.OfVars.assign(Vars.size(), zero());
    const APInt One(LinearSpace::Precision, 1);
    if (E.isConst()) {
      F.Constant = number(E);
      return F;
    }
    if (auto It = llvm::find(Vars, E); It != Vars.end()) {
      F.OfVars[It - Vars.begin()] = One;
      return F;
    }
    switch (E.kind()) {
    case Kind::BvAdd:
      for (Expr Operand : E.operands())
        add(F, One, formOf(Operand));
      return F;
    case Kind::BvSub:
      add(F, One, formOf(E.operand(0)));
      add(F, -One, formOf(E.operand(1)));
      return F;
    case Kind::BvNeg:
      add(F, -One, formOf(E.operand(0)));
      return F;
    case Kind::BvMul:
      for (unsigned I : {0, 1})
        if (E.operand(I).isConst()) {
          add(F, number(E.operand(I)), formOf(E.operand(1 - I)));
          return F;
        }
      break;
    case Kind::BvShl:
      if (Expr By = E.operand(1); By.isConst()) {
        const unsigned Width = E.sort().width();
        if (By.value().bits().ult(Width)) {
          add(F, One.shl(By.value().bits().getZExtValue()),
              formOf(E.operand(0)));
          return F;
        }
      }
      break;
    default:
      break;
    }
    auto It = llvm::find(Atoms, E);
    F.OfAtoms[It - Atoms.begin()] = One;
    if (It == Atoms.end())
      Atoms.push_back(E);
    return F;
  }

  Vector image(const Vector &P, bool IsPoint) const {
    Vector Result;
    for (const Form &F : Forms) {
      APInt X = IsPoint ? F.Constant : zero();
      for (auto [Factor, Y] : llvm::zip_equal(F.OfVars, P))
        if (!Factor.isZero())
          X += Factor * Y;
      Result.push_back(std::move(X));
    }
    return Result;
  }

  llvm::ArrayRef<Expr> Vars;
  ExprMap<Expr> Next;
  std::vector<Expr> Atoms;
  std::vector<Form> Forms;
};
} // namespace

/// Adds a map for each way through the choices in \p Next, if these are not too
/// many; what is left of them may be anything.
static void addMaps(ExprContext &Ctx, llvm::ArrayRef<Expr> Vars,
                    const ExprMap<Expr> &Next, unsigned Depth,
                    std::vector<LinearMap> &Maps) {
  static constexpr unsigned MaxChoices = 6;
  Expr Condition;
  for (Expr V : Vars)
    if (auto It = Next.find(V); !Condition && It != Next.end())
      Condition = ProductExpansion::choiceIn(It->second);
  if (!Condition || Depth == MaxChoices) {
    Maps.emplace_back(Vars, Next);
    return;
  }
  for (Expr Holds : {Ctx.trueExpr(), Ctx.falseExpr()}) {
    Substitution S(Ctx);
    S.set(Condition, Holds);
    ExprMap<Expr> Chosen;
    for (const auto &[Var, Val] : Next)
      Chosen[Var] = S(Val);
    addMaps(Ctx, Vars, Chosen, Depth + 1, Maps);
  }
}

std::vector<Equations> abstraction::linearEquations(const Cfa &C,
                                                    unsigned Width,
                                                    llvm::ArrayRef<Expr> Vars,
                                                    const Budget &B) {
  ExprContext &Ctx = C.context();
  std::vector<std::vector<LinearMap>> MapsOf(C.edges().size());
  for (EdgeId E = 0; E < C.edges().size(); ++E) {
    ExprMap<Expr> Next;
    for (const Update &U : C.edge(E).Updates)
      Next[U.Var] = U.Val;
    addMaps(Ctx, Vars, Next, 0, MapsOf[E]);
  }
  std::vector<LinearSpace> At(C.locations().size(), LinearSpace(Vars.size()));
  const ExprMap<Expr> Initial = constantsIn(Ctx, C.init());
  Vector Start(Vars.size(), APInt(LinearSpace::Precision, 0)), Unit = Start;
  for (auto [I, V] : llvm::enumerate(Vars))
    if (Expr Val = Initial.lookup(V))
      Start[I] = Val.value().bits().sext(LinearSpace::Precision);
  At[C.entry()].addPoint(Start);
  for (auto [I, V] : llvm::enumerate(Vars))
    if (!Initial.lookup(V)) {
      Unit[I] = APInt(LinearSpace::Precision, 1);
      At[C.entry()].addDirection(Unit);
      Unit[I] = APInt(LinearSpace::Precision, 0);
    }
  std::deque<LocationId> Work{C.entry()};
  while (!Work.empty()) {
    if (B.exhausted())
      return {};
    const LocationId L = Work.front();
    Work.pop_front();
    for (EdgeId E : C.outgoing(L)) {
      const LocationId To = C.edge(E).Target;
      bool HasGrown = false;
      if (!C.isError(To))
        for (const LinearMap &M : MapsOf[E])
          HasGrown |= M.apply(LinearSpace(At[L]), At[To]);
      if (HasGrown && !llvm::is_contained(Work, To))
        Work.push_back(To);
    }
  }
  std::vector<Equations> Result;
  for (const LinearSpace &S : At)
    Result.push_back(S.isEmpty() ? Equations() : S.equations(Ctx, Vars, Width));
  return Result;
}

std::vector<Equations>
abstraction::neededEquations(const Cfa &C, llvm::ArrayRef<Equations> All,
                             const ExprSet &Products) {
  std::vector<ExprMap<Expr>> Solved(All.size());
  std::vector<std::pair<LocationId, Expr>> Work;
  std::vector<ExprSet> IsNeeded(All.size());
  auto Need = [&](LocationId L, Expr Term) {
    for (Expr Var : variables({Term}))
      if (Solved[L].contains(Var) && IsNeeded[L].insert(Var).second)
        Work.push_back({L, Var});
  };
  for (LocationId L = 0; L < All.size(); ++L)
    for (const auto &[Var, Val] : All[L])
      Solved[L][Var] = Val;
  for (const Edge &E : C.edges()) {
    Need(E.Source, E.Guard);
    for (const Update &U : E.Updates)
      if (!Products.contains(U.Var))
        Need(E.Source, U.Val);
  }
  while (!Work.empty()) {
    const auto [L, Var] = Work.back();
    Work.pop_back();
    ExprSet Terms;
    for (Expr V : variables({Var, Solved[L][Var]}))
      Terms.insert(V);
    for (EdgeId Id : C.incoming(L)) {
      const Edge &E = C.edge(Id);
      ExprSet Kept = Terms;
      for (const Update &U : E.Updates)
        if (Kept.erase(U.Var))
          Need(E.Source, U.Val);
      for (Expr V : Kept)
        Need(E.Source, V);
    }
  }
  std::vector<Equations> Result(All.size());
  for (LocationId L = 0; L < All.size(); ++L)
    for (const auto &[Var, Val] : All[L])
      if (IsNeeded[L].contains(Var))
        Result[L].push_back({Var, Val});
  return Result;
}
