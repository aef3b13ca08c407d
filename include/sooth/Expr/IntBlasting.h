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
/// one, and so does what an array holds. If formulas made so contradict each
/// other and facts(), so did what they were made of.
class IntBlasting {
public:
  explicit IntBlasting(ExprContext &Ctx) : Ctx(Ctx) {}

  /// \p Formula without bit-vectors and arrays.
  Expr operator()(Expr Formula);
  /// What is true of the variables that were made: how large they are, and what
  /// quotients and what reads of one array have to do with each other.
  const std::vector<Expr> &facts() const { return Facts; }

private:
  Expr power(unsigned Exponent);
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
  Expr read(Expr E, Expr Index);

  ExprContext &Ctx;
  ExprMap<Expr> Memo;
  SeenExprs Seen;
  ExprMap<std::vector<std::pair<Expr, Expr>>> Reads; // by array: index, content
  std::vector<Expr> Facts;
};

} // namespace sooth

#endif
