//===- ComputedGoto.h - Labels as numbers ---------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The address of a label becomes a small number that no other label has, and a
// computed goto a switch. Where the address is none of the labels' that the
// function takes the address of, the goto leads to any of them, which the
// encoder takes for an approximation.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_COMPUTEDGOTO_H
#define SOOTH_LIB_FRONTEND_LLVM_COMPUTEDGOTO_H

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

void lowerComputedGotos(llvm::Module &M);

} // namespace sooth

#endif
