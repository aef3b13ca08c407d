//===- ContractHoudini.h - The facts that hold together -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flanagan and Leino (Houdini, FME 2001): of guessed facts about calls, returns
// and heads of loops, those that a counterexample to a block refutes are
// dropped until none is. Equations become weaker ones instead: the strongest
// that hold of the counterexample, too (Reps, Sagiv, Yorsh: Symbolic
// implementation of the best transformer, VMCAI 2004). A counterexample is a
// state in which every inductive choice among the facts holds, so that what is
// left is the largest.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_CONTRACTS_CONTRACTHOUDINI_H
#define SOOTH_LIB_DRIVER_CONTRACTS_CONTRACTHOUDINI_H

#include "ContractSteps.h"
#include "ContractTemplates.h"

#include "sooth/Expr/Traversal.h"
#include "sooth/Solver/Solver.h"

#include "llvm/ADT/BitVector.h"

#include <deque>

namespace sooth {

/// Contracts, and what holds at heads of loops in the bodies.
struct ContractGuess {
  std::vector<Contract> Contracts; // by procedure
  std::vector<std::pair<LocationId, Expr>> Heads = {};
};

class ContractHoudini {
public:
  enum class Outcome {
    Proof,  ///< what is left excludes all errors
    None,   ///< it does not
    Unknown ///< time is up, or the solver gave up
  };

  /// \p P and \p Steps must outlive this.
  ContractHoudini(const ModularProgram &P, const ContractSteps &Steps,
                  Guesses Of);
  /// Gives up as soon as an error is not excluded.
  Outcome run(const Budget &B);
  /// What the proof needs; more if \p B is used up. Requires a proof.
  ContractGuess proof(const Budget &B);

private:
  /// What a solver knows of a block: literals for facts before it, of calls on
  /// the way, and that facts behind it are wrong. All are made when they are
  /// needed first.
  struct Query {
    std::unique_ptr<Solver> S;
    std::vector<Expr> WayTaken;        // literals
    ExprMap<Expr> Known;               // by fact before it
    std::vector<ExprMap<Expr>> OfCall; // by call and fact
    std::vector<ExprMap<Expr>> Wrong;  // by way and fact
    std::vector<std::unique_ptr<Substitution>> OfWay, AtCall;
    std::vector<Expr> Vars; // that a model is asked for
  };

  void make(unsigned Number);
  Expr known(unsigned Number, Expr Fact);
  Expr ofCall(unsigned Number, unsigned Call, Expr Fact);
  Expr wrong(unsigned Number, unsigned Way, Expr Fact);
  std::vector<Expr> assumptions(unsigned Number);
  std::vector<Expr> goals(unsigned Number,
                          llvm::function_ref<bool(unsigned, Expr)> IsAsked);
  Answer ask(unsigned Number, llvm::ArrayRef<Expr> Goals, const Budget &B);
  bool learn(unsigned Number);
  bool refine(unsigned Point, const Sample &S);
  void collect(unsigned Point);
  void changed(unsigned Point);
  bool dropSlow(unsigned Number, const Budget &B);
  Outcome settle(unsigned Number, const Budget &B);
  Outcome excludeErrors(unsigned Number, const Budget &B);
  void need(unsigned Number, std::vector<ExprSet> &Needed);

  const ModularProgram &P;
  const ContractSteps &Steps;
  ExprContext &Ctx;
  std::unique_ptr<SolverFamily<Solver>> Solvers;
  Guesses Left;
  /// Too hard for the solver.
  ExprSet Banned;
  /// By point: all that is left.
  std::vector<std::vector<Expr>> Facts;
  std::vector<Query> Queries; // by block
  std::deque<unsigned> Work;
  llvm::BitVector IsWaiting;
};

} // namespace sooth

#endif
