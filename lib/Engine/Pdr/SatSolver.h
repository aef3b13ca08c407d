//===- SatSolver.h - Small questions to many clauses ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_PDR_SATSOLVER_H
#define SOOTH_LIB_ENGINE_PDR_SATSOLVER_H

#include "VariableHeap.h"

#include "sooth/Support/Budget.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace sooth::pdr {

/// Conflict-driven clause learning (as in MiniSat: Een and Sorensson, "An
/// Extensible SAT-solver", SAT 2003) for questions of which each is about few
/// of many variables: nothing outside a scope is decided or propagated. (Su and
/// others, "Deeply Optimizing the SAT Solver for the IC3 Algorithm", CAV 2025,
/// show what that gains.)
class SatSolver {
public:
  /// Twice a variable, plus one for its negation.
  using Lit = unsigned;
  struct Clause;

  /// \p B must outlive this.
  explicit SatSolver(const Budget &B);
  ~SatSolver();
  SatSolver(const SatSolver &) = delete;
  SatSolver &operator=(const SatSolver &) = delete;

  unsigned addVariable();
  /// Returns null for a clause that need not be kept. Ends what is known of
  /// the last answer, as all that follow do.
  Clause *addClause(llvm::ArrayRef<Lit> Lits);
  /// Requires a clause that was added, and not removed, and that whatever is
  /// assumed from now on the others imply it: what was learned stays.
  void removeClause(Clause *C);

  /// Begins the scope of the next question. It has to be such that values for
  /// its variables that satisfy all clauses within it can be extended to all
  /// variables and clauses.
  void beginScope();
  /// Returns whether the variable is new there.
  bool addToScope(unsigned Var);

  enum class Answer { Sat, Unsat, Stopped };
  /// Decides whether \p Assumptions and, if it is not empty, the clause \p
  /// OneOf can hold. Requires that the scope has their variables.
  Answer solve(llvm::ArrayRef<Lit> Assumptions, llvm::ArrayRef<Lit> OneOf);
  /// After Sat; false outside the scope.
  bool isTrue(Lit L) const { return Values[L] > 0; }
  /// After Unsat: whether the assumption was needed.
  bool isFailed(Lit L) const { return Failed[L] == FailedStamp; }

private:
  struct Watch {
    Clause *C;
    Lit Other; ///< one of its literals; if it is true, so is the clause
    bool IsBinary;
  };
  struct VarInfo {
    Clause *Reason = nullptr; ///< null if decided
    unsigned Level = 0;
    unsigned Scope = 0; ///< the last one with this variable
    bool Phase = false; ///< its last value
    bool Seen = false;  ///< by analyze()
  };

  bool isFalse(Lit L) const { return Values[L] < 0; }
  bool isOpen(Lit L) const { return Values[L] == 0; }
  unsigned level() const { return Limits.size(); }
  /// What holds for good is propagated everywhere; but of Once nothing does.
  bool isInScope(unsigned Var) const {
    return level() == 0 ? Var != Once : Vars[Var].Scope == Scope;
  }

  void reset();
  std::optional<std::vector<Lit>> openPart(llvm::ArrayRef<Lit> Lits);
  void attach(Clause *C);
  void detach(Clause *C);
  void assign(Lit L, Clause *Reason);
  void backTo(unsigned Level);
  Clause *propagate();
  bool isImpliedBySeen(Lit L) const;
  unsigned analyze(Clause *Conflict);
  void learn();
  void findFailed(Lit Wrong);
  Answer search(llvm::ArrayRef<Lit> Assumptions);
  std::optional<unsigned> nextOpen();
  void reduce();

  const Budget &B;
  std::vector<int8_t> Values; ///< by literal: positive for true, 0 for open
  std::vector<VarInfo> Vars;
  std::vector<std::vector<Watch>> Watches; ///< by literal
  std::vector<Lit> Trail;
  std::vector<unsigned> Limits; ///< sizes of the trail where levels begin
  size_t Head = 0;              ///< what is not propagated
  VariableHeap Heap;            ///< of variables without a value, if it is used
  bool IsHeapUsed = false;
  size_t NextInScope = 0; ///< those before it in ScopeVars have values
  std::vector<unsigned> ScopeVars;
  unsigned Scope = 1;
  std::vector<unsigned> Failed; ///< by literal
  unsigned FailedStamp = 0;
  std::vector<unsigned> Met; ///< by literal: by openPart()
  unsigned MetStamp = 0;
  std::vector<Lit> Lesson; ///< by analyze()
  std::vector<Clause *> Learned;
  size_t MaxLearned = 4000;
  unsigned Once; ///< true in the question that has a constraint
  Clause *Constraint = nullptr;
  std::vector<Clause *> LearnedOnce; ///< which rest on it
  float ClauseStep = 1;
  bool IsContradictory = false;
};

} // namespace sooth::pdr

#endif
