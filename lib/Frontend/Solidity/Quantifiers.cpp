//===- Quantifiers.cpp - Annotations about all keys and indices -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No engine sees a quantifier. What holds for all values is shown for any one,
// and used for those that the function has as keys and indices (terms), whether
// they come before or after the place where it is known to hold: what its
// variables hold there is kept. So proofs hold; a function may be said to fail
// where a proof needs other values.
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::solidity;
using llvm::StringRef;
using TypeKind = Type::Kind;

/// More are not worth the time: each fact is used for all pairs.
static constexpr size_t MaxTerms = 24;
/// Terms that facts about others bring are used no further.
static constexpr unsigned MaxGeneration = 1;

bool Encoder::isQuantified(unsigned Annotation) const {
  return !P.annotation(Annotation).Binders.empty();
}

bool Encoder::isSameKind(const Type *A, const Type *X) {
  const bool IsAddress = A->is(TypeKind::Address) || A->is(TypeKind::Contract);
  return S.sort(A) == S.sort(X) &&
         (IsAddress ? X->is(TypeKind::Address) || X->is(TypeKind::Contract)
                    : A->What == X->What);
}

Expr Encoder::isValue(Expr E, const Type *Of) {
  return Of->Bits ? N.isValue(E, Of) : Ctx.trueExpr();
}

/// The variables of quantifiers are declared among \p Declared.
std::optional<Encoder::Quantified>
Encoder::quantified(unsigned Annotation, Node Body, Node Specification,
                    llvm::ArrayRef<Node> Declared, Frame Context) {
  Quantified Q{Body, Specification, std::move(Context), {}};
  if (IsWholeLife || N.flagsOverflow()) {
    unsupported(Specification, "quantifiers, but function by function and "
                               "without looking for overflow");
    return std::nullopt;
  }
  for (const auto &B : P.annotation(Annotation).Binders) {
    auto Found =
        llvm::find_if(Declared, [&](Node D) { return D.name() == B.Name; });
    if (Found == Declared.end())
      return std::nullopt;
    const Type *Of = typeOf(T, *Found);
    Local L = declareLocal(*Found, "");
    if (failed() || !L.Node->Var || !L.Node->Parts.empty()) {
      unsupported(*Found, "a quantifier over this type");
      return std::nullopt;
    }
    Q.Context.Locals[Found->id()] = L;
    S.fix(L.Node->Var);
    Q.Bound.push_back(
        {B.What == Annotation::Binder::Quantifier::Exists, Of, L.Node->Var});
  }
  return Q;
}

std::optional<Encoder::Quantified> Encoder::quantified(unsigned Annotation,
                                                       const Frame *Of) {
  Node Typed = P.typed(Annotation);
  std::vector<Node> Statements = Typed.child("body").list("statements");
  if (failed() || Statements.empty())
    return std::nullopt;
  return quantified(
      Annotation, Statements.back().child("expression"), Typed.child("body"),
      Typed.child("parameters").list("parameters"), frameOf(Typed, Of));
}

/// The formula for what the bound variables hold now.
Expr Encoder::evaluate(Quantified &Q) {
  std::vector<Expr> Exact;
  std::vector<Expr> *Before = std::exchange(Exactness, &Exact);
  Node Outer = std::exchange(CurrentSpecification, Q.Specification);
  ++SpecificationDepth;
  ++QuantifierDepth;
  Frames.push_back(&Q.Context);
  std::optional<Storage::OldState> Old;
  if (Q.IsOld)
    Old.emplace(S);
  Evaluated V = eval(Q.Body);
  Old.reset();
  Frames.pop_back();
  --QuantifierDepth;
  --SpecificationDepth;
  CurrentSpecification = Outer;
  Exactness = Before;
  if (failed() || !V.E)
    return Ctx.trueExpr();
  return Q.IsNegated ? Ctx.mkNot(V.E.get()) : V.E.get();
}

/// The formula under the quantifiers from \p From on, which is to be shown.
/// What exists has to be among the terms.
Expr Encoder::toShow(Quantified &Q, size_t From) {
  if (failed())
    return Ctx.trueExpr();
  if (From == Q.Bound.size())
    return evaluate(Q);
  const auto &[IsExists, Of, Var] = Q.Bound[From];
  if (!IsExists) {
    if (From > 0 && Q.Bound[From - 1].IsExists) {
      unsupported(Q.Specification, "what exists for all others");
      return Ctx.trueExpr();
    }
    Expr Any = B.input("any", Var.sort(), Input::Kind::Argument);
    B.assume(isValue(Any, Of));
    B.assign(Var, Any);
    addTerm(Of, Any);
    return toShow(Q, From + 1);
  }
  std::vector<Expr> Some;
  for (size_t I = 0; I < Terms.size(); ++I) {
    if (!isSameKind(Terms[I].T, Of))
      continue;
    B.assign(Var, B.read(Terms[I].Var));
    Expr Holds = toShow(Q, From + 1);
    Some.push_back(Ctx.mkAnd(isValue(B.read(Terms[I].Var), Of), Holds));
  }
  return Ctx.mkOr(Some);
}

/// It holds here; what its variables hold here is kept.
void Encoder::assumeQuantified(Quantified Q) {
  auto F = std::make_unique<Fact>();
  llvm::SetVector<Expr> Read;
  for (const BoundVariable &Of : Q.Bound) {
    Expr Any = B.input("any", Of.Var.sort(), Input::Kind::Argument);
    B.assume(isValue(Any, Of.T));
    B.assign(Of.Var, Any);
  }
  {
    auto *Before = std::exchange(S.Noted, &Read);
    evaluate(Q);
    S.Noted = Before;
  }
  if (failed())
    return;
  for (Expr Var : Read) {
    Expr Kept = B.addVariable(("kept " + Var.name()).str(), Var.sort());
    B.assign(Kept, B.read(Var));
    F->Kept[Var] = Kept;
  }
  F->Formula = std::move(Q);
  F->Holds = B.addVariable("is known", Ctx.boolSort());
  B.assign(F->Holds, Ctx.trueExpr());
  Facts.push_back(std::move(F));
  std::vector<std::pair<const Type *, Expr>> Found;
  use(*Facts.back(), 0, std::nullopt, false, Found);
  for (auto &[Of, Var] : Found)
    addTerm(Of, B.read(Var), 1);
}

/// Uses \p F for all terms, or for all choices in which term \p New is. What is
/// said to exist is put into \p Found.
void Encoder::use(Fact &F, size_t From, std::optional<size_t> New, bool HasNew,
                  std::vector<std::pair<const Type *, Expr>> &Found) {
  if (failed())
    return;
  Quantified &Q = F.Formula;
  if (From == Q.Bound.size()) {
    if (New && !HasNew)
      return;
    Expr Holds;
    {
      auto View = S.viewCurrent(F.Kept);
      Holds = evaluate(Q);
    }
    std::vector<Expr> If = {B.read(F.Holds)};
    for (const BoundVariable &Of : Q.Bound)
      If.push_back(isValue(B.read(Of.Var), Of.T));
    B.assume(Ctx.mkImplies(Ctx.mkAnd(If), Holds));
    return;
  }
  const BoundVariable &Of = Q.Bound[From];
  if (Of.IsExists) {
    if (New && !HasNew &&
        llvm::all_of(llvm::ArrayRef(Q.Bound).drop_front(From),
                     [](auto &Rest) { return Rest.IsExists; }))
      return;
    Expr Any = B.input("some", Of.Var.sort(), Input::Kind::Argument);
    B.assume(isValue(Any, Of.T));
    B.assign(Of.Var, Any);
    Expr Kept = B.addVariable("term", Of.Var.sort());
    B.assign(Kept, Any);
    Found.push_back({Of.T, Kept});
    return use(F, From + 1, New, HasNew, Found);
  }
  for (size_t I = 0; I < Terms.size(); ++I)
    if (isSameKind(Terms[I].T, Of.T)) {
      B.assign(Of.Var, B.read(Terms[I].Var));
      use(F, From + 1, New, HasNew || New == I, Found);
    }
}

/// A key or index that the function has.
void Encoder::addTerm(const Type *Of, Expr Val, unsigned Generation) {
  if (failed() || QuantifierDepth > 0 || !HasQuantifiers ||
      Generation > MaxGeneration || Terms.size() >= MaxTerms)
    return;
  for (const Term &Known : Terms)
    if (isSameKind(Known.T, Of) && B.read(Known.Var) == Val)
      return;
  Expr Var = B.addVariable("term", Val.sort());
  B.assign(Var, Val);
  Terms.push_back({Of, Var});
  std::vector<std::pair<const Type *, Expr>> Found;
  for (size_t I = 0; I < Facts.size(); ++I)
    use(*Facts[I], 0, Terms.size() - 1, false, Found);
  for (auto &[Type, Some] : Found)
    addTerm(Type, B.read(Some), Generation + 1);
}
