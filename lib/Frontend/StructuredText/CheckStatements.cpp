//===- CheckStatements.cpp - Statements of Structured Text
//--------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::st;
using llvm::APInt;
using StatementKind = Statement::Kind;
using ExprKind = Expression::Kind;
using Section = Variable::Section;

/// Loops with a number of rounds that is known are copied, if that makes at
/// most so many rounds, and so many statements.
static constexpr uint64_t MaxRounds = 256, MaxCopies = 20'000;
/// How many statements a cycle may have when calls and loops are copied.
static constexpr uint64_t MaxWeight = 1'000'000;

void Checker::check(UnitState &U, const SourceLocation &CalledAt) {
  constexpr unsigned MaxCalls = 100;
  if (U.At == UnitState::Progress::Checking)
    return fail(CalledAt, "'" + U.Made->Name +
                              "' calls itself, which the language forbids");
  declare(U);
  if (U.At == UnitState::Progress::Checked || hasFailed())
    return;
  if (CallDepth >= MaxCalls)
    return fail(CalledAt,
                "calls are nested deeper than " + std::to_string(MaxCalls));
  U.At = UnitState::Progress::Checking;
  auto CurrentBefore = std::exchange(Current, &U);
  auto WeightBefore = std::exchange(Weight, 0);
  auto LoopBefore = std::exchange(HasLoop, false);
  auto DepthBefore = std::exchange(LoopDepth, 0);
  auto ChangedBefore = std::exchange(Changed, {});
  auto AnnotationBefore = std::exchange(IsAnnotation, false);
  const unsigned DeepestBefore = std::exchange(Deepest, Nesting);
  ++CallDepth;
  U.Made->Body = std::move(U.Written->Body);
  check(U.Made->Body);
  --CallDepth;
  U.Weight = Weight + 1;
  U.Height = Deepest - Nesting;
  Deepest = std::max(Deepest, DeepestBefore);
  U.Made->HasLoop = HasLoop;
  U.At = UnitState::Progress::Checked;
  Current = CurrentBefore;
  Weight = WeightBefore;
  HasLoop = LoopBefore;
  LoopDepth = DepthBefore;
  Changed = std::move(ChangedBefore);
  IsAnnotation = AnnotationBefore;
}

void Checker::check(Block &B) {
  for (auto &S : B)
    if (!hasFailed())
      check(*S);
}

/// By what it says itself: what leaves a loop in it does not leave it.
bool Checker::mayLeave(const Statement &S) const {
  auto Any = [](const Block &B) {
    return llvm::any_of(B, [](auto &Inner) { return Inner->MayLeave; });
  };
  return S.What == StatementKind::Exit || S.What == StatementKind::Continue ||
         S.What == StatementKind::Return || Any(S.Otherwise) ||
         llvm::any_of(S.Branches, [&](auto &B) { return Any(B.Body); });
}

void Checker::check(Statement &S) {
  // A statement takes more of a stack than an expression.
  Deeper Here(*this, S.Where, 4);
  if (hasFailed())
    return;
  const bool LoopBefore = std::exchange(HasLoop, false);
  if (++Weight > MaxWeight)
    return fail(S.Where, "a cycle has more than " + std::to_string(MaxWeight) +
                             " statements, which is too much");
  checkKind(S);
  S.HasLoop = HasLoop;
  S.MayLeave = mayLeave(S);
  HasLoop |= LoopBefore;
}

void Checker::checkCondition(ExpressionPtr &E) {
  check(E);
  if (!hasFailed())
    coerce(E, boolType());
}

void Checker::checkKind(Statement &S) {
  switch (S.What) {
  case StatementKind::Assign:
    check(S.Target);
    if (!hasFailed())
      checkTarget(*S.Target);
    if (!hasFailed())
      check(S.Value);
    if (!hasFailed())
      coerce(S.Value, S.Target->Ty);
    return;
  case StatementKind::Call:
    return checkCall(S);
  case StatementKind::If:
    for (Statement::Branch &B : S.Branches) {
      if (hasFailed())
        return;
      checkCondition(B.Condition);
      check(B.Body);
    }
    return check(S.Otherwise);
  case StatementKind::Case:
    return checkCase(S);
  case StatementKind::For:
    return checkFor(S);
  case StatementKind::While:
  case StatementKind::Repeat:
    return checkLoop(S);
  case StatementKind::Exit:
  case StatementKind::Continue:
    if (LoopDepth == 0)
      fail(S.Where, "there is no loop around this");
    return;
  case StatementKind::Return:
    return;
  case StatementKind::Assert:
  case StatementKind::Assume:
    IsAnnotation = true;
    checkCondition(S.Value);
    IsAnnotation = false;
    return;
  }
}

void Checker::checkLoop(Statement &S) {
  HasLoop = true;
  checkCondition(S.Value);
  ++LoopDepth;
  check(S.Branches[0].Body);
  --LoopDepth;
}

void Checker::checkCase(Statement &S) {
  check(S.Value);
  if (hasFailed())
    return;
  settle(S.Value);
  const Type *T = S.Value->Ty;
  if (!T->is(Type::Kind::Number) && !T->is(Type::Kind::Bits) &&
      !T->is(Type::Kind::Enumeration))
    return fail(S.Value->Where, "CASE is about numbers and enumerations");
  for (Statement::Branch &B : S.Branches) {
    for (CaseLabel &L : B.Labels) {
      auto First = constant(L.First, T);
      if (First && L.Last) {
        auto Last = constant(L.Last, T);
        if (Last && widened(*First, T).sgt(widened(*Last, T)))
          fail(L.First->Where, "this range is empty");
      }
    }
    check(B.Body);
  }
  check(S.Otherwise);
}

/// How often a loop runs from \p First to \p Last; nothing if that is too
/// often.
static std::optional<uint64_t> roundsOf(const APInt &First, const APInt &Last,
                                        const APInt &Step) {
  if (Step.isZero())
    return std::nullopt;
  const APInt Way = Step.isNegative() ? First - Last : Last - First;
  if (Way.isNegative())
    return 0;
  const APInt Rounds = Way.udiv(Step.abs());
  return Rounds.ult(MaxRounds) ? std::optional(Rounds.getZExtValue() + 1)
                               : std::nullopt;
}

void Checker::checkFor(Statement &S) {
  check(S.Target);
  if (hasFailed())
    return;
  const Type *T = S.Target->Ty;
  if (S.Target->What != ExprKind::Variable || !T->is(Type::Kind::Number))
    return fail(S.Target->Where, "FOR needs a variable that is a whole number");
  checkTarget(*S.Target);
  for (ExpressionPtr *E : {&S.Value, &S.Last, &S.Step}) {
    if (hasFailed() || !*E)
      continue;
    check(*E);
    if (!hasFailed())
      coerce(*E, T);
  }
  if (hasFailed())
    return;
  const size_t Mark = Changed.size();
  const uint64_t Before = Weight;
  ++LoopDepth;
  check(S.Branches[0].Body);
  --LoopDepth;
  const auto Inner = llvm::ArrayRef(Changed).drop_front(Mark);
  const Section Where = S.Target->Var->Where;
  const bool IsOwn = (Where == Section::Local || Where == Section::Temporary) &&
                     !llvm::is_contained(Inner, S.Target->Var);
  auto IsLiteral = [](const ExpressionPtr &E) {
    return !E || E->What == ExprKind::Literal;
  };
  HasLoop |= !IsOwn;
  if (IsOwn && IsLiteral(S.Value) && IsLiteral(S.Last) && IsLiteral(S.Step))
    if (auto N =
            roundsOf(widened(S.Value->Value, T), widened(S.Last->Value, T),
                     S.Step ? widened(S.Step->Value, T) : APInt(AnyBits, 1)))
      if (const uint64_t Body = Weight - Before; Body * *N <= MaxCopies) {
        S.Rounds = unsigned(*N);
        Weight = Before + Body * *N + 1;
        return;
      }
  HasLoop = true;
}

void Checker::checkTarget(const Expression &E) {
  if (!isPlace(E))
    return fail(E.Where, "this cannot be assigned to");
  const Expression *Root = &E;
  for (; Root->What != ExprKind::Variable; Root = Root->Operands[0].get())
    if (Root->What == ExprKind::Member && !hasFailed())
      checkMember(*Root->Var, Root->Where);
  const Variable &V = Root->Var->Target ? *Root->Var->Target : *Root->Var;
  if (V.IsConstant)
    return fail(E.Where, "'" + V.Name + "' is constant");
  if (E.Ty->is(Type::Kind::Block))
    return fail(E.Where, "function blocks are not assigned to");
  Changed.push_back(Root->Var);
}

void Checker::checkMember(const Variable &Member, const SourceLocation &Where) {
  if (Member.Where != Section::Member && Member.Where != Section::Input)
    fail(Where, "'" + Member.Name +
                    "' is no input: only the block itself assigns to it");
}
