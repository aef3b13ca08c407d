//===- Unsupported.h - What stops a pass ------------------------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PASSES_UNSUPPORTED_H
#define SOOTH_LIB_FRONTEND_LLVM_PASSES_UNSUPPORTED_H

#include "sooth/Frontend/LLVM/Base/UnsupportedError.h"

#include "llvm/IR/Instruction.h"

namespace sooth {

inline llvm::Error unsupported(Cause Why, const llvm::Instruction &I) {
  return llvm::make_error<UnsupportedError>(std::move(Why), I.getDebugLoc());
}

} // namespace sooth

#endif
