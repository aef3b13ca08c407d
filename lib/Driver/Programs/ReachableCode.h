//===- ReachableCode.h - What runs from some functions may come to --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_REACHABLECODE_H
#define SOOTH_LIB_DRIVER_PROGRAMS_REACHABLECODE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace sooth {

/// What code and the values of variables lead to: functions that are called,
/// or whose addresses are used. Models of library functions lead to nothing
/// else.
class ReachableCode {
public:
  explicit ReachableCode(llvm::ArrayRef<const llvm::Function *> Entries);
  bool contains(const llvm::Function &F) const;

private:
  llvm::SmallPtrSet<const llvm::Value *, 32> Seen;
};

/// Whether a run from \p Entry may be in several activations of a function at
/// once, as far as direct calls tell.
bool hasRecursion(const llvm::Function &Entry);

} // namespace sooth

#endif
