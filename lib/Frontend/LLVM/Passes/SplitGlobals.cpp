//===- SplitGlobals.cpp - Structures become scalars -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/SplitGlobals.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"
#include <map>
#include <optional>

using namespace llvm;

namespace sooth {

namespace {
/// All accesses of the bytes from Offset, as values of one type.
struct Part {
  Type *Ty;
  uint64_t Size;
  SmallVector<Instruction *, 8> Accesses;
};
/// Parts by offset, ordered to find overlaps.
using Parts = std::map<uint64_t, Part>;

class PartCollector {
public:
  explicit PartCollector(GlobalVariable &G)
      : G(G), DL(G.getDataLayout()),
        Size(DL.getTypeAllocSize(G.getValueType())) {}

  /// The parts, or nothing if the global is used in another way.
  std::optional<Parts> run() {
    if (!visitUsers(G, 0) || overlap())
      return std::nullopt;
    return std::move(Found);
  }

private:
  bool visitUsers(Value &Address, uint64_t Offset);
  bool addAccess(Instruction &Access, Type *Ty, uint64_t Offset);
  bool overlap() const;

  GlobalVariable &G;
  const DataLayout &DL;
  uint64_t Size;
  Parts Found;
};
} // namespace

bool PartCollector::visitUsers(Value &Address, uint64_t Offset) {
  for (User *U : Address.users()) {
    if (auto *GEP = dyn_cast<GEPOperator>(U)) {
      APInt Step(DL.getIndexTypeSizeInBits(GEP->getType()), 0);
      if (!GEP->accumulateConstantOffset(DL, Step) || Step.isNegative() ||
          Step.ugt(Size) || !visitUsers(*GEP, Offset + Step.getZExtValue()))
        return false;
    } else if (auto *Load = dyn_cast<LoadInst>(U)) {
      if (!Load->isSimple() || !addAccess(*Load, Load->getType(), Offset))
        return false;
    } else if (auto *Store = dyn_cast<StoreInst>(U)) {
      Value *Stored = Store->getValueOperand();
      if (!Store->isSimple() || Stored == &Address ||
          !addAccess(*Store, Stored->getType(), Offset))
        return false;
    } else {
      return false;
    }
  }
  return true;
}

bool PartCollector::addAccess(Instruction &Access, Type *Ty, uint64_t Offset) {
  if (!Ty->isIntegerTy() && !Ty->isPointerTy() && !Ty->isFloatingPointTy())
    return false;
  uint64_t Bytes = DL.getTypeStoreSize(Ty);
  if (Offset + Bytes > Size)
    return false;
  auto [It, IsNew] = Found.insert({Offset, Part{Ty, Bytes, {}}});
  if (It->second.Ty != Ty)
    return false;
  It->second.Accesses.push_back(&Access);
  return true;
}

bool PartCollector::overlap() const {
  uint64_t End = 0;
  for (const auto &[Offset, P] : Found) {
    if (Offset < End)
      return true;
    End = Offset + P.Size;
  }
  return false;
}

static void describePart(const GlobalVariable &Whole, GlobalVariable &PartOf,
                         uint64_t Offset, uint64_t Bytes) {
  SmallVector<DIGlobalVariableExpression *, 1> Described;
  Whole.getDebugInfo(Described);
  for (DIGlobalVariableExpression *D : Described) {
    DIGlobalVariable *Variable = D->getVariable();
    uint64_t Size = Variable->getSizeInBits().value_or(0);
    if (Offset == 0 && Bytes * 8 == Size) {
      PartOf.addDebugInfo(D);
      continue;
    }
    auto Fragment = DIExpression::createFragmentExpression(
        D->getExpression(), Offset * 8, Bytes * 8);
    if (Fragment && (Offset + Bytes) * 8 <= Size)
      PartOf.addDebugInfo(DIGlobalVariableExpression::get(Whole.getContext(),
                                                          Variable, *Fragment));
  }
}

static void redirect(Instruction &Access, GlobalVariable &To) {
  unsigned Index = isa<LoadInst>(Access) ? LoadInst::getPointerOperandIndex()
                                         : StoreInst::getPointerOperandIndex();
  Value *Old = Access.getOperand(Index);
  Access.setOperand(Index, &To);
  RecursivelyDeleteTriviallyDeadInstructions(Old);
}

static bool split(GlobalVariable &G, Linkage Scope) {
  if (!G.getValueType()->isAggregateType() || !G.hasInitializer() ||
      G.isExternallyInitialized() || G.isThreadLocal() || G.hasSection() ||
      G.hasAppendingLinkage() || G.getName().starts_with("llvm.") ||
      (Scope == Linkage::OneModule && !G.hasLocalLinkage()))
    return false;
  G.removeDeadConstantUsers();
  std::optional<Parts> Found = PartCollector(G).run();
  if (!Found || Found->empty())
    return false;

  const DataLayout &DL = G.getDataLayout();
  std::map<uint64_t, Constant *> Initial;
  for (auto &[Offset, P] : *Found) {
    Initial[Offset] = ConstantFoldLoadFromConst(G.getInitializer(), P.Ty,
                                                APInt(64, Offset), DL);
    if (!Initial[Offset])
      return false;
  }
  for (auto &[Offset, P] : *Found) {
    auto *NewGlobal = new GlobalVariable(
        *G.getParent(), P.Ty, G.isConstant(), GlobalValue::InternalLinkage,
        Initial[Offset], G.getName() + "." + Twine(Offset), &G);
    NewGlobal->setAlignment(commonAlignment(G.getAlign().valueOrOne(), Offset));
    describePart(G, *NewGlobal, Offset, P.Size);
    for (Instruction *Access : P.Accesses)
      redirect(*Access, *NewGlobal);
  }
  G.removeDeadConstantUsers();
  // Addresses that nobody uses may be left; they are harmless.
  if (G.use_empty())
    G.eraseFromParent();
  return true;
}

PreservedAnalyses SplitGlobalsPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false;
  SmallVector<GlobalVariable *, 16> Globals;
  for (GlobalVariable &G : M.globals())
    Globals.push_back(&G);
  for (GlobalVariable *G : Globals)
    Changed |= split(*G, Scope);
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}

} // namespace sooth
