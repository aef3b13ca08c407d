//===- RandomPath.h - Seeded random paths ---------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_DIFFERENTIAL_RANDOMPATH_H
#define SOOTH_TEST_DIFFERENTIAL_RANDOMPATH_H

#include "RandomCfa.h"

namespace sooth::test {

/// The steps of a path, two to nine, each over the variables' versions before
/// and after it and over inputs; like the paths of programs, but for an odd
/// constraint here and there. The seed chooses the theory: bit-vectors (narrow
/// or of 32 bits), integers, reals, or arrays. About half of the paths are
/// infeasible.
std::vector<Expr> randomPath(ExprContext &Ctx, uint64_t Seed);

} // namespace sooth::test

#endif
