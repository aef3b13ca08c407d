//===- ForwardedArguments.h - Functions that call vprintf -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_CLIBRARY_FORWARDEDARGUMENTS_H
#define SOOTH_LIB_FRONTEND_LLVM_CLIBRARY_FORWARDEDARGUMENTS_H

namespace llvm {
class Argument;
class Module;
class Value;
} // namespace llvm

namespace sooth {

/// The parameter that \p V is, or that was put into the variable it is read of,
/// where nothing else ever is; null for other values.
const llvm::Argument *parameterIn(const llvm::Value *V);

/// Where a function of \p Program does nothing with its variable arguments but
/// to hand them on to vprintf or its kin, gives each call with a literal format
/// a copy of the function that calls printf or its kin: what it prints is known
/// then. To be called before expandPrintCalls().
void forwardArguments(llvm::Module &Program);

/// Where a function of \p Program hands a parameter on to vprintf or its kin as
/// the format, gives each call with a literal format a copy of the function
/// that prints with it. To be called before expandPrintCalls().
void forwardFormats(llvm::Module &Program);

} // namespace sooth

#endif
