//===- Traversal.cpp - Walking the DAG ------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/Traversal.h"

#include "llvm/Support/ErrorHandling.h"

using namespace sooth;
using llvm::ArrayRef;
using llvm::SmallVectorImpl;

void sooth::postOrder(ArrayRef<Expr> Roots, ExprSet &Seen,
                      llvm::function_ref<void(Expr)> Visit) {
  // An entry is visited when it comes to the top for the second time.
  llvm::SmallVector<std::pair<Expr, unsigned>, 64> Stack;
  for (Expr Root : Roots) {
    if (!Seen.insert(Root).second)
      continue;
    Stack.push_back({Root, 0});
    while (!Stack.empty()) {
      auto &[E, Next] = Stack.back();
      if (Next == E.numOperands()) {
        Visit(E);
        Stack.pop_back();
        continue;
      }
      Expr Op = E.operand(Next++);
      if (Seen.insert(Op).second)
        Stack.push_back({Op, 0});
    }
  }
}

std::vector<Expr> sooth::variables(ArrayRef<Expr> Roots) {
  std::vector<Expr> Vars;
  ExprSet Seen;
  postOrder(Roots, Seen, [&](Expr E) {
    if (E.isVar())
      Vars.push_back(E);
  });
  llvm::sort(Vars, [](Expr A, Expr B) { return A.id() < B.id(); });
  return Vars;
}

bool sooth::anyVariable(Expr E, llvm::function_ref<bool(Expr)> Pred) {
  bool Found = false;
  ExprSet Seen;
  postOrder({E}, Seen, [&](Expr N) { Found |= N.isVar() && Pred(N); });
  return Found;
}

size_t sooth::dagSize(ArrayRef<Expr> Roots) {
  ExprSet Seen;
  postOrder(Roots, Seen, [](Expr) {});
  return Seen.size();
}

static void flatten(Kind K, Expr Root, SmallVectorImpl<Expr> &Out) {
  ExprSet Seen;
  llvm::SmallVector<Expr, 16> Stack{Root};
  while (!Stack.empty()) {
    Expr E = Stack.pop_back_val();
    if (!Seen.insert(E).second)
      continue;
    if (E.is(K)) {
      for (Expr Op : llvm::reverse(E.operands()))
        Stack.push_back(Op);
    } else {
      Out.push_back(E);
    }
  }
}

void sooth::conjuncts(Expr E, SmallVectorImpl<Expr> &Out) {
  if (!E.isTrue())
    flatten(Kind::And, E, Out);
}

void sooth::disjuncts(Expr E, SmallVectorImpl<Expr> &Out) {
  if (!E.isFalse())
    flatten(Kind::Or, E, Out);
}

void Substitution::set(Expr From, Expr To) {
  assert(From.sort() == To.sort());
  Map[From] = To;
  Memo.clear();
  ChangedBits |= From.variableBits();
  ChangesConstants |= From.variableBits() == 0;
}

/// What \p E is because of operands whose results are known already: a branch
/// of an ite, or a constant that decides a conjunction or disjunction.
static Expr decided(Expr E, const ExprMap<Expr> &Memo) {
  if (E.is(Kind::Ite)) {
    Expr C = Memo.lookup(E.operand(0));
    if (C && C.isConst())
      return Memo.lookup(E.operand(C.isTrue() ? 1 : 2));
  }
  if (E.is(Kind::And) || E.is(Kind::Or))
    for (Expr Op : E.operands()) {
      Expr To = Memo.lookup(Op);
      if (To && (E.is(Kind::And) ? To.isFalse() : To.isTrue()))
        return To;
    }
  return Expr();
}

/// Appends the operands of \p E whose results are wanted next; nothing if all
/// are known. What a condition or the first conjuncts decide is looked at
/// first, so that whatever they make irrelevant is never visited.
static void wantedOperands(Expr E, const ExprMap<Expr> &Memo,
                           SmallVectorImpl<Expr> &Out) {
  auto Want = [&](Expr Op) {
    if (!Memo.contains(Op))
      Out.push_back(Op);
  };
  if (E.is(Kind::Ite)) {
    Expr C = Memo.lookup(E.operand(0));
    if (!C)
      return Want(E.operand(0));
    if (!C.isTrue())
      Want(E.operand(2));
    if (!C.isFalse())
      Want(E.operand(1));
    return;
  }
  bool OneByOne = (E.is(Kind::And) || E.is(Kind::Or)) && E.numOperands() <= 8;
  size_t Before = Out.size();
  for (Expr Op : E.operands()) {
    Want(Op);
    if (OneByOne && Out.size() > Before)
      return;
  }
}

Expr Substitution::operator()(Expr Root) {
  llvm::SmallVector<Expr, 32> Stack{Root};
  llvm::SmallVector<Expr, 4> Ops;
  while (!Stack.empty()) {
    Expr E = Stack.back();
    if (Memo.contains(E)) {
      Stack.pop_back();
      continue;
    }
    if (!mayChange(E)) {
      Memo[E] = E;
      continue;
    }
    if (Expr To = Map.lookup(E)) {
      Memo[E] = To;
      continue;
    }
    if (Expr To = decided(E, Memo)) {
      Memo[E] = To;
      continue;
    }
    size_t Before = Stack.size();
    wantedOperands(E, Memo, Stack);
    if (Stack.size() > Before)
      continue;
    Ops.clear();
    for (Expr Op : E.operands())
      Ops.push_back(Memo.lookup(Op));
    Expr To = E;
    if (E.numOperands())
      To = M == Mode::Raw ? Ctx.rebuildRaw(E, Ops) : Ctx.rebuild(E, Ops);
    Memo[E] = To;
  }
  return Memo.lookup(Root);
}

Sort Importer::operator()(Sort S) {
  switch (S.kind()) {
  case SortKind::Bool:
    return To.boolSort();
  case SortKind::Int:
    return To.intSort();
  case SortKind::Real:
    return To.realSort();
  case SortKind::BitVec:
    return To.bitVecSort(S.width());
  case SortKind::Array:
    return To.arraySort((*this)(S.index()), (*this)(S.element()));
  }
  llvm_unreachable("unknown sort");
}

Expr Importer::operator()(Expr Root) {
  llvm::SmallVector<Expr, 4> Ops;
  postOrder({Root}, Seen, [&](Expr E) {
    Sort S = (*this)(E.sort());
    Expr Copy;
    if (E.isConst()) {
      Copy = To.constant(E.value(), S);
    } else if (E.isVar()) {
      Copy = To.var(E.name(), S);
    } else {
      Ops.clear();
      for (Expr Op : E.operands())
        Ops.push_back(Memo.lookup(Op));
      Copy = To.make(E.kind(), Ops, E.param(0), E.param(1), S);
    }
    Memo[E] = Copy;
  });
  return Memo.lookup(Root);
}
