//===- EquationPairs.h - Equations that are asked about together -*- C++ -*-==//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that asks whether x = a and y = b may have one of them only with
// the other: a pointer is null as a whole. After x = a and y = b were excluded
// together, neither is known not to hold by itself, unless that is known.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CELLS_EQUATIONPAIRS_H
#define SOOTH_LIB_ENGINE_CELLS_EQUATIONPAIRS_H

#include "sooth/Model/Cfa.h"

#include <vector>

namespace sooth::cells {

/// By location, guesses: that one equation of a variable with a constant
/// implies another one, where a guard of \p C has the conjunction of both, or
/// where the variables get their values from such. All variables are live.
std::vector<std::vector<Expr>> impliedEquations(const Cfa &C);

} // namespace sooth::cells

#endif
