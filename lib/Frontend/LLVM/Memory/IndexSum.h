//===- IndexSum.h - A number, and what is added to it -----------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORY_INDEXSUM_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORY_INDEXSUM_H

#include "llvm/IR/Value.h"

#include <cstdint>

namespace sooth {

/// Of + Added, made wider, with a sign or without; whether the sum overflows
/// is asked elsewhere.
struct IndexSum {
  const llvm::Value *Of;
  int64_t Added = 0;
  bool HasSign = true;
};

/// What \p Index is, without the constants that are added to it.
IndexSum asIndexSum(const llvm::Value *Index);

} // namespace sooth

#endif
