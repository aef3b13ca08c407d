//===- ScanCalls.h - What scanf and its kin write -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models cannot read variable arguments. A call of scanf or fscanf whose
// format is known becomes calls of a model for each conversion, which writes any
// value of its type if the conversion succeeds (runtime/libc/stdio.c). sscanf
// reads what the program has (runtime/libc/scan.c).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_SCANCALLS_H
#define SOOTH_LIB_FRONTEND_LLVM_SCANCALLS_H

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// Calls whose format is not known, or has conversions that are not modelled,
/// stay.
void expandScanCalls(llvm::Module &Program);

} // namespace sooth

#endif
