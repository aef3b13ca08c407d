//===- SolverCount.cpp - How many solvers were made -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Solver/SolverCount.h"

#include <atomic>
#include <new>
#include <sys/mman.h>

using namespace sooth;

/// In memory that processes share with those they fork.
static std::atomic<unsigned> *Count = nullptr;

unsigned sooth::solversMade() {
  if (!Count) {
    void *Page = mmap(nullptr, sizeof(*Count), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (Page != MAP_FAILED)
      Count = new (Page) std::atomic<unsigned>(0);
  }
  return Count ? Count->load() : 0;
}

void sooth::noteSolver() {
  if (Count)
    ++*Count;
}
