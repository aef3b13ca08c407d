//===- IntBlasting.h - Bit-vectors as integers ------------------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Zohar, Irfan, Mann, Niemetz, Notzli, Preiner, Reynolds, Barrett, Tinelli,
// "Bit-Precise Reasoning via Int-Blasting", VMCAI 2022, as far as terms are
// linear: that sums of bounded numbers are in order needs no bits.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_EXPR_INTBLASTING_H
#define SOOTH_EXPR_INTBLASTING_H

#include "sooth/Expr/Traversal.h"

namespace sooth {

/// A bit-vector becomes the integer that it is without a sign; what an operator
/// that is not linear yields becomes any such integer, the same term the same
/// one. Arrays become arrays of integers, which hold nothing behind the last
/// index that there was. If formulas made so contradict each other and facts(),
/// so did what they were made of.
class IntBlasting {
public:
  explicit IntBlasting(ExprContext &Ctx) : Ctx(Ctx) {}

  /// \p Formula without bit-vectors.
  Expr operator()(Expr Formula);
  /// What is true of the variables that were made and of what arrays hold: how
  /// large they are, and what quotients have to do with dividends.
  const std::vector<Expr> &facts() const { return Facts; }

private:
  Expr power(unsigned Exponent);
  Sort sortOf(Sort S) const;
  void addLimits(Expr A, Expr Limit);
  Expr anyBelow(Expr Limit);
  Expr anyOf(Sort S);
  Expr times(const llvm::APInt &Factor, Expr A);
  Expr sum(Expr A, Expr B) { return Ctx.make(Kind::Add, {A, B}); }
  Expr difference(Expr A, Expr B) { return Ctx.make(Kind::Sub, {A, B}); }
  Expr less(Expr A, Expr B) { return Ctx.make(Kind::Lt, {A, B}); }
  Expr modulo(Expr A, const llvm::APInt &Times, unsigned Width);
  std::pair<Expr, Expr> divided(Expr A, Expr By, Expr Most);
  Expr withSign(Expr A, unsigned Width);
  Expr withoutSign(Expr A, unsigned Width);
  Expr signedDivision(Expr E, Expr A);
  Expr translate(Expr E, llvm::ArrayRef<Expr> Operands);
  Expr bitwise(Expr E, llvm::ArrayRef<Expr> Operands);

  ExprContext &Ctx;
  ExprMap<Expr> Memo;
  SeenExprs Seen;
  std::vector<Expr> Facts;
};

} // namespace sooth

#endif
