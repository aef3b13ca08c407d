//===- ScanCalls.h - What scanf and its kin write -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models cannot read variable arguments. A call of scanf or fscanf whose
// format is known becomes calls of a model for each conversion, which writes
// any value of its type if the conversion succeeds (runtime/libc/stdio.c).
// sscanf reads what the program has (runtime/libc/scan.c), and so does fscanf
// where files are kept.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_SCANCALLS_H
#define SOOTH_LIB_FRONTEND_LLVM_SCANCALLS_H

#include "KeptFiles.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// Calls whose format is not known, or has conversions that are not modelled,
/// stay.
void expandScanCalls(llvm::Module &Program, Files Kind);

/// Whether that declares scanf or fscanf, or sscanf, and is used.
bool isScanner(const llvm::Function &F);

} // namespace sooth

#endif
