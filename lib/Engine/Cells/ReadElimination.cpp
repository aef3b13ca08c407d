//===- ReadElimination.cpp - Formulas about cells without arrays ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadElimination.h"

using namespace sooth;
using namespace sooth::cells;

Expr ReadElimination::operator()(Expr E) {
  postOrder({E}, Seen, [&](Expr T) {
    if (T.sort().isArray())
      return; // its indices, elements and conditions are done
    if (T.is(Kind::Select)) {
      Memo[T] = read(T.operand(0), Memo.lookup(T.operand(1)));
      return;
    }
    llvm::SmallVector<Expr, 4> Operands;
    for (Expr Operand : T.operands()) {
      Failed |= Operand.sort().isArray();
      Operands.push_back(Operand.sort().isArray() ? Operand
                                                  : Memo.lookup(Operand));
    }
    Memo[T] = Operands.empty() ? T : Ctx.rebuild(T, Operands);
  });
  return Memo.lookup(E);
}

Expr ReadElimination::read(Expr Array, Expr Index) {
  if (auto It = Known.find({Array, Index}); It != Known.end())
    return It->second;
  Expr Result;
  if (auto It = Contents.find(Array); It != Contents.end()) {
    Expr Content = It->second;
    (*this)(Content); // what it is made of
    Result = read(Content, Index);
  } else if (Array.is(Kind::Store)) {
    Result =
        Ctx.mkIte(Ctx.mkEq(Memo.lookup(Array.operand(1)), Index),
                  Memo.lookup(Array.operand(2)), read(Array.operand(0), Index));
  } else if (Array.is(Kind::Ite)) {
    Result =
        Ctx.mkIte(Memo.lookup(Array.operand(0)), read(Array.operand(1), Index),
                  read(Array.operand(2), Index));
  } else if (Array.is(Kind::ConstArray)) {
    Result = Memo.lookup(Array.operand(0));
  } else if (Array.isVar() && !Array.sort().element().isArray()) {
    Result = cell(Array, Index);
  } else {
    Failed = true;
    Result = Ctx.freshVar("cells.read", Array.sort().element());
  }
  Known[{Array, Index}] = Result;
  return Result;
}

Expr ReadElimination::cell(Expr Array, Expr Index) {
  Expr Result = Ctx.freshVar("cells.read", Array.sort().element());
  for (auto [Other, Content] : Cells[Array])
    if (Expr Same = Ctx.mkEq(Index, Other); !Same.isFalse())
      Constraints.push_back(Ctx.mkImplies(Same, Ctx.mkEq(Result, Content)));
  Cells[Array].push_back({Index, Result});
  return Result;
}
