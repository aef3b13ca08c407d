//===- LimitNeeds.h - What keeps runs from where the model ends -*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_VERIFY_LIMITNEEDS_H
#define SOOTH_LIB_DRIVER_VERIFY_LIMITNEEDS_H

#include "sooth/Driver/Report/Report.h"

#include <optional>

namespace sooth {

/// What \p A needs, so that no run comes to \p Limit before; empty if that cannot
/// be told, or is what \p A asks itself. Runs that access memory in a way that C
/// does not allow end there if they lead to no object, or out of a member; only
/// where it is not known what is there the model cannot say.
std::vector<Need> needsAgainst(const AssertionReport &Limit,
                               const AssertionReport &A);

/// What is left open of \p All holds where callers keep runs from it, as far as
/// it is known what does.
void restateForCallers(std::vector<AssertionReport> &All);

} // namespace sooth

#endif
