//===- ModularMemory.h - Memory as parameters and results -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory is one and the same for all procedures, but what a contract says of it
// must be said of what is passed and returned. So each variable of memory that
// a procedure or what it calls reads or writes becomes a parameter, and each
// that they may write a result. All else stands still during a call. What is
// never written at all is no parameter: it is what it is in the beginning.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MODULARMEMORY_H
#define SOOTH_LIB_FRONTEND_LLVM_MODULARMEMORY_H

#include "sooth/Model/ModularProgram.h"

#include "llvm/ADT/ArrayRef.h"

namespace sooth {

/// Has the procedures of \p P take and give \p Memory, state variables that
/// they have in common. Requires that nothing else is shared. What a procedure
/// does to \p StackTop, one of them or null, its callers do not see.
void passMemory(ModularProgram &P, llvm::ArrayRef<StateVariable> Memory,
                Expr StackTop);

} // namespace sooth

#endif
