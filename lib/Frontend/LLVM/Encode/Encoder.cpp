//===- Encoder.cpp - From LLVM IR to guarded commands ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Encode/Encoder.h"

#include "Base/Reachable.h"
#include "FunctionEncoder.h"
#include "KeptNumbers.h"
#include "ModularMemory.h"
#include "SupportedConstructs.h"
#include "sooth/Frontend/LLVM/Base/CallChoices.h"
#include "sooth/Frontend/LLVM/Base/PointerTypes.h"
#include "sooth/Frontend/LLVM/Base/Stubs.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/Callbacks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <set>

using namespace sooth;
using namespace llvm;

/// Whether all calls of functions with bodies are encoded.
static Error checkModular(const Procedures &Called) {
  for (const Function *F : Called.topDown())
    for (const Instruction &I : instructions(*F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (Call && classify(*Call) == CalleeKind::Defined &&
          calledFunction(*Call) != &Called.entry() && Called.calledBy(I))
        continue;
      if (Call && classify(*Call) == CalleeKind::Defined)
        return make_error<UnsupportedError>(
            Cause(Cause::Kind::NoContract, calledFunction(*Call)->getName()),
            nearestLocation(I));
    }
  return checkSupported(Called, Environment::Any);
}

/// Whether the address of \p Local is nowhere but in variables of functions
/// that were called while it exists: not in memory, nor in what is returned.
static bool isHandedDownOnly(const PointsTo &Points, const AllocaInst &Local) {
  auto At = Points.pointee(&Local);
  if (!At)
    return true;
  const PointsTo::Node &Of = Points.node(At->Node);
  if (Of.IsWild || Of.IsExposed || Of.IsNumbered || Of.IsFromNumbers)
    return false;
  for (PointsTo::NodeId N : Points.nodes())
    for (auto &[Offset, Target] : Points.node(N).Pointees)
      if (Points.representative(Target).Node == At->Node)
        return false;
  return none_of(Points.functions(), [&](const Function *F) {
    return any_of(*F, [&](const BasicBlock &B) {
      auto *Return = dyn_cast<ReturnInst>(B.getTerminator());
      const llvm::Value *Result = Return ? Return->getReturnValue() : nullptr;
      auto Returned = Result && mayHoldPointer(Result->getType())
                          ? Points.pointee(Result)
                          : std::nullopt;
      return Returned && Returned->Node == At->Node;
    });
  });
}

/// When a local ends is not modelled where each activation has its own: so
/// that none is accessed after its end must be plain to see.
static Error checkLocals(const ProgramEncoding &Program) {
  const PointsTo &Points = Program.Memory.points();
  if (Points.asksForContent() || Points.asksForLeaks())
    return make_error<UnsupportedError>(Cause::Kind::ChecksInContracts);
  // Without checks, what is in a block lives as long as the function.
  const Module &M = *Program.Called.entry().getParent();
  const bool ChecksAccesses = any_of(M, [](const Function &F) {
    return classify(F) == CalleeKind::MemoryCheck;
  });
  for (const Function *F : Program.Called.topDown())
    for (const Instruction &I : instructions(*F))
      if (auto *Local = dyn_cast<AllocaInst>(&I);
          Local && F != &Program.Called.entry() &&
          (!isHandedDownOnly(Points, *Local) ||
           (ChecksAccesses &&
            Points.objects()[*Points.objectOf(Local)].MayDangle)))
        return make_error<UnsupportedError>(
            Cause(Cause::Kind::LocalInContract, F->getName()),
            nearestLocation(*Local));
  return Error::success();
}

namespace {
/// What errors come after which, by where the program raises them.
class ErrorOrder {
public:
  explicit ErrorOrder(const ProgramEncoding &Program);
  /// What \p Limit leads to if it is only raised by instructions of the entry
  /// after which its text goes on: no error is raised by a callee then, either.
  /// Nothing if that is not so.
  std::shared_ptr<const BitVector> after(LocationId Limit);

private:
  using Errors = std::shared_ptr<BitVector>;
  Errors after(const BasicBlock &B);

  const ProgramEncoding &Program;
  DenseMap<const BasicBlock *, SmallVector<LocationId>> RaisedIn;
  DenseMap<const BasicBlock *, Errors> After;
};
} // namespace

ErrorOrder::ErrorOrder(const ProgramEncoding &Program) : Program(Program) {
  for (auto &[Loc, Sites] : Program.RaisedAt)
    for (const Instruction *I : Sites)
      RaisedIn[I->getParent()].push_back(Loc);
}

ErrorOrder::Errors ErrorOrder::after(const BasicBlock &B) {
  Errors &Found = After[&B];
  if (Found)
    return Found;
  Found = std::make_shared<BitVector>(Program.Model->locations().size());
  SmallVector<const BasicBlock *> Begin{&B};
  for (const BasicBlock *At : reachable(
           Begin, [](const BasicBlock *From) { return successors(From); }))
    for (LocationId Loc : RaisedIn.lookup(At))
      Found->set(Loc);
  return Found;
}

std::shared_ptr<const BitVector> ErrorOrder::after(LocationId Limit) {
  if (Program.Called.topDown().size() > 1)
    return nullptr;
  SmallSetVector<const BasicBlock *, 2> Blocks;
  for (const Instruction *I : Program.RaisedAt.at(Limit)) {
    auto *Call = dyn_cast<CallBase>(I);
    if (I->getFunction() != &Program.Called.entry() ||
        (Call && classify(*Call) == CalleeKind::Error))
      return nullptr;
    Blocks.insert(I->getParent());
  }
  if (Blocks.size() == 1)
    return after(*Blocks.front());
  Errors All = std::make_shared<BitVector>(Program.Model->locations().size());
  for (const BasicBlock *B : Blocks)
    *All |= *after(*B);
  return All;
}

/// All but the ways back from calls.
static void encodeBodies(ProgramEncoding &Program, const Function &Entry) {
  for (const Function *F : Program.Called.topDown())
    Program.Encoders.insert(
        {F, std::make_unique<FunctionEncoder>(Program, *F)});
  for (auto &[F, Encoder] : Program.Encoders)
    Encoder->addLocationsAndVariables();
  Program.Model->setEntry(Program.encoderOf(Entry).start());
  for (auto &[F, Encoder] : Program.Encoders)
    Encoder->encodeBlocks();
}

/// Functions of the program that code which is not shown may have got the
/// address of. Whether they may be called back is refused or assumed of whole
/// programs.
static std::vector<NamedObject> calledBack(const Function &Entry) {
  std::vector<NamedObject> Names;
  if (Entry.getName() == "main")
    return Names;
  std::set<StringRef> Known;
  auto Add = [&](StringRef Name) {
    if (Name != Entry.getName() && Known.insert(Name).second)
      Names.push_back(
          {.What = NamedObject::Kind::Function, .Name = Name.str()});
  };
  for (const Function &F : *Entry.getParent())
    if (!F.isDeclaration() && !isLibraryModel(F) && isKnownElsewhere(F))
      Add(F.getName());
  // Those that only code knows which is left out.
  for (const Function &F : *Entry.getParent())
    if (isLeftOut(F))
      for_each(givenAway(F), Add);
  return Names;
}

Expected<ModularProgram> sooth::encodeModular(ExprContext &Ctx,
                                              const Function &Entry) {
  EncodeOptions Options;
  ProgramEncoding Program(Ctx, Entry, Options, Procedures::Recursion::Allowed);
  Program.Encode = ProgramEncoding::Calls::Modular;
  if (Error E = checkModular(Program.Called))
    return std::move(E);
  if (Error E = checkLocals(Program))
    return std::move(E);
  Program.CalledBack = calledBack(Entry);
  encodeBodies(Program, Entry);
  ModularProgram Result;
  for (auto &[F, Encoder] : Program.Encoders) {
    Result.Procedures.push_back(Encoder->describe());
    append_range(Result.Calls, Encoder->describeCalls());
  }
  Result.Model = std::move(Program.Model);
  passMemory(Result, Program.Memory.variables(),
             Program.Memory.lifetimes().stackTop());
  return Result;
}

Expected<EncodedProgram> sooth::encodeCfa(ExprContext &Ctx,
                                          const Function &Entry,
                                          const EncodeOptions &Options) {
  assert(!Entry.isDeclaration());
  ProgramEncoding Program(Ctx, Entry, Options);
  if (Error E = checkSupported(Program.Called, Options.Outside))
    return std::move(E);
  Program.CalledBack = calledBack(Entry);
  encodeBodies(Program, Entry);
  for (auto &[F, Encoder] : Program.Encoders)
    Encoder->encodeReturns();
  EncodedProgram Result;
  if (Program.Memory.points().hasSubobjects())
    Result.HowMembers = Members::Separate;
  ErrorOrder Order(Program);
  for (const ErrorLocation &E : Program.Model->errors())
    if (E.Type == ErrorLocation::Kind::Limit)
      if (auto Errors = Order.after(E.Loc))
        Result.MayFollow[E.Loc] = std::move(Errors);
  Result.HasOutside = Program.Memory.points().hasOutside();
  Result.HasSummaries = Program.Memory.hasSummaries();
  Result.HasStrings = Program.Memory.outside().hasStrings();
  Result.HasCounts = Program.Memory.outside().hasCounts(Entry);
  Result.Environment = Program.Memory.outside().describe(Entry);
  const std::vector<Need> Kept = keptMembers(Program.Memory.points());
  Result.HasKept = !Kept.empty();
  if (Options.TakesKept)
    append_range(Result.Environment, Kept);
  Program.Source.setArguments(Program.Memory.arguments());
  Program.Source.setCallersMemory(Program.Memory.callersMemory(),
                                  Program.Memory.objectTable());
  Program.Source.setMakesCallsOnly(Entry.getName() == CallerName);
  Program.Model->setSource(
      std::make_shared<const SourceTable>(std::move(Program.Source)));
  Result.Model = std::move(Program.Model);
  return Result;
}
