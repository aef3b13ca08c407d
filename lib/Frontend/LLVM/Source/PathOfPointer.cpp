//===- PathOfPointer.cpp - What a pointer points to, as C writes it -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PathOfPointer.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace sooth;
using namespace llvm;
using StepKind = AccessPath::Step::Kind;

StringRef sooth::objectName(const llvm::Value *Object) {
  if (auto *Local = dyn_cast<AllocaInst>(Object))
    return isTemporary(*Local) ? StringRef() : localName(*Local);
  return isa<GlobalValue>(Object) ? Object->getName() : StringRef();
}

static std::string textOfIndex(const llvm::Value *Index,
                               const SourceMap &Names) {
  if (auto *Cast = dyn_cast<CastInst>(Index))
    Index = Cast->getOperand(0);
  const UserName *Known = Names.nameOf(Index);
  return Known ? Known->Path.str() : "...";
}

using IndexValues = SmallVectorImpl<const llvm::Value *>;

/// The element at \p Index; \p Words says what that is in C, if it can. Puts
/// what is no number into \p Indices, if it is given.
static std::optional<AccessPath::Step> elementStep(
    const llvm::Value *Index,
    llvm::function_ref<std::optional<std::string>(const llvm::Value *)> Words,
    IndexValues *Indices) {
  if (auto *Number = dyn_cast<ConstantInt>(Index)) {
    if (!Number->isNegative())
      return AccessPath::Step{StepKind::Element, "", Number->getLimitedValue()};
    SmallString<8> Text;
    Number->getValue().toStringSigned(Text);
    return AccessPath::Step{StepKind::ElementAt, Text.str().str()};
  }
  auto Text = Words(Index);
  if (!Text)
    return std::nullopt;
  if (Indices)
    Indices->push_back(Index);
  return AccessPath::Step{StepKind::ElementAt, *Text,
                          Indices ? Indices->size() : 0};
}

/// Whether \p Step goes from the beginning of the array \p Object to one of its
/// elements, as pointer arithmetic does.
static bool isElementStep(const GEPOperator &Step, const llvm::Value *Object) {
  Type *Whole = nullptr;
  if (auto *Local = dyn_cast<AllocaInst>(Object))
    Whole = Local->getAllocatedType();
  else if (auto *Global = dyn_cast<GlobalVariable>(Object))
    Whole = Global->getValueType();
  return Step.getPointerOperand()->stripPointerCasts() == Object && Whole &&
         Whole->isArrayTy() &&
         Whole->getArrayElementType() == Step.getSourceElementType();
}

static AccessPath::Steps stepsToElement(const llvm::Value *Pointer,
                                        const llvm::Value *Object,
                                        const SourceMap &Names,
                                        IndexValues *Indices) {
  auto Words = [&](const llvm::Value *Index) {
    return std::optional(textOfIndex(Index, Names));
  };
  AccessPath::Steps Reversed;
  while (auto *Step = dyn_cast<GEPOperator>(Pointer)) {
    if (Step->getNumIndices() == 1 && isElementStep(*Step, Object)) {
      Reversed.push_back(*elementStep(Step->getOperand(1), Words, Indices));
      Pointer = Object;
      continue;
    }
    auto *From = dyn_cast<ConstantInt>(Step->getOperand(1));
    bool IsElement = Step->getNumIndices() == 2 && From && From->isZero() &&
                     Step->getSourceElementType()->isArrayTy();
    if (!IsElement)
      return {};
    Reversed.push_back(*elementStep(Step->getOperand(2), Words, Indices));
    Pointer = Step->getPointerOperand();
  }
  if (Pointer != Object)
    return {};
  return AccessPath::Steps(Reversed.rbegin(), Reversed.rend());
}

AccessPath::Steps sooth::elementSteps(const llvm::Value *Pointer,
                                      const llvm::Value *Object,
                                      const SourceMap &Names) {
  return stepsToElement(Pointer, Object, Names, /*Indices=*/nullptr);
}

namespace {
/// An expression of the user's for a pointer.
struct PointerPath {
  AccessPath Path;
  /// Value: the pointer is what is at Path; Address: it is that of Path.
  enum class Is { Value, Address } As;

  /// The place that it points to.
  AccessPath target() const {
    return As == Is::Address ? Path : Path.then({StepKind::Target});
  }
};
} // namespace

namespace {
class PathFinder {
public:
  PathFinder(const SourceMap &Names, const PathWords &Words)
      : Names(Names), Words(Words) {}
  std::optional<PointerPath> find(const llvm::Value *Pointer, unsigned Depth);

private:
  std::optional<PointerPath> find(const GEPOperator &Step,
                                  const DataLayout &Layout, unsigned Depth);
  std::optional<AccessPath::Steps> innerSteps(const GEPOperator &Step,
                                              const DataLayout &Layout);

  const SourceMap &Names;
  const PathWords &Words;
};
} // namespace

/// What the indices of \p Step from the second on lead to.
std::optional<AccessPath::Steps>
PathFinder::innerSteps(const GEPOperator &Step, const DataLayout &Layout) {
  AccessPath::Steps Path;
  Type *T = Step.getSourceElementType();
  for (const Use &Index : drop_begin(Step.indices())) {
    auto *Struct = dyn_cast<StructType>(T);
    if (!Struct) {
      auto Element = elementStep(Index, Words.OfIndex, Words.Indices);
      if (!Element)
        return std::nullopt;
      Path.push_back(*Element);
      T = T->getArrayElementType();
      continue;
    }
    unsigned Number = cast<ConstantInt>(Index)->getZExtValue();
    std::string Name = Names.memberName(
        *Struct, Layout.getStructLayout(Struct)->getElementOffset(Number));
    if (Name.empty())
      return std::nullopt;
    Path.push_back({StepKind::Member, Name});
    T = Struct->getElementType(Number);
  }
  return Path;
}

std::optional<PointerPath> PathFinder::find(const GEPOperator &Step,
                                            const DataLayout &Layout,
                                            unsigned Depth) {
  auto Base = find(Step.getPointerOperand(), Depth);
  auto Inner = innerSteps(Step, Layout);
  if (!Base || !Inner)
    return std::nullopt;
  auto *First = dyn_cast<ConstantInt>(Step.getOperand(1));
  if (First && First->isZero())
    return PointerPath{Base->target().then(*Inner), PointerPath::Is::Address};
  // Bytes, and steps out of a variable, are no expression of the user's.
  if (Base->As == PointerPath::Is::Address ||
      Step.getSourceElementType()->isIntegerTy(8) !=
          Step.getResultElementType()->isIntegerTy(8))
    return std::nullopt;
  auto Element = elementStep(Step.getOperand(1), Words.OfIndex, Words.Indices);
  if (!Element)
    return std::nullopt;
  return PointerPath{Base->Path.then(*Element).then(*Inner),
                     PointerPath::Is::Address};
}

std::optional<PointerPath> PathFinder::find(const llvm::Value *Pointer,
                                            unsigned Depth) {
  if (isa<AllocaInst, GlobalVariable>(Pointer)) {
    StringRef Name = objectName(Pointer);
    return Name.empty() ? std::nullopt
                        : std::optional(PointerPath{Name.str(),
                                                    PointerPath::Is::Address});
  }
  if (AccessPath Known = Words.OfPointer(Pointer); !Known.empty())
    return PointerPath{std::move(Known), PointerPath::Is::Value};
  auto *I = dyn_cast<Instruction>(Pointer);
  if (!I || Depth == 0)
    return std::nullopt;
  if (auto *Load = dyn_cast<LoadInst>(I)) {
    auto From = Words.Are == PathWords::Loads::Followed
                    ? find(Load->getPointerOperand(), Depth - 1)
                    : std::nullopt;
    return From ? std::optional(
                      PointerPath{From->target(), PointerPath::Is::Value})
                : std::nullopt;
  }
  auto *Step = dyn_cast<GEPOperator>(I);
  return Step ? find(*Step, I->getDataLayout(), Depth - 1) : std::nullopt;
}

static constexpr unsigned MaxPathDepth = 6;

AccessPath sooth::pathOfTarget(const llvm::Value *Pointer,
                               const SourceMap &Names, const PathWords &Words) {
  auto Found = PathFinder(Names, Words).find(Pointer, MaxPathDepth);
  return Found ? Found->target() : AccessPath();
}

AccessPath sooth::pathOfTarget(const llvm::Value *Pointer,
                               const SourceMap &Names) {
  return pathOfTarget(Pointer, Names, /*Indices=*/nullptr);
}

AccessPath sooth::pathOfTarget(const llvm::Value *Pointer,
                               const SourceMap &Names, IndexValues *Indices) {
  const llvm::Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  if (StringRef Name = objectName(Object); !Name.empty()) {
    if (Pointer == Object)
      return Name.str();
    if (auto Steps = stepsToElement(Pointer, Object, Names, Indices);
        !Steps.empty())
      return AccessPath(Name.str(), std::move(Steps));
    if (Indices)
      Indices->clear();
  }
  auto OfPointer = [&](const llvm::Value *V) {
    const UserName *Known = Names.nameOf(V);
    return Known ? Known->Path : AccessPath();
  };
  auto OfIndex = [&](const llvm::Value *V) {
    return std::optional(textOfIndex(V, Names));
  };
  return pathOfTarget(
      Pointer, Names,
      {OfPointer, OfIndex, PathWords::Loads::Followed, Indices});
}
