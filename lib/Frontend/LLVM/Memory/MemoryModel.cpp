//===- MemoryModel.cpp - Memory as state variables ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryModel.h"

#include "Base/ArgumentObjects.h"
#include "ObjectText.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

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

//===----------------------------------------------------------------------===//
// The variables
//===----------------------------------------------------------------------===//

MemoryModel::MemoryModel(ExprContext &Ctx, const Function &Entry, Members How)
    : Ctx(Ctx), Points(Entry, How), Parts(Points),
      Layout(Entry.getDataLayout()), ObjectS(Ctx.bitVecSort(ObjectBits)),
      OffsetS(Ctx.bitVecSort(OffsetBits)), Init(Ctx.trueExpr()) {
  findNumbers();
  for (unsigned R = 0; R < Parts.all().size(); ++R)
    addRegion(R);
  for (unsigned R = 0; R < Parts.all().size(); ++R)
    addShadow(R);
  for (PointsTo::NodeId N : Points.nodes())
    addNode(N);
  addPlaces();
  for (unsigned O = 0; O < Points.objects().size(); ++O)
    Contents.push_back(findContent(O));
  Table = makeObjectTable(Points, Contents);
}

Expr MemoryModel::addVariable(StringRef Name, Sort S, StringRef UserName) {
  Expr Var = Ctx.lookupVar(Name) ? Ctx.freshVar(Name, S) : Ctx.var(Name, S);
  Variables.push_back({Var, UserName.str(), ValueStyle::Signed});
  return Var;
}

/// Where in \p Object the first cell of \p R is. Without dimensions, or in a
/// subobject, it may be before the beginning.
int64_t MemoryModel::firstIn(const Region &R, unsigned Object) const {
  if (R.Subobject)
    return subobjectBegin(R, Object) + subobjectOffset(R);
  int64_t First =
      int64_t(R.First) - int64_t(Points.displacement(R.Node, Object));
  return R.isOpen() ? reduced(First, R.Dimensions.front().Pitch) : First;
}

/// How far the first cell is from the beginning of its subobject.
int64_t MemoryModel::subobjectOffset(const Region &R) const {
  return reduced(int64_t(R.First) - R.Subobject->Begin,
                 Points.node(R.Node).Offsets.Period);
}

/// Where in \p Object a subobject begins, which may be before it; with a
/// period, the first one that is not altogether before it.
int64_t MemoryModel::subobjectBegin(int64_t Begin, uint64_t Size,
                                    PointsTo::NodeId N, unsigned Object) const {
  const uint64_t Period = Points.node(N).Offsets.Period;
  int64_t Here =
      reduced(Begin - int64_t(Points.displacement(N, Object)), Period);
  return Period && Here + Size > Period ? Here - int64_t(Period) : Here;
}

SmallVector<uint64_t, 3> MemoryModel::indicesOf(const Region &R,
                                                uint64_t Index) const {
  SmallVector<uint64_t, 3> Indices{Index % R.Count};
  Index /= R.Count;
  for (const Region::Dimension &D : reverse(R.Dimensions)) {
    Indices.push_back(D.Count ? Index % *D.Count : Index);
    Index = D.Count ? Index / *D.Count : 0;
  }
  std::reverse(Indices.begin(), Indices.end());
  return Indices;
}

MemoryModel::CellNumber MemoryModel::cellAt(const Region &R, Expr Object,
                                            uint64_t Index) const {
  SmallVector<uint64_t, 3> Indices = indicesOf(R, Index);
  CellNumber C{Object, {}, Indices.pop_back_val()};
  for (uint64_t I : Indices)
    C.Indices.push_back(Ctx.bv(I, OffsetBits));
  return C;
}

/// How many bytes of a cell of \p R have to be inside of an object. Of a mixed
/// one a part may be.
static uint64_t leastInside(const Region &R) {
  return R.isMixed() ? 1 : R.Unit;
}

/// Where in \p Object a cell is; nothing if it is outside.
std::optional<uint64_t> MemoryModel::offsetOf(const Region &R, unsigned Object,
                                              uint64_t Index) const {
  const MemoryObject &O = Points.objects()[Object];
  SmallVector<uint64_t, 3> Indices = indicesOf(R, Index);
  int64_t Offset =
      firstIn(R, Object) + int64_t(Indices.pop_back_val() * R.Unit);
  for (auto [D, I] : zip_equal(R.Dimensions, Indices))
    Offset += int64_t(I * D.Pitch);
  if (Offset < 0 || !O.Size || uint64_t(Offset) + leastInside(R) > *O.Size)
    return std::nullopt;
  return Offset;
}

/// How many indices of its first dimension a region has in an object, including
/// those that lie outside; it must have a dimension.
uint64_t MemoryModel::firstCount(const Region &R, unsigned Object) const {
  const Region::Dimension &D = R.Dimensions.front();
  if (D.Count)
    return *D.Count;
  const MemoryObject &O = Points.objects()[Object];
  int64_t First = R.Subobject ? subobjectBegin(R, Object) : firstIn(R, Object);
  int64_t Least = First + int64_t(R.Subobject ? 1 : leastInside(R));
  if (!O.Size || int64_t(*O.Size) < Least)
    return 0;
  return (int64_t(*O.Size) - Least) / D.Pitch + 1;
}

/// How many cells of \p R an object has, including those that lie outside.
uint64_t MemoryModel::cellsOf(const Region &R, unsigned Object) const {
  uint64_t Count = R.Count;
  if (!R.Dimensions.empty())
    Count *= firstCount(R, Object);
  for (const Region::Dimension &D :
       drop_begin(R.Dimensions, !R.Dimensions.empty()))
    Count *= *D.Count;
  return Count;
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
  return Total <= (R.Dimensions.empty() ? MaxFixedCells : MaxCells);
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
  bool IsAsked =
      Part.IsRead || (Points.asksForLeaks() &&
                      (Part.Holds == Content::Pointer || Part.isMixed()));
  if (Part.Holds == Content::Opaque || !IsAsked)
    return;
  if (Part.Holds == Content::Pointer || Part.isMixed()) {
    addStorage(R, ObjectS, ".object", Part.Holds);
    addStorage(R, OffsetS, ".offset", Part.Holds);
  } else {
    addStorage(R, Ctx.bitVecSort(8 * Part.Unit), "", Part.Holds);
  }
  initialize(R);
}

void MemoryModel::addStorage(unsigned R, Sort Element, StringRef Suffix,
                             Content Holds) {
  Stores[R].push_back(makeStorage(R, Element, Suffix));
}

MemoryModel::Storage MemoryModel::makeStorage(unsigned R, Sort Element,
                                              StringRef Suffix) {
  const Region &Part = Parts.all()[R];
  const PointsTo::Node &Node = Points.node(Part.Node);
  Storage S;
  S.Element = Element;
  S.InRegion = R;
  S.Name = objectText(Points.objects()[Node.Objects.front().first]);
  if (isSmall(Part)) {
    for (auto [O, Start] : Node.Objects) {
      const MemoryObject &Object = Points.objects()[O];
      uint64_t Count = cellsOf(Part, O);
      for (uint64_t I = 0; I < Count; ++I) {
        auto At = offsetOf(Part, O, I);
        if (!At)
          continue;
        std::string Name = objectText(Object) + indexText(Part, O, I);
        S.Cells.push_back({O, I, addVariable(Name + Suffix.str(), Element)});
      }
    }
  } else {
    bool IsOpen = false;
    SmallVector<uint64_t, 3> Counts;
    for (const Region::Dimension &D : Part.Dimensions)
      Counts.push_back(D.Count.value_or(0));
    Counts.push_back(Part.Count);
    for (auto [O, Start] : Node.Objects) {
      const MemoryObject &Object = Points.objects()[O];
      IsOpen |= !Object.Size;
      if (Part.isOpen())
        Counts.front() = std::max(Counts.front(), firstCount(Part, O));
      S.ByObject |= Object.How == Instances::Many;
    }
    S.ByObject |= Node.Objects.size() > 1;
    for (uint64_t Count : Counts)
      S.IndexBits.push_back(Count > 1 ? Log2_64_Ceil(Count) : 0);
    if (IsOpen && Part.isOpen())
      S.IndexBits.front() = OffsetBits;
    unsigned KeyBits = S.ByObject ? ObjectBits : 0;
    for (unsigned Bits : S.IndexBits)
      KeyBits += Bits;
    std::string Name = S.Name;
    if (Part.First || Part.Dimensions.empty())
      Name += "+" + std::to_string(Part.First);
    S.Array = addVariable(
        Name + Suffix.str(),
        Ctx.arraySort(Ctx.bitVecSort(std::max(KeyBits, 1u)), Element));
  }
  noteArguments(Part, S);
  return S;
}

/// If variables that were just added hold main's arguments, says so.
void MemoryModel::noteArguments(const Region &R, const Storage &S) {
  for (auto [O, Start] : Points.node(R.Node).Objects) {
    ArgumentPart What = argumentPart(*Points.objects()[O].Site);
    uint64_t Size = What == ArgumentPart::Text ? 1 : 4;
    int64_t First = firstIn(R, O);
    if (What == ArgumentPart::None || R.Subobject || R.Unit != Size ||
        R.isMixed() || S.Element != Ctx.bitVecSort(8 * Size) ||
        First % int64_t(Size) || R.Dimensions.size() > 1 ||
        (!R.Dimensions.empty() && R.Count > 1))
      continue;
    const uint64_t Pitch = R.Dimensions.empty() ? 0 : R.Dimensions[0].Pitch;
    if (Pitch % Size)
      continue;
    uint64_t Step = std::max<uint64_t>(Pitch / Size, 1);
    auto Note = [&](Expr Var, StateVariable::Elements Of) {
      StateVariable &V = *find_if(
          Variables, [&](const StateVariable &V) { return V.Var == Var; });
      V.As = What == ArgumentPart::Text ? StateVariable::Role::ArgumentText
                                        : StateVariable::Role::ArgumentPlaces;
      V.Of = std::move(Of);
    };
    SmallVector<Expr, 2> Zeros(R.Dimensions.size(), Ctx.bv(0, OffsetBits));
    if (S.Array)
      Note(S.Array,
           {key(S, {number(O), Zeros, 0}).value(), uint64_t(First) / Size, Step,
            Pitch ? std::nullopt : std::optional(R.Count)});
    for (const Storage::Cell &Cell : S.Cells)
      if (Cell.Object == O)
        Note(Cell.Var,
             {Value(), uint64_t(First) / Size + Cell.Index * Step, 1, 1});
  }
}

/// "[1][2]+4": the cell in the names of variables.
std::string MemoryModel::indexText(const Region &R, unsigned Object,
                                   uint64_t Index) const {
  std::string Text;
  SmallVector<uint64_t, 3> Indices = indicesOf(R, Index);
  const uint64_t Side = Indices.pop_back_val() * R.Unit;
  for (uint64_t I : Indices)
    if (cellsOf(R, Object) > 1)
      Text += "[" + std::to_string(I) + "]";
  const int64_t Member = firstIn(R, Object) + int64_t(Side);
  return Member ? Text + "+" + std::to_string(Member) : Text;
}

/// \p Bytes bytes of a constant as a number; null if they are none.
const Constant *MemoryModel::initialNumber(const Constant &Initial,
                                           uint64_t Offset,
                                           unsigned Bytes) const {
  return ConstantFoldLoadFromConst(
      const_cast<Constant *>(&Initial),
      Type::getIntNTy(Initial.getContext(), 8 * Bytes),
      APInt(OffsetBits, Offset), Layout);
}

/// The same; null if the number is not known.
Expr MemoryModel::constantNumber(const Constant &Initial, uint64_t Offset,
                                 unsigned Bytes) const {
  auto *Number =
      dyn_cast_or_null<ConstantInt>(initialNumber(Initial, Offset, Bytes));
  return Number ? Ctx.bv(Number->getValue()) : Expr();
}

/// The components of the cell at \p Offset of a constant; null where it is not
/// known.
Scalars MemoryModel::constantCell(const Region &R, const Constant &Initial,
                                  uint64_t Offset) const {
  // Of a mixed cell, a part may be beyond the end.
  const uint64_t Size = Layout.getTypeAllocSize(Initial.getType());
  const uint64_t Bytes = std::min<uint64_t>(R.Unit, Size - Offset);
  Expr Number = R.Holds == Content::Pointer
                    ? Expr()
                    : constantNumber(Initial, Offset, Bytes);
  if (R.Holds != Content::Pointer && !R.isMixed())
    return {Number};
  if (Number)
    return {Ctx.bv(0, ObjectBits),
            Ctx.mkZeroExt(OffsetBits - Number.sort().width(), Number)};
  auto *C = ConstantFoldLoadFromConst(const_cast<Constant *>(&Initial),
                                      PointerType::get(Initial.getContext(), 0),
                                      APInt(OffsetBits, Offset), Layout);
  auto Known = C ? addressOf(C) : std::nullopt;
  return Known ? scalarsOf(*Known) : Scalars{Expr(), Expr()};
}

/// A global begins with something that is no constant here.
void MemoryModel::noteOpen(unsigned R, const CellNumber &C,
                           const Constant &Initial, uint64_t Offset) {
  const uint64_t Size = Layout.getTypeAllocSize(Initial.getType());
  const Constant *Number = initialNumber(
      Initial, Offset, std::min<uint64_t>(Parts.all()[R].Unit, Size - Offset));
  if (!isa_and_nonnull<UndefValue>(Number))
    OpenCells.push_back({R, C, Number});
}

/// That \p Array holds these values. Where they are all that can be read, and
/// many, the rest may as well hold the most frequent of them.
static Expr holds(ExprContext &Ctx, Expr Array,
                  ArrayRef<std::pair<Expr, Expr>> Known, bool AreAll) {
  constexpr size_t Few = 64;
  if (!AreAll || Known.size() <= Few) {
    SmallVector<Expr> Facts;
    for (auto [Key, Value] : Known)
      Facts.push_back(Ctx.mkEq(Ctx.mkSelect(Array, Key), Value));
    return Ctx.mkAnd(Facts);
  }
  ExprMap<size_t> Counts;
  Expr Usual = Known.front().second;
  for (auto [Key, Value] : Known)
    if (++Counts[Value] > Counts[Usual])
      Usual = Value;
  Expr Contents = Ctx.mkConstArray(Array.sort(), Usual);
  for (auto [Key, Value] : Known)
    if (Value != Usual)
      Contents = Ctx.mkStore(Contents, Key, Value);
  return Ctx.mkEq(Array, Contents);
}

/// What globals hold at first.
void MemoryModel::initialize(unsigned R) {
  const Region &Part = Parts.all()[R];
  const bool IsFinal = isConstantRegion(Part);
  SmallVector<Expr> Facts{Init};
  // What a mixed region holds is a number unless a pointer is put there.
  const bool HasObjects = Part.isMixed() && Stores[R][0].Array;
  Expr Objects = HasObjects ? Ctx.mkConstArray(Stores[R][0].Array.sort(),
                                               Ctx.bv(0, ObjectBits))
                            : Expr();
  // By arrays of the region.
  std::vector<SmallVector<std::pair<Expr, Expr>>> Held(Stores[R].size());
  bool AreAll = true;
  for (auto [O, Start] : Points.node(Part.Node).Objects) {
    const MemoryObject &Object = Points.objects()[O];
    auto *G = dyn_cast<GlobalVariable>(Object.Site);
    if (!G || !G->hasInitializer() || isa<UndefValue>(G->getInitializer())) {
      AreAll = false;
      continue;
    }
    for (uint64_t I = 0; I < cellsOf(Part, O); ++I) {
      auto At = offsetOf(Part, O, I);
      if (!At)
        continue;
      Scalars Known = constantCell(Part, *G->getInitializer(), *At);
      CellNumber Here = cellAt(Part, number(O), I);
      if (!Known[0])
        noteOpen(R, Here, *G->getInitializer(), *At);
      for (auto [S, New, List] : zip_equal(Stores[R], Known, Held)) {
        AreAll &= bool(New);
        if (!New)
          continue;
        if (S.Array) {
          if (HasObjects && &S == &Stores[R][0]) {
            Objects = Ctx.mkStore(Objects, key(S, Here), New);
            continue;
          }
          List.push_back({key(S, Here), New});
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
  for (auto [S, List] : zip_equal(Stores[R], Held))
    if (!List.empty())
      Facts.push_back(holds(Ctx, S.Array, List, AreAll));
  if (HasObjects)
    Facts.push_back(Ctx.mkEq(Stores[R][0].Array, Objects));
  else if (Part.isMixed())
    for (const Storage::Cell &Cell : Stores[R][0].Cells)
      if (auto *G =
              dyn_cast<GlobalVariable>(Points.objects()[Cell.Object].Site);
          Cell.Var.isVar() && !(G && G->hasInitializer()))
        Facts.push_back(Ctx.mkEq(Cell.Var, Ctx.bv(0, ObjectBits)));
  Init = Ctx.mkAnd(Facts);
}

/// That from which what is allocated as \p Object gets its numbers.
void MemoryModel::addCounter(unsigned Object) {
  auto Add = [&](Expr &Counter, StringRef Name, Expr First) {
    if (Counter)
      return;
    Counter = addVariable(Name, ObjectS);
    Init = Ctx.mkAnd(Init, Ctx.mkEq(Counter, First));
  };
  if (isOfActivation(Object))
    Add(NextLocal, "next.local", Ctx.bv(LastLocal, ObjectBits));
  else
    Add(NextObject, "next.object",
        Ctx.bv(Points.objects().size() + 1, ObjectBits));
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
      bool IsHeap = isa<CallBase>(Object.Site);
      if (Object.MayDangle ||
          (IsHeap && (Node.IsFreed || Points.asksForLeaks())))
        LiveVar[O] = addVariable(Name + ".live", Ctx.boolSort());
      if (IsHeap && Points.asksForLeaks())
        Init = Ctx.mkAnd(Init, Ctx.mkNot(LiveVar[O]));
    }
  }
  if (!HasMany)
    return;
  for (auto [O, Start] : Node.Objects)
    if (Points.objects()[O].How == Instances::Many)
      addCounter(O);
  std::string Name = "node" + std::to_string(N);
  bool HasHeap = any_of(Node.Objects, [&](auto &Entry) {
    const MemoryObject &Object = Points.objects()[Entry.first];
    return Object.How == Instances::Many && isa<CallBase>(Object.Site);
  });
  if (HasHeap && Points.asksForLeaks()) {
    CountVar[N] = addVariable(Name + ".allocated", Ctx.bitVecSort(CountBits));
    Init = Ctx.mkAnd(Init, Ctx.mkEq(CountVar[N], Ctx.bv(0, CountBits)));
  }
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
    // Nobody gives so much.
    std::optional<uint64_t> Size = Points.objects()[*O].Size;
    auto *Call = dyn_cast<CallBase>(V);
    if (Call && Call->hasFnAttr(MayFailName))
      return std::nullopt;
    if (Call && !(Size && *Size <= uint64_t(INT32_MAX)))
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
    if (auto *Number = dyn_cast<ConstantInt>(E->getOperand(0));
        Number && isUnmapped(Number->getValue()))
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
    } else if (auto *Call = dyn_cast<CallBase>(V); Call && isTagged(*Call)) {
      Worklist.push_back(Call->getArgOperand(0));
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
