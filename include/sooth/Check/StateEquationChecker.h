//===- StateEquationChecker.h - Proofs by the marking equation ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_CHECK_STATEEQUATIONCHECKER_H
#define SOOTH_CHECK_STATEEQUATIONCHECKER_H

#include "sooth/Check/CheckResult.h"
#include "sooth/Model/PetriFormula.h"
#include "sooth/Result/StateEquationProof.h"
#include "sooth/Support/Budget.h"

namespace sooth {

/// Whether \p P proves that no reachable marking of \p N satisfies \p Goal.
/// Everything is computed anew in exact arithmetic; only leaves that say so
/// are put to a fresh solver. Unknown when the budget ends, the solver gives
/// up, or a vector has too many ways to fire.
CheckResult checkStateEquationProof(const PetriNet &N, const PetriFormula &Goal,
                                    const StateEquationProof &P,
                                    const Budget &B);

} // namespace sooth

#endif
