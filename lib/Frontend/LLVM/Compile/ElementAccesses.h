//===- ElementAccesses.h - Elements one behind an array ---------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `struct row *r = &t->rows[i];` may lead one behind the array, and clang's
// check of the index allows that. `r->count = 0;` may not be there: that is an
// index out of bounds as in `t->rows[i].count = 0;`.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_COMPILE_ELEMENTACCESSES_H
#define SOOTH_LIB_FRONTEND_LLVM_COMPILE_ELEMENTACCESSES_H

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// Puts checks before the accesses in \p Program to an element of which clang
/// has checked the address, directly or through a local variable that is set
/// once and has no other use. Requires a program as clang wrote it.
void checkElementAccesses(llvm::Module &Program);

} // namespace sooth

#endif
