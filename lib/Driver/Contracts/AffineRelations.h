//===- AffineRelations.h - Equations that numbers satisfy -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All equations c0 + c1 x1 + ... + cn xn = 0 modulo 2^w that some tuples of
// numbers satisfy (Müller-Olm and Seidl: Analysis of modular arithmetic, TOPLAS
// 2007). They are a module with a finite basis, which shrinks with each tuple
// that is no combination of those before. Congruences are among them: that x is
// odd is 2^(w-1) x - 2^(w-1) = 0.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_CONTRACTS_AFFINERELATIONS_H
#define SOOTH_LIB_DRIVER_CONTRACTS_AFFINERELATIONS_H

#include "sooth/Expr/ExprContext.h"

#include <vector>

namespace sooth {

class AffineRelations {
public:
  /// Of \p Terms, bit-vectors of one width of at most 64. In the beginning
  /// there are all equations, 1 = 0 among them.
  explicit AffineRelations(std::vector<Expr> Terms);

  llvm::ArrayRef<Expr> terms() const { return Terms; }
  /// Keeps what is true of these values of the terms, too. Returns whether that
  /// changed anything.
  bool add(llvm::ArrayRef<uint64_t> Values);
  /// Equations from which all others follow.
  std::vector<Expr> equations(ExprContext &Ctx) const;

private:
  using Row = std::vector<uint64_t>; // the constant last
  void reduce(std::vector<Row> &Rows) const;
  Expr equation(ExprContext &Ctx, Row Factors) const;

  std::vector<Expr> Terms;
  unsigned Width;
  uint64_t Mask;
  std::vector<Row> Basis;
};

} // namespace sooth

#endif
