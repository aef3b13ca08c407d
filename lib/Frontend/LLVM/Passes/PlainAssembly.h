//===- PlainAssembly.h - Assembly without instructions --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// asm volatile("" : "+r"(x) : : "memory") hides x from the compiler. There is
// no instruction in it, so that memory stays as it is and each output that has
// the place of an input has its value. Other outputs are not known.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PLAINASSEMBLY_H
#define SOOTH_LIB_FRONTEND_LLVM_PLAINASSEMBLY_H

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// Replaces outputs of inline assembly without a text by the inputs in the same
/// places, and those of square roots and arc tangents of the x87 by what they
/// compute, as far as that is known. Control flow stays.
void lowerAssembly(llvm::Module &M);

} // namespace sooth

#endif
