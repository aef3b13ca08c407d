//===- Refiner.h - From spurious counterexamples to precision -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CEGAR_REFINER_H
#define SOOTH_LIB_ENGINE_CEGAR_REFINER_H

#include "Interpolation.h"
#include "PrecisionAdjustment.h"

namespace sooth::cegar {

/// What became of the counterexamples of a graph.
struct Refinement {
  enum class Outcome {
    Spurious, ///< the precision has grown or nodes were pruned, or both
    Feasible, ///< Trace is a run
    Failed    ///< Reason
  } What = Outcome::Failed;
  CfaTrace Trace;
  UnknownReason Reason;
};

/// Which of several counterexamples to refine, given the first node to refine
/// of each: those whose node is not behind another one's (Algorithm 5).
std::vector<unsigned> minimalSet(const Arg &G,
                                 llvm::ArrayRef<unsigned> PruneNodes);

/// Algorithms 2 and 5.
class Refiner {
public:
  struct Statistics {
    unsigned Refinements = 0;
    unsigned Counterexamples = 0; // of these, refined
    unsigned Escalations = 0;     // first choices that brought nothing new
    uint64_t PathLength = 0;      // edges of all counterexamples
    double FeasibilitySeconds = 0, InterpolationSeconds = 0;
  };

  Refiner(const Cfa &C, StateTable &Table, const Domain &D,
          CegarOptions::RefinementKind Refinement,
          const PrecisionAdjustment &Adjust);

  /// Requires an error node in \p G. If all of them are spurious, extends \p P
  /// and prunes \p G so that the same graph cannot be built again; where that
  /// cannot be had, fails with NoProgress.
  Refinement refine(Arg &G, Precision &P, const Budget &B);

  const Statistics &statistics() const { return Figures; }

private:
  /// An infeasible path with what is to be learned from it.
  struct Spurious {
    ArgPath Path;
    PathFormula Formula;
    PathInterpolant Interpolant;
    unsigned pruneNode() const {
      unsigned I = Interpolant.pruneIndex();
      return Path.Nodes[I < Path.Nodes.size() ? I : 0];
    }
  };
  enum class Feasibility { Feasible, Infeasible, Unknown };
  Feasibility check(const PathFormula &F, const Budget &B);
  std::optional<PathInterpolant> explain(const Arg &G, const ArgPath &Path,
                                         PathFormula &F, const Budget &B);
  enum class Progress { None, Made };
  Progress apply(Arg &G, Precision &P, const Spurious &S);
  Progress pruneFor(Arg &G, const Precision &P, const Spurious &S);

  const Cfa &C;
  StateTable &Table;
  const PrecisionAdjustment &Adjust;
  PathVersions Versions;
  PathInterpolator Interpolate;
  std::unique_ptr<Solver> Feasible;
  Statistics Figures;
};

} // namespace sooth::cegar

#endif
