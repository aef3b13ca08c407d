//===- CheckMemory.cpp - Each access asks whether it is valid -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/CheckMemory.h"

#include "Base/AliasRules.h"
#include "Base/Contracts.h"
#include "Base/MemoryChecks.h"
#include "Base/PointerParts.h"
#include "Base/VariadicCalls.h"
#include "CLibrary/UnmodelledFunctions.h"
#include "InitializedLocals.h"
#include "ScalarElements.h"
#include "sooth/Frontend/LLVM/Base/OperationNumbers.h"
#include "sooth/Frontend/LLVM/Base/ParameterNames.h"
#include "sooth/Frontend/LLVM/Base/Promises.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/VolatileMeaning.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace sooth {

/// Whether \p Object may end while the function goes on. What is no local of
/// the whole function does, though that is told through other pointers.
static bool ends(const Value &Object) {
  auto *Local = dyn_cast<AllocaInst>(&Object);
  return Local &&
         (!Local->isStaticAlloca() || any_of(Object.users(), [](const User *U) {
           auto *Mark = dyn_cast<IntrinsicInst>(U);
           return Mark && Mark->getIntrinsicID() == Intrinsic::lifetime_end;
         }));
}

/// Whether \p Bytes bytes at \p Pointer plainly are a part of one variable,
/// which may be written if that is asked. Before any transformation, such a
/// local exists: its name is used.
static bool isInside(MemoryCheck::Kind What, const Value *Pointer,
                     uint64_t Bytes, const DataLayout &Layout) {
  APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  const Value *Object = Pointer->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
  uint64_t Size = 0;
  if (auto *Local = dyn_cast<AllocaInst>(Object)) {
    auto Known = Local->getAllocationSize(Layout);
    Size = Known ? Known->getFixedValue() : 0;
  } else if (auto *Global = dyn_cast<GlobalVariable>(Object)) {
    if (Global->getValueType()->isSized() &&
        !Global->hasExternalWeakLinkage() &&
        !(What == MemoryCheck::Kind::Write && Global->isConstant()))
      Size = Layout.getTypeAllocSize(Global->getValueType());
  }
  return Bytes <= Size && Offset.ule(Size - Bytes);
}

/// What divides the address for certain.
static Align evidentAlignment(const Value *Pointer, const DataLayout &Layout) {
  auto *Step = dyn_cast<GEPOperator>(Pointer);
  if (!Step)
    return Pointer->getPointerAlignment(Layout);
  unsigned Width = Layout.getIndexTypeSizeInBits(Pointer->getType());
  MapVector<Value *, APInt> Variable;
  APInt Constant(Width, 0);
  if (!Step->collectOffset(Layout, Width, Variable, Constant))
    return Align();
  Align Known =
      commonAlignment(evidentAlignment(Step->getPointerOperand(), Layout),
                      Constant.abs().getLimitedValue());
  for (auto &[Index, Scale] : Variable)
    Known = commonAlignment(Known, Scale.abs().getLimitedValue());
  return Known;
}

/// Whether the bytes of both pointers plainly have none in common.
static bool areApart(const MemoryCheck &Check, const DataLayout &Layout) {
  auto IsEmpty = [](const Value *Size) {
    auto *Number = dyn_cast<ConstantInt>(Size);
    return Number && Number->isZero();
  };
  if (IsEmpty(Check.Size) || IsEmpty(Check.FromSize))
    return true;
  const Value *A = getUnderlyingObject(Check.Pointer, /*MaxLookup=*/0),
              *B = getUnderlyingObject(Check.From, /*MaxLookup=*/0);
  if (A != B)
    return isIdentifiedObject(A) && isIdentifiedObject(B);
  unsigned Width = Layout.getIndexTypeSizeInBits(Check.Pointer->getType());
  APInt To(Width, 0), From(Width, 0);
  if (Check.Pointer->stripAndAccumulateConstantOffsets(Layout, To, true) !=
      Check.From->stripAndAccumulateConstantOffsets(Layout, From, true))
    return false;
  if (To == From)
    return !Check.CountsSame;
  auto *Size = dyn_cast<ConstantInt>(Check.Size),
       *FromSize = dyn_cast<ConstantInt>(Check.FromSize);
  return Size && FromSize &&
         (To - From).uge(FromSize->getValue().zextOrTrunc(Width)) &&
         (From - To).uge(Size->getValue().zextOrTrunc(Width));
}

/// Whether both pointers plainly lead to different objects.
static bool areDistinct(const MemoryCheck &Check) {
  const Value *A = getUnderlyingObject(Check.Pointer, /*MaxLookup=*/0),
              *B = getUnderlyingObject(Check.From, /*MaxLookup=*/0);
  return isa<ConstantPointerNull>(A) || isa<ConstantPointerNull>(B) ||
         (A != B && isIdentifiedObject(A) && isIdentifiedObject(B));
}

/// Whether \p Call plainly finds nothing wrong.
static bool isEvident(const CallBase &Call, InitializedLocals &Locals) {
  const DataLayout &Layout = Call.getDataLayout();
  MemoryCheck Check = describeCheck(Call);
  auto *Number = dyn_cast_or_null<ConstantInt>(Check.Size);
  uint64_t Size = Number ? Number->getZExtValue() : 0;
  switch (Check.What) {
  case MemoryCheck::Kind::Free:
  case MemoryCheck::Kind::Call:
  case MemoryCheck::Kind::Leak:
  case MemoryCheck::Kind::Alive:
  case MemoryCheck::Kind::Modelled:
  case MemoryCheck::Kind::Type:
    return false;
  case MemoryCheck::Kind::Read:
  case MemoryCheck::Kind::Write:
    return Number && isInside(Check.What, Check.Pointer, Size, Layout) &&
           !ends(*getUnderlyingObject(Check.Pointer));
  case MemoryCheck::Kind::Overlap:
  case MemoryCheck::Kind::Apart:
    return areApart(Check, Layout);
  case MemoryCheck::Kind::Distinct:
    return areDistinct(Check);
  case MemoryCheck::Kind::Argument:
    if (isa<ConstantPointerNull>(Check.Pointer))
      return Call.hasFnAttr(MayBeNullName);
    // (Of what is no variable, no byte is inside.)
    return Number &&
           isInside(MemoryCheck::Kind::Read, Check.Pointer,
                    std::max<uint64_t>(Size, 1), Layout) &&
           !ends(*getUnderlyingObject(Check.Pointer));
  case MemoryCheck::Kind::Align:
    return evidentAlignment(Check.Pointer, Layout) >= Align(Size);
  case MemoryCheck::Kind::Number:
  case MemoryCheck::Kind::Pointer:
  case MemoryCheck::Kind::Other:
  case MemoryCheck::Kind::Copy:
    if (auto *G = dyn_cast<GlobalVariable>(getUnderlyingObject(Check.Pointer)))
      return isAlwaysInitialized(*G);
    return Number && Locals.isWritten(Check.Pointer, Size, Call);
  }
  llvm_unreachable("unknown check");
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Whether \p Load may read a structure to hand it over as a variable argument:
/// the type that it reads is not that of a variable or member. If it reads a
/// number after all, whoever reads the argument is asked for its content.
static bool isVariadicStructure(const LoadInst &Load) {
  auto *Store =
      Load.hasOneUse() ? dyn_cast<StoreInst>(Load.user_back()) : nullptr;
  auto *Object = Store ? dyn_cast<AllocaInst>(
                             getUnderlyingObject(Store->getPointerOperand()))
                       : nullptr;
  if (!Object || !Object->hasMetadata(VariadicObjectName))
    return false;
  const Value *Pointer = Load.getPointerOperand();
  Type *Read = nullptr;
  if (auto *Local = dyn_cast<AllocaInst>(Pointer))
    Read = Local->getAllocatedType();
  else if (auto *Global = dyn_cast<GlobalVariable>(Pointer))
    Read = Global->getValueType();
  else if (auto *Step = dyn_cast<GEPOperator>(Pointer))
    Read = Step->getResultElementType();
  return Read != Load.getType();
}

/// Whether clang reads a structure here to hand it over as a number, by the
/// names that it gives.
static bool isPassedStructure(const LoadInst &Load) {
  const Value *Pointer = Load.getPointerOperand();
  if (isVariadicStructure(Load))
    return true;
  auto *Step = dyn_cast<GEPOperator>(Pointer);
  auto *Stepped =
      Step ? dyn_cast<StructType>(Step->getSourceElementType()) : nullptr;
  if (Pointer->getName().starts_with("coerce") ||
      (Stepped && Stepped->isLiteral()) || Load.getType()->isAggregateType())
    return true;
  if (auto *Local = dyn_cast<AllocaInst>(getUnderlyingObject(Pointer));
      Local && Local->getName() == "retval" &&
      Local->getAllocatedType()->isAggregateType())
    return true;
  // Two floats are handed over as one vector.
  const Instruction *Passed = &Load;
  while (Passed->hasOneUse() &&
         isa<InsertElementInst, InsertValueInst>(Passed->user_back()))
    Passed = cast<Instruction>(Passed->user_back());
  auto *Call =
      Passed->hasOneUse() ? dyn_cast<CallBase>(Passed->user_back()) : nullptr;
  const Function *Callee = Call ? calledFunction(*Call) : nullptr;
  if (!Callee || Callee->isDeclaration() ||
      Call->isCallee(&*Passed->use_begin()))
    return false;
  unsigned Number = Call->getArgOperandNo(&*Passed->use_begin());
  return Number < Callee->arg_size() &&
         Callee->getAttributes().hasParamAttr(Number, PartOfStructureName);
}

/// Whether clang reads the unit of a bit-field here to write a part of it back.
static bool isBitFieldUpdate(const LoadInst &Load) {
  return any_of(Load.users(), [&](const User *Masked) {
    return isa<BinaryOperator>(Masked) &&
           any_of(Masked->users(), [&](const User *Joined) {
             auto *Or = dyn_cast<BinaryOperator>(Joined);
             return Or && Or->getOpcode() == Instruction::Or &&
                    any_of(Or->users(), [&](const User *Stored) {
                      auto *Store = dyn_cast<StoreInst>(Stored);
                      return Store && Store->getPointerOperand() ==
                                          Load.getPointerOperand();
                    });
           });
  });
}

/// Whether nobody wants the result that \p Load loads for the function to
/// return.
static bool isUnusedResult(const LoadInst &Load) {
  auto *Local = dyn_cast<AllocaInst>(Load.getPointerOperand());
  const Function &F = *Load.getFunction();
  return Local && Local->getName() == "retval" && F.getName() != "main" &&
         all_of(F.users(), [&](const User *By) {
           auto *Call = dyn_cast<CallBase>(By);
           return Call && calledFunction(*Call) == &F && Call->use_empty();
         });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Whether code that is not shown gets what \p Call is given.
static bool isForOthers(const CallBase &Call) {
  const CalleeKind Kind = classify(Call);
  const Function *Callee = calledFunction(Call);
  return !isLibraryModel(*Call.getFunction()) &&
         (Kind == CalleeKind::External || Kind == CalleeKind::Output) &&
         Callee && !Callee->isIntrinsic() && !isMadeByPasses(*Callee) &&
         !Callee->getName().starts_with("sooth");
}

/// Whether it is not known that calls of \p F through pointers are right: it
/// has no model, or one that needs to see the format.
static bool isUnmodelledThroughPointer(const Function &F) {
  return accessesUnmodelled(F) || ((F.isDeclaration() || isLibraryModel(F)) &&
                                   F.getName().ends_with("printf"));
}

namespace {
class Instrumentation {
public:
  Instrumentation(Module &M, const CheckMemoryOptions &Options)
      : M(M), Layout(M.getDataLayout()), Options(Options),
        HasFrees(any_of(M,
                        [](const Function &F) {
                          return classify(F) == CalleeKind::Deallocation &&
                                 !F.use_empty();
                        })),
        HasEnds(any_of(M, [](const Function &F) {
          return F.getIntrinsicID() == Intrinsic::lifetime_end &&
                 !F.use_empty();
        })) {
    for (Function &F : M)
      if (isUnmodelledThroughPointer(F) && F.hasAddressTaken())
        UnmodelledTargets.push_back(&F);
  }

  void visit(Instruction &I);
  void visitIndirectCall(CallBase &Call);
  void visitUnseenCall(CallBase &Call);
  void checkLeaks();
  bool hasChanged() const { return Changed; }

private:
  bool asks(MemoryProperty P) const { return Options.Asked.count(P); }
  void check(Instruction &Before, MemoryCheck::Kind What, Value *Pointer,
             Value *Size = nullptr);
  void check(Instruction &Before, MemoryCheck::Kind What, Value *Pointer,
             uint64_t Size);
  void access(Instruction &Before, MemoryCheck::Kind What, Value *Pointer,
              Type *T, Align Needed);
  void align(Instruction &Before, Value *Pointer, Align Needed);
  void content(LoadInst &Load);
  void content(Instruction &Before, Value *Pointer, Type *T);
  void visitCall(CallBase &Call);
  bool mayHaveEnded(const Value &Pointer) const;
  void visitTransfer(MemIntrinsic &Transfer);
  CallInst *insert(Instruction &Before, MemoryCheck::Kind What,
                   ArrayRef<Value *> Arguments);

  Module &M;
  const DataLayout &Layout;
  const CheckMemoryOptions &Options;
  /// Whether the program frees memory, and has objects that end with a block.
  const bool HasFrees, HasEnds;
  /// Functions without a model that calls through pointers may lead to.
  SmallVector<Function *> UnmodelledTargets;
  bool Changed = false;
};
} // namespace

CallInst *Instrumentation::insert(Instruction &Before, MemoryCheck::Kind What,
                                  ArrayRef<Value *> Arguments) {
  IRBuilder<> Builder(&Before);
  SmallVector<Type *, 2> Types;
  for (Value *Argument : Arguments)
    Types.push_back(Argument->getType());
  FunctionCallee Check = M.getOrInsertFunction(
      checkName(What),
      What == MemoryCheck::Kind::Leak
          ? FunctionType::get(Builder.getVoidTy(), true)
          : FunctionType::get(Builder.getVoidTy(), Types, false));
  CallInst *Asks = Builder.CreateCall(Check, Arguments);
  if (isa<LoadInst, StoreInst>(Before))
    copyEffectiveType(Before, *Asks);
  copyOperation(Before, *Asks);
  Changed = true;
  return Asks;
}

void Instrumentation::check(Instruction &Before, MemoryCheck::Kind What,
                            Value *Pointer, Value *Size) {
  if (Pointer->getType()->getPointerAddressSpace() != 0)
    return;
  SmallVector<Value *, 2> Arguments{Pointer};
  if (Size)
    Arguments.push_back(IRBuilder<>(&Before).CreateZExtOrTrunc(
        Size, Type::getInt64Ty(M.getContext())));
  auto *Number = dyn_cast_or_null<ConstantInt>(Size);
  bool IsAccess =
      What == MemoryCheck::Kind::Read || What == MemoryCheck::Kind::Write;
  if (!IsAccess || !Number ||
      !isInside(What, Pointer, Number->getZExtValue(), Layout))
    insert(Before, What, Arguments);
}

void Instrumentation::check(Instruction &Before, MemoryCheck::Kind What,
                            Value *Pointer, uint64_t Size) {
  check(Before, What, Pointer,
        ConstantInt::get(Type::getInt64Ty(M.getContext()), Size));
}

void Instrumentation::access(Instruction &Before, MemoryCheck::Kind What,
                             Value *Pointer, Type *T, Align Needed) {
  if (asks(MemoryProperty::Access))
    check(Before, What, Pointer, Layout.getTypeStoreSize(T).getKnownMinValue());
  align(Before, Pointer, Needed);
}

void Instrumentation::align(Instruction &Before, Value *Pointer, Align Needed) {
  if (asks(MemoryProperty::Alignment) &&
      evidentAlignment(Pointer, Layout) < Needed)
    check(Before, MemoryCheck::Kind::Align, Pointer, Needed.value());
}

void Instrumentation::content(Instruction &Before, Value *Pointer, Type *T) {
  if (asks(MemoryProperty::Uninitialized))
    check(Before,
          T->isIntegerTy()   ? MemoryCheck::Kind::Number
          : T->isPointerTy() ? MemoryCheck::Kind::Pointer
                             : MemoryCheck::Kind::Other,
          Pointer, Layout.getTypeStoreSize(T).getKnownMinValue());
}

void Instrumentation::content(LoadInst &Load) {
  if (!asks(MemoryProperty::Uninitialized) || isBitFieldUpdate(Load) ||
      isUnusedResult(Load) || yieldsInput(Load))
    return;
  if (isPassedStructure(Load))
    check(Load, MemoryCheck::Kind::Copy, Load.getPointerOperand(),
          Layout.getTypeStoreSize(Load.getType()).getKnownMinValue());
  else
    content(Load, Load.getPointerOperand(), Load.getType());
}

void Instrumentation::visitTransfer(MemIntrinsic &Transfer) {
  auto *Copy = dyn_cast<MemTransferInst>(&Transfer);
  if (asks(MemoryProperty::Access)) {
    check(Transfer, MemoryCheck::Kind::Write, Transfer.getRawDest(),
          Transfer.getLength());
    if (Copy)
      check(Transfer, MemoryCheck::Kind::Read, Copy->getRawSource(),
            Copy->getLength());
    if (auto *Apart = dyn_cast<MemCpyInst>(&Transfer)) {
      checkOverlap(*Apart, MemoryCheck::Kind::Overlap);
      Changed = true;
    }
  }
  if (asks(MemoryProperty::Uninitialized) && Copy)
    check(Transfer, MemoryCheck::Kind::Copy, Copy->getRawSource(),
          Copy->getLength());
}

void Instrumentation::visitCall(CallBase &Call) {
  if (!asks(MemoryProperty::Access))
    return;
  if (classify(Call) == CalleeKind::Deallocation)
    check(Call, MemoryCheck::Kind::Free, Call.getArgOperand(0));
  if (classify(Call) == CalleeKind::Indirect) {
    check(Call, MemoryCheck::Kind::Call, Call.getCalledOperand());
    visitIndirectCall(Call);
  }
  if (isForOthers(Call))
    visitUnseenCall(Call);
}

/// It may lead to functions of the library.
void Instrumentation::visitIndirectCall(CallBase &Call) {
  for (Function *F : UnmodelledTargets) {
    IRBuilder<> Builder(&Call);
    Value *IsCalled = Builder.CreateICmpEQ(Call.getCalledOperand(), F);
    Value *IsWrong = mayBeCalledWrongly(
        Builder, (F->getName() + " through a pointer").str());
    insert(Call, MemoryCheck::Kind::Modelled,
           {Builder.CreateAnd(IsCalled, IsWrong)})
        ->addFnAttr(Attribute::get(M.getContext(), CalleeName, F->getName()));
  }
}

/// Whether \p Object is stdin, stdout or stderr, which lead to open streams.
static bool isOpenStream(const Value &Object) {
  auto *Load = dyn_cast<LoadInst>(&Object);
  return Load && isStandardStreamName(Load->getPointerOperand()->getName());
}

/// Whether what \p Pointer leads to may have ended before, as far as can be
/// seen.
bool Instrumentation::mayHaveEnded(const Value &Pointer) const {
  if (!Pointer.getType()->isPointerTy() ||
      Pointer.getType()->getPointerAddressSpace() != 0)
    return false;
  const Value *Object = getUnderlyingObject(&Pointer);
  if (isa<AllocaInst>(Object))
    return ends(*Object);
  return !isa<Constant>(Object) && !isOpenStream(*Object) &&
         (HasFrees || HasEnds);
}

/// It may use all that it is given.
void Instrumentation::visitUnseenCall(CallBase &Call) {
  const Function &Callee = *calledFunction(Call);
  auto Note = [&](CallInst &Check, StringRef Argument) {
    LLVMContext &Context = M.getContext();
    Check.addFnAttr(Attribute::get(Context, CalleeName, Callee.getName()));
    Check.addFnAttr(Attribute::get(Context, ArgumentName, Argument));
  };
  for (unsigned I = 0; I < Call.arg_size(); ++I)
    if (!Call.isByValArgument(I) && mayHaveEnded(*Call.getArgOperand(I)))
      Note(*insert(Call, MemoryCheck::Kind::Alive, {Call.getArgOperand(I)}),
           I < Callee.arg_size() ? nameOfParameter(Callee, I)
                                 : std::to_string(I + 1));
  if (!accessesUnmodelled(Callee) && Callee.getName() != UnknownFormatName)
    return;
  IRBuilder<> Builder(&Call);
  Value *IsWrong = mayBeCalledWrongly(Builder, Callee.getName());
  Note(*insert(Call, MemoryCheck::Kind::Modelled, {IsWrong}), "");
}

void Instrumentation::visit(Instruction &I) {
  constexpr auto Read = MemoryCheck::Kind::Read,
                 Write = MemoryCheck::Kind::Write;
  if (auto Whole = wholeVector(I))
    align(I, Whole->Address, Whole->Needed);
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    access(I, Read, Load->getPointerOperand(), Load->getType(),
           Load->getAlign());
    return content(*Load);
  }
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return access(I, Write, Store->getPointerOperand(),
                  Store->getValueOperand()->getType(), Store->getAlign());
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I)) {
    access(I, Write, I.getOperand(0), I.getOperand(1)->getType(), Align());
    return content(I, I.getOperand(0), I.getOperand(1)->getType());
  }
  if (auto *Transfer = dyn_cast<MemIntrinsic>(&I))
    return visitTransfer(*Transfer);
  if (auto *Call = dyn_cast<CallBase>(&I))
    visitCall(*Call);
}

/// Whether \p Pointer leads into a variable that has pointers by its type.
static bool isInPointers(const Value *Pointer) {
  const Value *Object = getUnderlyingObject(Pointer);
  auto *G = dyn_cast<GlobalVariable>(Object);
  auto *Local = dyn_cast<AllocaInst>(Object);
  return G       ? mayHavePointers(*G->getValueType())
         : Local ? mayHavePointers(*Local->getAllocatedType())
                 : false;
}

/// Whether \p Pointer leads into a global that has no pointers by its type.
static bool isInNumbers(const Value *Pointer) {
  auto *G = dyn_cast<GlobalVariable>(getUnderlyingObject(Pointer));
  return G && !mayHavePointers(*G->getValueType());
}

/// Whether \p Number is a part of a pointer that is read as a number.
static bool isPartOfPointer(const Value *Number) {
  auto *Load = dyn_cast<LoadInst>(Number);
  if (!Load || !Load->getType()->isIntegerTy())
    return false;
  auto *Local =
      dyn_cast<AllocaInst>(getUnderlyingObject(Load->getPointerOperand()));
  return Local && Local->getAllocatedType()->isPointerTy();
}

/// Whether \p F stores a number that is an address, or bytes of one, in memory
/// that is no local variable.
static bool keepsAddressesAsNumbers(const Function &F) {
  return !isLibraryModel(F) &&
         any_of(instructions(F), [](const Instruction &I) {
           if (auto *Copy = dyn_cast<MemTransferInst>(&I))
             return isInNumbers(Copy->getRawDest()) &&
                    isInPointers(Copy->getRawSource());
           auto *Store = dyn_cast<StoreInst>(&I);
           return Store &&
                  (isa<PtrToIntInst>(Store->getValueOperand()) ||
                   isPartOfPointer(Store->getValueOperand())) &&
                  !isa<AllocaInst>(
                      getUnderlyingObject(Store->getPointerOperand()));
         });
}

/// Pointers in globals hold what they point to when the program ends. When main
/// calls exit, its locals do so, too; of other functions nobody knows what
/// their callers hold.
void Instrumentation::checkLeaks() {
  Function *Entry = M.getFunction(Options.Entry);
  bool Allocates = any_of(M.functions(), [](const Function &F) {
    return classify(F) == CalleeKind::Allocation && !F.use_empty();
  });
  if (!asks(MemoryProperty::Leak) || Options.Entry != "main" || !Entry ||
      !Allocates)
    return;
  SmallVector<Value *> Globals, All;
  for (GlobalVariable &G : M.globals())
    if (!G.isConstant() && !G.getName().starts_with("llvm.") &&
        mayHavePointers(*G.getValueType()))
      Globals.push_back(&G);
  const bool KeepsNumbers = any_of(M, keepsAddressesAsNumbers);
  auto Check = [&](Instruction &Before, ArrayRef<Value *> Roots) {
    CallInst *Call = insert(Before, MemoryCheck::Kind::Leak, Roots);
    if (KeepsNumbers)
      Call->addFnAttr(Attribute::get(M.getContext(), KeepsNumbersName));
  };
  All = Globals;
  for (Instruction &I : Entry->getEntryBlock())
    if (auto *Local = dyn_cast<AllocaInst>(&I);
        Local && mayHavePointers(*Local->getAllocatedType()))
      All.push_back(Local);
  for (BasicBlock &Block : *Entry)
    for (Instruction &I : make_early_inc_range(Block)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (isa<ReturnInst>(I))
        Check(I, Globals);
      else if (Call && classify(*Call) == CalleeKind::Exit &&
               calledFunction(*Call)->getName() == "exit")
        Check(I, All);
    }
}

/// Models of the C library ask about accesses themselves.
static void dropChecksOfModels(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Call = dyn_cast<CallBase>(&I);
          Call && classify(*Call) == CalleeKind::MemoryCheck &&
          !Call->hasFnAttr(CalleeName))
        Call->eraseFromParent();
}

PreservedAnalyses CheckMemoryPass::run(Module &M, ModuleAnalysisManager &) {
  Instrumentation Pass(M, Options);
  if (!Options.Asked.count(MemoryProperty::Access))
    dropChecksOfModels(M);
  SmallVector<Instruction *> All;
  for (Function &F : M)
    if (!F.hasFnAttribute(UncheckedName) &&
        !(isSummarized(F) && F.getName() != Options.Entry))
      for (Instruction &I : instructions(F))
        All.push_back(&I);
  for (Instruction *I : All)
    Pass.visit(*I);
  Pass.checkLeaks();
  if (!Pass.hasChanged())
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}

/// Whether the instructions right before \p Free ask about it.
static bool isAskedAbout(const CallBase &Free) {
  for (const Instruction *I = Free.getPrevNode(); I; I = I->getPrevNode()) {
    auto *Call = dyn_cast<CallBase>(I);
    if (!Call || classify(*Call) != CalleeKind::MemoryCheck)
      continue;
    MemoryCheck Check = describeCheck(*Call);
    if (Check.What == MemoryCheck::Kind::Free &&
        Check.Pointer == Free.getArgOperand(0))
      return true;
  }
  return false;
}

bool checkResolvedFrees(Module &M) {
  SmallVector<CallBase *> Found;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I);
          Call && classify(*Call) == CalleeKind::Deallocation &&
          !isAskedAbout(*Call))
        Found.push_back(Call);
  for (CallBase *Free : Found) {
    IRBuilder<> Builder(Free);
    Value *Pointer = Free->getArgOperand(0);
    FunctionCallee Check =
        M.getOrInsertFunction(checkName(MemoryCheck::Kind::Free),
                              Builder.getVoidTy(), Pointer->getType());
    copyOperation(*Free, *Builder.CreateCall(Check, {Pointer}));
  }
  return !Found.empty();
}

bool checkGivenToTargets(Module &M, const CheckMemoryOptions &Options) {
  Instrumentation Pass(M, Options);
  SmallVector<CallBase *> Calls;
  for (Function &F : M)
    if (!F.hasFnAttribute(UncheckedName) &&
        !(isSummarized(F) && F.getName() != Options.Entry))
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallBase>(&I))
          if (const Function *Callee = calledFunction(*Call);
              Callee && isThroughPointer(*Callee))
            Calls.push_back(Call);
  for (CallBase *Call : Calls)
    Pass.visitUnseenCall(*Call);
  return Pass.hasChanged();
}

static bool dropChecks(Function &F,
                       function_ref<bool(const CallBase &)> IsUnneeded) {
  SmallVector<CallBase *> Unneeded;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && classify(*Call) == CalleeKind::MemoryCheck && IsUnneeded(*Call))
      Unneeded.push_back(Call);
  for (CallBase *Call : Unneeded)
    Call->eraseFromParent();
  return !Unneeded.empty();
}

bool dropEvidentChecks(Function &F) {
  InitializedLocals Locals(F.getDataLayout());
  return dropChecks(
      F, [&](const CallBase &Call) { return isEvident(Call, Locals); });
}

void dropCopyMarks(Function &F) {
  dropChecks(F, [](const CallBase &Call) {
    return describeCheck(Call).What == MemoryCheck::Kind::Copy &&
           !isa<LoadInst>(Call.getNextNode());
  });
}

} // namespace sooth
