//===- BackTranslation.cpp - From a transformed model to the original -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remap.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

CfaBackTranslation::~CfaBackTranslation() = default;

CfaResult CfaBackTranslation::back(const CfaResult &R) const {
  if (R.isSafe())
    return CfaResult::safe(back(R.invariant()));
  if (R.isUnsafe())
    return CfaResult::unsafe(back(R.trace()));
  return R;
}

//===- Composition --------------------------------------------------------===//

namespace {
class ChainedBack final : public CfaBackTranslation {
public:
  explicit ChainedBack(std::vector<std::unique_ptr<TransformedCfa>> Stages)
      : Stages(std::move(Stages)) {}
  CfaTrace back(const CfaTrace &T) const override { return through(T); }
  CfaInvariant back(const CfaInvariant &I) const override { return through(I); }

private:
  template <class T> T through(T Evidence) const {
    for (const auto &Stage : llvm::reverse(Stages))
      Evidence = Stage->Back->back(Evidence);
    return Evidence;
  }

  // Each stage's way back refers to the model of the one before, so the
  // models must not move.
  std::vector<std::unique_ptr<TransformedCfa>> Stages;
};
} // namespace

TransformedCfa
sooth::chain(std::vector<std::unique_ptr<TransformedCfa>> Stages) {
  Cfa Last = std::move(Stages.back()->Model);
  return {std::move(Last), std::make_unique<ChainedBack>(std::move(Stages))};
}

TransformedCfa sooth::applyAll(const Cfa &C,
                               llvm::ArrayRef<CfaTransform> Steps) {
  assert(!Steps.empty());
  std::vector<std::unique_ptr<TransformedCfa>> Stages;
  const Cfa *Current = &C;
  for (const CfaTransform &Step : Steps) {
    Stages.push_back(std::make_unique<TransformedCfa>(Step(*Current)));
    Current = &Stages.back()->Model;
  }
  return chain(std::move(Stages));
}

//===- Remap --------------------------------------------------------------===//

CfaTrace Remap::back(const CfaTrace &T) const {
  CfaTrace Result;
  Result.Initial = T.Initial;
  for (const auto &[Var, Val] : Initial)
    Result.Initial[Var] = Val;
  for (const CfaTrace::Step &S : T.Steps)
    for (EdgeId Old : Edges[S.Taken])
      Result.Steps.push_back({Old, S.Inputs});
  return Result;
}

CfaUnwinding Remap::back(const CfaUnwinding &U) const {
  CfaUnwinding Result;
  for (const CfaUnwinding::Node &N : U.Nodes) {
    CfaUnwinding::Node &New = Result.Nodes.emplace_back();
    New.Loc = Locations[N.Loc];
    for (const CfaUnwinding::Way &W : N.Ways) {
      CfaUnwinding::Way &NewWay = New.Ways.emplace_back();
      NewWay.To = W.To;
      for (EdgeId E : W.Path)
        llvm::append_range(NewWay.Path, Edges[E]);
    }
  }
  return Result;
}

CfaInvariant Remap::back(const CfaInvariant &I) const {
  CfaInvariant Result;
  Result.Unwinding = back(I.Unwinding);
  Result.ForAll = I.ForAll;
  for (const auto &[Loc, Formula] : I.Formulas) {
    Expr F = Formula;
    if (DeadAt && !F.isConst()) {
      Substitution Zero(Ctx);
      for (Expr V : DeadAt(Loc))
        Zero.set(V, Ctx.constant(Value::zero(V.sort()), V.sort()));
      F = Zero(F);
    }
    if (Fact)
      F = Ctx.mkAnd(F, Fact);
    if (!FactAt.empty())
      F = Ctx.mkAnd(F, FactAt[Loc]);
    Result.Formulas[Locations[Loc]] = F;
  }
  for (const auto &[Loc, Formula] : Dropped)
    Result.Formulas[Loc] = Formula;
  // Who has left an unwinding for what is gone does not come back.
  if (Result.isUnwinding() && !Dropped.empty())
    for (LocationId Loc : Locations)
      Result.Formulas.try_emplace(Loc, Ctx.falseExpr());
  return Result;
}

std::unique_ptr<Remap> Remap::identity(const Cfa &C) {
  auto Result = std::make_unique<Remap>(C.context());
  for (LocationId L = 0; L < C.locations().size(); ++L)
    Result->Locations.push_back(L);
  for (EdgeId E = 0; E < C.edges().size(); ++E)
    Result->Edges.push_back({E});
  return Result;
}

Cfa sooth::copyVariables(const Cfa &C) {
  Cfa Result(C.context());
  for (const StateVariable &V : C.variables())
    Result.addVariable(V);
  Result.setInit(C.init());
  return Result;
}

void sooth::copyLocations(const Cfa &From, Cfa &To) {
  for (const Location &L : From.locations())
    To.addLocation(L);
  for (const ErrorLocation &E : From.errors())
    To.addError(E);
  To.setEntry(From.entry());
}

Edge sooth::copyEdge(const Edge &E) {
  return {E.Source, E.Target, E.Guard, E.Updates, E.Inputs};
}

llvm::BitVector sooth::errorLocations(const Cfa &C) {
  llvm::BitVector Errors(C.locations().size());
  for (const ErrorLocation &E : C.errors())
    Errors.set(E.Loc);
  return Errors;
}
