//===- Distance.h - How far offsets are apart -------------------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORY_DISTANCE_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORY_DISTANCE_H

#include <cstdint>

namespace sooth {

inline uint64_t absoluteDifference(int64_t A, int64_t B) {
  return A > B ? uint64_t(A) - uint64_t(B) : uint64_t(B) - uint64_t(A);
}

} // namespace sooth

#endif
