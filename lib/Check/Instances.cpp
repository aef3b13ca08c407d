//===- Instances.cpp - What holds for all values, for some ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Instances.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace sooth;

static constexpr size_t MaxInstances = 20000;

namespace {
class Instantiation {
public:
  Instantiation(ExprContext &Ctx, llvm::ArrayRef<Expr> Facts,
                llvm::ArrayRef<Expr> ForAll);
  void addTermsOf(llvm::ArrayRef<Expr> Roots);
  /// Makes all instances; those made before are left out.
  void instantiate();
  llvm::ArrayRef<Expr> made() const { return Made; }

private:
  struct Fact {
    Expr Formula;
    std::vector<Expr> Read; // of ForAll
  };
  void instantiate(const Fact &F, Substitution &S, size_t Depth);

  ExprContext &Ctx;
  std::vector<Fact> Facts;
  llvm::MapVector<Sort, std::vector<Expr>> Terms;
  ExprSet Seen, Known;
  std::vector<Expr> Made;
};
} // namespace

Instantiation::Instantiation(ExprContext &Ctx, llvm::ArrayRef<Expr> Formulas,
                             llvm::ArrayRef<Expr> ForAll)
    : Ctx(Ctx) {
  for (Expr K : ForAll)
    Terms[K.sort()].push_back(K);
  for (Expr F : Formulas) {
    std::vector<Expr> Read = variables({F});
    llvm::erase_if(Read,
                   [&](Expr V) { return !llvm::is_contained(ForAll, V); });
    Facts.push_back({F, std::move(Read)});
  }
}

void Instantiation::addTermsOf(llvm::ArrayRef<Expr> Roots) {
  postOrder(Roots, Seen, [&](Expr E) {
    if (!E.is(Kind::Select))
      return;
    auto It = Terms.find(E.operand(1).sort());
    if (It != Terms.end() && !llvm::is_contained(It->second, E.operand(1)))
      It->second.push_back(E.operand(1));
  });
}

void Instantiation::instantiate(const Fact &F, Substitution &S, size_t Depth) {
  if (Made.size() >= MaxInstances)
    return;
  if (Depth == F.Read.size()) {
    Expr Instance = S(F.Formula);
    if (!Instance.isTrue() && Known.insert(Instance).second)
      Made.push_back(Instance);
    return;
  }
  for (Expr Term : Terms.find(F.Read[Depth].sort())->second) {
    S.set(F.Read[Depth], Term);
    instantiate(F, S, Depth + 1);
  }
}

void Instantiation::instantiate() {
  for (const Fact &F : Facts) {
    Substitution S(Ctx);
    instantiate(F, S, 0);
  }
}

std::vector<Expr> sooth::instances(ExprContext &Ctx, llvm::ArrayRef<Expr> Facts,
                                   llvm::ArrayRef<Expr> ForAll,
                                   llvm::ArrayRef<Expr> Roots) {
  Instantiation I(Ctx, Facts, ForAll);
  I.addTermsOf(Roots);
  I.instantiate();
  I.addTermsOf(I.made());
  I.instantiate();
  return I.made();
}
