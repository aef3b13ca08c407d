//===- CallLocation.h - Where a call is, for the inliner ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_CALLLOCATION_H
#define SOOTH_LIB_FRONTEND_LLVM_CALLLOCATION_H

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

namespace sooth {

/// LLVM wants to know where a call is as soon as the callee's code knows.
inline void ensureLocation(llvm::CallInst &Call) {
  llvm::DISubprogram *Subprogram = Call.getFunction()->getSubprogram();
  if (!Call.getDebugLoc() && Subprogram)
    Call.setDebugLoc(
        llvm::DILocation::get(Call.getContext(), 0, 0, Subprogram));
}

} // namespace sooth

#endif
