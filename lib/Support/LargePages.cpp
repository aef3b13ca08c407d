//===- LargePages.cpp - Large pages for the heap --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/LargePages.h"

#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

/// Pages of 2 MB on the processors that we know; others lose nothing.
static uintptr_t roundUp(uintptr_t Address) {
  constexpr uintptr_t Large = uintptr_t(2) << 20;
  return (Address + Large - 1) / Large * Large;
}

void sooth::useLargePages() {
#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
  constexpr int Amount = 64 << 20;
  // Below this size (the largest that can be set) memory comes from the heap.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 2 * Amount);
  // The heap grows once, by all that is wanted; nothing is touched.
  mallopt(M_TOP_PAD, Amount);
  uintptr_t Begin = roundUp(reinterpret_cast<uintptr_t>(sbrk(0)));
  void *volatile Block = malloc(1 << 20);
  free(Block);
  mallopt(M_TOP_PAD, 1 << 20);
  uintptr_t End = reinterpret_cast<uintptr_t>(sbrk(0));
  if (Begin < End)
    madvise(reinterpret_cast<void *>(Begin), End - Begin, MADV_HUGEPAGE);
#endif
}
