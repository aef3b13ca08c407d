//===- Statements.cpp - Statements of Structured Text as edges
//----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"

using namespace sooth;
using namespace sooth::st;
using llvm::APInt;
using StatementKind = Statement::Kind;

//===----------------------------------------------------------------------===//
// What leaves blocks
//===----------------------------------------------------------------------===//

Expr Encoder::isSet(std::optional<Slot> S) const {
  return S ? B.read(*S) : Ctx.falseExpr();
}

void Encoder::set(std::optional<Slot> S, bool Val) {
  if (S)
    B.write(*S, Ctx.boolean(Val));
}

Expr Encoder::hasLeft() const {
  std::vector<Expr> Ways{isSet(Frames.back().Returned)};
  if (!Loops.empty() && Loops.back().Depth == Frames.size()) {
    Ways.push_back(isSet(Loops.back().Exited));
    Ways.push_back(isSet(Loops.back().Continued));
  }
  return Ctx.mkOr(Ways);
}

void Encoder::choose(bool HasLoop, Expr Condition, const SourceLocation &Where,
                     llvm::function_ref<void()> Then,
                     llvm::function_ref<void()> Else) {
  if (!HasLoop || Condition.isConst())
    return B.merge(Condition, Then, Else);
  B.branch(Condition, Where, Then, Else);
}

void Encoder::run(const Block &All) {
  bool MayHaveLeft = false;
  for (const auto &S : All) {
    if (Error)
      return;
    Expr Left = MayHaveLeft ? hasLeft() : Ctx.falseExpr();
    if (Left.isTrue())
      return;
    choose(S->HasLoop, Ctx.mkNot(Left), S->Where, [&] { run(*S); });
    MayHaveLeft |= S->MayLeave;
  }
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void Encoder::run(const Statement &S) {
  // As large as that, no engine would do anything with it.
  constexpr size_t MaxNodes = 20'000'000;
  if (Ctx.size() > MaxNodes && !Error)
    Error.emplace(S.Where, "the program is too large to be modelled: loops and "
                           "calls are copied up to here");
  if (Error)
    return;
  switch (S.What) {
  case StatementKind::Assign: {
    Place To = placeOf(*S.Target);
    std::deque<CycleBuilder::Hold> Indices;
    for (Place::Index &I : To.Indices)
      Indices.emplace_back(B, I.Val);
    assign(To, evalAll(*S.Value), S.Where);
    return;
  }
  case StatementKind::Call:
    if (S.Value)
      evalAll(*S.Value);
    else
      call(*S.Target->Ty->Body, S.Arguments, placeOf(*S.Target));
    return;
  case StatementKind::If:
    return runIf(S);
  case StatementKind::Case:
    return runCase(S);
  case StatementKind::For:
    return S.Rounds ? runCopies(S) : runFor(S);
  case StatementKind::While:
  case StatementKind::Repeat:
    return runLoop(S);
  case StatementKind::Exit:
    return set(Loops.back().Exited, true);
  case StatementKind::Continue:
    return set(Loops.back().Continued, true);
  case StatementKind::Return:
    return set(Frames.back().Returned, true);
  case StatementKind::Assert:
    return runAssert(S);
  case StatementKind::Assume:
    return B.assume(eval(*S.Value));
  }
}

void Encoder::runIf(const Statement &S, size_t From) {
  // Each branch is in the one before. What many would need is more than the
  // stack has.
  constexpr size_t MaxNested = 50;
  if (From == S.Branches.size())
    return run(S.Otherwise);
  if (S.Branches.size() - From > MaxNested)
    return runLongIf(S);
  const Statement::Branch &Now = S.Branches[From];
  choose(
      S.HasLoop, eval(*Now.Condition), S.Where, [&] { run(Now.Body); },
      [&] { runIf(S, From + 1); });
}

void Encoder::runAssert(const Statement &S) {
  Expr Holds = eval(*S.Value);
  check(Holds, {Failure::Kind::Assertion, S.Name}, S.Where, "assert");
  if (How.AfterFailure == CycleEncoding::Failing::EndsRun)
    B.assume(Holds);
}

/// One branch after the other, with a slot that says whether one was taken.
void Encoder::runLongIf(const Statement &S) {
  const size_t Before = B.size();
  const Slot Open = B.add(Ctx.trueExpr());
  for (const Statement::Branch &Now : S.Branches)
    choose(S.HasLoop, B.read(Open), S.Where, [&] {
      choose(S.HasLoop, eval(*Now.Condition), S.Where, [&] {
        B.write(Open, Ctx.falseExpr());
        run(Now.Body);
      });
    });
  choose(S.HasLoop, B.read(Open), S.Where, [&] { run(S.Otherwise); });
  B.dropTo(Before);
}

Expr Encoder::matches(Expr Val, const CaseLabel &L, const Type *T) {
  Expr First = constant(L.First->Value, T);
  if (!L.Last)
    return Ctx.mkEq(Val, First);
  return Ctx.mkAnd(lessEqual(First, Val, T),
                   lessEqual(Val, constant(L.Last->Value, T), T));
}

void Encoder::runCase(const Statement &S) {
  const Type *T = S.Value->Ty;
  const size_t Before = B.size();
  const Slot Selected = B.add(eval(*S.Value)), Open = B.add(Ctx.trueExpr());
  for (const Statement::Branch &Now : S.Branches) {
    std::vector<Expr> Labels;
    for (const CaseLabel &L : Now.Labels)
      Labels.push_back(matches(B.read(Selected), L, T));
    Expr IsNow = Ctx.mkAnd(B.read(Open), Ctx.mkOr(Labels));
    choose(S.HasLoop, IsNow, S.Where, [&] {
      B.write(Open, Ctx.falseExpr());
      run(Now.Body);
    });
  }
  choose(S.HasLoop, B.read(Open), S.Where, [&] { run(S.Otherwise); });
  B.dropTo(Before);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Slots for what leaves a loop.
void Encoder::enterLoop(const Statement &S) {
  Loop L;
  L.Depth = Frames.size();
  if (S.MayLeave) {
    L.Exited = B.add(Ctx.falseExpr());
    L.Continued = B.add(Ctx.falseExpr());
  }
  Loops.push_back(L);
}

Expr Encoder::goesOn() const {
  return Ctx.mkNot(
      Ctx.mkOr(isSet(Frames.back().Returned), isSet(Loops.back().Exited)));
}

/// A loop whose rounds are copied.
void Encoder::runCopies(const Statement &S) {
  const size_t Before = B.size();
  const Type *T = S.Target->Ty;
  const APInt Step = S.Step ? S.Step->Value : APInt(T->Width, 1);
  APInt Now = S.Value->Value;
  write(placeOf(*S.Target), 0, Ctx.bv(Now));
  enterLoop(S);
  for (unsigned I = 0; I < *S.Rounds && !Error; ++I) {
    Expr Goes = goesOn();
    if (Goes.isFalse())
      break;
    Now += Step;
    choose(S.HasLoop, Goes, S.Where, [&] {
      set(Loops.back().Continued, false);
      run(S.Branches[0].Body);
      choose(S.HasLoop, goesOn(), S.Where,
             [&] { write(placeOf(*S.Target), 0, Ctx.bv(Now)); });
    });
  }
  Loops.pop_back();
  B.dropTo(Before);
}

/// The counter goes on, unless that would leave its type: then the loop ends.
void Encoder::advance(const Statement &S, Expr Step, Slot Ended) {
  const Place Counter = placeOf(*S.Target);
  const Type *T = Counter.Ty;
  Expr Now = read(Counter);
  const unsigned Wide = T->Width + 1;
  Expr Sum = Ctx.make(Kind::BvAdd, {resized(Now, T->IsSigned, Wide),
                                    resized(Step, T->IsSigned, Wide)});
  Expr Next = Ctx.mkExtract(T->Width - 1, 0, Sum);
  B.write(Ended, Ctx.mkNot(Ctx.mkEq(resized(Next, T->IsSigned, Wide), Sum)));
  write(Counter, 0, Next);
}

void Encoder::runFor(const Statement &S) {
  const size_t Before = B.size();
  const Type *T = S.Target->Ty;
  Expr First = eval(*S.Value);
  const Slot Start = B.add(First);
  const Slot Last = B.add(eval(*S.Last));
  const Slot Step = B.add(S.Step ? eval(*S.Step) : Ctx.bv(APInt(T->Width, 1)));
  const Slot Ended = B.add(Ctx.falseExpr());
  write(placeOf(*S.Target), 0, B.read(Start));
  enterLoop(S);
  repeat(
      S,
      [&] {
        Expr Now = read(placeOf(*S.Target)), By = B.read(Step);
        Expr Up = lessEqual(Now, B.read(Last), T),
             Down = lessEqual(B.read(Last), Now, T);
        Expr IsDown = T->IsSigned ? Ctx.mkSlt(By, Ctx.bv(APInt(T->Width, 0)))
                                  : Ctx.falseExpr();
        return Ctx.mkAnd(Ctx.mkNot(B.read(Ended)), Ctx.mkIte(IsDown, Down, Up));
      },
      [&] {
        choose(/*HasLoop=*/false, goesOn(), S.Where,
               [&] { advance(S, B.read(Step), Ended); });
      });
  Loops.pop_back();
  B.dropTo(Before);
}

void Encoder::runLoop(const Statement &S) {
  const size_t Before = B.size();
  enterLoop(S);
  const Slot Done = B.add(Ctx.falseExpr());
  if (S.What == StatementKind::While)
    repeat(
        S, [&] { return eval(*S.Value); }, [] {});
  else
    repeat(
        S, [&] { return Ctx.mkNot(B.read(Done)); },
        [&] {
          choose(hasLoop(*S.Value), goesOn(), S.Where,
                 [&] { B.write(Done, eval(*S.Value)); });
        });
  Loops.pop_back();
  B.dropTo(Before);
}

/// A loop with a location where its rounds begin.
void Encoder::repeat(const Statement &S, llvm::function_ref<Expr()> Condition,
                     llvm::function_ref<void()> AtEnd) {
  const LocationId Start = B.addLocation(S.Where),
                   Body = B.addLocation(S.Where),
                   After = B.addLocation(S.Where);
  B.spill();
  B.addEdge(Start, Ctx.trueExpr());
  B.begin(Start);
  // What left the loop has not looked at the condition again.
  const Slot Goes = B.add(Ctx.falseExpr());
  const bool HasLoop = S.Value && hasLoop(*S.Value);
  choose(HasLoop, goesOn(), S.Where, [&] { B.write(Goes, Condition()); });
  Expr Round = B.read(Goes);
  B.dropTo(Goes);
  B.spill();
  B.addEdge(Body, Round);
  B.addEdge(After, Ctx.mkNot(Round));
  B.begin(Body);
  set(Loops.back().Continued, false);
  run(S.Branches[0].Body);
  AtEnd();
  B.spill();
  B.addEdge(Start, Ctx.trueExpr());
  B.begin(After);
}
