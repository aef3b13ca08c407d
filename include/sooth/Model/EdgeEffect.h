//===- EdgeEffect.h - What taking an edge does to a state -------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_EDGEEFFECT_H
#define SOOTH_MODEL_EDGEEFFECT_H

#include "sooth/Expr/Evaluator.h"
#include "sooth/Model/Cfa.h"

namespace sooth {

/// Gives the variables of \p State what \p E assigns to them, all at once.
/// Requires that \p State has the inputs of \p E, too.
void takeEdge(const Edge &E, Valuation &State);

} // namespace sooth

#endif
