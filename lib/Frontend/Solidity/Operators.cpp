//===- Operators.cpp - Operators of Solidity ------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"

#include "llvm/ADT/StringExtras.h"

using namespace sooth;
using namespace sooth::solidity;
using llvm::DynamicAPInt;
using llvm::StringRef;
using TypeKind = Type::Kind;

Evaluated Encoder::unary(Node N) {
  StringRef Op = N.text("operator");
  Node Of = N.child("subExpression");
  const Type *R = typeOf(T, N);
  if (Op == "delete") {
    Place At = placeOf(Of);
    if (!failed() && !S.clear(At))
      unsupported(N, "delete of this type");
    return {R, {}, {}, {}};
  }
  if (Op == "++" || Op == "--") {
    Place At = placeOf(Of);
    if (failed())
      return {};
    Evaluated Before = valueAt(At);
    Evaluated One = plain(R, this->N.constant(1, R));
    Evaluated After = compute(Op.take_front(1), Before, One, R, N);
    assignPlace(At, After, N);
    return N.flag("prefix") ? After : Before;
  }
  Evaluated V = eval(Of);
  if (failed())
    return {};
  if (Node Function = P.declaration(N.number("function")))
    return inlined(N, Function, {V});
  if (Op == "!")
    return plain(R, Ctx.mkNot(V.E.get()));
  if (Op == "-")
    return compute("-", plain(R, this->N.constant(0, R)), convert(V, R, N), R,
                   N);
  if (Op == "~" && V.E.get().sort().isBitVec())
    return plain(R, Ctx.make(Kind::BvNot, {V.E.get()}));
  if (Op == "~") {
    Expr Top =
        Ctx.integer(R->IsSigned ? DynamicAPInt(-1) : this->N.greatest(R));
    return plain(R, Ctx.make(Kind::Sub, {Top, V.E.get()}));
  }
  unsupported(N, "the operator '" + Op + "'");
  return {};
}

/// What may revert, overflow or change something happens only if it is
/// evaluated.
bool Encoder::isPure(Node N) const {
  if (isSpecification())
    return true;
  const bool Computes = P.isChecked() || this->N.flagsOverflow();
  bool Pure = true;
  N.walk([&](Node E) {
    if (E.number("function")) // one that the user defines
      Pure = false;
    if (E.is("Assignment") || E.is("IndexAccess") ||
        (E.is("FunctionCall") && E.text("kind") != "typeConversion"))
      Pure = false;
    StringRef Op = E.text("operator");
    if (E.is("UnaryOperation") &&
        (Op == "++" || Op == "--" || Op == "delete" || (Op == "-" && Computes)))
      Pure = false;
    if (E.is("BinaryOperation") &&
        (Op == "/" || Op == "%" ||
         (Computes && (Op == "+" || Op == "-" || Op == "*" || Op == "**"))))
      Pure = false;
    return Pure;
  });
  return Pure;
}

Evaluated Encoder::shortCut(Node N) {
  const bool IsAnd = N.text("operator") == "&&";
  Evaluated Left = eval(N.child("leftExpression"));
  Node RightNode = N.child("rightExpression");
  if (failed())
    return {};
  if (isPure(RightNode)) {
    Evaluated Right = eval(RightNode);
    if (failed())
      return {};
    return plain(T.boolean(), IsAnd ? Ctx.mkAnd(Left.E.get(), Right.E.get())
                                    : Ctx.mkOr(Left.E.get(), Right.E.get()));
  }
  Expr Result = B.addVariable("condition", Ctx.boolSort());
  LocationId More = B.addLocation(where(N)), Done = B.addLocation(where(N)),
             End = B.addLocation(where(N));
  B.branch(Left.E.get(), IsAnd ? More : Done, IsAnd ? Done : More);
  Branched Inside(*this);
  B.begin(More);
  Evaluated Right = eval(RightNode);
  if (failed())
    return {};
  B.assign(Result, Right.E.get());
  B.jump(End);
  Inside.next();
  B.begin(Done);
  B.assign(Result, Ctx.boolean(!IsAnd));
  B.jump(End);
  B.begin(End);
  return plain(T.boolean(), B.read(Result));
}

Evaluated Encoder::conditional(Node N) {
  const Type *Of = typeOf(T, N);
  if (Of->is(TypeKind::Literal))
    return eval(N);
  Expr C = condition(N.child("condition"));
  if (failed())
    return {};
  Node Yes = N.child("trueExpression"), No = N.child("falseExpression");
  if (isPure(Yes) && isPure(No) && !Of->isReference()) {
    Operand Kept(B, C);
    Evaluated A = evalAs(Yes, Of), X = evalAs(No, Of);
    if (failed() || !A.E || !X.E) {
      unsupported(N, "a conditional of this type");
      return {};
    }
    return plain(Of, Ctx.mkIte(Kept.get(), A.E.get(), X.E.get()));
  }
  if (Of->isInStorage() || Of->is(TypeKind::Tuple)) {
    unsupported(N, "a conditional of this type");
    return {};
  }
  Expr Result = B.addVariable("choice", S.sort(Of));
  LocationId First = B.addLocation(where(N)), Second = B.addLocation(where(N)),
             End = B.addLocation(where(N));
  B.branch(C, First, Second);
  Branched Inside(*this);
  for (auto [At, Part] : {std::pair(First, Yes), std::pair(Second, No)}) {
    Inside.next();
    B.begin(At);
    Evaluated V = evalAs(Part, Of);
    if (failed() || !V.E)
      return {};
    B.assign(Result, V.E.get());
    B.jump(End);
  }
  B.begin(End);
  return plain(Of, B.read(Result));
}

static std::optional<DynamicAPInt> constantOf(Expr E) {
  if (!E.isConst() || !(E.sort().isInt() || E.sort().isBitVec()))
    return std::nullopt;
  if (E.sort().isInt())
    return E.value().integer();
  llvm::SmallString<80> Decimal;
  E.value().bits().toString(Decimal, 10, /*Signed=*/false);
  return parseInteger(Decimal);
}

/// Of numbers that are known, or with a small exponent; no value for others.
Numbers::Result Encoder::power(Expr Base, Expr Exponent, const Type *Of) {
  constexpr int64_t Most = 4096, MostFactors = 16;
  auto Times = constantOf(Exponent), Factor = constantOf(Base);
  if (!Times || *Times < 0 || *Times > (Factor ? Most : MostFactors))
    return {};
  const bool IsKnown = Factor && !(Base.sort().isBitVec() && Of->IsSigned);
  if (!IsKnown && *Times > MostFactors)
    return {};
  if (IsKnown) {
    DynamicAPInt Exact(1);
    for (int64_t I = int64_t(*Times); I > 0; --I)
      Exact *= *Factor;
    const bool Fits = N.least(Of) <= Exact && Exact <= N.greatest(Of);
    DynamicAPInt Cut = mod(Exact, powerOfTwo(Of->Bits));
    if (Cut > N.greatest(Of))
      Cut -= powerOfTwo(Of->Bits);
    Numbers::Result R;
    R.Value = N.constant(N.areBounded() ? Cut : Exact, Of);
    R.IsExact = Ctx.boolean(Fits);
    if (!N.areBits())
      R.Unwrapped = Ctx.integer(Exact);
    return R;
  }
  Numbers::Result R;
  R.Value = N.constant(1, Of);
  R.IsExact = Ctx.trueExpr();
  if (!N.areBits())
    R.Unwrapped = R.Value;
  for (int64_t I = int64_t(*Times); I > 0; --I) {
    // What has overflown once is not looked at.
    Numbers::Result Next = N.compute("*", R.Value, Base, Of);
    R = {Next.Value, Ctx.mkAnd(R.IsExact, Next.IsExact), Next.Unwrapped};
  }
  return R;
}

Evaluated Encoder::compute(StringRef Op, const Evaluated &A, const Evaluated &X,
                           const Type *Of, Node At) {
  if (failed() || !A.E || !X.E)
    return {};
  Expr Left = A.E.get(), Right = X.E.get();
  if ((Op == "/" || Op == "%") && !isSpecification())
    B.assume(Ctx.mkNot(Ctx.mkEq(Right, N.constant(0, Of))));
  if (Op == "<<" || Op == ">>") {
    // The number of bits has a type of its own.
    if (X.T->is(TypeKind::Literal)) {
      Right = N.constant(X.T->Number, Of);
    } else if (Left.sort().isBitVec()) {
      Expr Most = N.constant(int64_t(X.T->Bits < 16 ? 255 : Of->Bits), X.T);
      Expr IsFar = N.compare("<", Most, Right, X.T);
      Right = Ctx.mkIte(IsFar, N.constant(int64_t(Of->Bits), Of),
                        N.convert(Right, X.T, Of));
    }
  }
  const Numbers::Result R =
      Op == "**" ? power(Left, Right, Of) : N.compute(Op, Left, Right, Of);
  if (Op == "**" && !R.Value) {
    unsupported(At, "a power that is not a small constant");
    return {};
  }
  if (!R.Value) {
    NeedsBits = !N.areBits();
    unsupported(At, "the operator '" + Op +
                        "' on integers; --arithmetic=bv has it");
    return {};
  }
  if (isSpecification()) {
    if (Exactness)
      Exactness->push_back(R.IsExact);
    // What is written in annotations are numbers, where these are not bits.
    return plain(Of, R.Value);
  }
  if (P.isChecked() && !IsUnchecked) {
    B.assume(R.IsExact);
    if (R.Unwrapped && !N.areBounded())
      B.assume(N.isValue(R.Unwrapped, Of));
    return plain(Of, R.Unwrapped ? R.Unwrapped : R.Value);
  }
  if (N.flagsOverflow())
    B.assign(Overflowed, Ctx.mkOr(B.read(Overflowed), Ctx.mkNot(R.IsExact)));
  return plain(Of, R.Value);
}

Evaluated Encoder::binary(Node N) {
  StringRef Op = N.text("operator");
  if (Op == "&&" || Op == "||")
    return shortCut(N);
  if (Node Function = P.declaration(N.number("function"))) {
    Evaluated First = eval(N.child("leftExpression"));
    Evaluated Second = eval(N.child("rightExpression"));
    return failed() ? Evaluated() : inlined(N, Function, {First, Second});
  }
  const bool Compares = Op == "==" || Op == "!=" || Op.starts_with("<=") ||
                        Op.starts_with(">=") || Op == "<" || Op == ">";
  const Type *Common = T.get(N.child("commonType").text("typeIdentifier"));
  if (Common->is(TypeKind::Literal)) // both are
    return Compares
               ? plain(T.boolean(),
                       this->N.compare(
                           Op,
                           Ctx.integer(
                               typeOf(T, N.child("leftExpression"))->Number),
                           Ctx.integer(
                               typeOf(T, N.child("rightExpression"))->Number),
                           Common))
               : eval(N);
  // The compiler computes the right side first.
  Evaluated Right = eval(N.child("rightExpression"));
  Evaluated Left = eval(N.child("leftExpression"));
  if (failed())
    return {};
  Left = convert(Left, Common, N);
  if (Op != "<<" && Op != ">>" && Op != "**")
    Right = convert(Right, Common, N);
  if (failed() || !Left.E || !Right.E) {
    unsupported(N, "the operator '" + Op + "' of this type");
    return {};
  }
  if (!Compares)
    return compute(Op, Left, Right, Common, N);
  return plain(T.boolean(),
               this->N.compare(Op, Left.E.get(), Right.E.get(), Common));
}
