//===- LargePages.cpp - Large pages for the heap --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/LargePages.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

/// On the processors that we know; others lose nothing.
static constexpr uintptr_t LargePage = uintptr_t(2) << 20;

static uintptr_t roundUp(uintptr_t Address) {
  return (Address + LargePage - 1) / LargePage * LargePage;
}

#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
/// The most that memory from the heap may have; the largest that can be set.
static constexpr size_t Most = 32 << 20;

/// Where the part of the heap begins for which large pages were asked for
/// first; null if that was never done.
static uintptr_t FirstLarge = 0;

static uintptr_t endOfHeap() { return reinterpret_cast<uintptr_t>(sbrk(0)); }

/// Makes the heap grow by \p Amount, in large pages; nothing is touched.
static void growHeap(size_t Amount) {
  uintptr_t Begin = roundUp(endOfHeap());
  // So large that no free part of the heap will do for it.
  const size_t Size = std::min(Amount, Most) / 2;
  mallopt(M_TOP_PAD, int(Amount - Size));
  void *volatile Block = malloc(Size);
  free(Block);
  mallopt(M_TOP_PAD, 1 << 20);
  uintptr_t End = endOfHeap();
  if (Begin < End)
    madvise(reinterpret_cast<void *>(Begin), End - Begin, MADV_HUGEPAGE);
}
#endif

void sooth::useLargePages() {
#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
  constexpr size_t Amount = 64 << 20;
  mallopt(M_MMAP_THRESHOLD, Most);
  mallopt(M_TRIM_THRESHOLD, 2 * Amount);
  FirstLarge = roundUp(endOfHeap());
  growHeap(Amount);
#endif
}

void sooth::renewLargePages() {
#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
  if (!FirstLarge)
    return;
  const uintptr_t Before = endOfHeap();
  malloc_trim(0);
  // What was free at the end of the heap is not part of it any more.
  const uintptr_t Now = endOfHeap();
  if (Now < Before)
    growHeap(Before - Now);
#endif
}

void sooth::copySharedHeap() {
#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
  constexpr uintptr_t Part = 16 << 20;
  if (!FirstLarge)
    return;
  // Behind it the heap is one free block, which has no pages yet.
  const uintptr_t Used = roundUp(endOfHeap() - mallinfo2().keepcost);
  const uintptr_t End =
      std::min({Used, endOfHeap() / LargePage * LargePage, FirstLarge + Part});
  if (End <= FirstLarge)
    return;
  // The copy is made elsewhere, in large pages, and takes the heap's place.
  // Nothing may be allocated meanwhile.
  const size_t Size = End - FirstLarge, Mapped = Size + LargePage;
  void *Place = mmap(nullptr, Mapped, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Place == MAP_FAILED)
    return;
  const uintptr_t Begin = reinterpret_cast<uintptr_t>(Place);
  const uintptr_t Aligned = roundUp(Begin);
  void *Copy = reinterpret_cast<void *>(Aligned);
  void *Heap = reinterpret_cast<void *>(FirstLarge);
  if (madvise(Copy, Size, MADV_HUGEPAGE) != 0) {
    munmap(Place, Mapped);
    return;
  }
  memcpy(Copy, Heap, Size);
  if (mremap(Copy, Size, Size, MREMAP_MAYMOVE | MREMAP_FIXED, Heap) ==
      MAP_FAILED) {
    munmap(Place, Mapped);
    return;
  }
  const uintptr_t Behind = Aligned + Size;
  if (Begin < Aligned)
    munmap(Place, Aligned - Begin);
  if (Behind < Begin + Mapped)
    munmap(reinterpret_cast<void *>(Behind), Begin + Mapped - Behind);
#endif
}
