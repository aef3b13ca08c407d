//===- ModelTest.h - Reading texts in tests -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_UNIT_MODEL_MODELTEST_H
#define SOOTH_TEST_UNIT_MODEL_MODELTEST_H

#include "sooth/Model/SmtParser.h"

#include "llvm/Support/MemoryBufferRef.h"

#include <gtest/gtest.h>

namespace sooth::test {

inline llvm::MemoryBufferRef buffer(llvm::StringRef Text) {
  return {Text, "t.smt2"};
}

/// The value, or a failed test and nothing.
template <class T> std::optional<T> orFail(llvm::Expected<T> Result) {
  if (Result)
    return std::move(*Result);
  ADD_FAILURE() << llvm::toString(Result.takeError());
  return std::nullopt;
}

/// The message of an error, or "" if there is none.
template <class T> std::string messageOf(llvm::Expected<T> Result) {
  return Result ? "" : llvm::toString(Result.takeError());
}

} // namespace sooth::test

#endif
