//===- LocalFacts.h - Errors that what was seen before excludes -*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CELLS_LOCALFACTS_H
#define SOOTH_LIB_ENGINE_CELLS_LOCALFACTS_H

#include "Propagation.h"

#include "sooth/Domain/IntervalAnalysis.h"
#include "sooth/Expr/KnownVariables.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Model/Cfa.h"
#include "sooth/Result/Result.h"

#include <map>

namespace sooth::cells {

/// By location of \p C, without any guess: conditions that every run has passed
/// and \p Ranges, if these are known. Together they are inductive on the edges.
std::vector<std::vector<Expr>>
factsWithoutGuess(const Cfa &C, const std::optional<RangesAt> &Ranges,
                  const Budget &B);

/// Which errors the facts before them exclude, each by what is seen of its own,
/// and what that takes.
class LocalFacts {
public:
  /// \p Known is by location of \p C, which must outlive this. What turns out
  /// not to be inductive of it is not used.
  LocalFacts(const Cfa &C, std::vector<std::vector<Expr>> Known,
             Propagation::Effort Most = Propagation::Effort::Sums);
  /// From now on also uses \p Guesses, by location, of which more are expected
  /// not to be inductive.
  void add(llvm::ArrayRef<std::vector<Expr>> Guesses);

  /// Whether no edge leads to \p Error. Not if \p B does not suffice.
  bool exclude(LocationId Error, const Budget &B);
  /// An inductive invariant that excludes all errors that were excluded.
  CfaInvariant invariant() const;
  unsigned questions() const { return Questions; }

private:
  /// By its number, a fact at a location.
  struct Fact {
    LocationId At;
    unsigned Number;
  };
  enum class Attempt { Done, Failed, FactLost };
  Attempt tryToExclude(LocationId Error, const Budget &B);
  bool explain(const Fact &F, const Budget &B);
  bool isPreserved(EdgeId Via, Expr Claim, const Budget &B);
  bool isTrueAtStart(Expr Claim);
  bool contradict(LocationId L, Expr Condition, const Budget &B);
  std::vector<Expr> coneOf(LocationId L, Expr Condition);
  llvm::ArrayRef<Expr> readsIn(Expr E);
  void sortByReads(std::vector<Expr> &Cone, Expr Condition);
  void need(LocationId L, Expr F);
  bool isKnown(LocationId L, Expr F);
  Substitution &behind(EdgeId E);

  const Cfa &C;
  ExprContext &Ctx;
  /// Null where one is not to be used.
  std::vector<std::vector<Expr>> Known;
  ExprSet IsGuess;
  std::vector<ExprMap<unsigned>> Numbers;
  std::vector<llvm::BitVector> Needed;
  /// Needed for the error that is looked at.
  std::vector<Fact> New;
  std::vector<LocationId> Excluded;
  KnownVariables Variables;
  ExprMap<std::vector<Expr>> Reads;
  std::map<EdgeId, Substitution> Behind;
  Propagation Seen;
  unsigned Questions = 0;
};

} // namespace sooth::cells

#endif
