//===- GateChecks.h - Checks that count now and then ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PASSES_GATECHECKS_H
#define SOOTH_LIB_FRONTEND_LLVM_PASSES_GATECHECKS_H

#include "sooth/Frontend/LLVM/Passes/Prepare.h"

namespace sooth {

/// Runs that come to an error while the variable of \p G has another value end
/// there, and checks of memory are passed over. All errors count if there is no
/// such variable.
void gateChecks(llvm::Module &M, const struct PrepareOptions::Gate &G);

} // namespace sooth

#endif
