//===- CheckCalls.cpp - Calls of Structured Text
//------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace sooth;
using namespace sooth::st;
using llvm::StringRef;
using ExprKind = Expression::Kind;
using TypeKind = Type::Kind;
using Section = Variable::Section;

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

void Checker::use(UnitState &U, const SourceLocation &Where) {
  check(U, Where);
  Deeper Inside(*this, Where, U.Height + 4);
  Weight += U.Weight;
  HasLoop |= U.Made->HasLoop;
}

void Checker::checkArgument(Argument &A) {
  const Variable &P = *A.Parameter;
  if (A.IsOutput) {
    if (P.Where != Section::Output)
      return fail(A.Where, "'" + P.Name + "' is no output");
    if (!A.Value)
      return;
  } else if (P.Where != Section::Input && P.Where != Section::InOut) {
    return fail(A.Where, "'" + P.Name + "' is no input");
  }
  check(A.Value);
  if (hasFailed())
    return;
  if (!A.IsOutput && P.Where == Section::Input)
    return coerce(A.Value, P.Ty);
  if (P.Where == Section::InOut && P.Ty->is(TypeKind::Block) &&
      isPlace(*A.Value) && A.Value->Ty == P.Ty)
    return;
  checkTarget(*A.Value);
  if (hasFailed())
    return;
  if (P.Where == Section::InOut &&
      (!isSame(A.Value->Ty, P.Ty) || A.Value->What == ExprKind::Bit))
    return fail(A.Where, "'" + P.Name + "' needs a variable of the same type");
  if (A.IsOutput && !convertsTo(P.Ty, A.Value->Ty))
    return fail(A.Where, "the variable has another type than '" + P.Name + "'");
}

void Checker::checkArguments(UnitState &U, std::vector<Argument> &Arguments,
                             const SourceLocation &Where) {
  std::vector<const Variable *> Inputs;
  for (const auto &V : U.Made->Variables)
    if (V->Where == Section::Input || V->Where == Section::InOut)
      Inputs.push_back(V.get());
  size_t Next = 0;
  std::vector<const Variable *> Given;
  for (Argument &A : Arguments) {
    if (hasFailed())
      return;
    A.Parameter = A.Name.empty()
                      ? (Next < Inputs.size() ? Inputs[Next++] : nullptr)
                      : U.Names.lookup(Lower(A.Name));
    if (!A.Parameter)
      return fail(A.Where, A.Name.empty()
                               ? "there are too many arguments"
                               : "'" + U.Made->Name + "' has no parameter '" +
                                     A.Name + "'");
    if (llvm::is_contained(Given, A.Parameter))
      return fail(A.Where, "'" + A.Parameter->Name + "' is given twice");
    Given.push_back(A.Parameter);
    checkArgument(A);
  }
  for (const Variable *P : Inputs)
    if (P->Where == Section::InOut && !llvm::is_contained(Given, P))
      fail(Where, "'" + P->Name + "' is VAR_IN_OUT and has to be given");
}

/// A statement that is a call.
void Checker::checkCall(Statement &S) {
  const bool IsVariable =
      S.Target->What != ExprKind::Name ||
      (Current && Current->Names.contains(Lower(S.Target->Name))) ||
      Globals.contains(Lower(S.Target->Name));
  if (!IsVariable) {
    S.Value = std::move(S.Target);
    S.Value->What = ExprKind::Call;
    S.Value->Arguments = std::move(S.Arguments);
    check(S.Value);
    return hasFailed() || !S.Value->Ty ? void() : settle(S.Value);
  }
  check(S.Target);
  if (hasFailed())
    return;
  if (!S.Target->Ty->is(TypeKind::Block) || !isPlace(*S.Target))
    return fail(S.Where, "this is no function block and cannot be called");
  UnitState &U = stateOf(S.Target->Ty->Body);
  use(U, S.Where);
  checkArguments(U, S.Arguments, S.Where);
}

void Checker::checkCall(ExpressionPtr &E) {
  UnitState *U = unit(E->Name);
  if (U && U->Made->What == Unit::Kind::Function) {
    use(*U, E->Where);
    if (hasFailed())
      return;
    E->Callee = U->Made.get();
    E->Ty = U->Made->ResultType;
    return checkArguments(*U, E->Arguments, E->Where);
  }
  if (U)
    return fail(E->Where, "'" + E->Name +
                              "' is called by an instance, not by "
                              "its name");
  if (checkOperatorCall(E) || hasFailed() || checkConversion(E) ||
      hasFailed() || checkStandard(E) || hasFailed())
    return;
  fail(E->Where, "there is no function '" + E->Name + "'");
}

//===----------------------------------------------------------------------===//
// Functions of the standard
//===----------------------------------------------------------------------===//

/// The arguments by the names of parameters, or in their order; those that are
/// left follow. Takes them out of \p E.
std::vector<ExpressionPtr>
Checker::positional(Expression &E, llvm::ArrayRef<const char *> Names) {
  std::vector<ExpressionPtr> All(Names.size());
  size_t Next = 0;
  for (Argument &A : E.Arguments) {
    size_t At = Next;
    if (!A.Name.empty())
      At = llvm::find_if(
               Names,
               [&](StringRef N) { return N.equals_insensitive(A.Name); }) -
           Names.begin();
    if (A.IsOutput || !A.Value || (!A.Name.empty() && At == Names.size())) {
      fail(A.Where, "'" + E.Name + "' has no parameter '" + A.Name + "'");
      return {};
    }
    if (At >= All.size())
      All.resize(At + 1);
    if (All[At]) {
      fail(A.Where, "this argument is given twice");
      return {};
    }
    All[At] = std::move(A.Value);
    Next = At + 1;
  }
  E.Arguments.clear();
  for (ExpressionPtr &Argument : All) {
    if (!Argument) {
      fail(E.Where, "'" + E.Name + "' needs more arguments");
      return {};
    }
    check(Argument);
    if (hasFailed())
      return {};
  }
  return All;
}

/// "ADD(a, b, c)" is "a + b + c".
bool Checker::checkOperatorCall(ExpressionPtr &E) {
  auto Op =
      llvm::StringSwitch<std::optional<Operator>>(StringRef(E->Name).upper())
          .Case("ADD", Operator::Add)
          .Case("SUB", Operator::Subtract)
          .Case("MUL", Operator::Multiply)
          .Case("DIV", Operator::Divide)
          .Case("MOD", Operator::Modulo)
          .Case("AND", Operator::And)
          .Case("OR", Operator::Or)
          .Case("XOR", Operator::Xor)
          .Case("NOT", Operator::Not)
          .Case("EQ", Operator::Equal)
          .Case("NE", Operator::Unequal)
          .Case("LT", Operator::Less)
          .Case("LE", Operator::LessEqual)
          .Case("GT", Operator::Greater)
          .Case("GE", Operator::GreaterEqual)
          .Default(std::nullopt);
  if (!Op)
    return false;
  const bool IsUnary = *Op == Operator::Not;
  const char *Names[] = {"IN1", "IN2"};
  auto Operands =
      positional(*E, IsUnary ? llvm::ArrayRef<const char *>("IN") : Names);
  const bool IsLong = *Op == Operator::Add || *Op == Operator::Multiply ||
                      *Op == Operator::And || *Op == Operator::Or ||
                      *Op == Operator::Xor;
  if (!hasFailed() && Operands.size() != (IsUnary ? 1 : 2) && !IsLong)
    fail(E->Where, "'" + E->Name + "' has too many arguments");
  constexpr size_t MaxOperands = 20;
  if (!hasFailed() && Operands.size() > MaxOperands)
    fail(E->Where, "'" + E->Name + "' has too many arguments");
  if (hasFailed())
    return false;
  ExpressionPtr Sum = std::move(Operands[0]);
  for (size_t I = IsUnary ? 0 : 1; I < Operands.size(); ++I) {
    auto Next = std::make_unique<Expression>();
    Next->What = ExprKind::Apply;
    Next->Where = E->Where;
    Next->Op = *Op;
    Next->Operands.push_back(std::move(Sum));
    if (!IsUnary)
      Next->Operands.push_back(std::move(Operands[I]));
    checkApply(Next);
    if (hasFailed())
      return false;
    Sum = std::move(Next);
  }
  E = std::move(Sum);
  return true;
}

/// "INT_TO_REAL(x)", "TO_REAL(x)".
bool Checker::checkConversion(ExpressionPtr &E) {
  const std::string Upper = StringRef(E->Name).upper();
  const size_t Middle = StringRef(Upper).find("TO_");
  const StringRef From = StringRef(E->Name).take_front(Middle);
  if (Middle == StringRef::npos || (!From.empty() && !From.ends_with("_")))
    return false;
  const StringRef Target = StringRef(E->Name).drop_front(Middle + 3);
  const Type *To = elementaryType(Target);
  if (!To)
    return false;
  const std::string Name = E->Name;
  auto Operands = positional(*E, {"IN"});
  if (hasFailed())
    return false;
  if (Operands.size() != 1) {
    fail(E->Where, "'" + Name + "' has one argument");
    return false;
  }
  ExpressionPtr Value = std::move(Operands[0]);
  const StringRef FromName = From.empty() ? From : From.drop_back();
  if (FromName.empty())
    settle(Value);
  else if (auto Found = Types.find(Lower(FromName)); Found != Types.end())
    coerce(Value, namedType(FromName, E->Where));
  else
    coerce(Value, elementary(FromName, E->Where));
  if (hasFailed())
    return false;
  const Type *Is = Value->Ty;
  const bool IsPattern = (Is->is(TypeKind::Bits) && To->is(TypeKind::Real)) ||
                         (Is->is(TypeKind::Real) && To->is(TypeKind::Bits));
  if (!Is->isElementary() || IsPattern) {
    fail(E->Where, IsPattern ? "controllers differ in what '" + Name +
                                   "' means, so that it is not supported"
                             : "this cannot be converted");
    return false;
  }
  convert(Value, To);
  Value->Where = E->Where;
  E = std::move(Value);
  return true;
}

namespace {
struct StandardFunction {
  const char *Name;
  Builtin Function;
  std::vector<const char *> Parameters;
};
} // namespace

static const StandardFunction *standardFunction(StringRef Name) {
  static const StandardFunction All[] = {
      {"ABS", Builtin::Abs, {"IN"}},
      {"SQRT", Builtin::SquareRoot, {"IN"}},
      {"TRUNC", Builtin::Truncate, {"IN"}},
      {"MIN", Builtin::Min, {"IN1", "IN2"}},
      {"MAX", Builtin::Max, {"IN1", "IN2"}},
      {"LIMIT", Builtin::Limit, {"MN", "IN", "MX"}},
      {"SEL", Builtin::Select, {"G", "IN0", "IN1"}},
      {"MUX", Builtin::Multiplex, {"K", "IN0"}},
      {"SHL", Builtin::ShiftLeft, {"IN", "N"}},
      {"SHR", Builtin::ShiftRight, {"IN", "N"}},
      {"ROL", Builtin::RotateLeft, {"IN", "N"}},
      {"ROR", Builtin::RotateRight, {"IN", "N"}}};
  auto *Found = llvm::find_if(
      All, [&](auto &F) { return Name.equals_insensitive(F.Name); });
  return Found == std::end(All) ? nullptr : Found;
}

static bool isShift(Builtin F) {
  return F >= Builtin::ShiftLeft && F <= Builtin::RotateRight;
}

/// Of \p Operands of \p F, those that are values of one type.
llvm::MutableArrayRef<ExpressionPtr>
Checker::ofOneType(Builtin F, llvm::MutableArrayRef<ExpressionPtr> Operands) {
  const bool IsChoice = F == Builtin::Select || F == Builtin::Multiplex;
  return Operands.drop_front(IsChoice).drop_back(isShift(F));
}

/// Whether the function is there for such operands.
void Checker::checkStandardTypes(Expression &E) {
  const Type *T = alike(E).front()->Ty;
  const bool IsNumber = T->is(TypeKind::Number) || T->is(TypeKind::Bits);
  const bool IsReal = T->is(TypeKind::Real);
  const Type *Index = E.Operands[isShift(E.Function) ? 1 : 0]->Ty;
  bool Fits = true;
  switch (E.Function) {
  case Builtin::Abs:
    Fits = T->is(TypeKind::Number) || IsReal;
    break;
  case Builtin::SquareRoot:
  case Builtin::Truncate:
    Fits = IsReal;
    break;
  case Builtin::Min:
  case Builtin::Max:
  case Builtin::Limit:
    Fits = IsNumber || IsReal || T->is(TypeKind::Time);
    break;
  case Builtin::Select:
    Fits = T->isElementary();
    break;
  case Builtin::Multiplex:
    Fits = T->isElementary() && Index->is(TypeKind::Number);
    break;
  default:
    // Whether the sign is shifted is not the same everywhere.
    Fits = IsNumber && !T->IsSigned &&
           (Index->is(TypeKind::Number) || Index->is(TypeKind::Bits));
  }
  if (!Fits)
    fail(E.Where, "'" + E.Name + "' is not for such arguments");
}

/// The type that operands of \p F which are alike get now; null after an error.
/// That of literals stays open until more is known.
const Type *Checker::typeOfOperands(Builtin F,
                                    llvm::MutableArrayRef<ExpressionPtr> Alike,
                                    const SourceLocation &Where) {
  const Type *T = Alike.front()->Ty;
  for (ExpressionPtr &O : Alike.drop_front())
    if (!(T = common(T, O->Ty, Where)))
      return nullptr;
  const bool IsForReal = F == Builtin::SquareRoot || F == Builtin::Truncate;
  if (T->is(TypeKind::AnyReal) || (T->is(TypeKind::AnyInt) && IsForReal)) {
    for (ExpressionPtr &O : Alike)
      makeReal(O);
    T = anyReal();
  }
  // The result says nothing about the operand.
  if (F == Builtin::Truncate && T->is(TypeKind::AnyReal))
    T = elementaryType("LREAL");
  if (T->isSubrange())
    T = T->Base;
  if (!T->is(TypeKind::AnyInt) && !T->is(TypeKind::AnyReal))
    for (ExpressionPtr &O : Alike)
      coerce(O, T);
  return hasFailed() ? nullptr : T;
}

bool Checker::checkStandard(ExpressionPtr &E) {
  if (StringRef(E->Name).equals_insensitive("MOVE")) {
    auto Operands = positional(*E, {"IN"});
    if (hasFailed() || Operands.size() != 1)
      return false;
    E = std::move(Operands[0]);
    return true;
  }
  const StandardFunction *F = standardFunction(E->Name);
  if (!F)
    return false;
  auto Operands = positional(*E, F->Parameters);
  const bool IsLong = F->Function == Builtin::Min ||
                      F->Function == Builtin::Max ||
                      F->Function == Builtin::Multiplex;
  if (!hasFailed() && Operands.size() != F->Parameters.size() && !IsLong)
    fail(E->Where, "'" + E->Name + "' has too many arguments");
  if (hasFailed())
    return false;
  if (F->Function == Builtin::Select)
    coerce(Operands[0], boolType());
  if (F->Function == Builtin::Multiplex)
    settle(Operands[0]);
  if (isShift(F->Function))
    settle(Operands[1]);
  const Type *T =
      hasFailed() ? nullptr
                  : typeOfOperands(F->Function,
                                   ofOneType(F->Function, Operands), E->Where);
  if (!T)
    return false;
  E->What = ExprKind::Standard;
  E->Function = F->Function;
  E->Ty = F->Function == Builtin::Truncate ? elementaryType("DINT") : T;
  for (ExpressionPtr &O : Operands) {
    E->Depth = std::max(E->Depth, O->Depth + 1);
    E->Operands.push_back(std::move(O));
  }
  if (!T->is(TypeKind::AnyInt) && !T->is(TypeKind::AnyReal))
    checkStandardTypes(*E);
  return !hasFailed();
}
