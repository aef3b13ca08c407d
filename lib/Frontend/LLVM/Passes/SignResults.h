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
class Module;
} // namespace llvm

namespace sooth {

/// If what is made of all calls of sooth_nondet_libc_int_like(order)
/// (runtime/libc/libc.h) in \p M looks at signs alone, they are the order
/// itself; otherwise all stay inputs, which a replay gives back in their order.
/// Requires that models were put into what calls them. Returns whether
/// something changed.
bool chooseSignResults(llvm::Module &M);

} // namespace sooth

#endif
