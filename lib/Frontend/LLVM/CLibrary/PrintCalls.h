//===- PrintCalls.h - What printf and its kin write -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of sprintf, or of one of its kin, whose format is known becomes calls
// of a model for each piece of the text (runtime/libc/print.c): models have no
// variable arguments. Those of vsprintf and its kin are read from the va_list.
// What goes to a file is only counted, and not even that if nobody asks for the
// number, unless files are kept (KeptFiles.h).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PRINTCALLS_H
#define SOOTH_LIB_FRONTEND_LLVM_PRINTCALLS_H

#include "KeptFiles.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// Calls whose format is not known, or has conversions that are not modelled,
/// stay; what those that print to a file return is a model's, nevertheless.
void expandPrintCalls(llvm::Module &Program, Files Kind);

/// Whether that declares a function whose calls are expanded.
bool isPrinter(const llvm::Function &F);

/// Lets a call through a parameter ask whether that is printf or one of its
/// kin, if a call of the function says so, and then call it by its name. To be
/// called before expandPrintCalls().
void callPrintersByName(llvm::Module &Program);

} // namespace sooth

#endif
