//===- CExpression.h - Formulas as C expressions --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_WITNESS_CEXPRESSION_H
#define SOOTH_LIB_DRIVER_WITNESS_CEXPRESSION_H

#include "sooth/Model/Cfa.h"

#include <optional>
#include <set>
#include <string>

namespace sooth {

/// A formula in C, and the variables that it names.
struct CExpression {
  std::string Text;
  std::set<std::string> Variables;
};

/// \p Formula, over variables of \p C, as a C expression without side effects
/// and undefined behaviour, provided that the variables of the program that are
/// called so hold what those of the model do. Nothing if it has parts that C
/// cannot say, or is too long to be read.
std::optional<CExpression> toC(const Cfa &C, Expr Formula);

/// \p V, of an integer type that is signed or not, as a constant.
std::string constantInC(const llvm::APInt &V, bool IsSigned);

} // namespace sooth

#endif
