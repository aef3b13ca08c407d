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

/// Sets are made and forgotten one inside of the other, mostly.
std::vector<std::unique_ptr<SeenExprs::Marks>> &SeenExprs::unused() {
  static thread_local std::vector<std::unique_ptr<Marks>> Unused;
  return Unused;
}

SeenExprs::SeenExprs() {
  if (unused().empty()) {
    M = std::make_unique<Marks>();
  } else {
    M = std::move(unused().back());
    unused().pop_back();
  }
  clear();
}

SeenExprs::~SeenExprs() { unused().push_back(std::move(M)); }

void SeenExprs::clear() {
  if (++M->Now == 0) {
    M->Of.clear();
    M->Now = 1;
  }
}

/// \p AddNew says whether an expression is seen for the first time.
template <typename Insert>
static void walk(ArrayRef<Expr> Roots, Insert AddNew,
                 llvm::function_ref<void(Expr)> Visit) {
  // An entry is visited when it comes to the top for the second time.
  llvm::SmallVector<std::pair<Expr, unsigned>, 64> Stack;
  for (Expr Root : Roots) {
    if (!AddNew(Root))
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
      if (AddNew(Op))
        Stack.push_back({Op, 0});
    }
  }
}

void sooth::postOrder(ArrayRef<Expr> Roots, ExprSet &Seen,
                      llvm::function_ref<void(Expr)> Visit) {
  walk(
      Roots, [&](Expr E) { return Seen.insert(E).second; }, Visit);
}

void sooth::postOrder(ArrayRef<Expr> Roots, SeenExprs &Seen,
                      llvm::function_ref<void(Expr)> Visit) {
  walk(
      Roots, [&](Expr E) { return Seen.insert(E); }, Visit);
}

void sooth::postOrder(ArrayRef<Expr> Roots,
                      llvm::function_ref<void(Expr)> Visit) {
  SeenExprs Seen;
  postOrder(Roots, Seen, Visit);
}

std::vector<Expr> sooth::variables(ArrayRef<Expr> Roots) {
  std::vector<Expr> Vars;
  postOrder(Roots, [&](Expr E) {
    if (E.isVar())
      Vars.push_back(E);
  });
  llvm::sort(Vars, [](Expr A, Expr B) { return A.id() < B.id(); });
  return Vars;
}

bool sooth::anyVariable(Expr E, llvm::function_ref<bool(Expr)> Pred) {
  bool Found = false;
  postOrder({E}, [&](Expr N) { Found |= N.isVar() && Pred(N); });
  return Found;
}

size_t sooth::dagSize(ArrayRef<Expr> Roots) {
  size_t Size = 0;
  postOrder(Roots, [&](Expr) { ++Size; });
  return Size;
}

static void flatten(Kind K, Expr Root, SmallVectorImpl<Expr> &Out) {
  SeenExprs Seen;
  llvm::SmallVector<Expr, 16> Stack{Root};
  while (!Stack.empty()) {
    Expr E = Stack.pop_back_val();
    if (!Seen.insert(E))
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

/// The result for \p E, or null.
Expr Substitution::known(Expr E) const {
  return mayChange(E) ? Memo.lookup(E) : E;
}

/// What \p E is because of operands whose results are known already: a branch
/// of an ite, or a constant that decides a conjunction or disjunction.
Expr Substitution::decided(Expr E) const {
  if (E.is(Kind::Ite)) {
    Expr C = known(E.operand(0));
    if (C && C.isConst())
      return known(E.operand(C.isTrue() ? 1 : 2));
  }
  if (E.is(Kind::And) || E.is(Kind::Or))
    for (Expr Op : E.operands()) {
      Expr To = known(Op);
      if (To && (E.is(Kind::And) ? To.isFalse() : To.isTrue()))
        return To;
    }
  return Expr();
}

/// Appends the operands of \p E whose results are wanted next; nothing if all
/// are known. What a condition or the first conjuncts decide is looked at
/// first, so that whatever they make irrelevant is never visited.
void Substitution::wantedOperands(Expr E, SmallVectorImpl<Expr> &Out) const {
  auto Want = [&](Expr Op) {
    if (!known(Op))
      Out.push_back(Op);
  };
  if (E.is(Kind::Ite)) {
    Expr C = known(E.operand(0));
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
    if (known(E)) {
      Stack.pop_back();
      continue;
    }
    if (Expr To = Map.lookup(E)) {
      Memo[E] = To;
      continue;
    }
    if (Expr To = decided(E)) {
      Memo[E] = To;
      continue;
    }
    size_t Before = Stack.size();
    wantedOperands(E, Stack);
    if (Stack.size() > Before)
      continue;
    Ops.clear();
    for (Expr Op : E.operands())
      Ops.push_back(known(Op));
    Expr To = E;
    if (E.numOperands())
      To = M == Mode::Raw ? Ctx.rebuildRaw(E, Ops) : Ctx.rebuild(E, Ops);
    Memo[E] = To;
  }
  return known(Root);
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
