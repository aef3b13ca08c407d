//===- HavocCheck.h - Does a run depend on approximations? ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_HAVOCCHECK_H
#define SOOTH_LIB_DRIVER_HAVOCCHECK_H

#include "sooth/Result/Result.h"
#include "sooth/Support/Budget.h"

namespace sooth {

/// A run through over-approximated inputs may not be real: the program may
/// never produce these values. It is real nevertheless if it takes the same
/// edges whatever those values are, and the model can say so. Returns the first
/// over-approximation on the run \p T of \p C unless that is so, as a reason
/// for an unknown answer.
std::optional<UnknownReason> findDecidingHavoc(const Cfa &C, const CfaTrace &T,
                                               const Budget &B);

/// \p E for runs on which no value is over-approximated that would not have
/// been in other states: a read, say, where it is outside of what is read.
/// Other approximations remain.
Edge withoutApproximations(ExprContext &Ctx, Edge E);

} // namespace sooth

#endif
