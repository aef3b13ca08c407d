//===- Cells.cpp - Invariants about all cells of arrays -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An invariant "for all k: I(state, k)" about a cell k of arrays, whichever it
// is, needs no quantifier to be checked (Monniaux and Gonnord, SAS 2016: cell
// morphing, with one cell for each sort of indices): the formula behind an edge
// is about one cell, and the one before is used of this cell and of those that
// the edge reads. What I may consist of is guessed from the text of the program
// (Vocabulary.h, Candidates.h), and the candidates that do not hold are dropped
// (Houdini.h). No candidate is ever made stronger, so what this finds it finds
// soon; the rest is for other engines.
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Cells/Cells.h"

#include "Ends.h"
#include "EquationPairs.h"
#include "Houdini.h"
#include "Links.h"
#include "LocalFacts.h"
#include "Observations.h"
#include "SumBounds.h"

#include "sooth/Support/ChildProcess.h"
#include "sooth/Transform/Cfa/LargeBlock.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace sooth;
using namespace sooth::cells;
using ReasonKind = UnknownReason::Kind;

namespace {
class CellsEngine final : public CfaEngine {
public:
  explicit CellsEngine(CellsOptions O) : O(O) {}
  llvm::StringRef name() const override { return "cells"; }
  void report(Statistics &S) const override {
    for (const auto &[Name, Figure] : Figures.values())
      S.add(Name, Figure);
  }
  CfaResult check(const Cfa &C, const Budget &B) override;

private:
  CfaResult checkBlocks(const Cfa &Blocks, const Vocabulary &V,
                        llvm::ArrayRef<std::vector<Expr>> Known,
                        const Budget &B);
  CfaResult tryCandidates(const Cfa &Blocks, Candidates Of,
                          const Observations &Seen, Observations::Vacuous What,
                          const Budget &B);

  CellsOptions O;
  Statistics Figures;
  /// Candidates about cells that were not asked about.
  unsigned LeftOut = 0;
  /// As long as others leave the processor to this engine.
  std::optional<Budget> Ahead;
};
} // namespace

/// Of processor time, for what candidates are compared with, and for that.
static constexpr double SecondsForRuns = 0.3;
/// After so much of it others need not leave the processor to this engine.
static constexpr double SecondsAhead = 4;

/// By taking away locations without edges into them.
static bool isLoopFree(const Cfa &C) {
  std::vector<unsigned> Open(C.locations().size());
  std::vector<LocationId> Free;
  for (LocationId L = 0; L < Open.size(); ++L)
    if (!(Open[L] = C.incoming(L).size()))
      Free.push_back(L);
  size_t Taken = 0;
  for (; !Free.empty(); ++Taken) {
    LocationId L = Free.back();
    Free.pop_back();
    for (EdgeId E : C.outgoing(L))
      if (!--Open[C.edge(E).Target])
        Free.push_back(C.edge(E).Target);
  }
  return Taken == Open.size();
}

/// \p C in which \p Vars matter wherever an error can still be reached.
static Cfa keepAlive(const Cfa &C, llvm::ArrayRef<Expr> Vars) {
  ExprContext &Ctx = C.context();
  Cfa Result = C;
  Result.changeEdges([&](Edge &E) {
    if (!C.isError(E.Target))
      return;
    for (Expr Var : Vars) {
      Expr Same = Ctx.freshVar("kept", Var.sort());
      E.Inputs.push_back({Same, Input::Kind::Nondet, "kept", {}});
      E.Guard = Ctx.mkAnd(E.Guard, Ctx.mkEq(Same, Var));
    }
  });
  return Result;
}

/// By location of \p Blocks: which of the original it is, as formulas come back
/// to it.
static std::vector<LocationId> originals(const TransformedCfa &Blocks,
                                         ExprContext &Ctx) {
  CfaInvariant Places;
  ExprMap<LocationId> PlaceOf;
  std::vector<LocationId> Result(Blocks.Model.locations().size());
  for (LocationId L = 0; L < Result.size(); ++L) {
    Places.Formulas[L] = Ctx.freshVar("place", Ctx.boolSort());
    PlaceOf[Places.Formulas[L]] = L;
  }
  for (const auto &[Original, Place] : Blocks.Back->back(Places).Formulas)
    if (auto It = PlaceOf.find(Place); It != PlaceOf.end())
      Result[It->second] = Original;
  return Result;
}

/// What holds at each location of \p Blocks without any guess. Only loops need
/// it.
static std::vector<std::vector<Expr>>
knownFacts(const Cfa &C, const TransformedCfa &Blocks, const Budget &B) {
  const size_t Count = Blocks.Model.locations().size();
  std::vector<std::vector<Expr>> Result(Count);
  if (isLoopFree(C))
    return Result;
  std::vector<std::vector<Expr>> Known =
      factsWithoutGuess(C, analyzeIntervals(C, B), B);
  for (auto [L, Original] : llvm::enumerate(originals(Blocks, C.context())))
    Result[L] = std::move(Known[Original]);
  return Result;
}

/// What blocks are made of: all that facts are about is in them.
static Cfa withKept(const Cfa &C, const Vocabulary &V) {
  ExprList Kept = Ends(V).variables();
  // The bounds of what is allocated are needed as long as it is read.
  if (V.Counter && !V.Objects.empty())
    Kept.insert(V.Counter->Next);
  return keepAlive(C, Kept.getArrayRef());
}

bool sooth::cellsMayHelp(const Cfa &C) {
  return Vocabulary::hasArray(C) && !isLoopFree(C);
}

/// A large program has to make do with less about each location.
static Candidates guess(const Cfa &Blocks, const Vocabulary &V,
                        llvm::ArrayRef<std::vector<Expr>> Known,
                        const CellsOptions &O, Reach Far = Reach::Cell) {
  return guess(
      Blocks, V, Known,
      std::min<size_t>(O.MaxCandidates, 60000 / (Blocks.edges().size() + 1)),
      O.ComparisonsFirst ? Comparisons::First : Comparisons::Last, Far);
}

CfaResult CellsEngine::tryCandidates(const Cfa &Blocks, Candidates Of,
                                     const Observations &Seen,
                                     Observations::Vacuous What,
                                     const Budget &B) {
  if (Ahead && Ahead->exhausted()) {
    giveWay();
    Ahead.reset();
  }
  for (const std::vector<Expr> &Facts : Of.Facts)
    Figures.add("cells.candidates", Facts.size());
  progress("dropping candidates");
  const Observations::Removed Gone =
      Seen.filter(Of, What, B.onThisThread(SecondsForRuns));
  Figures.add("cells.refuted", Gone.Refuted);
  Figures.add("cells.vacuous", Gone.Vacuous);
  LeftOut += Gone.Vacuous;
  Houdini Search(Blocks, Of, B);
  const Houdini::Outcome Found = Search.run(B);
  std::optional<CfaInvariant> Proof;
  if (Found == Houdini::Outcome::Proof)
    Proof = Search.invariant(B);
  Figures.add("cells.queries", Search.statistics().Queries);
  Figures.add("cells.dropped", Search.statistics().Dropped);
  if (Proof)
    return CfaResult::safe(std::move(*Proof));
  return CfaResult::unknown(ReasonKind::NoProgress,
                            Found != Houdini::Outcome::None
                                ? Cause::Kind::SlowDropping
                                : Cause::Kind::NoFactsOfCells);
}

/// With few candidates first, as most proofs need few, and without those that
/// seem to be of no use, then with what is known of links and of positions, and
/// then with more, if there are more.
CfaResult CellsEngine::checkBlocks(const Cfa &Blocks, const Vocabulary &V,
                                   llvm::ArrayRef<std::vector<Expr>> Known,
                                   const Budget &B) {
  using Vacuous = Observations::Vacuous;
  progress("running");
  const Observations Seen(Blocks, B.onThisThread(SecondsForRuns));
  if (Seen.hasError())
    return CfaResult::unknown(ReasonKind::NoProgress,
                              Cause::Kind::NoFactsOfCells);
  progress("guessing");
  const Candidates Few = ::guess(Blocks, V, Known, O);
  CfaResult Result = tryCandidates(Blocks, Few, Seen, Vacuous::Removed, B);
  if (Result.isSafe() || B.exhausted())
    return Result;
  CellsOptions More = O;
  More.MaxCandidates *= 4;
  // What helps with more candidates is to have its turn, too.
  auto TryFar = [&](Reach Far) {
    const Candidates Of =
        ::guess(Blocks, V, Known, Far == Reach::Links ? O : More, Far);
    if (Of.ReachesFar)
      Result = tryCandidates(
          Blocks, Of, Seen, Vacuous::Kept,
          B.onThisThread(O.MaxSeconds * (Far == Reach::Links ? 0.75 : 0.5)));
    return Result.isSafe() || B.exhausted();
  };
  const bool HasLinks = LinkGuesser::mayHelp(V);
  for (Reach Far : {HasLinks ? Reach::Links : Reach::Positions,
                    HasLinks ? Reach::Positions : Reach::Links})
    if (TryFar(Far))
      return Result;
  const Candidates Many = ::guess(Blocks, V, Known, More);
  const bool IsMore =
      LeftOut > 0 ||
      !std::ranges::equal(Many.Facts, Few.Facts, {}, &std::vector<Expr>::size,
                          &std::vector<Expr>::size);
  return IsMore ? tryCandidates(Blocks, Many, Seen, Vacuous::Kept, B)
                : std::move(Result);
}

CfaResult CellsEngine::check(const Cfa &C, const Budget &B) {
  if (!cellsMayHelp(C))
    return CfaResult::unknown(ReasonKind::NoProgress,
                              Cause::Kind::NoArrayOrLoop);
  const Vocabulary V(C);
  const Cfa Kept = withKept(C, V);
  TransformedCfa Blocks = encodeBlocks(Kept, Encoding::Large);
  const Budget Own = B.onThisThread(O.MaxSeconds);
  LeftOut = 0;
  Ahead = B.onThisThread(SecondsAhead);
  CfaResult R = Blocks.Back->back(
      checkBlocks(Blocks.Model, V, knownFacts(C, Blocks, Own), Own));
  if (auto Why = B.exhausted(); Why && R.isUnknown())
    return CfaResult::unknown(reasonOf(*Why));
  return R;
}

std::unique_ptr<CfaEngine> sooth::createCells(CellsOptions O) {
  return std::make_unique<CellsEngine>(O);
}

ExcludedErrors sooth::excludeLocally(const Cfa &C, const Budget &B,
                                     LocalGuesses Guessed) {
  using Effort = cells::Propagation::Effort;
  const bool WithSums = Guessed == LocalGuesses::Sums;
  const auto Ranges = analyzeIntervals(C, B);
  LocalFacts Facts(C, factsWithoutGuess(C, Ranges, B),
                   WithSums ? Effort::Sums : Effort::Ranges);
  ExcludedErrors Result;
  std::vector<LocationId> Open;
  for (const ErrorLocation &E : C.errors())
    (!WithSums && Facts.exclude(E.Loc, B) ? Result.Locations : Open)
        .push_back(E.Loc);
  if (!Open.empty() && !B.exhausted())
    Facts.add(impliedEquations(C));
  if (WithSums && !Open.empty() && Ranges && !B.exhausted())
    Facts.add(boundsOfSums(C, *Ranges, B));
  for (LocationId Error : Open)
    if (Facts.exclude(Error, B))
      Result.Locations.push_back(Error);
  Result.Why = Facts.invariant();
  Result.Queries = Facts.questions();
  Result.IsComplete = !B.exhausted();
  return Result;
}

ExcludedErrors sooth::excludeErrors(const Cfa &C, const Budget &B,
                                    CellsOptions O) {
  const Vocabulary V(C);
  const Cfa Kept = withKept(C, V);
  TransformedCfa Blocks = encodeBlocks(Kept, Encoding::Large);
  const Budget Own = B.onThisThread(O.MaxSeconds);
  const Candidates Of = ::guess(Blocks.Model, V, knownFacts(C, Blocks, Own), O);
  Houdini Search(Blocks.Model, Of, Own);
  ExcludedErrors Result;
  const bool IsSome = Search.exclude(Own);
  for (auto [L, Original] : llvm::enumerate(originals(Blocks, C.context())))
    if (Search.isReached(L))
      Result.Reached.push_back(Original);
  Result.Queries = Search.statistics().Queries;
  Result.IsComplete = !Own.exhausted();
  std::optional<CfaInvariant> Why =
      IsSome ? Search.invariant(B) : std::nullopt;
  if (!Why)
    return Result;
  Result.Why = Blocks.Back->back(CfaResult::safe(std::move(*Why))).invariant();
  for (const ErrorLocation &E : C.errors())
    if (Expr At = Result.Why.Formulas.lookup(E.Loc); At && At.isFalse())
      Result.Locations.push_back(E.Loc);
  return Result;
}
