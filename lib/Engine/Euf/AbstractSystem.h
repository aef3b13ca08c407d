//===- AbstractSystem.h - The system as EUF sees it -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Algorithm 1's ABSTRANS. Because abstraction is only another reading of the
// same expressions, the abstract system is the concrete one together with
// what refinement has learnt about it: lemmas, the vocabulary that cubes may
// use, and the operators that keep their meaning.
//
// The concrete one is an automaton: blocks that lead from location to
// location. A transition system is the case of one location and one block.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_EUF_ABSTRACTSYSTEM_H
#define SOOTH_LIB_ENGINE_EUF_ABSTRACTSYSTEM_H

#include "sooth/Expr/Traversal.h"
#include "sooth/Model/Cfa.h"
#include "sooth/Model/TransitionSystem.h"
#include "sooth/Solver/Interpretation.h"

namespace sooth::euf {

/// A conjunction of literals over X, sorted by id, each once.
using Cube = std::vector<Expr>;
Cube makeCube(llvm::ArrayRef<Expr> Literals);

/// One way to go on: when Guard holds, all updates at once.
struct Block {
  unsigned Number; // in AbstractSystem::blocks(), and the Cfa's edges
  LocationId Source, Target;
  /// Over X and Y; of a relational system over X' as well.
  Expr Guard;
  /// x′ ↦ its new value over X and Y.
  ExprMap<Expr> Updates;
};

/// A state variable and its next-state copy.
struct StatePair {
  Expr Cur, Next;
};

class AbstractSystem {
public:
  static constexpr unsigned Unreachable = ~0u;

  /// One location, which is the entry, and one block.
  AbstractSystem(const TransitionSystem &Ts, const Property &P);
  /// Bad is to be at an error location.
  explicit AbstractSystem(const Cfa &C);

  ExprContext &context() const { return Ctx; }
  const std::vector<StatePair> &variables() const { return Vars; }
  const std::vector<Expr> &inputs() const { return Inputs; }
  Expr init() const { return Init; }
  LocationId entry() const { return Entry; }
  size_t numLocations() const { return Incoming.size(); }
  const std::vector<Block> &blocks() const { return Blocks; }
  /// Numbers of blocks.
  llvm::ArrayRef<unsigned> incoming(LocationId L) const { return Incoming[L]; }
  llvm::ArrayRef<unsigned> outgoing(LocationId L) const { return Outgoing[L]; }
  /// The least number of steps to \p L, or Unreachable.
  unsigned distance(LocationId L) const { return Distance[L]; }
  /// The greatest distance there is.
  unsigned radius() const { return Radius; }

  struct BadState {
    LocationId Loc;
    Expr What; // over X
  };
  const std::vector<BadState> &bad() const { return Bad; }

  /// The new value of the variable whose next-state copy is \p Next; null if
  /// only the guard speaks of it.
  Expr updateOf(const Block &B, Expr Next);
  /// Whether every variable has an update in \p B and its guard is over X and
  /// Y.
  bool isFunctional(const Block &B);
  /// The whole relation of \p B.
  Expr relation(const Block &B);

  /// x ↦ x′ and back, without touching the terms' structure.
  Expr prime(Expr E) { return Prime(E); }
  Expr unprime(Expr E) { return Unprime(E); }

  enum class Variables { None, Current, NextOnly, Mixed };
  /// Which variables occur: none, only current ones, only next-state ones, or
  /// inputs or a mixture. Memoised.
  Variables variablesOf(Expr E);
  bool isStateTerm(Expr E) {
    Variables V = variablesOf(E);
    return V == Variables::None || V == Variables::Current;
  }
  bool isNext(Expr Var) const { return NextVars.contains(Var); }

  // What refinement adds.
  /// A formula that holds in every concrete interpretation.
  void addLemma(Expr L) { Lemmas.push_back(L); }
  const std::vector<Expr> &lemmas() const { return Lemmas; }
  /// Reads the operator of \p Application as what it is from now on.
  void interpret(Expr Application) { Meaning.add(Application); }
  void interpretArrays() { Meaning.addArrays(); }
  const Interpretation &meaning() const { return Meaning; }
  /// The terms over X that cubes may use besides those of the current step.
  bool isKnown(Expr Term) const { return Known.contains(Term); }
  /// Makes the state terms below \p E known; returns how many are new.
  unsigned makeKnown(Expr E);
  /// Atoms over X whose value every cube at \p L records.
  enum class Added { New, Old };
  Added track(LocationId L, Expr Atom);
  /// All atoms of \p E, a formula over X; returns how many are new.
  unsigned trackAtoms(LocationId L, Expr E);
  const std::vector<Expr> &tracked(LocationId L) const { return Tracked[L]; }

private:
  void addVariable(Expr Cur, Expr Next);
  /// Links the blocks and computes distances and the initial vocabulary.
  void finish(size_t Locations);

  ExprContext &Ctx;
  std::vector<StatePair> Vars;
  std::vector<Expr> Inputs;
  std::vector<Block> Blocks;
  std::vector<std::vector<unsigned>> Incoming, Outgoing;
  std::vector<unsigned> Distance;
  unsigned Radius = 0;
  LocationId Entry = 0;
  Expr Init;
  std::vector<BadState> Bad;
  /// What a variable without an update does.
  enum class Missing { IsFree, StaysTheSame } WithoutUpdate;
  Substitution Prime, Unprime;
  ExprSet NextVars, CurVars;
  ExprMap<Variables> VarsMemo;
  std::vector<Expr> Lemmas;
  Interpretation Meaning;
  ExprSet Known, KnownSeen;
  std::vector<ExprSet> TrackedSet;
  std::vector<std::vector<Expr>> Tracked;
};

} // namespace sooth::euf

#endif
