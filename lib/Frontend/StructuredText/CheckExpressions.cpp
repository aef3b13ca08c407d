//===- CheckExpressions.cpp - Expressions of Structured Text
//------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::st;
using llvm::APFloat;
using llvm::APInt;
using llvm::StringRef;
using ExprKind = Expression::Kind;
using TypeKind = Type::Kind;
using Section = Variable::Section;

static const llvm::fltSemantics &semantics(const Type *T) {
  return T->Width == 32 ? APFloat::IEEEsingle() : APFloat::IEEEdouble();
}

void Checker::makeLiteral(Expression &E, APInt Value, const Type *T) {
  E.What = ExprKind::Literal;
  E.Value = std::move(Value);
  E.Ty = T;
  E.Name.clear();
  E.Operands.clear();
}

bool Checker::isPlace(const Expression &E) const {
  switch (E.What) {
  case ExprKind::Variable:
    return true;
  case ExprKind::Member:
  case ExprKind::Index:
  case ExprKind::Bit:
    return isPlace(*E.Operands[0]);
  default:
    return false;
  }
}

//===----------------------------------------------------------------------===//
// Conversions that the language makes by itself
//===----------------------------------------------------------------------===//

void Checker::convert(ExpressionPtr &E, const Type *T) {
  if (E->Ty == T)
    return;
  auto C = std::make_unique<Expression>();
  C->What = ExprKind::Convert;
  C->Where = E->Where;
  C->Ty = T;
  C->Depth = E->Depth + 1;
  C->Operands.push_back(std::move(E));
  E = std::move(C);
  fold(E);
}

/// Of a literal without type.
void Checker::coerceLiteral(Expression &E, const Type *T) {
  const bool IsWhole = E.Ty->is(TypeKind::AnyInt);
  const APInt V = E.Value;
  bool Fits = false;
  switch (T->What) {
  case TypeKind::Bool:
    Fits = IsWhole && V.ult(2);
    break;
  case TypeKind::Number:
  case TypeKind::Bits:
    Fits = IsWhole && V.sge(leastOf(T)) && V.sle(greatestOf(T));
    break;
  case TypeKind::Real: {
    APFloat Number(APFloat::IEEEdouble(), IsWhole ? APInt(64, 0) : V);
    if (IsWhole)
      Number.convertFromAPInt(V, true, APFloat::rmNearestTiesToEven);
    bool Lost = false;
    Number.convert(semantics(T), APFloat::rmNearestTiesToEven, &Lost);
    return makeLiteral(E, Number.bitcastToAPInt(), T);
  }
  default:
    return fail(E.Where, "a value of type " + T->Name + " is expected");
  }
  if (!Fits)
    return fail(E.Where, "this is no value of type " + T->Name);
  makeLiteral(E, V.trunc(T->Width), T);
}

static bool isGeneric(const Type *T) {
  return T->is(TypeKind::AnyInt) || T->is(TypeKind::AnyReal);
}

llvm::MutableArrayRef<ExpressionPtr> Checker::alike(Expression &E) {
  return E.What == ExprKind::Standard ? ofOneType(E.Function, E.Operands)
                                      : llvm::MutableArrayRef(E.Operands);
}

/// What \p E computes has one meaning for each type, but for operators on whole
/// numbers, which are not those on real ones.
void Checker::coerceGeneric(ExpressionPtr &E, const Type *T) {
  if (E->Ty->is(TypeKind::AnyInt) && E->What == ExprKind::Apply &&
      T->is(TypeKind::Real)) {
    settle(E);
    return coerce(E, T);
  }
  if (T->isSubrange())
    T = T->Base;
  if (E->Ty->is(TypeKind::AnyReal) && !T->is(TypeKind::Real))
    return fail(E->Where, "this is no value of type " + T->Name);
  for (ExpressionPtr &O : alike(*E)) {
    coerce(O, T);
    if (hasFailed())
      return;
    E->Depth = std::max(E->Depth, O->Depth + 1);
  }
  E->Ty = T;
  checkDefined(*E);
}

/// Makes a real number, whose type is not known yet, of a whole one among real
/// ones. One that has a type is converted when theirs is known.
void Checker::makeReal(ExpressionPtr &E) {
  if (E->What == ExprKind::Literal &&
      (E->Ty->is(TypeKind::AnyInt) || E->Ty->is(TypeKind::Number))) {
    APFloat Number(APFloat::IEEEdouble());
    Number.convertFromAPInt(widened(E->Value, E->Ty), true,
                            APFloat::rmNearestTiesToEven);
    return makeLiteral(*E, Number.bitcastToAPInt(), anyReal());
  }
  if (!E->Ty->is(TypeKind::AnyInt))
    return;
  if (E->What == ExprKind::Apply)
    return settle(E);
  for (ExpressionPtr &O : alike(*E))
    makeReal(O);
  E->Ty = anyReal();
}

bool Checker::convertsTo(const Type *From, const Type *To) const {
  if (isSame(From, To))
    return true;
  const bool IsNumber = From->is(TypeKind::Number) || From->is(TypeKind::Bits);
  if (To->is(TypeKind::Number))
    return IsNumber && includes(To, From);
  if (To->is(TypeKind::Bits))
    return IsNumber && !From->IsSigned && includes(To, From);
  if (To->is(TypeKind::Real))
    return From->is(TypeKind::Number) ||
           (From->is(TypeKind::Real) && From->Width <= To->Width);
  return false;
}

static std::string nameOf(const Type *T) {
  if (!T->Name.empty())
    return T->Name;
  switch (T->What) {
  case TypeKind::Enumeration:
    return "of an enumeration";
  case TypeKind::Structure:
    return "of a structure";
  case TypeKind::Array:
    return "of an array";
  default:
    return "unknown";
  }
}

void Checker::coerce(ExpressionPtr &E, const Type *T) {
  if (hasFailed())
    return;
  if (isGeneric(E->Ty))
    return E->What == ExprKind::Literal ? coerceLiteral(*E, T)
                                        : coerceGeneric(E, T);
  if (!convertsTo(E->Ty, T))
    return fail(E->Where, "a value of type " + nameOf(T) +
                              " is expected, not " + nameOf(E->Ty));
  if (T->isElementary() && !isSame(E->Ty, T))
    convert(E, T);
}

/// Whether the literals in \p E are values of \p T.
bool Checker::hasLiteralsOf(Expression &E, const Type *T) {
  if (E.What == ExprKind::Literal)
    return E.Value.sge(leastOf(T)) && E.Value.sle(greatestOf(T));
  return llvm::all_of(
      alike(E), [&](const ExpressionPtr &O) { return hasLiteralsOf(*O, T); });
}

void Checker::settle(ExpressionPtr &E) {
  if (E->Ty->is(TypeKind::AnyReal))
    return coerce(E, elementaryType("LREAL"));
  if (!E->Ty->is(TypeKind::AnyInt))
    return;
  for (const char *Name : {"INT", "DINT", "LINT", "ULINT"}) {
    const Type *T = elementaryType(Name);
    if (hasLiteralsOf(*E, T))
      return coerce(E, T);
  }
  fail(E->Where, "this number has more than 64 bits");
}

/// The type in which values of \p A and \p B are compared or added; null if
/// there is none.
const Type *Checker::common(const Type *A, const Type *B,
                            const SourceLocation &Where) {
  if (isSame(A, B))
    return A->isSubrange() ? A->Base : A;
  for (int Turn = 0; Turn < 2; ++Turn, std::swap(A, B)) {
    const bool IsNumeric = B->is(TypeKind::Number) || B->is(TypeKind::Real) ||
                           B->is(TypeKind::AnyReal);
    if (A->is(TypeKind::AnyInt) &&
        (IsNumeric || B->is(TypeKind::Bits) || B->is(TypeKind::Bool)))
      return B->isSubrange() ? B->Base : B;
    if (A->is(TypeKind::AnyReal) && B->is(TypeKind::Real))
      return B;
    if (A->is(TypeKind::AnyReal) && B->is(TypeKind::Number))
      return A;
    if (A->is(TypeKind::Real) && B->is(TypeKind::Number))
      return A;
    if (convertsTo(A, B))
      return B->isSubrange() ? B->Base : B;
  }
  const bool AreNumbers = (A->is(TypeKind::Number) || A->is(TypeKind::Bits)) &&
                          (B->is(TypeKind::Number) || B->is(TypeKind::Bits));
  if (AreNumbers)
    for (unsigned Width : {16, 32, 64}) {
      const Type *T = numberType(Width, /*IsSigned=*/true);
      if (includes(T, A) && includes(T, B))
        return T;
    }
  fail(Where, "values of types " + nameOf(A) + " and " + nameOf(B) +
                  " do not go together");
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The value of a whole-number operation; nothing if it has none. Operands are
/// wide enough for all results.
static std::optional<APInt> apply(Operator Op, const APInt &A, const APInt &B) {
  switch (Op) {
  case Operator::Add:
    return A + B;
  case Operator::Subtract:
    return A - B;
  case Operator::Multiply:
    return A * B;
  case Operator::Divide:
    return B.isZero() ? std::nullopt : std::optional(A.sdiv(B));
  case Operator::Modulo:
    return B.isZero() ? std::nullopt : std::optional(A.srem(B));
  default:
    return std::nullopt;
  }
}

static std::optional<APFloat> apply(Operator Op, APFloat A, const APFloat &B) {
  constexpr auto Rounding = APFloat::rmNearestTiesToEven;
  switch (Op) {
  case Operator::Add:
    A.add(B, Rounding);
    return A;
  case Operator::Subtract:
    A.subtract(B, Rounding);
    return A;
  case Operator::Multiply:
    A.multiply(B, Rounding);
    return A;
  case Operator::Divide:
    if (B.isZero())
      return std::nullopt;
    A.divide(B, Rounding);
    return A;
  default:
    return std::nullopt;
  }
}

static bool isWhole(const Type *T) {
  return T->is(TypeKind::AnyInt) || T->is(TypeKind::Number);
}

/// Makes a literal of arithmetic on literals, and of conversions between types
/// of numbers.
void Checker::fold(ExpressionPtr &E) {
  if (!llvm::all_of(E->Operands, [](const ExpressionPtr &O) {
        return O->What == ExprKind::Literal;
      }))
    return;
  const Expression &First = *E->Operands[0];
  if (E->What == ExprKind::Convert) {
    const bool AreWhole = (isWhole(First.Ty) || First.Ty->is(TypeKind::Bits)) &&
                          (isWhole(E->Ty) || E->Ty->is(TypeKind::Bits));
    if (AreWhole)
      makeLiteral(*E, widened(First.Value, First.Ty).trunc(E->Ty->Width),
                  E->Ty);
    return;
  }
  if (E->Op == Operator::Negate && E->Ty->is(TypeKind::AnyReal))
    return makeLiteral(*E, First.Value ^ APInt::getSignMask(64), E->Ty);
  if (E->Op == Operator::Negate && isWhole(E->Ty))
    return makeLiteral(*E, -First.Value, E->Ty);
  if (E->Operands.size() != 2)
    return;
  if (E->Ty->is(TypeKind::AnyReal)) {
    APFloat A(APFloat::IEEEdouble(), First.Value);
    if (auto V = apply(E->Op, A,
                       APFloat(APFloat::IEEEdouble(), E->Operands[1]->Value)))
      return makeLiteral(*E, V->bitcastToAPInt(), E->Ty);
    return fail(E->Where, "this constant has no value");
  }
  if (!isWhole(E->Ty))
    return;
  auto V = apply(E->Op, widened(First.Value, First.Ty),
                 widened(E->Operands[1]->Value, E->Operands[1]->Ty));
  if (V && E->Ty->is(TypeKind::AnyInt) && V->getSignificantBits() > 66)
    return fail(E->Where, "this number has more than 64 bits");
  if (V && E->Ty->is(TypeKind::Number) &&
      (V->slt(leastOf(E->Ty)) || V->sgt(greatestOf(E->Ty))))
    return; // an overflow, which happens where it is executed
  if (V)
    return makeLiteral(*E, V->trunc(E->Ty->Width), E->Ty);
  if (E->Ty->is(TypeKind::AnyInt))
    fail(E->Where, "this constant has no value");
}

void Checker::checkLiteral(Expression &E) {
  if (E.Name.empty())
    return;
  const Type *T = elementary(E.Name, E.Where);
  E.Name.clear();
  if (!hasFailed())
    coerceLiteral(E, T);
}

//===----------------------------------------------------------------------===//
// Names and parts
//===----------------------------------------------------------------------===//

bool Checker::lookUpEnumerator(Expression &E, StringRef Name) {
  auto Found = Enumerators.find(Lower(Name));
  if (Found == Enumerators.end())
    return false;
  if (const Type *T = Found->second.Ty)
    makeLiteral(E, T->Enumerators[Found->second.Number].Value, T);
  else
    fail(E.Where, "several enumerations have '" + Name.str() +
                      "'; which one is said by 'TYPE#" + Name.str() + "'");
  return true;
}

void Checker::checkName(ExpressionPtr &E) {
  const Variable *V = nullptr;
  if (Current)
    V = Current->Names.lookup(Lower(E->Name));
  if (!V)
    V = global(E->Name);
  if (hasFailed())
    return;
  if (!V) {
    if (!lookUpEnumerator(*E, E->Name))
      fail(E->Where, "there is no '" + E->Name + "'");
    return;
  }
  E->Ty = V->Ty;
  if (V->IsConstant && V->Ty->isElementary() && !V->Initial.empty())
    return makeLiteral(*E, V->Initial.front(), V->Ty);
  E->What = ExprKind::Variable;
  E->Var = V;
}

void Checker::checkMember(ExpressionPtr &E) {
  Expression &Outer = *E->Operands[0];
  // "Color#Red" and "Color.Red".
  if (Outer.What == ExprKind::Name && Types.contains(Lower(Outer.Name)) &&
      !(Current && Current->Names.contains(Lower(Outer.Name)))) {
    const Type *T = namedType(Outer.Name, Outer.Where);
    for (const Type::Enumerator &Value : T->Enumerators)
      if (StringRef(Value.Name).equals_insensitive(E->Name))
        return makeLiteral(*E, Value.Value, T);
    return fail(E->Where,
                "type '" + Outer.Name + "' has no value '" + E->Name + "'");
  }
  check(E->Operands[0]);
  if (hasFailed())
    return;
  const Type *T = E->Operands[0]->Ty;
  const bool IsBlock = T->is(TypeKind::Block);
  if (!IsBlock && !T->is(TypeKind::Structure))
    return fail(E->Where, "this has no members");
  for (const auto &M : IsBlock ? T->Body->Variables : T->Members)
    if (StringRef(M->Name).equals_insensitive(E->Name) &&
        (!IsBlock || M->isKept())) {
      if (M->Where == Section::Local && !IsAnnotation)
        return fail(E->Where,
                    "'" + E->Name + "' is local; only annotations look at it");
      E->Var = M.get();
      E->Ty = M->Ty;
      return;
    }
  fail(E->Where, "there is no member '" + E->Name + "'");
}

void Checker::checkIndex(Expression &E) {
  check(E.Operands[0]);
  if (!hasFailed())
    check(E.Operands[1]);
  if (hasFailed())
    return;
  const Type *T = E.Operands[0]->Ty;
  if (!T->is(TypeKind::Array))
    return fail(E.Where, "this is no array");
  settle(E.Operands[1]);
  if (hasFailed())
    return;
  const Type *Index = E.Operands[1]->Ty;
  if (!Index->is(TypeKind::Number) && !Index->is(TypeKind::Bits) &&
      !Index->is(TypeKind::Enumeration))
    return fail(E.Operands[1]->Where, "an index is a whole number");
  E.Ty = T->Element;
}

void Checker::checkBit(Expression &E) {
  check(E.Operands[0]);
  if (hasFailed())
    return;
  const Type *T = E.Operands[0]->Ty;
  if (!T->is(TypeKind::Bits) && !T->is(TypeKind::Number))
    return fail(E.Where, "this has no bits");
  if (E.Number >= T->Width)
    return fail(E.Where,
                T->Name + " has bits 0 to " + std::to_string(T->Width - 1));
  E.Ty = boolType();
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

static bool isLogical(Operator Op) {
  return Op <= Operator::AndThen || Op == Operator::Not;
}
static bool isComparison(Operator Op) {
  return Op >= Operator::Equal && Op <= Operator::GreaterEqual;
}

/// Whether \p Op is there for values of \p T.
static bool hasOperator(Operator Op, const Type *T) {
  const bool IsNumber = T->is(TypeKind::Number) || T->is(TypeKind::AnyInt) ||
                        T->is(TypeKind::Bits);
  const bool IsReal = T->is(TypeKind::Real) || T->is(TypeKind::AnyReal);
  if (Op == Operator::OrElse || Op == Operator::AndThen)
    return T->is(TypeKind::Bool);
  if (isLogical(Op))
    return T->is(TypeKind::Bool) || IsNumber;
  if (Op == Operator::Equal || Op == Operator::Unequal)
    return T->isElementary();
  if (isComparison(Op))
    return IsNumber || IsReal || T->is(TypeKind::Time);
  if (Op == Operator::Modulo)
    return IsNumber;
  if (Op == Operator::Multiply || Op == Operator::Divide)
    return IsNumber || IsReal;
  return IsNumber || IsReal || T->is(TypeKind::Time);
}

void Checker::checkDefined(Expression &E) {
  if (E.What == ExprKind::Standard)
    return checkStandardTypes(E);
  if (!hasOperator(E.Op, E.Ty))
    fail(E.Where,
         "there is no such operation on values of type " + nameOf(E.Ty));
}

/// TIME times or divided by a number.
void Checker::checkDuration(ExpressionPtr &E) {
  if (E->Op == Operator::Multiply && !E->Operands[0]->Ty->is(TypeKind::Time))
    std::swap(E->Operands[0], E->Operands[1]);
  if (!E->Operands[0]->Ty->is(TypeKind::Time))
    return fail(E->Where, "a number is not divided by TIME");
  settle(E->Operands[1]);
  if (hasFailed())
    return;
  const Type *By = E->Operands[1]->Ty;
  if (!By->is(TypeKind::Number) || By->Width > 32)
    return fail(E->Operands[1]->Where,
                "TIME is multiplied and divided by whole numbers of up to 32 "
                "bits only");
  E->Ty = timeType();
}

void Checker::checkApply(ExpressionPtr &E) {
  for (ExpressionPtr &O : E->Operands) {
    check(O);
    if (hasFailed())
      return;
  }
  const bool IsProduct =
      E->Op == Operator::Multiply || E->Op == Operator::Divide;
  const bool HasTime = llvm::any_of(
      E->Operands, [](auto &O) { return O->Ty->is(TypeKind::Time); });
  if (IsProduct && HasTime)
    return checkDuration(E);
  const Type *T = E->Operands[0]->Ty;
  for (ExpressionPtr &O : llvm::drop_begin(E->Operands)) {
    T = common(T, O->Ty, E->Where);
    if (!T)
      return;
  }
  if (T->isSubrange())
    T = T->Base;
  if (!hasOperator(E->Op, T))
    return fail(E->Where,
                "there is no such operation on values of type " + nameOf(T));
  if (isLogical(E->Op) && T->is(TypeKind::AnyInt))
    return fail(E->Where, "numbers without type have no logical operations");
  if (isGeneric(T) && isComparison(E->Op)) {
    T = elementaryType(T->is(TypeKind::AnyInt) ? "LINT" : "LREAL");
    for (ExpressionPtr &O : E->Operands)
      coerce(O, T);
  } else if (T->is(TypeKind::AnyReal)) {
    for (ExpressionPtr &O : E->Operands)
      makeReal(O);
  } else if (!isGeneric(T)) {
    for (ExpressionPtr &O : E->Operands)
      coerce(O, T);
  }
  if (hasFailed())
    return;
  E->Ty = isComparison(E->Op) ? boolType() : T;
  fold(E);
}

void Checker::check(ExpressionPtr &E) {
  Deeper Here(*this, E->Where, 1);
  if (hasFailed())
    return;
  switch (E->What) {
  case ExprKind::Literal:
    return checkLiteral(*E);
  case ExprKind::Name:
    return checkName(E);
  case ExprKind::Member:
    return checkMember(E);
  case ExprKind::Index:
    return checkIndex(*E);
  case ExprKind::Bit:
    return checkBit(*E);
  case ExprKind::Apply:
    return checkApply(E);
  case ExprKind::Call:
    return checkCall(E);
  case ExprKind::Variable:
  case ExprKind::Convert:
  case ExprKind::Standard:
    return; // has been checked
  }
}
