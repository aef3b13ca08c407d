//===- CycleBuilder.cpp - Edges of cycles
//-------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CycleBuilder.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::st;

// The first slot says whether the run has not ended by an assumption.
static constexpr Slot GoingSlot = 0;

CycleBuilder::CycleBuilder(Cfa &C) : C(C), Ctx(C.context()) {
  Path = Ctx.trueExpr();
  KeptVars.push_back(Expr());
  Held.push_back(Ctx.trueExpr());
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

Slot CycleBuilder::addKept(llvm::StringRef Name, const llvm::APInt &Initial,
                           bool IsBool, ValueStyle Style) {
  Sort S = IsBool ? Ctx.boolSort() : Ctx.bitVecSort(Initial.getBitWidth());
  Expr Var = Ctx.freshVar(Name, S);
  C.addVariable({Var, Name.str(), Style});
  Expr First = IsBool ? Ctx.boolean(!Initial.isZero()) : Ctx.bv(Initial);
  C.setInit(Ctx.mkAnd(C.init(), Ctx.mkEq(Var, First)));
  Held.push_back(Var);
  KeptVars.push_back(Var);
  return Held.size() - 1;
}

Slot CycleBuilder::addFixed(Expr Val) {
  const Slot S = add(Val);
  Fixed.resize(S + 1);
  Fixed[S] = true;
  return S;
}

Slot CycleBuilder::add(Expr Initial) {
  Held.push_back(Initial);
  KeptVars.push_back(Expr());
  return Held.size() - 1;
}

void CycleBuilder::dropTo(size_t Count) {
  Held.resize(Count);
  KeptVars.resize(Count);
}

void CycleBuilder::write(Slot S, Expr Val) {
  if (Held[S] == Val)
    return;
  Log.push_back({S, Held[S]});
  Held[S] = Val;
}

/// The variable that a slot is put into; for one that is not kept, any slot
/// with the same number and sort has the same.
Expr CycleBuilder::variableOf(Slot S) {
  if (KeptVars[S])
    return KeptVars[S];
  const Sort Of = Held[S].sort();
  Expr &Var = Spilled[{S, Of.opaque()}];
  if (!Var) {
    Var = Ctx.freshVar("temporary", Of);
    C.addVariable({Var, "", ValueStyle::Signed});
  }
  return Var;
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

EdgeId CycleBuilder::add(Edge E) {
  EdgeId Id = C.addEdge(std::move(E));
  Sources.set(Id, {.Unknown = Unknown});
  return Id;
}

void CycleBuilder::beginCycle(LocationId Head) {
  Source = Head;
  Inputs.clear();
  Unknown.clear();
  Extra.clear();
  Log.clear();
  for (Slot S = 0; S < Held.size(); ++S)
    if (KeptVars[S])
      Held[S] = KeptVars[S];
  Held[GoingSlot] = Path = Ctx.trueExpr();
}

void CycleBuilder::spill() {
  Extra.clear();
  ExprMap<Expr> VariableOf;
  auto Keep = [&](Expr &E) {
    if (!E || E.isConst() || Operands.contains(E))
      return;
    Expr &Var = VariableOf[E];
    if (!Var) {
      Var = Ctx.freshVar("operand", E.sort());
      C.addVariable({Var, "", ValueStyle::Signed});
      Extra.push_back({Var, E});
      Operands.insert(Var);
    }
    E = Var;
  };
  for (Expr *E : Registered)
    Keep(*E);
  if (ForEachHeld)
    ForEachHeld(Keep);
}

Edge CycleBuilder::edgeTo(LocationId To, Expr Condition) const {
  Edge E;
  E.Source = Source;
  E.Target = To;
  E.Guard = Ctx.mkAnd({Path, Held[GoingSlot], Condition});
  E.Inputs = Inputs;
  return E;
}

void CycleBuilder::addEdge(LocationId To, Expr Condition) {
  Edge E = edgeTo(To, Condition);
  if (E.Guard.isFalse())
    return;
  E.Updates = Extra;
  for (Slot S = GoingSlot + 1; S < Held.size(); ++S)
    if (Expr Var = isFixed(S) ? Held[S] : variableOf(S); Var != Held[S])
      E.Updates.push_back({Var, Held[S]});
  add(std::move(E));
}

void CycleBuilder::begin(LocationId L) {
  Source = L;
  Inputs.clear();
  Unknown.clear();
  Extra.clear();
  Log.clear();
  for (Slot S = GoingSlot + 1; S < Held.size(); ++S)
    if (!isFixed(S))
      Held[S] = variableOf(S);
  Held[GoingSlot] = Path = Ctx.trueExpr();
}

std::optional<EdgeId> CycleBuilder::endCycle(LocationId Head) {
  Edge E = edgeTo(Head, Ctx.trueExpr());
  if (E.Guard.isFalse())
    return std::nullopt;
  for (Slot S = 0; S < Held.size(); ++S)
    if (KeptVars[S] && KeptVars[S] != Held[S])
      E.Updates.push_back({KeptVars[S], Held[S]});
  return add(std::move(E));
}

std::optional<EdgeId> CycleBuilder::check(Expr Condition, ErrorLocation What) {
  Expr Bad = Ctx.mkNot(Condition);
  Edge E = edgeTo(0, Bad);
  // That it holds is an answer, too: whoever wrote it expects one.
  if (E.Guard.isFalse() && What.Check != "assert")
    return std::nullopt;
  E.Target = What.Loc = addLocation(What.Where);
  C.addError(std::move(What));
  return add(std::move(E));
}

void CycleBuilder::assume(Expr Condition) {
  write(GoingSlot, Ctx.mkAnd(Held[GoingSlot], Condition));
}

Expr CycleBuilder::input(llvm::StringRef Name, Sort S, Input::Kind What,
                         const SourceLocation &Where,
                         std::optional<Cause> Why) {
  Expr Var = Ctx.freshVar(Name, S);
  if (Why)
    Unknown.push_back({Var, std::make_shared<const Cause>(std::move(*Why))});
  Inputs.push_back({Var, What, Name.str(), Where});
  return Var;
}

void CycleBuilder::finish() {
  C.setSource(std::make_shared<SourceTable>(std::move(Sources)));
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// What slots hold after \p Work that does not hold now; they hold again what
/// they do now.
CycleBuilder::Changes CycleBuilder::run(Expr Condition,
                                        llvm::function_ref<void()> Work) {
  const size_t Mark = Log.size(), Slots = Held.size();
  Expr Outer = Path;
  Path = Ctx.mkAnd(Path, Condition);
  Work();
  Path = Outer;
  std::map<Slot, Expr> After;
  for (size_t I = Mark; I < Log.size(); ++I)
    if (Log[I].What < Slots)
      After[Log[I].What] = Held[Log[I].What];
  for (; Log.size() > Mark; Log.pop_back())
    if (Log.back().What < Slots)
      Held[Log.back().What] = Log.back().Before;
  return {After.begin(), After.end()};
}

void CycleBuilder::merge(Expr Condition, llvm::function_ref<void()> Then,
                         llvm::function_ref<void()> Else) {
  if (Condition.isTrue())
    return Then();
  if (Condition.isFalse())
    return Else();
  const Changes Yes = run(Condition, Then);
  const Changes No = run(Ctx.mkNot(Condition), Else);
  auto Y = Yes.begin(), N = No.begin();
  while (Y != Yes.end() || N != No.end()) {
    const Slot S = N == No.end() || (Y != Yes.end() && Y->first <= N->first)
                       ? Y->first
                       : N->first;
    Expr IfYes = Held[S], IfNo = Held[S];
    if (Y != Yes.end() && Y->first == S)
      IfYes = (Y++)->second;
    if (N != No.end() && N->first == S)
      IfNo = (N++)->second;
    write(S, Ctx.mkIte(Condition, IfYes, IfNo));
  }
}

void CycleBuilder::branch(Expr Condition, const SourceLocation &Where,
                          llvm::function_ref<void()> Then,
                          llvm::function_ref<void()> Else) {
  const LocationId Yes = addLocation(Where), No = addLocation(Where),
                   After = addLocation(Where);
  spill();
  addEdge(Yes, Condition);
  addEdge(No, Ctx.mkNot(Condition));
  for (auto &[At, Work] : {std::pair(Yes, Then), std::pair(No, Else)}) {
    begin(At);
    Work();
    spill();
    addEdge(After, Ctx.trueExpr());
  }
  begin(After);
}
