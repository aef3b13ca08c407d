//===- CostlyPart.h - What makes a program hard to verify -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_COSTLYPART_H
#define SOOTH_LIB_DRIVER_COSTLYPART_H

#include "sooth/Driver/Report/Report.h"

namespace sooth {

/// What costs most in \p Blocks, which was made of the program \p C that has
/// places of the source.
CostlyPart findCostlyPart(const Cfa &C, const Cfa &Blocks);

} // namespace sooth

#endif
