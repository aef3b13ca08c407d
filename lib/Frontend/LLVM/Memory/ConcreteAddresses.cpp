//===- ConcreteAddresses.cpp - Addresses as numbers ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An object whose address is used as a number has a concrete address: any, but
// one that is a multiple of the object's alignment, is not near to the ends of
// the address space, and does not overlap another object that is there at the
// same time. (Nor does it touch one: so a pointer past the end is told from one
// to the next object.) Where a lifetime begins, the address is chosen anew.
//
// A pointer's number is the sum of its object's address and the offset. A
// number made a pointer leads to the object that it lies in, of those that the
// points-to analysis says; if there is none it stays a number, and what is done
// with it is beyond the model, see isInNoKnownObject().
//
// What is known of addresses is said again wherever they are used, so that no
// proof needs to find it.
//
//===----------------------------------------------------------------------===//

#include "ConcreteAddresses.h"

#include "ObjectText.h"

#include "Base/PointerDifference.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace sooth;
using namespace llvm;

using Instances = MemoryObject::Instances;

/// Addresses below this one trap.
static constexpr uint64_t FirstPage = 4096;

/// No object is in the first and the last page.
static constexpr uint64_t PageSize = 4096;
/// Of larger objects whose sizes are computed it is not said that they are
/// apart from others.
static constexpr uint64_t MostApart = uint64_t(1) << 40;
/// Of more objects it is not said that they are apart.
static constexpr size_t MaxRelated = 16;

unsigned ConcreteAddresses::addressBits() const {
  return Layout.getPointerSizeInBits();
}

/// Whether \p Pointer is a number that the program's text has.
static bool isFixedAddress(const llvm::Value &Pointer) {
  auto *E = dyn_cast<ConstantExpr>(Pointer.stripInBoundsOffsets());
  return E && E->getOpcode() == Instruction::IntToPtr &&
         isa<ConstantInt>(E->getOperand(0));
}

void ConcreteAddresses::findNumbers() {
  for (const Function *F : Points.functions())
    for (const Instruction &I : instructions(*F)) {
      const bool IsOfNumber =
          isa<IntToPtrInst>(I) && !Points.isMadeOfAddresses(*I.getOperand(0));
      const bool IsFixed =
          isa<PHINode, SelectInst>(I) &&
          any_of(I.operands(), [](const Use &U) { return isFixedAddress(*U); });
      auto Cell = IsOfNumber || IsFixed ? Points.pointee(&I) : std::nullopt;
      if (!Cell)
        continue;
      FromNumbers.insert(Cell->Node);
      FromForeignNumbers.insert(Cell->Node);
    }
  findDifferences();
  for (PointsTo::NodeId N : Points.nodes()) {
    if (Points.node(N).IsNumbered)
      Numbered.insert(N);
    if (Points.node(N).IsFromNumbers)
      FromNumbers.insert(N);
  }
  Pointees.resize(Parts.all().size());
  for (unsigned R = 0; R < Parts.all().size(); ++R) {
    const Region &Part = Parts.all()[R];
    for (auto &[Offset, Target] : Points.node(Part.Node).Pointees) {
      if (Parts.find({Part.Node, Offset}) != R)
        continue;
      PointsTo::NodeId N = Points.representative(Target).Node;
      if (!is_contained(Pointees[R], N))
        Pointees[R].push_back(N);
      if (Part.isMixed() || Part.HasOddPointers)
        FromNumbers.insert(N);
      if (Part.HasOddPointers)
        Numbered.insert(N);
    }
  }
}

/// Whether all objects of \p N are variables, each there once.
static bool isOfVariables(const PointsTo &Points, PointsTo::NodeId N) {
  return all_of(Points.node(N).Objects, [&](const auto &Entry) {
    const MemoryObject &Object = Points.objects()[Entry.first];
    return Object.How == Instances::One && !Object.IsOutside &&
           isa_and_nonnull<AllocaInst, GlobalVariable>(Object.Site);
  });
}

/// Of pointers that the program subtracts and that are never in one object: how
/// far their objects are apart is a matter of addresses.
void ConcreteAddresses::findDifferences() {
  for (const Function *F : Points.functions())
    for (const Instruction &I : instructions(*F)) {
      auto [A, B] = pointerDifference(I);
      auto P = A ? Points.pointee(A) : std::nullopt;
      auto Q = B ? Points.pointee(B) : std::nullopt;
      if (P && Q && P->Node != Q->Node && isOfVariables(Points, P->Node) &&
          isOfVariables(Points, Q->Node))
        for (PointsTo::NodeId N : {P->Node, Q->Node})
          Numbered.insert(N);
    }
}

ArrayRef<PointsTo::NodeId> ConcreteAddresses::pointeesOf(unsigned R) const {
  return Pointees[R];
}

void ConcreteAddresses::addVariables(MemoryVariables &Variables) {
  Sort AddressS = Ctx.bitVecSort(addressBits());
  for (PointsTo::NodeId N : Points.nodes()) {
    if (!isNumbered(N))
      continue;
    bool HasMany = false;
    for (auto [O, Start] : Points.node(N).Objects) {
      const MemoryObject &Object = Points.objects()[O];
      HasMany |= Object.How == Instances::Many;
      if (Object.How == Instances::One)
        AddressVar[O] = Variables.add(
            objectText(Object) + ".place",
            Ctx.bitVecSort(addressBits() - Log2_64(Points.alignmentOf(O))));
    }
    if (!HasMany)
      continue;
    std::string Name = "node" + std::to_string(N);
    AddressesVar[N] =
        Variables.add(Name + ".places", Ctx.arraySort(ObjectS, AddressS));
    Expr Seen = Variables.add(Name + ".seen", Ctx.arraySort(AddressS, ObjectS));
    SeenVar[N] = Seen;
    // Callers have seen theirs.
    if (!Points.node(N).IsOutside)
      Variables.Init = Ctx.mkAnd(
          Variables.Init,
          Ctx.mkEq(Seen, Ctx.mkConstArray(Seen.sort(), Ctx.bv(0, ObjectBits))));
  }
}

static Expr shiftedLeft(ExprContext &Ctx, Expr High, unsigned Width) {
  unsigned Low = Width - High.sort().width();
  return Low ? Ctx.make(Kind::Concat, {High, Ctx.bv(0, Low)}) : High;
}

Expr ConcreteAddresses::baseOf(const MemoryState &M, unsigned Object) const {
  return shiftedLeft(Ctx, M.now(AddressVar.lookup(Object)), addressBits());
}

Expr ConcreteAddresses::baseOfMany(const MemoryState &M, PointsTo::NodeId N,
                                   Expr Object) const {
  return Ctx.mkSelect(M.now(AddressesVar.lookup(N)), Object);
}

/// An offset or a size as a part of a number.
Expr ConcreteAddresses::narrowed(Expr Offset) const {
  return Ctx.mkExtract(addressBits() - 1, 0, Offset);
}

/// Whether \p Number is an address in the object, or of its end.
Expr ConcreteAddresses::contains(Expr Base, Expr Size, Expr Number) const {
  return Ctx.mkUle(Ctx.make(Kind::BvSub, {Number, Base}), narrowed(Size));
}

Expr ConcreteAddresses::isMapped(Expr Base, Expr Size) const {
  APInt End = APInt::getAllOnes(addressBits()) - PageSize;
  Expr Room = Ctx.make(Kind::BvSub, {Ctx.bv(End), narrowed(Size)});
  return Ctx.mkAnd({Ctx.mkUle(Ctx.bv(PageSize, addressBits()), Base),
                    Ctx.mkUle(narrowed(Size), Ctx.bv(End)),
                    Ctx.mkUle(Base, Room)});
}

Expr ConcreteAddresses::isApart(const MemoryState &M, unsigned A,
                                unsigned B) const {
  Expr OfA = baseOf(M, A), OfB = baseOf(M, B);
  Expr Apart = Ctx.mkAnd(Ctx.mkNot(contains(OfA, Lifetimes.sizeOf(M, A), OfB)),
                         Ctx.mkNot(contains(OfB, Lifetimes.sizeOf(M, B), OfA)));
  SmallVector<Expr> Ways{Apart};
  for (unsigned O : {A, B}) {
    if (Expr Live = Lifetimes.liveVariable(O))
      Ways.push_back(Ctx.mkNot(M.now(Live)));
    // Nobody may have given that much.
    if (!Points.objects()[O].Size)
      Ways.push_back(
          Ctx.mkUlt(Ctx.bv(MostApart, OffsetBits), Lifetimes.sizeOf(M, O)));
  }
  return Ctx.mkOr(Ways);
}

Expr ConcreteAddresses::layout(const MemoryState &M) const {
  SmallVector<Expr> Facts;
  SmallVector<unsigned> Sized;
  for (auto &[O, Var] : AddressVar)
    if (Points.objects()[O].Size) {
      Sized.push_back(O);
      Facts.push_back(isMapped(baseOf(M, O), Lifetimes.sizeOf(M, O)));
    }
  if (Sized.size() > MaxRelated)
    return Ctx.mkAnd(Facts);
  for (size_t I = 0; I < Sized.size(); ++I)
    for (size_t K = 0; K < I; ++K)
      Facts.push_back(isApart(M, Sized[I], Sized[K]));
  return Ctx.mkAnd(Facts);
}

/// Of what the program has just allocated. Of objects with known sizes, if they
/// are few, layout() says the same.
Expr ConcreteAddresses::isApartFromAll(const MemoryState &M,
                                       unsigned Object) const {
  SmallVector<Expr> Facts;
  for (auto &[O, Var] : AddressVar)
    if (O != Object)
      Facts.push_back(isApart(M, Object, O));
  return Ctx.mkAnd(Facts);
}

Expr ConcreteAddresses::apartAfterReplacement(const MemoryState &M) const {
  SmallVector<Expr> Facts;
  for (auto &[O, Var] : AddressVar)
    if (auto *Call = dyn_cast<CallBase>(Points.objects()[O].Site);
        Call && Call->hasFnAttr(MayReplaceName))
      Facts.push_back(isApartFromAll(M, O));
  return Ctx.mkAnd(Facts);
}

Expr ConcreteAddresses::assignAddresses(MemoryState &M, FreshInput Any) const {
  SmallVector<Expr> Facts;
  for (auto &[O, Var] : AddressVar) {
    M.set(Var, Any(Var.sort()));
    Facts.push_back(isMapped(baseOf(M, O), Ctx.bv(0, OffsetBits)));
  }
  Facts.push_back(layout(M));
  return Ctx.mkAnd(Facts);
}

Expr ConcreteAddresses::assignAddress(MemoryState &M, const llvm::Value *Site,
                                      const Address &At, FreshInput Any) const {
  auto O = Points.objectOf(Site);
  if (!O)
    return Ctx.trueExpr();
  if (Expr Var = AddressVar.lookup(*O)) {
    M.set(Var, Any(Var.sort()));
    // Where it is apart from what will be gone is said when that is gone.
    auto *Call = dyn_cast<CallBase>(Site);
    Expr Mapped = isMapped(baseOf(M, *O), Lifetimes.sizeOf(M, *O));
    return Call && Call->hasFnAttr(MayReplaceName)
               ? Mapped
               : Ctx.mkAnd({Mapped, layout(M), isApartFromAll(M, *O)});
  }
  auto Cell = Points.pointee(Site);
  Expr Var = Cell ? AddressesVar.lookup(Cell->Node) : Expr();
  if (!Var)
    return Ctx.trueExpr();
  Expr Base = shiftedLeft(
      Ctx, Any(Ctx.bitVecSort(addressBits() - Log2_64(Points.alignmentOf(*O)))),
      addressBits());
  M.set(Var, Ctx.mkStore(M.now(Var), At.Object, Base));
  return isMapped(Base, Lifetimes.sizeIn(M, Cell->Node, At.Object));
}

Expr ConcreteAddresses::numberOf(const MemoryState &M,
                                 ArrayRef<PointsTo::NodeId> Into,
                                 const Address &At, FreshInput Unknown) const {
  Expr Offset = narrowed(At.Offset);
  auto From = [&](Expr Base) { return Ctx.make(Kind::BvAdd, {Base, Offset}); };
  Expr Result;
  auto Choose = [&](Expr IsIt, Expr Number) {
    Result = Result ? Ctx.mkIte(IsIt, Number, Result) : Number;
  };
  bool IsOpen = any_of(Into, [&](PointsTo::NodeId N) {
    return Points.node(N).IsWild || !isNumbered(N);
  });
  Expr IsNumber = Ctx.mkEq(At.Object, Ctx.bv(0, ObjectBits));
  if (IsNumber.isTrue())
    return Offset;
  if (IsOpen)
    Result = Unknown(Ctx.bitVecSort(addressBits()));
  for (PointsTo::NodeId N : Into) {
    if (AddressesVar.lookup(N))
      Choose(Lifetimes.isOfMany(At.Object), From(baseOfMany(M, N, At.Object)));
    for (auto [O, Start] : Points.node(N).Objects)
      if (AddressVar.lookup(O))
        Choose(Ctx.mkEq(At.Object, Lifetimes.number(O)), From(baseOf(M, O)));
  }
  return Result ? Ctx.mkIte(IsNumber, Offset, Result) : Offset;
}

std::optional<std::pair<Expr, Expr>>
ConcreteAddresses::numbersOf(const MemoryState &M, const llvm::Value *A,
                             const Address &OfA, const llvm::Value *B,
                             const Address &OfB) const {
  auto P = Points.pointee(A), Q = Points.pointee(B);
  auto IsKnown = [&](const std::optional<PointsTo::Cell> &C) {
    return C && isNumbered(C->Node) && !Points.node(C->Node).IsWild;
  };
  if (!IsKnown(P) || !IsKnown(Q))
    return std::nullopt;
  auto Never = [](Sort) { return Expr(); };
  return std::pair(numberOf(M, P->Node, OfA, Never),
                   numberOf(M, Q->Node, OfB, Never));
}

Address ConcreteAddresses::addressFrom(const MemoryState &M,
                                       ArrayRef<PointsTo::NodeId> Into,
                                       Expr Number) const {
  const unsigned Added = OffsetBits - addressBits();
  Address Result{Ctx.bv(0, ObjectBits), Ctx.mkZeroExt(Added, Number)};
  auto Choose = [&](Expr IsIt, Expr Object, Expr Base) {
    Expr Offset = Ctx.mkZeroExt(Added, Ctx.make(Kind::BvSub, {Number, Base}));
    Result = {Ctx.mkIte(IsIt, Object, Result.Object),
              Ctx.mkIte(IsIt, Offset, Result.Offset)};
  };
  for (PointsTo::NodeId N : Into)
    if (Expr Seen = SeenVar.lookup(N)) {
      Expr Object = Ctx.mkSelect(M.now(Seen), Number);
      Expr Base = baseOfMany(M, N, Object);
      Choose(Ctx.mkAnd(Lifetimes.isOfMany(Object),
                       contains(Base, Lifetimes.sizeIn(M, N, Object), Number)),
             Object, Base);
    }
  auto ChooseFixed = [&](unsigned O, Expr When) {
    Expr Base = baseOf(M, O);
    Choose(Ctx.mkAnd(When, contains(Base, Lifetimes.sizeOf(M, O), Number)),
           Lifetimes.number(O), Base);
  };
  SmallVector<unsigned> Fixed;
  for (PointsTo::NodeId N : Into)
    for (auto [O, Start] : Points.node(N).Objects)
      if (AddressVar.lookup(O))
        Fixed.push_back(O);
  // What is not there any more gives way to what is.
  for (unsigned O : Fixed)
    if (Expr Live = Lifetimes.liveVariable(O))
      ChooseFixed(O, Ctx.mkNot(M.now(Live)));
  for (unsigned O : Fixed) {
    Expr Live = Lifetimes.liveVariable(O);
    ChooseFixed(O, Live ? M.now(Live) : Ctx.trueExpr());
  }
  return Result;
}

Expr ConcreteAddresses::remember(MemoryState &M, PointsTo::NodeId N,
                                 const Address &At, Expr Number) const {
  Expr Seen = SeenVar.lookup(N);
  if (!Seen)
    return Ctx.trueExpr();
  auto IsIn = [&](Expr Object) {
    Expr Lives = Lifetimes.livesVariable(N);
    return Ctx.mkAnd({Lifetimes.isOfMany(Object),
                      Lives ? Ctx.bvToBool(Ctx.mkSelect(M.now(Lives), Object))
                            : Ctx.trueExpr(),
                      contains(baseOfMany(M, N, Object),
                               Lifetimes.sizeIn(M, N, Object), Number)});
  };
  // No two objects are there at once.
  Expr Before = Ctx.mkSelect(M.now(Seen), Number);
  SmallVector<Expr> Others{
      Ctx.mkAnd(Ctx.mkNot(Ctx.mkEq(Before, At.Object)), IsIn(Before))};
  for (auto [O, Start] : Points.node(N).Objects)
    if (AddressVar.lookup(O)) {
      Expr Live = Lifetimes.liveVariable(O);
      Others.push_back(
          Ctx.mkAnd(Live ? M.now(Live) : Ctx.trueExpr(),
                    contains(baseOf(M, O), Lifetimes.sizeOf(M, O), Number)));
    }
  Expr Known =
      Ctx.mkOr(Ctx.mkNot(IsIn(At.Object)), Ctx.mkNot(Ctx.mkOr(Others)));
  M.set(Seen,
        Ctx.mkIte(Lifetimes.isOfMany(At.Object),
                  Ctx.mkStore(M.now(Seen), Number, At.Object), M.now(Seen)));
  return Known;
}

bool ConcreteAddresses::isFromNumber(const llvm::Value *Pointer) const {
  auto Cell = Points.pointee(Pointer);
  return (Cell && FromNumbers.contains(Cell->Node)) || isFixedAddress(*Pointer);
}

bool ConcreteAddresses::isFromForeignNumber(const llvm::Value *Pointer) const {
  auto Cell = Points.pointee(Pointer);
  return (Cell && FromForeignNumbers.contains(Cell->Node)) ||
         isFixedAddress(*Pointer);
}

Expr ConcreteAddresses::isInNoKnownObject(const llvm::Value *Pointer,
                                          const Address &At) const {
  if (!isFromNumber(Pointer))
    return Ctx.falseExpr();
  APInt Last = APInt::getAllOnes(addressBits()) - (PageSize - 1);
  return Ctx.mkAnd({Ctx.mkEq(At.Object, Ctx.bv(0, ObjectBits)),
                    Ctx.mkNot(trapsAsNull(At)),
                    Ctx.mkUlt(narrowed(At.Offset), Ctx.bv(Last))});
}

Expr ConcreteAddresses::trapsAsNull(const Address &At) const {
  return Ctx.mkAnd(Ctx.mkEq(At.Object, Ctx.bv(0, ObjectBits)),
                   Ctx.mkUlt(At.Offset, Ctx.bv(FirstPage, OffsetBits)));
}
