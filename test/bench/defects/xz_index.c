// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A record is appended to an index that was read, and had none.

#include SOOTH_DEFECT

void append_to_empty(void) {
  lzma_index *index = lzma_index_init(NULL);
  if (!index)
    return;
  lzma_index_prealloc(index, 0);
  lzma_index_append(index, NULL, UNPADDED_SIZE_MIN, 1);
  lzma_index_end(index, NULL);
}
