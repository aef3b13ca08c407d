//===- Interpreter.cpp - Structured Text on values
//----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/StringRef.h"

using namespace sooth;
using namespace sooth::st;
using llvm::APFloat;
using llvm::APInt;
using llvm::APSInt;
using TypeKind = Type::Kind;
using ExprKind = Expression::Kind;
using StatementKind = Statement::Kind;
using Section = Variable::Section;

static constexpr auto Nearest = APFloat::rmNearestTiesToEven;

static const llvm::fltSemantics &format(const Type *T) {
  return T->Width == 32 ? APFloat::IEEEsingle() : APFloat::IEEEdouble();
}
static APInt flag(bool B) { return APInt(1, B); }
/// Wide enough for sums and products.
static APInt wide(const APInt &V, const Type *T) {
  return T->IsSigned ? V.sextOrTrunc(160) : V.zextOrTrunc(160);
}
/// NaNs are all the same.
static APInt bits(const APFloat &F) {
  return F.isNaN() ? APFloat::getNaN(F.getSemantics()).bitcastToAPInt()
                   : F.bitcastToAPInt();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static std::vector<APInt> initialOf(const Type *T) {
  std::vector<APInt> All;
  auto Add = [&](auto &Members, bool OnlyKept) {
    for (auto &V : Members)
      if (!OnlyKept || V->isKept())
        All.insert(All.end(), V->Initial.begin(), V->Initial.end());
  };
  if (T->is(TypeKind::Structure))
    Add(T->Members, false);
  else if (T->is(TypeKind::Block))
    Add(T->Body->Variables, true);
  return All;
}

Interpreter::Interpreter(const File &F, const Unit &Entry)
    : F(F), Entry(Entry) {
  for (const auto &V : F.Globals)
    Store[V.get()] = V->Initial;
  for (const auto &V : Entry.Variables)
    Store[V.get()] = V->Initial.empty() ? initialOf(V->Ty) : V->Initial;
  for (const auto &V : Entry.Variables)
    if (Store[V.get()].empty() && V->Ty->isElementary())
      Store[V.get()].push_back(APInt(V->Ty->Width, 0));
}

void Interpreter::end(std::string Why) {
  if (HasEnded)
    return;
  HasEnded = true;
  if (!Why.empty())
    Failures.insert(std::move(Why));
}

Interpreter::Ref Interpreter::refTo(const Variable &V) {
  const Variable *Var = V.Target ? V.Target : &V;
  Frame &Now = *Frames.back();
  if (auto Found = Now.Own.find(Var); Found != Now.Own.end())
    return {Found->second, Var->Ty, {}};
  if (Now.Instance && Var->isKept())
    return {Now.Instance + Var->Offset, Var->Ty, {}};
  return {Store.at(Var).data(), Var->Ty, {}};
}

Interpreter::Ref Interpreter::refTo(const Expression &E) {
  if (E.What == ExprKind::Variable)
    return refTo(*E.Var);
  Ref R = refTo(*E.Operands[0]);
  if (E.What == ExprKind::Member)
    return {R.At + E.Var->Offset, E.Var->Ty, {}};
  if (E.What == ExprKind::Bit)
    return {R.At, E.Ty, E.Number};
  const APInt Index = wide(eval(*E.Operands[1]), E.Operands[1]->Ty);
  const Type *T = R.Of;
  if (Index.slt(APInt(160, uint64_t(T->Low), true)) ||
      Index.sgt(APInt(160, uint64_t(T->High), true))) {
    end("bounds");
    return {R.At, T->Element, {}};
  }
  return {R.At + (Index.getSExtValue() - T->Low) * T->Element->Leaves,
          T->Element,
          {}};
}

void Interpreter::assign(const Ref &To, const Words &Vals) {
  if (HasEnded)
    return;
  if (To.Bit) {
    To.At->setBitVal(*To.Bit, !Vals[0].isZero());
    return;
  }
  if (To.Of->isSubrange()) {
    const APInt V = wide(Vals[0], To.Of);
    if (V.slt(APInt(160, uint64_t(To.Of->Low), true)) ||
        V.sgt(APInt(160, uint64_t(To.Of->High), true)))
      return end("bounds");
  }
  std::copy(Vals.begin(), Vals.end(), To.At);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

Interpreter::Flow Interpreter::run(const Block &B) {
  for (const auto &S : B) {
    if (HasEnded)
      break;
    if (Flow Then = run(*S); Then != Flow::Next)
      return Then;
  }
  return Flow::Next;
}

Interpreter::Flow Interpreter::run(const Statement &S) {
  switch (S.What) {
  case StatementKind::Assign: {
    const Ref To = refTo(*S.Target);
    assign(To, evalAll(*S.Value));
    return Flow::Next;
  }
  case StatementKind::Call:
    if (S.Value)
      evalAll(*S.Value);
    else
      call(*S.Target->Ty->Body, S.Arguments, refTo(*S.Target).At);
    return Flow::Next;
  case StatementKind::If:
    for (const Statement::Branch &B : S.Branches)
      if (eval(*B.Condition).getBoolValue())
        return run(B.Body);
    return run(S.Otherwise);
  case StatementKind::Case:
    return runCase(S);
  case StatementKind::For:
    return runFor(S);
  case StatementKind::While:
  case StatementKind::Repeat:
    return runLoop(S);
  case StatementKind::Exit:
    return Flow::Exit;
  case StatementKind::Continue:
    return Flow::Continue;
  case StatementKind::Return:
    return Flow::Return;
  case StatementKind::Assert: {
    const bool Holds = eval(*S.Value).getBoolValue();
    if (!HasEnded && !Holds)
      Failures.insert(S.Name);
    return Flow::Next;
  }
  case StatementKind::Assume:
    if (!eval(*S.Value).getBoolValue())
      end("");
    return Flow::Next;
  }
  return Flow::Next;
}

Interpreter::Flow Interpreter::runCase(const Statement &S) {
  const Type *T = S.Value->Ty;
  const APInt V = wide(eval(*S.Value), T);
  for (const Statement::Branch &B : S.Branches)
    for (const CaseLabel &L : B.Labels) {
      const APInt First = wide(L.First->Value, T);
      const APInt Last = L.Last ? wide(L.Last->Value, T) : First;
      if (First.sle(V) && V.sle(Last))
        return run(B.Body);
    }
  return run(S.Otherwise);
}

Interpreter::Flow Interpreter::runFor(const Statement &S) {
  const Type *T = S.Target->Ty;
  const APInt First = eval(*S.Value), Last = wide(eval(*S.Last), T),
              Step = S.Step ? eval(*S.Step) : APInt(T->Width, 1);
  APInt *Counter = refTo(*S.Target).At;
  *Counter = First;
  while (!HasEnded) {
    const APInt Now = wide(*Counter, T);
    const bool IsDown = T->IsSigned && Step.isNegative();
    if (IsDown ? Now.slt(Last) : Now.sgt(Last))
      break;
    const Flow Then = run(S.Branches[0].Body);
    if (Then == Flow::Return)
      return Then;
    if (Then == Flow::Exit)
      break;
    const APInt Next = wide(*Counter, T) + wide(Step, T);
    *Counter += Step;
    if (wide(*Counter, T) != Next)
      break;
  }
  return Flow::Next;
}

Interpreter::Flow Interpreter::runLoop(const Statement &S) {
  while (!HasEnded) {
    if (S.What == StatementKind::While && !eval(*S.Value).getBoolValue())
      break;
    const Flow Then = run(S.Branches[0].Body);
    if (Then == Flow::Return)
      return Then;
    if (Then == Flow::Exit)
      break;
    if (S.What == StatementKind::Repeat && eval(*S.Value).getBoolValue())
      break;
  }
  return Flow::Next;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Interpreter::Words Interpreter::evalAll(const Expression &E) {
  if (E.What == ExprKind::Call)
    return call(*E.Callee, E.Arguments, nullptr);
  if (E.Ty->isElementary())
    return {eval(E)};
  const Ref R = refTo(E);
  return {R.At, R.At + E.Ty->Leaves};
}

APInt Interpreter::eval(const Expression &E) {
  switch (E.What) {
  case ExprKind::Literal:
    return E.Value.zextOrTrunc(E.Ty->Width);
  case ExprKind::Bit:
    return flag(eval(*E.Operands[0])[E.Number]);
  case ExprKind::Apply:
    return apply(E);
  case ExprKind::Convert:
    return convert(eval(*E.Operands[0]), E.Operands[0]->Ty, E.Ty);
  case ExprKind::Call:
    return evalAll(E)[0];
  case ExprKind::Standard:
    return standard(E);
  default:
    return *refTo(E).At;
  }
}

static APInt realOperation(Operator Op, const APInt &A, const APInt &B,
                           const Type *T) {
  APFloat X(format(T), A), Y(format(T), B);
  switch (Op) {
  case Operator::Add:
    X.add(Y, Nearest);
    return bits(X);
  case Operator::Subtract:
    X.subtract(Y, Nearest);
    return bits(X);
  case Operator::Multiply:
    X.multiply(Y, Nearest);
    return bits(X);
  case Operator::Divide:
    X.divide(Y, Nearest);
    return bits(X);
  case Operator::Equal:
    return flag(X == Y);
  case Operator::Unequal:
    return flag(!(X == Y));
  case Operator::Less:
    return flag(X < Y);
  case Operator::LessEqual:
    return flag(X <= Y);
  case Operator::Greater:
    return flag(X > Y);
  default:
    return flag(X >= Y);
  }
}

APInt Interpreter::apply(const Expression &E) {
  const Type *T = E.Operands[0]->Ty;
  const APInt A = eval(*E.Operands[0]);
  if (E.Op == Operator::Not)
    return ~A;
  if (E.Op == Operator::Negate)
    return T->is(TypeKind::Real) ? A ^ APInt::getSignMask(T->Width) : -A;
  if (E.Op == Operator::AndThen && A.isZero())
    return A;
  if (E.Op == Operator::OrElse && !A.isZero())
    return A;
  const APInt B = eval(*E.Operands[1]);
  if (T->is(TypeKind::Real))
    return realOperation(E.Op, A, B, T);
  const APInt X = wide(A, T), Y = wide(B, E.Operands[1]->Ty);
  switch (E.Op) {
  case Operator::Or:
  case Operator::OrElse:
    return A | B;
  case Operator::And:
  case Operator::AndThen:
    return A & B;
  case Operator::Xor:
    return A ^ B;
  case Operator::Equal:
    return flag(X == Y);
  case Operator::Unequal:
    return flag(X != Y);
  case Operator::Less:
    return flag(X.slt(Y));
  case Operator::LessEqual:
    return flag(X.sle(Y));
  case Operator::Greater:
    return flag(X.sgt(Y));
  case Operator::GreaterEqual:
    return flag(X.sge(Y));
  case Operator::Add:
    return (X + Y).trunc(A.getBitWidth());
  case Operator::Subtract:
    return (X - Y).trunc(A.getBitWidth());
  case Operator::Multiply:
    return (X * Y).trunc(A.getBitWidth());
  case Operator::Divide:
    return (Y.isZero() ? Y : X.sdiv(Y)).trunc(A.getBitWidth());
  default:
    return (Y.isZero() ? Y : X.srem(Y)).trunc(A.getBitWidth());
  }
}

/// Whole numbers in the range of \p To; zero for others.
static APInt numberOf(APFloat F, const Type *To, APFloat::roundingMode Mode) {
  F.roundToIntegral(Mode);
  APSInt Whole(128, /*isUnsigned=*/false);
  bool IsExact = false;
  const auto Status =
      F.convertToInteger(Whole, APFloat::rmTowardZero, &IsExact);
  const APInt V = Whole.sext(160);
  const APInt Cut = V.trunc(To->Width);
  if ((Status & APFloat::opInvalidOp) || wide(Cut, To) != V)
    return APInt(To->Width, 0);
  return Cut;
}

APInt Interpreter::convert(const APInt &V, const Type *From, const Type *To) {
  bool Lost = false;
  if (From->is(TypeKind::Bool) && To->is(TypeKind::Bool))
    return V;
  if (To->is(TypeKind::Bool))
    return flag(From->is(TypeKind::Real) ? !APFloat(format(From), V).isZero()
                                         : !V.isZero());
  if (From->is(TypeKind::Real) && To->is(TypeKind::Real)) {
    APFloat F(format(From), V);
    F.convert(format(To), Nearest, &Lost);
    return bits(F);
  }
  if (From->is(TypeKind::Real))
    return numberOf(APFloat(format(From), V), To, Nearest);
  if (To->is(TypeKind::Real)) {
    APFloat F(format(To));
    F.convertFromAPInt(wide(V, From), true, Nearest);
    return F.bitcastToAPInt();
  }
  return wide(V, From).trunc(To->Width);
}

APInt Interpreter::standard(const Expression &E) {
  std::vector<APInt> V;
  for (const auto &O : E.Operands)
    V.push_back(eval(*O));
  const Type *T = E.Ty;
  auto IsLess = [&](const APInt &A, const APInt &B) {
    return T->is(TypeKind::Real) ? APFloat(format(T), A) < APFloat(format(T), B)
                                 : wide(A, T).slt(wide(B, T));
  };
  auto Min = [&](APInt A, APInt B) { return IsLess(B, A) ? B : A; };
  auto Max = [&](APInt A, APInt B) { return IsLess(A, B) ? B : A; };
  APInt R = V[0];
  switch (E.Function) {
  case Builtin::Abs:
    if (T->is(TypeKind::Real))
      R.clearBit(T->Width - 1);
    else if (T->IsSigned && R.isNegative())
      R.negate();
    return R;
  case Builtin::Min:
    for (const APInt &Other : V)
      R = Min(R, Other);
    return R;
  case Builtin::Max:
    for (const APInt &Other : V)
      R = Max(R, Other);
    return R;
  case Builtin::Limit:
    return Min(Max(V[1], V[0]), V[2]);
  case Builtin::Select:
    return V[0].isZero() ? V[1] : V[2];
  case Builtin::Multiplex: {
    const APInt K = wide(V[0], E.Operands[0]->Ty);
    if (K.isNegative() || K.uge(V.size() - 1)) {
      end("bounds");
      return V.back();
    }
    return V[K.getZExtValue() + 1];
  }
  case Builtin::Truncate:
    return numberOf(APFloat(format(E.Operands[0]->Ty), V[0]), T,
                    APFloat::rmTowardZero);
  case Builtin::SquareRoot:
    return V[0]; // programs that are compared have none
  default:
    break;
  }
  const APInt N = wide(V[1], E.Operands[1]->Ty);
  const unsigned Width = T->Width;
  if (E.Function == Builtin::RotateLeft || E.Function == Builtin::RotateRight) {
    // Widths are powers of two, so that the sign does not matter.
    const unsigned By = unsigned(N.extractBitsAsZExtValue(16, 0)) % Width;
    return E.Function == Builtin::RotateLeft ? R.rotl(By) : R.rotr(By);
  }
  if (N.isNegative() || N.uge(Width))
    return APInt(Width, 0);
  return E.Function == Builtin::ShiftLeft ? R.shl(N.getZExtValue())
                                          : R.lshr(N.getZExtValue());
}

//===----------------------------------------------------------------------===//
// Calls and cycles
//===----------------------------------------------------------------------===//

Interpreter::Words Interpreter::call(const Unit &U,
                                     const std::vector<Argument> &Arguments,
                                     APInt *Instance) {
  Frame New;
  New.Instance = Instance;
  for (const auto &V : U.Variables) {
    if (V->Where == Section::External || V->Where == Section::InOut ||
        (Instance && V->isKept()))
      continue;
    New.Memory.push_back(std::make_unique<Words>(V->Initial));
    New.Own[V.get()] = New.Memory.back()->data();
  }
  std::vector<std::pair<const Argument *, Words>> Values;
  std::vector<std::pair<const Argument *, Ref>> Targets;
  for (const Argument &A : Arguments) {
    if (A.Parameter->Where == Section::Input)
      Values.push_back({&A, evalAll(*A.Value)});
    else if (A.Value)
      Targets.push_back({&A, refTo(*A.Value)});
  }
  for (auto &[A, To] : Targets)
    if (!A->IsOutput)
      New.Own[A->Parameter] = To.At;
  Frames.push_back(&New);
  for (auto &[A, Val] : Values)
    assign(refTo(*A->Parameter), Val);
  if (!HasEnded)
    run(U.Body);
  std::vector<Words> Outputs;
  for (auto &[A, To] : Targets) {
    const Ref From = refTo(*A->Parameter);
    Outputs.push_back({From.At, From.At + From.Of->Leaves});
    if (A->IsOutput && From.Of->isElementary())
      Outputs.back()[0] = convert(Outputs.back()[0], From.Of, To.Of);
  }
  Words Result;
  if (U.Result) {
    const Ref R = refTo(*U.Result);
    Result.assign(R.At, R.At + R.Of->Leaves);
  }
  Frames.pop_back();
  for (size_t I = 0; I < Targets.size(); ++I)
    if (Targets[I].first->IsOutput)
      assign(Targets[I].second, Outputs[I]);
  return Result;
}

void Interpreter::passTime(const Type *T, APInt *At, int64_t Milliseconds) {
  if (T->is(TypeKind::Array))
    for (int64_t I = T->Low; I <= T->High; ++I)
      passTime(T->Element, At + (I - T->Low) * T->Element->Leaves,
               Milliseconds);
  if (!T->is(TypeKind::Block))
    return;
  const Variable *Running = nullptr, *Elapsed = nullptr;
  for (const auto &V : T->Body->Variables) {
    if (V->isKept())
      passTime(V->Ty, At + V->Offset, Milliseconds);
    if (T->Body->IsLibrary && V->Name == TimerRunning)
      Running = V.get();
    if (T->Body->IsLibrary && V->Name == TimerElapsed)
      Elapsed = V.get();
  }
  if (Running && Elapsed && At[Running->Offset].getBoolValue())
    At[Elapsed->Offset] = APInt(
        32, uint64_t(std::min<int64_t>(
                At[Elapsed->Offset].getSExtValue() + Milliseconds, INT32_MAX)));
}

void Interpreter::cycle(int64_t Milliseconds) {
  Failures.clear();
  Frame Now;
  for (const auto &V : Entry.Variables) {
    if (V->Where == Section::Temporary || V->Where == Section::Result)
      Store[V.get()] = V->Initial;
    Now.Own[V.get()] = Store[V.get()].data();
    passTime(V->Ty, Store[V.get()].data(), Milliseconds);
  }
  for (const auto &V : F.Globals)
    passTime(V->Ty, Store[V.get()].data(), Milliseconds);
  Frames.push_back(&Now);
  run(Entry.Body);
  Frames.pop_back();
}
