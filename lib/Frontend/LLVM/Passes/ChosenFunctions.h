//===- ChosenFunctions.h - Functions that a resolver chooses --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// __attribute__((ifunc("resolver"))): before the program begins, the resolver
// chooses the function that is called by the name.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_CHOSENFUNCTIONS_H
#define SOOTH_LIB_FRONTEND_LLVM_CHOSENFUNCTIONS_H

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// Makes each of them a function that asks the resolver and calls what it
/// chooses, but for those that have variable arguments, or are handed
/// structures in memory.
void callChosenFunctions(llvm::Module &M);

} // namespace sooth

#endif
