//===- OutsideVariables.cpp - What callers know of variables -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutsideVariables.h"

#include "ArbitraryGlobals.h"
#include "ReadPointers.h"

#include "sooth/Frontend/LLVM/Base/OutsideVariables.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <set>

using namespace sooth;
using namespace llvm;

namespace {
/// How memory is accessed: by types, or in a way that says nothing of them.
class Shapes {
public:
  void add(Type *T) {
    if (T->isIntegerTy(8) || T->isAggregateType())
      IsAny = true;
    else
      Types.insert(T);
  }
  void addAny() { IsAny = true; }
  bool empty() const { return Types.empty() && !IsAny; }
  bool mayMeet(const Shapes &Others) const {
    if (empty() || Others.empty())
      return false;
    return IsAny || Others.IsAny ||
           any_of(Types, [&](Type *T) { return Others.Types.count(T) != 0; });
  }

private:
  std::set<Type *> Types;
  bool IsAny = false;
};
} // namespace

/// Whether \p Pointer is not known to lead to a variable or a local.
static bool leadsAnywhere(const llvm::Value *Pointer) {
  return !isa<AllocaInst, GlobalVariable>(getUnderlyingObject(Pointer));
}

/// What is accessed through pointers other than to variables and locals.
static Shapes shapesThroughPointers(const Module &M) {
  Shapes Found;
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (const llvm::Value *At = getLoadStorePointerOperand(&I)) {
        if (leadsAnywhere(At))
          Found.add(getLoadStoreType(const_cast<Instruction *>(&I)));
      } else if (auto *Memory = dyn_cast<MemIntrinsic>(&I)) {
        auto *Copy = dyn_cast<MemTransferInst>(Memory);
        if (leadsAnywhere(Memory->getRawDest()) ||
            (Copy && leadsAnywhere(Copy->getRawSource())))
          Found.addAny();
      } else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I)) {
        Found.add(I.getOperand(1)->getType());
      }
  return Found;
}

static Shapes shapesOf(const GlobalVariable &G) {
  Shapes Found;
  SmallVector<const llvm::Value *> Worklist{&G};
  while (!Worklist.empty())
    for (const Use &U : Worklist.pop_back_val()->uses()) {
      const User *By = U.getUser();
      const llvm::Value *At = getLoadStorePointerOperand(By);
      if (isa<GEPOperator>(By))
        Worklist.push_back(By);
      else if (At == U.get())
        Found.add(getLoadStoreType(const_cast<User *>(By)));
      else if (!isa<CmpInst>(By))
        Found.addAny();
    }
  return Found;
}

/// Whether \p M sees that a pointer that leads anywhere is another one.
static bool comparesPointers(const Module &M) {
  auto IsSeen = [](const Instruction &I) {
    auto *Compare = dyn_cast<ICmpInst>(&I);
    return Compare && Compare->getOperand(0)->getType()->isPointerTy() &&
           none_of(Compare->operands(), IsaPred<ConstantPointerNull>) &&
           any_of(Compare->operand_values(), leadsAnywhere);
  };
  return any_of(M, [&](const Function &F) {
    return any_of(instructions(F), IsSeen);
  });
}

/// Whether the address of \p G is used for more than accesses.
static bool isUsedAsValue(const llvm::Value &G) {
  return any_of(G.uses(), [](const Use &U) {
    const User *By = U.getUser();
    return isa<GEPOperator>(By) ? isUsedAsValue(*By)
                                : getLoadStorePointerOperand(By) != U.get();
  });
}

static bool frees(const Function &F) {
  return F.getName() == "realloc" || classify(F) == CalleeKind::Deallocation;
}

/// What the program stores, of which \p G is what is left in the copy.
static StoredAddress storedAddress(const HeldAddresses::StoredOutside &Stored,
                                   GlobalVariable &G) {
  const Positions &At = Stored.What.At;
  Constant *Distance =
      ConstantInt::getSigned(Type::getInt64Ty(G.getContext()), At.First);
  Type *Byte = Type::getInt8Ty(G.getContext());
  return {ConstantExpr::getGetElementPtr(Byte, &G, Distance), At.Step,
          Stored.In};
}

/// Lets the address of \p G be there, where nothing else of it matters.
static void keepAddress(GlobalVariable &G) {
  G.setInitializer(UndefValue::get(G.getValueType()));
  G.setLinkage(GlobalValue::InternalLinkage);
}

/// Of what is not used here, it only matters that it is not to be freed: one of
/// each kind is enough.
static SmallVector<StoredAddress> storedIn(Module &M, const ProgramGlobals &Of,
                                           const ReadPointers &Read) {
  std::map<unsigned, GlobalVariable *> Kept;
  const auto &Stored = Of.storedOutside();
  std::map<DeclaredPointer, bool> AreFound;
  for (const auto &[In, Numbers] : Of.storedOutsideByPointer())
    AreFound[In] = Read.mayFind(In);
  for (GlobalVariable &G : M.globals())
    if (!G.isDeclaration() && G.getValueType()->isSized())
      for (unsigned Number : Of.storedOutside(G.getName()))
        if (AreFound[Stored[Number].In])
          Kept[Number] = &G;
  if (any_of(M, [](const Function &F) { return !F.use_empty() && frees(F); }))
    for (const auto &[In, Numbers] : Of.storedOutsideByPointer()) {
      if (!AreFound[In])
        continue;
      for (unsigned Number : Numbers)
        if (GlobalVariable *G = M.getGlobalVariable(
                Stored[Number].What.Of->getName(), /*AllowInternal=*/true);
            G && G->getValueType()->isSized() && !Kept.contains(Number)) {
          keepAddress(*G);
          Kept[Number] = G;
          break;
        }
    }
  SmallVector<StoredAddress> All;
  for (auto [Number, G] : Kept)
    All.push_back(storedAddress(Stored[Number], *G));
  return All;
}

void sooth::noteOutsideVariables(Function &Entry, const ProgramGlobals &Of,
                                 const ReadPointers &Read) {
  Module &M = *Entry.getParent();
  const Shapes Through = shapesThroughPointers(M);
  const bool Compares = comparesPointers(M);
  for (GlobalVariable &G : M.globals())
    if (G.hasInitializer() &&
        ((!G.isConstant() && shapesOf(G).mayMeet(Through)) ||
         (Compares && isUsedAsValue(G))))
      if (const WaysFromOutside Ways = Of.waysFromOutside(G, Entry);
          !Ways.empty())
        noteKnownOutside(G, Ways);
  noteStoredOutside(M, storedIn(M, Of, Read));
}

static void print(raw_ostream &OS, const Metadata *Structure) {
  auto *Name = dyn_cast_or_null<MDString>(Structure);
  OS << (Name        ? Name->getString()
         : Structure ? StringRef("unnamed")
                     : StringRef("any"))
     << ' ';
}

void sooth::printStoredOutside(
    raw_ostream &OS, const ProgramGlobals &Of,
    const SmallPtrSetImpl<const GlobalValue *> &Reached) {
  const bool Frees = any_of(Reached, [](const GlobalValue *G) {
    auto *F = dyn_cast<Function>(G);
    return F && frees(*F);
  });
  for (const HeldAddresses::StoredOutside &Stored : Of.storedOutside()) {
    const auto &[Variable, At] = Stored.What;
    if (!Frees && !Reached.contains(Variable))
      continue;
    OS << "stored outside: " << Variable->getName() << ' ' << At.First << '+'
       << At.Step << (At.Anywhere ? "* " : " ");
    print(OS, Stored.In.Container);
    OS << Stored.In.Offset << ' ';
    print(OS, Stored.In.Target);
    OS << '\n';
  }
}
