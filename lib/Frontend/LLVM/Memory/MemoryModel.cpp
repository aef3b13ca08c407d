//===- MemoryModel.cpp - Memory as state variables ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryModel.h"

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

//===----------------------------------------------------------------------===//
// The variables
//===----------------------------------------------------------------------===//

MemoryModel::MemoryModel(ExprContext &Ctx, const Function &Entry, Members How,
                         Environment Outside, bool TakesKept)
    : Ctx(Ctx), TakesKept(TakesKept), Points(Entry, How, Outside),
      Parts(Points), Layout(Entry.getDataLayout()),
      ObjectS(Ctx.bitVecSort(ObjectBits)), OffsetS(Ctx.bitVecSort(OffsetBits)),
      Variables(Ctx), Geometry(Points), Lifetimes(Ctx, Points),
      Addresses(Ctx, Points, Parts, Layout, Lifetimes),
      Cells(Ctx, Points, Parts, Geometry, Lifetimes),
      Locator(Ctx, Points, Parts, Geometry, Lifetimes, Addresses),
      Calls(Points, Parts),
      Outside(Ctx, Points, Parts, Lifetimes, Cells, Locator, Calls, Outside),
      Validity(Ctx, Points, Parts, Geometry, Lifetimes, Addresses, Locator,
               this->Outside),
      Shadows(Ctx, Points, Parts, Geometry, Lifetimes, Cells, Locator) {
  for (unsigned R = 0; R < Parts.all().size(); ++R)
    addRegion(R);
  Shadows.addVariables(Variables);
  Lifetimes.addVariables(Variables);
  Addresses.addVariables(Variables);
  this->Outside.addVariables(Stores, Variables);
  for (unsigned O = 0; O < Points.objects().size(); ++O)
    Contents.push_back(findContent(O));
  Table = makeObjectTable(Points, Contents);
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
  auto Add = [&](Sort Element, StringRef Suffix) {
    Stores[R].push_back(Cells.make(R, Element, Suffix, Variables));
  };
  if (Part.Holds == Content::Pointer || Part.isMixed()) {
    Add(ObjectS, ".object");
    Add(OffsetS, ".offset");
  } else {
    Add(Ctx.bitVecSort(8 * Part.Unit), "");
  }
  initialize(R);
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
void MemoryModel::noteUnknown(unsigned R, const CellNumber &C,
                              const Constant &Initial, uint64_t Offset) {
  const uint64_t Size = Layout.getTypeAllocSize(Initial.getType());
  const Constant *Number = initialNumber(
      Initial, Offset, std::min<uint64_t>(Parts.all()[R].Unit, Size - Offset));
  if (!isa_and_nonnull<UndefValue>(Number))
    UnknownCells.push_back({R, C, &Initial, Offset});
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
  const bool IsFinal = Geometry.isConstantRegion(Part);
  SmallVector<Expr> Facts{Variables.Init};
  // What a mixed region holds is a number unless a pointer is put there, or
  // callers have put one there.
  const bool HasObjects =
      Part.isMixed() && Stores[R][0].Array && !Points.node(Part.Node).IsOutside;
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
    for (uint64_t I = 0; I < Geometry.cellsOf(Part, O); ++I) {
      auto At = Geometry.offsetOf(Part, O, I);
      if (!At)
        continue;
      Scalars Known = constantCell(Part, *G->getInitializer(), *At);
      CellNumber Here = Cells.cellAt(Part, Lifetimes.number(O), I);
      if (!Known[0])
        noteUnknown(R, Here, *G->getInitializer(), *At);
      for (auto [S, New, List] : zip_equal(Stores[R], Known, Held)) {
        AreAll &= bool(New);
        if (!New)
          continue;
        if (S.Array) {
          if (HasObjects && &S == &Stores[R][0]) {
            Objects = Ctx.mkStore(Objects, Cells.key(S, Here), New);
            continue;
          }
          List.push_back({Cells.key(S, Here), New});
          continue;
        }
        for (Storage::Cell &Cell : S.Cells)
          if (Cell.Object == O && Cell.Index == I) {
            if (IsFinal) {
              erase_if(Variables.All, [&](const StateVariable &V) {
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
  Variables.Init = Ctx.mkAnd(Facts);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

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
    return Address{Lifetimes.number(*O), Zero()};
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
  return Address{Lifetimes.number(*O), Ctx.bv(Offset.sextOrTrunc(OffsetBits))};
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

/// The same for a constant; null if it is not known.
Expr MemoryModel::numberOf(const MemoryState &M, const Constant *C) const {
  if (auto *Number = dyn_cast_or_null<ConstantInt>(C))
    return Ctx.bv(Number->getValue());
  auto *E = dyn_cast_or_null<ConstantExpr>(C);
  if (!E || E->getType()->getIntegerBitWidth() != Addresses.addressBits())
    return Expr();
  if (E->getOpcode() == Instruction::PtrToInt) {
    auto At = addressOf(E->getOperand(0));
    auto Cell = Points.pointee(E->getOperand(0));
    if (!At || !Cell || !Addresses.isNumbered(Cell->Node))
      return Expr();
    return Addresses.numberOf(M, Cell->Node, *At, [](Sort) { return Expr(); });
  }
  if (E->getOpcode() != Instruction::Add && E->getOpcode() != Instruction::Sub)
    return Expr();
  Expr A = numberOf(M, E->getOperand(0)), B = numberOf(M, E->getOperand(1));
  Kind K = E->getOpcode() == Instruction::Add ? Kind::BvAdd : Kind::BvSub;
  return A && B ? Ctx.make(K, {A, B}) : Expr();
}

/// Bytes of a constant that are some of those of an address in it; null if they
/// are not, or if it is not known where the object is.
Expr MemoryModel::addressBytes(const MemoryState &M, const Constant &Initial,
                               uint64_t Offset, uint64_t Bytes) const {
  const uint64_t Whole = Addresses.addressBits() / 8;
  Type *PointerT = PointerType::get(Initial.getContext(), 0);
  for (uint64_t Before = 0; Before + Bytes <= Whole && Before <= Offset;
       ++Before) {
    auto *C =
        ConstantFoldLoadFromConst(const_cast<Constant *>(&Initial), PointerT,
                                  APInt(OffsetBits, Offset - Before), Layout);
    auto At = C ? addressOf(C) : std::nullopt;
    auto Cell = At ? Points.pointee(C) : std::nullopt;
    if (Cell && Addresses.isNumbered(Cell->Node))
      return Ctx.mkExtract(
          8 * (Before + Bytes) - 1, 8 * Before,
          Addresses.numberOf(M, Cell->Node, *At, [](Sort) { return Expr(); }));
  }
  return Expr();
}

/// As a number; null if it is not known.
Expr MemoryModel::initialBytes(const MemoryState &M,
                               const UnknownCell &Cell) const {
  const Region &R = Parts.all()[Cell.Region];
  if (R.Holds == MemoryAccess::Content::Pointer)
    return Expr();
  Expr Number = numberOf(M, initialNumber(*Cell.Initial, Cell.Offset, R.Unit));
  if (!Number)
    Number = addressBytes(M, *Cell.Initial, Cell.Offset, R.Unit);
  return Number && Number.sort().width() == 8 * R.Unit ? Number : Expr();
}

void MemoryModel::initializeGlobals(MemoryState &M, FreshInput Any) const {
  for (const UnknownCell &Unknown : UnknownCells) {
    const Region &R = Parts.all()[Unknown.Region];
    Expr Number = initialBytes(M, Unknown);
    for (auto [I, S] : enumerate(Stores[Unknown.Region])) {
      Expr New;
      if (Number && R.isMixed())
        New = I == 0
                  ? Ctx.bv(0, ObjectBits)
                  : Ctx.mkZeroExt(OffsetBits - Addresses.addressBits(), Number);
      else if (Number)
        New = Number;
      Cells.write(M, S, Unknown.Cell, New ? New : Any(S.Element));
    }
  }
}
