//===- ModularCalls.cpp - Calls that are no edges -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionEncoder.h"

#include "Source/Messages.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

using namespace sooth;
using namespace llvm;

/// Those that decide something.
std::vector<Expr> FunctionEncoder::parameters() const {
  std::vector<Expr> Params;
  for (const Argument &A : F.args())
    if (const Scalars *Vars = Values.variablesOf(&A))
      copy_if(*Vars, std::back_inserter(Params),
              [](Expr V) { return bool(V); });
  return Params;
}

/// An address that is the same in all activations, for contracts; or a
/// constant.
std::optional<Scalars>
FunctionEncoder::fixedScalars(const llvm::Value *V) const {
  if (!V->getType()->isPointerTy())
    return isa<Constant>(V) ? Values.known(V) : std::nullopt;
  APInt Distance(F.getDataLayout().getIndexTypeSizeInBits(V->getType()), 0);
  const llvm::Value *Base = V->stripAndAccumulateConstantOffsets(
      F.getDataLayout(), Distance, /*AllowNonInbounds=*/true);
  auto Known = Memory.addressOf(Base);
  if (!Known)
    return std::nullopt;
  Expr Offset = Ctx.bv(Distance.sextOrTrunc(OffsetBits));
  return scalarsOf(
      {Known->Object, Ctx.make(Kind::BvAdd, {Known->Offset, Offset})});
}

/// What is passed for \p A by all calls but those that pass it on, directly or
/// through the parameters of others, if that is one constant or one address.
std::optional<Scalars>
FunctionEncoder::passedInTheEnd(const Argument &A) const {
  std::optional<Scalars> Passed;
  SmallSetVector<const Argument *, 4> PassedOn;
  PassedOn.insert(&A);
  for (unsigned I = 0; I < PassedOn.size(); ++I) {
    const Argument &Param = *PassedOn[I];
    if (Param.getParent() == &Program.Called.entry())
      return std::nullopt;
    for (const CallInst *Call : Program.Called.callsOf(*Param.getParent())) {
      const llvm::Value *V = Call->getArgOperand(Param.getArgNo());
      if (auto *Outer = dyn_cast<Argument>(V)) {
        PassedOn.insert(Outer);
        continue;
      }
      std::optional<Scalars> Here = fixedScalars(V);
      if (!Here || (Passed && *Passed != *Here))
        return std::nullopt;
      Passed = std::move(Here);
    }
  }
  return Passed;
}

/// As far as the call, with what is passed in variables of the caller's: the
/// callee's parameters may be its own, which it still needs.
void FunctionEncoder::encodeModularCall(const CallBase &Call) {
  const BasicBlock &B = *Call.getParent();
  FunctionEncoder &Callee = Program.encoderOf(*Call.getCalledFunction());
  EdgeBuilder Builder = executeUntil(Call);
  Builder.pass(Call, Callee.Values);
  std::string Name = Callee.F.getName().str();
  Passed P;
  P.Before = Model.addLocation(
      {Program.uniqueName(nameOf("call." + Name)), nearestLocation(Call)});
  Edge E = Builder.finish(Starts[&B], P.Before);
  for (Expr Param : Callee.parameters()) {
    Expr Arg = Ctx.freshVar(nameOf("pass." + Param.name().str()), Param.sort());
    Model.addVariable({Arg, ""});
    P.Args.push_back(Arg);
    auto Assigned =
        find_if(E.Updates, [&](const Update &U) { return U.Var == Param; });
    // What is passed on as it is needs no update.
    if (Assigned == E.Updates.end())
      E.Updates.push_back({Arg, Param});
    else
      Assigned->Var = Arg;
  }
  Passing[&Call] = std::move(P);
  if (!E.Guard.isFalse()) {
    EdgeSource OfCall = Builder.takeSource();
    Program.Source.set(
        Model.addEdge(std::move(E)),
        {.Unknown = std::move(OfCall.Unknown), .Known = OfCall.Known});
  }
  encodeContinuation(Call);
}

Procedure FunctionEncoder::describe() const {
  Procedure P;
  const DISubprogram *Source = F.getSubprogram();
  P.Name = (Source ? Source->getName() : F.getName()).str();
  if (Source)
    P.Where = {Source->getFilename().str(), Source->getLine(), 0};
  P.Start = start();
  P.Exit = Exit;
  if (isEntry())
    return P;
  P.Params = parameters();
  for (Expr Returned : Result)
    if (Returned) {
      P.Returned.push_back(Returned);
      P.Results.push_back(Ctx.freshVar("result", Returned.sort()));
    }
  return P;
}

std::vector<ProcedureCall> FunctionEncoder::describeCalls() const {
  std::vector<ProcedureCall> Calls;
  for (auto [Number, Each] : enumerate(Program.Encoders)) {
    const FunctionEncoder &Callee = *Each.second;
    for (const CallInst *Call : Program.Called.callsOf(*Each.first)) {
      if (Call->getFunction() != &F)
        continue;
      const Passed &P = Passing.find(Call)->second;
      ProcedureCall C;
      C.Callee = Number;
      C.Before = P.Before;
      C.After = Continuations.lookup(Call);
      C.Args = P.Args;
      C.Where = nearestLocation(*Call);
      const Scalars *Vars = Values.variablesOf(Call);
      for (auto [I, Returned] : enumerate(Callee.Result))
        if (Returned)
          C.Targets.push_back(Vars ? (*Vars)[I] : Expr());
      Calls.push_back(std::move(C));
    }
  }
  return Calls;
}
