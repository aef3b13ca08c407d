//===- MemoryAccess.cpp - Which accesses to memory are valid -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryModel.h"

#include "sooth/Frontend/LLVM/Vocabulary.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace sooth;
using namespace llvm;

using Instances = MemoryObject::Instances;

/// Addresses below this one trap.
static constexpr uint64_t FirstPage = 4096;

/// \p E divided by \p By, where its shape says that there is no remainder (but
/// the multiplication may wrap around); null otherwise.
static Expr exactQuotient(ExprContext &Ctx, Expr E, uint64_t By) {
  unsigned Width = E.sort().width();
  auto Divide = [&](const APInt &V) {
    APInt Divisor(Width, By);
    return V.srem(Divisor).isZero() ? Ctx.bv(V.sdiv(Divisor)) : Expr();
  };
  if (By == 1)
    return E;
  switch (E.kind()) {
  case Kind::Const:
    return Divide(E.value().bits());
  case Kind::BvMul: {
    Expr Factor =
        E.operand(1).isConst() ? Divide(E.operand(1).value().bits()) : Expr();
    return Factor ? Ctx.make(Kind::BvMul, {E.operand(0), Factor}) : Expr();
  }
  case Kind::BvNeg: {
    Expr A = exactQuotient(Ctx, E.operand(0), By);
    return A ? Ctx.make(Kind::BvNeg, {A}) : Expr();
  }
  case Kind::BvAdd:
  case Kind::BvSub: {
    Expr A = exactQuotient(Ctx, E.operand(0), By);
    Expr B = A ? exactQuotient(Ctx, E.operand(1), By) : Expr();
    return B ? Ctx.make(E.kind(), {A, B}) : Expr();
  }
  case Kind::Ite: {
    Expr A = exactQuotient(Ctx, E.operand(1), By);
    Expr B = A ? exactQuotient(Ctx, E.operand(2), By) : Expr();
    return B ? Ctx.mkIte(E.operand(0), A, B) : Expr();
  }
  default:
    return Expr();
  }
}

/// \p E divided by \p By, exactly.
static Expr quotient(ExprContext &Ctx, Expr E, uint64_t By) {
  unsigned Width = E.sort().width();
  if (By == 1)
    return E;
  if (!isPowerOf2_64(By))
    return Ctx.make(Kind::BvUdiv, {E, Ctx.bv(By, Width)});
  unsigned Shift = Log2_64(By);
  return Ctx.mkZeroExt(Shift, Ctx.mkExtract(Width - 1, Shift, E));
}

Expr MemoryModel::isOfMany(Expr Object) const {
  return Ctx.mkUlt(Ctx.bv(Points.objects().size(), ObjectBits), Object);
}

/// The offset of the first cell in the object of this number.
Expr MemoryModel::firstExpr(const Region &R, Expr Object) const {
  Expr First;
  for (auto [O, Start] : Points.node(R.Node).Objects) {
    Expr Here = Ctx.bv(uint64_t(firstIn(R, O)), OffsetBits);
    bool IsMany = Points.objects()[O].How == Instances::Many;
    if (!First || IsMany)
      First = First && First != Here ? Ctx.mkIte(isOfMany(Object), Here, First)
                                     : Here;
    else if (First != Here)
      First = Ctx.mkIte(Ctx.mkEq(Object, number(O)), Here, First);
  }
  return First;
}

MemoryModel::Access MemoryModel::access(const llvm::Value *Pointer,
                                        const Address &At,
                                        uint64_t Bytes) const {
  Access A;
  A.At = At;
  A.Bytes = Bytes;
  auto Cell = Points.pointee(Pointer);
  if (!Cell)
    return A;
  A.Node = Cell->Node;
  A.HasObjects = !Points.node(A.Node).Objects.empty();
  A.Fixed = Parts.offsetInNode(*Cell);
  if (Cell->Roams)
    A.In = Points.node(A.Node).zoneAt(Cell->Offset);
  A.InRegion = Parts.find(*Cell);
  if (!A.InRegion)
    return A;
  const Region &R = Parts.all()[*A.InRegion];
  if (R.Pitch == 0)
    return A;
  if (R.Zone && !A.In) {
    A.Cell = Ctx.bv((A.Fixed - R.First) / R.Pitch, OffsetBits);
    return A;
  }
  Expr Distance = Ctx.make(Kind::BvSub, {At.Offset, firstExpr(R, At.Object)});
  A.Cell = exactQuotient(Ctx, Distance, R.Pitch);
  A.MayWrap = A.Cell && R.Pitch > 1 && !A.Cell.isConst();
  if (!A.Cell)
    A.Cell = quotient(Ctx, Distance, R.Pitch);
  return A;
}

std::optional<MemoryModel::Access>
MemoryModel::inRegion(const Access &A, unsigned R, int64_t Delta) const {
  const Region &Part = Parts.all()[R];
  const uint64_t Stride = Points.node(A.Node).Stride;
  int64_t Distance = int64_t(A.Fixed) + Delta;
  if (Stride)
    Distance = (Distance % int64_t(Stride) + int64_t(Stride)) % int64_t(Stride);
  if (A.In) {
    // Where in its zone it is, nobody knows; but it does not leave it.
    const int64_t Begin = A.In->Begin - Points.start(A.Node);
    if (!Part.Zone || Part.Zone->Begin != Begin)
      return std::nullopt;
    const int64_t Pitch = Part.Pitch;
    int64_t Rest = (Distance - int64_t(Part.First)) % Pitch;
    Distance = int64_t(Part.First) + (Rest + Pitch) % Pitch;
    if (Rest != 0)
      return std::nullopt;
  }
  if (Distance < 0)
    return std::nullopt;
  const uint64_t Offset = Distance;
  bool IsStart = Part.contains(Offset) &&
                 (Part.Pitch || (Offset - Part.First) % Part.Unit == 0);
  if (!IsStart)
    return std::nullopt;
  Access B = A;
  B.InRegion = R;
  B.Fixed = Offset;
  B.Bytes = Part.Unit;
  B.At.Offset =
      Ctx.make(Kind::BvAdd, {A.At.Offset, Ctx.bv(uint64_t(Delta), OffsetBits)});
  B.Cell = Expr();
  if (!Part.Pitch)
    return B;
  if (Part.Zone && !A.In) {
    B.Cell = Ctx.bv((Offset - Part.First) / Part.Pitch, OffsetBits);
    return B;
  }
  Expr FromFirst =
      Ctx.make(Kind::BvSub, {B.At.Offset, firstExpr(Part, A.At.Object)});
  B.Cell = exactQuotient(Ctx, FromFirst, Part.Pitch);
  if (!B.Cell)
    B.Cell = quotient(Ctx, FromFirst, Part.Pitch);
  return B;
}

/// All cells that the bytes touch, also those that begin before them.
void MemoryModel::visitCells(const Access &At, uint64_t Bytes,
                             CellVisitor Visit) const {
  for (unsigned R : Parts.of(At.Node)) {
    const int64_t Unit = Parts.all()[R].Unit;
    for (int64_t Delta = 1 - Unit; Delta < int64_t(Bytes); ++Delta)
      if (auto Cell = inRegion(At, R, Delta)) {
        bool IsWhole = Delta >= 0 && Delta + Unit <= int64_t(Bytes);
        Visit(R, *Cell,
              IsWhole ? std::optional<uint64_t>(Delta) : std::nullopt);
      }
  }
}

Expr MemoryModel::sizeOf(const MemoryState &M, unsigned Object) const {
  const MemoryObject &O = Points.objects()[Object];
  return O.Size ? Ctx.bv(*O.Size, OffsetBits) : M.now(SizeVar.lookup(Object));
}

/// Whether the bytes lie inside an object of this size.
Expr MemoryModel::fits(const MemoryState &M, const Access &A, unsigned Object,
                       std::optional<uint64_t> KnownSize, Expr Size) const {
  const PointsTo::Node &Node = Points.node(A.Node);
  const bool IsFixed = Node.Stride == 0 && !A.IsFree && !A.In;
  SmallVector<Expr> All;
  // Where in this object the access is, as the program's text has it.
  const uint64_t Here = A.Fixed - Points.displacement(A.Node, Object);
  if (Node.IsWild && IsFixed)
    All.push_back(Ctx.mkEq(A.At.Offset, Ctx.bv(Here, OffsetBits)));
  const Region *R = A.InRegion ? &Parts.all()[*A.InRegion] : nullptr;
  const uint64_t Pitch = R && R->Pitch ? R->Pitch
                         : A.In        ? A.In->Stride
                                       : Node.Stride;
  if (Node.IsWild && !IsFixed && !A.IsFree && Pitch > 1) {
    // Objects may begin in the middle of a zone.
    const int64_t Rest = int64_t(Here) % int64_t(Pitch);
    All.push_back(Ctx.mkEq(
        Ctx.make(Kind::BvUrem, {A.At.Offset, Ctx.bv(Pitch, OffsetBits)}),
        Ctx.bv(uint64_t(Rest < 0 ? Rest + int64_t(Pitch) : Rest), OffsetBits)));
  }
  if (A.In)
    All.push_back(isInZone(A, Object));
  if (A.Cell && KnownSize && !A.In && !IsFixed) {
    uint64_t First = firstIn(*R, Object);
    uint64_t Count = *KnownSize < First + A.Bytes
                         ? 0
                         : (*KnownSize - First - A.Bytes) / Pitch + 1;
    All.push_back(Ctx.mkUlt(A.Cell, Ctx.bv(Count, OffsetBits)));
    return Ctx.mkAnd(All);
  }
  if (A.MayWrap && !A.In)
    All.push_back(Ctx.mkUlt(A.Cell, Ctx.bv(uint64_t(1) << 32, OffsetBits)));
  if (A.In && KnownSize && isZoneInside(*A.In, A.Node, Object))
    return Ctx.mkAnd(All);
  Expr Offset = IsFixed ? Ctx.bv(Here, OffsetBits) : A.At.Offset;
  Expr Bytes = Ctx.bv(A.Bytes, OffsetBits);
  All.push_back(Ctx.mkUle(Bytes, Size));
  All.push_back(Ctx.mkUle(Offset, Ctx.make(Kind::BvSub, {Size, Bytes})));
  return Ctx.mkAnd(All);
}

/// How far after the beginning of \p Object a zone begins, which may be before.
int64_t MemoryModel::zoneBegin(const PointsTo::Zone &In, PointsTo::NodeId N,
                               unsigned Object) const {
  return In.Begin - Points.start(N) - int64_t(Points.displacement(N, Object));
}

bool MemoryModel::isZoneInside(const PointsTo::Zone &In, PointsTo::NodeId N,
                               unsigned Object) const {
  const std::optional<uint64_t> Size = Points.objects()[Object].Size;
  int64_t Begin = zoneBegin(In, N, Object);
  return Size && Begin >= 0 && uint64_t(Begin + In.End - In.Begin) <= *Size;
}

/// Whether the bytes are in the zone that their pointer is meant to stay in.
Expr MemoryModel::isInZone(const Access &A, unsigned Object) const {
  const uint64_t Size = A.In->End - A.In->Begin;
  if (A.Bytes > Size)
    return Ctx.falseExpr();
  const int64_t Begin = zoneBegin(*A.In, A.Node, Object);
  if (A.Cell) {
    const Region &R = Parts.all()[*A.InRegion];
    const int64_t First = firstIn(R, Object) - Begin;
    const int64_t Last = int64_t(Size - A.Bytes) - First;
    if (Last < 0)
      return Ctx.falseExpr();
    return Ctx.mkUlt(A.Cell, Ctx.bv(uint64_t(Last) / R.Pitch + 1, OffsetBits));
  }
  Expr Distance =
      Ctx.make(Kind::BvSub, {A.At.Offset, Ctx.bv(uint64_t(Begin), OffsetBits)});
  return Ctx.mkUle(Distance, Ctx.bv(Size - A.Bytes, OffsetBits));
}

Expr MemoryModel::isInObject(const MemoryState &M, const Access &A) const {
  if (!A.In)
    return isValid(M, A);
  Access Free = A;
  Free.In = nullptr;
  Free.Cell = Expr();
  Free.MayWrap = false;
  Free.IsFree = true;
  return isValid(M, Free);
}

Expr MemoryModel::isValid(const MemoryState &M, const Access &A) const {
  if (!A.HasObjects)
    return Ctx.falseExpr();
  const PointsTo::Node &Node = Points.node(A.Node);
  SmallVector<Expr> Ways;
  std::optional<uint64_t> ManySize;
  bool HasMany = false;
  unsigned Many = 0;
  for (auto [O, Start] : Node.Objects) {
    const MemoryObject &Object = Points.objects()[O];
    if (Object.How == Instances::Many) {
      HasMany = true;
      ManySize = Object.Size;
      Many = O;
      continue;
    }
    Expr IsIt = Ctx.mkEq(A.At.Object, number(O));
    if (IsIt.isFalse())
      continue;
    Expr Live = LiveVar.lookup(O);
    Ways.push_back(Ctx.mkAnd({IsIt, fits(M, A, O, Object.Size, sizeOf(M, O)),
                              Live ? M.now(Live) : Ctx.trueExpr()}));
  }
  // Unknown pointers might lead to any of these.
  if (!HasMany || Node.IsWild)
    return Ctx.mkOr(Ways);
  Expr Sizes = SizesVar.lookup(A.Node), Lives = LivesVar.lookup(A.Node);
  Expr Size = Sizes ? Ctx.mkSelect(M.now(Sizes), A.At.Object)
                    : Ctx.bv(*ManySize, OffsetBits);
  Expr Live = Lives ? Ctx.bvToBool(Ctx.mkSelect(M.now(Lives), A.At.Object))
                    : Ctx.trueExpr();
  Ways.push_back(
      Ctx.mkAnd({isOfMany(A.At.Object), Live,
                 fits(M, A, Many, Sizes ? std::nullopt : ManySize, Size)}));
  return Ctx.mkOr(Ways);
}

Expr MemoryModel::isValidRange(const MemoryState &M, const llvm::Value *Pointer,
                               const Address &At, Expr Size) const {
  // The first byte is inside, and the last is in the same object.
  Access First = access(Pointer, At, 1);
  First.Cell = Expr();
  First.In = nullptr;
  Expr Last = Ctx.make(
      Kind::BvAdd,
      {At.Offset, Ctx.make(Kind::BvSub, {Size, Ctx.bv(1, OffsetBits)})});
  Access End = First;
  End.At.Offset = Last;
  End.IsFree = First.IsFree = true;
  return Ctx.mkAnd(
      {isValid(M, First), isValid(M, End), Ctx.mkUle(At.Offset, Last)});
}

Expr MemoryModel::isObjectThat(const llvm::Value *Pointer, Expr Object,
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

Expr MemoryModel::isFreed(const MemoryState &M, const llvm::Value *Pointer,
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

Expr MemoryModel::sizeIn(const MemoryState &M, PointsTo::NodeId N,
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

std::optional<Expr> MemoryModel::bytesFrom(const MemoryState &M,
                                           const llvm::Value *Pointer,
                                           const Address &At) const {
  auto Cell = Points.pointee(Pointer);
  if (!Cell)
    return std::nullopt;
  return Ctx.make(Kind::BvSub, {sizeIn(M, Cell->Node, At.Object), At.Offset});
}

Expr MemoryModel::isFunction(const llvm::Value *Pointer,
                             const Address &At) const {
  Expr IsIt = isObjectThat(Pointer, At.Object, [&](unsigned O) {
    return isa<Function>(Points.objects()[O].Site) ? Ctx.trueExpr() : Expr();
  });
  return Ctx.mkAnd(IsIt, Ctx.mkEq(At.Offset, Ctx.bv(0, OffsetBits)));
}

Expr MemoryModel::isConstant(const llvm::Value *Pointer,
                             const Address &At) const {
  return isObjectThat(Pointer, At.Object, [&](unsigned O) {
    auto *G = dyn_cast<GlobalVariable>(Points.objects()[O].Site);
    return G && G->isConstant() ? Ctx.trueExpr() : Expr();
  });
}

Expr MemoryModel::trapsAsNull(const Address &At) const {
  return Ctx.mkAnd(Ctx.mkEq(At.Object, Ctx.bv(0, ObjectBits)),
                   Ctx.mkUlt(At.Offset, Ctx.bv(FirstPage, OffsetBits)));
}

//===----------------------------------------------------------------------===//
// Alignment
//===----------------------------------------------------------------------===//

/// What divides the address of \p Object for certain.
uint64_t MemoryModel::alignmentOf(unsigned Object) const {
  const llvm::Value *Site = Points.objects()[Object].Site;
  auto *Call = dyn_cast<CallBase>(Site);
  if (!Call)
    return Site->getPointerAlignment(Layout).value();
  uint64_t Least = 2 * Layout.getPointerSize(); // that of max_align_t
  StringRef Name = calledFunction(*Call)->getName();
  auto *Asked = dyn_cast<ConstantInt>(Call->getArgOperand(0));
  bool Asks = Asked && (Name == "aligned_alloc" || Name == "memalign");
  return Asks ? std::max(Least, Asked->getZExtValue()) : Least;
}

Expr MemoryModel::isMisaligned(const llvm::Value *Pointer, const Address &At,
                               uint64_t By) const {
  auto Cell = Points.pointee(Pointer);
  if (!Cell)
    return Ctx.falseExpr();
  const PointsTo::Node &Node = Points.node(Cell->Node);
  Expr Low = Ctx.make(Kind::BvAnd, {At.Offset, Ctx.bv(By - 1, OffsetBits)});
  Expr IsOdd = Ctx.mkNot(Ctx.mkEq(Low, Ctx.bv(0, OffsetBits)));
  const uint64_t Period =
      Cell->Roams ? Node.zoneAt(Cell->Offset)->Stride : Node.Stride;
  // The points-to analysis often knows.
  auto IsOff = [&](unsigned O) {
    if (alignmentOf(O) < By)
      return Ctx.trueExpr();
    if (Node.IsWild || Period % By != 0)
      return IsOdd;
    uint64_t Offset =
        Parts.offsetInNode(*Cell) - Points.displacement(Cell->Node, O);
    return Ctx.boolean(Offset % By != 0);
  };
  Expr IsFixed = isObjectThat(Pointer, At.Object, [&](unsigned O) {
    return Points.objects()[O].How == Instances::One ? IsOff(O) : Expr();
  });
  SmallVector<Expr> Many;
  for (auto [O, Start] : Node.Objects)
    if (Points.objects()[O].How == Instances::Many)
      Many.push_back(IsOff(O));
  return Ctx.mkOr(IsFixed, Ctx.mkAnd(isOfMany(At.Object), Ctx.mkOr(Many)));
}
