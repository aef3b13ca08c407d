// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pointer (RFC 6901) that ends with a zero byte, as callers have it.

#include SOOTH_DEFECT

int index_of(const char *text) {
  size_t index;
  return decode_array_index_from_pointer((const unsigned char *)text, &index);
}
