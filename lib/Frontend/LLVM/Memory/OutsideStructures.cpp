//===- OutsideStructures.cpp - Structures among other memory --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where pointers to structures and to bytes go through the same places, as
// those to what a pool hands out, all of them may lead to the same memory, and
// then to any place in it. What is declared to lead to a structure still leads
// to one.
//
//===----------------------------------------------------------------------===//

#include "OutsideMemory.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

using namespace sooth;
using namespace llvm;

/// \p Declared if that is a structure, and pointers to \p N may also lead into
/// the middle of one, as there is other memory.
static const DIType *structureWithin(const PointsTo::Node &N,
                                     const DIType *Declared) {
  const uint64_t Period = N.Offsets.Period;
  return structureKey(Declared) && Period != 0 &&
                 Period < Declared->getSizeInBits() / 8
             ? Declared
             : nullptr;
}

/// That \p At, which is declared to lead to a \p Declared, leads to where one
/// may be.
Expr OutsideMemory::isAligned(const DIType *Declared, PointsTo::NodeId Target,
                              const Address &At) const {
  const uint64_t Multiple =
      naturalAlignment(structureWithin(Points.node(Target), Declared));
  // (As the checks of alignment say it.)
  return Ctx.mkEq(
      Ctx.make(Kind::BvAnd, {At.Offset, Ctx.bv(Multiple - 1, OffsetBits)}),
      Ctx.bv(0, OffsetBits));
}

/// The same, and that all of it is there; or that \p At is null.
Expr OutsideMemory::isNullOrWhole(const MemoryState &M, const DIType *Declared,
                                  PointsTo::NodeId Target,
                                  const Address &At) const {
  const DIType *Structure = structureWithin(Points.node(Target), Declared);
  if (!Structure)
    return Ctx.trueExpr();
  Expr IsThere = isAligned(Structure, Target, At);
  if (leastSize() != Size::Any) {
    Expr Has = Lifetimes.sizeIn(M, Target, At.Object);
    IsThere =
        Ctx.mkAnd({IsThere, Ctx.mkUle(At.Offset, Has),
                   Ctx.mkUle(Ctx.bv(Structure->getSizeInBits() / 8, OffsetBits),
                             Ctx.make(Kind::BvSub, {Has, At.Offset}))});
  }
  return Ctx.mkOr(Ctx.mkEq(At.Object, Ctx.bv(0, ObjectBits)), IsThere);
}

/// What is declared where \p Address leads to, if that is a member of a named
/// structure; null if that is not known.
const DIType *OutsideMemory::declaredAt(const llvm::Value &Address) const {
  auto *Step = dyn_cast<GetElementPtrInst>(&Address);
  if (!Step)
    return nullptr;
  Type *Of = Step->getSourceElementType();
  while (auto *Array = dyn_cast<ArrayType>(Of))
    Of = Array->getElementType();
  if (Of->isPointerTy())
    return declaredAt(*Step->getPointerOperand());
  auto *Outer = dyn_cast<StructType>(Step->getSourceElementType());
  const DIType *T =
      Outer && Outer->hasName() ? Structures.lookup(Outer->getName()) : nullptr;
  if (!T)
    return nullptr;
  // Which element of an array does not matter.
  SmallVector<llvm::Value *> Indices;
  for (const llvm::Use &Index : Step->indices())
    Indices.push_back(isa<ConstantInt>(Index) && !Indices.empty()
                          ? Index.get()
                          : ConstantInt::get(Index->getType(), 0));
  return scalarAt(T, uint64_t(Step->getDataLayout().getIndexedOffsetInType(
                         Outer, Indices)));
}

/// That \p Cell of an array holds what callers left there, or the last call
/// that may have written it.
Expr OutsideMemory::isAsFound(const MemoryState &M, const Access &Cell) const {
  const unsigned R = *Cell.InRegion;
  auto IsSame = [&](ArrayRef<Storage> Is, ArrayRef<Storage> Was) {
    auto New = addressIn(M, Is, Cell), Old = addressIn(M, Was, Cell);
    return New && Old ? Ctx.mkAnd(Ctx.mkEq(New->Object, Old->Object),
                                  Ctx.mkEq(New->Offset, Old->Offset))
                      : Ctx.falseExpr();
  };
  auto Left = AfterCalls.find(R);
  Expr IsLeft = Left == AfterCalls.end()
                    ? Ctx.falseExpr()
                    : IsSame(Left->second.Now, Left->second.Then);
  return AtFirst.contains(R)
             ? Ctx.mkOr(IsLeft, IsSame(Now.lookup(R), AtFirst.lookup(R)))
             : IsLeft;
}

Expr OutsideMemory::isPossibleStructure(const MemoryState &M,
                                        const LoadInst &Load, const Access &A,
                                        const Address &At) const {
  auto Target = Points.pointee(&Load);
  if (How == Environment::Any || !A.HasObjects || !A.InRegion || !Target ||
      !WithFamilies.contains(Target->Node))
    return Ctx.trueExpr();
  Expr IsThere = isNullOrWhole(
      M, pointedType(declaredAt(*Load.getPointerOperand())), Target->Node, At);
  if (IsThere.isTrue())
    return IsThere;
  return Ctx.mkOr({Ctx.mkNot(Lifetimes.isOutside(A.At.Object)),
                   Ctx.mkNot(isAsFound(M, A)), IsThere});
}
