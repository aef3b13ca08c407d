//===- VariableType.h - Types that variables are declared with ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_BASE_VARIABLETYPE_H
#define SOOTH_LIB_FRONTEND_LLVM_BASE_VARIABLETYPE_H

namespace llvm {
class Type;
class Value;
} // namespace llvm

namespace sooth {

/// The type of all of \p Object. Null if it is no local or global variable, or
/// its declaration does not say how large it is.
llvm::Type *variableType(const llvm::Value *Object);

} // namespace sooth

#endif
