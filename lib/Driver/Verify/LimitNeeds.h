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

/// What has to be so that no run comes to \p Limit, if that can be told. Runs
/// that access memory in a way that C does not allow end there if they lead to
/// no object, or out of a member; only where it is not known what is there the
/// model cannot say.
std::optional<Need> needAgainst(const AssertionReport &Limit);

/// Whether \p A asks whether the very access is allowed at which \p Limit is.
bool isSameAccess(const AssertionReport &A, const AssertionReport &Limit);

} // namespace sooth

#endif
