//===- ContractClauses.cpp - The clauses of functions as code -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractClauses.h"

#include "Base/Contracts.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace sooth {

Function *declareCondition(Module &M, StringRef Name) {
  LLVMContext &Context = M.getContext();
  return cast<Function>(M.getOrInsertFunction(Name, Type::getVoidTy(Context),
                                              Type::getInt1Ty(Context))
                            .getCallee());
}

/// Whether \p Call is one that a macro of sooth.h makes.
static bool isMark(const CallBase &Call, StringRef Name) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->isDeclaration() && Callee->getName() == Name;
}

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

class ContractClauses::Finder {
public:
  explicit Finder(Function &F) : F(F), Dominators(F), Contract(F) {}
  Expected<ContractClauses> run();

private:
  void sort(CallInst &Call);
  bool setsVariable() const;
  Error pairClauses();
  Error pairOlds();
  CallInst *nearest(ArrayRef<CallInst *> Begins, const Instruction &End) const;
  Clause *around(const CallInst &Call, Clause::Kind What);
  bool isBetween(const CodeBetween &Code, const CallInst &Call) const {
    return Dominators.dominates(Code.Begin, &Call) &&
           isPotentiallyReachable(&Call, Code.End, nullptr, &Dominators);
  }

  Function &F;
  DominatorTree Dominators;
  ContractClauses Contract;
  SmallVector<CallInst *> Begins, Ends, OldBegins, OldEnds, Results, Places;
};

void ContractClauses::Finder::sort(CallInst &Call) {
  if (isMark(Call, ClauseBeginName))
    Begins.push_back(&Call);
  else if (isMark(Call, RequiresName) || isMark(Call, EnsuresName) ||
           isMark(Call, AssignsName))
    Ends.push_back(&Call);
  else if (isMark(Call, AssignedName))
    Places.push_back(&Call);
  else if (isMark(Call, OldBeginName))
    OldBegins.push_back(&Call);
  else if (isMark(Call, OldEndName))
    OldEnds.push_back(&Call);
  else if (isMark(Call, ResultName))
    Results.push_back(&Call);
}

/// The last of \p Begins on all ways to \p End.
CallInst *ContractClauses::Finder::nearest(ArrayRef<CallInst *> Begins,
                                           const Instruction &End) const {
  CallInst *Nearest = nullptr;
  for (CallInst *Begin : Begins)
    if (Dominators.dominates(Begin, &End) &&
        (!Nearest || Dominators.dominates(Nearest, Begin)))
      Nearest = Begin;
  return Nearest;
}

Error ContractClauses::Finder::pairClauses() {
  for (CallInst *End : Ends) {
    CallInst *Begin = nearest(Begins, *End);
    const bool IsOfPlaces = isMark(*End, AssignsName);
    if (!Begin || End->arg_size() != (IsOfPlaces ? 0 : 1) ||
        (!IsOfPlaces && !End->getArgOperand(0)->getType()->isIntegerTy(1)))
      return createStringError("a clause that is not one of <sooth.h> in '" +
                               F.getName() + "'");
    Contract.All.push_back({IsOfPlaces ? Clause::Kind::Assigns
                            : isMark(*End, RequiresName)
                                ? Clause::Kind::Requires
                                : Clause::Kind::Ensures,
                            {Begin, End},
                            {},
                            {}});
  }
  for (Clause &C : Contract.All)
    C.IsLast = none_of(Ends, [&](CallInst *Other) {
      return isPotentiallyReachable(C.Code.End->getNextNode(), Other);
    });
  return Error::success();
}

Clause *ContractClauses::Finder::around(const CallInst &Call,
                                        Clause::Kind What) {
  auto It = find_if(Contract.All, [&](const Clause &C) {
    return C.What == What && isBetween(C.Code, Call) &&
           nearest(Begins, Call) == C.Code.Begin;
  });
  return It == Contract.All.end() ? nullptr : &*It;
}

Error ContractClauses::Finder::pairOlds() {
  for (CallInst *End : OldEnds) {
    auto Begin = find_if(OldBegins, [&](CallInst *B) {
      return B->getArgOperand(0) == End->getArgOperand(0);
    });
    Clause *In = around(*End, Clause::Kind::Ensures);
    if (Begin == OldBegins.end() || !In ||
        any_of(In->Olds, [&](const CodeBetween &Other) {
          return isBetween(Other, **Begin) ||
                 isBetween({*Begin, End}, *Other.Begin);
        }))
      return createStringError("sooth_old() outside of sooth_ensures(), or in "
                               "another one, in '" +
                               F.getName() + "'");
    In->Olds.push_back({*Begin, End});
  }
  return Error::success();
}

/// Whether \p V is a parameter, perhaps as the type that it has in memory.
static bool isParameter(const Value *V) {
  while (auto *Cast = dyn_cast<CastInst>(V))
    V = Cast->getOperand(0);
  return isa<Argument>(V);
}

/// Whether a variable gets a value before a clause: where the function returns,
/// it would have another one.
bool ContractClauses::Finder::setsVariable() const {
  return any_of(instructions(F), [&](const Instruction &I) {
    auto *Store = dyn_cast<StoreInst>(&I);
    const bool IsChange = (Store && !isParameter(Store->getValueOperand())) ||
                          isa<MemIntrinsic>(I);
    return IsChange &&
           any_of(Ends,
                  [&](const CallInst *End) {
                    return isPotentiallyReachable(&I, End, nullptr,
                                                  &Dominators);
                  }) &&
           none_of(Contract.All, [&](const Clause &C) {
             return Dominators.dominates(C.Code.Begin, &I) &&
                    isPotentiallyReachable(&I, C.Code.End, nullptr,
                                           &Dominators) &&
                    nearest(Begins, I) == C.Code.Begin;
           });
  });
}

static bool returnsResultOf(const Function &F, uint64_t Bytes) {
  const DataLayout &Layout = F.getDataLayout();
  Type *T =
      F.hasStructRetAttr() ? F.getParamStructRetType(0) : F.getReturnType();
  if (T->isVoidTy())
    return false;
  const uint64_t Has = Layout.getTypeStoreSize(T);
  // Of a structure in registers, the rest of the last one means nothing.
  return Has == Bytes || Layout.getTypeAllocSize(T) == Bytes ||
         (!F.hasStructRetAttr() && Bytes < Has && Bytes + 8 > Has &&
          !T->isPointerTy() && Bytes > 8);
}

Expected<ContractClauses> ContractClauses::Finder::run() {
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      sort(*Call);
  if (Error E = pairClauses())
    return std::move(E);
  if (Error E = pairOlds())
    return std::move(E);
  for (CallInst *Place : Places) {
    Clause *In = around(*Place, Clause::Kind::Assigns);
    if (!In || Place->arg_size() != 2)
      return createStringError("a clause that is not one of <sooth.h> in '" +
                               F.getName() + "'");
    In->Places.push_back(Place);
  }
  for (CallInst *Result : Results) {
    auto *Size = dyn_cast<ConstantInt>(Result->getArgOperand(0));
    if (!around(*Result, Clause::Kind::Ensures))
      return createStringError(
          "sooth_result() outside of sooth_ensures() in '" + F.getName() + "'");
    if (!Size || !returnsResultOf(F, Size->getZExtValue()))
      return createStringError("sooth_result() of another type than what '" +
                               F.getName() + "' returns");
  }
  if (Contract.count(Clause::Kind::Ensures) > 0 && setsVariable())
    return createStringError("a variable is set before or between the clauses "
                             "of '" +
                             F.getName() + "'");
  if (F.isVarArg() && !Contract.All.empty())
    return createStringError("clauses in the variadic function '" +
                             F.getName() + "'");
  return std::move(Contract);
}

Expected<std::vector<ContractClauses>> ContractClauses::find(Module &M) {
  std::vector<ContractClauses> Found;
  if (none_of(
          ArrayRef<StringLiteral>{ClauseBeginName, ResultName, OldBeginName},
          [&](StringRef Name) { return M.getFunction(Name); }))
    return Found;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    Expected<ContractClauses> Contract = Finder(F).run();
    if (!Contract)
      return Contract.takeError();
    if (!Contract->All.empty())
      Found.push_back(std::move(*Contract));
  }
  return Found;
}

Expected<ContractClauses> ContractClauses::of(Function &F) {
  return Finder(F).run();
}

/// What a function may change whatever it says: the place of its result, and
/// what it is given by value.
static SmallVector<std::pair<Argument *, Type *>> ownArguments(Function &F) {
  SmallVector<std::pair<Argument *, Type *>> Own;
  for (Argument &A : F.args())
    if (A.hasStructRetAttr())
      Own.emplace_back(&A, A.getParamStructRetType());
    else if (A.hasByValAttr())
      Own.emplace_back(&A, A.getParamByValType());
  return Own;
}

unsigned ContractClauses::countPlaces() const {
  unsigned Count = ownArguments(*F).size();
  for (const Clause &C : All)
    Count += C.Places.size();
  return Count;
}

unsigned ContractClauses::count(Clause::Kind What) const {
  return count_if(All, [&](const Clause &C) { return C.What == What; });
}

SmallVector<const DILocation *, 4>
ContractClauses::places(Clause::Kind What) const {
  SmallVector<const DILocation *, 4> Places;
  for (const Clause &C : All)
    if (C.What == What)
      Places.push_back(C.Code.End->getDebugLoc().get());
  return Places;
}

static AllocaInst *valueOf(const CodeBetween &Old) {
  return cast<AllocaInst>(Old.End->getArgOperand(1));
}

SmallVector<Type *> ContractClauses::oldTypes() const {
  SmallVector<Type *> Types;
  for (const Clause &C : All)
    for (const CodeBetween &Old : C.Olds)
      Types.push_back(valueOf(Old)->getAllocatedType());
  return Types;
}

//===----------------------------------------------------------------------===//
// Copying
//===----------------------------------------------------------------------===//

/// Control goes on at \p Next instead of at \p From.
static void jump(Instruction &From, BasicBlock &Next) {
  BasicBlock *Head = From.getParent();
  SplitBlock(Head, &From);
  ReplaceInstWithInst(Head->getTerminator(), BranchInst::Create(&Next));
}

static BasicBlock *splitAfter(Instruction &I) {
  return SplitBlock(I.getParent(), I.getNextNode());
}

static void copyValue(IRBuilder<> &Builder, const AllocaInst &Of, Value *To,
                      Value *From) {
  Type *T = Of.getAllocatedType();
  if (T->isSingleValueType())
    Builder.CreateStore(Builder.CreateLoad(T, From), To);
  else
    Builder.CreateMemCpy(To, Of.getAlign(), From, Of.getAlign(),
                         Of.getDataLayout().getTypeAllocSize(T));
}

/// A copy of a function with clauses.
class ContractClauses::Copy {
public:
  /// It returns \p AtEnd after the last clause.
  Copy(const ContractClauses &Of, const Twine &Name, Type *Result,
       unsigned MorePlaces, uint64_t AtEnd = 0);
  /// What it does with clauses of a kind; all others are passed.
  void evaluate(Clause::Kind What);
  void putOldValues(unsigned FirstPlace);
  void takeOldValues(unsigned FirstPlace);
  void setResult(Value *Place);
  void askAboutPlaces(FunctionCallee IsAllowed);
  Expected<Function *> finish();

  Function *New;

private:
  BasicBlock *returning(uint64_t Number);
  BasicBlock *after(Clause &C);
  Argument *place(unsigned Number) const {
    return New->getArg(unsigned(F.arg_size()) + Number);
  }

  Function &F;
  const uint64_t AtEnd;
  SmallVector<Clause, 4> Clauses;
  SmallVector<CallInst *> Results;
};

ContractClauses::Copy::Copy(const ContractClauses &Of, const Twine &Name,
                            Type *Result, unsigned MorePlaces, uint64_t AtEnd)
    : F(*Of.F), AtEnd(AtEnd) {
  LLVMContext &Context = F.getContext();
  SmallVector<Type *> Types(F.getFunctionType()->params());
  Types.append(MorePlaces, PointerType::getUnqual(Context));
  New = Function::Create(FunctionType::get(Result, Types, /*isVarArg=*/false),
                         GlobalValue::InternalLinkage, Name, *F.getParent());
  ValueToValueMapTy Copies;
  for (auto [Old, Own] : zip_first(F.args(), New->args())) {
    Own.setName(Old.getName());
    Copies[&Old] = &Own;
  }
  SmallVector<ReturnInst *> Returns;
  CloneFunctionInto(New, &F, Copies, CloneFunctionChangeType::LocalChangesOnly,
                    Returns);
  New->setLinkage(GlobalValue::InternalLinkage);
  New->setComdat(nullptr);
  New->setAttributes(AttributeList());
  New->addFnAttr(OfContractName);
  for (ReturnInst *Return : Returns)
    ReplaceInstWithInst(
        Return,
        ReturnInst::Create(Context, Result->isVoidTy()
                                        ? nullptr
                                        : ConstantInt::get(Result, AtEnd)));
  auto Mapped = [&](const CodeBetween &Code) {
    return CodeBetween{cast<CallInst>(Copies[Code.Begin]),
                       cast<CallInst>(Copies[Code.End])};
  };
  for (const Clause &C : Of.All) {
    Clause Own{C.What, Mapped(C.Code), {}, {}, C.IsLast};
    for (CallInst *Place : C.Places)
      Own.Places.push_back(cast<CallInst>(Copies[Place]));
    for (const CodeBetween &Old : C.Olds)
      Own.Olds.push_back(Mapped(Old));
    Clauses.push_back(std::move(Own));
  }
  for (Instruction &I : instructions(New))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && isMark(*Call, ResultName))
      Results.push_back(Call);
}

BasicBlock *ContractClauses::Copy::returning(uint64_t Number) {
  auto *Block = BasicBlock::Create(New->getContext(), "end", New);
  Type *T = New->getReturnType();
  ReturnInst::Create(New->getContext(),
                     T->isVoidTy() ? nullptr : ConstantInt::get(T, Number),
                     Block);
  return Block;
}

/// Where control comes after a clause.
BasicBlock *ContractClauses::Copy::after(Clause &C) {
  BasicBlock *Rest = splitAfter(*C.Code.End);
  return C.IsLast ? returning(AtEnd) : Rest;
}

void ContractClauses::Copy::evaluate(Clause::Kind What) {
  uint64_t Number = 0;
  for (Clause &C : Clauses) {
    BasicBlock *Next = after(C);
    if (C.What != What) {
      jump(*C.Code.Begin, *Next);
      continue;
    }
    Instruction *Jump = C.Code.End->getParent()->getTerminator();
    IRBuilder<> Builder(Jump);
    Builder.SetCurrentDebugLocation(C.Code.End->getDebugLoc());
    Builder.CreateCondBr(C.condition(), Next, returning(++Number))
        ->setMetadata(LLVMContext::MD_nosanitize,
                      MDNode::get(New->getContext(), {}));
    Jump->eraseFromParent();
  }
}

/// They are read instead of evaluated.
void ContractClauses::Copy::putOldValues(unsigned FirstPlace) {
  for (Clause &C : Clauses)
    for (const CodeBetween &Old : C.Olds) {
      BasicBlock *Rest = splitAfter(*Old.End);
      auto *Known = BasicBlock::Create(New->getContext(), "old", New, Rest);
      IRBuilder<> Builder(Known);
      Builder.SetCurrentDebugLocation(Old.Begin->getDebugLoc());
      copyValue(Builder, *valueOf(Old), valueOf(Old), place(FirstPlace++));
      Builder.CreateBr(Rest);
      jump(*Old.Begin, *Known);
    }
}

/// They are evaluated and nothing else.
void ContractClauses::Copy::takeOldValues(unsigned FirstPlace) {
  unsigned Place = FirstPlace;
  for (Clause &C : Clauses) {
    BasicBlock *Next = after(C);
    unsigned Own = Place += unsigned(C.Olds.size());
    for (const CodeBetween &Old : reverse(C.Olds)) {
      splitAfter(*Old.End);
      BasicBlock *Taken = Old.End->getParent();
      IRBuilder<> Builder(Taken->getTerminator());
      Builder.SetCurrentDebugLocation(Old.End->getDebugLoc());
      copyValue(Builder, *valueOf(Old), place(--Own), valueOf(Old));
      Builder.CreateBr(Next);
      Taken->getTerminator()->eraseFromParent();
      Next = SplitBlock(Old.Begin->getParent(), Old.Begin);
    }
    jump(*C.Code.Begin, *Next);
  }
}

void ContractClauses::Copy::askAboutPlaces(FunctionCallee IsAllowed) {
  for (Clause &C : Clauses) {
    BasicBlock *Next = after(C);
    if (C.What != Clause::Kind::Assigns) {
      jump(*C.Code.Begin, *Next);
      continue;
    }
    C.Code.End->getParent()->getTerminator()->setSuccessor(0, Next);
    for (CallInst *Place : C.Places) {
      BasicBlock *Rest = splitAfter(*Place);
      Instruction *Jump = Place->getParent()->getTerminator();
      IRBuilder<> Builder(Jump);
      Builder.SetCurrentDebugLocation(Place->getDebugLoc());
      Value *Size = Builder.CreateZExtOrTrunc(Place->getArgOperand(1),
                                              Builder.getInt64Ty());
      Builder.CreateCondBr(
          Builder.CreateCall(IsAllowed, {Place->getArgOperand(0), Size}), Rest,
          returning(0));
      Jump->eraseFromParent();
    }
  }
}

void ContractClauses::Copy::setResult(Value *Place) {
  for (CallInst *Result : Results)
    Result->replaceAllUsesWith(Place);
}

static bool isLocal(const Value *Pointer) {
  return isa<AllocaInst>(getUnderlyingObject(Pointer, /*MaxLookup=*/0));
}

/// Whether \p I changes nothing that outlives it, but may end the run.
static bool isHarmless(const Instruction &I,
                       const SmallPtrSetImpl<const Value *> &Places) {
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return isLocal(Store->getPointerOperand()) ||
           Places.contains(Store->getPointerOperand());
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return !I.mayWriteToMemory();
  if (auto *Transfer = dyn_cast<MemIntrinsic>(Call))
    return isLocal(Transfer->getRawDest()) ||
           Places.contains(Transfer->getRawDest());
  const Function *Callee = calledFunction(*Call);
  return isa<IntrinsicInst>(Call) || classify(*Call) == CalleeKind::Operation ||
         (Callee && Callee->hasFnAttribute(OfContractName));
}

Expected<Function *> ContractClauses::Copy::finish() {
  EliminateUnreachableBlocks(*New);
  SmallVector<CallInst *> Marks;
  for (Instruction &I : instructions(New))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (any_of(ArrayRef<StringLiteral>{ClauseBeginName, RequiresName,
                                         EnsuresName, AssignsName, AssignedName,
                                         ResultName, OldBeginName, OldEndName},
                 [&](StringRef Name) { return isMark(*Call, Name); }))
        Marks.push_back(Call);
  for (CallInst *Mark : Marks)
    Mark->eraseFromParent();
  SmallPtrSet<const Value *, 4> Places;
  for (size_t I = F.arg_size(); I < New->arg_size(); ++I)
    Places.insert(New->getArg(unsigned(I)));
  for (const Instruction &I : instructions(New))
    if (!isHarmless(I, Places))
      return createStringError("a call or a change of memory before or in a "
                               "clause in '" +
                               F.getName() + "'");
  return New;
}

Expected<Function *> ContractClauses::makeCondition(Clause::Kind What) const {
  const bool IsAtEnd = What == Clause::Kind::Ensures;
  const unsigned Places = IsAtEnd ? 1 + unsigned(oldTypes().size()) : 0;
  Copy New(*this, F->getName() + (IsAtEnd ? ".ensures" : ".requires"),
           Type::getInt32Ty(F->getContext()), Places);
  if (IsAtEnd) {
    New.putOldValues(1);
    New.setResult(New.New->getArg(unsigned(F->arg_size())));
  }
  New.evaluate(What);
  return New.finish();
}

Expected<Function *> ContractClauses::makeOldValues() const {
  Copy New(*this, F->getName() + ".old", Type::getVoidTy(F->getContext()),
           unsigned(oldTypes().size()));
  New.takeOldValues(0);
  return New.finish();
}

Expected<Function *>
ContractClauses::makePlacesCheck(FunctionCallee IsAllowed) const {
  Copy New(*this, F->getName() + ".assigns", Type::getInt1Ty(F->getContext()),
           0, /*AtEnd=*/1);
  New.askAboutPlaces(IsAllowed);
  return New.finish();
}

void ContractClauses::remove(RunsBegin Where) {
  Module &M = *F->getParent();
  bool HasPlaces = false;
  for (Clause &C : All) {
    const bool IsAssumed =
        C.What == Clause::Kind::Requires && Where == RunsBegin::Here;
    if (!IsAssumed && C.What != Clause::Kind::Assigns) {
      jump(*C.Code.Begin, *splitAfter(*C.Code.End));
      continue;
    }
    if (IsAssumed)
      IRBuilder<>(C.Code.End)
          .CreateCall(declareCondition(M, ContinueIfName), {C.condition()});
    for (CallInst *Place : C.Places)
      Place->setCalledFunction(
          M.getOrInsertFunction(PlaceName, Place->getFunctionType()));
    HasPlaces |= C.What == Clause::Kind::Assigns;
    C.Code.Begin->eraseFromParent();
    C.Code.End->eraseFromParent();
  }
  EliminateUnreachableBlocks(*F);
  if (!HasPlaces)
    return;
  IRBuilder<> Builder(&*F->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  const DataLayout &Layout = F->getDataLayout();
  Type *Size = Layout.getIntPtrType(F->getContext());
  FunctionCallee Place = M.getOrInsertFunction(PlaceName, Builder.getVoidTy(),
                                               Builder.getPtrTy(), Size);
  for (auto [A, T] : ownArguments(*F))
    Builder.CreateCall(Place,
                       {A, ConstantInt::get(Size, Layout.getTypeAllocSize(T))});
}

void dropChecks(Function &F) {
  F.addFnAttr(UncheckedName);
  SmallVector<BasicBlock *> Traps;
  for (BasicBlock &B : F)
    if (any_of(B, [](const Instruction &I) {
          auto *Call = dyn_cast<IntrinsicInst>(&I);
          return Call && Call->getIntrinsicID() == Intrinsic::ubsantrap;
        }))
      Traps.push_back(&B);
  for (BasicBlock *Trap : Traps)
    for (BasicBlock *Before : SmallVector<BasicBlock *>(predecessors(Trap)))
      if (auto *Branch = dyn_cast<BranchInst>(Before->getTerminator());
          Branch && Branch->isConditional()) {
        const unsigned Kept = Branch->getSuccessor(0) == Trap ? 1 : 0;
        ReplaceInstWithInst(Branch,
                            BranchInst::Create(Branch->getSuccessor(Kept)));
      }
  EliminateUnreachableBlocks(F);
}

} // namespace sooth
