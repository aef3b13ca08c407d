//===- Instances.h - What holds for all values, for some ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_CHECK_INSTANCES_H
#define SOOTH_LIB_CHECK_INSTANCES_H

#include "sooth/Expr/ExprContext.h"

#include "llvm/ADT/ArrayRef.h"

namespace sooth {

/// \p Facts, each of which holds for all values of \p ForAll, for some of them:
/// ForAll themselves and, of the same sorts, the terms at which \p Roots read
/// arrays, then those at which these instances do. (What was in a cell before it
/// is written seldom matters.) The result follows from the facts, whatever it
/// leaves out; it is not larger than is good for a solver.
std::vector<Expr> instances(ExprContext &Ctx, llvm::ArrayRef<Expr> Facts,
                            llvm::ArrayRef<Expr> ForAll,
                            llvm::ArrayRef<Expr> Roots);

} // namespace sooth

#endif
