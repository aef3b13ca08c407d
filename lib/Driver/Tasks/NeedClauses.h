//===- NeedClauses.h - What functions need as clauses of contracts --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_NEEDCLAUSES_H
#define SOOTH_LIB_DRIVER_TASKS_NEEDCLAUSES_H

#include "sooth/Model/Need.h"

#include "llvm/ADT/ArrayRef.h"

namespace sooth {

/// A parameter as the source has it.
struct NamedParameter {
  std::string Name;
  /// Of a number.
  unsigned Bits = 0;
  bool MayBeNegative = false;
};

/// Conditions in C that say something of a need.
struct NeedInC {
  std::vector<std::string> Conditions;
  /// Whether they say all of it: where they hold, it is met.
  bool IsWhole = false;
};

/// \p N, of a function with \p Parameters, where addresses have \p AddressBits
/// bits.
NeedInC needInC(const Need &N, llvm::ArrayRef<NamedParameter> Parameters,
                unsigned AddressBits);

} // namespace sooth

#endif
