//===- IntervalAnalysis.h - Ranges of variables at locations --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DOMAIN_INTERVALANALYSIS_H
#define SOOTH_DOMAIN_INTERVALANALYSIS_H

#include "sooth/Domain/Range.h"
#include "sooth/Model/Cfa.h"
#include "sooth/Support/Budget.h"

#include <optional>

namespace sooth {

/// By location, nothing where no run gets to: ranges of live variables, and of
/// what arrays hold at places that such variables say. Of what is not there
/// nothing is known. They are inductive on the edges.
using RangesAt = std::vector<std::optional<ExprMap<Range>>>;

/// Abstract interpretation with intervals, which are widened to numbers of the
/// program. Asks no solver. Nothing if \p B does not suffice.
std::optional<RangesAt> analyzeIntervals(const Cfa &C, const Budget &B);

} // namespace sooth

#endif
