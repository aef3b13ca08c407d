//===- FloatTexts.h - How constants look that are printed -------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text that printf makes of a floating-point number is beyond solvers. Of a
// number that is a constant of the program it is known before.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_FLOATTEXTS_H
#define SOOTH_LIB_FRONTEND_LLVM_FLOATTEXTS_H

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// Notes whether something that decides about texts may become other than it is
/// where programs begin: the locale, the rounding mode. Requires that no
/// function was inlined, and is required by tellFloatTexts().
void noteChangesOfTexts(llvm::Module &M);

/// Answers the questions of models for such texts in \p F
/// (sooth_nondet_libc_float_length and sooth_nondet_libc_float_word of
/// runtime/libc/print.c): where the number and all else is constant, and C says
/// what the text is, with that; elsewhere by saying that it is not known.
/// Requires that models were put into what calls them. Returns whether there
/// was any.
bool tellFloatTexts(llvm::Function &F);

} // namespace sooth

#endif
