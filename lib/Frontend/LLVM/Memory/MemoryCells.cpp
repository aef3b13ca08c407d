//===- MemoryCells.cpp - What reads and writes do to cells ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryModel.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

using namespace sooth;
using namespace llvm;

using Content = MemoryAccess::Content;
using Instances = MemoryObject::Instances;

/// Copies and fills of more cells are not done one by one.
static constexpr uint64_t MaxUnrolled = 1024;

/// Whether all of a cell that is so far from the first of some bytes is among
/// them.
static bool isWhole(const Region &R, int64_t Delta, uint64_t Bytes) {
  return Delta >= 0 && uint64_t(Delta) + R.Unit <= Bytes;
}

static bool hasPointers(const Region &R) {
  return R.Holds == Content::Pointer || R.isMixed();
}

bool MemoryModel::canHold(const Access &A, Type *T) const {
  if (!A.InRegion || Stores[*A.InRegion].empty())
    return false;
  const Region &R = Parts.all()[*A.InRegion];
  if (R.Holds == Content::Pointer)
    return T->isPointerTy();
  return isModelled(T) ||
         (T->isPointerTy() && (R.isMixed() || R.HasOddPointers));
}

Scalars MemoryModel::load(const MemoryState &M, const Access &A, Type *T,
                          FreshInput Unknown) const {
  const Region &R = Parts.all()[*A.InRegion];
  const auto &Components = Stores[*A.InRegion];
  if (R.isMixed())
    return loadMixed(M, A, T, Unknown);
  Scalars Result;
  if (R.Holds == Content::Pointer) {
    for (const Storage &S : Components) {
      Expr Value = Cells.read(M, S, Locator.cellNumber(A, 0));
      Result.push_back(Value ? Value : Unknown(S.Element));
    }
    return Result;
  }
  // The first byte is the lowest.
  Expr Word;
  for (uint64_t I = 0; I < A.Bytes / R.Unit; ++I) {
    Expr Part = Cells.read(M, Components.front(), Locator.cellNumber(A, I));
    if (!Part)
      Part = Unknown(Components.front().Element);
    Word = Word ? Ctx.make(Kind::Concat, {Part, Word}) : Part;
  }
  if (T->isPointerTy())
    return scalarsOf(
        Addresses.addressFrom(M, Addresses.pointeesOf(*A.InRegion), Word));
  unsigned Width = scalarWidth(T);
  if (Width < Word.sort().width())
    Word = Ctx.mkExtract(Width - 1, 0, Word);
  Result.push_back(Width == 1 ? Ctx.bvToBool(Word) : Word);
  return Result;
}

/// The bits of some NaN: arbitrary ones if they are, else the usual.
Expr MemoryModel::anyNaN(FpFormat F, FreshInput Unknown) const {
  Expr Any = Unknown(Ctx.bitVecSort(fpWidth(F)));
  return Ctx.mkIte(fpIsNaN(Ctx, F, Any), Any, Ctx.bv(fpNaN(F)));
}

void MemoryModel::store(MemoryState &M, const Access &A, Type *T,
                        ArrayRef<Expr> New, FreshInput Unknown) const {
  if (!A.InRegion || Stores[*A.InRegion].empty())
    return;
  const Region &R = Parts.all()[*A.InRegion];
  const auto &Components = Stores[*A.InRegion];
  if (R.Holds == Content::Pointer) {
    for (auto [I, S] : enumerate(Components)) {
      Expr Value = T->isPointerTy() && I < New.size() ? New[I] : Expr();
      Cells.write(M, S, Locator.cellNumber(A, 0),
                  Value ? Value : Unknown(S.Element));
    }
    return;
  }
  Expr Word;
  if (isModelled(T) && New.size() == 1 && New[0]) {
    Word = New[0].isBool() ? Ctx.boolToBv(New[0]) : New[0];
    // Nobody knows which NaN it is.
    if (auto Format = fpFormat(T); Format && R.IsPunned)
      Word = Ctx.mkIte(fpIsNaN(Ctx, *Format, Word), anyNaN(*Format, Unknown),
                       Word);
    Word = Ctx.mkZeroExt(8 * A.Bytes - Word.sort().width(), Word);
  }
  if (R.isMixed())
    return storeMixed(M, A, T, Word ? ArrayRef(Word) : New, Unknown);
  if (R.HasOddPointers && T->isPointerTy() && New.size() == 2 && New[0])
    Word = Addresses.numberOf(M, Addresses.pointeesOf(*A.InRegion),
                              {New[0], New[1]}, Unknown);
  for (uint64_t I = 0; I < A.Bytes / R.Unit; ++I) {
    unsigned Bits = 8 * R.Unit;
    Expr Part = Word ? Ctx.mkExtract((I + 1) * Bits - 1, I * Bits, Word)
                     : Unknown(Components.front().Element);
    Cells.write(M, Components.front(), Locator.cellNumber(A, I), Part);
  }
}

//===----------------------------------------------------------------------===//
// Whole objects
//===----------------------------------------------------------------------===//

/// What a cell holds of which some of the bytes get a new value; null if that
/// is not known.
Expr MemoryModel::combined(const Region &R, Expr Old, Expr New, int64_t Delta,
                           uint64_t Bytes) const {
  if (!New || isWhole(R, Delta, Bytes))
    return New;
  if (!Old || hasPointers(R))
    return Expr();
  const unsigned First = 8 * std::max<int64_t>(0, -Delta);
  const unsigned End = 8 * std::min<int64_t>(R.Unit, int64_t(Bytes) - Delta);
  Expr Word = Ctx.mkExtract(End - 1, First, New);
  if (First > 0)
    Word = Ctx.make(Kind::Concat, {Word, Ctx.mkExtract(First - 1, 0, Old)});
  if (End < 8 * R.Unit)
    Word =
        Ctx.make(Kind::Concat, {Ctx.mkExtract(8 * R.Unit - 1, End, Old), Word});
  return Word;
}

/// The number that the bytes are from \p Delta on, whatever the cells there;
/// null if that is not known.
Expr MemoryModel::readBytes(const MemoryState &M, const Access &From,
                            int64_t Delta, uint64_t Bytes) const {
  SmallVector<Expr> All(Bytes);
  for (unsigned R : Parts.of(From.Node)) {
    const Region &Part = Parts.all()[R];
    if (Stores[R].empty() || hasPointers(Part))
      continue;
    for (int64_t D = Delta + 1 - int64_t(Part.Unit); D < Delta + int64_t(Bytes);
         ++D) {
      auto Cell = Locator.inRegion(From, R, D);
      Expr Word =
          Cell ? Cells.read(M, Stores[R].front(), Locator.cellNumber(*Cell, 0))
               : Expr();
      for (int64_t I = 0; Word && I < int64_t(Part.Unit); ++I)
        if (int64_t At = D + I - Delta; At >= 0 && At < int64_t(Bytes))
          All[At] = Ctx.mkExtract(8 * I + 7, 8 * I, Word);
    }
  }
  Expr Word;
  for (Expr Byte : All) {
    if (!Byte)
      return Expr();
    Word = Word ? Ctx.make(Kind::Concat, {Byte, Word}) : Byte;
  }
  return Word;
}

/// Whether the bytes are so few cells that each can be looked at.
bool MemoryModel::isUnrolled(const Access &To, uint64_t Bytes) const {
  if (Bytes <= MaxUnrolled)
    return true;
  uint64_t Cells = 0;
  for (unsigned R : Parts.of(To.Node)) {
    const Region &Part = Parts.all()[R];
    Cells += Part.Count * (Part.Dimensions.empty()
                               ? 1
                               : Bytes / Part.Dimensions.back().Pitch + 1);
  }
  return Cells <= MaxUnrolled && Bytes <= 64 * MaxUnrolled;
}

void MemoryModel::copy(MemoryState &M, const Access &To, const Access &From,
                       uint64_t Bytes, FreshInput Unknown) const {
  if (!isUnrolled(To, Bytes))
    return havocNode(M, To.Node, Unknown);
  MemoryState Before = M;
  Locator.visitCells(
      To, Bytes, [&](unsigned R, const Access &Cell, int64_t Delta) {
        const Region &Part = Parts.all()[R];
        const CellNumber Here = Locator.cellNumber(Cell, 0);
        auto Source = Locator.inRegion(From, R, Delta);
        if (Part.isMixed() && Source && !isWhole(Part, Delta, Bytes))
          return copyPart(M, Before, R, Here, Locator.cellNumber(*Source, 0),
                          CellGeometry::partOf(Part, Delta, Bytes), Unknown);
        for (const Storage &S : Stores[R]) {
          Expr New = Source
                         ? Cells.read(Before, S, Locator.cellNumber(*Source, 0))
                         : Expr();
          if (!Source && !hasPointers(Part))
            New = readBytes(Before, From, Delta, Part.Unit);
          New = combined(Part, Cells.read(Before, S, Here), New, Delta, Bytes);
          Cells.write(M, S, Here, New ? New : Unknown(S.Element));
        }
        if (const auto &S = Shadows.find(R)) {
          Expr New =
              Source ? Shadows.read(Before, R, Locator.cellNumber(*Source, 0))
                     : Expr();
          Expr Old = Cells.read(Before, *S, Here),
               Zero = Ctx.bv(0, S->Element.width());
          if (New && Old && !isWhole(Part, Delta, Bytes))
            New = Ctx.mkIte(Ctx.mkAnd(Ctx.mkEq(Old, Zero), Ctx.mkEq(New, Zero)),
                            Zero, Unknown(S->Element));
          Cells.write(M, *S, Here, New ? New : Unknown(S->Element));
        }
      });
}

void MemoryModel::copyConstant(MemoryState &M, const Access &To,
                               const Constant &From, uint64_t Bytes,
                               FreshInput Unknown) const {
  bool IsAll = Shadows.initializeAll(M, To, Bytes);
  Locator.visitCells(
      To, Bytes, [&](unsigned R, const Access &Cell, int64_t Delta) {
        const Region &Part = Parts.all()[R];
        const CellNumber Here = Locator.cellNumber(Cell, 0);
        const bool Whole = isWhole(Part, Delta, Bytes);
        if (!IsAll)
          Shadows.initializeCell(M, R, Here, Delta, Bytes, Unknown);
        if (Stores[R].empty())
          return;
        if (Part.isMixed() && !Whole) {
          ByteRange Of = CellGeometry::partOf(Part, Delta, Bytes);
          Expr New = constantNumber(From, Delta + Of.Begin, Of.Size);
          if (!New)
            New = addressBytes(M, From, Delta + Of.Begin, Of.Size);
          return setPart(M, R, Here, Of,
                         New ? New : Unknown(Ctx.bitVecSort(8 * Of.Size)),
                         Unknown);
        }
        Scalars Known =
            Whole ? constantCell(Part, From, Delta) : Scalars(Stores[R].size());
        if (Whole && Known.size() == 1 && !Known[0])
          Known[0] = addressBytes(M, From, Delta, Part.Unit);
        for (auto [S, New] : zip_equal(Stores[R], Known))
          Cells.write(M, S, Here, New ? New : Unknown(S.Element));
      });
}

static Expr repeated(ExprContext &Ctx, Expr Byte, uint64_t Times) {
  Expr Word = Byte;
  for (uint64_t I = 1; I < Times; ++I)
    Word = Ctx.make(Kind::Concat, {Byte, Word});
  return Word;
}

/// What a cell holds that consists of \p Byte only; null if that is no value.
Expr MemoryModel::repeated(const Region &R, Sort Element, Expr Byte) const {
  if (Byte.isConst() && Byte.value().bits().isZero())
    return Ctx.bv(0, Element.width());
  if (hasPointers(R))
    return Expr();
  return ::repeated(Ctx, Byte, R.Unit);
}

void MemoryModel::fillCell(MemoryState &M, unsigned R, const CellNumber &C,
                           Expr Byte, int64_t Delta, uint64_t Bytes,
                           FreshInput Unknown) const {
  const Region &Part = Parts.all()[R];
  if (Part.isMixed() && !Stores[R].empty()) {
    ByteRange Of = CellGeometry::partOf(Part, Delta, Bytes);
    return setPart(M, R, C, Of, ::repeated(Ctx, Byte, Of.Size), Unknown);
  }
  for (const Storage &S : Stores[R]) {
    Expr New = combined(Part, Cells.read(M, S, C),
                        repeated(Part, S.Element, Byte), Delta, Bytes);
    Cells.write(M, S, C, New ? New : Unknown(S.Element));
  }
}

/// The bytes from \p Begin on in the only object, many of them.
void MemoryModel::fillRegion(MemoryState &M, unsigned R, unsigned Object,
                             int64_t Begin, uint64_t Bytes, Expr Byte,
                             FreshInput Unknown) const {
  const Region &Part = Parts.all()[R];
  std::vector<std::pair<uint64_t, int64_t>> Touched; // with their distances
  bool IsAll = true;
  for (uint64_t I = 0; I < Geometry.cellsOf(Part, Object); ++I) {
    auto At = Geometry.offsetOf(Part, Object, I);
    if (!At)
      continue;
    const int64_t Delta = int64_t(*At) - Begin;
    IsAll &= isWhole(Part, Delta, Bytes);
    if (Delta + int64_t(Part.Unit) > 0 && Delta < int64_t(Bytes))
      Touched.push_back({I, Delta});
  }
  auto Fill = [&](const Storage &S, Expr New) {
    if (!IsAll || !New || !S.Array || S.ByObject)
      return false;
    M.set(S.Array, Ctx.mkConstArray(S.Array.sort(), New));
    return true;
  };
  bool IsDone = all_of(Stores[R], [&](const Storage &S) {
    return Fill(S, repeated(Part, S.Element, Byte));
  });
  if (const auto &S = Shadows.find(R))
    IsDone &= Fill(*S, Ctx.bv(0, Shadows.shadowBits(R)));
  if (IsDone)
    return;
  if (Touched.size() > MaxUnrolled)
    return havocRegion(M, R, Unknown);
  for (auto [I, Delta] : Touched) {
    const CellNumber Here = Cells.cellAt(Part, Lifetimes.number(Object), I);
    fillCell(M, R, Here, Byte, Delta, Bytes, Unknown);
    Shadows.initializeCell(M, R, Here, Delta, Bytes, Unknown);
  }
}

void MemoryModel::fill(MemoryState &M, const Access &To, Expr Byte,
                       uint64_t Bytes, FreshInput Unknown) const {
  // Many cells that get one value are often all of an array.
  constexpr uint64_t Few = 256;
  bool IsAll = Shadows.initializeAll(M, To, Bytes);
  auto &Objects = Points.node(To.Node).Objects;
  auto IsOne = [&](unsigned O) {
    const MemoryObject &Object = Points.objects()[O];
    return Object.How == Instances::One && Object.Size;
  };
  const bool IsKnown = Objects.size() == 1 && IsOne(Objects.front().first) &&
                       To.At.Offset.isConst();
  if (isUnrolled(To, Bytes) && !(IsKnown && Bytes > Few))
    return Locator.visitCells(
        To, Bytes, [&](unsigned R, const Access &Cell, int64_t Delta) {
          const CellNumber Here = Locator.cellNumber(Cell, 0);
          fillCell(M, R, Here, Byte, Delta, Bytes, Unknown);
          if (!IsAll)
            Shadows.initializeCell(M, R, Here, Delta, Bytes, Unknown);
        });
  if (IsKnown) {
    for (unsigned R : Parts.of(To.Node))
      fillRegion(M, R, Objects.front().first,
                 To.At.Offset.value().bits().getSExtValue(), Bytes, Byte,
                 Unknown);
    return;
  }
  havocNode(M, To.Node, Unknown);
  Shadows.initializeAll(M, To, Bytes);
}

SmallVector<const MemoryModel::Storage *, 3>
MemoryModel::componentsOf(unsigned R) const {
  SmallVector<const Storage *, 3> All;
  for (const Storage &S : Stores[R])
    All.push_back(&S);
  if (Shadows.find(R))
    All.push_back(&*Shadows.find(R));
  return All;
}

/// Of an object that begins, with \p Size bytes. Those of its first cells that
/// are behind its end are never read.
void MemoryModel::clearFirst(MemoryState &M, unsigned R, const Storage &S,
                             unsigned Object, const Address &Of, Expr Size,
                             FreshInput Unknown) const {
  constexpr uint64_t MostBytes = 512;
  const Region &Part = Parts.all()[R];
  Expr IsLarge = Geometry.firstIn(Part, Object) < 0
                     ? Ctx.trueExpr()
                     : Ctx.mkUlt(Ctx.bv(MostBytes, OffsetBits), Size);
  Expr Anything = IsLarge.isFalse() ? Expr() : Unknown(S.Array.sort());
  if (IsLarge.isTrue())
    return M.set(S.Array, Anything);
  Expr Zero = Ctx.bv(0, S.Element.width());
  const uint64_t Count =
      Part.Dimensions.empty() ? Part.Count : MostBytes / Part.Unit;
  for (uint64_t I = 0; I < Count; ++I)
    Cells.write(M, S, Cells.cellAt(Part, Of.Object, I), Zero);
  if (Anything)
    M.set(S.Array, Ctx.mkIte(IsLarge, Anything, M.now(S.Array)));
}

void MemoryModel::clear(MemoryState &M, const llvm::Value *Site,
                        const Address &Of, Expr Size,
                        FreshInput Unknown) const {
  unsigned O = *Points.objectOf(Site);
  const MemoryObject &Object = Points.objects()[O];
  PointsTo::NodeId N = Points.pointee(Site)->Node;
  for (unsigned R : Parts.of(N)) {
    const Region &Part = Parts.all()[R];
    uint64_t Count = Geometry.cellsOf(Part, O);
    bool IsWhole = Object.Size && Count <= MaxUnrolled;
    for (const Storage *Component : componentsOf(R)) {
      const Storage &S = *Component;
      Expr Zero = Ctx.bv(0, S.Element.width());
      if (IsWhole) {
        for (uint64_t I = 0; I < Count; ++I)
          Cells.write(M, S, Cells.cellAt(Part, Of.Object, I), Zero);
      } else if (S.Array && !S.ByObject) {
        M.set(S.Array, Ctx.mkConstArray(S.Array.sort(), Zero));
      } else if (S.Array) {
        clearFirst(M, R, S, O, Of, Size, Unknown);
      }
    }
  }
}

/// All cells of a component get new values, those that are variables what
/// \p New makes of what they hold.
static void change(MemoryState &M, const CellVariables::Storage &S,
                   FreshInput Any, function_ref<Expr(Expr Now)> New) {
  if (S.Array)
    M.set(S.Array, Any(S.Array.sort()));
  for (const CellVariables::Storage::Cell &Cell : S.Cells)
    if (Cell.Var.isVar())
      M.set(Cell.Var, New(M.now(Cell.Var)));
}

void MemoryModel::havocRegion(MemoryState &M, unsigned R,
                              FreshInput Any) const {
  for (const Storage *S : componentsOf(R))
    change(M, *S, Any, [&](Expr) { return Any(S->Element); });
}

/// What a call may write to gets arbitrary content. Where more than nothing is
/// taken to be true of calls, what was initialized stays so.
void MemoryModel::leaveAnything(MemoryState &M, unsigned R,
                                FreshInput Any) const {
  if (Outside.environment() == Environment::Any)
    return havocRegion(M, R, Any);
  for (const Storage &S : Stores[R])
    change(M, S, Any, [&](Expr) { return Any(S.Element); });
  if (const auto &S = Shadows.find(R))
    change(M, *S, Any, [&](Expr Now) {
      return Ctx.make(Kind::BvAnd, {Now, Any(S->Element)});
    });
}

void MemoryModel::havocNode(MemoryState &M, PointsTo::NodeId N,
                            FreshInput Any) const {
  for (unsigned R : Parts.of(N))
    havocRegion(M, R, Any);
}

/// All cells of what is allocated as \p Object, and has the number \p Which, in
/// a component get new values.
void MemoryModel::havocCells(MemoryState &M, unsigned R, const Storage &S,
                             unsigned Object, Expr Which,
                             function_ref<Expr()> New, FreshInput Any) const {
  for (const Storage::Cell &Cell : S.Cells)
    if (Cell.Object == Object)
      M.set(Cell.Var, New());
  if (!S.Array)
    return;
  const Region &Part = Parts.all()[R];
  uint64_t Count = Geometry.cellsOf(Part, Object);
  if (!S.ByObject || Count > MaxUnrolled || !Points.objects()[Object].Size)
    return M.set(S.Array, Any(S.Array.sort()));
  for (uint64_t I = 0; I < Count; ++I)
    Cells.write(M, S, Cells.cellAt(Part, Which, I), New());
}

void MemoryModel::beginLifetime(MemoryState &M, const llvm::Value *Site,
                                Expr Object, FreshInput Any) const {
  auto O = Points.objectOf(Site);
  auto At = Points.pointee(Site);
  if (!O || !At)
    return;
  if (Expr Live = Lifetimes.liveVariable(*O))
    M.set(Live, Ctx.trueExpr());
  for (unsigned R : Parts.of(At->Node)) {
    auto Set = [&](const Storage &S, Expr New) {
      if (S.Array && !S.ByObject)
        M.set(S.Array, Ctx.mkConstArray(S.Array.sort(), New));
      else
        havocCells(
            M, R, S, *O, Object, [&] { return New; }, Any);
    };
    for (auto [I, S] : enumerate(Stores[R]))
      if (I == 0 && Parts.all()[R].isMixed())
        Set(S, Ctx.bv(0, ObjectBits)); // some number
      else
        havocCells(
            M, R, S, *O, Object, [&] { return Any(S.Element); }, Any);
    if (const auto &S = Shadows.find(R))
      Set(*S, Shadows.shadowOf(R));
  }
}

void MemoryModel::havoc(MemoryState &M, Reach What, FreshInput Any) const {
  for (unsigned R = 0; R < Parts.all().size(); ++R)
    if (What == Reach::Everything || Points.node(Parts.all()[R].Node).IsExposed)
      if (!Geometry.isConstantRegion(Parts.all()[R]))
        leaveAnything(M, R, Any);
}

Expr MemoryModel::existedAtFirst(const llvm::Value *Pointer,
                                 const Address &At) const {
  auto Cell = Points.pointee(Pointer);
  if (!Cell || Points.node(Cell->Node).IsWild)
    return Ctx.trueExpr();
  Expr IsGlobal = Lifetimes.isObjectThat(Pointer, At.Object, [&](unsigned O) {
    const llvm::Value *Site = Points.objects()[O].Site;
    return isa<AllocaInst, CallBase>(Site) && !Points.objects()[O].IsOutside
               ? Expr()
               : Ctx.trueExpr();
  });
  return Ctx.mkOr(IsGlobal, Lifetimes.isOutside(At.Object));
}

Expr MemoryModel::havoc(
    MemoryState &M, const CallBase &Call,
    function_ref<std::optional<Address>(const llvm::Value *)> At,
    FreshInput Any) const {
  const Function &Callee = *calledFunction(Call);
  const CallEffects::Effects &Of = Calls.of(Callee);
  for (unsigned R : Of.Writes.set_bits())
    if (!Geometry.isConstantRegion(Parts.all()[R]))
      leaveAnything(M, R, Any);
  for (unsigned A : Of.FreesArgument.set_bits()) {
    const llvm::Value *Pointer =
        A < Call.arg_size() ? Call.getArgOperand(A) : nullptr;
    if (auto Where = Pointer ? At(Pointer) : std::nullopt)
      Lifetimes.freeIf(M, Pointer, *Where, Any(Ctx.boolSort()));
  }
  Expr Known = Lifetimes.havoc(
      M, Of.Allocates,
      Outside.isFreedUnseen() ? Of.Frees : DenseSet<PointsTo::NodeId>(), Any);
  Outside.noteCall(M, &Callee);
  return Ctx.mkAnd(Known, Outside.isPossibleAfter(M, &Callee));
}
