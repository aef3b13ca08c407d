//===- NonLocalJumps.cpp - setjmp and longjmp as plain control flow -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/NonLocalJumps.h"

#include "Base/ArbitraryValues.h"
#include "ContinueIf.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/Callbacks.h"
#include "sooth/Frontend/LLVM/Passes/FloatMeaning.h"
#include "sooth/Frontend/LLVM/Passes/WholeProgram.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace sooth {
namespace {

/// What a call of the C library, or of a builtin function, does.
enum class JumpCall {
  None,
  Set,        ///< setjmp and its kin
  SetBuiltin, ///< __builtin_setjmp
  Go,         ///< longjmp and its kin
  GoBuiltin,  ///< __builtin_longjmp
};

/// A local that may be assigned to after a call of setjmp, and the one that
/// says whether it was.
struct Changeable {
  AllocaInst *Local;
  AllocaInst *IsChanged;
};

/// A call of setjmp.
struct Place {
  Function *In;
  CallInst *Call; ///< until it is replaced
  JumpCall Kind;
  bool IsPrivate; ///< nobody else knows the buffer
  /// Locals: what the last call here wrote, and into which buffer (where that
  /// is asked).
  AllocaInst *Number = nullptr;
  AllocaInst *Buffer = nullptr;
  /// In the block after the call.
  PHINode *Result = nullptr;
  SmallVector<Changeable, 0> Changed = {};
};

struct Jump {
  Function *In;
  CallInst *Call; ///< until it is replaced
  JumpCall Kind;
};

class JumpLowering {
public:
  JumpLowering(Module &M, Function &Entry);
  bool isNeeded() const { return !Places.empty() || !Jumps.empty(); }
  /// Whether a jump may leave the entry, and that is called, too.
  bool leavesCalledEntry();
  void run();

private:
  Module &M;
  Function &Entry;
  /// Whether what called the entry may have set buffers.
  const bool IsOpen;
  IntegerType *const Word;
  IntegerType *const Int;
  SmallVector<Place> Places;
  SmallVector<Jump> Jumps;
  /// Calls of functions that are not shown and do not return, but may jump.
  SmallPtrSet<const CallBase *, 8> Ending;
  /// Functions that a jump may leave.
  SmallSetVector<Function *, 16> Jumping;
  // What is known of a jump that is under way (State).
  GlobalVariable *Current, *Target, *Result;
  GlobalVariable *Buffer = nullptr; ///< where it is open
  /// The greatest number that was written.
  GlobalVariable *Last;

  GlobalVariable *makeVariable(Type *T, StringRef Name);
  bool isUnknown(const CallBase &Call) const;
  bool mayJump(const CallBase &Call) const;
  void findJumping();
  void defineJumpsThroughPointers();
  void begin(IRBuilder<> &Build, Value *From, Value *With, JumpCall Kind);
  void rewrite(Function &F);
  void set(Place &P);
  void beginUnknown(IRBuilder<> &Build);
  void leaveAt(const Jump &J, BasicBlock &Arrived);
  void leaveAfter(CallInst &Call, BasicBlock &Arrived);
  void arrive(BasicBlock &Arrived, ArrayRef<Place *> Here);
  void arriveAt(const Place &P, BasicBlock &B);
  void leave(BasicBlock &B);
  Value *isCurrent(IRBuilder<> &Build, unsigned S) {
    return Build.CreateICmpEQ(Build.CreateLoad(Int, Current),
                              Build.getInt32(S));
  }
};
} // namespace

/// Whether a jump is under way, and where it began.
enum State : unsigned { NoJump, FromProgram, FromUnknown };

/// An input: whether a function that is not shown jumps.
static constexpr StringLiteral JumpChoiceName = "sooth_nondet_longjmp";

static constexpr StringLiteral NobodyText =
    "longjmp to a function that has returned, or with a buffer that the last "
    "setjmp at its place did not set";
static constexpr StringLiteral OtherBufferText =
    "longjmp with another buffer than setjmp had";

static JumpCall jumpCall(const Function &F) {
  if (F.getIntrinsicID() == Intrinsic::eh_sjlj_setjmp)
    return JumpCall::SetBuiltin;
  if (F.getIntrinsicID() == Intrinsic::eh_sjlj_longjmp)
    return JumpCall::GoBuiltin;
  if (!F.isDeclaration())
    return JumpCall::None;
  auto Kind =
      StringSwitch<JumpCall>(F.getName())
          .Cases("setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", JumpCall::Set)
          .Cases("longjmp", "_longjmp", "siglongjmp", "__longjmp_chk",
                 JumpCall::Go)
          .Default(JumpCall::None);
  const FunctionType *T = F.getFunctionType();
  if (T->getNumParams() == 0 || !T->getParamType(0)->isPointerTy())
    return JumpCall::None;
  const bool Fits = Kind == JumpCall::Set
                        ? T->getReturnType()->isIntegerTy(32)
                        : T->getReturnType()->isVoidTy() &&
                              T->getNumParams() == 2 &&
                              T->getParamType(1)->isIntegerTy(32);
  return Fits ? Kind : JumpCall::None;
}

static JumpCall jumpCall(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee ? jumpCall(*Callee) : JumpCall::None;
}

static bool isJump(JumpCall Kind) {
  return Kind == JumpCall::Go || Kind == JumpCall::GoBuiltin;
}

/// Whether \p Pointer is used for nothing but setjmp, longjmp, and writes
/// there.
static bool isOnlyForJumps(const Value &Pointer) {
  return all_of(Pointer.uses(), [](const Use &U) {
    const User *By = U.getUser();
    if (isa<GEPOperator>(By))
      return isOnlyForJumps(*By);
    if (isa<StoreInst>(By))
      return U.getOperandNo() == StoreInst::getPointerOperandIndex();
    auto *I = dyn_cast<Instruction>(By);
    return I && jumpCall(*I) != JumpCall::None;
  });
}

static bool hasPrivateBuffer(const CallInst &Call) {
  const Value *Object = getUnderlyingObject(Call.getArgOperand(0));
  auto *Global = dyn_cast<GlobalVariable>(Object);
  return (isa<AllocaInst>(Object) || (Global && Global->hasLocalLinkage())) &&
         isOnlyForJumps(*Object);
}

GlobalVariable *JumpLowering::makeVariable(Type *T, StringRef Name) {
  return new GlobalVariable(M, T, /*isConstant=*/false,
                            GlobalValue::InternalLinkage,
                            Constant::getNullValue(T), Name);
}

JumpLowering::JumpLowering(Module &M, Function &Entry)
    : M(M), Entry(Entry), IsOpen(Entry.getName() != "main"),
      Word(M.getDataLayout().getIntPtrType(M.getContext())),
      Int(Type::getInt32Ty(M.getContext())) {
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      const JumpCall Kind = jumpCall(I);
      auto *Call = dyn_cast<CallInst>(&I);
      if (isJump(Kind))
        Jumps.push_back({&F, Call, Kind});
      else if (Kind != JumpCall::None)
        Places.push_back({&F, Call, Kind, hasPrivateBuffer(*Call)});
    }
}

/// Whether \p Call may lead to code that is not shown and knows a buffer.
bool JumpLowering::isUnknown(const CallBase &Call) const {
  return any_of(Places, [](const Place &P) { return !P.IsPrivate; }) &&
         jumpCall(Call) == JumpCall::None &&
         (mayCallBack(Call) ||
          (IsOpen && classify(Call) == CalleeKind::Indirect));
}

/// Whether a jump may come from what \p Call leads to.
bool JumpLowering::mayJump(const CallBase &Call) const {
  if (isUnknown(Call))
    return true;
  switch (classify(Call)) {
  case CalleeKind::Defined:
    return Jumping.contains(calledFunction(Call));
  case CalleeKind::Indirect:
    return any_of(Jumping, [](Function *F) { return F->hasAddressTaken(); });
  default:
    return false;
  }
}

void JumpLowering::findJumping() {
  for (const Jump &J : Jumps)
    Jumping.insert(J.In);
  for (Function &F : M)
    if (jumpCall(F) == JumpCall::Go && F.hasAddressTaken())
      Jumping.insert(&F);
  auto Follow = [&] {
    auto Leads = [&](const Instruction &I) {
      auto *Call = dyn_cast<CallBase>(&I);
      return Call && mayJump(*Call);
    };
    for (size_t Before = ~size_t(0); Before != Jumping.size();) {
      Before = Jumping.size();
      for (Function &F : M)
        if (!Jumping.contains(&F) && any_of(instructions(F), Leads))
          Jumping.insert(&F);
    }
  };
  Follow();
  // What is not shown may jump by calling back.
  if (any_of(Jumping, [](Function *F) { return isKnownElsewhere(*F); }))
    for (Place &P : Places)
      P.IsPrivate = false;
  Follow();
}

/// What is handed on as a pointer is a function with a body.
void JumpLowering::defineJumpsThroughPointers() {
  for (Function *F : Jumping) {
    if (!F->isDeclaration())
      continue;
    IRBuilder<> Build(BasicBlock::Create(M.getContext(), "", F));
    begin(Build, F->getArg(0), F->getArg(1), JumpCall::Go);
    Build.CreateRetVoid();
    F->setLinkage(GlobalValue::InternalLinkage);
  }
}

/// Where the number is in the buffer \p At: __builtin_setjmp itself writes the
/// place to return to into the second word.
static Value *numberIn(IRBuilder<> &Build, Value *At, Type *Word,
                       JumpCall Kind) {
  const bool IsFirst = Kind == JumpCall::Set || Kind == JumpCall::Go;
  return IsFirst ? At : Build.CreateConstInBoundsGEP1_32(Word, At, 1);
}

/// A jump with the buffer \p From and the result \p With.
void JumpLowering::begin(IRBuilder<> &Build, Value *From, Value *With,
                         JumpCall Kind) {
  Build.CreateStore(Build.CreateLoad(Word, numberIn(Build, From, Word, Kind)),
                    Target);
  Value *IsZero = Build.CreateIsNull(With);
  Build.CreateStore(Build.CreateSelect(IsZero, Build.getInt32(1), With),
                    Result);
  Build.CreateStore(Build.getInt32(FromProgram), Current);
  if (IsOpen)
    Build.CreateStore(From, Buffer);
}

/// A jump that began in code that is not shown.
void JumpLowering::beginUnknown(IRBuilder<> &Build) {
  Build.CreateStore(callAny(Build, AnyJump, Word), Target);
  Value *With = callAny(Build, AnyJump, Int);
  Build.CreateStore(
      Build.CreateSelect(Build.CreateIsNull(With), Build.getInt32(1), With),
      Result);
  Build.CreateStore(Build.getInt32(FromUnknown), Current);
}

/// A branch that the user did not write.
static void branch(IRBuilder<> &Build, Value *If, BasicBlock *Then,
                   BasicBlock *Else) {
  Build.CreateCondBr(If, Then, Else)
      ->setMetadata(LLVMContext::MD_nosanitize,
                    MDNode::get(Build.getContext(), {}));
}

static void endUndefined(IRBuilder<> &Build, StringRef Text) {
  Module &M = *Build.GetInsertBlock()->getModule();
  CallInst *Call =
      Build.CreateCall(M.getOrInsertFunction(UndefinedName, Build.getVoidTy()));
  Call->addFnAttr(Attribute::get(M.getContext(), UndefinedName, Text));
  Build.CreateUnreachable();
}

static Instruction &firstAfterLocals(Function &F) {
  return *find_if(F.getEntryBlock(),
                  [](const Instruction &I) { return !isa<AllocaInst>(I); });
}

/// A local of \p F, which is \p Initial at first.
static AllocaInst *makeLocal(Function &F, Constant *Initial,
                             const Twine &Name) {
  IRBuilder<> Build(&F.getEntryBlock(), F.getEntryBlock().begin());
  Build.SetCurrentDebugLocation(DebugLoc());
  AllocaInst *Local = Build.CreateAlloca(Initial->getType(), nullptr, Name);
  Build.SetInsertPoint(&firstAfterLocals(F));
  Build.SetCurrentDebugLocation(DebugLoc());
  Build.CreateStore(Initial, Local);
  return Local;
}

/// The call writes a new number, and comes to a block of its own.
void JumpLowering::set(Place &P) {
  CallInst &Call = *P.Call;
  Function &F = *Call.getFunction();
  Value *At = Call.getArgOperand(0);
  P.Number = makeLocal(F, ConstantInt::get(Word, 0), "setjmp.number");
  if (IsOpen)
    P.Buffer =
        makeLocal(F, Constant::getNullValue(At->getType()), "setjmp.buffer");
  IRBuilder<> Build(&Call);
  Value *Number =
      Build.CreateAdd(Build.CreateLoad(Word, Last), ConstantInt::get(Word, 1));
  Build.CreateStore(Number, Last);
  Build.CreateStore(Number, P.Number);
  Build.CreateStore(Number, numberIn(Build, At, Word, P.Kind));
  if (IsOpen)
    Build.CreateStore(At, P.Buffer);
  BasicBlock *Before = Call.getParent();
  SplitBlock(Before, &Call);
  P.Result = PHINode::Create(Int, 2, "", Call.getIterator());
  P.Result->setDebugLoc(Call.getDebugLoc());
  P.Result->addIncoming(Build.getInt32(0), Before);
  P.Result->takeName(&Call);
  Call.replaceAllUsesWith(P.Result);
  Call.eraseFromParent();
}

/// The block of \p I ends before it; what follows is in the one returned.
static BasicBlock *endBefore(Instruction &I, IRBuilder<> &Build) {
  BasicBlock *B = I.getParent();
  BasicBlock *After = SplitBlock(B, &I);
  B->getTerminator()->eraseFromParent();
  Build.SetInsertPoint(B);
  return After;
}

void JumpLowering::leaveAt(const Jump &J, BasicBlock &Arrived) {
  IRBuilder<> Build(J.Call);
  endBefore(*J.Call, Build);
  Build.SetCurrentDebugLocation(J.Call->getDebugLoc());
  begin(Build, J.Call->getArgOperand(0),
        J.Kind == JumpCall::Go ? J.Call->getArgOperand(1) : Build.getInt32(1),
        J.Kind);
  Build.CreateBr(&Arrived);
}

/// Where a jump comes from \p Call it goes on in \p Arrived.
void JumpLowering::leaveAfter(CallInst &Call, BasicBlock &Arrived) {
  Function &F = *Call.getFunction();
  IRBuilder<> Build(&Call);
  BasicBlock *After = endBefore(*Call.getNextNode(), Build);
  Build.SetCurrentDebugLocation(Call.getDebugLoc());
  if (isUnknown(Call)) {
    Value *Jumps = Build.CreateCall(
        M.getOrInsertFunction(JumpChoiceName, Build.getInt1Ty()));
    if (Ending.contains(&Call)) {
      continueIf(Build, Jumps);
      beginUnknown(Build);
      Build.CreateBr(&Arrived);
      return;
    }
    auto *Then = BasicBlock::Create(M.getContext(), "longjmp", &F, After);
    auto *Else = BasicBlock::Create(M.getContext(), "", &F, After);
    branch(Build, Jumps, Then, Else);
    Build.SetInsertPoint(Then);
    beginUnknown(Build);
    Build.CreateBr(&Arrived);
    Build.SetInsertPoint(Else);
  }
  branch(Build, isCurrent(Build, NoJump), After, &Arrived);
}

/// Locals of \p F that only it can reach and that are not volatile.
static SmallVector<AllocaInst *> ownLocals(Function &F) {
  SmallVector<AllocaInst *> All;
  for (Instruction &I : F.getEntryBlock()) {
    auto *Local = dyn_cast<AllocaInst>(&I);
    if (Local && Local->isStaticAlloca() &&
        Local->getAllocatedType()->isSingleValueType() &&
        all_of(Local->uses(), [](const Use &U) {
          if (auto *Store = dyn_cast<StoreInst>(U.getUser()))
            return !Store->isVolatile() &&
                   U.getOperandNo() == StoreInst::getPointerOperandIndex();
          auto *Load = dyn_cast<LoadInst>(U.getUser());
          return (Load && !Load->isVolatile()) ||
                 cast<Instruction>(U.getUser())->isLifetimeStartOrEnd();
        }))
      All.push_back(Local);
  }
  return All;
}

/// Those of \p Locals that may be assigned to after \p P, and variables that
/// know of it.
static SmallVector<Changeable, 0> changeables(const Place &P,
                                              ArrayRef<AllocaInst *> Locals) {
  SmallVector<Changeable, 0> All;
  Function &F = *P.Result->getFunction();
  SmallPtrSet<BasicBlock *, 32> After;
  for (BasicBlock *B : depth_first(P.Result->getParent()))
    After.insert(B);
  for (AllocaInst *Local : Locals) {
    SmallVector<StoreInst *> Stores;
    for (User *By : Local->users())
      if (auto *Store = dyn_cast<StoreInst>(By);
          Store && After.contains(Store->getParent()))
        Stores.push_back(Store);
    if (Stores.empty())
      continue;
    AllocaInst *IsChanged =
        makeLocal(F, ConstantInt::getFalse(F.getContext()), "setjmp.changed");
    All.push_back({Local, IsChanged});
    for (StoreInst *Store : Stores)
      new StoreInst(ConstantInt::getTrue(F.getContext()), IsChanged,
                    Store->getNextNode()->getIterator());
    new StoreInst(
        ConstantInt::getFalse(F.getContext()), IsChanged,
        P.Result->getIncomingBlock(0)->getTerminator()->getIterator());
  }
  return All;
}

/// The setjmp of \p P returns again. \p B has no end yet.
void JumpLowering::arriveAt(const Place &P, BasicBlock &B) {
  Function &F = *B.getParent();
  IRBuilder<> Build(&B);
  Build.SetCurrentDebugLocation(P.Result->getDebugLoc());
  auto Append = [&](StringRef Name) {
    return BasicBlock::Create(M.getContext(), Name, &F);
  };
  if (IsOpen) {
    BasicBlock *Same = Append("setjmp"), *Other = Append("setjmp.other");
    Value *IsSame =
        Build.CreateICmpEQ(Build.CreateLoad(Build.getPtrTy(), Buffer),
                           Build.CreateLoad(Build.getPtrTy(), P.Buffer));
    branch(Build, Build.CreateOr(IsSame, isCurrent(Build, FromUnknown)), Same,
           Other);
    Build.SetInsertPoint(Other);
    endUndefined(Build, OtherBufferText);
    Build.SetInsertPoint(Same);
  }
  Build.CreateStore(Build.getInt32(NoJump), Current);
  for (const Changeable &C : P.Changed) {
    BasicBlock *Then = Append("setjmp.changed"), *Else = Append("setjmp");
    branch(Build, Build.CreateLoad(Build.getInt1Ty(), C.IsChanged), Then, Else);
    Build.SetInsertPoint(Then);
    Build.CreateStore(
        callAny(Build, AnyChangedLocal, C.Local->getAllocatedType()), C.Local);
    Build.CreateBr(Else);
    Build.SetInsertPoint(Else);
  }
  P.Result->addIncoming(Build.CreateLoad(Int, Result), Build.GetInsertBlock());
  Build.CreateBr(P.Result->getParent());
}

/// No setjmp of the activation is meant.
void JumpLowering::leave(BasicBlock &B) {
  IRBuilder<> Build(&B);
  Function &F = *B.getParent();
  if (DISubprogram *Where = F.getSubprogram()) // for messages
    Build.SetCurrentDebugLocation(
        DILocation::get(M.getContext(), Where->getLine(), 0, Where));
  if (&F == &Entry) {
    Value *IsOurs = isCurrent(Build, FromProgram);
    if (IsOpen)
      IsOurs = Build.CreateAnd(
          IsOurs,
          Build.CreateICmpULT(Build.CreateSub(Build.CreateLoad(Word, Target),
                                              ConstantInt::get(Word, 1)),
                              Build.CreateLoad(Word, Last)));
    continueIf(Build, IsOurs);
    endUndefined(Build, NobodyText);
  } else if (F.getReturnType()->isVoidTy()) {
    Build.CreateRetVoid();
  } else {
    Build.CreateRet(Constant::getNullValue(F.getReturnType()));
  }
}

void JumpLowering::arrive(BasicBlock &Arrived, ArrayRef<Place *> Here) {
  BasicBlock *B = &Arrived;
  for (const Place *P : Here) {
    auto *Then = BasicBlock::Create(M.getContext(), "setjmp", B->getParent());
    auto *Next = BasicBlock::Create(M.getContext(), "", B->getParent());
    IRBuilder<> Build(B);
    Build.SetCurrentDebugLocation(P->Result->getDebugLoc());
    Value *Number = Build.CreateLoad(Word, P->Number);
    Value *IsIt = Build.CreateAnd(
        Build.CreateIsNotNull(Number),
        Build.CreateICmpEQ(Number, Build.CreateLoad(Word, Target)));
    if (P->IsPrivate)
      IsIt = Build.CreateAnd(IsIt, isCurrent(Build, FromProgram));
    branch(Build, IsIt, Then, Next);
    arriveAt(*P, *Then);
    B = Next;
  }
  leave(*B);
}

/// So that what is put before the first call stays after them.
static void moveLocalsToFront(Function &F) {
  Instruction &First = firstAfterLocals(F);
  SmallVector<AllocaInst *> Later;
  for (Instruction &I :
       make_range(First.getIterator(), F.getEntryBlock().end()))
    if (auto *Local = dyn_cast<AllocaInst>(&I);
        Local && isa<ConstantInt>(Local->getArraySize()))
      Later.push_back(Local);
  for (AllocaInst *Local : Later)
    Local->moveBefore(&First);
}

void JumpLowering::rewrite(Function &F) {
  SmallVector<Place *> Here;
  for (Place &P : Places)
    if (P.In == &F)
      Here.push_back(&P);
  SmallVector<CallInst *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && mayJump(*Call) && !Call->isMustTailCall())
      Calls.push_back(Call);
  SmallVector<Jump> JumpsHere;
  copy_if(Jumps, std::back_inserter(JumpsHere),
          [&](const Jump &J) { return J.In == &F; });
  if (Here.empty() && Calls.empty() && JumpsHere.empty())
    return;
  moveLocalsToFront(F);
  const SmallVector<AllocaInst *> Locals = ownLocals(F);
  for (Place *P : Here)
    set(*P);
  for (Place *P : Here)
    if (P->Kind == JumpCall::Set)
      P->Changed = changeables(*P, Locals);
  auto *Arrived = BasicBlock::Create(M.getContext(), "longjmp", &F);
  for (const Jump &J : JumpsHere)
    leaveAt(J, *Arrived);
  for (CallInst *Call : Calls)
    leaveAfter(*Call, *Arrived);
  arrive(*Arrived, Here);
  EliminateUnreachableBlocks(F);
}

/// What says that a jumping function, or a call of one, does not come back, or
/// has no effect.
static void dropAttributes(Function &F) {
  for (auto Kind : {Attribute::NoReturn, Attribute::WillReturn,
                    Attribute::Memory, Attribute::Speculatable}) {
    F.removeFnAttr(Kind);
    for (User *By : F.users())
      if (auto *Call = dyn_cast<CallBase>(By))
        Call->removeFnAttr(Kind);
  }
}

bool JumpLowering::leavesCalledEntry() {
  if (Entry.use_empty())
    return false;
  findJumping();
  return Jumping.contains(&Entry);
}

void JumpLowering::run() {
  callConstructors(M, Entry);
  findJumping();
  if (!IsOpen && any_of(Places, [](const Place &P) { return !P.IsPrivate; }))
    M.getOrInsertNamedMetadata(KnownBufferName);
  Current = makeVariable(Int, "sooth.jump.state");
  Target = makeVariable(Word, "sooth.jump.target");
  Result = makeVariable(Int, "sooth.jump.result");
  Last = makeVariable(Word, "sooth.jump.last");
  if (IsOpen)
    Buffer = makeVariable(PointerType::getUnqual(M.getContext()),
                          "sooth.jump.buffer");
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I);
          Call && Call->doesNotReturn() && isUnknown(*Call))
        Ending.insert(Call);
  for (const CallBase *Call : Ending)
    if (Function *Callee = calledFunction(*Call))
      dropAttributes(*Callee);
    else
      const_cast<CallBase *>(Call)->removeFnAttr(Attribute::NoReturn);
  for (Function *F : Jumping)
    dropAttributes(*F);
  defineJumpsThroughPointers();
  for (Function &F : M)
    if (!F.isDeclaration())
      rewrite(F);
  if (IsOpen) { // Variables have any value at first.
    IRBuilder<> Build(&firstAfterLocals(Entry));
    Build.SetCurrentDebugLocation(DebugLoc());
    Build.CreateStore(ConstantInt::get(Int, NoJump), Current);
    Build.CreateStore(ConstantInt::get(Word, 0), Last);
  }
}

bool isNonLocalJump(const Function &F) { return jumpCall(F) != JumpCall::None; }

/// Lets a copy of \p Entry be called: what leaves that goes on in its caller,
/// and where runs start they end.
static void callCopyOf(Function &Entry) {
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(&Entry, Map);
  Copy->setLinkage(GlobalValue::InternalLinkage);
  Entry.replaceAllUsesWith(Copy);
}

void lowerJumps(Module &M, Function &Entry) {
  if (!JumpLowering(M, Entry).isNeeded())
    return;
  if (JumpLowering(M, Entry).leavesCalledEntry())
    callCopyOf(Entry);
  JumpLowering(M, Entry).run();
}

} // namespace sooth
