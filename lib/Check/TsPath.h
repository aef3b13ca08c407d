//===- TsPath.h - Copies of the variables along a path --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A path through a transition system, asserted step by step. Each frame has
// variables of its own; nothing is substituted into anything but constants: a
// variable that Init or an update makes constant in a frame is that constant
// there, or else the copies of large programs would not be manageable.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_CHECK_TSPATH_H
#define SOOTH_LIB_CHECK_TSPATH_H

#include "sooth/Check/CheckResult.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Model/TransitionSystem.h"
#include "sooth/Solver/Solver.h"

#include <optional>
#include <set>

namespace sooth {

/// System and budget must outlive it.
class TsPath {
public:
  /// The path has one frame, in which \p Start holds. \p Mentioned are other
  /// expressions that will be asked about.
  TsPath(const TransitionSystem &S, Expr Start, Expr Mentioned,
         const Budget &B);

  /// The number of the last frame.
  unsigned last() const { return Frames.size() - 1; }
  /// \p E, over X, in the last frame.
  Expr now(Expr E) { return (*Rename)(E); }
  void add(Expr E) { Path->add(E); }
  /// Adds a frame that a step leads to.
  void step();

  /// Confirmed if there is no such path on which \p Assumption holds; refuted
  /// with \p Why if there is one.
  CheckResult expectNone(Expr Assumption, std::string Why);
  /// Confirmed if there is none whose frames 0 to \p Last differ pairwise. The
  /// constraints are added for frames that a model makes equal.
  CheckResult expectNoneDifferent(unsigned Last, std::string Why);

private:
  void addFrame(std::vector<Expr> Frame);
  CheckResult judge(Answer A, std::string Why);
  Expr different(unsigned I, unsigned J);
  /// After Sat: whether frames were found equal and are asserted to differ.
  enum class Separation { None, Added, Failed };
  Separation separate(unsigned Last);

  const TransitionSystem &S;
  ExprContext &Ctx;
  const Budget &B;
  std::unique_ptr<Solver> Path;
  std::vector<std::vector<Expr>> Frames; // in the order of S.variables()
  std::optional<Substitution> Rename;    // X and Y to the last frame
  std::set<std::pair<unsigned, unsigned>> Separated;
};

} // namespace sooth

#endif
