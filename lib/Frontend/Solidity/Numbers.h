//===- Numbers.h - Numbers of Solidity in the model -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers, addresses, enumerations and fixed bytes are all integers or all
// bit-vectors. Bytes of fixed length are the number that they are read as.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_SOLIDITY_NUMBERS_H
#define SOOTH_LIB_FRONTEND_SOLIDITY_NUMBERS_H

#include "Types.h"

#include "sooth/Expr/ExprContext.h"
#include "sooth/Frontend/Solidity/Arithmetic.h"

namespace sooth::solidity {

class Numbers {
public:
  Numbers(ExprContext &Ctx, Arithmetic How) : Ctx(Ctx), How(How) {}

  bool areBits() const { return How == Arithmetic::BitVectors; }
  bool areBounded() const { return How != Arithmetic::Unbounded; }
  bool flagsOverflow() const { return How == Arithmetic::Overflow; }

  /// Of a type that is a number in the model, or bool.
  Sort sort(const Type *T);
  Expr constant(const llvm::DynamicAPInt &N, const Type *T);
  Expr constant(int64_t N, const Type *T) {
    return constant(llvm::DynamicAPInt(N), T);
  }
  llvm::DynamicAPInt least(const Type *T) const;
  llvm::DynamicAPInt greatest(const Type *T) const;
  /// That integer \p E is a value of \p T; true of bit-vectors.
  Expr isValue(Expr E, const Type *T);

  struct Result {
    Expr Value;     ///< as the machine computes it; null if not modelled
    Expr IsExact;   ///< that this is the number that mathematics says
    Expr Unwrapped; ///< that number, of integers
  };
  /// \p Op is as in Solidity, of operands of type \p T. Divisors are not zero.
  Result compute(llvm::StringRef Op, Expr A, Expr B, const Type *T);
  Expr compare(llvm::StringRef Op, Expr A, Expr B, const Type *T);
  /// The value as one of \p To; the number is cut off where it does not fit.
  Expr convert(Expr E, const Type *From, const Type *To);
  /// \p N, any number, as a value of \p T.
  Expr wrap(Expr N, const Type *T);

private:
  Result computeBits(llvm::StringRef Op, Expr A, Expr B, const Type *T);
  Result shift(llvm::StringRef Op, Expr A, Expr B, const Type *T);
  Expr mask(Expr A, Expr B, const Type *T);
  Expr quotient(Expr A, Expr B, const Type *T);
  Expr resize(Expr E, const Type *From, unsigned Bits);
  ExprContext &Ctx;
  Arithmetic How;
};

llvm::DynamicAPInt powerOfTwo(unsigned Exponent);

} // namespace sooth::solidity

#endif
