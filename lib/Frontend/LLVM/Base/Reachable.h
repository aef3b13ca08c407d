//===- Reachable.h - All that is reached step by step ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_BASE_REACHABLE_H
#define SOOTH_LIB_FRONTEND_LLVM_BASE_REACHABLE_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace sooth {

/// \p From, blocks or functions, and what is reached from there in any number of
/// steps: \p Next gives all that is one step from its argument.
template <typename T, typename NextOf>
llvm::SmallPtrSet<T *, 32> reachable(llvm::SmallVector<T *> From, NextOf Next) {
  llvm::SmallPtrSet<T *, 32> Reached;
  while (!From.empty()) {
    T *At = From.pop_back_val();
    if (!Reached.insert(At).second)
      continue;
    for (T *There : Next(At))
      From.push_back(There);
  }
  return Reached;
}

} // namespace sooth

#endif
