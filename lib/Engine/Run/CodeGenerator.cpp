//===- CodeGenerator.cpp - From an automaton to LLVM IR -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGenerator.h"

#include "MachineCalls.h"

#include "sooth/Model/SymbolicProgram.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::run;
using llvm::BasicBlock;
using llvm::Type;

CodeGenerator::CodeGenerator(const Cfa &C, const Layout &L,
                             const Surroundings &S,
                             llvm::ArrayRef<Expr> Beginning, llvm::Module &M)
    : C(C), L(L), S(S), Beginning(Beginning), M(M), Build(M.getContext()),
      IsLoopHead(C.locations().size()), IsError(C.locations().size()) {
  for (const ErrorLocation &E : C.errors())
    IsError.set(E.Loc);
}

BasicBlock *CodeGenerator::newBlock(const char *Name) {
  return BasicBlock::Create(M.getContext(), Name, F);
}

llvm::Value *CodeGenerator::word(unsigned Index) {
  return Build.CreateConstInBoundsGEP1_64(Build.getInt64Ty(), F->getArg(0),
                                          Index);
}

llvm::Value *CodeGenerator::pointer(const void *P) {
  return Build.CreateIntToPtr(number(reinterpret_cast<uintptr_t>(P)),
                              Build.getPtrTy());
}

llvm::Value *CodeGenerator::call(void *Function, Type *Result,
                                 llvm::ArrayRef<llvm::Value *> Arguments) {
  llvm::SmallVector<Type *, 4> Types;
  for (llvm::Value *A : Arguments)
    Types.push_back(A->getType());
  return Build.CreateCall(llvm::FunctionType::get(Result, Types, false),
                          pointer(Function), Arguments);
}

/// Every cycle has one: where a search in depth comes back to.
void CodeGenerator::findLoopHeads() {
  enum : char { New, Open, Done };
  std::vector<char> State(C.locations().size(), New);
  std::vector<std::pair<LocationId, size_t>> Path{{C.entry(), 0}};
  State[C.entry()] = Open;
  IsLoopHead.set(C.entry()); // where the code starts
  while (!Path.empty()) {
    auto &[At, Next] = Path.back();
    if (Next == C.outgoing(At).size()) {
      State[At] = Done;
      Path.pop_back();
      continue;
    }
    const LocationId To = C.edge(C.outgoing(At)[Next++]).Target;
    if (State[To] == Open)
      IsLoopHead.set(To);
    if (State[To] == New) {
      State[To] = Open;
      Path.push_back({To, 0});
    }
  }
}

void CodeGenerator::generate(llvm::StringRef Name) {
  findLoopHeads();
  llvm::FunctionType *T = llvm::FunctionType::get(
      Build.getInt32Ty(), {Build.getPtrTy(), Build.getInt32Ty()}, false);
  F = llvm::Function::Create(T, llvm::Function::ExternalLinkage, Name, M);
  F->setDoesNotThrow();
  BasicBlock *First = newBlock("first"), *Begin = newBlock("begin");
  for (size_t I = 0; I < C.locations().size(); ++I)
    Blocks.push_back(newBlock("at"));
  Build.SetInsertPoint(First);
  auto *Start = Build.CreateSwitch(F->getArg(1), Begin);
  for (LocationId Loc : IsLoopHead.set_bits())
    if (Loc != C.entry())
      Start->addCase(Build.getInt32(Loc), Blocks[Loc]);
  inside(Begin, [&] {
    BasicBlock *None = newBlock("none");
    llvm::Value *Holds = Build.getTrue();
    for (Expr E : Beginning)
      Holds = Build.CreateAnd(Holds, value(E));
    // A run that goes on at the entry has begun long before.
    llvm::Value *IsNew = Build.CreateICmpEQ(
        Build.CreateLoad(Build.getInt64Ty(), word(StateWords::At)),
        number(~uint64_t(0)));
    Holds = Build.CreateOr(Holds, Build.CreateNot(IsNew));
    Build.CreateCondBr(Holds, Blocks[C.entry()], None);
    Build.SetInsertPoint(None);
    generateStop(Stop::AtEnd, C.entry());
  });
  for (LocationId Loc = 0; Loc < C.locations().size(); ++Loc)
    inside(Blocks[Loc], [&] { generateLocation(Loc); });
}

void CodeGenerator::generateStop(Stop Why, LocationId Loc) {
  Build.CreateStore(number(Loc), word(StateWords::At));
  Build.CreateRet(Build.getInt32(uint32_t(Why)));
}

void CodeGenerator::generateLocation(LocationId Loc) {
  if (IsError.test(Loc))
    return generateStop(Stop::AtError, Loc);
  if (C.outgoing(Loc).empty())
    return generateStop(Stop::AtEnd, Loc);
  if (IsLoopHead.test(Loc)) {
    BasicBlock *Out = newBlock("limit"), *GoOn = newBlock("go.on");
    Type *Word = Build.getInt64Ty();
    llvm::Value *Steps = Build.CreateLoad(Word, word(StateWords::Steps)),
                *Limit = Build.CreateLoad(Word, word(StateWords::Limit));
    Build.CreateCondBr(Build.CreateICmpUGE(Steps, Limit), Out, GoOn);
    Build.SetInsertPoint(Out);
    generateStop(Stop::AtLimit, Loc);
    Build.SetInsertPoint(GoOn);
  }
  BasicBlock *None = newBlock("none"), *Read = nullptr;
  if (!L.inputsAt(Loc).empty()) {
    Read = newBlock("read");
    Build.CreateBr(Read);
    Build.SetInsertPoint(Read);
    call(reinterpret_cast<void *>(&MachineCalls::readAtLocation),
         Build.getVoidTy(), {pointer(S.M), Build.getInt32(Loc)});
  }
  generateChoice(Loc, None);
  Build.SetInsertPoint(None);
  if (Read) {
    BasicBlock *End = newBlock("end");
    llvm::Value *Again = call(reinterpret_cast<void *>(&MachineCalls::retry),
                              Build.getInt64Ty(), {pointer(S.M)});
    Build.CreateCondBr(Build.CreateICmpNE(Again, number(0)), Read, End);
    Build.SetInsertPoint(End);
  }
  generateStop(Stop::AtEnd, Loc);
}

/// Goes on along an edge whose guard holds, or to \p None.
void CodeGenerator::generateChoice(LocationId Loc, BasicBlock *None) {
  constexpr size_t MaxCompared = 200, MaxChoices = 64;
  const std::vector<EdgeId> &Out = C.outgoing(Loc);
  ExprContext &Ctx = C.context();
  std::vector<Expr> Guards;
  for (EdgeId E : Out)
    Guards.push_back(C.edge(E).Guard);
  if (Guards.size() == 2 && Guards[1] == Ctx.mkNot(Guards[0])) {
    BasicBlock *Yes = newBlock("yes"), *No = newBlock("no");
    Build.CreateCondBr(value(Guards[0]), Yes, No);
    inside(Yes, [&] { generateEdge(Out[0]); });
    inside(No, [&] { generateEdge(Out[1]); });
    return;
  }
  const bool AreExclusive =
      Guards.size() <= MaxCompared && makeExclusive(Ctx, Guards) == Guards;
  IgnoresChoices |= !AreExclusive && Guards.size() > MaxChoices;
  if (AreExclusive || Guards.size() > MaxChoices) {
    for (size_t I = 0; I < Guards.size(); ++I) {
      BasicBlock *Yes = newBlock("yes"),
                 *No = I + 1 == Guards.size() ? None : newBlock("no");
      Build.CreateCondBr(value(Guards[I]), Yes, No);
      inside(Yes, [&] { generateEdge(Out[I]); });
      if (No != None)
        Build.SetInsertPoint(No);
    }
    return;
  }
  llvm::Value *Possible = number(0);
  for (size_t I = 0; I < Guards.size(); ++I) {
    llvm::Value *Bit = Build.CreateZExt(value(Guards[I]), Build.getInt64Ty());
    Possible = Build.CreateOr(Possible, Build.CreateShl(Bit, I));
  }
  BasicBlock *Some = newBlock("some");
  Build.CreateCondBr(Build.CreateICmpEQ(Possible, number(0)), None, Some);
  Build.SetInsertPoint(Some);
  llvm::Value *Chosen = call(reinterpret_cast<void *>(&MachineCalls::choose),
                             Build.getInt64Ty(), {pointer(S.M), Possible});
  auto *Switch = Build.CreateSwitch(Chosen, None);
  for (size_t I = 0; I < Out.size(); ++I) {
    BasicBlock *Yes = newBlock("yes");
    Switch->addCase(Build.getInt64(I), Yes);
    inside(Yes, [&] { generateEdge(Out[I]); });
  }
}

void CodeGenerator::generateEdge(EdgeId Id) {
  const Edge &E = C.edge(Id);
  if (!L.inputsOn(Id).empty())
    call(reinterpret_cast<void *>(&MachineCalls::readOnEdge), Build.getVoidTy(),
         {pointer(S.M), Build.getInt32(Id)});
  std::vector<std::pair<unsigned, llvm::Value *>> New;
  for (const Update &U : E.Updates)
    if (!U.Var.sort().isArray())
      New.push_back({L.placeOf(U.Var), value(U.Val)});
  updateArrays(E);
  for (auto [Place, V] : New)
    store(Place, V);
  llvm::Value *Steps =
      Build.CreateLoad(Build.getInt64Ty(), word(StateWords::Steps));
  Build.CreateStore(Build.getInt32(Id),
                    Build.CreateGEP(Build.getInt32Ty(), pointer(S.Log), Steps));
  Build.CreateStore(Build.CreateAdd(Steps, number(1)), word(StateWords::Steps));
  Build.CreateBr(Blocks[E.Target]);
}

void CodeGenerator::inside(BasicBlock *Block,
                           llvm::function_ref<void()> Inside) {
  llvm::IRBuilder<>::InsertPointGuard Guard(Build);
  const size_t NumSeen = Order.size(), NumReads = ReadOrder.size();
  Build.SetInsertPoint(Block);
  Inside();
  for (size_t I = NumSeen; I < Order.size(); ++I) {
    Values.erase(Order[I]);
    Seen.erase(Order[I]);
  }
  for (size_t I = NumReads; I < ReadOrder.size(); ++I)
    Reads.erase(ReadOrder[I]);
  Order.resize(NumSeen);
  ReadOrder.resize(NumReads);
}
