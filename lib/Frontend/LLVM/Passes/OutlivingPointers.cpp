//===- OutlivingPointers.cpp - Pointers that are kept longer than locals --===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutlivingPointers.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace sooth;

namespace {

/// What a value may lead to: the local itself, or something that holds its
/// address.
enum Leads : unsigned { ToLocal = 1, ToHolder = 2, ToBoth = 3 };

/// Where the address of one local gets.
class AddressFlow {
public:
  AddressFlow(OutlivingPointers &Program, const Value &Of, const Function &In)
      : Program(Program), Of(Of), In(In) {}
  bool outlives();

private:
  void add(const Value *V, unsigned How);
  void visit(const Use &U, unsigned How);
  void visitCall(const CallBase &Call, const Use &U, unsigned How);
  void pass(const CallBase &Call, const Function &Callee, unsigned Number,
            unsigned How);
  void visitReturn(const Function &F, unsigned How);
  void store(const Value *Pointer, unsigned How);
  void store(const Value *Pointer);
  void storeThrough(const Argument &A);
  void hold(const AllocaInst &Holder);
  bool endsWithLocal(const AllocaInst &Holder) const;

  OutlivingPointers &Program;
  const Value &Of;
  const Function &In; ///< the function of \c Of
  DenseMap<const Value *, unsigned> Found;
  SmallSetVector<const Value *, 32> Open;
  SmallPtrSet<const AllocaInst *, 8> Holders;
  /// Calls that pass it, and parameters through which it is stored.
  DenseMap<const Function *, SmallSetVector<const CallBase *, 4>> PassedBy;
  DenseMap<const Function *, SmallSetVector<const Argument *, 2>> StoredIn;
  /// What the pointers in holders lead to.
  unsigned Stored = 0;
  bool Outlives = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

OutlivingPointers::OutlivingPointers(const Module &M) {
  for (const Function &F : M) {
    if (!F.isDeclaration() && F.hasAddressTaken())
      Known.push_back(&F);
    for (const Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I);
          Call && !Call->getCalledFunction() && !Call->isInlineAsm())
        Indirect.push_back(Call);
  }
}

static bool isCallOf(const Use &U) {
  auto *Call = dyn_cast<CallBase>(U.getUser());
  return Call && Call->isCallee(&U);
}

SmallVector<const CallBase *>
OutlivingPointers::callsOf(const Function &F) const {
  SmallVector<const CallBase *> Calls;
  for (const Use &U : F.uses())
    if (isCallOf(U))
      Calls.push_back(cast<CallBase>(U.getUser()));
  if (is_contained(Known, &F))
    append_range(Calls, Indirect);
  return Calls;
}

SmallVector<const Function *, 4>
OutlivingPointers::calleesOf(const CallBase &Call) const {
  SmallVector<const Function *, 4> Callees;
  if (const Function *Callee = Call.getCalledFunction()) {
    if (!Callee->isDeclaration())
      Callees.push_back(Callee);
  } else if (!Call.isInlineAsm()) {
    copy_if(Known, std::back_inserter(Callees), [&](const Function *F) {
      return F->arg_size() <= Call.arg_size();
    });
  }
  return Callees;
}

const SmallPtrSet<const Function *, 16> &
OutlivingPointers::callersOf(const Function &F) {
  auto [It, IsNew] = Callers.try_emplace(&F);
  if (!IsNew)
    return It->second;
  SmallPtrSet<const Function *, 16> All{&F};
  SmallVector<const Function *> Pending{&F};
  while (!Pending.empty())
    for (const CallBase *Call : callsOf(*Pending.pop_back_val()))
      if (All.insert(Call->getFunction()).second)
        Pending.push_back(Call->getFunction());
  return Callers[&F] = std::move(All);
}

//===----------------------------------------------------------------------===//
// Where addresses are stored
//===----------------------------------------------------------------------===//

static bool isPlainVariable(const AllocaInst &Local) {
  return all_of(Local.uses(), [](const Use &U) {
    if (isa<StoreInst>(U.getUser()))
      return U.getOperandNo() == StoreInst::getPointerOperandIndex();
    return isa<LoadInst>(U.getUser()) ||
           cast<Instruction>(U.getUser())->isLifetimeStartOrEnd();
  });
}

/// Adds what \p Pointer leads into: locals, parameters, and null for what is
/// not known.
static void findRoots(const Value *Pointer,
                      SmallSetVector<const Value *, 4> &Roots,
                      SmallPtrSetImpl<const Value *> &Seen) {
  if (!Seen.insert(Pointer).second)
    return;
  if (isa<AllocaInst, Argument>(Pointer)) {
    Roots.insert(Pointer);
    return;
  }
  if (isa<GEPOperator, CastInst, FreezeInst>(Pointer))
    return findRoots(cast<User>(Pointer)->getOperand(0), Roots, Seen);
  if (auto *Phi = dyn_cast<PHINode>(Pointer)) {
    for (const Value *From : Phi->incoming_values())
      findRoots(From, Roots, Seen);
    return;
  }
  if (auto *Select = dyn_cast<SelectInst>(Pointer)) {
    findRoots(Select->getTrueValue(), Roots, Seen);
    return findRoots(Select->getFalseValue(), Roots, Seen);
  }
  if (isa<ConstantPointerNull>(Pointer))
    return;
  auto *Load = dyn_cast<LoadInst>(Pointer);
  auto *Variable =
      Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  if (!Variable || !isPlainVariable(*Variable)) {
    Roots.insert(nullptr);
    return;
  }
  for (const User *By : Variable->users())
    if (auto *Store = dyn_cast<StoreInst>(By))
      findRoots(Store->getValueOperand(), Roots, Seen);
}

static const DILocalVariable *declaredAs(const AllocaInst &Local) {
  for (const DbgVariableRecord *R :
       findDVRDeclares(const_cast<AllocaInst *>(&Local)))
    return R->getVariable();
  return nullptr;
}

/// The block that \p Local is in, as far as that is told.
static const DIScope *blockOf(const AllocaInst &Local) {
  if (const DILocalVariable *V = declaredAs(Local))
    return V->getScope();
  if (!Local.getName().starts_with(".compoundliteral"))
    return nullptr;
  for (const User *By : Local.users())
    if (auto *I = dyn_cast<Instruction>(By);
        I && !I->isLifetimeStartOrEnd() && I->getDebugLoc())
      return I->getDebugLoc()->getScope();
  return nullptr;
}

static bool isIn(const DIScope *Inner, const DIScope *Outer) {
  for (; Inner; Inner = Inner->getScope())
    if (Inner == Outer)
      return true;
  return false;
}

static bool endsEarly(const AllocaInst &Local) {
  return any_of(Local.users(), [](const User *U) {
    auto *Mark = dyn_cast<IntrinsicInst>(U);
    return Mark && Mark->getIntrinsicID() == Intrinsic::lifetime_end;
  });
}

/// What has no name is read by the expression that it is made for.
bool AddressFlow::endsWithLocal(const AllocaInst &Holder) const {
  auto *Local = dyn_cast<AllocaInst>(&Of);
  if (&Holder == &Of || !Local || !endsEarly(*Local))
    return true;
  const DIScope *Block = blockOf(*Local), *Its = blockOf(Holder);
  return !Its || (Block && isIn(Its, Block));
}

void AddressFlow::hold(const AllocaInst &Holder) {
  if (!Holders.insert(&Holder).second)
    return;
  const Function &F = *Holder.getFunction();
  if (&F == &In ? !endsWithLocal(Holder) : Program.callersOf(In).contains(&F))
    Outlives = true;
  else
    add(&Holder, &Holder == &Of ? ToBoth : ToHolder);
}

/// What its callers pass is theirs, unless they call nothing but this.
void AddressFlow::storeThrough(const Argument &A) {
  const Function &F = *A.getParent();
  if (&A == &Of) { // in the object itself
    add(&A, ToBoth);
    return;
  }
  if (Program.callersOf(In).contains(&F)) {
    Outlives = true;
    return;
  }
  if (StoredIn[&F].insert(&A))
    for (const CallBase *Call : SmallVector<const CallBase *>(
             PassedBy[&F].begin(), PassedBy[&F].end()))
      store(Call->getArgOperand(A.getArgNo()));
}

void AddressFlow::store(const Value *Pointer) {
  SmallSetVector<const Value *, 4> Roots;
  SmallPtrSet<const Value *, 8> Seen;
  findRoots(Pointer, Roots, Seen);
  for (const Value *Root : Roots)
    if (auto *Local = dyn_cast_if_present<AllocaInst>(Root))
      hold(*Local);
    else if (auto *A = dyn_cast_if_present<Argument>(Root))
      storeThrough(*A);
    else
      Outlives = true;
}

/// A pointer that leads there is stored.
void AddressFlow::store(const Value *Pointer, unsigned How) {
  if ((Stored | How) != Stored) {
    Stored |= How;
    for (auto &[V, Leads] : Found)
      if (Leads & ToHolder)
        Open.insert(V);
  }
  store(Pointer);
}

//===----------------------------------------------------------------------===//
// Where addresses go
//===----------------------------------------------------------------------===//

void AddressFlow::add(const Value *V, unsigned How) {
  unsigned &Now = Found[V];
  if ((Now | How) == Now)
    return;
  Now |= How;
  Open.insert(V);
}

void AddressFlow::visitReturn(const Function &F, unsigned How) {
  // (That a local has ended is known by the mark of its end.)
  if (&F == &In && isa<Argument>(Of))
    Outlives = true;
  for (const CallBase *Call : Program.callsOf(F))
    add(Call, How);
}

void AddressFlow::pass(const CallBase &Call, const Function &Callee,
                       unsigned Number, unsigned How) {
  if (PassedBy[&Callee].insert(&Call))
    for (const Argument *A : SmallVector<const Argument *>(
             StoredIn[&Callee].begin(), StoredIn[&Callee].end()))
      store(Call.getArgOperand(A->getArgNo()));
  if (Number < Callee.arg_size()) {
    const Argument &To = *Callee.getArg(Number);
    add(&To, To.hasByValAttr() ? How & ToHolder : How);
    return;
  }
  for (const Instruction &I : instructions(Callee))
    if (auto *Start = dyn_cast<IntrinsicInst>(&I);
        Start && Start->getIntrinsicID() == Intrinsic::vastart)
      store(Start->getArgOperand(0), How);
}

void AddressFlow::visitCall(const CallBase &Call, const Use &U, unsigned How) {
  if (Call.isCallee(&U) || !Call.isArgOperand(&U))
    return;
  const unsigned Number = Call.getArgOperandNo(&U);
  if (auto *Copy = dyn_cast<MemTransferInst>(&Call)) {
    if (Number == 1 && (How & ToHolder))
      store(Copy->getRawDest());
    return;
  }
  const auto Callees = Program.calleesOf(Call);
  for (const Function *Callee : Callees)
    pass(Call, *Callee, Number, How);
  if (Callees.empty() && !Call.getType()->isVoidTy())
    add(&Call, How);
}

void AddressFlow::visit(const Use &U, unsigned How) {
  auto *I = dyn_cast<Instruction>(U.getUser());
  if (!I)
    Outlives = true;
  else if (isa<CmpInst>(I))
    return;
  else if (isa<LoadInst, VAArgInst>(I))
    (How & ToHolder) ? add(I, Stored) : void();
  else if (auto *Store = dyn_cast<StoreInst>(I))
    U.getOperandNo() == 0 ? store(Store->getPointerOperand(), How)
                           : void();
  else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I)) {
    if (U.getOperandNo() != 0)
      store(I->getOperand(0), How);
    else if (How & ToHolder)
      add(I, Stored);
  } else if (isa<ReturnInst>(I))
    visitReturn(*I->getFunction(), How);
  else if (auto *Call = dyn_cast<CallBase>(I))
    visitCall(*Call, U, How);
  else if (!I->isTerminator())
    add(I, How);
}

bool AddressFlow::outlives() {
  constexpr size_t Most = 20000;
  add(&Of, ToLocal);
  while (!Outlives && !Open.empty()) {
    const Value *V = Open.pop_back_val();
    const unsigned How = Found[V];
    for (const Use &U : V->uses())
      visit(U, How);
    Outlives |= Found.size() > Most;
  }
  return Outlives;
}

bool OutlivingPointers::lead(const AllocaInst &Local) {
  return AddressFlow(*this, Local, *Local.getFunction()).outlives();
}

bool OutlivingPointers::lead(const Argument &Passed) {
  return AddressFlow(*this, Passed, *Passed.getParent()).outlives();
}
