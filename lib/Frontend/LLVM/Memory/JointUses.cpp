//===- JointUses.cpp - What a program would see of memory that is one -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JointUses.h"

#include "Base/AliasRules.h"
#include "Base/MemoryChecks.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace sooth;
using namespace llvm;

JointUses::JointUses(const PointsTo &Points) : Points(Points) {
  for (PointsTo::NodeId N : Points.nodes()) {
    const PointsTo::Node &Node = Points.node(N);
    Uses &Of = ByNode[N];
    for (const MemoryAccess &A : Node.Accesses)
      add(A.Way == MemoryAccess::Direction::Write ? Of.Written : Of.Read,
          A.By ? effectiveType(*A.By) : nullptr, A.Size);
    if (Node.IsExposed)
      add(Of.Written, nullptr, 1);
    Of.IsUsed = !Node.Accesses.empty() || Node.IsExposed || Node.IsFreed;
  }
  for (const Function *F : Points.functions())
    for (const Instruction &I : instructions(*F))
      visit(I);
}

void JointUses::add(LeastBytes &All, const MDNode *Type, uint64_t Bytes) {
  uint64_t &Least = All.try_emplace(Type, Bytes).first->second;
  Least = std::min(Least, Bytes);
}

JointUses::Uses *JointUses::usesAt(const llvm::Value *Pointer) {
  auto At = Points.pointee(Pointer);
  if (!At)
    return nullptr;
  Uses &Of = ByNode[At->Node];
  Of.IsUsed = true;
  return &Of;
}

/// Objects that are one have one address.
void JointUses::visitComparison(const ICmpInst &I) {
  auto A = Points.pointee(I.getOperand(0)), B = Points.pointee(I.getOperand(1));
  if (!A || !B)
    return;
  if (A->Node != B->Node)
    AskedToDiffer.insert(std::minmax(A->Node, B->Node));
  else if (I.isEquality())
    Compared.insert(A->Node);
}

void JointUses::visit(const Instruction &I) {
  if (auto *Compare = dyn_cast<ICmpInst>(&I);
      Compare && Compare->getOperand(0)->getType()->isPointerTy())
    return visitComparison(*Compare);
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return;
  if (auto *Memory = dyn_cast<MemIntrinsic>(Call)) {
    const auto Types = copiedTypes(*Memory);
    if (Uses *To = usesAt(Memory->getRawDest()))
      for (const MDNode *Type : Types)
        add(To->Written, Type, 1);
    auto *Copy = dyn_cast<MemTransferInst>(Memory);
    if (Uses *From = Copy ? usesAt(Copy->getRawSource()) : nullptr)
      for (const MDNode *Type : Types)
        add(From->Read, Type, 1);
  } else if (classify(*Call) == CalleeKind::MemoryCheck) {
    visitCheck(*Call);
  }
}

/// Whether it would help that \p Base is a multiple of \p By: \p Pointer, which
/// is made of it, is not always at another place.
static bool mayBeAligned(const llvm::Value *Pointer, const llvm::Value *Base,
                         uint64_t By) {
  const DataLayout &Layout =
      isa<Instruction>(Pointer)
          ? cast<Instruction>(Pointer)->getDataLayout()
          : cast<Argument>(Base)->getParent()->getDataLayout();
  APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  return Pointer->stripAndAccumulateConstantOffsets(
             Layout, Offset, /*AllowNonInbounds=*/true) != Base ||
         Offset.urem(By) == 0;
}

/// What is written and never read is only asked about.
void JointUses::visitCheck(const CallBase &Call) {
  const MemoryCheck Check = describeCheck(Call);
  if (!Check.Pointer)
    return;
  usesAt(Check.Pointer);
  auto At = Points.pointee(Check.Pointer);
  if (Check.What == MemoryCheck::Kind::Free) {
    SmallVector<const llvm::Value *> Bases;
    getUnderlyingObjects(Check.Pointer, Bases, /*LI=*/nullptr, /*MaxLookup=*/0);
    Freed.insert(Bases.begin(), Bases.end());
  }
  if (At && Check.What == MemoryCheck::Kind::Call)
    Called.insert(At->Node);
  auto *By = Check.What == MemoryCheck::Kind::Align
                 ? dyn_cast<ConstantInt>(Check.Size)
                 : nullptr;
  const llvm::Value *Base =
      By ? getUnderlyingObject(Check.Pointer, /*MaxLookup=*/0) : nullptr;
  if (At && isa_and_nonnull<Instruction, Argument>(Base) &&
      mayBeAligned(Check.Pointer, Base, By->getZExtValue())) {
    uint64_t &Known = Alignments[Base];
    Known = std::max(Known, By->getZExtValue());
  }
  auto Other = Check.What == MemoryCheck::Kind::Distinct
                   ? Points.pointee(Check.From)
                   : std::nullopt;
  if (At && Other)
    AskedToDiffer.insert(std::minmax(At->Node, Other->Node));
}

/// Whether \p I, which is given \p Pointer, may modify what is there, or let
/// others do so.
static bool mayModify(const Instruction &I, const llvm::Value *Pointer) {
  if (isa<LoadInst, ICmpInst, ReturnInst>(I))
    return false;
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return true;
  if (auto *Memory = dyn_cast<MemIntrinsic>(Call))
    return Memory->getRawDest() == Pointer;
  if (classify(*Call) != CalleeKind::MemoryCheck)
    return classify(*Call) != CalleeKind::Ignored;
  const MemoryCheck::Kind What = describeCheck(*Call).What;
  return What == MemoryCheck::Kind::Write || What == MemoryCheck::Kind::Free;
}

bool JointUses::mayModifyThrough(const Argument &A) {
  SmallSetVector<const llvm::Value *, 16> Made;
  Made.insert(&A);
  for (unsigned I = 0; I < Made.size(); ++I)
    for (const User *By : Made[I]->users())
      if (isa<GEPOperator, CastInst, PHINode, SelectInst, FreezeInst>(By) &&
          By->getType()->isPointerTy())
        Made.insert(By);
      else if (mayModify(*cast<Instruction>(By), Made[I]))
        return true;
  return false;
}

bool JointUses::wouldMatterIfOneWere(PointsTo::NodeId A, PointsTo::NodeId B,
                                     uint64_t Most) const {
  const auto OfA = ByNode.find(A), OfB = ByNode.find(B);
  if (OfA == ByNode.end() || OfB == ByNode.end())
    return false;
  if ((Points.node(A).IsFreed && OfB->second.IsUsed) ||
      (Points.node(B).IsFreed && OfA->second.IsUsed))
    return true;
  if (AskedToDiffer.contains(std::minmax(A, B)))
    return true;
  auto MayMeet = [&](const LeastBytes &Written, const LeastBytes &Others) {
    return any_of(Written, [&](const auto &W) {
      return any_of(Others, [&](const auto &O) {
        return std::min(W.second, O.second) <= Most &&
               mayMeet(W.first, O.first);
      });
    });
  };
  return MayMeet(OfA->second.Written, OfB->second.Read) ||
         MayMeet(OfB->second.Written, OfA->second.Read) ||
         MayMeet(OfA->second.Written, OfB->second.Written);
}
