//===- Euf.h - IC3 over EUF abstraction -----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// EUFORIA (Bueno's dissertation, chapters 2.6 and 3): IC3 in which every
// query is about equality with uninterpreted functions, inside a loop that
// checks abstract counterexamples concretely and learns lemmas from those
// that are spurious. See docs/EngineEuf.md.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_EUF_EUF_H
#define SOOTH_ENGINE_EUF_EUF_H

#include "sooth/Engine/Engine.h"
#include "sooth/Support/OptionTable.h"

#include <memory>

namespace sooth {

struct EufOptions {
  /// What IC3 sees of the system. With Predicates the engine is IC3 with
  /// implicit predicate abstraction; Project then does not matter.
  enum class Abstraction {
    Functions,
    Predicates
  } Abstract = Abstraction::Functions;
  /// How a predecessor is generalized to a cube (dissertation 3.3.3).
  enum class Projection {
    Partition,    // Algorithm 2 to the letter: the model's partition of terms
    Substitution, // only what the target needs, next-state terms substituted
  } Project = Projection::Substitution;
  /// How hard to try to drop literals from blocked cubes (Algorithm 4).
  enum class Generalization {
    CoreOnly,
    DropLiterals
  } Generalize = Generalization::DropLiterals;
  /// What is learnt from a path whose single steps are feasible.
  enum class Refinement {
    Interpolants, // 4.4.1: lemmas and atoms from sequence interpolants
    Expansion     // chapter 3: terms that connect the steps
  } Refine = Refinement::Interpolants;
  /// Where interpolants come from: an unsatisfiable core, gone through from its
  /// first or last step, or z3's Spacer engine (the former if it gives up).
  enum class Interpolation {
    CoreForward,
    CoreBackward,
    Spacer
  } InterpolateBy = Interpolation::CoreForward;
  /// Operators about which many lemmas have been learnt can be given their
  /// meaning (dissertation 6.2).
  enum class Interpret {
    Never,
    WhenLemmasPileUp
  } Operators = Interpret::WhenLemmasPileUp;
  /// Whether array operators have their meaning from the beginning; with
  /// Interpreted this is the dissertation's EUFORIA-NAA (4.6).
  enum class Arrays { Abstract, Interpreted } OfArrays = Arrays::Abstract;
  /// Whether facts about operators in general (GeneralFacts.h) are learnt where
  /// they explain what is infeasible, or only what the core says.
  enum class Facts { General, None } Learn = Facts::General;
  /// Depth at which to give up with Unknown{Bound}; 0 means never.
  unsigned MaxDepth = 0;
  /// On locations: whether variables that only steer become locations first.
  enum class Control { Unfold, Keep } OfControl = Control::Unfold;
};

/// IC3 over implicit predicate abstraction, as good as we know it.
inline EufOptions implicitPredicates() {
  EufOptions O;
  O.Abstract = EufOptions::Abstraction::Predicates;
  O.InterpolateBy = EufOptions::Interpolation::Spacer;
  return O;
}

/// Those that a user can choose, lib/Engine/Euf/Options.def.
const OptionTable<EufOptions> &eufOptions();

/// On one monolithic transition relation, as in the dissertation.
std::unique_ptr<TsEngine> createEuf(EufOptions O = {});

/// The same on systems without control variables; others are unfolded into
/// locations (TsToCfa.h, UnfoldControl.h).
std::unique_ptr<TsEngine> createEufUnfolding(EufOptions O = {});

/// With frames and proof obligations for each location, and queries about one
/// block at a time.
std::unique_ptr<CfaEngine> createEufOnLocations(EufOptions O = {});

} // namespace sooth

#endif
