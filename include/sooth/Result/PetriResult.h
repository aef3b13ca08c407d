//===- PetriResult.h - Answers about Petri nets -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Is a marking that satisfies a formula reachable? Yes with a firing sequence,
// no with a certificate, or no conclusive answer. The Check library confirms
// either before anybody is told.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_RESULT_PETRIRESULT_H
#define SOOTH_RESULT_PETRIRESULT_H

#include "sooth/Model/PetriFormula.h"
#include "sooth/Result/Result.h"

namespace sooth {

/// The marking equation, with what was added to it, has no solution:
/// sooth/Result/StateEquationProof.h.
struct StateEquationProof;

/// All reachable markings: contains the initial one, is closed under firing,
/// and none satisfies the formula: sooth/Result/MarkingSet.h.
class MarkingSet;

using PetriCertificate = std::variant<std::shared_ptr<const StateEquationProof>,
                                      std::shared_ptr<const MarkingSet>>;

class PetriResult {
public:
  static PetriResult reachable(FiringRuns R) {
    return PetriResult(std::move(R));
  }
  static PetriResult reachable(FiringSequence S) {
    return reachable(FiringRuns{{std::move(S), 1}});
  }
  static PetriResult notReachable(PetriCertificate C) {
    return PetriResult(std::move(C));
  }
  static PetriResult inconclusive(UnknownReason::Kind K, Cause Why = {}) {
    return PetriResult(UnknownReason{K, std::move(Why)});
  }

  bool isReachable() const { return std::holds_alternative<FiringRuns>(Data); }
  bool isNotReachable() const {
    return std::holds_alternative<PetriCertificate>(Data);
  }
  bool isInconclusive() const {
    return std::holds_alternative<UnknownReason>(Data);
  }
  const FiringRuns &firing() const { return std::get<FiringRuns>(Data); }
  const PetriCertificate &certificate() const {
    return std::get<PetriCertificate>(Data);
  }
  const UnknownReason &reason() const { return std::get<UnknownReason>(Data); }

private:
  using Variant = std::variant<FiringRuns, PetriCertificate, UnknownReason>;
  explicit PetriResult(Variant D) : Data(std::move(D)) {}
  Variant Data;
};

} // namespace sooth

#endif
