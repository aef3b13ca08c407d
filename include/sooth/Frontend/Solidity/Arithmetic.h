//===- Arithmetic.h - What numbers of contracts mean ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_SOLIDITY_ARITHMETIC_H
#define SOOTH_FRONTEND_SOLIDITY_ARITHMETIC_H

namespace sooth {

enum class Arithmetic {
  Unbounded,  ///< integers without limits: not what machines do
  BitVectors, ///< words of up to 256 bits
  Modular,    ///< integers in their ranges, wrapped around
  Overflow    ///< the same, and it is an error if a result was wrapped around
};

} // namespace sooth

#endif
