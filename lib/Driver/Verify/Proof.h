//===- Proof.h - Proofs in words ------------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROOF_H
#define SOOTH_LIB_DRIVER_PROOF_H

#include "sooth/Check/CheckResult.h"
#include "sooth/Driver/Processes/Portfolio.h"
#include "sooth/Driver/Report/Report.h"

namespace sooth {

/// "k-induction with k = 3", "euf at depth 5 with 12 lemmas". Requires a safe
/// answer.
std::string describeProof(const PortfolioAnswer &A);

/// What `Check` looks at.
enum class Evidence { Invariant, Trace, Model, Derivation };

/// What to say to an engine whose evidence was checked with this outcome;
/// nothing if it is good.
std::optional<UnknownReason> reasonAgainst(const CheckResult &R, Evidence E);

/// Whether the formula alone is preserved by every step.
bool isInductive(const TsInvariant &I);

/// What holds at which place; trivial parts are left out.
std::vector<Remark> describeInvariant(const Cfa &C, const CfaInvariant &I);
std::vector<Remark> describeInvariant(const TsInvariant &I);

/// Adds times and counts of another question; takes the larger of peaks and
/// depths.
void mergeFigures(Statistics &Into, const Statistics &Of);

} // namespace sooth

#endif
