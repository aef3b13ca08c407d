//===- Slice.cpp - Removing what does not matter --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Cfa/Slice.h"

#include "BlockBuilder.h"
#include "Remap.h"

#include "sooth/Expr/EquationSolving.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using llvm::BitVector;

//===- Locations ----------------------------------------------------------===//

static bool isTaken(const Edge &E, const BitVector &Errors) {
  return !E.Guard.isFalse() && !Errors.test(E.Source);
}

/// Closes \p Reached under \p Step, which lists what follows a location.
static void closeUnder(
    BitVector &Reached,
    llvm::function_ref<void(LocationId, llvm::SmallVectorImpl<LocationId> &)>
        Step) {
  llvm::SmallVector<LocationId, 32> Work(Reached.set_bits()), Next;
  while (!Work.empty()) {
    Next.clear();
    Step(Work.pop_back_val(), Next);
    for (LocationId L : Next)
      if (!Reached.test(L)) {
        Reached.set(L);
        Work.push_back(L);
      }
  }
}

TransformedCfa sooth::pruneLocations(const Cfa &C) {
  BitVector Errors = errorLocations(C);
  BitVector Forward(C.locations().size()), Backward = Errors;
  Forward.set(C.entry());
  closeUnder(Forward, [&](LocationId L, auto &Next) {
    for (EdgeId E : C.outgoing(L))
      if (isTaken(C.edge(E), Errors))
        Next.push_back(C.edge(E).Target);
  });
  closeUnder(Backward, [&](LocationId L, auto &Next) {
    for (EdgeId E : C.incoming(L))
      if (isTaken(C.edge(E), Errors))
        Next.push_back(C.edge(E).Source);
  });

  // An edge that is dropped between locations that are not may have closed a
  // cycle, for which an invariant of the original needs a formula.
  BitVector Kept = Forward, Cutpoint(C.locations().size());
  Kept &= Backward;
  if (llvm::any_of(C.edges(), [&](const Edge &E) {
        return E.Guard.isFalse() && Kept.test(E.Source) && Kept.test(E.Target);
      }))
    Cutpoint = Cutpoints(C).Cut;

  Cfa Result = copyVariables(C);
  auto Back = std::make_unique<Remap>(C.context());
  std::vector<LocationId> NewOf(C.locations().size());
  for (LocationId L = 0; L < C.locations().size(); ++L) {
    if (Kept.test(L) || L == C.entry()) {
      Location Copy = C.location(L);
      if (Cutpoint.test(L))
        Copy.What = Location::Role::Cutpoint;
      NewOf[L] = Result.addLocation(std::move(Copy));
      Back->Locations.push_back(L);
    }
    // Nothing comes here, or nothing matters any more. (So it may be with the
    // entry, which then has edges in the original only.)
    if (!Kept.test(L))
      Back->Dropped.push_back({L, C.context().boolean(Forward.test(L))});
  }
  Result.setEntry(NewOf[C.entry()]);
  for (const ErrorLocation &E : C.errors())
    if (Forward.test(E.Loc))
      Result.addError(E.at(NewOf[E.Loc]));
  for (EdgeId Id = 0; Id < C.edges().size(); ++Id) {
    const Edge &E = C.edge(Id);
    if (!isTaken(E, Errors) || !Forward.test(E.Source) ||
        !Backward.test(E.Target))
      continue;
    Edge New = copyEdge(E);
    New.Source = NewOf[E.Source];
    New.Target = NewOf[E.Target];
    Result.addEdge(std::move(New));
    Back->Edges.push_back({Id});
  }
  return {std::move(Result), std::move(Back)};
}

/// Whether \p E leads on unconditionally and does nothing.
static bool isTrivial(const Edge &E) {
  return E.Guard.isTrue() && E.Source != E.Target &&
         llvm::all_of(E.Updates,
                      [](const Update &U) { return U.Var == U.Val; });
}

TransformedCfa sooth::skipTrivialLocations(const Cfa &C) {
  size_t NumLocs = C.locations().size();
  BitVector Errors = errorLocations(C);
  auto Skipped = [&](LocationId L) {
    return L != C.entry() && !Errors.test(L) &&
           C.location(L).What != Location::Role::Cutpoint &&
           C.outgoing(L).size() == 1 && isTrivial(C.edge(C.outgoing(L)[0]));
  };
  Cfa Result = copyVariables(C);
  auto Back = std::make_unique<Remap>(C.context());
  std::vector<LocationId> NewOf(NumLocs, ~0u);
  for (LocationId L = 0; L < NumLocs; ++L)
    if (!Skipped(L)) {
      NewOf[L] = Result.addLocation(C.location(L));
      Back->Locations.push_back(L);
    }
  Result.setEntry(NewOf[C.entry()]);
  for (const ErrorLocation &E : C.errors())
    Result.addError(E.at(NewOf[E.Loc]));
  for (EdgeId Id = 0; Id < C.edges().size(); ++Id) {
    Edge New = copyEdge(C.edge(Id));
    if (NewOf[New.Source] == ~0u)
      continue;
    llvm::SmallVector<EdgeId, 1> Path{Id};
    while (NewOf[New.Target] == ~0u && Path.size() <= NumLocs) {
      Path.push_back(C.outgoing(New.Target)[0]);
      New.Target = C.edge(Path.back()).Target;
    }
    // A circle of trivial locations: a run that gets there goes nowhere else.
    if (NewOf[New.Target] == ~0u)
      continue;
    New.Source = NewOf[New.Source];
    New.Target = NewOf[New.Target];
    Result.addEdge(std::move(New));
    Back->Edges.push_back(std::move(Path));
  }
  // Circles still have to be cut by an invariant of the original.
  for (LocationId L = 0; L < NumLocs; ++L) {
    size_t Steps = 0;
    LocationId At = L;
    while (NewOf[At] == ~0u && Steps++ <= NumLocs)
      At = C.edge(C.outgoing(At)[0]).Target;
    if (NewOf[At] == ~0u)
      Back->Dropped.push_back({L, C.context().trueExpr()});
  }
  return {std::move(Result), std::move(Back)};
}

//===- Variables ----------------------------------------------------------===//

ExprMap<Expr> sooth::initialConstants(const Cfa &C) {
  return constantsIn(C.context(), C.init());
}

static void substituteInEdge(Edge &E, Substitution &S) {
  E.Guard = S(E.Guard);
  for (Update &U : E.Updates)
    U.Val = S(U.Val);
}

/// The variables of \p Candidates that every update leaves as they are, given
/// that the others of the result do not change either.
static ExprMap<Expr> unchanged(const Cfa &C, ExprMap<Expr> Candidates) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    Substitution S(C.context());
    for (auto &[Var, Val] : Candidates)
      S.set(Var, Val);
    for (const Edge &E : C.edges())
      for (const Update &U : E.Updates) {
        auto It = Candidates.find(U.Var);
        if (It != Candidates.end() && S(U.Val) != It->second) {
          Candidates.erase(It);
          Changed = true;
        }
      }
  }
  return Candidates;
}

/// \p C without the variables in \p Gone and their updates.
static Cfa withoutVariables(const Cfa &C, const ExprMap<Expr> &Gone) {
  Cfa Result(C.context());
  for (const StateVariable &V : C.variables())
    if (!Gone.contains(V.Var))
      Result.addVariable(V);
  copyLocations(C, Result);
  for (const Edge &E : C.edges()) {
    Edge New = copyEdge(E);
    llvm::erase_if(New.Updates,
                   [&](const Update &U) { return Gone.contains(U.Var); });
    Result.addEdge(std::move(New));
  }
  Result.setInit(C.init());
  return Result;
}

TransformedCfa sooth::propagateConstants(const Cfa &C) {
  ExprContext &Ctx = C.context();
  ExprMap<Expr> Constants = unchanged(C, initialConstants(C));
  auto Back = Remap::identity(C);
  Substitution S(Ctx);
  llvm::SmallVector<Expr, 16> Facts;
  for (const StateVariable &V : C.variables()) {
    Expr Val = Constants.lookup(V.Var);
    if (!Val)
      continue;
    S.set(V.Var, Val);
    Facts.push_back(Ctx.mkEq(V.Var, Val));
    if (!Val.isConst())
      continue;
    Back->Initial[V.Var] = Val.value();
  }
  if (!Facts.empty())
    Back->Fact = Ctx.mkAnd(Facts);

  Cfa Smaller = withoutVariables(C, Constants);
  Cfa Result = copyVariables(Smaller);
  copyLocations(Smaller, Result);
  Result.setInit(S(C.init()));
  for (Edge E : Smaller.edges()) {
    substituteInEdge(E, S);
    llvm::erase_if(E.Updates, [](const Update &U) { return U.Var == U.Val; });
    Result.addEdge(std::move(E));
  }
  return {std::move(Result), std::move(Back)};
}

/// Variables that occur in init otherwise than by having a constant value:
/// their initial values hang together.
static ExprSet entangledInInit(const Cfa &C) {
  ExprMap<Expr> Constants = initialConstants(C);
  llvm::SmallVector<Expr, 32> Parts;
  conjuncts(C.init(), Parts);
  ExprSet Result;
  for (Expr P : Parts) {
    std::vector<Expr> Vars = variables({P});
    if (Vars.size() == 1 && Constants.contains(Vars[0]) &&
        P == C.context().mkEq(Vars[0], Constants.lookup(Vars[0])))
      continue;
    Result.insert(Vars.begin(), Vars.end());
  }
  return Result;
}

TransformedCfa sooth::dropIrrelevantVariables(const Cfa &C) {
  ExprContext &Ctx = C.context();
  // What the updates of a variable read.
  ExprMap<std::vector<Expr>> ReadBy;
  llvm::SmallVector<Expr, 32> Roots;
  for (const Edge &E : C.edges()) {
    Roots.push_back(E.Guard);
    for (const Update &U : E.Updates)
      ReadBy[U.Var].push_back(U.Val);
  }
  ExprSet Relevant = entangledInInit(C), Seen;
  llvm::SmallVector<Expr, 32> Work(Relevant.begin(), Relevant.end());
  auto AddReads = [&](llvm::ArrayRef<Expr> Es) {
    postOrder(Es, Seen, [&](Expr E) {
      if (E.isVar() && Relevant.insert(E).second)
        Work.push_back(E);
    });
  };
  AddReads(Roots);
  while (!Work.empty()) {
    auto It = ReadBy.find(Work.pop_back_val());
    if (It != ReadBy.end())
      AddReads(It->second);
  }

  ExprMap<Expr> Gone, Constants = initialConstants(C);
  auto Back = Remap::identity(C);
  llvm::SmallVector<Expr, 32> Parts, Kept;
  for (const StateVariable &V : C.variables()) {
    if (Relevant.contains(V.Var))
      continue;
    Gone[V.Var] = V.Var;
    Expr Val = Constants.lookup(V.Var);
    if (Val && Val.isConst())
      Back->Initial[V.Var] = Val.value();
  }
  conjuncts(C.init(), Parts);
  for (Expr P : Parts)
    if (!anyVariable(P, [&](Expr V) { return Gone.contains(V); }))
      Kept.push_back(P);
  Cfa Result = withoutVariables(C, Gone);
  Result.setInit(Ctx.mkAnd(Kept));
  return {std::move(Result), std::move(Back)};
}

TransformedCfa sooth::slice(const Cfa &C) {
  return applyAll(C, {pruneLocations, propagateConstants, foldLocalConstants,
                      pruneLocations, dropIrrelevantVariables,
                      skipTrivialLocations});
}
