//===- Certificates.h - Evidence as texts for other tools -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of evidence that Check has confirmed, what solvers of others need to confirm
// it, too: the model in VMT, and the invariant as a function over its state.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_VERIFY_CERTIFICATES_H
#define SOOTH_LIB_DRIVER_VERIFY_CERTIFICATES_H

#include "sooth/Driver/Report/Report.h"
#include "sooth/Result/Result.h"
#include "sooth/Support/Budget.h"

#include <optional>

namespace sooth {

/// That no error of \p C is reached. Nothing if there is no form for \p I: it
/// is an unwinding that ends in formulas, or \p B is used up.
std::optional<Certificate> certificateOf(const Cfa &C, const CfaInvariant &I,
                                         const Budget &B);

/// That error \p Error of \p C is: the run on the transition system whose steps
/// are edges. Nothing if that is too long to be written. Requires a run that
/// ends there.
std::optional<Certificate> certificateOf(Cfa C, unsigned Error,
                                         const CfaTrace &T);

/// That the properties \p Which of \p M hold.
Certificate certificateOf(const TransitionSystem &M,
                          llvm::ArrayRef<unsigned> Which, const TsInvariant &I);

/// That property \p Violated of \p M does not.
Certificate certificateOf(const TransitionSystem &M, unsigned Violated,
                          const TsTrace &Run);

} // namespace sooth

#endif
