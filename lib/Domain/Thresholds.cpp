//===- Thresholds.cpp - Numbers at which ranges end -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Domain/Thresholds.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using llvm::APInt;

Thresholds sooth::findThresholds(const Cfa &C, size_t Most) {
  std::vector<Expr> Roots{C.init()};
  llvm::append_range(Roots, formulasOf(C));
  Thresholds Result;
  postOrder(Roots, [&](Expr E) {
    if (!E.isConst() || !E.sort().isBitVec())
      return;
    std::vector<APInt> &Known = Result[E.sort().width()];
    const APInt &V = E.value().bits();
    for (const APInt &T : {V, V - 1, V + 1})
      if (Known.size() < Most && !llvm::is_contained(Known, T))
        Known.push_back(T);
  });
  return Result;
}
