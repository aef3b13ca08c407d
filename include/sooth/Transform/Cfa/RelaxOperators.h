//===- RelaxOperators.h - Results of costly operators are anything ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_RELAXOPERATORS_H
#define SOOTH_TRANSFORM_RELAXOPERATORS_H

#include "sooth/Model/Cfa.h"

#include <optional>

namespace sooth {

/// \p C in which what CostlyOperators replaces is an input. Its runs are those
/// of \p C and more, so that an invariant of it is one of \p C. Locations and
/// edges are the same. Nothing if there is no such operator.
std::optional<Cfa> relaxOperators(const Cfa &C);

} // namespace sooth

#endif
