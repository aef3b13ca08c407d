//===- Refuted.h - A refutation in words ------------------------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_CHECK_REFUTED_H
#define SOOTH_LIB_CHECK_REFUTED_H

#include "sooth/Check/CheckResult.h"

#include "llvm/ADT/Twine.h"

namespace sooth {

inline CheckResult refuted(const llvm::Twine &Why) {
  return CheckResult::refuted(Why.str());
}

} // namespace sooth

#endif
