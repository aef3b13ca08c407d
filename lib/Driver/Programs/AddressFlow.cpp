//===- AddressFlow.cpp - What code does with addresses -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressAnalysis.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/CLibrary/LibraryModels.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

#include <numeric>

using namespace sooth;
using namespace llvm;

/// Where callers may begin: they know its name or its address.
static bool mayBeCalledFromOutside(const Function &F) {
  return !F.hasLocalLinkage() || F.hasAddressTaken();
}

/// Also structures that are passed as numbers.
static bool mayHoldAddress(const Type &T, const DataLayout &Layout) {
  return T.isPtrOrPtrVectorTy() || T.isAggregateType() ||
         (T.isIntOrIntVectorTy() &&
          T.getPrimitiveSizeInBits() >= Layout.getPointerSizeInBits());
}

/// What unseen code may know from now on.
void HeldAddresses::Analysis::handOut(const AddressSet &Addresses) {
  for (const auto &[O, Places] : Addresses)
    if (O >= AddressSet::FirstOwn)
      if (Object &Of = Objects[O - AddressSet::FirstOwn]; !Of.IsKnownOutside) {
        Of.IsKnownOutside = true;
        note(Of.ChangedAt);
      }
}

/// The same of what is found there.
void HeldAddresses::Analysis::show(const AddressSet &Addresses) {
  for (const auto &[O, Places] : Addresses)
    if (O >= AddressSet::FirstOwn)
      if (Object &Of = Objects[O - AddressSet::FirstOwn]; !Of.IsShownOutside) {
        Of.IsShownOutside = true;
        note(Of.ChangedAt);
      }
}

/// What is found from what is known is known, too.
void HeldAddresses::Analysis::spreadKnown() {
  for (const auto &Held : InOutside)
    handOut(Held.second);
  for (unsigned I = 0; I < Objects.size(); ++I)
    if (Objects[I].IsKnownOutside || Objects[I].IsShownOutside)
      for (const auto &[At, Held] : Objects[I].Held) {
        storeOutside(declaredIn(I + AddressSet::FirstOwn, At), Held);
        handOut(Held);
      }
}

void HeldAddresses::Analysis::passArguments(const CallBase &Call,
                                            const Function &Callee) {
  for (const Argument &A : Callee.args())
    if (A.getArgNo() < Call.arg_size())
      assign(A, of(*Call.getArgOperand(A.getArgNo())));
  // Where a variable argument ends up is not followed.
  for (unsigned I = Callee.arg_size(); I < Call.arg_size(); ++I) {
    storeOutside({}, of(*Call.getArgOperand(I)));
    handOut(of(*Call.getArgOperand(I)));
  }
}

void HeldAddresses::Analysis::visitDefined(const CallBase &Call,
                                           const Function &Callee) {
  if (isLibraryModel(Callee))
    return visitModel(Call, Callee);
  passArguments(Call, Callee);
  assign(Call, Results.lookup(&Callee));
}

/// Whether an argument is declared as the address of a pointer.
static bool isAddressOfPointer(const Function &F, unsigned Number) {
  return Number < F.arg_size() &&
         pointedType(pointedType(declaredType(*F.getArg(Number))));
}

/// Whether memory of any kind, or a structure, may be written there.
static bool mayWritePointers(const Function &F, unsigned Number) {
  const DIType *T = Number < F.arg_size()
                        ? withoutQualifiers(declaredType(*F.getArg(Number)))
                        : nullptr;
  auto *Pointer = dyn_cast_or_null<DIDerivedType>(T);
  if (!Pointer || Pointer->getTag() != dwarf::DW_TAG_pointer_type)
    return false;
  const DIType *Target = Pointer->getBaseType();
  auto *Qualified = dyn_cast_or_null<DIDerivedType>(Target);
  const bool IsConst =
      Qualified && Qualified->getTag() == dwarf::DW_TAG_const_type;
  return !IsConst &&
         (!Target || isa<DICompositeType>(withoutQualifiers(Target)));
}

/// Whether an argument is declared as a pointer to a function.
static bool isCalledBack(const Function &F, unsigned Number) {
  return Number < F.arg_size() &&
         isa_and_nonnull<DISubroutineType>(
             pointedType(declaredType(*F.getArg(Number))));
}

/// Any of the pointers there may be in the place of any other, or one from
/// elsewhere.
void HeldAddresses::Analysis::mixCells(const AddressSet &Where) {
  for (const auto &[O, Places] : Where) {
    if (O < AddressSet::FirstOwn)
      continue;
    AddressSet All = OutsideOnly;
    for (const auto &[At, Held] : Objects[O - AddressSet::FirstOwn].Held)
      All.add(Held);
    for (const Positions &At : Places)
      storeIn(O, {At.First, std::gcd(At.Step, Width), true}, All);
  }
}

/// Whether the result may be what other calls were given: they go on where the
/// last one stopped, as strtok does, or find what putenv was given.
static bool mayReturnOfOthers(const CallBase &Call, const Function &Model) {
  const llvm::Value *First = Call.arg_size() ? Call.getArgOperand(0) : nullptr;
  return Model.getName() == "getenv" || Model.getName() == "secure_getenv" ||
         (First && (!First->getType()->isPointerTy() ||
                    isa<ConstantPointerNull>(First)));
}

void HeldAddresses::Analysis::visitModel(const CallBase &Call,
                                         const Function &Model) {
  AddressSet Given;
  for (const llvm::Value *A : Call.args())
    Given.add(of(*A));
  AddressSet Left = Given.scattered();
  Left.add(OutsideOnly);
  // (strtok and its kin go on with what they were given before.)
  if (InLibrary.add(Left))
    note(LibraryChangedAt);
  if (Call.getType()->isPointerTy())
    assign(Call, mayReturnOfOthers(Call, Model) ? InLibrary : Left);
  for (const Use &A : Call.args()) {
    if (isAddressOfPointer(Model, Call.getArgOperandNo(&A)))
      store(*A, Left);
    else if (mayWritePointers(Model, Call.getArgOperandNo(&A)))
      mixCells(of(*A));
    if (auto *F = dyn_cast<Function>(A->stripPointerCasts()))
      for (const Argument &P : F->args())
        assign(P, Left);
    else if (isCalledBack(Model, Call.getArgOperandNo(&A)))
      for (const Function *Target : Targets)
        for (const Argument &P : Target->args())
          assign(P, Left);
  }
}

void HeldAddresses::Analysis::visitUnseen(const CallBase &Call) {
  AddressSet Back;
  for (const Use &A : Call.args()) {
    const AddressSet Given = of(*A);
    if (Kept.mayKeep(Call, Call.getArgOperandNo(&A)))
      handOut(Given);
    show(Given);
    Back.add(Given.scattered());
  }
  if (!mayHoldAddress(*Call.getType(), Layout))
    return;
  Back.add(OutsideOnly);
  assign(Call, Back);
}

void HeldAddresses::Analysis::visitIndirect(const CallBase &Call) {
  visitUnseen(Call);
  for (const Function *F : Targets)
    if (F->arg_size() == Call.arg_size() ||
        (F->isVarArg() && F->arg_size() <= Call.arg_size())) {
      passArguments(Call, *F);
      assign(Call, Results.lookup(F));
    }
}

void HeldAddresses::Analysis::visitMemory(const MemIntrinsic &Call) {
  if (auto *Copy = dyn_cast<MemTransferInst>(&Call))
    return copy(*Copy);
  auto *Set = dyn_cast<MemSetInst>(&Call);
  const AddressSet New =
      Set && PatternMatch::match(Set->getValue(), PatternMatch::m_Zero())
          ? NullOnly
          : OutsideOnly;
  for (const auto &[O, Places] : of(*Call.getRawDest()))
    if (O >= AddressSet::FirstOwn)
      for (const Positions &At : Places)
        storeIn(O, {At.First, std::gcd(At.Step, Width), true}, New);
}

void HeldAddresses::Analysis::visitCall(const CallBase &Call) {
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call))
    if (Intrinsic->getIntrinsicID() == Intrinsic::vastart) {
      for (const auto &[O, Places] : of(*Call.getArgOperand(0)))
        if (O >= AddressSet::FirstOwn)
          storeIn(O, {0, Width, true}, OutsideOnly);
      return;
    }
  switch (classify(Call)) {
  case CalleeKind::Defined:
    return visitDefined(Call, *calledFunction(Call));
  case CalleeKind::Memory:
    if (auto *Memory = dyn_cast<MemIntrinsic>(&Call))
      return visitMemory(*Memory);
    return visitUnseen(Call);
  case CalleeKind::Indirect:
    return visitIndirect(Call);
  case CalleeKind::External:
  case CalleeKind::InlineAsm:
  case CalleeKind::Output:
    return visitUnseen(Call);
  case CalleeKind::Allocation:
  case CalleeKind::Nondet: {
    if (Call.getType()->isPointerTy())
      assign(Call, OutsideOnly);
    return;
  }
  case CalleeKind::Operation:
    for (const llvm::Value *A : Call.args())
      assign(Call, isTagged(Call) || isa<IntrinsicInst>(Call)
                       ? of(*A)
                       : of(*A).scattered());
    return;
  default:
    return;
  }
}

bool HeldAddresses::Analysis::hasChangedSince(const llvm::Value &V,
                                              unsigned Then) const {
  auto At = ValueChangedAt.find(&V);
  return At != ValueChangedAt.end() && At->second > Then;
}

/// Whether what is where \p Pointer leads has changed.
bool HeldAddresses::Analysis::leadsToChanged(const llvm::Value &Pointer,
                                             unsigned Then) {
  return any_of(of(Pointer), [&](const auto &At) {
    const unsigned O = At.first;
    return O == AddressSet::Outside
               ? OutsideChangedAt > Then
               : O >= AddressSet::FirstOwn &&
                     Objects[O - AddressSet::FirstOwn].ChangedAt > Then;
  });
}

/// Whether a call depends on something that has changed besides its operands.
bool HeldAddresses::Analysis::isDueCall(const CallBase &Call, unsigned Then) {
  if (auto *Copy = dyn_cast<MemTransferInst>(&Call))
    return leadsToChanged(*Copy->getRawSource(), Then);
  switch (classify(Call)) {
  case CalleeKind::Defined: {
    // (Of what an alias calls it is no operand.)
    const Function &Callee = *calledFunction(Call);
    return hasChangedSince(Callee, Then) ||
           (isLibraryModel(Callee) &&
            (LibraryChangedAt > Then ||
             any_of(Call.args(), [&](const llvm::Value *A) {
               return leadsToChanged(*A, Then);
             })));
  }
  case CalleeKind::Indirect:
    return TargetResultsChangedAt > Then;
  default:
    return false;
  }
}

/// Whether \p I may find something new: it depends on its operands and, if it
/// loads, on what is where they lead; if it stores, on what is moved in bytes.
bool HeldAddresses::Analysis::isDue(const Instruction &I) {
  auto [Seen, IsFirst] = LookedAt.try_emplace(&I, Clock);
  const unsigned Then = std::exchange(Seen->second, Clock);
  if (IsFirst || isa<AtomicRMWInst, AtomicCmpXchgInst>(I) ||
      any_of(I.operand_values(),
             [&](const llvm::Value *V) { return hasChangedSince(*V, Then); }))
    return true;
  if (auto *Call = dyn_cast<CallBase>(&I))
    return isDueCall(*Call, Then);
  if (isa<StoreInst>(I))
    return AreNumbersStored && BytesChangedAt > Then;
  auto *Load = dyn_cast<LoadInst>(&I);
  return Load && leadsToChanged(*Load->getPointerOperand(), Then);
}

void HeldAddresses::Analysis::visit(const Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return visitCall(*Call);
  if (isa<AllocaInst>(I))
    return assign(I, Sets.just(objectOf(I)));
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return mayHoldAddress(*I.getType(), Layout)
               ? assign(I, load(*Load->getPointerOperand(), *I.getType()))
               : loadBytes(*Load->getPointerOperand(),
                           Layout.getTypeStoreSize(I.getType()));
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return storeValue(*Store->getPointerOperand(), *Store->getValueOperand());
  if (auto *Gep = dyn_cast<GEPOperator>(&I))
    return assign(I, step(*Gep));
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I)) {
    for (const llvm::Value *New : drop_begin(I.operand_values()))
      storeValue(*I.getOperand(0), *New);
    return assign(I, load(*I.getOperand(0), *I.getOperand(1)->getType()));
  }
  if (auto *Return = dyn_cast<ReturnInst>(&I)) {
    const Function &F = *I.getFunction();
    const AddressSet Result =
        Return->getReturnValue() ? of(*Return->getReturnValue()) : AddressSet();
    if (!Result.empty())
      if (Results[&F].add(Result)) {
        note(ValueChangedAt[&F]);
        if (F.hasAddressTaken())
          TargetResultsChangedAt = Clock;
      }
    if (mayBeCalledFromOutside(F))
      handOut(Result);
    return;
  }
  if (isa<CmpInst>(I) || I.getType()->isVoidTy())
    return;
  // Arithmetic on the numbers that addresses are.
  const bool Moves = isa<BinaryOperator>(I);
  AddressSet All;
  for (const llvm::Value *Operand : I.operand_values())
    All.add(of(*Operand));
  if (isa<IntToPtrInst>(I) && !isa<Constant>(I.getOperand(0)))
    All.add(OutsideOnly);
  assign(I, Moves ? All.scattered() : All);
}

/// Whether others may be called while \p F runs.
static bool callsOthers(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      return false;
    const CalleeKind Kind = classify(*Call);
    return Kind == CalleeKind::Defined || Kind == CalleeKind::Indirect ||
           Kind == CalleeKind::External || Kind == CalleeKind::InlineAsm;
  });
}

/// Once all objects are known.
void HeldAddresses::Analysis::findRunning() {
  DenseMap<const Function *, bool> Known;
  for (Object &Of : Objects)
    if (auto *Local = dyn_cast<AllocaInst>(Of.Site)) {
      const Function *In = Local->getFunction();
      auto [At, IsNew] = Known.try_emplace(In);
      if (IsNew)
        At->second = callsOthers(*In);
      Of.MayBeRunning = At->second;
    }
}

HeldAddresses::Analysis::Analysis(const Module &M)
    : Layout(M.getDataLayout()), Declared(M), Kept(M),
      Width(M.getDataLayout().getPointerSize()) {
  std::vector<const Instruction *> Code;
  for (const GlobalVariable &G : M.globals())
    if (isLiteral(G))
      Literals.push_back(&G);
  for (const GlobalVariable &G : M.globals())
    objectOf(G);
  for (const Function &F : M) {
    if (F.isDeclaration() || isLibraryModel(F))
      continue;
    if (F.hasAddressTaken())
      Targets.push_back(&F);
    if (mayBeCalledFromOutside(F))
      for (const Argument &A : F.args())
        if (mayHoldAddress(*A.getType(), Layout))
          assign(A, OutsideOnly);
    for (const Instruction &I : instructions(F))
      Code.push_back(&I);
  }
  do {
    Changed = false;
    for (const Instruction *I : Code)
      if (isDue(*I))
        visit(*I);
    spreadKnown();
    if (!Changed && !AreNumbersStored) {
      AreNumbersStored = Changed = true;
      LookedAt.clear();
    }
  } while (Changed);
  findRunning();
  for (const auto &[In, Held] : InOutside)
    for (const auto &[O, Places] : Held)
      if (O >= AddressSet::FirstOwn)
        if (auto *G = dyn_cast<GlobalVariable>(
                Objects[O - AddressSet::FirstOwn].Site))
          for (const Positions &At : Places)
            Stored.push_back({{G, At}, In});
}
