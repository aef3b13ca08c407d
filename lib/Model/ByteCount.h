//===- ByteCount.h - How many bytes, in words -------------------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_MODEL_BYTECOUNT_H
#define SOOTH_LIB_MODEL_BYTECOUNT_H

#include <cstdint>
#include <string>

namespace sooth {

/// "1 byte", "12 bytes".
inline std::string byteCount(uint64_t Count) {
  return std::to_string(Count) + (Count == 1 ? " byte" : " bytes");
}

} // namespace sooth

#endif
