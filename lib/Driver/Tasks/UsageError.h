//===- UsageError.h - What sooth is told that it cannot do ------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_USAGEERROR_H
#define SOOTH_LIB_DRIVER_TASKS_USAGEERROR_H

#include "sooth/Driver/Report/Report.h"

#include "llvm/ADT/Twine.h"

namespace sooth {

inline Report usageError(const llvm::Twine &Message) {
  return Report::badInput(("sooth: error: " + Message + "\n").str());
}

} // namespace sooth

#endif
