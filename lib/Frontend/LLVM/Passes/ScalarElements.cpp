//===- ScalarElements.cpp - Vectors become their elements -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarElements.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace sooth {

static FixedVectorType *vectorType(const Value &V) {
  return dyn_cast<FixedVectorType>(V.getType());
}

static bool hasVectors(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    return I.getType()->isVectorTy() ||
           any_of(I.operands(), [](const Use &Operand) {
             return Operand->getType()->isVectorTy();
           });
  });
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

namespace {
/// Where the element at a computed index of some vector is read or written.
struct IndexUse {
  Instruction *At;
  Value *Index;
  unsigned Count;
};
} // namespace

static SmallVector<IndexUse> usedIndices(Function &F) {
  SmallVector<IndexUse> Uses;
  for (Instruction &I : instructions(F)) {
    if (!isa<InsertElementInst, ExtractElementInst>(I))
      continue;
    Value *Index = I.getOperand(isa<InsertElementInst>(I) ? 2 : 1);
    auto *Vector = vectorType(*I.getOperand(0));
    if (Vector && !isa<ConstantInt>(Index))
      Uses.push_back({&I, Index, Vector->getNumElements()});
  }
  return Uses;
}

/// What was done in \p Before happens in \p Now.
static void moveUse(SmallVectorImpl<IndexUse> &Uses, const Instruction &Before,
                    Instruction &Now) {
  for (IndexUse &Use : Uses)
    if (Use.At == &Before)
      Use.At = &Now;
}

/// An index that is not in the vector is undefined.
static void checkIndex(const IndexUse &Use) {
  IRBuilder<> Build(Use.At);
  auto *Limit = ConstantInt::get(Use.Index->getType(), Use.Count);
  Instruction *Beyond = SplitBlockAndInsertIfThen(
      Build.CreateICmpUGE(Use.Index, Limit), Use.At, /*Unreachable=*/true);
  Build.SetInsertPoint(Beyond);
  Build.SetCurrentDebugLocation(Use.At->getDebugLoc());
  FunctionCallee Undefined = Use.At->getModule()->getOrInsertFunction(
      UndefinedName, Build.getVoidTy());
  Build.CreateCall(Undefined)->addFnAttr(
      Attribute::get(Use.At->getContext(), UndefinedName,
                     "element of a vector at an index that is none"));
}

//===----------------------------------------------------------------------===//
// Elements in memory
//===----------------------------------------------------------------------===//

/// Whether nothing is written from \p First to \p Last, in one block.
static bool nothingWritten(const Instruction &First, const Instruction &Last) {
  if (First.getParent() != Last.getParent())
    return false;
  for (auto I = First.getIterator(); &*I != &Last; ++I)
    if (I->mayWriteToMemory())
      return false;
  return true;
}

/// Metadata of an access to an element: what the vector is to be aligned to.
static constexpr StringLiteral OfVector = "sooth.of.vector";

std::optional<WholeVector> wholeVector(const Instruction &Access) {
  const MDNode *Mark = Access.getMetadata(OfVector);
  auto *Place =
      Mark ? dyn_cast<GetElementPtrInst>(getLoadStorePointerOperand(&Access))
           : nullptr;
  if (!Place)
    return std::nullopt;
  auto *Needed = mdconst::extract<ConstantInt>(Mark->getOperand(0));
  return WholeVector{const_cast<Value *>(Place->getPointerOperand()),
                     Align(Needed->getZExtValue())};
}

static void markElement(Instruction &Access, Align OfWhole) {
  LLVMContext &Context = Access.getContext();
  auto *Needed = ConstantInt::get(Type::getInt64Ty(Context), OfWhole.value());
  Access.setMetadata(OfVector,
                     MDNode::get(Context, ConstantAsMetadata::get(Needed)));
}

/// Never folded away, not even for the first element: wholeVector() looks for
/// it.
static Value *elementOf(IRBuilder<> &Build, FixedVectorType &Vector,
                        Value *Base, Value *Index) {
  return Build.Insert(
      GetElementPtrInst::Create(Vector.getElementType(), Base, Index));
}

/// Whether elements lie one after the other, in whole bytes.
static bool hasPlaces(const FixedVectorType &Vector, const DataLayout &DL) {
  Type *Element = Vector.getElementType();
  return DL.typeSizeEqualsStoreSize(Element) &&
         DL.getTypeStoreSize(Element) == DL.getTypeAllocSize(Element);
}

/// "v[i]" where v is in memory.
static void readElement(ExtractElementInst &Read,
                        SmallVectorImpl<IndexUse> &Uses) {
  auto *Whole = dyn_cast<LoadInst>(Read.getVectorOperand());
  if (!Whole || !Whole->hasOneUse() || !Whole->isSimple() ||
      !nothingWritten(*Whole, Read) ||
      !hasPlaces(*vectorType(*Whole), Read.getDataLayout()))
    return;
  IRBuilder<> Build(&Read);
  auto *Element = Build.CreateAlignedLoad(Read.getType(),
                                          elementOf(Build, *vectorType(*Whole),
                                                    Whole->getPointerOperand(),
                                                    Read.getIndexOperand()),
                                          Align(1));
  markElement(*Element, Whole->getAlign());
  moveUse(Uses, Read, *Element);
  Element->takeName(&Read);
  Read.replaceAllUsesWith(Element);
  Read.eraseFromParent();
  Whole->eraseFromParent();
}

/// "v[i] = x" where v is in memory.
static void writeElement(StoreInst &Write, SmallVectorImpl<IndexUse> &Uses) {
  auto *Changed = dyn_cast<InsertElementInst>(Write.getValueOperand());
  auto *Whole = Changed ? dyn_cast<LoadInst>(Changed->getOperand(0)) : nullptr;
  if (!Whole || !Whole->hasOneUse() || !Changed->hasOneUse() ||
      !Whole->isSimple() || !Write.isSimple() ||
      Whole->getPointerOperand() != Write.getPointerOperand() ||
      !nothingWritten(*Whole, Write) ||
      !hasPlaces(*vectorType(*Whole), Write.getDataLayout()))
    return;
  IRBuilder<> Build(&Write);
  auto *Element = Build.CreateAlignedStore(Changed->getOperand(1),
                                           elementOf(Build, *vectorType(*Whole),
                                                     Write.getPointerOperand(),
                                                     Changed->getOperand(2)),
                                           Align(1));
  markElement(*Element, Write.getAlign());
  moveUse(Uses, *Changed, *Element);
  Write.eraseFromParent();
  Changed->eraseFromParent();
  Whole->eraseFromParent();
}

static void accessElements(Function &F, SmallVectorImpl<IndexUse> &Uses) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Write = dyn_cast<StoreInst>(&I))
      writeElement(*Write, Uses);
  SmallVector<ExtractElementInst *> Reads;
  for (Instruction &I : instructions(F))
    if (auto *Read = dyn_cast<ExtractElementInst>(&I))
      Reads.push_back(Read);
  for (ExtractElementInst *Read : Reads)
    readElement(*Read, Uses);
}

//===----------------------------------------------------------------------===//
// Elements of values
//===----------------------------------------------------------------------===//

/// The bits of an element, as a number.
static Value *bitsOf(IRBuilder<> &Build, Value *Vector, unsigned Index) {
  Value *Element = Build.CreateExtractElement(Vector, Index);
  unsigned Width = Element->getType()->getPrimitiveSizeInBits();
  return Build.CreateBitCast(Element, Build.getIntNTy(Width));
}

/// The first element is in the lowest bits, as on all that are little-endian.
static Value *packed(IRBuilder<> &Build, Value *Vector, Type *To) {
  unsigned Width = To->getPrimitiveSizeInBits();
  unsigned Count = cast<FixedVectorType>(Vector->getType())->getNumElements();
  Value *All = nullptr;
  for (unsigned I = 0; I < Count; ++I) {
    Value *Bits =
        Build.CreateZExt(bitsOf(Build, Vector, I), Build.getIntNTy(Width));
    Bits = Build.CreateShl(Bits, uint64_t(I) * (Width / Count));
    All = All ? Build.CreateOr(All, Bits) : Bits;
  }
  return Build.CreateBitCast(All, To);
}

static Value *unpacked(IRBuilder<> &Build, Value *Scalar, FixedVectorType &To) {
  unsigned Width = Scalar->getType()->getPrimitiveSizeInBits();
  unsigned Part = Width / To.getNumElements();
  Value *Bits = Build.CreateBitCast(Scalar, Build.getIntNTy(Width));
  Value *Vector = PoisonValue::get(&To);
  for (unsigned I = 0; I < To.getNumElements(); ++I) {
    Value *Element = Build.CreateTrunc(
        Build.CreateLShr(Bits, uint64_t(I) * Part), Build.getIntNTy(Part));
    Vector = Build.CreateInsertElement(
        Vector, Build.CreateBitCast(Element, To.getElementType()), I);
  }
  return Vector;
}

/// From a vector to a scalar of the same size, or back.
static bool lowerCast(BitCastInst &Cast) {
  FixedVectorType *From = vectorType(*Cast.getOperand(0));
  FixedVectorType *To = vectorType(Cast);
  if (!From == !To)
    return false;
  Type *Scalar = From ? Cast.getType() : Cast.getOperand(0)->getType();
  if (Scalar->isVectorTy() || Scalar->isX86_MMXTy())
    return false;
  IRBuilder<> Build(&Cast);
  Cast.replaceAllUsesWith(From ? packed(Build, Cast.getOperand(0), Scalar)
                               : unpacked(Build, Cast.getOperand(0), *To));
  Cast.eraseFromParent();
  return true;
}

/// What combines two elements of an llvm.vector.reduce; null if that is not
/// known.
static Value *combine(IRBuilder<> &Build, Intrinsic::ID Reduction, Value *A,
                      Value *B) {
  auto Binary = [&](Intrinsic::ID Which) {
    return Build.CreateBinaryIntrinsic(Which, A, B);
  };
  switch (Reduction) {
  case Intrinsic::vector_reduce_add:
    return Build.CreateAdd(A, B);
  case Intrinsic::vector_reduce_mul:
    return Build.CreateMul(A, B);
  case Intrinsic::vector_reduce_and:
    return Build.CreateAnd(A, B);
  case Intrinsic::vector_reduce_or:
    return Build.CreateOr(A, B);
  case Intrinsic::vector_reduce_xor:
    return Build.CreateXor(A, B);
  case Intrinsic::vector_reduce_smax:
    return Binary(Intrinsic::smax);
  case Intrinsic::vector_reduce_smin:
    return Binary(Intrinsic::smin);
  case Intrinsic::vector_reduce_umax:
    return Binary(Intrinsic::umax);
  case Intrinsic::vector_reduce_umin:
    return Binary(Intrinsic::umin);
  case Intrinsic::vector_reduce_fmax:
    return Binary(Intrinsic::maxnum);
  case Intrinsic::vector_reduce_fmin:
    return Binary(Intrinsic::minnum);
  default:
    return nullptr;
  }
}

static bool lowerReduction(IntrinsicInst &Reduction) {
  auto *Vector = Reduction.arg_size() == 1
                     ? vectorType(*Reduction.getArgOperand(0))
                     : nullptr;
  if (!Vector)
    return false;
  IRBuilder<> Build(&Reduction);
  Value *All =
      Build.CreateExtractElement(Reduction.getArgOperand(0), uint64_t(0));
  for (unsigned I = 1; I < Vector->getNumElements(); ++I) {
    Value *Next = Build.CreateExtractElement(Reduction.getArgOperand(0), I);
    All = combine(Build, Reduction.getIntrinsicID(), All, Next);
    if (!All)
      return false;
  }
  Reduction.replaceAllUsesWith(All);
  Reduction.eraseFromParent();
  return true;
}

static void lowerCombinations(Function &F) {
  SmallVector<Instruction *> Combinations;
  for (Instruction &I : instructions(F))
    if (isa<BitCastInst, IntrinsicInst>(I))
      Combinations.push_back(&I);
  for (Instruction *I : Combinations) {
    if (auto *Cast = dyn_cast<BitCastInst>(I))
      lowerCast(*Cast);
    else
      lowerReduction(cast<IntrinsicInst>(*I));
  }
}

/// Elements that were put into a vector and are taken from it again.
static void forwardElements(Function &F) {
  SmallVector<WeakTrackingVH> Old;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (auto *Read = dyn_cast<ExtractElementInst>(&I))
      if (Value *Element = simplifyExtractElementInst(
              Read->getVectorOperand(), Read->getIndexOperand(),
              SimplifyQuery(F.getDataLayout())))
        Read->replaceAllUsesWith(Element);
    if (I.use_empty() && (isa<ExtractElementInst, InsertElementInst>(I)))
      Old.push_back(&I);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Old);
}

PreservedAnalyses ScalarElementsPass::run(Function &F,
                                          FunctionAnalysisManager &Functions) {
  if (!hasVectors(F))
    return PreservedAnalyses::all();
  SmallVector<IndexUse> Uses = usedIndices(F);
  accessElements(F, Uses);
  for (const IndexUse &Use : Uses)
    checkIndex(Use);
  lowerCombinations(F);
  Functions.invalidate(F, PreservedAnalyses::none());
  ScalarizerPassOptions Options;
  Options.ScalarizeVariableInsertExtract = true;
  Options.ScalarizeLoadStore = true;
  ScalarizerPass(Options).run(F, Functions);
  forwardElements(F);
  return PreservedAnalyses::none();
}

} // namespace sooth
