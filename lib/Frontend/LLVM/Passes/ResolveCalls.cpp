//===- ResolveCalls.cpp - Calls through pointers become direct ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions whose address is taken get numbers from 1 on, null has 0. The phis
// and selects behind a pointer are built again for numbers, and the call
// becomes a switch. What pointers are compared for is asked of numbers, too:
// when no address is left, the function is one that is only called.
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/ResolveCalls.h"

#include "Base/AddedComparisons.h"
#include "Base/VariadicCalls.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/WholeProgram.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace sooth {

namespace {
/// The read of an element of a constant table.
struct TableRead {
  SmallVector<Constant *, 8> Elements;
  Value *Index;
};

class Resolver {
public:
  explicit Resolver(Module &M);
  bool run();

private:
  /// Where a pointer may come from.
  struct Origin {
    SmallSetVector<Function *, 4> Functions;
    enum class Rest { None, Null, Unknown } Others = Rest::None;
    /// Whether it may lead to none of them, and not be null.
    enum class Miss { Impossible, Possible } Misses = Miss::Impossible;
  };
  static SmallSetVector<Value *, 8> sourcesOf(Value &Pointer);
  static Origin originOf(Value &Pointer);
  /// The callees of a call; nothing if they are not known.
  struct Callees {
    SmallVector<Function *, 4> Known;
    /// Whether others that nobody sees are among them.
    enum class Rest { None, Unseen } Others = Rest::None;
  };
  std::optional<Callees> calleesOf(CallInst &Call) const;
  Value *numberOf(Value &Pointer);
  Value *numberOfLeaf(Value &Pointer);
  Value *numberInTable(Instruction &Load, const TableRead &Read);
  void noteCallees(CallInst &Call);
  bool resolve(CallInst &Call);
  bool resolve(ICmpInst &Comparison);

  Module &M;
  IntegerType &Number;
  SmallSetVector<Function *, 8> AddressTaken;
  MapVector<Function *, uint64_t> NumberOf;
  DenseMap<Value *, Value *> Numbers;
  /// Which functions matter of those that a pointer from memory may lead to.
  DenseMap<Value *, SmallSetVector<Function *, 4>> CalledThrough;
  /// Whether pointers to functions may come from elsewhere.
  enum class World { Open, Closed } Around = World::Closed;
};
} // namespace

/// Whether \p Call may let in addresses of functions that \p M does not show.
static bool exchangesPointers(const CallBase &Call) {
  switch (classify(Call)) {
  case CalleeKind::External:
  case CalleeKind::InlineAsm:
    return Call.getType()->isPointerTy() || any_of(Call.args(), [](Value *V) {
             return V->getType()->isPointerTy();
           });
  case CalleeKind::Nondet:
    return Call.getType()->isPointerTy();
  default:
    return false;
  }
}

/// The entry's caller, too: that of main passes text only.
static bool receivesPointers(const Function &F) {
  return !F.hasLocalLinkage() && F.getName() != "main" &&
         any_of(F.args(),
                [](const Argument &A) { return A.getType()->isPointerTy(); });
}

Resolver::Resolver(Module &M)
    : M(M), Number(*Type::getInt32Ty(M.getContext())) {
  for (GlobalVariable &G : M.globals())
    if (G.isDeclaration())
      Around = World::Open;
  for (Function &F : M) {
    // A call of another type counts as if the address was taken.
    if (F.isIntrinsic() || isMadeByPasses(F))
      continue;
    if (F.hasAddressTaken())
      AddressTaken.insert(&F);
    if (!F.isDeclaration() && receivesPointers(F))
      Around = World::Open;
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && exchangesPointers(*Call))
        Around = World::Open;
  }
}

static bool isJoin(const Value &V) {
  return isa<PHINode, SelectInst, FreezeInst>(V);
}

/// The operands of a join that are its possible values.
static SmallVector<Use *, 4> choicesOf(User &Join) {
  SmallVector<Use *, 4> Choices;
  for (Use &U : Join.operands())
    if (!(isa<SelectInst>(Join) && U.getOperandNo() == 0))
      Choices.push_back(&U);
  return Choices;
}

/// Larger tables are read like other memory.
static constexpr uint64_t MaxTableSize = 64;

static std::optional<TableRead> tableRead(Value &V) {
  auto *Load = dyn_cast<LoadInst>(&V);
  auto *Address =
      Load ? dyn_cast<GEPOperator>(Load->getPointerOperand()) : nullptr;
  if (!Address || !Load->isSimple() || Address->getNumIndices() != 2)
    return std::nullopt;
  auto *Table = dyn_cast<GlobalVariable>(Address->getPointerOperand());
  auto *Ty = dyn_cast<ArrayType>(Address->getSourceElementType());
  auto *First = dyn_cast<ConstantInt>(Address->getOperand(1));
  if (!Table || !Table->isConstant() || !Table->hasDefinitiveInitializer() ||
      !Ty || Table->getValueType() != Ty || !First || !First->isZero() ||
      Ty->getElementType() != Load->getType() ||
      Ty->getNumElements() > MaxTableSize)
    return std::nullopt;
  TableRead Read{{}, Address->getOperand(2)};
  for (uint64_t K = 0; K < Ty->getNumElements(); ++K) {
    Constant *Element = Table->getInitializer()->getAggregateElement(K);
    if (!Element || !isa<Function, ConstantPointerNull>(Element))
      return std::nullopt;
    Read.Elements.push_back(Element);
  }
  return Read;
}

/// \p Pointer, what it is chosen from, and so on.
SmallSetVector<Value *, 8> Resolver::sourcesOf(Value &Pointer) {
  SmallSetVector<Value *, 8> Seen;
  Seen.insert(&Pointer);
  for (unsigned K = 0; K < Seen.size(); ++K)
    if (Value *V = Seen[K]; isJoin(*V))
      for (Use *U : choicesOf(*cast<User>(V)))
        Seen.insert(U->get());
    else if (auto Read = tableRead(*V))
      Seen.insert(Read->Elements.begin(), Read->Elements.end());
  return Seen;
}

Resolver::Origin Resolver::originOf(Value &Pointer) {
  Origin Result;
  for (Value *V : sourcesOf(Pointer)) {
    if (auto *F = dyn_cast<Function>(V)) {
      Result.Functions.insert(F);
    } else if (tableRead(*V)) {
      Result.Misses = Origin::Miss::Possible;
    } else if (isa<ConstantPointerNull>(V)) {
      if (Result.Others == Origin::Rest::None)
        Result.Others = Origin::Rest::Null;
    } else if (!isJoin(*V)) {
      Result.Others = Origin::Rest::Unknown;
      Result.Misses = Origin::Miss::Possible;
    }
  }
  return Result;
}

std::optional<Resolver::Callees> Resolver::calleesOf(CallInst &Call) const {
  Origin From = originOf(*Call.getCalledOperand());
  Callees Result{{From.Functions.begin(), From.Functions.end()}};
  if (From.Others == Origin::Rest::None)
    return Result;
  const bool IsOpen =
      Around == World::Open && From.Others == Origin::Rest::Unknown;
  if (From.Others == Origin::Rest::Null)
    return Result;
  for (Function *F : AddressTaken)
    if (fitsPointerCall(Call, *F) && !From.Functions.contains(F))
      Result.Known.push_back(F);
  if (IsOpen && Result.Known.empty())
    return std::nullopt;
  if (IsOpen)
    Result.Others = Callees::Rest::Unseen;
  return Result;
}

/// Outside of the table is no function.
Value *Resolver::numberInTable(Instruction &Load, const TableRead &Read) {
  IRBuilder<> Builder(&Load);
  Value *Result = ConstantInt::getAllOnesValue(&Number);
  for (auto [K, Element] : enumerate(Read.Elements)) {
    Value *IsHere = Builder.CreateICmpEQ(
        Read.Index, ConstantInt::get(Read.Index->getType(), K));
    Result = Builder.CreateSelect(IsHere, numberOf(*Element), Result);
  }
  return Result;
}

Value *Resolver::numberOfLeaf(Value &Pointer) {
  if (auto *F = dyn_cast<Function>(&Pointer)) {
    auto [It, IsNew] = NumberOf.insert({F, NumberOf.size() + 1});
    return ConstantInt::get(&Number, It->second);
  }
  if (isa<ConstantPointerNull>(Pointer))
    return ConstantInt::get(&Number, 0);
  if (auto Read = tableRead(Pointer))
    return numberInTable(cast<Instruction>(Pointer), *Read);
  // What is neither a function nor null has a number of no function.
  if (isa<Constant>(Pointer))
    return ConstantInt::getAllOnesValue(&Number);
  auto *I = dyn_cast<Instruction>(&Pointer);
  IRBuilder<> Builder(M.getContext());
  if (I)
    Builder.SetInsertPoint(*I->getInsertionPointAfterDef());
  else
    Builder.SetInsertPointPastAllocas(cast<Argument>(Pointer).getParent());
  Value *Result = ConstantInt::getAllOnesValue(&Number);
  auto Compare = [&](Constant &To) {
    Value *IsIt = Builder.CreateICmpEQ(&Pointer, &To);
    if (auto *Comparison = dyn_cast<Instruction>(IsIt))
      Comparison->setMetadata(AddedComparisonName,
                              MDNode::get(M.getContext(), {}));
    Result = Builder.CreateSelect(IsIt, numberOf(To), Result, "function");
  };
  for (Function *F : CalledThrough[&Pointer])
    Compare(*F);
  // Last, or LLVM would make another comparison of it.
  Compare(*ConstantPointerNull::get(cast<PointerType>(Pointer.getType())));
  return Result;
}

Value *Resolver::numberOf(Value &Pointer) {
  if (Value *Known = Numbers.lookup(&Pointer))
    return Known;
  if (!isJoin(Pointer))
    return Numbers[&Pointer] = numberOfLeaf(Pointer);
  auto &Join = cast<Instruction>(Pointer);
  IRBuilder<> Builder(&Join);
  if (auto *Phi = dyn_cast<PHINode>(&Join)) {
    PHINode *New =
        Builder.CreatePHI(&Number, Phi->getNumIncomingValues(), "function");
    Numbers[&Pointer] = New; // before its operands, which may lead back here
    for (auto [V, Block] : zip(Phi->incoming_values(), Phi->blocks()))
      New->addIncoming(numberOf(*V), Block);
    return New;
  }
  if (auto *Select = dyn_cast<SelectInst>(&Join)) {
    Value *True = numberOf(*Select->getTrueValue());
    Value *False = numberOf(*Select->getFalseValue());
    return Numbers[&Pointer] = Builder.CreateSelect(Select->getCondition(),
                                                    True, False, "function");
  }
  Value *Inner = numberOf(*Join.getOperand(0));
  return Numbers[&Pointer] = Builder.CreateFreeze(Inner, "function");
}

/// In the scope of \p Call, but at no line: no choice of the user's.
static DebugLoc nowhereNear(const CallInst &Call) {
  const DebugLoc &L = Call.getDebugLoc();
  return L ? DebugLoc(DILocation::get(Call.getContext(), 0, 0, L.getScope(),
                                      L.getInlinedAt()))
           : DebugLoc();
}

/// A block before \p After that calls \p Callee as \p Call does.
static BasicBlock *callIn(CallInst &Call, Function &Callee, BasicBlock &After,
                          PHINode *Result) {
  BasicBlock *Block =
      BasicBlock::Create(Call.getContext(), "indirect." + Callee.getName(),
                         After.getParent(), &After);
  auto *Direct = cast<CallInst>(Call.clone());
  Direct->setCalledOperand(&Callee);
  Direct->insertInto(Block, Block->end());
  BranchInst *Branch = BranchInst::Create(&After, Block);
  Branch->setDebugLoc(nowhereNear(Call));
  if (Result)
    Result->addIncoming(Direct, Block);
  return Block;
}

/// A call through null: the machine traps.
static BasicBlock *trapIn(CallInst &Call, BasicBlock &Before) {
  BasicBlock *Block = BasicBlock::Create(Call.getContext(), "indirect.null",
                                         Before.getParent(), &Before);
  IRBuilder<> Builder(Block);
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  Builder.CreateIntrinsic(Intrinsic::trap, {}, {});
  Builder.CreateUnreachable();
  return Block;
}

/// A call through a pointer that was never set, or to something else.
static BasicBlock *undefinedIn(CallInst &Call, BasicBlock &Before) {
  BasicBlock *Block = BasicBlock::Create(Call.getContext(), "indirect.none",
                                         Before.getParent(), &Before);
  IRBuilder<> Builder(Block);
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  FunctionCallee Undefined = Before.getModule()->getOrInsertFunction(
      UndefinedName, Builder.getVoidTy());
  Builder.CreateCall(Undefined)->addFnAttr(
      Attribute::get(Call.getContext(), UndefinedName,
                     "call through a pointer to no function of its type"));
  Builder.CreateUnreachable();
  return Block;
}

/// A block before \p After that calls what nobody sees.
static BasicBlock *callUnseenIn(CallInst &Call, BasicBlock &After,
                                PHINode *Result) {
  BasicBlock *Block = BasicBlock::Create(Call.getContext(), "indirect.unseen",
                                         After.getParent(), &After);
  auto *Unseen = cast<CallInst>(Call.clone());
  Unseen->addFnAttr(Attribute::get(Call.getContext(), UnknownTargetName));
  Unseen->insertInto(Block, Block->end());
  BranchInst::Create(&After, Block)->setDebugLoc(nowhereNear(Call));
  if (Result)
    Result->addIncoming(Unseen, Block);
  return Block;
}

/// Before any number is made: of a pointer there is one for all calls.
void Resolver::noteCallees(CallInst &Call) {
  if (auto Found = calleesOf(Call))
    for (Value *V : sourcesOf(*Call.getCalledOperand()))
      CalledThrough[V].insert(Found->Known.begin(), Found->Known.end());
}

bool Resolver::resolve(CallInst &Call) {
  auto Found = calleesOf(Call);
  if (!Found)
    return false;
  SmallVector<Function *, 4> *Callees = &Found->Known;
  const bool HasUnseen = Found->Others == Resolver::Callees::Rest::Unseen;
  Origin::Miss Misses = originOf(*Call.getCalledOperand()).Misses;
  Value *Which = numberOf(*Call.getCalledOperand());
  BasicBlock *Before = Call.getParent();
  BasicBlock::iterator Rest = std::next(Call.getIterator());
  Rest.setHeadBit(true); // with the debug records on what follows
  BasicBlock *After = Before->splitBasicBlock(Rest, "after.indirect");
  PHINode *Result = nullptr;
  if (!Call.getType()->isVoidTy()) {
    Result = PHINode::Create(Call.getType(), Callees->size(), "",
                             After->getFirstInsertionPt());
    Result->setDebugLoc(Call.getDebugLoc());
  }
  IRBuilder<> Builder(Before->getTerminator());
  Builder.SetCurrentDebugLocation(nowhereNear(Call));
  BasicBlock *Trap = trapIn(Call, *After);
  SwitchInst *Switch = Builder.CreateSwitch(Which, Trap, Callees->size() + 1);
  Before->getTerminator()->eraseFromParent();
  if (Misses == Origin::Miss::Possible) {
    Switch->addCase(ConstantInt::get(&Number, 0), Trap);
    Switch->setDefaultDest(HasUnseen ? callUnseenIn(Call, *After, Result)
                                     : undefinedIn(Call, *After));
  }
  for (Function *Callee : *Callees)
    Switch->addCase(cast<ConstantInt>(numberOf(*Callee)),
                    callIn(Call, *Callee, *After, Result));
  if (Result && Callees->empty()) {
    Call.replaceAllUsesWith(PoisonValue::get(Call.getType()));
    Result->eraseFromParent();
  } else if (Result) {
    Result->takeName(&Call);
    Call.replaceAllUsesWith(Result);
  }
  Call.eraseFromParent();
  return true;
}

/// Only where both sides are known: numbers tell nothing of other addresses.
bool Resolver::resolve(ICmpInst &Comparison) {
  if (!Comparison.isEquality())
    return false;
  SmallSetVector<Function *, 4> Functions;
  for (Value *Side : Comparison.operand_values()) {
    Origin From = originOf(*Side);
    if (From.Others == Origin::Rest::Unknown)
      return false;
    Functions.insert(From.Functions.begin(), From.Functions.end());
  }
  if (Functions.empty())
    return false;
  for (Use &Side : Comparison.operands())
    Side.set(numberOf(*Side));
  return true;
}

bool Resolver::run() {
  SmallVector<CallInst *, 8> Calls;
  SmallVector<ICmpInst *, 8> Comparisons;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      if (auto *Call = dyn_cast<CallInst>(&I);
          Call && !Call->isMustTailCall() &&
          !Call->hasFnAttr(UnknownTargetName) &&
          classify(*Call) == CalleeKind::Indirect)
        Calls.push_back(Call);
      if (auto *Comparison = dyn_cast<ICmpInst>(&I);
          Comparison && Comparison->getOperand(0)->getType()->isPointerTy())
        Comparisons.push_back(Comparison);
    }
  for (CallInst *Call : Calls)
    noteCallees(*Call);
  bool Changed = false;
  for (ICmpInst *Comparison : Comparisons)
    Changed |= resolve(*Comparison);
  for (CallInst *Call : Calls)
    Changed |= resolve(*Call);
  // (What a pointer leads to may also have been found out by others.)
  Changed |= repairCalls(M);
  return Changed;
}

PreservedAnalyses ResolveCallsPass::run(Module &M, ModuleAnalysisManager &) {
  return Resolver(M).run() ? PreservedAnalyses::none()
                           : PreservedAnalyses::all();
}

} // namespace sooth
