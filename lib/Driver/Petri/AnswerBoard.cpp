//===- AnswerBoard.cpp - What strategies know of each other's success -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnswerBoard.h"

#include <new>
#include <sys/mman.h>

using namespace sooth;

AnswerBoard::AnswerBoard(size_t NumQuestions) : Size(NumQuestions) {
  static_assert(std::atomic<int64_t>::is_always_lock_free,
                "locks would not work across processes");
  void *Memory =
      mmap(nullptr, (Size + 1) * sizeof(Entry), PROT_READ | PROT_WRITE,
           MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Memory == MAP_FAILED)
    return;
  Entries = static_cast<Entry *>(Memory);
  for (size_t Q = 0; Q < Size; ++Q) {
    new (&Entries[Q]) Entry();
    Entries[Q].Lower.store(-1);
    Entries[Q].Upper.store(INT64_MAX);
  }
}

AnswerBoard::~AnswerBoard() {
  if (Entries)
    munmap(Entries, (Size + 1) * sizeof(Entry));
}

bool AnswerBoard::allDone() const {
  for (size_t Q = 0; Q < Size; ++Q)
    if (!isDone(Q))
      return false;
  return true;
}

bool AnswerBoard::raiseLower(size_t Q, int64_t Value) {
  int64_t Old = lower(Q);
  while (Value > Old)
    if (Entries[Q].Lower.compare_exchange_weak(Old, Value))
      return true;
  return false;
}

bool AnswerBoard::reduceUpper(size_t Q, int64_t Value) {
  int64_t Old = upper(Q);
  while (Value < Old)
    if (Entries[Q].Upper.compare_exchange_weak(Old, Value))
      return true;
  return false;
}
