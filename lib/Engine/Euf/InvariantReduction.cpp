//===- InvariantReduction.cpp - Leaving out what a proof does not need ----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// From the cubes that are blocked when a fixpoint is found: those that exclude
// Bad, those that keep these, and so on. Most cubes of a long search are none
// of them.
//
//===----------------------------------------------------------------------===//

#include "Frames.h"

using namespace sooth;
using namespace sooth::euf;

namespace {
class Reduction {
public:
  Reduction(AbstractSystem &Sys, Abstraction &Abstract, const Budget &B,
            std::vector<std::vector<Cube>> All)
      : Sys(Sys), Abstract(Abstract), B(B), All(std::move(All)),
        Kept(Sys.numLocations()) {}

  enum class Outcome { Inductive, GaveUp };
  Outcome run();
  const std::vector<std::vector<Cube>> &kept() const { return Kept; }

private:
  struct Needed {
    LocationId Loc;
    Cube C;
  };
  struct Source {
    std::unique_ptr<Solver> S;
    ExprMap<size_t> CubeOf; // by the clause's literal
    std::vector<Expr> Clauses;
    llvm::DenseSet<size_t> Kept;
  };
  Source &source(LocationId L);
  /// Finds the cubes at \p L that exclude \p Parts; false if there are none.
  bool exclude(LocationId L, std::vector<Expr> Parts);
  bool preserve(const Needed &N);

  AbstractSystem &Sys;
  Abstraction &Abstract;
  const Budget &B;
  std::vector<std::vector<Cube>> All, Kept;
  std::vector<Source> Sources{Sys.numLocations()};
  std::vector<Needed> Work;
};
} // namespace

Reduction::Source &Reduction::source(LocationId L) {
  Source &Src = Sources[L];
  if (Src.S)
    return Src;
  ExprContext &Ctx = Sys.context();
  Src.S = Abstract.makeSolver();
  for (Expr Lemma : Sys.lemmas())
    Src.S->add(Lemma);
  for (size_t I = 0; I < All[L].size(); ++I) {
    Expr Clause = Ctx.mkNot(Ctx.mkAnd(All[L][I]));
    Src.CubeOf[Clause] = I;
    Src.Clauses.push_back(Clause);
  }
  return Src;
}

bool Reduction::exclude(LocationId L, std::vector<Expr> Parts) {
  Source &Src = source(L);
  llvm::append_range(Parts, Src.Clauses);
  if (Src.S->check(Parts, B) != Answer::Unsat)
    return false;
  for (Expr E : Src.S->core())
    if (auto It = Src.CubeOf.find(E);
        It != Src.CubeOf.end() && Src.Kept.insert(It->second).second) {
      Kept[L].push_back(All[L][It->second]);
      Work.push_back({L, All[L][It->second]});
    }
  return true;
}

bool Reduction::preserve(const Needed &N) {
  ExprContext &Ctx = Sys.context();
  for (unsigned In : Sys.incoming(N.Loc)) {
    const Block &Via = Sys.blocks()[In];
    if (Sys.distance(Via.Source) == AbstractSystem::Unreachable)
      continue;
    std::vector<Expr> Parts{Via.Guard};
    std::vector<Expr> Target;
    for (Expr L : N.C)
      Target.push_back(Sys.prime(L));
    for (Expr V : variables(Target))
      if (Expr U = Sys.isNext(V) ? Sys.updateOf(Via, V) : Expr())
        Parts.push_back(Ctx.makeRaw(Kind::Eq, {V, U}));
    llvm::append_range(Parts, Target);
    if (!exclude(Via.Source, std::move(Parts)))
      return false;
  }
  return true;
}

Reduction::Outcome Reduction::run() {
  for (const AbstractSystem::BadState &Bad : Sys.bad())
    if (Sys.distance(Bad.Loc) != AbstractSystem::Unreachable &&
        !exclude(Bad.Loc, {Bad.What}))
      return Outcome::GaveUp;
  while (!Work.empty()) {
    Needed N = std::move(Work.back());
    Work.pop_back();
    if (!preserve(N))
      return Outcome::GaveUp;
  }
  return Outcome::Inductive;
}

std::vector<Expr> Frames::invariant(unsigned Level) {
  ExprContext &Ctx = Sys.context();
  std::vector<std::vector<Cube>> All(Sys.numLocations());
  for (LocationId L = 0; L < All.size(); ++L) {
    All[L] = Locations[L].Invariant;
    for (unsigned J = Level; J <= Depth; ++J)
      llvm::append_range(All[L], Locations[L].F[J]);
    // The search is over; what follows needs room for solvers of its own.
    Locations[L].States = nullptr;
    Locations[L].Trans = nullptr;
  }
  Reduction R(Sys, Abstract, B, All);
  const auto &Cubes = R.run() == Reduction::Outcome::Inductive ? R.kept() : All;
  std::vector<Expr> Result;
  for (LocationId L = 0; L < All.size(); ++L) {
    if (Sys.distance(L) == AbstractSystem::Unreachable) {
      Result.push_back(Ctx.falseExpr());
      continue;
    }
    std::vector<Expr> Clauses;
    for (const Cube &C : Cubes[L])
      Clauses.push_back(clause(C));
    Result.push_back(Ctx.mkAnd(Clauses));
  }
  return Result;
}
