//===- Ic3.h - IC3 on a circuit -------------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_PDR_IC3_H
#define SOOTH_LIB_ENGINE_PDR_IC3_H

#include "CircuitSolver.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <deque>
#include <optional>

namespace sooth::pdr {

/// Values of latches: number I + 1, or its negation, sorted by latch.
using Cube = std::vector<int>;

/// Bradley, "SAT-Based Model Checking without Unrolling" (VMCAI 2011), with the
/// means of Een, Mishchenko and Brayton (FMCAD 2011) and counterexamples to
/// generalization (Hassan, Bradley, Somenzi, FMCAD 2013).
class Ic3 {
public:
  /// Requires a model with one bad state and without constraints. Both must
  /// outlive this.
  Ic3(const AigerModel &M, const Budget &B);

  /// States in which none of \p OneOf is true, values of latches, stand for
  /// nothing: that they cannot be reached need not be shown. (A run that is
  /// found may nevertheless go through them.)
  void addFact(const Cube &OneOf);

  enum class Outcome { Safe, Unsafe, Stopped };
  Outcome
  run(llvm::function_ref<void(unsigned Frame, size_t Clauses)> Progress);
  /// After Safe: cubes that exclude all that cannot be reached, and the bad
  /// states; no other state leads to one of theirs.
  const std::vector<Cube> &invariant() const { return Proof; }
  /// After Unsafe: inputs of each step to the bad state, and the first state.
  const AigerRun &trace() const { return Run; }

  unsigned frames() const { return Frames.size() - 1; }
  unsigned asked() const { return S.asked(); }
  unsigned learned() const { return Learned; }

private:
  using Literal = CircuitSolver::Literal;
  using Answer = CircuitSolver::Answer;
  struct Obligation {
    Cube State;
    unsigned Level;
    std::vector<bool> Inputs; ///< with which State leads to Then's, or is bad
    std::optional<size_t> Then;
  };
  struct Lemma {
    Cube Blocked;
    uint64_t Signature; ///< a bit for each literal; some have the same
    CircuitSolver::Clause *Clause;
  };
  struct Frame {
    Literal Active;
    std::vector<Lemma> Lemmas; ///< hold here, and in all frames before
  };
  /// States that lead to others with these inputs.
  struct Step {
    Cube State;
    std::vector<bool> Inputs;
  };

  Literal latch(int L) const {
    return L > 0 ? S.latch(L - 1) : -S.latch(-L - 1);
  }
  Literal next(int L) const { return L > 0 ? S.next(L - 1) : -S.next(-L - 1); }
  bool meetsInit(const Cube &C) const;
  std::vector<Literal> inFrame(unsigned Level) const;
  void addFrame();

  /// After Sat: the part of the model's state that leads to \p Target with the
  /// model's inputs, or, without a target, is bad.
  Step lift(const Cube *Target);

  /// Whether states of frame \p Level, but those of \p C, lead to \p C; if
  /// not, \p Core is a part of C of which that is true, too, outside Init.
  Answer leadsTo(const Cube &C, unsigned Level, Cube *Core);
  bool block(size_t Root);
  bool answer(size_t Number);
  bool isBlocked(const Cube &C, unsigned Level) const;
  Cube generalize(Cube C, unsigned Level, unsigned Depth);
  bool tryWithout(Cube &C, unsigned Level, unsigned Depth);
  void learn(const Cube &C, unsigned Level);
  /// Moves clauses forward; returns whether a frame equals the next one.
  bool propagate();
  void foundRun(size_t First);

  const AigerModel &M;
  CircuitSolver S;
  Literal Init, Facts;
  std::vector<Frame> Frames;
  std::deque<Obligation> Obligations;
  std::vector<std::vector<size_t>> Open; ///< obligations by level
  std::vector<unsigned> Uses;            ///< of latches in clauses
  std::vector<Cube> Proof;
  AigerRun Run;
  bool IsStopped = false;
  unsigned Learned = 0;
};

} // namespace sooth::pdr

#endif
