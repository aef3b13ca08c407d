//===- ProductVariables.cpp - Products of variables as variables ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductVariables.h"

#include "sooth/Expr/EquationSolving.h"
#include "sooth/Expr/Products.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace sooth;
using namespace sooth::abstraction;

/// Of one width. More make the questions to solvers large.
static constexpr size_t MaxProducts = 40;
static constexpr size_t MaxDegree = 3;

namespace {
class Introduction {
public:
  explicit Introduction(const Cfa &C) : C(C), Ctx(C.context()), Expand(Ctx) {}
  std::optional<WithProducts> run();

private:
  using Factors = std::vector<Expr>;
  void findProducts();
  void choose(unsigned Width, llvm::ArrayRef<Expr> OfText, size_t Degree);
  void addProducts(llvm::ArrayRef<Expr> Of, const Factors &Prefix, size_t From,
                   size_t Degree);
  Expr replaced(Expr E);
  Expr replacedIn(Expr E);
  void changeEdge(Edge &E);

  const Cfa &C;
  ExprContext &Ctx;
  ProductExpansion Expand;
  /// By width: variables that the program multiplies, and how many at a time.
  llvm::MapVector<
      unsigned,
      std::pair<llvm::SetVector<Expr, std::vector<Expr>, ExprSet>, size_t>>
      Multiplied;
  ExprSet Written;          // products in the program's text
  ExprMap<Expr> VariableOf; // by product
  std::vector<std::pair<Expr, Expr>> Products;
  std::vector<Factors> FactorsOf;
  /// Of one edge: results, and the variables that stand for products that have
  /// none of the program's own.
  ExprMap<Expr> Memo;
  std::vector<Expr> Others;
};
} // namespace

CfaInvariant WithProducts::original(const CfaInvariant &I) const {
  CfaInvariant Result = I;
  Substitution S(Model.context());
  for (const auto &[Var, Product] : Products)
    S.set(Var, Product);
  for (auto &[L, Formula] : Result.Formulas)
    Formula = S(Formula);
  return Result;
}

void Introduction::findProducts() {
  ExprSet Declared;
  for (const StateVariable &V : C.variables())
    Declared.insert(V.Var);
  std::vector<Expr> Roots;
  for (const Edge &E : C.edges()) {
    Roots.push_back(Expand(E.Guard));
    for (const Update &U : E.Updates)
      Roots.push_back(Expand(U.Val));
  }
  postOrder(Roots, [&](Expr T) {
    const Factors Of = ProductExpansion::factors(T);
    if (Of.size() < 2 ||
        !llvm::all_of(Of, [&](Expr F) { return Declared.contains(F); }))
      return;
    Written.insert(ProductExpansion::product(Ctx, Of));
    auto &[Vars, Degree] = Multiplied[T.sort().width()];
    Vars.insert(Of.begin(), Of.end());
    Degree = std::max(Degree, Of.size());
  });
}

/// All products of up to \p Degree factors that begin with \p Prefix.
void Introduction::addProducts(llvm::ArrayRef<Expr> Of, const Factors &Prefix,
                               size_t From, size_t Degree) {
  for (size_t I = From; I < Of.size(); ++I) {
    Factors Next = Prefix;
    Next.push_back(Of[I]);
    if (Next.size() > 1) {
      Expr Product = ProductExpansion::product(Ctx, Next);
      Expr Var = Ctx.freshVar("product", Product.sort());
      VariableOf[Product] = Var;
      Products.push_back({Var, Product});
      FactorsOf.push_back(Next);
    }
    if (Next.size() < Degree)
      addProducts(Of, Next, I, Degree);
  }
}

/// How many products of 2 to \p Degree of so many variables there are.
static size_t countProducts(size_t Variables, size_t Degree) {
  size_t Count = 0, OfDegree = Variables;
  for (size_t D = 2; D <= Degree; ++D) {
    OfDegree = OfDegree * (Variables + D - 1) / D;
    Count += OfDegree;
  }
  return Count;
}

/// With other variables of that width, if these are not too many: r = i * i
/// may be needed where the program multiplies n.
void Introduction::choose(unsigned Width, llvm::ArrayRef<Expr> OfText,
                          size_t Degree) {
  std::vector<Expr> Vars = OfText.vec(), All = Vars;
  for (const StateVariable &V : C.variables())
    if (V.Var.sort().isBitVec() && V.Var.sort().width() == Width &&
        !llvm::is_contained(All, V.Var))
      All.push_back(V.Var);
  Degree = std::min(Degree, MaxDegree);
  for (; Degree >= 2; --Degree)
    for (const std::vector<Expr> *Of : {&All, &Vars})
      if (countProducts(Of->size(), Degree) <= MaxProducts) {
        std::vector<Expr> Sorted = *Of;
        llvm::sort(Sorted, [](Expr A, Expr B) { return A.id() < B.id(); });
        return addProducts(Sorted, {}, 0, Degree);
      }
}

/// \p E, multiplied out, with variables for products. Other products are
/// anything.
Expr Introduction::replacedIn(Expr E) {
  if (E.operands().empty())
    return E;
  if (auto It = Memo.find(E); It != Memo.end())
    return It->second;
  Expr Result;
  if (const Factors Of = ProductExpansion::factors(E); Of.size() >= 2)
    if (auto It = VariableOf.find(ProductExpansion::product(Ctx, Of));
        It != VariableOf.end())
      Result = It->second;
  if (!Result && E.is(Kind::BvMul) && !E.operand(0).isConst() &&
      !E.operand(1).isConst()) {
    Result = Ctx.freshVar("product", E.sort());
    Others.push_back(Result);
  }
  if (!Result) {
    llvm::SmallVector<Expr, 4> Operands;
    for (Expr Op : E.operands())
      Operands.push_back(replacedIn(Op));
    Result = Ctx.rebuild(E, Operands);
  }
  return Memo[E] = Result;
}

Expr Introduction::replaced(Expr E) { return replacedIn(Expand(E)); }

void Introduction::changeEdge(Edge &E) {
  Memo.clear();
  Others.clear();
  Substitution Next(Ctx);
  ExprSet Changed;
  for (const Update &U : E.Updates) {
    Next.set(U.Var, Expand(U.Val));
    Changed.insert(U.Var);
  }
  std::vector<Update> Updates;
  for (const Update &U : E.Updates)
    Updates.push_back({U.Var, replaced(U.Val)});
  for (auto [Of, Product] : llvm::zip_equal(FactorsOf, Products))
    if (llvm::any_of(Of, [&](Expr F) { return Changed.contains(F); }))
      Updates.push_back({Product.first, replaced(Next(Product.second))});
  E.Guard = replaced(E.Guard);
  E.Updates = std::move(Updates);
  for (Expr Any : Others)
    E.Inputs.push_back({Any, Input::Kind::Havoc, "product", {}});
}

std::optional<WithProducts> Introduction::run() {
  findProducts();
  for (const auto &[Width, Of] : Multiplied)
    choose(Width, Of.first.getArrayRef(), Of.second);
  if (Products.empty())
    return std::nullopt;
  WithProducts Result{C, Products};
  std::vector<Expr> Init{C.init()};
  Substitution Initial(Ctx);
  for (const auto &[Var, Val] : constantsIn(Ctx, C.init()))
    Initial.set(Var, Val);
  for (const auto &[Var, Product] : Products) {
    StateVariable V;
    V.Var = Var;
    Result.Model.addVariable(std::move(V));
    if (Expr Val = Initial(Product); Val.isConst())
      Init.push_back(Ctx.mkEq(Var, Val));
  }
  Result.Model.setInit(Ctx.mkAnd(Init));
  // No solver that does not multiply knows what is true of products. Those that
  // the program reads matter, and others that equal them.
  std::vector<Expr> OfVariables;
  for (const auto &[Var, Product] : Products)
    OfVariables.push_back(Product);
  OfVariables = ProductExpansion::consequences(Ctx, OfVariables);
  llvm::erase_if(OfVariables, [&](Expr Fact) {
    bool IsRead = false;
    postOrder({Fact}, [&](Expr T) { IsRead |= Written.contains(T); });
    return !IsRead;
  });
  for (Expr &Fact : OfVariables)
    Fact = replacedIn(Fact);
  Expr Consistent = Ctx.mkAnd(OfVariables);
  Result.Model.changeEdges([&](Edge &E) {
    changeEdge(E);
    E.Guard = Ctx.mkAnd(E.Guard, Consistent);
  });
  return Result;
}

std::optional<WithProducts> abstraction::withProducts(const Cfa &C) {
  return Introduction(C).run();
}
