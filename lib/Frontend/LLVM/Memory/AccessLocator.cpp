//===- AccessLocator.cpp - Which cells an access means --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pointer that the program's text does not fix ranges over the period of its
// node, or over a subobject, or over several: over an array, and over one in
// each of its elements. What it ranges over, and where in an element it is, is
// known from the points-to analysis. How many elements it is from the first one
// is a quotient; of several levels, each is what the next ones leave of a
// remainder. Often nothing needs to be divided: the offset is a sum of indices
// times constants, and each of the subobjects says how large its index may be.
// If an index is larger, the sum is a place in another element. Only the
// quotients would say which; but such a pointer has left its subobject.
//
//===----------------------------------------------------------------------===//

#include "AccessLocator.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace sooth;
using namespace llvm;

using Instances = MemoryObject::Instances;

//===----------------------------------------------------------------------===//
// Quotients
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// One level
//===----------------------------------------------------------------------===//

/// What differs from object to object.
Expr AccessLocator::perObject(PointsTo::NodeId N, Expr Object,
                              function_ref<int64_t(unsigned)> Value) const {
  Expr Result;
  auto Add = [&](unsigned O, llvm::function_ref<Expr()> IsIt) {
    Expr Here = Ctx.bv(uint64_t(Value(O)), OffsetBits);
    Result = Result && Result != Here ? Ctx.mkIte(IsIt(), Here, Result) : Here;
  };
  for (auto [O, Start] : Points.node(N).Objects)
    if (Points.objects()[O].How == Instances::One)
      Add(O, [&] { return Ctx.mkEq(Object, Lifetimes.number(O)); });
  const auto Many = Points.manyObjects(N);
  for (auto [I, M] : enumerate(Many))
    Add(M.One, [&] {
      return I == 0 ? Lifetimes.isOfMany(Object)
                    : Lifetimes.isOfMany(Object, N, unsigned(I));
    });
  return Result;
}

Access AccessLocator::access(const llvm::Value *Pointer, const Address &At,
                             uint64_t Bytes, const Origin &From) const {
  Access A;
  A.At = At;
  A.Bytes = Bytes;
  auto Cell = Points.pointee(Pointer);
  if (!Cell)
    return A;
  A.Node = Cell->Node;
  const PointsTo::Node &Node = Points.node(A.Node);
  A.HasObjects = !Node.Objects.empty();
  A.Fixed = Parts.offsetInNode(*Cell);
  Subobjects::Position Here = Points.positionOf(*Cell);
  A.Enclosing = Here.Enclosing;
  A.InElement = Here.InElement;
  if (A.HasObjects && A.Enclosing.size() + (Node.Offsets.Period != 0) > 1)
    locate(A, From);
  A.InRegion = Parts.find(*Cell);
  if (A.InRegion && A.HasObjects)
    setCell(A, *A.InRegion, 0);
  return A;
}

/// The number of the cell of \p R that is so far from the pointer. Returns
/// whether one begins there.
bool AccessLocator::setCell(Access &A, unsigned R, int64_t Delta) const {
  const Region &Part = Parts.all()[R];
  const Subobjects &Offsets = Points.node(A.Node).Offsets;
  // As the first element of what the pointer ranges over has it.
  int64_t Offset = int64_t(A.Fixed) + Delta, Carry = 0;
  if (!A.Enclosing.empty()) {
    const int64_t Stride = A.Enclosing.back()->Stride;
    const int64_t Element = A.InElement + Delta;
    const int64_t Rest = reduced(Element, Stride);
    Offset = int64_t(A.Fixed) - A.InElement + Rest;
    Carry = (Element - Rest) / Stride;
  }
  if (Offsets.Period)
    Offset = reduced(Offset, Offsets.Period);
  auto Indices = Part.indicesAt(uint64_t(Offset));
  if (!Indices)
    return false;
  int64_t Begin = Part.First;
  A.InRegion = R;
  A.Side = Indices->pop_back_val();
  A.Inner = A.Side * Part.Unit;
  A.Cell.clear();
  for (auto [I, Index] : enumerate(*Indices)) {
    const uint64_t Pitch = Part.Dimensions[I].Pitch;
    Begin += Index * Pitch;
    if (I > 0)
      A.Inner += Index * Pitch;
    A.Cell.push_back(Ctx.bv(Index, OffsetBits));
  }
  const int64_t Within =
      reduced(Offset - Begin - int64_t(A.Side * Part.Unit),
              Part.isUnbounded() ? Part.Dimensions.front().Pitch : 0);
  const bool IsStart = Within == 0;
  A.Within = Part.isMixed() ? Within : 0;
  A.Inner += A.Within;
  if (!IsStart && Delta != 0)
    return false;
  A.Fixed = Offset;
  A.At.Offset =
      Ctx.make(Kind::BvAdd, {A.At.Offset, Ctx.bv(uint64_t(Delta), OffsetBits)});
  if (!A.Steps.empty()) {
    const size_t Last = A.Steps.size() - 1;
    const uint64_t Pitch = Part.Dimensions[Last].Pitch;
    // Cells may be smaller than elements.
    Expr Step = Ctx.make(
        Kind::BvMul, {A.Steps[Last],
                      Ctx.bv(A.Enclosing.back()->Stride / Pitch, OffsetBits)});
    uint64_t Plus =
        Indices->data()[Last] +
        uint64_t(Carry * int64_t(A.Enclosing.back()->Stride / Pitch));
    A.Cell[Last] = Ctx.make(Kind::BvAdd, {Step, Ctx.bv(Plus, OffsetBits)});
    for (size_t I = 0; I < Last; ++I)
      A.Cell[I] = A.Steps[I];
    return IsStart;
  }
  if (!Offsets.Period && A.Enclosing.empty())
    return IsStart;
  Expr First = perObject(A.Node, A.At.Object, [&](unsigned O) {
    return Geometry.firstIn(Part, O) + A.Inner;
  });
  const uint64_t Pitch = Part.Dimensions.front().Pitch;
  Expr Distance = Ctx.make(Kind::BvSub, {A.At.Offset, First});
  Expr Exact = exactQuotient(Ctx, Distance, Pitch);
  A.MayWrap = Exact && Pitch > 1 && !Exact.isConst();
  A.Cell.front() = Exact ? Exact : quotient(Ctx, Distance, Pitch);
  return IsStart;
}

std::optional<Access> AccessLocator::inRegion(const Access &A, unsigned R,
                                              int64_t Delta) const {
  Access B = A;
  if (!setCell(B, R, Delta))
    return std::nullopt;
  B.Bytes = Parts.all()[R].Unit;
  return B;
}

CellVariables::CellNumber AccessLocator::cellNumber(const Access &A,
                                                    uint64_t Plus) const {
  const Region &R = Parts.all()[*A.InRegion];
  CellVariables::CellNumber C{A.At.Object, A.Cell, A.Side};
  if (R.Count > 1 || R.Dimensions.empty())
    C.Side += Plus;
  else
    C.Indices.back() =
        Ctx.make(Kind::BvAdd, {C.Indices.back(), Ctx.bv(Plus, OffsetBits)});
  return C;
}

/// All cells that the bytes touch, also those that begin before them.
void AccessLocator::visitCells(const Access &At, uint64_t Bytes,
                               CellVisitor Visit) const {
  for (unsigned R : Parts.of(At.Node)) {
    const int64_t Unit = Parts.all()[R].Unit;
    for (int64_t Delta = 1 - Unit; Delta < int64_t(Bytes); ++Delta)
      if (auto Cell = inRegion(At, R, Delta))
        Visit(R, *Cell, Delta);
  }
}

/// The cells that an access touches, which of their bytes, and how far these
/// are from the first byte of the access.
void AccessLocator::visitMixed(const Access &A, PartVisitor Visit) const {
  const uint64_t Unit = Parts.all()[*A.InRegion].Unit;
  for (uint64_t Done = 0, I = 0; Done < A.Bytes; ++I) {
    uint64_t Begin = I == 0 ? A.Within : 0;
    uint64_t Size = std::min(Unit - Begin, A.Bytes - Done);
    Visit(cellNumber(A, I), {int64_t(Begin), Size}, Done);
    Done += Size;
  }
}

//===----------------------------------------------------------------------===//
// Several levels
//===----------------------------------------------------------------------===//

SmallVector<AccessLocator::ArrayLevel, 3>
AccessLocator::levelsOf(const Access &A) const {
  SmallVector<ArrayLevel, 3> All;
  if (uint64_t Period = Points.node(A.Node).Offsets.Period)
    All.push_back({Period, 0, std::nullopt, std::nullopt});
  for (auto [I, Z] : enumerate(A.Enclosing)) {
    // Before the last one, only whole elements.
    const Subobject *Next =
        I + 1 < A.Enclosing.size() ? A.Enclosing[I + 1] : nullptr;
    const uint64_t Last =
        Next ? Next->Begin + Next->Size : A.InElement + A.Bytes;
    const uint64_t Count =
        Z->Size < Last ? 0 : (Z->Size - Last) / Z->Stride + 1;
    All.push_back({Z->Stride, I ? Z->Begin : 0, Z->Size, Count});
  }
  return All;
}

void AccessLocator::locate(Access &A, const Origin &From) const {
  const SmallVector<ArrayLevel, 3> Levels = levelsOf(A);
  Expr Begin = perObject(A.Node, A.At.Object, [&](unsigned O) {
    return Geometry.subobjectBegin(*A.Enclosing.front(), A.Node, O);
  });
  if (!locateByTerms(A, Levels, Begin, From))
    locateByDivision(A, Levels, Begin);
}

/// Adds \p E times a factor to a sum.
static void addTerms(Expr E, const APInt &Factor, MapVector<Expr, APInt> &Terms,
                     APInt &Constant) {
  switch (E.kind()) {
  case Kind::Const:
    Constant += Factor * E.value().bits();
    return;
  case Kind::BvNeg:
    return addTerms(E.operand(0), -Factor, Terms, Constant);
  case Kind::BvAdd:
  case Kind::BvSub:
    addTerms(E.operand(0), Factor, Terms, Constant);
    return addTerms(E.operand(1), E.is(Kind::BvAdd) ? Factor : -Factor, Terms,
                    Constant);
  case Kind::BvMul:
    if (E.operand(1).isConst())
      return addTerms(E.operand(0), Factor * E.operand(1).value().bits(), Terms,
                      Constant);
    [[fallthrough]];
  default:
    auto [It, IsNew] = Terms.try_emplace(E, Factor);
    if (!IsNew)
      It->second += Factor;
  }
}

/// By the terms that the program added to the pointer \p From, which itself
/// ranges over one thing at most.
bool AccessLocator::locateByTerms(Access &A, ArrayRef<ArrayLevel> Levels,
                                  Expr Begin, const Origin &From) const {
  auto Cell = From.Pointer ? Points.pointee(From.Pointer) : std::nullopt;
  const PointsTo::Node &Node = Points.node(A.Node);
  if (!Cell || Cell->Node != A.Node || Addresses.mayHaveAnyOffset(A.Node))
    return false;
  const uint64_t Period = Node.Offsets.Period;
  Subobjects::Position Base = Points.positionOf(*Cell);
  const size_t Known = Base.Enclosing.size() + (Period != 0);
  if (Known > 1 ||
      (!Base.Enclosing.empty() && Base.Enclosing[0] != A.Enclosing[0]))
    return false;
  MapVector<Expr, APInt> Terms;
  APInt Constant(OffsetBits, 0), One(OffsetBits, 1);
  addTerms(A.At.Offset, One, Terms, Constant);
  addTerms(From.At.Offset, -One, Terms, Constant);
  // Where in an element of the first level the pointer is, and in which.
  int64_t Rest = Base.Enclosing.empty()
                     ? reduced(Cell->Offset - A.Enclosing[0]->Begin, Period)
                     : Base.InElement;
  const int64_t Start = Rest;
  Rest += Constant.getSExtValue();
  A.Steps.clear();
  for (auto [I, W] : enumerate(Levels)) {
    Rest -= W.Begin;
    const int64_t Pitch = W.Pitch;
    int64_t Element = (Rest - reduced(Rest, W.Pitch)) / Pitch;
    // A pointer before the array that comes first in an element.
    if (I + 1 < Levels.size() && Element < 0 &&
        uint64_t(reduced(Rest, W.Pitch)) >=
            Levels[I + 1].Begin + *Levels[I + 1].Size)
      ++Element;
    Rest -= Element * Pitch;
    Expr Step = Ctx.bv(uint64_t(Element), OffsetBits);
    if (I == 0 && Known == 1) {
      Expr Distance =
          Ctx.make(Kind::BvSub,
                   {From.At.Offset,
                    Ctx.make(Kind::BvAdd,
                             {Begin, Ctx.bv(uint64_t(Start - Element * Pitch),
                                            OffsetBits)})});
      Expr Exact = exactQuotient(Ctx, Distance, W.Pitch);
      Step = Exact ? Exact : quotient(Ctx, Distance, W.Pitch);
    }
    for (auto &[Term, Factor] : Terms) {
      if (Factor.isZero() || !Factor.srem(APInt(OffsetBits, W.Pitch)).isZero())
        continue;
      Expr Times = Ctx.bv(Factor.sdiv(APInt(OffsetBits, W.Pitch)));
      Step =
          Ctx.make(Kind::BvAdd, {Step, Ctx.make(Kind::BvMul, {Term, Times})});
      Factor = APInt(OffsetBits, 0);
    }
    A.Steps.push_back(Step);
  }
  const bool IsAll = Rest == A.InElement && all_of(Terms, [](auto &Term) {
                       return Term.second.isZero();
                     });
  if (!IsAll)
    return false;
  SmallVector<Expr> Inside;
  for (auto [W, Step] : zip_equal(Levels, A.Steps))
    Inside.push_back(Ctx.mkUlt(
        Step, Ctx.bv(W.Count.value_or(uint64_t(1) << 32), OffsetBits)));
  A.IsInside = Ctx.mkAnd(Inside);
  A.IsByTerms = true;
  return true;
}

/// By quotients and remainders, of as few bits as the objects' sizes need.
void AccessLocator::locateByDivision(Access &A, ArrayRef<ArrayLevel> Levels,
                                     Expr Begin) const {
  const PointsTo::Node &Node = Points.node(A.Node);
  uint64_t Largest = 0;
  bool IsUnbounded = false;
  for (auto [O, Start] : Node.Objects) {
    auto Size = Points.objects()[O].Size;
    IsUnbounded |= !Size || *Size > INT32_MAX;
    // (Some may end before the subobject begins.)
    const int64_t Left =
        int64_t(Size.value_or(0)) -
        Geometry.subobjectBegin(*A.Enclosing.front(), A.Node, O);
    Largest = std::max(Largest, uint64_t(std::max<int64_t>(Left, 0)));
  }
  for (const ArrayLevel &W : Levels)
    Largest = std::max({Largest, W.Pitch, W.Size.value_or(0)});
  const unsigned Bits =
      IsUnbounded ? OffsetBits : Log2_64_Ceil(Largest + 1) + 1;
  auto Number = [&](uint64_t N) { return Ctx.bv(N, Bits); };
  Expr Distance = Ctx.make(Kind::BvSub, {A.At.Offset, Begin});
  SmallVector<Expr> Inside;
  // Not before the first subobject.
  Inside.push_back(IsUnbounded
                       ? Ctx.mkSle(Ctx.bv(0, OffsetBits), Distance)
                       : Ctx.mkUle(Distance, Ctx.bv(Largest, OffsetBits)));
  Expr Rest = Ctx.mkExtract(Bits - 1, 0, Distance);
  A.Steps.clear();
  for (auto [I, W] : enumerate(Levels)) {
    if (W.Begin)
      Rest = Ctx.make(Kind::BvSub, {Rest, Number(W.Begin)});
    if (W.Size && *W.Size < A.Bytes)
      Inside.push_back(Ctx.falseExpr());
    else if (W.Size)
      Inside.push_back(Ctx.mkUle(Rest, Number(*W.Size - A.Bytes)));
    Expr Step = quotient(Ctx, Rest, W.Pitch);
    if (W.Count)
      Inside.push_back(Ctx.mkUlt(Step, Number(*W.Count)));
    A.Steps.push_back(Ctx.mkZeroExt(OffsetBits - Bits, Step));
    Rest = W.Pitch == 1 ? Number(0)
                        : Ctx.make(Kind::BvUrem, {Rest, Number(W.Pitch)});
  }
  Inside.push_back(Ctx.mkEq(Rest, Number(A.InElement)));
  A.IsInside = Ctx.mkAnd(Inside);
}
