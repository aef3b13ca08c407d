//===- EntryTerms.cpp - Values by what a function is given, in C ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryTerms.h"

#include "PathOfPointer.h"
#include "sooth/Frontend/LLVM/Base/DebugTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace sooth;
using namespace llvm;

/// What is longer says nothing to a reader.
static constexpr size_t MaxLength = 60;
static constexpr unsigned MaxDepth = 8, MaxSteps = 100;

namespace {
enum class Sign { Unknown, Signed, Unsigned };

/// As in C: what binds more is larger.
enum Binding { And, Shift, Sum, Product, Unary, Primary };

/// An expression, and its type in C. The value that it is about may be wider:
/// C converts it.
struct Term {
  std::string Text;
  Binding Binds = Primary;
  unsigned Width = 0;
  Sign Is = Sign::Unknown;
};

class TermWriter {
public:
  TermWriter(const SourceMap &Names,
             function_ref<bool(const LoadInst &)> IsAsAtFirst)
      : Names(Names), IsAsAtFirst(IsAsAtFirst) {}
  std::optional<Term> write(const llvm::Value *V, unsigned Depth = MaxDepth);
  /// The \p Bytes bytes that \p Pointer leads to.
  AccessPath target(const llvm::Value *Pointer, uint64_t Bytes);
  std::set<std::string> Sources;

private:
  std::optional<Term> write(const CastInst &Cast, unsigned Depth);
  /// L \p Opcode R.
  std::optional<Term> write(unsigned Opcode, const llvm::Value *Left,
                            const llvm::Value *Right, unsigned Depth);
  std::optional<Term> writeConstant(const ConstantInt &Number) const;
  Term source(std::string Text, unsigned Width, const DIType *T);
  /// What is declared where \p Pointer leads to; null if that is not known.
  const DIType *typeAt(const llvm::Value *Pointer) const;
  const DIType *typeAt(const GetElementPtrInst &Step) const;

  const SourceMap &Names;
  const function_ref<bool(const LoadInst &)> IsAsAtFirst;
  unsigned Steps = 0;
};
} // namespace

static uint64_t bytesOf(const LoadInst &Load) {
  return Load.getDataLayout().getTypeStoreSize(Load.getType());
}

/// A parameter by its name; empty if it is not one that callers pass as it is.
static StringRef nameOf(const Argument &A) {
  return declaredType(A) && !A.hasByValAttr() && !A.hasStructRetAttr()
             ? A.getName()
             : StringRef();
}

static Sign signOf(const DIType *T) {
  T = withoutQualifiers(T);
  auto *Composite = dyn_cast_or_null<DICompositeType>(T);
  if (Composite && Composite->getTag() == dwarf::DW_TAG_enumeration_type)
    return signOf(Composite->getBaseType());
  auto *Basic = dyn_cast_or_null<DIBasicType>(T);
  auto Is = Basic ? Basic->getSignedness() : std::nullopt;
  if (!Is)
    return Sign::Unknown;
  return *Is == DIBasicType::Signedness::Signed ? Sign::Signed : Sign::Unsigned;
}

static std::string enclosed(const Term &T, Binding Least) {
  return T.Binds < Least ? "(" + T.Text + ")" : T.Text;
}

Term TermWriter::source(std::string Text, unsigned Width, const DIType *T) {
  Sources.insert(Text);
  return {std::move(Text), Primary, Width, signOf(scalarAt(T, 0))};
}

/// The type of the elements of an array, or else \p T.
static const DIType *elementType(const DIType *T) {
  T = withoutQualifiers(T);
  auto *Array = dyn_cast_or_null<DICompositeType>(T);
  return Array && Array->getTag() == dwarf::DW_TAG_array_type
             ? elementType(Array->getBaseType())
             : T;
}

/// What is declared where \p Step leads to; null if that is not known.
const DIType *TermWriter::typeAt(const GetElementPtrInst &Step) const {
  Type *In = Step.getSourceElementType();
  const DIType *T = typeAt(Step.getPointerOperand());
  if (!In->isAggregateType()) {
    // From one element to another.
    T = elementType(T);
    return T && T->getSizeInBits() ==
                       Step.getDataLayout().getTypeAllocSizeInBits(In)
               ? T
               : nullptr;
  }
  if (!T ||
      T->getSizeInBits() != Step.getDataLayout().getTypeAllocSizeInBits(In))
    return nullptr;
  bool IsWithinArray = false;
  for (const Use &Index : drop_begin(Step.indices())) {
    auto *Struct = dyn_cast<StructType>(In);
    IsWithinArray = !Struct;
    if (Struct) {
      const unsigned Number = cast<ConstantInt>(Index)->getZExtValue();
      const DIDerivedType *Member = Names.member(
          *Struct,
          Step.getDataLayout().getStructLayout(Struct)->getElementOffset(
              Number));
      T = Member ? withoutQualifiers(Member->getBaseType()) : nullptr;
    }
    In = GetElementPtrInst::getTypeAtIndex(In, Index.get());
  }
  if (!In->isArrayTy())
    return elementType(T);
  return IsWithinArray ? nullptr : T; // of some dimensions
}

const DIType *TermWriter::typeAt(const llvm::Value *Pointer) const {
  if (auto *A = dyn_cast<Argument>(Pointer))
    return pointedType(declaredType(*A));
  if (isa<GlobalVariable>(Pointer))
    return withoutQualifiers(variableType(*Pointer));
  if (auto *Load = dyn_cast<LoadInst>(Pointer))
    return pointedType(scalarAt(typeAt(Load->getPointerOperand()), 0));
  auto *Step = dyn_cast<GetElementPtrInst>(Pointer);
  return Step ? typeAt(*Step) : nullptr;
}

/// From the beginning of \p T to its first part of so many bytes; nothing if
/// there is none, or several are.
static std::optional<AccessPath::Steps> stepsToFirst(const DIType *T,
                                                     uint64_t Bytes) {
  using StepKind = AccessPath::Step::Kind;
  T = withoutQualifiers(T);
  if (T && T->getSizeInBits() == 8 * Bytes)
    return AccessPath::Steps();
  auto *Whole = dyn_cast_or_null<DICompositeType>(T);
  if (!Whole)
    return std::nullopt;
  AccessPath::Steps First;
  const DIType *Part = nullptr;
  if (Whole->getTag() == dwarf::DW_TAG_array_type) {
    First.assign(Whole->getElements().size(), {StepKind::Element});
    Part = Whole->getBaseType();
  } else if (Whole->getTag() == dwarf::DW_TAG_structure_type) {
    for (const DINode *Node : Whole->getElements())
      if (auto *M = dyn_cast<DIDerivedType>(Node);
          M && M->getTag() == dwarf::DW_TAG_member &&
          M->getOffsetInBits() == 0) {
        if (M->isBitField() || Part || M->getName().empty())
          return std::nullopt;
        Part = M->getBaseType();
        First.push_back({StepKind::Member, M->getName().str()});
      }
  }
  auto Rest = Part ? stepsToFirst(Part, Bytes) : std::nullopt;
  if (!Rest)
    return std::nullopt;
  First.insert(First.end(), Rest->begin(), Rest->end());
  return First;
}

std::optional<Term> TermWriter::writeConstant(const ConstantInt &Number) const {
  SmallString<24> Text;
  Number.getValue().toStringSigned(Text);
  return Term{Text.str().str(), Number.isNegative() ? Unary : Primary,
              Number.getValue().isSignedIntN(32) ? 32u : 64u, Sign::Signed};
}

/// What C does by itself before it computes.
static void promote(Term &T) {
  if (T.Width >= 32)
    return;
  T.Width = 32;
  T.Is = Sign::Signed;
}

/// C converts to wider types by itself, as the sign of the narrower one says.
std::optional<Term> TermWriter::write(const CastInst &Cast, unsigned Depth) {
  if (!isa<SExtInst, ZExtInst>(Cast) ||
      Cast.getSrcTy()->isIntegerTy(1)) // of a comparison
    return std::nullopt;
  auto From = write(Cast.getOperand(0), Depth - 1);
  const Sign Kept = isa<SExtInst>(Cast) ? Sign::Signed : Sign::Unsigned;
  if (!From || From->Is != Kept ||
      From->Width != Cast.getSrcTy()->getIntegerBitWidth())
    return std::nullopt;
  promote(*From);
  return From;
}

namespace {
struct CBinary {
  StringRef Text;
  Binding Binds;
  /// That the operands need, to be what C means by it.
  Sign Needs = Sign::Unknown;
};
} // namespace

static std::optional<CBinary> operatorOf(unsigned Opcode) {
  switch (Opcode) {
  case Instruction::Add:
    return CBinary{"+", Sum};
  case Instruction::Sub:
    return CBinary{"-", Sum};
  case Instruction::Mul:
    return CBinary{"*", Product};
  case Instruction::UDiv:
    return CBinary{"/", Product, Sign::Unsigned};
  case Instruction::SDiv:
    return CBinary{"/", Product, Sign::Signed};
  case Instruction::URem:
    return CBinary{"%", Product, Sign::Unsigned};
  case Instruction::SRem:
    return CBinary{"%", Product, Sign::Signed};
  case Instruction::Shl:
    return CBinary{"<<", Shift};
  case Instruction::LShr:
    return CBinary{">>", Shift, Sign::Unsigned};
  case Instruction::AShr:
    return CBinary{">>", Shift, Sign::Signed};
  case Instruction::And:
    return CBinary{"&", And};
  default:
    return std::nullopt;
  }
}

/// The type in C of what is computed of \p L and \p R.
static Term commonType(const Term &L, const Term &R) {
  Term Common = L.Width >= R.Width ? L : R;
  if (L.Width == R.Width && (L.Is == Sign::Unsigned || R.Is == Sign::Unsigned))
    Common.Is = Sign::Unsigned;
  return Common;
}

std::optional<Term> TermWriter::write(unsigned Opcode, const llvm::Value *Left,
                                      const llvm::Value *Right,
                                      unsigned Depth) {
  const unsigned Width = Left->getType()->getIntegerBitWidth();
  auto Known = operatorOf(Opcode);
  auto L = write(Left, Depth - 1), R = write(Right, Depth - 1);
  if (!L || !R || !Known || Width < 32)
    return std::nullopt;
  promote(*L);
  promote(*R);
  auto *Number = dyn_cast<ConstantInt>(Right);
  const bool IsShift = Known->Binds == Shift;
  if (IsShift && !Number)
    return std::nullopt;
  // x + -1 is written x - 1.
  if (Number && Number->isNegative()) {
    if (Opcode != Instruction::Add || Number->isMinValue(/*IsSigned=*/true))
      return std::nullopt;
    SmallString<24> Text;
    (-Number->getValue()).toStringSigned(Text);
    Known->Text = "-";
    *R = {Text.str().str(), Primary, R->Width, Sign::Signed};
  }
  Term Type = IsShift ? *L : commonType(*L, *R);
  if (Type.Width < Width && !IsShift && !isa<ConstantInt>(Left)) {
    // Then one of them is converted before.
    L->Text = (L->Is == Sign::Signed ? "(long)" : "(unsigned long)") +
              enclosed(*L, Unary);
    L->Binds = Unary;
    L->Width = 64;
    Type = commonType(*L, *R);
  }
  if (Type.Width != Width ||
      (Known->Needs != Sign::Unknown && Type.Is != Known->Needs))
    return std::nullopt;
  // & and << bind less than one thinks.
  const bool IsOfBits = Known->Binds <= Shift;
  const Binding OfLeft = IsOfBits ? Unary : Known->Binds;
  const Binding OfRight = IsOfBits ? Unary : Binding(Known->Binds + 1);
  return Term{enclosed(*L, OfLeft) + " " + Known->Text.str() + " " +
                  enclosed(*R, OfRight),
              Known->Binds, Type.Width, Type.Is};
}

std::optional<Term> TermWriter::write(const llvm::Value *V, unsigned Depth) {
  auto *Type = dyn_cast<IntegerType>(V->getType());
  if (!Type || Type->getBitWidth() > 64)
    return std::nullopt;
  if (auto *Number = dyn_cast<ConstantInt>(V))
    return writeConstant(*Number);
  if (auto *A = dyn_cast<Argument>(V)) {
    StringRef Name = nameOf(*A);
    return Name.empty() ? std::nullopt
                        : std::optional(source(Name.str(), Type->getBitWidth(),
                                               declaredType(*A)));
  }
  if (Depth == 0 || ++Steps > MaxSteps)
    return std::nullopt;
  if (auto *Load = dyn_cast<LoadInst>(V)) {
    AccessPath Path = IsAsAtFirst(*Load)
                          ? target(Load->getPointerOperand(), bytesOf(*Load))
                          : AccessPath();
    return Path.empty()
               ? std::nullopt
               : std::optional(source(Path.str(), Type->getBitWidth(),
                                      typeAt(Load->getPointerOperand())));
  }
  if (auto *Freeze = dyn_cast<FreezeInst>(V))
    return write(Freeze->getOperand(0), Depth - 1);
  if (auto *Cast = dyn_cast<CastInst>(V))
    return write(*Cast, Depth);
  if (auto *I = dyn_cast<BinaryOperator>(V))
    return write(I->getOpcode(), I->getOperand(0), I->getOperand(1), Depth);
  // Where overflow is checked, the result is one part.
  auto *Part = dyn_cast<ExtractValueInst>(V);
  auto *Checked = Part && Part->getIndices() == ArrayRef(0u)
                      ? dyn_cast<WithOverflowInst>(Part->getAggregateOperand())
                      : nullptr;
  return Checked ? write(Checked->getBinaryOp(), Checked->getLHS(),
                         Checked->getRHS(), Depth)
                 : std::nullopt;
}

/// Only what is reached from a parameter, or in a global variable, is known
/// outside of the function.
AccessPath TermWriter::target(const llvm::Value *Pointer, uint64_t Bytes) {
  if (isa<AllocaInst>(getUnderlyingObject(Pointer, /*MaxLookup=*/0)))
    return {};
  auto OfPointer = [&](const llvm::Value *V) {
    if (auto *A = dyn_cast<Argument>(V))
      return AccessPath(nameOf(*A).str());
    auto *Load = dyn_cast<LoadInst>(V);
    return Load && IsAsAtFirst(*Load)
               ? target(Load->getPointerOperand(), bytesOf(*Load))
               : AccessPath();
  };
  auto OfIndex = [&](const llvm::Value *V) -> std::optional<std::string> {
    auto Index = write(V);
    return Index ? std::optional(Index->Text) : std::nullopt;
  };
  AccessPath Found = pathOfTarget(
      Pointer, Names, {OfPointer, OfIndex, PathWords::Loads::AsNamed});
  auto Rest = stepsToFirst(typeAt(Pointer), Bytes);
  // (Static variables of functions have names that are not C's.)
  return Found.empty() || !Rest || StringRef(Found.Variable).contains('.')
             ? AccessPath()
             : Found.then(*Rest);
}

EntryTerms::Number EntryTerms::number(const llvm::Value *V) const {
  TermWriter Writer(Names, IsAsAtFirst);
  auto Found = Writer.write(V);
  Number N{.Sources = std::move(Writer.Sources)};
  if (Found && Found->Text.size() <= MaxLength) {
    N.Text = std::move(Found->Text);
    N.MayBeNegative = !isa<ConstantInt>(V) && Found->Is != Sign::Unsigned;
  }
  return N;
}

std::string EntryTerms::target(const llvm::Value *Pointer,
                               uint64_t Bytes) const {
  std::string Text =
      TermWriter(Names, IsAsAtFirst).target(Pointer, Bytes).str();
  return Text.size() <= MaxLength ? Text : "";
}

std::string EntryTerms::pointer(const llvm::Value *Pointer) const {
  if (auto *A = dyn_cast<Argument>(Pointer))
    return nameOf(*A).str();
  auto *Load = dyn_cast<LoadInst>(Pointer);
  return Load && IsAsAtFirst(*Load)
             ? target(Load->getPointerOperand(), bytesOf(*Load))
             : "";
}
