//===- RecordAssignments.cpp - Remember where variables are assigned ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/RecordAssignments.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace sooth;

namespace {

/// A variable that is kept in memory.
struct Stored {
  const DIVariable *Variable;
  /// Where it is declared; null for globals.
  const DILocation *Declared;
};

class AssignmentRecorder {
public:
  explicit AssignmentRecorder(Function &F)
      : F(F), Layout(F.getParent()->getDataLayout()) {}

  void run();

private:
  Function &F;
  const DataLayout &Layout;

  void record(StoreInst &Store);
  std::optional<Stored> variableOf(Value *Object);
  DILocalVariable *nameAt(const DILocation &Place, const Stored &To);
};

} // namespace

/// The variable as one that has its place in debug information at \p Place.
DILocalVariable *AssignmentRecorder::nameAt(const DILocation &Place,
                                            const Stored &To) {
  const DIVariable &V = *To.Variable;
  DISubprogram *There = Place.getScope()->getSubprogram();
  if (auto *Local = dyn_cast<DILocalVariable>(&V);
      Local && Local->getScope()->getSubprogram() == There &&
      To.Declared->getInlinedAt() == Place.getInlinedAt())
    return const_cast<DILocalVariable *>(Local);
  return DILocalVariable::get(F.getContext(), There, V.getName(), V.getFile(),
                              V.getLine(), V.getType(), /*Arg=*/0,
                              DINode::FlagArtificial, /*AlignInBits=*/0,
                              /*Annotations=*/nullptr);
}

std::optional<Stored> AssignmentRecorder::variableOf(Value *Object) {
  if (auto *Global = dyn_cast<GlobalVariable>(Object)) {
    SmallVector<DIGlobalVariableExpression *, 1> Names;
    Global->getDebugInfo(Names);
    if (Names.size() != 1 || Names[0]->getExpression()->getNumElements() != 0)
      return std::nullopt;
    return Stored{Names[0]->getVariable(), nullptr};
  }
  auto *Alloca = dyn_cast<AllocaInst>(Object);
  if (!Alloca)
    return std::nullopt;
  auto Declares = findDVRDeclares(Alloca);
  if (Declares.size() != 1 ||
      Declares[0]->getExpression()->getNumElements() != 0)
    return std::nullopt;
  return Stored{Declares[0]->getVariable(), Declares[0]->getDebugLoc()};
}

/// A parameter's initial store has no place; its declaration has.
static const DILocation *placeOf(const StoreInst &Store, const Stored &To) {
  const DILocation *Place = Store.getDebugLoc();
  if (Place && Place->getLine() != 0)
    return Place;
  return isa<Argument>(Store.getValueOperand()) ? To.Declared : nullptr;
}

static bool isRecorded(StoreInst &Store, const DILocation &Place) {
  return any_of(filterDbgVars(Store.getDbgRecordRange()),
                [&](const DbgVariableRecord &R) {
                  return R.getType() ==
                             DbgVariableRecord::LocationType::Value &&
                         R.getDebugLoc().get() == &Place;
                });
}

void AssignmentRecorder::record(StoreInst &Store) {
  Value *New = Store.getValueOperand();
  Type *T = New->getType();
  if (!T->isIntegerTy() && !T->isPointerTy() && !T->isFloatingPointTy())
    return;
  APInt Offset(Layout.getIndexTypeSizeInBits(Store.getPointerOperandType()), 0);
  Value *Object = Store.getPointerOperand()->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
  auto To = variableOf(Object);
  const DILocation *Place = To ? placeOf(Store, *To) : nullptr;
  auto Whole = Place && !isRecorded(Store, *Place)
                   ? To->Variable->getSizeInBits()
                   : std::nullopt;
  if (!Whole)
    return;
  uint64_t Size = Layout.getTypeStoreSizeInBits(New->getType());
  uint64_t First = Offset.getLimitedValue() * 8;
  auto *Expression = DIExpression::get(F.getContext(), {});
  if (First != 0 || Size < *Whole) {
    if (First >= *Whole || Size > *Whole - First)
      return;
    Expression =
        *DIExpression::createFragmentExpression(Expression, First, Size);
  }
  Store.getParent()->insertDbgRecordBefore(
      DbgVariableRecord::createDbgVariableRecord(New, nameAt(*Place, *To),
                                                 Expression, Place),
      Store.getIterator());
}

void AssignmentRecorder::run() {
  SmallVector<StoreInst *> Stores;
  for (Instruction &I : instructions(F))
    if (auto *Store = dyn_cast<StoreInst>(&I))
      Stores.push_back(Store);
  for (StoreInst *Store : Stores)
    record(*Store);
}

PreservedAnalyses RecordAssignmentsPass::run(Function &F,
                                             FunctionAnalysisManager &) {
  if (!F.getSubprogram())
    return PreservedAnalyses::all();
  if (!F.getParent()->IsNewDbgInfoFormat)
    F.getParent()->setIsNewDbgInfoFormat(true);
  AssignmentRecorder(F).run();
  return PreservedAnalyses::all();
}
