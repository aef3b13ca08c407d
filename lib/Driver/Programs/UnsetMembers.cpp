//===- UnsetMembers.cpp - Members that may be read before they are set ----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnsetMembers.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace sooth;
using namespace llvm;

static constexpr size_t MostMembers = 256;
/// In each other, and all together.
static constexpr unsigned MostCalls = 6, MostWalks = 2000;

/// Through one function, from where the object is there.
class UnsetMembers::Walk {
public:
  Walk(UnsetMembers &Search, const llvm::Value &Object, const Members &Of,
       unsigned Calls, bool IsShared)
      : Search(Search), Object(Object), Of(Of), Calls(Calls),
        IsShared(IsShared), Result{Set(Of.size(), false),
                                   Set(Of.size(), false)} {}
  Outcome run(Instruction &First);

private:
  struct Part {
    /// Nothing if it is not known.
    std::optional<uint64_t> At;
  };
  std::optional<Part> partAt(const llvm::Value &V) const;
  void step(Instruction &I, Set &Unset);
  void stepCall(CallBase &Call, Set &Unset);
  void write(const Part &To, std::optional<uint64_t> Bytes, Set &Unset) const;
  void read(const Part &From, std::optional<uint64_t> Bytes, const Set &Unset);
  void readElsewhere(const llvm::Value &Pointer, const Set &Unset);
  void escape(const Set &Unset) {
    for (size_t I = 0; I < Unset.size(); ++I)
      Result.Read[I] |= Unset[I];
  }
  bool isNullBehind(const BasicBlock &From, const BasicBlock &To) const;

  UnsetMembers &Search;
  const llvm::Value &Object;
  const Members &Of;
  const unsigned Calls;
  /// Whether other pointers may lead to the object.
  const bool IsShared;
  Outcome Result;
};

/// What of the object \p V leads to; nothing if that is not known to be some.
std::optional<UnsetMembers::Walk::Part>
UnsetMembers::Walk::partAt(const llvm::Value &V) const {
  uint64_t At = 0;
  bool IsKnown = true;
  const llvm::Value *From = &V;
  while (auto *Step = dyn_cast<GetElementPtrInst>(From)) {
    const DataLayout &Layout = Step->getDataLayout();
    APInt Distance(Layout.getIndexTypeSizeInBits(Step->getType()), 0);
    IsKnown &=
        cast<GEPOperator>(Step)->accumulateConstantOffset(Layout, Distance);
    At += uint64_t(Distance.getSExtValue());
    From = Step->getPointerOperand();
  }
  if (From != &Object)
    return std::nullopt;
  return Part{IsKnown ? std::optional(At) : std::nullopt};
}

void UnsetMembers::Walk::write(const Part &To, std::optional<uint64_t> Bytes,
                               Set &Unset) const {
  for (size_t I = 0; I < Of.size(); ++I)
    if (To.At && Bytes && *To.At <= Of[I].At &&
        Of[I].At + Of[I].Bytes <= *To.At + *Bytes)
      Unset[I] = false;
}

void UnsetMembers::Walk::read(const Part &From, std::optional<uint64_t> Bytes,
                              const Set &Unset) {
  for (size_t I = 0; I < Of.size(); ++I)
    if (!From.At || !Bytes ||
        (*From.At < Of[I].At + Of[I].Bytes && Of[I].At < *From.At + *Bytes))
      Result.Read[I] |= Unset[I];
}

static std::optional<uint64_t> constantLength(const MemIntrinsic &I) {
  auto *Length = dyn_cast<ConstantInt>(I.getLength());
  return Length ? std::optional(Length->getZExtValue()) : std::nullopt;
}

/// By a pointer that is not known to lead to the object.
void UnsetMembers::Walk::readElsewhere(const llvm::Value &Pointer,
                                       const Set &Unset) {
  const auto Which = memberNamedBy(Pointer);
  for (size_t I = 0; I < Unset.size(); ++I)
    Result.Read[I] |=
        IsShared && Unset[I] && (!Which || Of[I].Member == *Which);
}

/// What functions do that are given the object.
void UnsetMembers::Walk::stepCall(CallBase &Call, Set &Unset) {
  Function *F = Call.getCalledFunction();
  const bool IsFollowed = F && !F->isDeclaration() && !F->isVarArg() &&
                          F->arg_size() == Call.arg_size() &&
                          Calls < MostCalls && Search.Walks < MostWalks;
  if (none_of(Unset, [](bool Is) { return Is; }))
    return;
  if (IsShared && !isa<IntrinsicInst>(Call) &&
      (!IsFollowed ||
       none_of(Call.args(), [&](const Use &U) { return partAt(*U); })))
    escape(Unset);
  for (const Use &U : Call.args()) {
    const auto Given = partAt(*U);
    if (!Given)
      continue;
    const unsigned Number = Call.getArgOperandNo(&U);
    if (!IsFollowed || !Given->At || Call.isByValArgument(Number)) {
      escape(Unset);
      continue;
    }
    Members Within = Of;
    for (PlacedMember &P : Within)
      P.At -= *Given->At;
    Search.Prepare(*F);
    const Outcome After =
        Search.walk(F->getEntryBlock().front(), *F->getArg(Number), Within,
                    Calls + 1, IsShared);
    for (size_t I = 0; I < Unset.size(); ++I) {
      Result.Read[I] |= Unset[I] && After.Read[I];
      Unset[I] = Unset[I] && After.Left[I];
    }
  }
}

void UnsetMembers::Walk::step(Instruction &I, Set &Unset) {
  if (&I == &Object) { // once more, in a loop
    if (IsShared)
      escape(Unset);
    Unset.assign(Unset.size(), true);
  }
  if (isa<GetElementPtrInst, ICmpInst, LifetimeIntrinsic>(I))
    return;
  const DataLayout &Layout = I.getDataLayout();
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    if (auto From = partAt(*Load->getPointerOperand()))
      read(*From, Layout.getTypeStoreSize(Load->getType()).getFixedValue(),
           Unset);
    else
      readElsewhere(*Load->getPointerOperand(), Unset);
    return;
  }
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    if (partAt(*Store->getValueOperand()))
      escape(Unset);
    if (auto To = partAt(*Store->getPointerOperand()))
      write(*To,
            Layout.getTypeStoreSize(Store->getValueOperand()->getType())
                .getFixedValue(),
            Unset);
    return;
  }
  if (auto *Bytes = dyn_cast<MemIntrinsic>(&I)) {
    if (auto *Copy = dyn_cast<MemTransferInst>(Bytes)) {
      if (auto From = partAt(*Copy->getRawSource()))
        read(*From, constantLength(*Bytes), Unset);
      else
        readElsewhere(*Copy->getRawSource(), Unset);
    }
    if (auto To = partAt(*Bytes->getRawDest()))
      write(*To, constantLength(*Bytes), Unset);
    return;
  }
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    const Function *F = calledFunction(*Call);
    if (classify(*Call) != CalleeKind::Deallocation &&
        !(F && F->getName() == HeldInMemoryName))
      stepCall(*Call, Unset);
    return;
  }
  if (any_of(I.operands(), [&](const Use &U) { return partAt(*U); }))
    escape(Unset);
}

/// Whether the object is not there where a run goes from \p From to \p To: it
/// was not allocated.
bool UnsetMembers::Walk::isNullBehind(const BasicBlock &From,
                                      const BasicBlock &To) const {
  auto *Branch = dyn_cast<BranchInst>(From.getTerminator());
  auto *Compare = Branch && Branch->isConditional()
                      ? dyn_cast<ICmpInst>(Branch->getCondition())
                      : nullptr;
  return Compare && Compare->isEquality() &&
         Compare->getOperand(0) == &Object &&
         isa<ConstantPointerNull>(Compare->getOperand(1)) &&
         Branch->getSuccessor(0) != Branch->getSuccessor(1) &&
         Branch->getSuccessor(Compare->getPredicate() == CmpInst::ICMP_NE) ==
             &To;
}

UnsetMembers::Outcome UnsetMembers::Walk::run(Instruction &First) {
  DenseMap<BasicBlock *, Set> AtBegin;
  SetVector<BasicBlock *> Work;
  auto Go = [&](BasicBlock &B, Instruction &From, Set Unset) {
    for (Instruction &I : make_range(From.getIterator(), B.end()))
      step(I, Unset);
    if (isa<ReturnInst>(B.getTerminator()))
      for (size_t I = 0; I < Unset.size(); ++I)
        Result.Left[I] |= Unset[I];
    for (BasicBlock *Next : successors(&B)) {
      Set &Before = AtBegin.try_emplace(Next, Of.size(), false).first->second;
      bool IsNew = false;
      for (size_t I = 0; I < Unset.size(); ++I)
        if (Unset[I] && !Before[I] && !isNullBehind(B, *Next))
          Before[I] = IsNew = true;
      if (IsNew)
        Work.insert(Next);
    }
  };
  Go(*First.getParent(), First, Set(Of.size(), true));
  while (!Work.empty()) {
    BasicBlock *B = Work.pop_back_val();
    Go(*B, B->front(), AtBegin.lookup(B));
  }
  return Result;
}

UnsetMembers::Outcome UnsetMembers::walk(Instruction &First,
                                         const llvm::Value &Object,
                                         const Members &Of, unsigned Calls,
                                         bool IsShared) {
  ++Walks;
  return Walk(*this, Object, Of, Calls, IsShared).run(First);
}

void UnsetMembers::note(const Members &Of, const Set &Which) {
  for (size_t I = 0; I < Of.size(); ++I)
    if (Which[I])
      Found.insert(Of[I].Member);
}

void UnsetMembers::follow(AllocaInst &Local) {
  const Members Of = Uses.membersIn(Local.getAllocatedType());
  if (Of.empty())
    return;
  if (Of.size() > MostMembers || Local.isArrayAllocation())
    return note(Of, Set(Of.size(), true));
  note(Of, walk(*Local.getNextNode(), Local, Of, 0, /*IsShared=*/false).Read);
}

void UnsetMembers::follow(const StructureUses::Allocation &Made) {
  const Members Of = Uses.membersIn(Made.As);
  auto *Bytes = dyn_cast<ConstantInt>(Made.Call->getArgOperand(0));
  const uint64_t Size = Made.Call->getDataLayout().getTypeAllocSize(Made.As);
  const bool IsOne = calledFunction(*Made.Call)->getName() == "malloc" &&
                     Bytes && Bytes->getZExtValue() == Size;
  auto *Next =
      const_cast<Instruction *>(cast<Instruction>(Made.Call)->getNextNode());
  if (!IsOne || Of.size() > MostMembers || !Next)
    return note(Of, Set(Of.size(), true));
  note(Of, walk(*Next, *Made.Call, Of, 0, /*IsShared=*/false).Read);
}

std::set<NumberMember> UnsetMembers::leftBy(MemSetInst &Setting,
                                            StructType &T) {
  const Members Of = Uses.membersIn(&T);
  const Outcome After = walk(*Setting.getNextNode(), *Setting.getRawDest(), Of,
                             0, /*IsShared=*/true);
  std::set<NumberMember> Left;
  for (size_t I = 0; I < Of.size(); ++I)
    if (Of.size() > MostMembers || After.Left[I] || After.Read[I])
      Left.insert(Of[I].Member);
  return Left;
}
