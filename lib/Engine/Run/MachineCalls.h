//===- MachineCalls.h - What compiled code calls -------------- -*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_RUN_MACHINECALLS_H
#define SOOTH_LIB_ENGINE_RUN_MACHINECALLS_H

#include "Machine.h"

namespace sooth::run {

/// Plain functions: their addresses are in the code.
struct MachineCalls {
  static void readAtLocation(Machine *M, uint32_t L);
  static void readOnEdge(Machine *M, uint32_t E);
  /// Whether to read the inputs of the location again, as no edge can be taken
  /// with these: Booleans are words.
  static uint64_t retry(Machine *M);
  /// One of the edges whose bits are set.
  static uint64_t choose(Machine *M, uint64_t Possible);
  /// The operator of \p E on what is in \p Words, one operand after the other;
  /// the result is in their place.
  static void apply(const ExprNode *E, uint64_t *Words);
  static void compared(ComparisonLog *Log, uint32_t Site, uint64_t Left,
                       uint64_t Right);
  static uint64_t numberOf(IndexNumbers *Numbers, uint64_t Low, uint64_t High);
  static uint64_t readCell(PagedArray *A, uint64_t Index);
  static void writeCell(PagedArray *A, uint64_t Index, uint64_t Element);
  static void fill(PagedArray *A, uint64_t Element);
  static void copy(PagedArray *A, const PagedArray *From);
  static void swap(PagedArray *A, PagedArray *B);
};

} // namespace sooth::run

#endif
