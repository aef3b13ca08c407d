//===- ProductVariables.h - Products of variables as variables --*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is polynomial in the variables of a program is linear in their products
// (Müller-Olm and Seidl, "Computing polynomial program invariants", Information
// Processing Letters 2004). So products of variables are made variables of
// their own: r = i * m is then an equation between two variables, and no solver
// has to multiply.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_ABSTRACT_PRODUCTVARIABLES_H
#define SOOTH_LIB_ENGINE_ABSTRACT_PRODUCTVARIABLES_H

#include "sooth/Expr/Traversal.h"
#include "sooth/Model/Cfa.h"
#include "sooth/Result/Result.h"

namespace sooth::abstraction {

/// A program in which some products of variables are variables, and others may
/// be anything. It has the same locations and edges, and the same runs and
/// more.
struct WithProducts {
  Cfa Model;
  /// The variables that stand for products, and these.
  std::vector<std::pair<Expr, Expr>> Products;

  /// What \p I says of \p Model, of the original program.
  CfaInvariant original(const CfaInvariant &I) const;
};

/// Nothing if \p C multiplies no variables, or too many.
std::optional<WithProducts> withProducts(const Cfa &C);

} // namespace sooth::abstraction

#endif
