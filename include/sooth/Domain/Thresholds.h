//===- Thresholds.h - Numbers at which ranges end -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DOMAIN_THRESHOLDS_H
#define SOOTH_DOMAIN_THRESHOLDS_H

#include "sooth/Model/Cfa.h"

#include "llvm/ADT/APInt.h"

#include <map>

namespace sooth {

/// By width: numbers to which ranges are widened.
using Thresholds = std::map<unsigned, std::vector<llvm::APInt>>;

/// The constants of \p C's formulas and their neighbours, at most \p Most of
/// each width, in order of appearance.
Thresholds findThresholds(const Cfa &C, size_t Most = 200);

} // namespace sooth

#endif
