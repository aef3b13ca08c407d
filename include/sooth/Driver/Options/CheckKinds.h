//===- CheckKinds.h - Groups of checks
//-------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_OPTIONS_CHECKKINDS_H
#define SOOTH_DRIVER_OPTIONS_CHECKKINDS_H

#include "sooth/Driver/Options/VerificationTask.h"

#include "llvm/ADT/StringRef.h"

namespace sooth {

/// What the group "default" stands for: bugs that hardly any program means to
/// have.
inline constexpr llvm::StringLiteral DefaultChecks =
    "memory,bounds,overflow,div,shift";

/// Adds \p Kinds to what \p Task checks: names of checks (Checks.def) and of
/// groups ("memory", "default"), with commas between them. The names are known
/// ones.
void addChecks(llvm::StringRef Kinds, VerificationTask &Task);

} // namespace sooth

#endif
