//===- Choices.cpp - What choices are between -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/Choices.h"

using namespace sooth;

llvm::SmallVector<Expr, 8> sooth::alternatives(Expr Root) {
  llvm::SmallVector<Expr, 8> Found;
  llvm::SmallVector<Expr, 16> Work{Root};
  ExprSet Seen;
  while (!Work.empty()) {
    Expr E = Work.pop_back_val();
    if (!Seen.insert(E).second)
      continue;
    if (E.is(Kind::Ite)) {
      Work.push_back(E.operand(2));
      Work.push_back(E.operand(1));
    } else {
      Found.push_back(E);
    }
  }
  return Found;
}
