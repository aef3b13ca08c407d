//===- Expressions.cpp - Expressions of Structured Text as terms
//--------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace sooth;
using namespace sooth::st;
using llvm::APInt;
using ExprKind = Expression::Kind;
using TypeKind = Type::Kind;

/// What clang calls these checks.
enum : uint64_t {
  AdditionOverflow = 0,
  DivisionOverflow = 3,
  RealConversion = 5,
  ValueChanges = 7,
  ProductOverflow = 12,
  NegationOverflow = 13,
  SubtractionOverflow = 21
};

static FpFormat formatOf(const Type *T) {
  return T->Width == 32 ? FpFormat::Single : FpFormat::Double;
}

Expr Encoder::resized(Expr V, bool IsSigned, unsigned Width) {
  const unsigned Now = V.sort().width();
  if (Width == Now)
    return V;
  if (Width < Now)
    return Ctx.mkExtract(Width - 1, 0, V);
  return IsSigned ? Ctx.mkSignExt(Width - Now, V)
                  : Ctx.mkZeroExt(Width - Now, V);
}

/// A value that the standard leaves to the controller.
Expr Encoder::anything(llvm::StringRef What, Sort S,
                       const SourceLocation &Where) {
  return B.input("any", S, Input::Kind::Havoc, Where,
                 Cause(Cause::Kind::OutsideModel, What));
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

std::vector<Expr> Encoder::evalAll(const Expression &E) {
  if (E.What == ExprKind::Call)
    return call(*E.Callee, E.Arguments, std::nullopt);
  if (E.Ty->isElementary())
    return {eval(E)};
  const Place P = placeOf(E);
  std::vector<Expr> All;
  for (unsigned I = 0; I < E.Ty->Leaves; ++I)
    All.push_back(read(P, I));
  return All;
}

Expr Encoder::eval(const Expression &E) {
  switch (E.What) {
  case ExprKind::Literal:
    return constant(E.Value, E.Ty);
  case ExprKind::Bit: {
    Expr Whole = eval(*E.Operands[0]);
    return Ctx.bvToBool(Ctx.mkExtract(E.Number, E.Number, Whole));
  }
  case ExprKind::Apply:
    return evalApply(E);
  case ExprKind::Convert:
    return convert(eval(*E.Operands[0]), E.Operands[0]->Ty, E.Ty, E.Where);
  case ExprKind::Call:
    return evalAll(E).front();
  case ExprKind::Standard:
    return evalStandard(E);
  default:
    return read(placeOf(E));
  }
}

Expr Encoder::evalShortCut(const Expression &E) {
  const bool IsAnd = E.Op == Operator::AndThen;
  const size_t Before = B.size();
  const Slot Result = B.add(eval(*E.Operands[0]));
  Expr First = B.read(Result);
  choose(hasLoop(*E.Operands[1]), IsAnd ? First : Ctx.mkNot(First), E.Where,
         [&] { B.write(Result, eval(*E.Operands[1])); });
  Expr Val = B.read(Result);
  B.dropTo(Before);
  return Val;
}

Expr Encoder::evalApply(const Expression &E) {
  if (E.Op == Operator::AndThen || E.Op == Operator::OrElse)
    return evalShortCut(E);
  Expr A = eval(*E.Operands[0]);
  const Type *T = E.Operands[0]->Ty;
  if (E.Op == Operator::Not)
    return T->is(TypeKind::Bool) ? Ctx.mkNot(A) : Ctx.make(Kind::BvNot, {A});
  if (E.Op == Operator::Negate)
    return negated(A, T, E.Where);
  CycleBuilder::Hold Left(B, A);
  Expr Right = eval(*E.Operands[1]);
  switch (E.Op) {
  case Operator::Or:
  case Operator::Xor:
  case Operator::And:
    return logical(E.Op, A, Right);
  case Operator::Equal:
  case Operator::Unequal:
  case Operator::Less:
  case Operator::LessEqual:
  case Operator::Greater:
  case Operator::GreaterEqual:
    return compare(E.Op, A, Right, T);
  case Operator::Multiply:
  case Operator::Divide:
    if (T->is(TypeKind::Time)) {
      const Type *By = E.Operands[1]->Ty;
      return scaled(E.Op, A, resized(Right, By->IsSigned, 64), E.Where);
    }
    break;
  default:
    break;
  }
  return arithmetic(E.Op, A, Right, T, E.Where);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

Expr Encoder::logical(Operator Op, Expr A, Expr B) {
  const bool IsBool = A.isBool();
  switch (Op) {
  case Operator::Or:
    return IsBool ? Ctx.mkOr(A, B) : Ctx.make(Kind::BvOr, {A, B});
  case Operator::Xor:
    return IsBool ? Ctx.mkXor(A, B) : Ctx.make(Kind::BvXor, {A, B});
  default:
    return IsBool ? Ctx.mkAnd(A, B) : Ctx.make(Kind::BvAnd, {A, B});
  }
}

Expr Encoder::lessEqual(Expr A, Expr B, const Type *T) {
  if (T->is(TypeKind::Real))
    return Ctx.make(Kind::FpLe, {A, B}, uint32_t(formatOf(T)));
  return T->IsSigned ? Ctx.mkSle(A, B) : Ctx.mkUle(A, B);
}

Expr Encoder::less(Expr A, Expr B, const Type *T) {
  if (T->is(TypeKind::Real))
    return Ctx.make(Kind::FpLt, {A, B}, uint32_t(formatOf(T)));
  return T->IsSigned ? Ctx.mkSlt(A, B) : Ctx.mkUlt(A, B);
}

Expr Encoder::compare(Operator Op, Expr A, Expr B, const Type *T) {
  auto Equal = [&] {
    return T->is(TypeKind::Real)
               ? Ctx.make(Kind::FpEq, {A, B}, uint32_t(formatOf(T)))
               : Ctx.mkEq(A, B);
  };
  switch (Op) {
  case Operator::Equal:
    return Equal();
  case Operator::Unequal:
    return Ctx.mkNot(Equal());
  case Operator::Less:
    return less(A, B, T);
  case Operator::LessEqual:
    return lessEqual(A, B, T);
  case Operator::Greater:
    return less(B, A, T);
  default:
    return lessEqual(B, A, T);
  }
}

bool Encoder::checksOverflow(const Type *T) const {
  if (T->is(TypeKind::Time))
    return How.ChecksOverflow;
  return T->is(TypeKind::Number) &&
         (T->IsSigned ? How.ChecksOverflow : How.ChecksUnsignedOverflow);
}

/// That \p Wide, a signed number with more bits than \p T, is one of \p T.
void Encoder::checkFits(Expr Wide, const Type *T, uint64_t ClangCheck,
                        const SourceLocation &Where) {
  const unsigned Width = Wide.sort().width();
  Expr Fits = Ctx.mkEq(
      resized(resized(Wide, true, T->Width), T->IsSigned, Width), Wide);
  check(
      Fits,
      {T->IsSigned ? Failure::Kind::SignedCheck : Failure::Kind::UnsignedCheck,
       "", ClangCheck},
      Where, T->IsSigned ? "overflow" : "unsigned-overflow");
  B.assume(Fits);
}

Expr Encoder::negated(Expr A, const Type *T, const SourceLocation &Where) {
  if (T->is(TypeKind::Real))
    return fpNegated(Ctx, formatOf(T), A);
  if (checksOverflow(T))
    checkFits(Ctx.make(Kind::BvNeg, {resized(A, T->IsSigned, T->Width + 2)}), T,
              NegationOverflow, Where);
  return Ctx.make(Kind::BvNeg, {A});
}

static Kind realOperator(Operator Op) {
  switch (Op) {
  case Operator::Add:
    return Kind::FpAdd;
  case Operator::Subtract:
    return Kind::FpSub;
  case Operator::Multiply:
    return Kind::FpMul;
  default:
    return Kind::FpDiv;
  }
}

Expr Encoder::arithmetic(Operator Op, Expr A, Expr B, const Type *T,
                         const SourceLocation &Where) {
  if (T->is(TypeKind::Real))
    return Ctx.make(realOperator(Op), {A, B}, uint32_t(formatOf(T)));
  if (Op == Operator::Divide || Op == Operator::Modulo)
    return divide(Op, A, B, T, Where);
  const Kind K = Op == Operator::Add        ? Kind::BvAdd
                 : Op == Operator::Subtract ? Kind::BvSub
                                            : Kind::BvMul;
  if (checksOverflow(T)) {
    const unsigned Wide = K == Kind::BvMul ? 2 * T->Width + 2 : T->Width + 2;
    checkFits(Ctx.make(K, {resized(A, T->IsSigned, Wide),
                           resized(B, T->IsSigned, Wide)}),
              T,
              Op == Operator::Add        ? AdditionOverflow
              : Op == Operator::Subtract ? SubtractionOverflow
                                         : ProductOverflow,
              Where);
  }
  return Ctx.make(K, {A, B});
}

Expr Encoder::divide(Operator Op, Expr A, Expr B, const Type *T,
                     const SourceLocation &Where) {
  const bool IsDivide = Op == Operator::Divide;
  const unsigned Width = A.sort().width();
  Expr IsZero = Ctx.mkEq(B, Ctx.bv(APInt(Width, 0)));
  if (How.ChecksDivision) {
    Expr IsRight = Ctx.mkNot(IsZero);
    if (T->IsSigned && IsDivide)
      IsRight = Ctx.mkAnd(
          IsRight, Ctx.mkNot(Ctx.mkAnd(
                       Ctx.mkEq(A, Ctx.bv(APInt::getSignedMinValue(Width))),
                       Ctx.mkEq(B, Ctx.bv(APInt::getAllOnes(Width))))));
    check(IsRight, {Failure::Kind::ClangCheck, "", DivisionOverflow}, Where,
          "div");
    this->B.assume(IsRight);
  }
  const Kind K = T->IsSigned ? (IsDivide ? Kind::BvSdiv : Kind::BvSrem)
                             : (IsDivide ? Kind::BvUdiv : Kind::BvUrem);
  Expr Quotient = Ctx.make(K, {A, B});
  if (IsZero.isFalse() || How.ChecksDivision)
    return Quotient;
  return Ctx.mkIte(IsZero, anything("division by zero", A.sort(), Where),
                   Quotient);
}

/// A time multiplied with or divided by a number of 64 bits.
Expr Encoder::scaled(Operator Op, Expr A, Expr By,
                     const SourceLocation &Where) {
  Expr Wide =
      arithmetic(Op, resized(A, true, 64), By, numberType(64, true), Where);
  if (How.ChecksOverflow)
    checkFits(Wide, timeType(), ProductOverflow, Where);
  return resized(Wide, true, 32);
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// Rounded to the nearest number, to the even one of two.
Expr Encoder::toNumber(Expr V, const Type *From, const Type *To,
                       const SourceLocation &Where, FpRounding Rounding) {
  // All bounds fit there, and what does not has the sign bit alone.
  constexpr unsigned Wide = 128;
  const auto Format = uint32_t(formatOf(From));
  Expr Whole =
      Ctx.make(Kind::FpRoundToIntegral, {V}, Format, uint32_t(Rounding));
  Expr Number = Ctx.make(Kind::FpToSigned, {Whole}, Format, Wide);
  Expr Fits = Ctx.mkAnd(Ctx.mkSle(Ctx.bv(leastOf(To)), Number),
                        Ctx.mkSle(Number, Ctx.bv(greatestOf(To))));
  Expr Result = Ctx.mkExtract(To->Width - 1, 0, Number);
  if (Fits.isTrue())
    return Result;
  if (How.ChecksRealToNumber) {
    check(Fits, {Failure::Kind::ClangCheck, "", RealConversion}, Where,
          "float-cast");
    B.assume(Fits);
    return Result;
  }
  return Ctx.mkIte(Fits, Result,
                   anything("conversion of a number that is too large",
                            Result.sort(), Where));
}

Expr Encoder::convert(Expr V, const Type *From, const Type *To,
                      const SourceLocation &Where) {
  if (isSame(From, To) || (From->is(TypeKind::Bool) && To->is(TypeKind::Bool)))
    return V;
  if (From->is(TypeKind::Bool)) {
    if (!To->is(TypeKind::Real))
      return Ctx.mkIte(V, Ctx.bv(APInt(To->Width, 1)),
                       Ctx.bv(APInt(To->Width, 0)));
    llvm::APFloat One(fpSemantics(formatOf(To)), 1);
    return Ctx.mkIte(V, Ctx.bv(One.bitcastToAPInt()),
                     Ctx.bv(APInt(To->Width, 0)));
  }
  if (To->is(TypeKind::Bool)) {
    if (From->is(TypeKind::Real))
      return Ctx.mkNot(fpIsZero(Ctx, formatOf(From), V));
    return Ctx.mkNot(Ctx.mkEq(V, Ctx.bv(APInt(From->Width, 0))));
  }
  if (From->is(TypeKind::Real) && To->is(TypeKind::Real))
    return Ctx.make(Kind::FpConvert, {V}, uint32_t(formatOf(To)),
                    uint32_t(formatOf(From)));
  if (From->is(TypeKind::Real))
    return toNumber(V, From, To, Where, FpRounding::ToEven);
  if (To->is(TypeKind::Real))
    return Ctx.make(From->IsSigned ? Kind::FpFromSigned : Kind::FpFromUnsigned,
                    {V}, uint32_t(formatOf(To)));
  const bool AreNumbers = From->is(TypeKind::Number) && checksOverflow(To);
  if (AreNumbers && !includes(To, From))
    checkFits(resized(V, From->IsSigned, From->Width + To->Width + 1), To,
              ValueChanges, Where);
  return resized(V, From->IsSigned, To->Width);
}

//===----------------------------------------------------------------------===//
// Functions of the standard
//===----------------------------------------------------------------------===//

Expr Encoder::shifted(Builtin F, Expr A, Expr N, const Type *NT) {
  const unsigned Width = A.sort().width();
  // A shift by a number below zero is one by very much.
  const unsigned Wide = std::max(Width, NT->Width);
  Expr Amount = resized(N, NT->IsSigned, Wide);
  if (F == Builtin::ShiftLeft || F == Builtin::ShiftRight) {
    Expr Val = Ctx.make(F == Builtin::ShiftLeft ? Kind::BvShl : Kind::BvLshr,
                        {A, resized(Amount, false, Width)});
    return Ctx.mkIte(Ctx.mkUlt(Amount, Ctx.bv(Width, Wide)), Val,
                     Ctx.bv(APInt(Width, 0)));
  }
  // Widths are powers of two.
  Amount = Ctx.make(Kind::BvAnd,
                    {resized(Amount, false, Width), Ctx.bv(Width - 1, Width)});
  Expr Rest = Ctx.make(Kind::BvSub, {Ctx.bv(Width, Width), Amount});
  const bool IsLeft = F == Builtin::RotateLeft;
  return Ctx.make(Kind::BvOr,
                  {Ctx.make(Kind::BvShl, {A, IsLeft ? Amount : Rest}),
                   Ctx.make(Kind::BvLshr, {A, IsLeft ? Rest : Amount})});
}

Expr Encoder::evalMultiplex(const Expression &E, llvm::ArrayRef<Expr> V) {
  const Type *T = E.Operands[0]->Ty;
  const unsigned Count = V.size() - 1;
  const unsigned Wide = std::max(T->Width, 32u) + 1;
  Expr Index = resized(V[0], T->IsSigned, Wide);
  Expr IsInside = Ctx.mkUlt(Index, Ctx.bv(Count, Wide));
  check(IsInside, {Failure::Kind::ClangCheck, "", 18}, E.Where, "bounds");
  B.assume(IsInside);
  Expr Val = V.back();
  for (unsigned I = Count - 1; I-- > 0;)
    Val = Ctx.mkIte(Ctx.mkEq(Index, Ctx.bv(I, Wide)), V[I + 1], Val);
  return Val;
}

Expr Encoder::evalStandard(const Expression &E) {
  std::vector<Expr> V(E.Operands.size());
  std::deque<CycleBuilder::Hold> Held;
  for (size_t I = 0; I < V.size(); ++I) {
    V[I] = eval(*E.Operands[I]);
    Held.emplace_back(B, V[I]);
  }
  const Type *T = E.Ty;
  auto Min = [&](Expr A, Expr B) { return Ctx.mkIte(less(B, A, T), B, A); };
  auto Max = [&](Expr A, Expr B) { return Ctx.mkIte(less(A, B, T), B, A); };
  switch (E.Function) {
  case Builtin::Abs:
    if (T->is(TypeKind::Real))
      return fpAbsolute(Ctx, formatOf(T), V[0]);
    if (!T->IsSigned)
      return V[0];
    if (checksOverflow(T))
      checkFits(
          Ctx.mkIte(Ctx.mkSlt(V[0], Ctx.bv(APInt(T->Width, 0))),
                    Ctx.make(Kind::BvNeg, {resized(V[0], true, T->Width + 1)}),
                    resized(V[0], true, T->Width + 1)),
          T, NegationOverflow, E.Where);
    return Ctx.mkIte(Ctx.mkSlt(V[0], Ctx.bv(APInt(T->Width, 0))),
                     Ctx.make(Kind::BvNeg, {V[0]}), V[0]);
  case Builtin::Min:
    return std::accumulate(V.begin() + 1, V.end(), V[0], Min);
  case Builtin::Max:
    return std::accumulate(V.begin() + 1, V.end(), V[0], Max);
  case Builtin::Limit:
    return Min(Max(V[1], V[0]), V[2]);
  case Builtin::Select:
    return Ctx.mkIte(V[0], V[2], V[1]);
  case Builtin::Multiplex:
    return evalMultiplex(E, V);
  case Builtin::SquareRoot:
    return Ctx.make(Kind::FpSqrt, {V[0]}, uint32_t(formatOf(T)));
  case Builtin::Truncate:
    return toNumber(V[0], E.Operands[0]->Ty, T, E.Where, FpRounding::ToZero);
  default:
    return shifted(E.Function, V[0], V[1], E.Operands[1]->Ty);
  }
}
