//===- ObjectLifetimes.cpp - Numbers, sizes and lifetimes of objects ----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectLifetimes.h"

#include "ObjectText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

using namespace sooth;
using namespace llvm;

using Instances = MemoryObject::Instances;

ObjectLifetimes::ObjectLifetimes(ExprContext &Ctx, const PointsTo &Points)
    : Ctx(Ctx), Points(Points), ObjectS(Ctx.bitVecSort(ObjectBits)),
      OffsetS(Ctx.bitVecSort(OffsetBits)) {
  // (Beyond that many, all have one: they might meet, then.)
  static constexpr uint64_t Most = uint64_t(1) << FamilyBits;
  for (PointsTo::NodeId N : Points.nodes())
    if (Points.node(N).IsOutside)
      for (const PointsTo::ManyObjects &M : Points.manyObjects(N))
        if (M.HasOutside)
          Families.insert(
              {{N, M.Start},
               Most + std::min<uint64_t>(Families.size(), Most - 1)});
}

void ObjectLifetimes::addVariables(MemoryVariables &Variables) {
  for (PointsTo::NodeId N : Points.nodes())
    addNode(N, Variables);
}

/// That from which what is allocated as \p Object gets its numbers.
void ObjectLifetimes::addCounter(unsigned Object, MemoryVariables &Variables) {
  auto Add = [&](Expr &Counter, StringRef Name, Expr First) {
    if (Counter)
      return;
    Counter = Variables.add(Name, ObjectS);
    Variables.Init = Ctx.mkAnd(Variables.Init, Ctx.mkEq(Counter, First));
  };
  if (isOfActivation(Object))
    Add(NextLocal, "next.local", Ctx.bv(LastLocal, ObjectBits));
  else
    Add(NextObject, "next.object",
        Ctx.bv(Points.objects().size() + 1, ObjectBits));
}

/// What the program allocates is not there at first, and has no bytes.
void ObjectLifetimes::beginUnallocated(unsigned Object,
                                       MemoryVariables &Variables) {
  const MemoryObject &What = Points.objects()[Object];
  if (What.IsOutside && !Points.asksForLeaks())
    return;
  Expr Size = SizeVar.lookup(Object), Live = LiveVar.lookup(Object);
  if (Size && isa<CallBase, AllocaInst>(What.Site))
    Variables.Init =
        Ctx.mkAnd(Variables.Init, Ctx.mkEq(Size, Ctx.bv(0, OffsetBits)));
  if (Live && isa<CallBase>(What.Site))
    Variables.Init = Ctx.mkAnd(Variables.Init, Ctx.mkNot(Live));
}

void ObjectLifetimes::addNode(PointsTo::NodeId N, MemoryVariables &Variables) {
  const PointsTo::Node &Node = Points.node(N);
  bool HasMany = false, SameSize = true;
  std::optional<uint64_t> Common;
  for (auto [O, Start] : Node.Objects) {
    const MemoryObject &Object = Points.objects()[O];
    if (Object.How == Instances::Many) {
      SameSize &= Object.Size && (!HasMany || Common == Object.Size);
      Common = Object.Size;
      HasMany = true;
    } else {
      std::string Name = objectText(Object);
      if (!Object.Size)
        SizeVar[O] = Variables.add(Name + ".size", OffsetS);
      if (auto *G = dyn_cast<GlobalVariable>(Object.Site); G && !Object.Size) {
        const uint64_t Least =
            G->getDataLayout().getTypeAllocSize(G->getValueType());
        Variables.Init = Ctx.mkAnd(
            {Variables.Init, Ctx.mkUle(Ctx.bv(Least, OffsetBits), SizeVar[O]),
             Ctx.mkUle(SizeVar[O], Ctx.bv(MostBytes, OffsetBits))});
      }
      bool IsHeap = isa<CallBase>(Object.Site);
      if (Object.MayDangle ||
          (IsHeap && (Node.IsFreed || Points.asksForLeaks())))
        LiveVar[O] = Variables.add(Name + ".live", Ctx.boolSort());
      beginUnallocated(O, Variables);
    }
  }
  if (!HasMany)
    return;
  for (auto [O, Start] : Node.Objects)
    if (Points.objects()[O].How == Instances::Many)
      addCounter(O, Variables);
  std::string Name = "node" + std::to_string(N);
  bool HasHeap = any_of(Node.Objects, [&](auto &Entry) {
    const MemoryObject &Object = Points.objects()[Entry.first];
    return Object.How == Instances::Many && isa<CallBase>(Object.Site);
  });
  if (HasHeap && Points.asksForLeaks()) {
    CountVar[N] = Variables.add(Name + ".allocated", Ctx.bitVecSort(CountBits));
    Variables.Init =
        Ctx.mkAnd(Variables.Init, Ctx.mkEq(CountVar[N], Ctx.bv(0, CountBits)));
  }
  if (!SameSize)
    SizesVar[N] =
        Variables.add(Name + ".sizes", Ctx.arraySort(ObjectS, OffsetS));
  if (Node.IsFreed)
    LivesVar[N] = Variables.add(Name + ".live",
                                Ctx.arraySort(ObjectS, Ctx.bitVecSort(1)));
}

Expr ObjectLifetimes::number(unsigned Object) const {
  return Ctx.bv(Object + 1, ObjectBits);
}

Expr ObjectLifetimes::isOfMany(Expr Object) const {
  return Ctx.mkUlt(Ctx.bv(Points.objects().size(), ObjectBits), Object);
}

Expr ObjectLifetimes::isOfFamily(Expr Object, PointsTo::NodeId N,
                                 int64_t Start) const {
  return Ctx.mkEq(Ctx.mkExtract(ObjectBits - 1, FirstFamilyBit, Object),
                  Ctx.bv(family(N, Start), FamilyBits + 1));
}

Expr ObjectLifetimes::isOfMany(Expr Object, PointsTo::NodeId N,
                               unsigned Which) const {
  const auto All = Points.manyObjects(N);
  if (Which > 0)
    return isOfFamily(Object, N, All[Which].Start);
  SmallVector<Expr> Facts{isOfMany(Object)};
  for (const PointsTo::ManyObjects &Other : drop_begin(All))
    Facts.push_back(Ctx.mkNot(isOfFamily(Object, N, Other.Start)));
  return Ctx.mkAnd(Facts);
}

Expr ObjectLifetimes::isOutside(Expr Object) const {
  return Ctx.mkEq(Ctx.mkExtract(ObjectBits - 1, ObjectBits - 1, Object),
                  Ctx.bv(1, 1));
}

Expr ObjectLifetimes::sizeOf(const MemoryState &M, unsigned Object) const {
  const MemoryObject &O = Points.objects()[Object];
  return O.Size ? Ctx.bv(*O.Size, OffsetBits) : M.now(SizeVar.lookup(Object));
}

Expr ObjectLifetimes::isObjectThat(const llvm::Value *Pointer, Expr Object,
                                   ObjectCondition When) const {
  auto Cell = Points.pointee(Pointer);
  if (!Cell)
    return Ctx.falseExpr();
  SmallVector<Expr> Ways;
  for (auto [O, Start] : Points.node(Cell->Node).Objects)
    if (Expr Condition = When(O))
      Ways.push_back(Ctx.mkAnd(Ctx.mkEq(Object, number(O)), Condition));
  return Ctx.mkOr(Ways);
}

Expr ObjectLifetimes::isFreed(const MemoryState &M, const llvm::Value *Pointer,
                              const Address &At) const {
  Expr IsFixed = isObjectThat(Pointer, At.Object, [&](unsigned O) {
    Expr Live = LiveVar.lookup(O);
    return Live ? Ctx.mkNot(M.now(Live)) : Expr();
  });
  auto Cell = Points.pointee(Pointer);
  Expr Lives = Cell ? LivesVar.lookup(Cell->Node) : Expr();
  if (!Lives)
    return IsFixed;
  Expr IsLive = Ctx.bvToBool(Ctx.mkSelect(M.now(Lives), At.Object));
  return Ctx.mkOr(IsFixed, Ctx.mkAnd(isOfMany(At.Object), Ctx.mkNot(IsLive)));
}

Expr ObjectLifetimes::sizeIn(const MemoryState &M, PointsTo::NodeId N,
                             Expr Object) const {
  Expr Sizes = SizesVar.lookup(N);
  Expr Size =
      Sizes ? Ctx.mkSelect(M.now(Sizes), Object) : Ctx.bv(0, OffsetBits);
  for (auto [O, Start] : Points.node(N).Objects) {
    bool IsMany = Points.objects()[O].How == Instances::Many;
    if (IsMany && Sizes)
      continue;
    Expr IsIt = IsMany ? isOfMany(Object) : Ctx.mkEq(Object, number(O));
    Size = Ctx.mkIte(IsIt, sizeOf(M, O), Size);
  }
  return Size;
}

std::optional<Expr> ObjectLifetimes::bytesFrom(const MemoryState &M,
                                               const llvm::Value *Pointer,
                                               const Address &At) const {
  auto Cell = Points.pointee(Pointer);
  if (!Cell)
    return std::nullopt;
  return Ctx.make(Kind::BvSub, {sizeIn(M, Cell->Node, At.Object), At.Offset});
}

bool ObjectLifetimes::isOfActivation(unsigned Object) const {
  auto *Local = dyn_cast<AllocaInst>(Points.objects()[Object].Site);
  return Local && Local->isStaticAlloca() &&
         Local->getFunction() != Points.functions().front();
}

Expr ObjectLifetimes::hasRoom(const MemoryState &M) const {
  if (!NextLocal)
    return Ctx.trueExpr();
  return Ctx.mkUlt(Ctx.bv(LastLocal / 2, ObjectBits), M.now(NextLocal));
}

/// That the next number is one of an object follows from how numbers are given,
/// but who looks at one allocation only does not know it.
Expr ObjectLifetimes::canAllocate(const MemoryState &M,
                                  const llvm::Value *Site) const {
  if (Points.objects()[*Points.objectOf(Site)].How == Instances::One)
    return Ctx.trueExpr();
  Expr Next = M.now(NextObject);
  if (Points.hasOutside())
    return Ctx.mkAnd(isOfMany(Next),
                     Ctx.mkUlt(Next, Ctx.bv(FirstOutside, ObjectBits)));
  return Ctx.mkAnd(isOfMany(Next),
                   Ctx.mkNot(Ctx.mkEq(Next, Ctx.bv(NoNumber, ObjectBits))));
}

Address ObjectLifetimes::allocate(MemoryState &M, const llvm::Value *Site,
                                  Expr Size, Expr Succeeds) const {
  Expr Zero = Ctx.bv(0, OffsetBits);
  unsigned O = *Points.objectOf(Site);
  const MemoryObject &Object = Points.objects()[O];
  if (Object.How == Instances::One) {
    if (Expr Var = SizeVar.lookup(O))
      M.set(Var, Size);
    if (Expr Var = LiveVar.lookup(O))
      M.set(Var, Succeeds);
    return {number(O), Zero};
  }
  const bool IsLocal = isOfActivation(O);
  Expr Counter = IsLocal ? NextLocal : NextObject;
  Expr New = M.now(Counter), One = Ctx.bv(1, ObjectBits);
  if (IsLocal)
    M.set(Counter, Ctx.make(Kind::BvSub, {New, One}));
  else
    M.set(Counter, Ctx.mkIte(canAllocate(M, Site),
                             Ctx.make(Kind::BvAdd, {New, One}), New));
  PointsTo::NodeId N = Points.pointee(Site)->Node;
  if (Expr Var = SizesVar.lookup(N))
    M.set(Var, Ctx.mkStore(M.now(Var), New, Size));
  if (Expr Var = LivesVar.lookup(N))
    M.set(Var, Ctx.mkStore(M.now(Var), New, Ctx.bv(1, 1)));
  if (Expr Var = CountVar.lookup(N); Var && isa<CallBase>(Site))
    M.set(Var,
          Ctx.mkIte(Succeeds,
                    Ctx.make(Kind::BvAdd, {M.now(Var), Ctx.bv(1, CountBits)}),
                    M.now(Var)));
  return {New, Zero};
}

Expr ObjectLifetimes::isAllocatedBefore(const MemoryState &M,
                                        Expr Object) const {
  SmallVector<Expr> Ways{isOutside(Object)};
  if (NextObject)
    Ways.push_back(Ctx.mkUlt(Object, M.now(NextObject)));
  if (NextLocal)
    Ways.push_back(Ctx.mkUlt(M.now(NextLocal), Object));
  return Ctx.mkAnd(isOfMany(Object), Ctx.mkOr(Ways));
}

/// Numbers that were not given yet have any sizes.
Expr ObjectLifetimes::havoc(MemoryState &M, bool Allocates,
                            const DenseSet<PointsTo::NodeId> &Frees,
                            FreshInput Any) const {
  for (PointsTo::NodeId N : Frees) {
    for (auto [O, Start] : Points.node(N).Objects)
      if (Expr Live = LiveVar.lookup(O);
          Live && isa<CallBase>(Points.objects()[O].Site))
        M.set(Live, Ctx.mkAnd(M.now(Live), Any(Ctx.boolSort())));
    if (Expr Lives = LivesVar.lookup(N))
      M.set(Lives, Any(Lives.sort()));
  }
  for (auto [N, Count] : CountVar)
    if (Allocates || Frees.contains(N))
      M.set(Count, Any(Count.sort()));
  if (!Allocates || !NextObject)
    return Ctx.trueExpr();
  Expr Before = M.now(NextObject), Next = Any(ObjectS);
  M.set(NextObject, Next);
  return Ctx.mkAnd(Ctx.mkUle(Before, Next),
                   Ctx.mkUle(Next, Ctx.bv(FirstOutside, ObjectBits)));
}

void ObjectLifetimes::endLifetime(MemoryState &M,
                                  const llvm::Value *Local) const {
  if (auto O = Points.objectOf(Local))
    if (Expr Live = LiveVar.lookup(*O))
      M.set(Live, Ctx.falseExpr());
}

void ObjectLifetimes::endLifetime(MemoryState &M, const llvm::Value *Pointer,
                                  const Address &At) const {
  auto Cell = Points.pointee(Pointer);
  if (!Cell)
    return;
  for (auto [O, Start] : Points.node(Cell->Node).Objects)
    if (Expr Live = LiveVar.lookup(O);
        Live && isa<AllocaInst>(Points.objects()[O].Site))
      M.set(Live,
            Ctx.mkAnd(M.now(Live), Ctx.mkNot(Ctx.mkEq(At.Object, number(O)))));
  if (Expr Lives = LivesVar.lookup(Cell->Node))
    M.set(Lives, Ctx.mkStore(M.now(Lives), At.Object, Ctx.bv(0, 1)));
}

Expr ObjectLifetimes::canFree(const MemoryState &M, const llvm::Value *Pointer,
                              const Address &At) const {
  Expr IsNull = Ctx.mkAnd(Ctx.mkEq(At.Object, Ctx.bv(0, ObjectBits)),
                          Ctx.mkEq(At.Offset, Ctx.bv(0, OffsetBits)));
  SmallVector<Expr> Ways{IsNull};
  auto Cell = Points.pointee(Pointer);
  if (!Cell)
    return IsNull;
  Expr AtStart = Ctx.mkEq(At.Offset, Ctx.bv(0, OffsetBits));
  const PointsTo::Node &Node = Points.node(Cell->Node);
  for (auto [O, Start] : Node.Objects)
    if (Expr Live = LiveVar.lookup(O);
        Live && isa<CallBase>(Points.objects()[O].Site))
      Ways.push_back(
          Ctx.mkAnd({Ctx.mkEq(At.Object, number(O)), AtStart, M.now(Live)}));
  if (Expr Lives = LivesVar.lookup(Cell->Node))
    Ways.push_back(
        Ctx.mkAnd({isOfMany(At.Object), AtStart,
                   Ctx.bvToBool(Ctx.mkSelect(M.now(Lives), At.Object))}));
  return Ctx.mkOr(Ways);
}

void ObjectLifetimes::freeIf(MemoryState &M, const llvm::Value *Pointer,
                             const Address &At, Expr If) const {
  MemoryState Freed = M;
  free(Freed, Pointer, At);
  for (auto [Var, New] : Freed.changes())
    if (Expr Old = M.now(Var); Old != New)
      M.set(Var, Ctx.mkIte(If, New, Old));
}

void ObjectLifetimes::free(MemoryState &M, const llvm::Value *Pointer,
                           const Address &At) const {
  auto Cell = Points.pointee(Pointer);
  if (!Cell)
    return;
  for (auto [O, Start] : Points.node(Cell->Node).Objects)
    if (Expr Live = LiveVar.lookup(O))
      M.set(Live,
            Ctx.mkAnd(M.now(Live), Ctx.mkNot(Ctx.mkEq(At.Object, number(O)))));
  if (Expr Lives = LivesVar.lookup(Cell->Node))
    M.set(Lives, Ctx.mkStore(M.now(Lives), At.Object, Ctx.bv(0, 1)));
  if (Expr Var = CountVar.lookup(Cell->Node))
    M.set(Var,
          Ctx.mkIte(isOfMany(At.Object),
                    Ctx.make(Kind::BvSub, {M.now(Var), Ctx.bv(1, CountBits)}),
                    M.now(Var)));
}
