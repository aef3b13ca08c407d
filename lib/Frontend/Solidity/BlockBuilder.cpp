//===- BlockBuilder.cpp - Edges from statements ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockBuilder.h"

using namespace sooth;
using namespace sooth::solidity;

void Operand::enter(BlockBuilder *B) {
  Builder = B;
  if (!B)
    return;
  Before = nullptr;
  After = B->First;
  if (After)
    After->Before = this;
  B->First = this;
}

void Operand::leave() {
  if (!Builder)
    return;
  (Before ? Before->After : Builder->First) = After;
  if (After)
    After->Before = Before;
  Builder = nullptr;
}

Operand &Operand::operator=(const Operand &O) {
  if (this == &O)
    return *this;
  leave();
  E = O.E;
  enter(O.Builder);
  return *this;
}

LocationId BlockBuilder::addLocation(SourceLocation Where, Location::Role As) {
  return C.addLocation({"", std::move(Where), As});
}

Expr BlockBuilder::addVariable(llvm::StringRef Name, Sort S, ValueStyle Style) {
  Expr Var = Ctx.freshVar(Name, S);
  C.addVariable({Var, Name.str(), Style});
  return Var;
}

void BlockBuilder::begin(LocationId L) {
  assert(!IsOpen && "the block before is not closed");
  IsOpen = true;
  Source = L;
  Guard = Known = Ctx.trueExpr();
  Updates.clear();
  UpdateOf.clear();
  Inputs.clear();
  Unknown.clear();
  Steps.clear();
}

/// All operands that are not constants get a variable; once, so that they are
/// the same on all ways to a place where these meet.
void BlockBuilder::keepOperands() {
  ExprMap<Expr> VariableOf;
  for (Operand *O = First; O; O = O->After) {
    if (!O->E || O->E.isConst() || Kept.contains(O->E))
      continue;
    Expr &Var = VariableOf[O->E];
    if (!Var) {
      Var = addVariable("operand", O->E.sort());
      Kept.insert(Var);
    }
  }
  for (const auto &[E, Var] : VariableOf)
    assign(Var, E);
  for (Operand *O = First; O; O = O->After)
    if (auto Found = VariableOf.find(O->E); O->E && Found != VariableOf.end())
      O->E = Found->second;
}

void BlockBuilder::addEdge(LocationId To, Expr Condition) {
  if (Condition.isFalse())
    return;
  Edge E;
  E.Source = Source;
  E.Target = To;
  E.Guard = Condition;
  E.Updates = Updates;
  E.Inputs = Inputs;
  addEdge(std::move(E), {.Steps = Steps,
                         .Unknown = Unknown,
                         .Known = Known.isTrue() ? Expr() : Known});
}

void BlockBuilder::addEdge(Edge E, EdgeSource Of) {
  Sources.set(C.addEdge(std::move(E)), std::move(Of));
}

void BlockBuilder::jump(LocationId To) {
  if (!IsOpen)
    return;
  keepOperands();
  addEdge(To, Guard);
  IsOpen = false;
}

void BlockBuilder::branch(Expr Condition, LocationId Yes, LocationId No) {
  if (!IsOpen)
    return;
  keepOperands();
  addEdge(Yes, Ctx.mkAnd(Guard, Condition));
  addEdge(No, Ctx.mkAnd(Guard, Ctx.mkNot(Condition)));
  IsOpen = false;
}

void BlockBuilder::stop() { IsOpen = false; }

Expr BlockBuilder::read(Expr Var) const {
  auto Found = UpdateOf.find(Var);
  return IsOpen && Found != UpdateOf.end() ? Updates[Found->second].Val : Var;
}

void BlockBuilder::assign(Expr Var, Expr Val) {
  if (!IsOpen)
    return;
  auto [It, IsNew] = UpdateOf.try_emplace(Var, Updates.size());
  if (IsNew)
    Updates.push_back({Var, Val});
  else
    Updates[It->second].Val = Val;
}

void BlockBuilder::assume(Expr Condition) {
  if (IsOpen)
    Guard = Ctx.mkAnd(Guard, Condition);
}

void BlockBuilder::know(Expr Fact) {
  assume(Fact);
  if (IsOpen)
    Known = Ctx.mkAnd(Known, Fact);
}

void BlockBuilder::addErrorUnless(Expr Condition, ErrorLocation E) {
  if (!IsOpen)
    return;
  E.Loc = addLocation(E.Where);
  const LocationId At = E.Loc;
  C.addError(std::move(E));
  addEdge(At, Ctx.mkAnd(Guard, Ctx.mkNot(Condition)));
  assume(Condition);
}

void BlockBuilder::check(Expr Condition, const Failure &What,
                         const SourceLocation &Where, llvm::StringRef Check) {
  ErrorLocation E;
  E.What = What;
  E.Where = Where;
  E.Check = Check.str();
  addErrorUnless(Condition, std::move(E));
}

void BlockBuilder::limit(Expr Condition, const Failure &What,
                         const SourceLocation &Where) {
  ErrorLocation E;
  E.What = What;
  E.Where = Where;
  E.Type = ErrorLocation::Kind::Limit;
  addErrorUnless(Condition, std::move(E));
}

Expr BlockBuilder::input(llvm::StringRef Source, Sort S, Input::Kind What,
                         const SourceLocation &Where) {
  Expr Var = Ctx.freshVar(Source, S);
  if (What == Input::Kind::Havoc)
    Unknown.push_back({Var, std::make_shared<const Cause>(
                                Cause::Kind::OutsideModel, Source)});
  Inputs.push_back({Var, What, Source.str(), Where});
  return Var;
}

void BlockBuilder::tell(SourceStep Step) {
  tell(std::move(Step), Ctx.trueExpr());
}

void BlockBuilder::tell(SourceStep Step, Expr When) {
  if (!IsOpen)
    return;
  Step.When = Ctx.mkAnd(Guard, When);
  Steps.push_back(std::move(Step));
}

void BlockBuilder::finish() {
  IsOpen = false;
  C.setSource(std::make_shared<const SourceTable>(std::move(Sources)));
}
