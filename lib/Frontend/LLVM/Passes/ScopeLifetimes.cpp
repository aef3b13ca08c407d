//===- ScopeLifetimes.cpp - Objects live as long as their blocks ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScopeLifetimes.h"

#include "sooth/Frontend/LLVM/Base/ScopeNames.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace sooth;

namespace {

/// A block of the source.
struct Scope {
  unsigned Around = 0;
  bool IsEntered = false;
  SmallSetVector<AllocaInst *, 2> Objects;
};

/// Which blocks control may be in, one of them.
using Places = BitVector;

class ScopePlacement {
public:
  explicit ScopePlacement(Function &F) : F(F) {}
  void run();

private:
  void collect();
  void addLiterals();
  void solve();
  Places placesAt(const Instruction &I) const;
  Places around(unsigned Number) const;
  Places aroundAny(const Places &Now) const;
  SmallVector<AllocaInst *, 2> entering(unsigned Number) const;

  void visit(Instruction &I, const Places &Before);
  void visitMark(CallInst &Mark, const Places &Before);
  void endLater(CallInst &Label, const Places &Now);
  void enter(unsigned Number, CallInst &Mark, const Places &Before);
  void enterByEdges(unsigned Number, CallInst &Mark);
  void begin(unsigned Number, Instruction &At);
  void end(const Places &Which, Instruction &At);
  void end(AllocaInst &Object, Instruction &At);
  AllocaInst &slotOf(AllocaInst &Object);

  Function &F;
  std::vector<Scope> Scopes;
  SmallVector<CallInst *> Marks;
  SmallVector<Instruction *> Others;
  DenseMap<const BasicBlock *, Places> Before;
  /// What is done, once all is known: blocks of which some way in is not
  /// understood do not end.
  SmallVector<std::pair<unsigned, Instruction *>> Begins;
  SmallVector<std::pair<Places, Instruction *>> Ends;
  SmallVector<std::pair<unsigned, std::pair<BasicBlock *, BasicBlock *>>>
      EdgeBegins;
  SmallVector<std::pair<AllocaInst *, Instruction *>> Later;
  Places Unclear;
  DenseMap<AllocaInst *, AllocaInst *> Slots;
};

} // namespace

static CallInst *callOf(Instruction &I, StringRef Name) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == Name ? Call : nullptr;
}

static unsigned numberIn(const CallInst &Call, unsigned Argument) {
  return unsigned(
      cast<ConstantInt>(Call.getArgOperand(Argument))->getZExtValue());
}

//===----------------------------------------------------------------------===//
// What is said
//===----------------------------------------------------------------------===//

void ScopePlacement::collect() {
  for (Instruction &I : instructions(F)) {
    auto *Mark = callOf(I, ScopeName);
    auto *Object = Mark ? nullptr : callOf(I, ScopeObjectName);
    if (!Mark && !Object)
      continue;
    CallInst *Call = Mark ? Mark : Object;
    const unsigned Number = numberIn(*Call, 0);
    if (Scopes.size() <= Number)
      Scopes.resize(Number + 1);
    if (!Mark) {
      if (auto *Local = dyn_cast<AllocaInst>(Call->getArgOperand(1)))
        Scopes[Number].Objects.insert(Local);
      Others.push_back(Call);
      continue;
    }
    Scopes[Number].Around = numberIn(*Call, 1);
    Scopes[Number].IsEntered = numberIn(*Call, 2) != 0;
    Marks.push_back(Call);
  }
}

/// Compound literals, by clang's name for them, belong to where they are used.
void ScopePlacement::addLiterals() {
  for (Instruction &I : F.getEntryBlock()) {
    auto *Literal = dyn_cast<AllocaInst>(&I);
    if (!Literal || !Literal->getName().starts_with(".compoundliteral"))
      continue;
    for (User *U : Literal->users()) {
      const Places At = placesAt(*cast<Instruction>(U));
      if (At.count() != 1)
        continue;
      Scope &Of = Scopes[unsigned(At.find_first())];
      Of.Objects.insert(Literal);
      break;
    }
  }
}

//===----------------------------------------------------------------------===//
// Where control is
//===----------------------------------------------------------------------===//

static void step(Places &Now, Instruction &I) {
  if (CallInst *Mark = callOf(I, ScopeName)) {
    Now.reset();
    Now.set(numberIn(*Mark, 0));
  }
}

void ScopePlacement::solve() {
  const Places None(unsigned(Scopes.size()));
  for (BasicBlock &B : F)
    Before[&B] = None;
  Before[&F.getEntryBlock()].set(0);
  SmallSetVector<BasicBlock *, 16> Open;
  Open.insert(&F.getEntryBlock());
  while (!Open.empty()) {
    BasicBlock *B = Open.pop_back_val();
    Places Now = Before[B];
    for (Instruction &I : *B)
      step(Now, I);
    for (BasicBlock *Next : successors(B)) {
      Places &There = Before[Next];
      if (!Now.test(There))
        continue;
      There |= Now;
      Open.insert(Next);
    }
  }
}

Places ScopePlacement::placesAt(const Instruction &I) const {
  Places Now = Before.lookup(I.getParent());
  for (Instruction &Earlier : *const_cast<BasicBlock *>(I.getParent())) {
    if (&Earlier == &I)
      break;
    step(Now, Earlier);
  }
  return Now;
}

/// It, and the blocks that it is in.
Places ScopePlacement::around(unsigned Number) const {
  Places All(unsigned(Scopes.size()));
  for (; Number; Number = Scopes[Number].Around)
    All.set(Number);
  All.set(0);
  return All;
}

Places ScopePlacement::aroundAny(const Places &Now) const {
  Places All(unsigned(Scopes.size()));
  for (unsigned Number : Now.set_bits())
    All |= around(Number);
  return All;
}

//===----------------------------------------------------------------------===//
// What begins and ends
//===----------------------------------------------------------------------===//

/// Whether MarkLifetimes knows where it is declared.
static bool isDeclared(AllocaInst *Object) {
  return any_of(findDVRDeclares(Object), [](const DbgVariableRecord *R) {
    return !R->getExpression()->getNumElements();
  });
}

/// The objects that begin with the block, and not where they are declared.
SmallVector<AllocaInst *, 2> ScopePlacement::entering(unsigned Number) const {
  SmallVector<AllocaInst *, 2> Found;
  for (AllocaInst *Object : Scopes[Number].Objects)
    if (Number && Object->isStaticAlloca() &&
        (Scopes[Number].IsEntered || !isDeclared(Object)))
      Found.push_back(Object);
  return Found;
}

/// Some ways to \p Mark come from outside of the block, and some do not.
void ScopePlacement::enterByEdges(unsigned Number, CallInst &Mark) {
  BasicBlock &B = *Mark.getParent();
  for (Instruction &I : B) {
    if (&I == &Mark)
      break;
    if (!isa<PHINode>(I) && !callOf(I, ScopeObjectName)) {
      Unclear.set(Number);
      return;
    }
  }
  for (BasicBlock *From : predecessors(&B)) {
    const Places There = placesAt(*From->getTerminator());
    unsigned In = 0;
    for (unsigned Each : There.set_bits())
      In += around(Each).test(Number);
    if (In == There.count())
      continue;
    if (In || !isa<BranchInst, SwitchInst>(From->getTerminator())) {
      Unclear.set(Number);
      return;
    }
    EdgeBegins.push_back({Number, {From, &B}});
  }
}

void ScopePlacement::enter(unsigned Number, CallInst &Mark,
                           const Places &Before) {
  unsigned In = 0;
  for (unsigned Each : Before.set_bits())
    In += around(Each).test(Number);
  if (In == 0)
    Begins.push_back({Number, &Mark});
  else if (In < Before.count())
    enterByEdges(Number, Mark);
}

/// Variable length arrays that are declared after a label end where control
/// jumps back to it.
void ScopePlacement::endLater(CallInst &Label, const Places &Now) {
  SmallPtrSet<const Value *, 8> Declared;
  for (Instruction *Next = Label.getNextNode();
       Next && callOf(*Next, ScopeObjectName); Next = Next->getNextNode())
    Declared.insert(cast<CallInst>(Next)->getArgOperand(1));
  for (unsigned Number : Now.set_bits())
    for (AllocaInst *Object : Scopes[Number].Objects)
      if (!Object->isStaticAlloca() && !Declared.contains(Object))
        Later.push_back({Object, &Label});
}

void ScopePlacement::visitMark(CallInst &Mark, const Places &Before) {
  const Places Now = around(numberIn(Mark, 0));
  Places Left = aroundAny(Before);
  Left.reset(Now);
  if (Left.any())
    Ends.push_back({Left, &Mark});
  if (numberIn(Mark, 3))
    endLater(Mark, Now);
  for (unsigned Number : Now.set_bits())
    if (!entering(Number).empty())
      enter(Number, Mark, Before);
}

void ScopePlacement::visit(Instruction &I, const Places &Before) {
  if (Before.none())
    return; // not reached
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (CallInst *Mark = callOf(I, ScopeName)) {
    visitMark(*Mark, Before);
  } else if (isa<ReturnInst>(I)) {
    auto *Tail = I.getParent()->getTerminatingMustTailCall();
    Ends.push_back({aroundAny(Before), Tail ? Tail : &I});
  } else if (Callee && Callee->hasFnAttribute(Attribute::ReturnsTwice)) {
    Places Left = aroundAny(Before);
    Left.flip();
    Ends.push_back({Left, Call->getNextNode()});
  }
}

static ConstantInt *sizeOf(const AllocaInst &Object) {
  const DataLayout &Layout = Object.getDataLayout();
  auto Size = Object.getAllocationSize(Layout);
  return ConstantInt::getSigned(Type::getInt64Ty(Object.getContext()),
                                Size && Object.isStaticAlloca()
                                    ? int64_t(Size->getFixedValue())
                                    : -1);
}

/// Where the pointer to the last one is that was allocated.
AllocaInst &ScopePlacement::slotOf(AllocaInst &Object) {
  AllocaInst *&Slot = Slots[&Object];
  if (Slot)
    return *Slot;
  IRBuilder<> Build(&F.getEntryBlock(), F.getEntryBlock().begin());
  Build.SetCurrentDebugLocation(DebugLoc());
  Slot = Build.CreateAlloca(Object.getType(), nullptr,
                            Object.getName() + ".place");
  Build.CreateStore(ConstantPointerNull::get(Object.getType()), Slot);
  Build.SetInsertPoint(Object.getNextNode());
  Build.SetCurrentDebugLocation(DebugLoc());
  Build.CreateStore(&Object, Slot);
  return *Slot;
}

void ScopePlacement::end(AllocaInst &Object, Instruction &At) {
  IRBuilder<> Build(&At);
  Build.SetCurrentDebugLocation(DebugLoc());
  Value *Pointer = &Object;
  if (!Object.isStaticAlloca())
    Pointer = Build.CreateLoad(Object.getType(), &slotOf(Object));
  Build.CreateLifetimeEnd(Pointer, sizeOf(Object));
}

/// The body's own end where the function returns, as others know.
void ScopePlacement::end(const Places &Which, Instruction &At) {
  for (unsigned Number : Which.set_bits())
    if (!Unclear.test(Number))
      for (AllocaInst *Object : Scopes[Number].Objects)
        if (Number || !Object->isStaticAlloca())
          end(*Object, At);
}

void ScopePlacement::begin(unsigned Number, Instruction &At) {
  IRBuilder<> Build(&At);
  Build.SetCurrentDebugLocation(DebugLoc());
  if (!Unclear.test(Number))
    for (AllocaInst *Object : entering(Number))
      Build.CreateLifetimeStart(Object, sizeOf(*Object));
}

void ScopePlacement::run() {
  collect();
  if (Marks.empty())
    return;
  solve();
  addLiterals();
  Unclear.resize(unsigned(Scopes.size()));
  for (BasicBlock &B : F) {
    Places Now = Before[&B];
    for (Instruction &I : B) {
      visit(I, Now);
      step(Now, I);
    }
  }
  for (auto &[Which, At] : Ends)
    end(Which, *At);
  for (auto [Object, At] : Later)
    end(*Object, *At);
  for (auto [Number, At] : Begins)
    begin(Number, *At);
  for (auto &[Number, Edge] : EdgeBegins)
    if (is_contained(successors(Edge.first), Edge.second))
      begin(Number, *SplitEdge(Edge.first, Edge.second)->getTerminator());
  for (Instruction *Mark : Marks)
    Mark->eraseFromParent();
  for (Instruction *Mark : Others)
    Mark->eraseFromParent();
}

void sooth::placeScopeLifetimes(Module &M) {
  Function *Mark = M.getFunction(ScopeName);
  if (!Mark)
    return;
  SmallSetVector<Function *, 16> Marked;
  for (User *U : Mark->users())
    Marked.insert(cast<Instruction>(U)->getFunction());
  for (Function *F : Marked)
    ScopePlacement(*F).run();
  for (StringRef Name : {ScopeName, ScopeObjectName})
    if (Function *Callee = M.getFunction(Name))
      Callee->eraseFromParent();
}
