//===- EdgePointers.cpp - Pointers that are compared, and numbers ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order and the difference of pointers, and the addresses that they are as
// numbers.
//
//===----------------------------------------------------------------------===//

#include "EdgeBuilder.h"

#include "Base/PointerDifference.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

using namespace sooth;
using namespace llvm;

void EdgeBuilder::assignAddresses() {
  Here = blockLocation(B);
  const MemoryModel &Model = Values.memory();
  auto Any = [&](Sort S) {
    return fresh(Input::Kind::Havoc, S, Cause::Kind::AddressAsNumber);
  };
  know(Model.addresses().assignAddresses(Memory, Any));
  Model.initializeGlobals(Memory, Any);
}

/// As the run goes on only if \p P, where \p Pointer leads to, and \p Q are in
/// one object. (That it has one size is said besides, for those who see no
/// arrays.)
void EdgeBuilder::requireOneObject(const llvm::Value *Pointer, const Address &P,
                                   const Address &Q) {
  require(Ctx.mkEq(P.Object, Q.Object));
  auto Cell = Values.memory().points().pointee(Pointer);
  if (!Cell)
    return;
  auto SizeAt = [&](const Address &At) {
    return Values.memory().lifetimes().sizeIn(Memory, Cell->Node, At.Object);
  };
  know(Ctx.mkEq(SizeAt(P), SizeAt(Q)));
}

void EdgeBuilder::executeDifference(const Instruction &I, const llvm::Value *A,
                                    const llvm::Value *B) {
  const MemoryModel &Model = Values.memory();
  auto P = addressIn(A), Q = addressIn(B);
  auto Minus = [&](Expr X, Expr Y) { return Ctx.make(Kind::BvSub, {X, Y}); };
  unsigned Width = I.getType()->getIntegerBitWidth();
  Expr Difference = Minus(P->Offset, Q->Offset), Apart;
  if (Model.outside().areInOneObject(A, B)) {
    requireOneObject(A, *P, *Q);
    Local[&I] = {Ctx.mkExtract(Width - 1, 0, Difference)};
    return;
  }
  if (auto Numbers = Model.addresses().numbersOf(Memory, A, *P, B, *Q);
      Numbers && Width == Model.addresses().addressBits()) {
    know(Model.addresses().layout(Memory));
    Apart = Minus(Numbers->first, Numbers->second);
  } else {
    Apart = fresh(Input::Kind::Havoc, Ctx.bitVecSort(Width),
                  Cause::Kind::PointerDifference);
  }
  Local[&I] = {Ctx.mkIte(Ctx.mkEq(P->Object, Q->Object),
                         Ctx.mkExtract(Width - 1, 0, Difference), Apart)};
}

void EdgeBuilder::executeOrder(const ICmpInst &I) {
  const MemoryModel &Model = Values.memory();
  const llvm::Value *A = I.getOperand(0), *B = I.getOperand(1);
  auto P = addressIn(A), Q = addressIn(B);
  CmpInst::Predicate How = I.getPredicate();
  bool Swap = ICmpInst::isGT(How) || ICmpInst::isLE(How);
  bool Negate = ICmpInst::isGE(How) || ICmpInst::isLE(How);
  Expr Less =
      Swap ? Ctx.mkSlt(Q->Offset, P->Offset) : Ctx.mkSlt(P->Offset, Q->Offset);
  if (Model.outside().areInOneObject(A, B)) {
    requireOneObject(A, *P, *Q);
    Local[&I] = {Negate ? Ctx.mkNot(Less) : Less};
    return;
  }
  Expr Apart;
  if (auto Numbers = Model.addresses().numbersOf(Memory, A, *P, B, *Q)) {
    know(Model.addresses().layout(Memory));
    auto [X, Y] = *Numbers;
    Apart = Swap ? Ctx.mkUlt(Y, X) : Ctx.mkUlt(X, Y);
  } else {
    Apart =
        fresh(Input::Kind::Havoc, Ctx.boolSort(), Cause::Kind::PointerOrder);
  }
  Expr Ordered = Ctx.mkIte(Ctx.mkEq(P->Object, Q->Object), Less, Apart);
  Local[&I] = {Negate ? Ctx.mkNot(Ordered) : Ordered};
}

/// How large the object of \p At is if alloca made it, perhaps of no bytes;
/// null otherwise.
static Expr allocaSize(const MemoryModel &Model, const MemoryState &M,
                       const llvm::Value *Pointer, const Address &At) {
  auto Cell = Model.points().pointee(Pointer);
  if (!Cell ||
      none_of(Model.points().node(Cell->Node).Objects, [&](auto &Entry) {
        auto *Local = dyn_cast_or_null<AllocaInst>(
            Model.points().objects()[Entry.first].Site);
        return Local && Local->isArrayAllocation();
      }))
    return Expr();
  return Model.lifetimes().sizeIn(M, Cell->Node, At.Object);
}

/// Whether what \p Q leads to may be where that was which \p P led to: it has
/// ended, and the other one may have begun after that. What is allocated again
/// and again is numbered in that order.
static Expr mayBeInPlaceOf(ExprContext &Ctx, const MemoryModel &Model,
                           const MemoryState &M, const llvm::Value *PointerP, const Address &P,
                           const llvm::Value *PointerQ, const Address &Q) {
  const ObjectLifetimes &Lifetimes = Model.lifetimes();
  Expr HasEnded = Lifetimes.isFreed(M, PointerP, P);
  if (HasEnded.isFalse())
    return HasEnded;
  Expr IsOne = Lifetimes.isObjectThat(PointerQ, Q.Object, [&](unsigned O) {
    return isa<AllocaInst, CallBase>(Model.points().objects()[O].Site)
               ? Ctx.trueExpr()
               : Expr();
  });
  Expr IsLater = Ctx.mkAnd({Lifetimes.isOfMany(Q.Object),
                            Ctx.mkNot(Lifetimes.isOutside(Q.Object)),
                            Ctx.mkUlt(P.Object, Q.Object)});
  return Ctx.mkAnd(HasEnded, Ctx.mkOr(IsOne, IsLater));
}

/// Whether \p I compares pointers to different objects that may be at the same
/// address: one has no bytes, or was there before the other one. Returns false
/// for all others.
bool EdgeBuilder::executeUncertainComparison(const ICmpInst &I) {
  const llvm::Value *A = I.getOperand(0), *B = I.getOperand(1);
  if (!I.isEquality() || !A->getType()->isPointerTy())
    return false;
  auto P = addressIn(A), Q = addressIn(B);
  if (!P || !Q)
    return false;
  Expr MayMeet = Ctx.falseExpr();
  for (auto &[Pointer, At] : {std::pair(A, *P), std::pair(B, *Q)})
    if (Expr Size = allocaSize(Values.memory(), Memory, Pointer, At))
      MayMeet = Ctx.mkOr(MayMeet, Ctx.mkEq(Size, Ctx.bv(0, 64)));
  const MemoryModel &Model = Values.memory();
  MayMeet = Ctx.mkOr({MayMeet, mayBeInPlaceOf(Ctx, Model, Memory, A, *P, B, *Q),
                      mayBeInPlaceOf(Ctx, Model, Memory, B, *Q, A, *P)});
  const Expr None = Ctx.bv(0, ObjectBits),
             IsOne = Ctx.mkEq(P->Object, Q->Object);
  MayMeet = Ctx.mkAnd({MayMeet, Ctx.mkNot(IsOne),
                       Ctx.mkNot(Ctx.mkEq(P->Object, None)),
                       Ctx.mkNot(Ctx.mkEq(Q->Object, None))});
  if (MayMeet.isFalse())
    return false;
  Expr Equal = Ctx.mkIte(
      MayMeet,
      fresh(Input::Kind::Havoc, Ctx.boolSort(),
            Cause::Kind::PointerComparison),
      Ctx.mkAnd(IsOne, Ctx.mkEq(P->Offset, Q->Offset)));
  Local[&I] = {I.getPredicate() == CmpInst::ICMP_EQ ? Equal : Ctx.mkNot(Equal)};
  return true;
}

void EdgeBuilder::executeToNumber(const Instruction &I) {
  const MemoryModel &Model = Values.memory();
  const llvm::Value *Pointer = I.getOperand(0);
  auto P = addressIn(Pointer);
  auto Cell = Model.points().pointee(Pointer);
  SmallVector<PointsTo::NodeId, 1> Into;
  if (Cell)
    Into.push_back(Cell->Node);
  Expr Number = Model.addresses().numberOf(Memory, Into, *P, [&](Sort S) {
    return fresh(Input::Kind::Havoc, S, Cause::Kind::AddressAsNumber);
  });
  know(Model.addresses().layout(Memory));
  if (Cell)
    know(Model.addresses().remember(Memory, Cell->Node, *P, Number));
  unsigned Width = I.getType()->getIntegerBitWidth();
  unsigned Has = Number.sort().width();
  Number = Width <= Has ? Ctx.mkExtract(Width - 1, 0, Number)
                        : Ctx.mkZeroExt(Width - Has, Number);
  Local[&I] = {Width == 1 ? Ctx.bvToBool(Number) : Number};
}

void EdgeBuilder::executeToPointer(const Instruction &I) {
  const MemoryModel &Model = Values.memory();
  Scalars Number = operand(I.getOperand(0));
  unsigned Width = Number[0].isBool() ? 1 : Number[0].sort().width();
  Expr Bits = Number[0].isBool() ? Ctx.boolToBv(Number[0]) : Number[0];
  unsigned Wanted = Model.addresses().addressBits();
  Bits = Width < Wanted ? Ctx.mkZeroExt(Wanted - Width, Bits)
                        : Ctx.mkExtract(Wanted - 1, 0, Bits);
  SmallVector<PointsTo::NodeId, 1> Into;
  if (auto Cell = Model.points().pointee(&I))
    Into.push_back(Cell->Node);
  know(Model.addresses().layout(Memory));
  Local[&I] = scalarsOf(Model.addresses().addressFrom(Memory, Into, Bits));
}

/// The order of pointers, and the numbers that they are.
void EdgeBuilder::executePointerNumber(const Instruction &I) {
  if (auto [A, B] = pointerDifference(I); A)
    return executeDifference(I, A, B);
  if (auto *Compare = dyn_cast<ICmpInst>(&I))
    return executeOrder(*Compare);
  isa<PtrToIntInst>(I) ? executeToNumber(I) : executeToPointer(I);
}
