//===- SumBounds.h - How large sums of variables are ------------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sankaranarayanan, Sipma, Manna, "Scalable Analysis of Linear Systems Using
// Mathematical Programming", VMCAI 2005: an interval for each of some sums that
// are given, mostly differences of two variables. Which of these say something
// of each other is looked for here in pairs only, without linear programming.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CELLS_SUMBOUNDS_H
#define SOOTH_LIB_ENGINE_CELLS_SUMBOUNDS_H

#include "sooth/Domain/IntervalAnalysis.h"
#include "sooth/Model/Cfa.h"
#include "sooth/Support/Budget.h"

#include <vector>

namespace sooth::cells {

/// By location, guesses: how small and how large sums of terms are that guards
/// of \p C compare, more than \p Ranges, those of \p C, say. They hold if no
/// sum wraps. All variables are live. Empty if \p B does not suffice.
std::vector<std::vector<Expr>>
boundsOfSums(const Cfa &C, const RangesAt &Ranges, const Budget &B);

} // namespace sooth::cells

#endif
