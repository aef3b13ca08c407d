//===- CutpointSystem.h - Paths between cutpoints as steps ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An invariant that has formulas at some locations only is no invariant of the
// system whose steps are edges. It is one of the system whose steps are what
// checkInvariant() asks about: the loop-free paths from one of these locations
// to the next ones. For those who want to ask about it with other means.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_CHECK_CUTPOINTSYSTEM_H
#define SOOTH_CHECK_CUTPOINTSYSTEM_H

#include "sooth/Check/CheckResult.h"
#include "sooth/Result/Result.h"
#include "sooth/Support/Budget.h"

namespace sooth {

struct CutpointSystem {
  /// Has the variables of the automaton and one that says where a run is; no
  /// step leads on from an end. One property for each end.
  TransitionSystem Model;
  /// That variable, over bit-vectors.
  Expr Where;
  /// What holds at one of the locations, which are numbered.
  struct Part {
    LocationId Loc;
    Expr At; ///< that a run is there, over Where
    Expr Formula;
  };
  /// All but the ends.
  std::vector<Part> Parts;
};

/// The runs of \p C, cut where \p I has formulas. The ends are the errors, and
/// the locations whose formula is false: what is claimed of these is that no
/// run comes there. Inputs are those of the paths, and which of them is taken.
/// What variables hold at an end has no meaning.
///
/// Requires that Check has confirmed \p I, which is no unwinding.
CutpointSystem cutpointSystem(const Cfa &C, const CfaInvariant &I);

/// Whether the formulas of \p I, which is no unwinding, exclude the errors of
/// \p C by induction over \p K steps from one of their locations to the next,
/// instead of over one. Unknown if the locations, of which the entry has to be
/// one, do not cut all cycles, or if the budget is used up.
CheckResult checkInduction(const Cfa &C, const CfaInvariant &I, unsigned K,
                           TsInvariant::Paths PathKind, const Budget &B);

/// Refuted if a run of \p C comes to an error within \p Steps such steps,
/// whatever the formulas say. Unknown as above.
CheckResult excludeErrors(const Cfa &C, const CfaInvariant &I, unsigned Steps,
                          const Budget &B);

/// A proof about a system that was made of an automaton.
struct SystemProof {
  const TransitionSystem &System;
  const Property &P; ///< any error of the automaton
  const TsInvariant &Proof;
  /// Its formula, where runs of the automaton are between steps.
  CfaInvariant Places;
};

/// Whether \p P proves that \p C has no run to an error. If K is 1, the formula
/// is checked on \p C alone. Else the proof is checked on the system, and then
/// errors are searched for on \p C, unless the induction is one there, too;
/// refuted if one is found. That search is bounded: at most a few tenths of a
/// second of this thread's work, two seconds where states need not differ.
CheckResult checkSystemProof(const Cfa &C, const SystemProof &P,
                             const Budget &B);

} // namespace sooth

#endif
