//===- SignResults.h - Results of which the sign matters --------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// strcmp and its kin return any number with a certain sign. Programs mostly
// look at no more than the sign: then one number with that sign is as good as
// any, and the result is no input.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_SIGNRESULTS_H
#define SOOTH_LIB_FRONTEND_LLVM_SIGNRESULTS_H

namespace llvm {
class Function;
} // namespace llvm

namespace sooth {

/// Calls of sooth_nondet_libc_int_like(order) (runtime/libc/libc.h) in \p F are
/// the order itself where what is made of them looks at signs alone, otherwise
/// calls of sooth_nondet_libc_int(). Requires that models were put into what
/// calls them. Returns whether there was any.
bool chooseSignResults(llvm::Function &F);

} // namespace sooth

#endif
