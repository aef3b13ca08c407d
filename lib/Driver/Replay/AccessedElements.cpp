//===- AccessedElements.cpp - What a run reads of arrays ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessedElements.h"

#include "sooth/Expr/Evaluator.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace sooth;

namespace {
class AccessFinder {
public:
  AccessFinder(const Valuation &State, AccessedElements &To)
      : Eval(State), To(To) {}
  /// Of what is evaluated for the value of \p Root.
  void add(Expr Root);

private:
  Expr chosen(Expr Ite) {
    return Ite.operand(Eval.isTrue(Ite.operand(0)) ? 1 : 2);
  }
  void addOne(Expr Array, const Value &Index);

  Evaluator Eval;
  AccessedElements &To;
  llvm::DenseSet<Expr> Seen;
};
} // namespace

void AccessFinder::add(Expr Root) {
  llvm::SmallVector<Expr> Work{Root};
  while (!Work.empty()) {
    Expr E = Work.pop_back_val();
    if (!Seen.insert(E).second)
      continue;
    if (E.is(Kind::Ite)) {
      Work.append({E.operand(0), chosen(E)});
      continue;
    }
    if (E.is(Kind::Select) || E.is(Kind::Store))
      addOne(E.operand(0), Eval(E.operand(1)));
    llvm::append_range(Work, E.operands());
  }
}

/// Up to where that element was written.
void AccessFinder::addOne(Expr Array, const Value &Index) {
  while (!Array.isVar())
    if (Array.is(Kind::Ite))
      Array = chosen(Array);
    else if (Array.is(Kind::Store) && Eval(Array.operand(1)) != Index)
      Array = Array.operand(0);
    else
      return;
  To[Array].insert(Index);
}

void sooth::addAccesses(const Edge &E, const Valuation &State,
                        AccessedElements &To) {
  AccessFinder Finder(State, To);
  Finder.add(E.Guard);
  for (const Update &U : E.Updates)
    Finder.add(U.Val);
}
