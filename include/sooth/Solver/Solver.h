//===- Solver.h - What engines may ask ------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// One incremental context over Expr. Backends live in lib/Solver; nothing of
// them shows here. A solver is not thread-safe and shares nothing with
// another one.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SOLVER_SOLVER_H
#define SOOTH_SOLVER_SOLVER_H

#include "sooth/Expr/ExprContext.h"
#include "sooth/Solver/Interpretation.h"
#include "sooth/Support/Budget.h"
#include "sooth/Support/Statistics.h"

#include <memory>
#include <string>
#include <vector>

namespace sooth {

enum class Answer { Sat, Unsat, Unknown };

class Solver {
public:
  virtual ~Solver();

  virtual void push() = 0;
  virtual void pop() = 0;
  /// Asserts a Boolean expression in the current scope.
  virtual void add(Expr E) = 0;
  /// Decides what was added together with \p Assumptions (any Boolean
  /// expressions). Never throws; Unknown when \p B runs out or the backend
  /// gives up, see reasonUnknown().
  virtual Answer check(llvm::ArrayRef<Expr> Assumptions, const Budget &B) = 0;
  Answer check(const Budget &B) { return check({}, B); }

  /// After Sat, until the next change: the value of \p E; variables without a
  /// value get one.
  virtual Value value(Expr E) = 0;
  /// After Unsat, until the next change: assumptions that suffice.
  virtual std::vector<Expr> core() = 0;
  /// After Unknown.
  virtual std::string reasonUnknown() const = 0;
};

/// Reads the same expressions as equality with uninterpreted functions
/// (EUFORIA dissertation, Definition 3.3): bit-vector, arithmetic and array
/// operators are uninterpreted functions and predicates, their sorts are
/// uninterpreted, different constants of a sort are distinct. Boolean
/// structure, ite and equality keep their meaning, and so do the operators of
/// an Interpretation.
class EufSolver : public Solver {
public:
  /// After Sat: terms of one sort have equal numbers iff the model makes them
  /// equal. Requires a term that is not Boolean. (value() is for Booleans.)
  virtual unsigned classOf(Expr Term) = 0;
};

struct SolverOptions {
  /// Ask for cores that are minimal.
  enum class Cores { Any, Minimal } Core = Cores::Any;
  unsigned Seed = 0;
  /// Whether the solver tracks which atoms matter: that saves theory work, but
  /// costs more than it saves where there is only congruence.
  enum class Relevancy { On, Off } Relevant = Relevancy::On;
  /// What to do with a question that takes long: go on; or also ask it at once,
  /// with all preprocessing, in turns that grow (its core is then all that was
  /// assumed). Minimal cores imply the first.
  enum class Hard { GoOn, Preprocess } WhenHard = Hard::GoOn;
  /// What expressions will be about; bit-vectors include Booleans.
  enum class Theories { Any, BitVectors } Over = Theories::Any;
};

/// What a solver needs to know to reason about \p Roots.
SolverOptions::Theories theoriesOf(llvm::ArrayRef<Expr> Roots);

std::unique_ptr<Solver> createZ3Solver(ExprContext &Ctx, SolverOptions O = {});
std::unique_ptr<EufSolver> createZ3EufSolver(ExprContext &Ctx,
                                             SolverOptions O = {},
                                             Interpretation I = {});

/// Solvers over one ExprContext that share the translation of expressions
/// and the backend's context, which makes each of them cheap. They know nothing
/// of each other's assertions, may outlive the family, and belong to one
/// thread.
template <class SolverT> class SolverFamily {
public:
  virtual ~SolverFamily() = default;
  virtual std::unique_ptr<SolverT> create(SolverOptions O) = 0;
};

std::unique_ptr<SolverFamily<Solver>> createZ3Family();
std::unique_ptr<SolverFamily<EufSolver>>
createZ3EufFamily(Interpretation I = {});

/// Of the z3 that is loaded: "4.8.12.0".
std::string z3Version();

} // namespace sooth

#endif
