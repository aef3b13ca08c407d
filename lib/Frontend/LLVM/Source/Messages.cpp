//===- Messages.cpp - What the front end tells the user -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Messages.h"

#include "Base/MemoryChecks.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace sooth;
using namespace llvm;

std::string sooth::quoted(StringRef Name) { return ("'" + Name + "'").str(); }

static std::string checkMessage(const CallBase &Trap, StringRef Check) {
  auto *Overflow = dyn_cast_or_null<WithOverflowInst>(checkedOperation(Trap));
  if (!Overflow)
    return Check.str();
  return ((Overflow->isSigned() ? "signed " : "unsigned ") + Check).str();
}

std::string sooth::errorMessage(const CallBase &Call) {
  ErrorDescription Error = describeError(Call);
  switch (Error.Kind) {
  case ErrorKind::Assertion:
    return Error.Text.empty() ? "assertion failed"
                              : "assertion " + quoted(Error.Text) + " failed";
  case ErrorKind::ErrorCall:
    return Error.Text + "() is reached";
  case ErrorKind::FalseCondition:
    return "condition of " + Error.Text + "() is false";
  case ErrorKind::Sanitizer:
    return checkMessage(Call, Error.Text);
  case ErrorKind::RecursionLimit:
    return "recursion of " + Error.Text;
  case ErrorKind::Undefined:
    return Error.Text;
  }
  llvm_unreachable("an error kind without message");
}

static StringRef checkOfMemory(const MemoryCheck &Check) {
  switch (Check.What) {
  case MemoryCheck::Kind::Align:
    return "alignment";
  case MemoryCheck::Kind::Leak:
    return "leak";
  case MemoryCheck::Kind::Number:
  case MemoryCheck::Kind::Pointer:
  case MemoryCheck::Kind::Other:
  case MemoryCheck::Kind::Copy:
    return "uninitialized";
  case MemoryCheck::Kind::Read:
  case MemoryCheck::Kind::Write:
  case MemoryCheck::Kind::Free:
  case MemoryCheck::Kind::Call:
  case MemoryCheck::Kind::Overlap:
  case MemoryCheck::Kind::Apart:
    return "access";
  }
  llvm_unreachable("a check without a name");
}

StringRef sooth::checkOf(const CallBase &Call) {
  if (classify(Call) == CalleeKind::MemoryCheck)
    return checkOfMemory(describeCheck(Call));
  StringRef Name = checkOfError(Call);
  auto *Overflow =
      Name == "overflow"
          ? dyn_cast_or_null<WithOverflowInst>(checkedOperation(Call))
          : nullptr;
  return Overflow && !Overflow->isSigned() ? "unsigned-overflow" : Name;
}

SourceLocation sooth::errorLocation(const CallBase &Call) {
  if (SourceLocation Where = sourceLocation(Call.getDebugLoc());
      Where.isValid())
    return Where;
  ErrorDescription Error = describeError(Call);
  if (Error.Line)
    return {Error.File, Error.Line, 0};
  return nearestLocation(Call);
}

static const Instruction *firstOf(const BasicBlock &B,
                                  function_ref<bool(unsigned)> IsWanted) {
  for (const Instruction &I : B)
    if (IsWanted(I.getOpcode()))
      return &I;
  return nullptr;
}

/// An llvm.*.with.overflow that \p Condition is made of.
static const Instruction *findOverflow(const llvm::Value *Condition) {
  SmallVector<const llvm::Value *, 8> Pending{Condition};
  for (unsigned Steps = 0; !Pending.empty() && Steps < 16; ++Steps) {
    auto *I = dyn_cast<Instruction>(Pending.pop_back_val());
    if (!I)
      continue;
    if (isa<WithOverflowInst>(I))
      return I;
    if (isa<ExtractValueInst>(I) || I->isBinaryOp() || isa<FreezeInst>(I))
      Pending.append(I->value_op_begin(), I->value_op_end());
  }
  return nullptr;
}

const Instruction *sooth::checkedOperation(const CallBase &Trap) {
  const BasicBlock *B = Trap.getParent();
  const BasicBlock *Check = B->getSinglePredecessor();
  auto *Branch = Check ? dyn_cast<BranchInst>(Check->getTerminator()) : nullptr;
  if (!Branch || !Branch->isConditional())
    return nullptr;
  if (const Instruction *Overflow = findOverflow(Branch->getCondition()))
    return Overflow;
  // Divisions and shifts are done where the check has passed.
  const BasicBlock &Passed =
      *Branch->getSuccessor(Branch->getSuccessor(0) == B ? 1 : 0);
  const std::string Text = describeError(Trap).Text;
  if (StringRef(Text).starts_with("division"))
    return firstOf(Passed,
                   [](unsigned Op) { return Instruction::isIntDivRem(Op); });
  if (StringRef(Text).starts_with("shift"))
    return firstOf(Passed,
                   [](unsigned Op) { return Instruction::isShift(Op); });
  return nullptr;
}

/// The user's name of an object: a variable, or a global.
static StringRef objectName(const llvm::Value *Object) {
  if (auto *Local = dyn_cast<AllocaInst>(Object))
    return localName(*Local);
  return isa<GlobalValue>(Object) ? Object->getName() : StringRef();
}

static std::string indexText(const llvm::Value *Index, const SourceMap &Names) {
  if (auto *Cast = dyn_cast<CastInst>(Index))
    Index = Cast->getOperand(0);
  if (auto *Number = dyn_cast<ConstantInt>(Index)) {
    SmallString<8> Text;
    Number->getValue().toStringSigned(Text);
    return Text.str().str();
  }
  const UserName *Known = Names.nameOf(Index);
  return Known ? Known->Name : "...";
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

/// "[i][3]" for an element of an array \p Object; nothing for other places.
static std::string elementText(const llvm::Value *Pointer,
                               const llvm::Value *Object,
                               const SourceMap &Names) {
  std::string Path;
  while (auto *Step = dyn_cast<GEPOperator>(Pointer)) {
    if (Step->getNumIndices() == 1 && isElementStep(*Step, Object)) {
      Path = "[" + indexText(Step->getOperand(1), Names) + "]" + Path;
      Pointer = Object;
      continue;
    }
    auto *From = dyn_cast<ConstantInt>(Step->getOperand(1));
    bool IsElement = Step->getNumIndices() == 2 && From && From->isZero() &&
                     Step->getSourceElementType()->isArrayTy();
    if (!IsElement)
      return "";
    Path = "[" + indexText(Step->getOperand(2), Names) + "]" + Path;
    Pointer = Step->getPointerOperand();
  }
  return Pointer == Object ? Path : "";
}

namespace {
/// An expression of the user's for a pointer.
struct PointerText {
  std::string Text;
  /// Value: the pointer is what Text is; Address: it is that of Text.
  enum class Is { Value, Address } As;
};
} // namespace

/// The place that a pointer of this name points to.
static std::string target(const PointerText &P) {
  return P.As == PointerText::Is::Address ? P.Text : "*" + P.Text;
}

static std::optional<PointerText>
pointerText(const llvm::Value *Pointer, const SourceMap &Names, unsigned Depth);

/// What the indices of \p Step from the second on lead to.
static std::optional<std::string> innerText(const GEPOperator &Step,
                                            const SourceMap &Names,
                                            const DataLayout &Layout) {
  std::string Path;
  Type *T = Step.getSourceElementType();
  for (const Use &Index : drop_begin(Step.indices())) {
    auto *Struct = dyn_cast<StructType>(T);
    if (!Struct) {
      Path += "[" + indexText(Index, Names) + "]";
      T = T->getArrayElementType();
      continue;
    }
    unsigned Number = cast<ConstantInt>(Index)->getZExtValue();
    std::string Name = Names.memberName(
        *Struct, Layout.getStructLayout(Struct)->getElementOffset(Number));
    if (Name.empty())
      return std::nullopt;
    Path += "." + Name;
    T = Struct->getElementType(Number);
  }
  return Path;
}

static std::optional<PointerText> stepText(const GEPOperator &Step,
                                           const SourceMap &Names,
                                           const DataLayout &Layout,
                                           unsigned Depth) {
  auto Base = pointerText(Step.getPointerOperand(), Names, Depth);
  auto Inner = innerText(Step, Names, Layout);
  if (!Base || !Inner)
    return std::nullopt;
  auto *First = dyn_cast<ConstantInt>(Step.getOperand(1));
  bool IsAddress = Base->As == PointerText::Is::Address;
  if (First && First->isZero()) {
    if (IsAddress)
      return PointerText{Base->Text + *Inner, PointerText::Is::Address};
    if (StringRef(*Inner).starts_with("."))
      return PointerText{Base->Text + "->" + Inner->substr(1),
                         PointerText::Is::Address};
    return PointerText{Inner->empty() ? "*" + Base->Text
                                      : "(*" + Base->Text + ")" + *Inner,
                       PointerText::Is::Address};
  }
  // Bytes, and steps out of a variable, are no expression of the user's.
  if (IsAddress || Step.getSourceElementType()->isIntegerTy(8) !=
                       Step.getResultElementType()->isIntegerTy(8))
    return std::nullopt;
  return PointerText{Base->Text + "[" + indexText(Step.getOperand(1), Names) +
                         "]" + *Inner,
                     PointerText::Is::Address};
}

static std::optional<PointerText> pointerText(const llvm::Value *Pointer,
                                              const SourceMap &Names,
                                              unsigned Depth) {
  if (isa<AllocaInst, GlobalVariable>(Pointer)) {
    StringRef Name = objectName(Pointer);
    return Name.empty() ? std::nullopt
                        : std::optional(PointerText{Name.str(),
                                                    PointerText::Is::Address});
  }
  if (const UserName *Known = Names.nameOf(Pointer))
    return PointerText{Known->Name, PointerText::Is::Value};
  auto *I = dyn_cast<Instruction>(Pointer);
  if (!I || Depth == 0)
    return std::nullopt;
  if (auto *Load = dyn_cast<LoadInst>(I)) {
    auto From = pointerText(Load->getPointerOperand(), Names, Depth - 1);
    return From ? std::optional(
                      PointerText{target(*From), PointerText::Is::Value})
                : std::nullopt;
  }
  auto *Step = dyn_cast<GEPOperator>(I);
  return Step ? stepText(*Step, Names, I->getDataLayout(), Depth - 1)
              : std::nullopt;
}

std::string sooth::placeText(const llvm::Value *Pointer,
                             const SourceMap &Names) {
  const llvm::Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  if (StringRef Name = objectName(Object); !Name.empty()) {
    if (Pointer == Object)
      return Name.str();
    if (std::string Path = elementText(Pointer, Object, Names); !Path.empty())
      return Name.str() + Path;
  }
  constexpr unsigned MaxDepth = 6;
  auto Found = pointerText(Pointer, Names, MaxDepth);
  return Found ? target(*Found) : "";
}

std::string sooth::describePlace(const llvm::Value *Pointer,
                                 const SourceMap &Names) {
  const llvm::Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  if (StringRef Name = objectName(Object); !Name.empty())
    return quoted(Name);
  const UserName *Known = Names.nameOf(Pointer);
  for (const llvm::Value *Base = Pointer; !Known && isa<GEPOperator>(Base);) {
    Base = cast<GEPOperator>(Base)->getPointerOperand();
    Known = Names.nameOf(Base);
  }
  return Known ? "what " + quoted(Known->Name) + " points to" : "";
}

std::string sooth::describeRead(const llvm::Value *Pointer,
                                const SourceMap &Names) {
  const llvm::Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  StringRef Name = objectName(Object);
  if (Name.empty()) {
    if (const UserName *Known = Names.nameOf(Object))
      return "read through pointer " + quoted(Known->Name);
    return "read through a pointer";
  }
  const Type *T = nullptr;
  if (auto *Alloca = dyn_cast<AllocaInst>(Object))
    T = Alloca->getAllocatedType();
  else if (auto *Global = dyn_cast<GlobalValue>(Object))
    T = Global->getValueType();
  if (T && T->isArrayTy())
    return "read of array " +
           quoted(Name.str() + elementText(Pointer, Object, Names));
  if (T && T->isStructTy())
    return "read of structure " + quoted(Name);
  return "read of " + quoted(Name) + ", which is kept in memory";
}
