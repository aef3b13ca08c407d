//===- Houdini.h - The candidates that hold together ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CELLS_HOUDINI_H
#define SOOTH_LIB_ENGINE_CELLS_HOUDINI_H

#include "Candidates.h"
#include "EdgeQuery.h"

#include "sooth/Result/Result.h"

#include "llvm/ADT/BitVector.h"

#include <deque>
#include <optional>

namespace sooth::cells {

/// Flanagan and Leino, FME 2001: candidates that a counterexample refutes are
/// dropped until none is; what is left is the strongest inductive conjunction
/// of them.
class Houdini {
public:
  struct Statistics {
    unsigned Queries = 0, Dropped = 0;
  };
  enum class Outcome { Proof, None, Unknown };

  /// \p Blocks and \p Of must outlive this. Solvers are of \p Family.
  Houdini(const Cfa &Blocks, const Candidates &Of, const Budget &B,
          std::unique_ptr<SolverFamily<Solver>> Family = createZ3Family());
  /// Gives up as soon as an error is not excluded.
  Outcome run(const Budget &B);
  /// Whether some errors are excluded in the end; not if \p B does not suffice
  /// to get there. What takes the solver long is dropped.
  bool exclude(const Budget &B);
  /// After either: the candidates that exclude all errors, or these, and that
  /// the solver has seen to be an invariant; nothing if \p B does not suffice
  /// for that.
  std::optional<CfaInvariant> invariant(const Budget &B);
  /// After \ref exclude: whether \p Error is reached on an edge from the entry,
  /// to which no edge leads.
  bool isReached(LocationId Error) const { return IsReached[Error]; }
  const Statistics &statistics() const { return Stats; }

private:
  /// Which errors are to be excluded.
  enum class Errors { All, Some };

  Outcome settle(unsigned Query, const Budget &B);
  Outcome excludeAll(EdgeQuery &Query, const Budget &B);
  void allowReached(EdgeQuery &Query, const Budget &B);
  llvm::BitVector goalsOf(const EdgeQuery &Query,
                          const std::vector<llvm::BitVector> &Needed) const;
  void drop(LocationId L, const llvm::BitVector &Wrong);
  void enqueue(unsigned Query);

  const Cfa &C;
  const Candidates &Cands;
  std::unique_ptr<SolverFamily<Solver>> Solvers;
  std::vector<llvm::BitVector> Left; // by location
  /// By location: which need not be asked about.
  std::vector<llvm::BitVector> Certain;
  std::vector<EdgeQuery> Queries;
  std::vector<std::vector<unsigned>> From; // queries by source
  std::deque<unsigned> Work;
  llvm::BitVector IsWaiting;
  Errors Wanted = Errors::All;
  /// By location: errors that are not excluded, and those that are reached.
  llvm::BitVector IsAllowed, IsReached;
  Statistics Stats;
};

} // namespace sooth::cells

#endif
