//===- CalleeStubs.cpp - Stubs for functions of large programs ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CalleeStubs.h"

#include "sooth/Frontend/LLVM/Base/Stubs.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/ApplyContracts.h"
#include "sooth/Frontend/LLVM/Passes/Callbacks.h"
#include "sooth/Frontend/LLVM/Passes/NonLocalJumps.h"
#include "sooth/Frontend/LLVM/Passes/WholeProgram.h"
#include "sooth/Support/StrongComponents.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using namespace llvm;

/// What leads to more code than this part of what is copied whole is left out.
static constexpr size_t PartOfCopied = 6;

/// What constants lead to, themselves included, but for what is in variables.
static void forEachGlobal(const llvm::Value &V,
                          function_ref<void(const GlobalValue &)> Visit) {
  SmallVector<const Constant *, 4> Pending;
  SmallPtrSet<const Constant *, 4> Seen;
  if (auto *C = dyn_cast<Constant>(&V))
    Pending.push_back(C);
  while (!Pending.empty()) {
    const Constant *C = Pending.pop_back_val();
    if (auto *G = dyn_cast<GlobalValue>(C)) {
      Visit(*G);
      continue;
    }
    for (const Use &Part : C->operands())
      if (auto *Next = dyn_cast<Constant>(Part);
          Next && Seen.insert(Next).second)
        Pending.push_back(Next);
  }
}

/// Whether the address that \p V is or is computed from \p V is used for more
/// than to read and write what is there.
static bool isHandedOn(const llvm::Value &V) {
  return any_of(V.uses(), [](const Use &U) {
    const User *By = U.getUser();
    if (isa<LoadInst>(By) || isa<ICmpInst>(By) || isa<MemIntrinsic>(By))
      return false;
    if (auto *Store = dyn_cast<StoreInst>(By))
      return Store->getValueOperand() == U.get();
    if (isa<GetElementPtrInst>(By))
      return isHandedOn(*By);
    if (auto *Part = dyn_cast<ConstantExpr>(By))
      return isHandedOn(*Part);
    return true;
  });
}

void CalleeStubs::Effects::add(const Effects &Other) {
  Uses |= Other.Uses;
  GivesAway |= Other.GivesAway;
  FreesFound |= Other.FreesFound;
  Allocates |= Other.Allocates;
  CallsBack |= Other.CallsBack;
  UsesNumbers |= Other.UsesNumbers;
  IsPlain &= Other.IsPlain;
}

CalleeStubs::CalleeStubs(const Module &M, ArrayRef<std::string> Names,
                         size_t CopiedCode)
    : MostReached(CopiedCode / PartOfCopied) {
  size_t Size = 0;
  for (const Function &F : M)
    if (!F.isDeclaration()) {
      Numbers[&F] = Functions.size();
      Functions.push_back(&F);
      Size += F.getInstructionCount();
    }
  // (Aliases and functions chosen at run time are not looked through.)
  All.resize(Functions.size());
  if (Names.empty() || Size <= CopiedCode || !M.alias_empty() ||
      !M.ifunc_empty())
    return;
  for (const Function *F : Functions)
    if (!isMadeByPasses(*F) && F->hasAddressTaken())
      AddressTaken.push_back(F);
  AreKnownElsewhere.resize(Functions.size());
  for (const Function *F : AddressTaken)
    AreKnownElsewhere[Numbers[F]] = !isLibraryModel(*F) && isKnownElsewhere(*F);
  for (const GlobalVariable &G : M.globals())
    if (!G.isConstant() && !G.getName().starts_with("llvm."))
      Variables[&G] = Variables.size();
  AreAnywhere.resize(Variables.size());
  for (auto [G, Number] : Variables)
    AreAnywhere[Number] = isHandedOn(*G);
  for (auto [F, Of] : zip_equal(Functions, All)) {
    Of.Size = F->getInstructionCount();
    findCallees(*F, Of);
    findEffects(*F, Of.Own);
  }
  share();
  findFreed();
  StringSet<> Summarized;
  for (const std::string &Name : Names)
    Summarized.insert(Name);
  for (unsigned I = 0; I < All.size(); ++I)
    All[I].MayBeStub = mayBeStub(I, Summarized);
}

bool CalleeStubs::mayBeStub(unsigned Number,
                            const StringSet<> &Summarized) const {
  const Function &F = *Functions[Number];
  return Summarized.contains(F.getName()) &&
         Shared[All[Number].Group].IsPlain && !hasContract(F) &&
         !F.isVarArg() && reachesMoreThan(Number, MostReached);
}

/// The functions that \p Call, through a pointer, may lead to.
ArrayRef<unsigned> CalleeStubs::targetsOf(const CallBase &Call) {
  auto [At, IsNew] = Targets.try_emplace(&Call);
  if (IsNew)
    for (const Function *F : AddressTaken)
      if (fitsPointerCall(Call, *F))
        At->second.push_back(Numbers.lookup(F));
  return At->second;
}

void CalleeStubs::findCallees(const Function &F, Code &Of) {
  for (const Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    if (const Function *Callee = calledFunction(*Call)) {
      if (auto Known = Numbers.find(Callee); Known != Numbers.end())
        Of.Callees.push_back(Known->second);
    } else if (classify(*Call) == CalleeKind::Indirect) {
      append_range(Of.Callees, targetsOf(*Call));
    }
  }
  sort(Of.Callees);
  Of.Callees.erase(unique(Of.Callees), Of.Callees.end());
}

void CalleeStubs::noteCall(const CallBase &Call, Effects &Of) {
  if (Call.hasFnAttr(Attribute::ReturnsTwice))
    Of.IsPlain = false;
  if (const Function *Callee = calledFunction(Call);
      Callee && isNonLocalJump(*Callee))
    Of.IsPlain = false;
  Of.CallsBack |= mayCallBack(Call);
  switch (classify(Call)) {
  case CalleeKind::InlineAsm:
    Of.IsPlain = false;
    break;
  case CalleeKind::Allocation:
    Of.Allocates = true;
    break;
  case CalleeKind::Deallocation:
    Of.FreesFound = true;
    break;
  default:
    break;
  }
}

void CalleeStubs::findEffects(const Function &F, Effects &Of) {
  Of.Uses.resize(Variables.size());
  Of.GivesAway.resize(Functions.size());
  for (const Instruction &I : instructions(F)) {
    for (const llvm::Value *Operand : I.operand_values())
      forEachGlobal(*Operand, [&](const GlobalValue &G) {
        auto *Variable = dyn_cast<GlobalVariable>(&G);
        if (auto Known = Variables.find(Variable);
            Variable && Known != Variables.end())
          Of.Uses.set(Known->second);
        auto Mentioned = Numbers.find(dyn_cast<Function>(&G));
        if (Mentioned != Numbers.end() &&
            AreKnownElsewhere.test(Mentioned->second))
          Of.GivesAway.set(Mentioned->second);
      });
    Of.UsesNumbers |= isa<IntToPtrInst>(I);
    if (auto *Call = dyn_cast<CallBase>(&I))
      noteCall(*Call, Of);
  }
}

/// Adds to each function what its callees do.
void CalleeStubs::share() {
  for (auto &Group :
       strongComponents(All.size(), [&](unsigned I) -> ArrayRef<unsigned> {
         return All[I].Callees;
       })) {
    Effects Of;
    Of.Uses.resize(Variables.size());
    Of.GivesAway.resize(Functions.size());
    BitVector Seen(Shared.size());
    for (unsigned I : Group) {
      Of.add(All[I].Own);
      All[I].Group = Shared.size();
    }
    for (unsigned I : Group)
      for (unsigned Callee : All[I].Callees)
        if (const unsigned Known = All[Callee].Group;
            Known < Seen.size() && !Seen.test(Known)) {
          Seen.set(Known);
          Of.add(Shared[Known]);
        }
    Shared.push_back(std::move(Of));
  }
}

bool CalleeStubs::reachesMoreThan(unsigned From, size_t Most) const {
  SmallVector<unsigned> Reached{From};
  DenseSet<unsigned> Seen{From};
  size_t Size = 0;
  for (size_t K = 0; K < Reached.size() && Size <= Most; ++K) {
    Size += All[Reached[K]].Size;
    for (unsigned Callee : All[Reached[K]].Callees)
      if (Seen.insert(Callee).second)
        Reached.push_back(Callee);
  }
  return Size > Most;
}

//===----------------------------------------------------------------------===//
// Parameters that are freed
//===----------------------------------------------------------------------===//

/// Notes that \p F frees its parameter, or what it passes it to: as it is, or
/// from a variable of its own. What it finds elsewhere in memory does not
/// count.
void CalleeStubs::followParameter(
    const Function &F, Parameter P,
    DenseMap<Parameter, SmallVector<Parameter>> &PassedBy) {
  SmallVector<const llvm::Value *> Pending{F.getArg(P.second)};
  SmallPtrSet<const llvm::Value *, 8> Seen;
  auto Add = [&](const llvm::Value *V) {
    if (Seen.insert(V).second)
      Pending.push_back(V);
  };
  while (!Pending.empty()) {
    const llvm::Value *V = Pending.pop_back_val();
    for (const Use &U : V->uses()) {
      const User *By = U.getUser();
      if (auto *Store = dyn_cast<StoreInst>(By)) {
        auto *Local = dyn_cast<AllocaInst>(Store->getPointerOperand());
        if (!Local || Store->getValueOperand() != V)
          continue;
        for (const User *Other : Local->users())
          if (isa<LoadInst>(Other))
            Add(Other);
      } else if (auto *Call = dyn_cast<CallBase>(By)) {
        if (!Call->isArgOperand(&U))
          continue;
        const unsigned Number = Call->getArgOperandNo(&U);
        if (classify(*Call) == CalleeKind::Deallocation)
          All[P.first].Frees.set(P.second);
        auto Pass = [&](unsigned Callee) {
          if (Number < Functions[Callee]->arg_size())
            PassedBy[{Callee, Number}].push_back(P);
        };
        if (const Function *Callee = calledFunction(*Call)) {
          if (auto Known = Numbers.find(Callee); Known != Numbers.end())
            Pass(Known->second);
        } else if (classify(*Call) == CalleeKind::Indirect) {
          for (unsigned Callee : targetsOf(*Call))
            Pass(Callee);
        }
      } else if (isa<GetElementPtrInst, PHINode, SelectInst, CastInst,
                     FreezeInst>(By) &&
                 By->getType()->isPointerTy()) {
        Add(By);
      }
    }
  }
}

void CalleeStubs::findFreed() {
  DenseMap<Parameter, SmallVector<Parameter>> PassedBy;
  for (unsigned I = 0; I < All.size(); ++I) {
    All[I].Frees.resize(Functions[I]->arg_size());
    if (Shared[All[I].Group].FreesFound)
      for (const Argument &A : Functions[I]->args())
        if (A.getType()->isPointerTy())
          followParameter(*Functions[I], {I, A.getArgNo()}, PassedBy);
  }
  SmallVector<Parameter> Pending;
  for (unsigned I = 0; I < All.size(); ++I)
    for (unsigned A : All[I].Frees.set_bits())
      Pending.push_back({I, A});
  while (!Pending.empty()) {
    auto Callers = PassedBy.find(Pending.pop_back_val());
    if (Callers == PassedBy.end())
      continue;
    for (Parameter By : Callers->second)
      if (!All[By.first].Frees.test(By.second)) {
        All[By.first].Frees.set(By.second);
        Pending.push_back(By);
      }
  }
}

//===----------------------------------------------------------------------===//
// Stubs
//===----------------------------------------------------------------------===//

const CalleeStubs::Code &CalleeStubs::codeOf(const Function &F) const {
  return All[Numbers.find(&F)->second];
}

const CalleeStubs::Effects &CalleeStubs::effectsOf(const Function &F) const {
  return Shared[codeOf(F).Group];
}

bool CalleeStubs::isStub(const Function &F, const Function &Entry) const {
  return !F.isDeclaration() && &F != &Entry && codeOf(F).MayBeStub;
}

bool CalleeStubs::mayUse(const Function &F, const GlobalVariable &G) const {
  auto Known = Variables.find(&G);
  return Known != Variables.end() && (AreAnywhere.test(Known->second) ||
                                      effectsOf(F).Uses.test(Known->second));
}

bool CalleeStubs::isAnywhere(const GlobalVariable &G) const {
  auto Known = Variables.find(&G);
  return Known != Variables.end() && AreAnywhere.test(Known->second);
}

SmallVector<StringRef> CalleeStubs::namesOf(const BitVector &Of) const {
  SmallVector<StringRef> Names;
  for (unsigned Number : Of.set_bits())
    Names.push_back(Functions[Number]->getName());
  return Names;
}

/// Whether \p A is a number that may be an address.
static bool mayBeAddress(const Argument &A) {
  const DataLayout &Layout = A.getParent()->getDataLayout();
  return A.getType()->isIntegerTy(Layout.getPointerSizeInBits());
}

void CalleeStubs::fill(Function &Stub, const Function &F,
                       ArrayRef<GlobalVariable *> Used) const {
  Module &Copy = *Stub.getParent();
  const Effects &Does = effectsOf(F);
  IRBuilder<> Build(BasicBlock::Create(Copy.getContext(), "", &Stub));
  if (DISubprogram *Where = Stub.getSubprogram())
    Build.SetCurrentDebugLocation(
        DILocation::get(Copy.getContext(), Where->getLine(), 0, Where));
  auto Declare = [&](Type *Result, ArrayRef<Type *> Given, StringRef Suffix) {
    auto *Declared = Function::Create(
        FunctionType::get(Result, Given, false), GlobalValue::ExternalLinkage,
        (LeftOutPrefix + F.getName() + Suffix).str(), Copy);
    noteLeftOut(*Declared, {Does.FreesFound, Does.CallsBack},
                namesOf(Does.GivesAway));
    return Declared;
  };
  Type *Pointer = Build.getPtrTy(), *Bytes = Build.getInt64Ty();
  SmallVector<llvm::Value *> Given;
  for (Argument &A : Stub.args())
    if (A.getType()->isPointerTy()) {
      if (codeOf(F).Frees.test(A.getArgNo()))
        Build.CreateCall(
            Copy.getOrInsertFunction("free", Build.getVoidTy(), Pointer), &A);
      Given.push_back(&A);
    } else if (Does.UsesNumbers && mayBeAddress(A)) {
      Given.push_back(Build.CreateIntToPtr(&A, Pointer));
    }
  for (GlobalVariable *G : Used)
    Given.push_back(G->isThreadLocal()
                        ? (llvm::Value *)Build.CreateThreadLocalAddress(G)
                        : G);
  if (Does.Allocates)
    Given.push_back(
        Build.CreateCall(Copy.getOrInsertFunction("malloc", Pointer, Bytes),
                         Build.CreateCall(Declare(Bytes, {}, ", a size"))));
  SmallVector<Type *> Types;
  for (llvm::Value *V : Given)
    Types.push_back(V->getType());
  CallInst *All =
      Build.CreateCall(Declare(Stub.getReturnType(), Types, ""), Given);
  if (Stub.getReturnType()->isVoidTy())
    Build.CreateRetVoid();
  else
    Build.CreateRet(All);
}

void CalleeStubs::print(raw_ostream &OS, const Function &F) const {
  const Effects &Does = effectsOf(F);
  OS << "stub " << F.getName() << ' ' << Does.FreesFound << Does.Allocates
     << Does.CallsBack << Does.UsesNumbers;
  for (unsigned A : codeOf(F).Frees.set_bits())
    OS << " frees " << A;
  for (StringRef Name : namesOf(Does.GivesAway))
    OS << " gives " << Name;
  OS << '\n';
}
