//===- MemoryModel.cpp - Memory as state variables ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryModel.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"

using namespace sooth;
using namespace llvm;

using Content = MemoryAccess::Content;
using Instances = MemoryObject::Instances;

/// Regions of so many cells are variables rather than arrays, if the program
/// computes which cell it means.
static constexpr uint64_t MaxCells = 32;
/// The same if it says so with constants.
static constexpr uint64_t MaxFixedCells = 1024;
/// Copies and fills of more bytes are not done cell by cell.
static constexpr uint64_t MaxUnrolled = 1024;
/// Addresses below this one trap.
static constexpr uint64_t FirstPage = 4096;

static constexpr unsigned ObjectBits = 32, OffsetBits = 64;

//===----------------------------------------------------------------------===//
// The variables
//===----------------------------------------------------------------------===//

MemoryModel::MemoryModel(ExprContext &Ctx, const Function &Entry)
    : Ctx(Ctx), Points(Entry), Parts(Points), Layout(Entry.getDataLayout()),
      ObjectS(Ctx.bitVecSort(ObjectBits)), OffsetS(Ctx.bitVecSort(OffsetBits)),
      Init(Ctx.trueExpr()) {
  for (unsigned R = 0; R < Parts.all().size(); ++R)
    addRegion(R);
  for (PointsTo::NodeId N : Points.nodes())
    addNode(N);
}

Expr MemoryModel::addVariable(StringRef Name, Sort S, StringRef UserName) {
  Expr Var = Ctx.lookupVar(Name) ? Ctx.freshVar(Name, S) : Ctx.var(Name, S);
  Variables.push_back({Var, UserName.str(), ValueStyle::Signed});
  return Var;
}

/// Where in \p Object the first cell of \p R is. Without a pitch, it may be
/// before the beginning.
int64_t MemoryModel::firstIn(const Region &R, unsigned Object) const {
  int64_t First =
      int64_t(R.First) - int64_t(Points.displacement(R.Node, Object));
  if (R.Pitch == 0)
    return First;
  int64_t Rest = First % int64_t(R.Pitch);
  return Rest < 0 ? Rest + int64_t(R.Pitch) : Rest;
}

/// Where in \p Object a cell is; nothing if it is outside.
std::optional<uint64_t> MemoryModel::offsetOf(const Region &R, unsigned Object,
                                              uint64_t Index) const {
  const MemoryObject &O = Points.objects()[Object];
  int64_t Offset =
      firstIn(R, Object) + int64_t(Index * (R.Pitch ? R.Pitch : R.Unit));
  if (Offset < 0 || !O.Size || uint64_t(Offset) + R.Unit > *O.Size)
    return std::nullopt;
  return Offset;
}

/// How many cells of \p R an object has, including those that lie outside.
uint64_t MemoryModel::cellsOf(const Region &R, unsigned Object) const {
  const MemoryObject &O = Points.objects()[Object];
  if (R.Pitch == 0)
    return R.Count;
  uint64_t First = firstIn(R, Object);
  if (!O.Size || *O.Size < First + R.Unit)
    return 0;
  return (*O.Size - First - R.Unit) / R.Pitch + 1;
}

bool MemoryModel::isSmall(const Region &R) const {
  uint64_t Total = 0;
  for (auto [O, Start] : Points.node(R.Node).Objects) {
    const MemoryObject &Object = Points.objects()[O];
    if (Object.How == Instances::Many || !Object.Size)
      return false;
    Total += cellsOf(R, O);
    if (Total > MaxFixedCells)
      return false;
  }
  return Total <= (R.Pitch ? MaxCells : MaxFixedCells);
}

/// Whether the program can only read what is there from the beginning.
bool MemoryModel::isConstantRegion(const Region &R) const {
  const PointsTo::Node &Node = Points.node(R.Node);
  return all_of(Node.Objects, [&](auto &Entry) {
    auto *G = dyn_cast<GlobalVariable>(Points.objects()[Entry.first].Site);
    return G && G->isConstant() && G->hasDefinitiveInitializer();
  });
}

void MemoryModel::addRegion(unsigned R) {
  const Region &Part = Parts.all()[R];
  Stores.emplace_back();
  // What is never read decides nothing.
  if (Part.Holds == Content::Opaque || !Part.IsRead)
    return;
  if (Part.Holds == Content::Pointer) {
    addStorage(R, ObjectS, ".object", Part.Holds);
    addStorage(R, OffsetS, ".offset", Part.Holds);
  } else {
    addStorage(R, Ctx.bitVecSort(8 * Part.Unit), "", Part.Holds);
  }
  initialize(R);
}

void MemoryModel::addStorage(unsigned R, Sort Element, StringRef Suffix,
                             Content Holds) {
  const Region &Part = Parts.all()[R];
  const PointsTo::Node &Node = Points.node(Part.Node);
  Storage S;
  S.Element = Element;
  S.Name = objectText(Points.objects()[Node.Objects.front().first]);
  if (isSmall(Part)) {
    for (auto [O, Start] : Node.Objects) {
      const MemoryObject &Object = Points.objects()[O];
      uint64_t Count = cellsOf(Part, O);
      for (uint64_t I = 0; I < Count; ++I) {
        auto At = offsetOf(Part, O, I);
        if (!At)
          continue;
        std::string Name = objectText(Object);
        if (Part.Pitch && Count > 1)
          Name += "[" + std::to_string(I) + "]";
        uint64_t Member = Part.Pitch ? *At % Part.Pitch : *At;
        if (Member)
          Name += "+" + std::to_string(Member);
        S.Cells.push_back({O, I, addVariable(Name + Suffix.str(), Element)});
      }
    }
  } else {
    uint64_t MaxCount = 0;
    bool IsOpen = false;
    for (auto [O, Start] : Node.Objects) {
      const MemoryObject &Object = Points.objects()[O];
      IsOpen |= !Object.Size;
      MaxCount = std::max(MaxCount, cellsOf(Part, O));
      S.ByObject |= Object.How == Instances::Many;
    }
    S.ByObject |= Node.Objects.size() > 1;
    if (IsOpen && Part.Pitch)
      S.IndexBits = OffsetBits;
    else
      S.IndexBits = MaxCount > 1 ? Log2_64_Ceil(MaxCount) : 0;
    unsigned KeyBits = (S.ByObject ? ObjectBits : 0) + S.IndexBits;
    std::string Name = S.Name;
    if (Part.First || !Part.Pitch)
      Name += "+" + std::to_string(Part.First);
    S.Array = addVariable(
        Name + Suffix.str(),
        Ctx.arraySort(Ctx.bitVecSort(std::max(KeyBits, 1u)), Element));
  }
  Stores[R].push_back(std::move(S));
}

/// The components of the cell at \p Offset of a constant; null where it is not
/// known.
Scalars MemoryModel::constantCell(const Region &R, const Constant &Initial,
                                  uint64_t Offset) const {
  LLVMContext &Context = Initial.getContext();
  APInt At(OffsetBits, Offset);
  if (R.Holds == Content::Pointer) {
    auto *C =
        ConstantFoldLoadFromConst(const_cast<Constant *>(&Initial),
                                  PointerType::get(Context, 0), At, Layout);
    auto Known = C ? addressOf(C) : std::nullopt;
    return Known ? scalarsOf(*Known) : Scalars{Expr(), Expr()};
  }
  auto *C = ConstantFoldLoadFromConst(const_cast<Constant *>(&Initial),
                                      Type::getIntNTy(Context, 8 * R.Unit), At,
                                      Layout);
  auto *Number = dyn_cast_or_null<ConstantInt>(C);
  return {Number ? Ctx.bv(Number->getValue()) : Expr()};
}

/// What globals hold at first.
void MemoryModel::initialize(unsigned R) {
  const Region &Part = Parts.all()[R];
  const bool IsFinal = isConstantRegion(Part);
  SmallVector<Expr> Facts{Init};
  DenseMap<Expr, Expr> Final;
  for (auto [O, Start] : Points.node(Part.Node).Objects) {
    const MemoryObject &Object = Points.objects()[O];
    auto *G = dyn_cast<GlobalVariable>(Object.Site);
    if (!G || !G->hasInitializer())
      continue;
    for (uint64_t I = 0; I < cellsOf(Part, O); ++I) {
      auto At = offsetOf(Part, O, I);
      if (!At)
        continue;
      Scalars Known = constantCell(Part, *G->getInitializer(), *At);
      for (auto [S, New] : zip_equal(Stores[R], Known)) {
        if (!New)
          continue;
        if (S.Array) {
          CellNumber Here{number(O), Ctx.bv(I, OffsetBits), I};
          Facts.push_back(Ctx.mkEq(Ctx.mkSelect(S.Array, key(S, Here)), New));
          continue;
        }
        for (Storage::Cell &Cell : S.Cells)
          if (Cell.Object == O && Cell.Index == I) {
            if (IsFinal) {
              erase_if(Variables, [&](const StateVariable &V) {
                return V.Var == Cell.Var;
              });
              Cell.Var = New;
            } else {
              Facts.push_back(Ctx.mkEq(Cell.Var, New));
            }
          }
      }
    }
  }
  Init = Ctx.mkAnd(Facts);
}

void MemoryModel::addNode(PointsTo::NodeId N) {
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
        SizeVar[O] = addVariable(Name + ".size", OffsetS);
      if (Object.MayDangle || (Node.IsFreed && isa<CallBase>(Object.Site)))
        LiveVar[O] = addVariable(Name + ".live", Ctx.boolSort());
    }
  }
  if (!HasMany)
    return;
  if (!NextObject) {
    NextObject = addVariable("next.object", ObjectS);
    Init = Ctx.mkAnd(
        Init,
        Ctx.mkEq(NextObject, Ctx.bv(Points.objects().size() + 1, ObjectBits)));
  }
  std::string Name = "node" + std::to_string(N);
  if (!SameSize)
    SizesVar[N] = addVariable(Name + ".sizes", Ctx.arraySort(ObjectS, OffsetS));
  if (Node.IsFreed)
    LivesVar[N] =
        addVariable(Name + ".live", Ctx.arraySort(ObjectS, Ctx.bitVecSort(1)));
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

Expr MemoryModel::number(unsigned Object) const {
  return Ctx.bv(Object + 1, ObjectBits);
}

std::optional<Address> MemoryModel::addressOf(const llvm::Value *V) const {
  auto Zero = [&] { return Ctx.bv(0, OffsetBits); };
  if (isa<AllocaInst, CallBase>(V)) {
    auto O = Points.objectOf(V);
    if (!O || Points.objects()[*O].How == Instances::Many)
      return std::nullopt;
    return Address{number(*O), Zero()};
  }
  auto *C = dyn_cast<Constant>(V);
  if (!C || !C->getType()->isPointerTy())
    return std::nullopt;
  if (C->isNullValue())
    return Address{Ctx.bv(0, ObjectBits), Zero()};
  if (auto *E = dyn_cast<ConstantExpr>(C);
      E && E->getOpcode() == Instruction::IntToPtr)
    if (auto *Number = dyn_cast<ConstantInt>(E->getOperand(0)))
      return Address{Ctx.bv(0, ObjectBits),
                     Ctx.bv(Number->getValue().zextOrTrunc(OffsetBits))};
  APInt Offset(Layout.getIndexTypeSizeInBits(C->getType()), 0);
  const llvm::Value *Base =
      C->stripAndAccumulateConstantOffsets(Layout, Offset, true);
  if (auto *Alias = dyn_cast<GlobalAlias>(Base))
    Base = Alias->getAliaseeObject();
  if (Base->getType()->isPointerTy() && isa<ConstantPointerNull>(Base))
    return Address{Ctx.bv(0, ObjectBits), Ctx.bv(Offset.sext(OffsetBits))};
  auto O = Points.objectOf(Base);
  if (!O || isa<ConstantExpr>(Base))
    return std::nullopt;
  return Address{number(*O), Ctx.bv(Offset.sextOrTrunc(OffsetBits))};
}

Address MemoryModel::step(const GEPOperator &Gep, const Address &Base,
                          function_ref<Expr(const llvm::Value *)> Index) const {
  MapVector<llvm::Value *, APInt> Variable;
  unsigned Width = Layout.getIndexTypeSizeInBits(Gep.getType());
  APInt Constant(Width, 0);
  Gep.collectOffset(Layout, Width, Variable, Constant);
  Expr Offset = Base.Offset;
  for (auto &[V, Scale] : Variable) {
    Expr I = Index(V);
    unsigned Has = I.isBool() ? 1 : I.sort().width();
    if (I.isBool())
      I = Ctx.boolToBv(I);
    if (Has > Width)
      I = Ctx.mkExtract(Width - 1, 0, I);
    Has = std::min(Has, Width);
    I = Ctx.mkSignExt(OffsetBits - Has, I);
    Offset = Ctx.make(
        Kind::BvAdd,
        {Offset, Ctx.make(Kind::BvMul, {I, Ctx.bv(Scale.sext(OffsetBits))})});
  }
  Offset = Ctx.make(Kind::BvAdd, {Offset, Ctx.bv(Constant.sext(OffsetBits))});
  return {Base.Object, Offset};
}

Expr MemoryModel::soleObject(const llvm::Value *Pointer) const {
  SmallVector<const llvm::Value *> Worklist{Pointer};
  SmallPtrSet<const llvm::Value *, 8> Seen;
  Expr Sole;
  while (!Worklist.empty()) {
    const llvm::Value *V = Worklist.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    if (auto Known = addressOf(V)) {
      if (Sole && Sole != Known->Object)
        return Expr();
      Sole = Known->Object;
    } else if (auto *Gep = dyn_cast<GEPOperator>(V)) {
      Worklist.push_back(Gep->getPointerOperand());
    } else if (auto *Phi = dyn_cast<PHINode>(V)) {
      Worklist.append(Phi->value_op_begin(), Phi->value_op_end());
    } else if (auto *Select = dyn_cast<SelectInst>(V)) {
      Worklist.push_back(Select->getTrueValue());
      Worklist.push_back(Select->getFalseValue());
    } else {
      return Expr();
    }
  }
  return Sole;
}

//===----------------------------------------------------------------------===//
// Accesses
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

/// The offset of the first cell in the object of this number.
Expr MemoryModel::firstExpr(const Region &R, Expr Object) const {
  Expr First;
  for (auto [O, Start] : Points.node(R.Node).Objects) {
    Expr Here = Ctx.bv(uint64_t(firstIn(R, O)), OffsetBits);
    bool IsMany = Points.objects()[O].How == Instances::Many;
    if (!First || IsMany)
      First =
          First && First != Here
              ? Ctx.mkIte(Ctx.mkUlt(Ctx.bv(Points.objects().size(), ObjectBits),
                                    Object),
                          Here, First)
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
  A.InRegion = Parts.find(*Cell);
  if (!A.InRegion)
    return A;
  const Region &R = Parts.all()[*A.InRegion];
  if (R.Pitch == 0)
    return A;
  Expr Distance = Ctx.make(Kind::BvSub, {At.Offset, firstExpr(R, At.Object)});
  A.Cell = exactQuotient(Ctx, Distance, R.Pitch);
  A.MayWrap = A.Cell && R.Pitch > 1 && !A.Cell.isConst();
  if (!A.Cell)
    A.Cell = quotient(Ctx, Distance, R.Pitch);
  return A;
}

std::optional<MemoryModel::Access>
MemoryModel::inRegion(const Access &A, unsigned R, uint64_t Delta) const {
  const Region &Part = Parts.all()[R];
  const uint64_t Stride = Points.node(A.Node).Stride;
  uint64_t Offset = A.Fixed + Delta;
  if (Stride)
    Offset %= Stride;
  bool IsStart = Part.Pitch
                     ? Offset % Part.Pitch == Part.First % Part.Pitch
                     : Offset >= Part.First &&
                           Offset < Part.First + Part.Count * Part.Unit &&
                           (Offset - Part.First) % Part.Unit == 0;
  if (!IsStart)
    return std::nullopt;
  Access B = A;
  B.InRegion = R;
  B.Fixed = Offset;
  B.Bytes = Part.Unit;
  B.At.Offset = Ctx.make(Kind::BvAdd, {A.At.Offset, Ctx.bv(Delta, OffsetBits)});
  B.Cell = Expr();
  if (!Part.Pitch)
    return B;
  Expr Distance =
      Ctx.make(Kind::BvSub, {B.At.Offset, firstExpr(Part, A.At.Object)});
  B.Cell = exactQuotient(Ctx, Distance, Part.Pitch);
  if (!B.Cell)
    B.Cell = quotient(Ctx, Distance, Part.Pitch);
  return B;
}

Expr MemoryModel::sizeOf(const MemoryState &M, unsigned Object) const {
  const MemoryObject &O = Points.objects()[Object];
  return O.Size ? Ctx.bv(*O.Size, OffsetBits) : M.now(SizeVar.lookup(Object));
}

/// Whether the bytes lie inside an object of this size.
Expr MemoryModel::fits(const MemoryState &M, const Access &A, unsigned Object,
                       std::optional<uint64_t> KnownSize, Expr Size) const {
  const PointsTo::Node &Node = Points.node(A.Node);
  const bool IsFixed = Node.Stride == 0 && !A.IsFree;
  SmallVector<Expr> All;
  // Where in this object the access is, as the program's text has it.
  const uint64_t Here = A.Fixed - Points.displacement(A.Node, Object);
  if (Node.IsWild && IsFixed)
    All.push_back(Ctx.mkEq(A.At.Offset, Ctx.bv(Here, OffsetBits)));
  const Region *R = A.InRegion ? &Parts.all()[*A.InRegion] : nullptr;
  const uint64_t Pitch = R && R->Pitch ? R->Pitch : Node.Stride;
  if (Node.IsWild && !IsFixed && !A.IsFree && Pitch > 1)
    All.push_back(Ctx.mkEq(
        Ctx.make(Kind::BvUrem, {A.At.Offset, Ctx.bv(Pitch, OffsetBits)}),
        Ctx.bv(((Here % Pitch) + Pitch) % Pitch, OffsetBits)));
  if (A.Cell && KnownSize) {
    uint64_t First = firstIn(*R, Object);
    uint64_t Count = *KnownSize < First + A.Bytes
                         ? 0
                         : (*KnownSize - First - A.Bytes) / Pitch + 1;
    All.push_back(Ctx.mkUlt(A.Cell, Ctx.bv(Count, OffsetBits)));
    return Ctx.mkAnd(All);
  }
  if (A.MayWrap)
    All.push_back(Ctx.mkUlt(A.Cell, Ctx.bv(uint64_t(1) << 32, OffsetBits)));
  Expr Offset = IsFixed ? Ctx.bv(Here, OffsetBits) : A.At.Offset;
  Expr Bytes = Ctx.bv(A.Bytes, OffsetBits);
  All.push_back(Ctx.mkUle(Bytes, Size));
  All.push_back(Ctx.mkUle(Offset, Ctx.make(Kind::BvSub, {Size, Bytes})));
  return Ctx.mkAnd(All);
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
  Expr IsMany =
      Ctx.mkUlt(Ctx.bv(Points.objects().size(), ObjectBits), A.At.Object);
  Expr Live = Lives ? Ctx.bvToBool(Ctx.mkSelect(M.now(Lives), A.At.Object))
                    : Ctx.trueExpr();
  Ways.push_back(Ctx.mkAnd(
      {IsMany, Live, fits(M, A, Many, Sizes ? std::nullopt : ManySize, Size)}));
  return Ctx.mkOr(Ways);
}

Expr MemoryModel::isValidRange(const MemoryState &M, const llvm::Value *Pointer,
                               const Address &At, Expr Size) const {
  // The first byte is inside, and the last is in the same object.
  Access First = access(Pointer, At, 1);
  First.Cell = Expr();
  Expr Last = Ctx.make(
      Kind::BvAdd,
      {At.Offset, Ctx.make(Kind::BvSub, {Size, Ctx.bv(1, OffsetBits)})});
  Access End = First;
  End.At.Offset = Last;
  End.IsFree = First.IsFree = true;
  return Ctx.mkAnd(
      {isValid(M, First), isValid(M, End), Ctx.mkUle(At.Offset, Last)});
}

Expr MemoryModel::isFreed(const MemoryState &M, const llvm::Value *Pointer,
                          const Address &At) const {
  auto Cell = Points.pointee(Pointer);
  if (!Cell)
    return Ctx.falseExpr();
  SmallVector<Expr> Ways;
  for (auto [O, Start] : Points.node(Cell->Node).Objects)
    if (Expr Live = LiveVar.lookup(O))
      Ways.push_back(
          Ctx.mkAnd(Ctx.mkEq(At.Object, number(O)), Ctx.mkNot(M.now(Live))));
  if (Expr Lives = LivesVar.lookup(Cell->Node))
    Ways.push_back(Ctx.mkAnd(
        Ctx.mkUlt(Ctx.bv(Points.objects().size(), ObjectBits), At.Object),
        Ctx.mkNot(Ctx.bvToBool(Ctx.mkSelect(M.now(Lives), At.Object)))));
  return Ctx.mkOr(Ways);
}

std::optional<Expr> MemoryModel::bytesFrom(const MemoryState &M,
                                           const llvm::Value *Pointer,
                                           const Address &At) const {
  auto Cell = Points.pointee(Pointer);
  if (!Cell)
    return std::nullopt;
  Expr Size = Ctx.bv(0, OffsetBits);
  if (Expr Sizes = SizesVar.lookup(Cell->Node))
    Size = Ctx.mkSelect(M.now(Sizes), At.Object);
  for (auto [O, Start] : Points.node(Cell->Node).Objects)
    Size = Points.objects()[O].How == Instances::Many
               ? (SizesVar.lookup(Cell->Node)
                      ? Size
                      : Ctx.mkIte(Ctx.mkUlt(Ctx.bv(Points.objects().size(),
                                                   ObjectBits),
                                            At.Object),
                                  sizeOf(M, O), Size))
               : Ctx.mkIte(Ctx.mkEq(At.Object, number(O)), sizeOf(M, O), Size);
  return Ctx.make(Kind::BvSub, {Size, At.Offset});
}

Expr MemoryModel::isFunction(const llvm::Value *Pointer,
                             const Address &At) const {
  auto Cell = Points.pointee(Pointer);
  if (!Cell)
    return Ctx.falseExpr();
  SmallVector<Expr> Ways;
  for (auto [O, Start] : Points.node(Cell->Node).Objects)
    if (isa<Function>(Points.objects()[O].Site))
      Ways.push_back(Ctx.mkEq(At.Object, number(O)));
  return Ctx.mkAnd(Ctx.mkOr(Ways), Ctx.mkEq(At.Offset, Ctx.bv(0, OffsetBits)));
}

Expr MemoryModel::isConstant(const llvm::Value *Pointer,
                             const Address &At) const {
  auto Cell = Points.pointee(Pointer);
  if (!Cell)
    return Ctx.falseExpr();
  SmallVector<Expr> Ways;
  for (auto [O, Start] : Points.node(Cell->Node).Objects)
    if (auto *G = dyn_cast<GlobalVariable>(Points.objects()[O].Site);
        G && G->isConstant())
      Ways.push_back(Ctx.mkEq(At.Object, number(O)));
  return Ctx.mkOr(Ways);
}

Expr MemoryModel::trapsAsNull(const Address &At) const {
  return Ctx.mkAnd(Ctx.mkEq(At.Object, Ctx.bv(0, ObjectBits)),
                   Ctx.mkUlt(At.Offset, Ctx.bv(FirstPage, OffsetBits)));
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

MemoryModel::CellNumber MemoryModel::cellNumber(const Access &A,
                                                uint64_t Plus) const {
  const Region &R = Parts.all()[*A.InRegion];
  if (R.Pitch)
    return {A.At.Object,
            Ctx.make(Kind::BvAdd, {A.Cell, Ctx.bv(Plus, OffsetBits)}), 0};
  return {A.At.Object, Expr(), (A.Fixed - R.First) / R.Unit + Plus};
}

Expr MemoryModel::key(const Storage &S, const CellNumber &C) const {
  Expr Index;
  if (S.IndexBits)
    Index = C.Index ? Ctx.mkExtract(S.IndexBits - 1, 0, C.Index)
                    : Ctx.bv(C.Fixed, S.IndexBits);
  if (!S.ByObject)
    return Index ? Index : Ctx.bv(0, 1);
  return Index ? Ctx.make(Kind::Concat, {C.Object, Index}) : C.Object;
}

Expr MemoryModel::isCell(const Storage &S, const Storage::Cell &Cell,
                         const CellNumber &C, bool OneObject) const {
  Expr IsObject =
      OneObject ? Ctx.trueExpr() : Ctx.mkEq(C.Object, number(Cell.Object));
  Expr IsIndex = C.Index ? Ctx.mkEq(C.Index, Ctx.bv(Cell.Index, OffsetBits))
                         : Ctx.boolean(C.Fixed == Cell.Index);
  return Ctx.mkAnd(IsObject, IsIndex);
}

static bool areOfOneObject(ArrayRef<unsigned> Objects) {
  return all_equal(Objects);
}

Expr MemoryModel::read(const MemoryState &M, const Storage &S,
                       const CellNumber &C) const {
  if (S.Array)
    return Ctx.mkSelect(M.now(S.Array), key(S, C));
  SmallVector<unsigned> Objects;
  for (const Storage::Cell &Cell : S.Cells)
    Objects.push_back(Cell.Object);
  bool OneObject = areOfOneObject(Objects);
  Expr Result;
  for (const Storage::Cell &Cell : reverse(S.Cells)) {
    Expr Here = isCell(S, Cell, C, OneObject);
    if (Here.isFalse())
      continue;
    Expr Now = M.now(Cell.Var);
    Result = Result ? Ctx.mkIte(Here, Now, Result) : Now;
  }
  return Result;
}

void MemoryModel::write(MemoryState &M, const Storage &S, const CellNumber &C,
                        Expr New) const {
  if (S.Array)
    return M.set(S.Array, Ctx.mkStore(M.now(S.Array), key(S, C), New));
  SmallVector<unsigned> Objects;
  for (const Storage::Cell &Cell : S.Cells)
    Objects.push_back(Cell.Object);
  bool OneObject = areOfOneObject(Objects);
  for (const Storage::Cell &Cell : S.Cells) {
    Expr Here = isCell(S, Cell, C, OneObject);
    if (!Here.isFalse())
      M.set(Cell.Var, Ctx.mkIte(Here, New, M.now(Cell.Var)));
  }
}

bool MemoryModel::canHold(const Access &A, Type *T) const {
  if (!A.InRegion || Stores[*A.InRegion].empty())
    return false;
  Content Holds = Parts.all()[*A.InRegion].Holds;
  return Holds == Content::Pointer ? T->isPointerTy() : T->isIntegerTy();
}

Scalars MemoryModel::load(const MemoryState &M, const Access &A, Type *T,
                          FreshInput Unknown) const {
  const Region &R = Parts.all()[*A.InRegion];
  const auto &Components = Stores[*A.InRegion];
  Scalars Result;
  if (R.Holds == Content::Pointer) {
    for (const Storage &S : Components) {
      Expr Value = read(M, S, cellNumber(A, 0));
      Result.push_back(Value ? Value : Unknown(S.Element));
    }
    return Result;
  }
  // The first byte is the lowest.
  Expr Word;
  for (uint64_t I = 0; I < A.Bytes / R.Unit; ++I) {
    Expr Part = read(M, Components.front(), cellNumber(A, I));
    if (!Part)
      Part = Unknown(Components.front().Element);
    Word = Word ? Ctx.make(Kind::Concat, {Part, Word}) : Part;
  }
  unsigned Width = T->getIntegerBitWidth();
  if (Width < Word.sort().width())
    Word = Ctx.mkExtract(Width - 1, 0, Word);
  Result.push_back(Width == 1 ? Ctx.bvToBool(Word) : Word);
  return Result;
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
      write(M, S, cellNumber(A, 0), Value ? Value : Unknown(S.Element));
    }
    return;
  }
  Expr Word;
  if (T->isIntegerTy() && New.size() == 1 && New[0]) {
    Word = New[0].isBool() ? Ctx.boolToBv(New[0]) : New[0];
    Word = Ctx.mkZeroExt(8 * A.Bytes - Word.sort().width(), Word);
  }
  for (uint64_t I = 0; I < A.Bytes / R.Unit; ++I) {
    unsigned Bits = 8 * R.Unit;
    Expr Part = Word ? Ctx.mkExtract((I + 1) * Bits - 1, I * Bits, Word)
                     : Unknown(Components.front().Element);
    write(M, Components.front(), cellNumber(A, I), Part);
  }
}

//===----------------------------------------------------------------------===//
// Whole objects
//===----------------------------------------------------------------------===//

void MemoryModel::copy(MemoryState &M, const Access &To, const Access &From,
                       uint64_t Bytes, FreshInput Unknown) const {
  if (Bytes > MaxUnrolled) {
    for (unsigned R : Parts.of(To.Node))
      forgetRegion(M, R, Unknown);
    return;
  }
  MemoryState Before = M;
  for (unsigned R : Parts.of(To.Node))
    for (uint64_t Delta = 0; Delta < Bytes; ++Delta) {
      auto Target = inRegion(To, R, Delta), Source = inRegion(From, R, Delta);
      if (!Target)
        continue;
      bool IsWhole = Source && Delta + Parts.all()[R].Unit <= Bytes;
      for (const Storage &S : Stores[R]) {
        Expr New = IsWhole ? read(Before, S, cellNumber(*Source, 0)) : Expr();
        write(M, S, cellNumber(*Target, 0), New ? New : Unknown(S.Element));
      }
    }
}

void MemoryModel::copyConstant(MemoryState &M, const Access &To,
                               const Constant &From, uint64_t Bytes,
                               FreshInput Unknown) const {
  for (unsigned R : Parts.of(To.Node))
    for (uint64_t Delta = 0; Delta < Bytes; ++Delta) {
      auto Target = inRegion(To, R, Delta);
      if (!Target || Stores[R].empty())
        continue;
      bool IsWhole = Delta + Parts.all()[R].Unit <= Bytes;
      Scalars Known = constantCell(Parts.all()[R], From, Delta);
      for (auto [S, New] : zip_equal(Stores[R], Known))
        write(M, S, cellNumber(*Target, 0),
              New && IsWhole ? New : Unknown(S.Element));
    }
}

void MemoryModel::fill(MemoryState &M, const Access &To, Expr Byte,
                       uint64_t Bytes, FreshInput Unknown) const {
  if (Bytes > MaxUnrolled) {
    for (unsigned R : Parts.of(To.Node))
      forgetRegion(M, R, Unknown);
    return;
  }
  for (unsigned R : Parts.of(To.Node)) {
    const Region &Part = Parts.all()[R];
    for (uint64_t Delta = 0; Delta < Bytes; ++Delta) {
      auto Target = inRegion(To, R, Delta);
      if (!Target)
        continue;
      bool IsWhole = Delta + Part.Unit <= Bytes;
      bool IsZero = Byte.isConst() && Byte.value().bits().isZero();
      for (const Storage &S : Stores[R]) {
        Expr New;
        if (IsWhole && Part.Holds == Content::Integer)
          for (unsigned I = 0; I < Part.Unit; ++I)
            New = New ? Ctx.make(Kind::Concat, {Byte, New}) : Byte;
        else if (IsWhole && IsZero)
          New = Ctx.bv(0, S.Element.width());
        write(M, S, cellNumber(*Target, 0), New ? New : Unknown(S.Element));
      }
    }
  }
}

Address MemoryModel::allocate(MemoryState &M, const llvm::Value *Site,
                              Expr Size, FreshInput Unknown) const {
  Expr Zero = Ctx.bv(0, OffsetBits);
  unsigned O = *Points.objectOf(Site);
  const MemoryObject &Object = Points.objects()[O];
  if (Object.How == Instances::One) {
    if (Expr Var = SizeVar.lookup(O))
      M.set(Var, Size);
    if (Expr Var = LiveVar.lookup(O))
      M.set(Var, Ctx.trueExpr());
    return {number(O), Zero};
  }
  Expr New = M.now(NextObject);
  M.set(NextObject, Ctx.make(Kind::BvAdd, {New, Ctx.bv(1, ObjectBits)}));
  PointsTo::NodeId N = Points.pointee(Site)->Node;
  if (Expr Var = SizesVar.lookup(N))
    M.set(Var, Ctx.mkStore(M.now(Var), New, Size));
  if (Expr Var = LivesVar.lookup(N))
    M.set(Var, Ctx.mkStore(M.now(Var), New, Ctx.bv(1, 1)));
  return {New, Zero};
}

void MemoryModel::clear(MemoryState &M, const llvm::Value *Site,
                        const Address &Of, FreshInput Unknown) const {
  unsigned O = *Points.objectOf(Site);
  const MemoryObject &Object = Points.objects()[O];
  PointsTo::NodeId N = Points.pointee(Site)->Node;
  for (unsigned R : Parts.of(N)) {
    const Region &Part = Parts.all()[R];
    uint64_t Count = cellsOf(Part, O);
    bool IsWhole = Object.Size && Count <= MaxUnrolled;
    for (const Storage &S : Stores[R]) {
      Expr Zero = Ctx.bv(0, S.Element.width());
      if (IsWhole) {
        for (uint64_t I = 0; I < Count; ++I)
          write(M, S,
                {Of.Object, Part.Pitch ? Ctx.bv(I, OffsetBits) : Expr(), I},
                Zero);
      } else if (S.Array && !S.ByObject) {
        M.set(S.Array, Ctx.mkConstArray(S.Array.sort(), Zero));
      } else if (S.Array) {
        M.set(S.Array, Unknown(S.Array.sort()));
      }
    }
  }
}

void MemoryModel::forgetRegion(MemoryState &M, unsigned R,
                               FreshInput Any) const {
  for (const Storage &S : Stores[R]) {
    if (S.Array)
      M.set(S.Array, Any(S.Array.sort()));
    for (const Storage::Cell &Cell : S.Cells)
      if (Cell.Var.isVar())
        M.set(Cell.Var, Any(S.Element));
  }
}

void MemoryModel::end(MemoryState &M, const llvm::Value *Local) const {
  if (auto O = Points.objectOf(Local))
    if (Expr Live = LiveVar.lookup(*O))
      M.set(Live, Ctx.falseExpr());
}

void MemoryModel::renew(MemoryState &M, const llvm::Value *Site,
                        FreshInput Any) const {
  auto O = Points.objectOf(Site);
  auto At = Points.pointee(Site);
  if (!O || !At)
    return;
  const MemoryObject &Object = Points.objects()[*O];
  if (Expr Live = LiveVar.lookup(*O))
    M.set(Live, Ctx.trueExpr());
  for (unsigned R : Parts.of(At->Node))
    for (const Storage &S : Stores[R]) {
      for (const Storage::Cell &Cell : S.Cells)
        if (Cell.Object == *O)
          M.set(Cell.Var, Any(S.Element));
      if (!S.Array)
        continue;
      const Region &Part = Parts.all()[R];
      uint64_t Count = cellsOf(Part, *O);
      if (!S.ByObject || Count > MaxUnrolled || !Object.Size) {
        M.set(S.Array, Any(S.Array.sort()));
        continue;
      }
      for (uint64_t I = 0; I < Count; ++I)
        write(M, S,
              {number(*O), Part.Pitch ? Ctx.bv(I, OffsetBits) : Expr(), I},
              Any(S.Element));
    }
}

Expr MemoryModel::canFree(const MemoryState &M, const llvm::Value *Pointer,
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
  if (Expr Lives = LivesVar.lookup(Cell->Node); Lives && !Node.IsWild)
    Ways.push_back(Ctx.mkAnd(
        {Ctx.mkUlt(Ctx.bv(Points.objects().size(), ObjectBits), At.Object),
         AtStart, Ctx.bvToBool(Ctx.mkSelect(M.now(Lives), At.Object))}));
  return Ctx.mkOr(Ways);
}

void MemoryModel::free(MemoryState &M, const llvm::Value *Pointer,
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
}

void MemoryModel::forget(MemoryState &M, Reach What, FreshInput Any) const {
  for (unsigned R = 0; R < Parts.all().size(); ++R)
    if (What == Reach::Everything || Points.node(Parts.all()[R].Node).IsExposed)
      if (!isConstantRegion(Parts.all()[R]))
        forgetRegion(M, R, Any);
}
