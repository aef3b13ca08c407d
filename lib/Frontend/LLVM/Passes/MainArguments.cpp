//===- MainArguments.cpp - What argv points to ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/MainArguments.h"

#include "Base/ArgumentObjects.h"
#include "Base/MemoryChecks.h"
#include "ContinueIf.h"
#include "sooth/Frontend/LLVM/Base/ProgramBeginning.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace sooth {

/// Metadata of the array's memory; its operand says which parameter it is.
static constexpr StringLiteral Mark = ArgumentsName;
//===----------------------------------------------------------------------===//
// Memory for them
//===----------------------------------------------------------------------===//

static DebugLoc placeOf(const Function &F) {
  DISubprogram *Where = F.getSubprogram();
  return Where ? DebugLoc(DILocation::get(F.getContext(), Where->getLine(), 0,
                                          Where))
               : DebugLoc();
}

/// An array of \p Count pointers and null.
static Value *provideArray(IRBuilder<> &Build, Value *Count, Argument &For) {
  Module &M = *Build.GetInsertBlock()->getModule();
  AllocaInst *Array = Build.CreateAlloca(
      Build.getPtrTy(), Build.CreateAdd(Count, Build.getInt64(1)));
  Array->takeName(&For);
  StringRef Name = For.getArgNo() == 1 ? "argv" : "envp";
  Array->setMetadata(
      Mark, MDNode::get(M.getContext(), MDString::get(M.getContext(), Name)));
  // Nobody draws conclusions from memory that an unknown function is given.
  FunctionCallee Fill = M.getOrInsertFunction(
      ArgumentsName, Build.getVoidTy(), Build.getInt64Ty(), Build.getPtrTy());
  Build.CreateCall(Fill, {Count, Array});
  return Array;
}

void provideArguments(Function &Main) {
  const bool IsMain =
      Main.getName() == "main" || Main.hasFnAttribute(BeginsProgramName);
  if (!IsMain || !Main.use_empty() || Main.arg_size() < 2 ||
      Main.arg_size() > 3 || !Main.getArg(0)->getType()->isIntegerTy(32) ||
      !all_of(drop_begin(Main.args()),
              [](Argument &A) { return A.getType()->isPointerTy(); }))
    return;
  BasicBlock &Entry = Main.getEntryBlock();
  IRBuilder<> Build(&Entry, Entry.begin());
  Build.SetCurrentDebugLocation(placeOf(Main));
  Value *Count = Build.CreateZExt(Main.getArg(0), Build.getInt64Ty());
  auto IsLess = [&](Value *N) {
    return Build.CreateICmpULT(N, Build.getInt64(ArgumentBytes));
  };
  continueIf(Build, IsLess(Count));
  for (Argument &A : drop_begin(Main.args())) {
    if (A.use_empty())
      continue;
    if (A.getArgNo() == 2) {
      FunctionCallee Any = Main.getParent()->getOrInsertFunction(
          EnvironmentCountName, Build.getInt64Ty());
      Count = Build.CreateCall(Any);
      continueIf(Build, IsLess(Count));
    }
    A.replaceAllUsesWith(provideArray(Build, Count, A));
  }
}

/// "argv" or "envp".
static StringRef arrayName(const AllocaInst &Array) {
  return cast<MDString>(Array.getMetadata(Mark)->getOperand(0))->getString();
}

/// A global of arbitrary content.
static GlobalVariable *arbitrary(Module &M, StringRef Name, Type *T) {
  if (GlobalVariable *Known = M.getNamedGlobal(Name))
    return Known;
  return new GlobalVariable(M, T, /*isConstant=*/false,
                            GlobalValue::InternalLinkage, UndefValue::get(T),
                            Name);
}

//===----------------------------------------------------------------------===//
// Arrays that are only read
//===----------------------------------------------------------------------===//

namespace {
/// All that is done with an array.
class ArrayUses {
public:
  explicit ArrayUses(Instruction &Array)
      : Layout(Array.getDataLayout()), Step(Layout.getPointerSize()) {
    Pointers.insert(&Array);
  }
  /// Whether it is only read, in pointers, at multiples of their size.
  bool areReads();
  SmallVector<LoadInst *> Loads;
  /// Checks of its content.
  SmallVector<CallBase *> Checks;

private:
  bool isRead(Use &U);
  bool isWholeStep(GEPOperator &Gep) const;

  const DataLayout &Layout;
  const uint64_t Step;
  SmallSetVector<Instruction *, 16> Pointers;
};
} // namespace

bool ArrayUses::isWholeStep(GEPOperator &Gep) const {
  unsigned Width = Layout.getIndexTypeSizeInBits(Gep.getType());
  MapVector<Value *, APInt> Variable;
  APInt Constant(Width, 0);
  return Gep.collectOffset(Layout, Width, Variable, Constant) &&
         Constant.urem(Step) == 0 && all_of(Variable, [&](auto &Part) {
           return Part.second.urem(Step) == 0;
         });
}

bool ArrayUses::isRead(Use &U) {
  auto *I = cast<Instruction>(U.getUser());
  if (auto *Load = dyn_cast<LoadInst>(I)) {
    Loads.push_back(Load);
    return Load->getType()->isPointerTy();
  }
  if (auto *Gep = dyn_cast<GetElementPtrInst>(I)) {
    Pointers.insert(Gep);
    return U.getOperandNo() == 0 && isWholeStep(*cast<GEPOperator>(I));
  }
  if (isa<PHINode, SelectInst, FreezeInst>(I)) {
    Pointers.insert(I);
    return true;
  }
  auto *Call = dyn_cast<CallBase>(I);
  if (!Call)
    return isa<ICmpInst, PtrToIntInst>(I);
  if (calledFunction(*Call) &&
      calledFunction(*Call)->getName() == ArgumentsName)
    return true;
  if (classify(*Call) != CalleeKind::MemoryCheck)
    return false;
  MemoryCheck Check = describeCheck(*Call);
  if (Check.isOfContent() || Check.What == MemoryCheck::Kind::Copy)
    Checks.push_back(Call);
  return true;
}

bool ArrayUses::areReads() {
  for (unsigned K = 0; K < Pointers.size(); ++K)
    for (Use &U : Pointers[K]->uses())
      if (!isRead(U))
        return false;
  // Nothing else flows in.
  return all_of(Pointers, [&](Instruction *I) {
    auto IsOurs = [&](Value *V) {
      return is_contained(Pointers, dyn_cast<Instruction>(V));
    };
    if (auto *Choice = dyn_cast<SelectInst>(I))
      return IsOurs(Choice->getTrueValue()) && IsOurs(Choice->getFalseValue());
    auto *Phi = dyn_cast<PHINode>(I);
    return !Phi || all_of(Phi->incoming_values(), IsOurs);
  });
}

namespace {
class Placement {
public:
  explicit Placement(CallInst &Call)
      : M(*Call.getModule()), Call(Call), Count(Call.getArgOperand(0)),
        Array(cast<AllocaInst>(Call.getArgOperand(1))),
        Number(M.getDataLayout().getIntPtrType(M.getContext())),
        Text(arbitrary(
            M, ArgumentTextName,
            ArrayType::get(Type::getInt8Ty(M.getContext()), ArgumentBytes))) {}
  void run();

private:
  void endText();
  GlobalVariable *places();
  Value *place(IRBuilder<> &Build, Value *Index);
  Value *indexOf(IRBuilder<> &Build, Value *Pointer);
  void define(LoadInst &Load);
  void fill();

  Module &M;
  CallInst &Call;
  Value *Count;
  AllocaInst *Array;
  IntegerType *Number;
  GlobalVariable *Text;
};
} // namespace

/// The last character is 0.
void Placement::endText() {
  IRBuilder<> Build(&Call);
  Value *Last = Build.CreateLoad(
      Build.getInt8Ty(),
      Build.CreateConstGEP1_64(Build.getInt8Ty(), Text, ArgumentBytes - 1));
  continueIf(Build, Build.CreateICmpEQ(Last, Build.getInt8(0)));
}

/// Where the array's pointers point to, as numbers.
GlobalVariable *Placement::places() {
  return arbitrary(
      M, (ArgumentPlacesPrefix + arrayName(*Array)).str(),
      ArrayType::get(Type::getInt32Ty(M.getContext()), ArgumentBytes));
}

/// Where the argument of this number begins.
Value *Placement::place(IRBuilder<> &Build, Value *Index) {
  Value *Place = Build.CreateLoad(
      Build.getInt32Ty(), Build.CreateGEP(Build.getInt32Ty(), places(), Index));
  Type *Fits = Build.getIntNTy(Log2_64(ArgumentBytes));
  return Build.CreateGEP(
      Build.getInt8Ty(), Text,
      Build.CreateZExt(Build.CreateTrunc(Place, Fits), Number));
}

/// The number of the element that \p Pointer points to.
Value *Placement::indexOf(IRBuilder<> &Build, Value *Pointer) {
  const DataLayout &Layout = M.getDataLayout();
  const unsigned Step = Layout.getPointerSize();
  APInt Offset(Number->getBitWidth(), 0);
  if (Pointer->stripAndAccumulateConstantOffsets(
          Layout, Offset, /*AllowNonInbounds=*/true) == Array)
    return ConstantInt::get(Number, Offset.lshr(Log2_64(Step)));
  return Build.CreateLShr(Build.CreateSub(Build.CreatePtrToInt(Pointer, Number),
                                          Build.CreatePtrToInt(Array, Number)),
                          Log2_64(Step));
}

/// Outside of the array anything is read.
void Placement::define(LoadInst &Load) {
  IRBuilder<> Build(Load.getNextNode());
  Build.SetCurrentDebugLocation(Load.getDebugLoc());
  Value *Pointer = Load.getPointerOperand();
  Value *Beyond = Build.CreateIntToPtr(
      Build.CreateAlignedLoad(Number, Pointer, Load.getAlign()),
      Load.getType());
  Value *Index = indexOf(Build, Pointer);
  Value *Length = Build.CreateTrunc(Count, Number);
  Value *Otherwise =
      Build.CreateSelect(Build.CreateICmpEQ(Index, Length),
                         Constant::getNullValue(Load.getType()), Beyond);
  Value *New = Build.CreateSelect(Build.CreateICmpULT(Index, Length),
                                  place(Build, Index), Otherwise);
  New->takeName(&Load);
  Load.replaceAllUsesWith(New);
  Load.eraseFromParent();
}

/// A loop that writes all elements.
void Placement::fill() {
  BasicBlock *Before = Call.getParent();
  BasicBlock *After = SplitBlock(Before, &Call);
  Function &F = *Before->getParent();
  auto *Head = BasicBlock::Create(M.getContext(), "arguments", &F, After);
  auto *Body = BasicBlock::Create(M.getContext(), "argument", &F, After);
  Before->getTerminator()->setSuccessor(0, Head);
  IRBuilder<> Build(Head);
  Build.SetCurrentDebugLocation(Call.getDebugLoc());
  PHINode *I = Build.CreatePHI(Build.getInt64Ty(), 2);
  I->addIncoming(Build.getInt64(0), Before);
  Build.CreateCondBr(Build.CreateICmpULT(I, Count), Body, After)
      ->setMetadata(LLVMContext::MD_nosanitize,
                    MDNode::get(M.getContext(), {}));
  Build.SetInsertPoint(Body);
  Build.CreateStore(place(Build, I),
                    Build.CreateGEP(Build.getPtrTy(), Array, I));
  I->addIncoming(Build.CreateAdd(I, Build.getInt64(1)), Body);
  Build.CreateBr(Head);
  Build.SetInsertPoint(&Call);
  Build.CreateStore(Constant::getNullValue(Build.getPtrTy()),
                    Build.CreateGEP(Build.getPtrTy(), Array, Count));
}

void Placement::run() {
  endText();
  ArrayUses Uses(*Array);
  if (Uses.areReads()) {
    for (CallBase *Check : Uses.Checks)
      Check->eraseFromParent();
    for (LoadInst *Load : Uses.Loads)
      define(*Load);
  } else {
    fill();
  }
  Call.eraseFromParent();
}

bool placeArguments(Module &M) {
  Function *Fill = M.getFunction(ArgumentsName);
  if (!Fill)
    return false;
  for (User *U : make_early_inc_range(Fill->users()))
    Placement(*cast<CallInst>(U)).run();
  Fill->eraseFromParent();
  return true;
}

} // namespace sooth
