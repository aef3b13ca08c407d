//===- EntryNeeds.cpp - What accesses need, by what a function is given ---===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryNeeds.h"

#include "Base/Contracts.h"
#include "Base/MemoryChecks.h"
#include "Source/Messages.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace sooth;
using namespace llvm;

/// Whether a program that compares so keeps a number from being too large: a
/// test for one value, or for less than zero, does not.
static bool isBound(const ICmpInst &Compare) {
  return Compare.isRelational() &&
         none_of(Compare.operand_values(), [](const llvm::Value *V) {
           return match(V, PatternMatch::m_ZeroInt()) ||
                  match(V, PatternMatch::m_AllOnes());
         });
}

/// Whether assert() fails in \p B.
static bool failsAssertion(const BasicBlock &B) {
  return any_of(B, [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && classify(*Call) == CalleeKind::Error &&
           describeError(*Call).Kind == ErrorKind::Assertion;
  });
}

/// Whether \p Condition decides nothing but whether an assertion fails.
static bool isAsserted(const llvm::Value &Condition) {
  return !Condition.use_empty() &&
         all_of(Condition.users(), [](const User *By) {
           auto *Branch = dyn_cast<BranchInst>(By);
           return Branch ? any_of(successors(Branch),
                                  [](const BasicBlock *To) {
                                    return failsAssertion(*To);
                                  })
                         : isa<SelectInst, BinaryOperator>(By) &&
                               By->getType()->isIntegerTy(1) && isAsserted(*By);
         });
}

EntryNeeds::EntryNeeds(const Function &Entry, const MemoryModel &Memory,
                       const SourceMap &Names)
    : Entry(Entry), Memory(Memory),
      Unchanged(Entry, Memory.points(), Memory.regions(), Memory.calls()),
      Terms(Names, [this](const LoadInst &Load) {
        return Unchanged.isAsAtFirst(Load);
      }) {
  IsCalled = any_of(Entry.users(), [&](const User *By) {
    auto *Call = dyn_cast<CallBase>(By);
    return Call && Call->getCalledOperand() == &Entry &&
           !callsSummarized(*Call); // which executes nothing
  });
  // (What checks put in decides nothing.)
  for (const Instruction &I : instructions(Entry))
    if (auto *Compare = dyn_cast<ICmpInst>(&I);
        Compare && !I.hasMetadata(LLVMContext::MD_nosanitize) &&
        isBound(*Compare))
      noteCompared(*Compare);
    else if (auto *Choice = dyn_cast<SwitchInst>(&I))
      noteDecided(Choice->getCondition(), /*IsAsserted=*/false);
}

void EntryNeeds::noteDecided(const llvm::Value *V, bool IsAsserted) {
  if (!V->getType()->isIntegerTy())
    return;
  const std::set<std::string> Sources = Terms.number(V).Sources;
  Decided.insert(Sources.begin(), Sources.end());
  if (!IsAsserted)
    Tested.insert(Sources.begin(), Sources.end());
}

/// The number that \p V has, perhaps with more bits; of one in memory, where it
/// is, as far as that is known.
static std::pair<const llvm::Value *, int64_t>
placeOfNumber(const llvm::Value &V) {
  const llvm::Value *Inner = &V;
  while (isa<ZExtInst, SExtInst, FreezeInst>(Inner))
    Inner = cast<Instruction>(Inner)->getOperand(0);
  auto *Load = dyn_cast<LoadInst>(Inner);
  if (!Load)
    return {Inner, 0};
  APInt Offset(64, 0);
  const llvm::Value *From =
      Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
          Load->getDataLayout(), Offset, /*AllowNonInbounds=*/true);
  return {From, Offset.getSExtValue()};
}

void EntryNeeds::noteCompared(const ICmpInst &Compare) {
  for (const llvm::Value *Side : Compare.operand_values())
    noteDecided(Side, isAsserted(Compare));
  if (isa<ConstantInt>(Compare.getOperand(1)) && !isAsserted(Compare))
    Compared.insert(placeOfNumber(*Compare.getOperand(0)));
}

/// Whether the program has a constant as a bound for \p Index, or for what was
/// where it is from.
bool EntryNeeds::isCompared(const llvm::Value &Index) const {
  return Compared.count(placeOfNumber(Index));
}

/// Whether \p V is computed from nothing but arguments, and memory as it was at
/// first.
bool EntryNeeds::isGiven(const llvm::Value &V) {
  static constexpr unsigned MostValues = 32;
  SmallSetVector<const llvm::Value *, 8> Found;
  Found.insert(&V);
  for (unsigned I = 0; I < Found.size(); ++I) {
    auto *Load = dyn_cast<LoadInst>(Found[I]);
    if (isa<Argument, Constant>(Found[I]))
      continue;
    if (I == MostValues || (Load && !Unchanged.isAsAtFirst(*Load)) ||
        !isa<LoadInst, CastInst, BinaryOperator, SelectInst, GetElementPtrInst>(
            Found[I]))
      return false;
    for (const Use &U : cast<User>(Found[I])->operands())
      Found.insert(U.get());
  }
  return true;
}

/// Whether \p Index has no more than some last bits, or is a remainder: the
/// program means to keep it in bounds.
static bool isCut(const llvm::Value &Index) {
  auto *Known = dyn_cast<BinaryOperator>(placeOfNumber(Index).first);
  return Known && isa<ConstantInt>(Known->getOperand(1)) &&
         (Known->getOpcode() == Instruction::And ||
          Known->getOpcode() == Instruction::URem);
}

/// Whether \p Index is the first bits of a shorter number with a sign, and
/// would be below \p Count if that had none: the program means it to have none.
static bool isCutBeforeSign(const llvm::Value &Index, uint64_t Count) {
  auto *Shift = dyn_cast<BinaryOperator>(placeOfNumber(Index).first);
  auto *By = Shift && Shift->getOpcode() == Instruction::AShr
                 ? dyn_cast<ConstantInt>(Shift->getOperand(1))
                 : nullptr;
  auto *Longer = By ? dyn_cast<SExtInst>(Shift->getOperand(0)) : nullptr;
  const uint64_t Bits =
      Longer ? Longer->getOperand(0)->getType()->getIntegerBitWidth() : 0;
  return Bits && By->getValue().ult(Bits) && Bits - By->getZExtValue() < 64 &&
         uint64_t(1) << (Bits - By->getZExtValue()) <= Count;
}

/// That \p Index is below \p Count, if the program does not see to that.
std::optional<Need> EntryNeeds::inRange(const llvm::Value *Index,
                                        uint64_t Count) {
  const EntryTerms::Number Known = Terms.number(Index);
  if (Known.Text.empty() || isCut(*Index) || isCutBeforeSign(*Index, Count) ||
      any_of(Known.Sources,
             [&](auto &Source) { return Decided.contains(Source); }))
    return std::nullopt;
  return Need{
      .What = Need::Kind::InRange, .Bytes = Count, .Expressions = {Known.Text}};
}

namespace {
/// An index that is no constant, of an array of \p Count elements, or of any
/// number.
struct Index {
  const llvm::Value *Number;
  std::optional<uint64_t> Count;
};
} // namespace

/// The indices by which \p Pointer is reached from the beginning of \p Object;
/// nothing if a constant one leaves its array.
static std::optional<SmallVector<Index, 2>>
indicesOf(const llvm::Value *Pointer, const llvm::Value &Object) {
  SmallVector<Index, 2> All;
  while (auto *Step = dyn_cast<GEPOperator>(Pointer)) {
    Type *T = nullptr;
    for (const Use &U : Step->indices()) {
      auto *Array = dyn_cast_or_null<ArrayType>(T);
      auto *Known = dyn_cast<ConstantInt>(U);
      if (!Known)
        All.push_back({U.get(), Array ? std::optional(Array->getNumElements())
                                      : std::nullopt});
      else if (Array ? Known->getValue().uge(Array->getNumElements())
                     : !T && !Known->isZero())
        return std::nullopt;
      T = T ? GetElementPtrInst::getTypeAtIndex(T, U.get())
            : Step->getSourceElementType();
    }
    Pointer = Step->getPointerOperand();
  }
  return Pointer == &Object ? std::optional(All) : std::nullopt;
}

/// How many elements of \p Bytes bytes the array \p Object has, if it is one.
static std::optional<uint64_t> countOf(const llvm::Value &Object,
                                       uint64_t Bytes, const DataLayout &DL) {
  auto *Local = dyn_cast<AllocaInst>(&Object);
  auto *Array =
      dyn_cast<ArrayType>(Local ? Local->getAllocatedType()
                                : cast<GlobalVariable>(Object).getValueType());
  if (!Array || (Local && Local->isArrayAllocation()) ||
      DL.getTypeAllocSize(Array->getElementType()) != Bytes)
    return std::nullopt;
  return Array->getNumElements();
}

/// An access to the program's own \p Object, which is an array, or has arrays.
EntryNeeds::Needs EntryNeeds::ofIndices(const llvm::Value *Pointer,
                                        const llvm::Value &Object,
                                        uint64_t Bytes) {
  auto Indices = indicesOf(Pointer, Object);
  if (!Indices || Indices->empty())
    return std::nullopt;
  // A pointer to the first element, and a number of them.
  auto *Step = cast<GEPOperator>(Pointer);
  const DataLayout &DL = Entry.getDataLayout();
  if (Indices->size() == 1 && !Indices->front().Count &&
      Step->getPointerOperand() == &Object &&
      DL.getTypeAllocSize(Step->getSourceElementType()) == Bytes)
    Indices->front().Count = countOf(Object, Bytes, DL);
  std::vector<Need> All;
  for (const Index &I : *Indices) {
    auto N = I.Count.value_or(0) ? inRange(I.Number, *I.Count) : std::nullopt;
    if (!N)
      return std::nullopt;
    addNeed(All, *N);
  }
  return All;
}

/// "(char *)p + i * 4 + 1"; empty if that is not known in these terms.
static std::string textOfAddress(const EntryTerms &Terms,
                                 const llvm::Value *Pointer) {
  std::string Distance;
  const llvm::Value *Base = Pointer;
  while (auto *Step = dyn_cast<GEPOperator>(Base)) {
    const DataLayout &Layout = cast<Instruction>(Pointer)->getDataLayout();
    MapVector<llvm::Value *, APInt> Indices;
    APInt Fixed(Layout.getIndexTypeSizeInBits(Step->getType()), 0);
    if (!Step->collectOffset(Layout, Fixed.getBitWidth(), Indices, Fixed))
      return "";
    for (const auto &[Index, Scale] : Indices) {
      const std::string Text = Terms.number(Index).Text;
      if (Text.empty())
        return "";
      Distance += " + " +
                  (StringRef(Text).contains(' ') ? "(" + Text + ")" : Text) +
                  (Scale.isOne() ? "" : " * " + toString(Scale, 10, true));
    }
    if (!Fixed.isZero())
      Distance += (Fixed.isNegative() ? " - " : " + ") +
                  toString(Fixed.abs(), 10, false);
    Base = Step->getPointerOperand();
  }
  const std::string From = Terms.pointer(Base);
  return From.empty() || Distance.empty() ? From : "(char *)" + From + Distance;
}

EntryNeeds::Needs EntryNeeds::ofAccess(const llvm::Value *Pointer,
                                       const llvm::Value *Size) {
  auto *Bytes = dyn_cast<ConstantInt>(Size);
  const llvm::Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  if (isa<AllocaInst, GlobalVariable>(Object)) {
    auto Known = Memory.points().objectOf(Object);
    const bool HasSize = Known && Memory.points().objects()[*Known].Size;
    return Bytes && HasSize ? ofIndices(Pointer, *Object, Bytes->getZExtValue())
                            : std::nullopt;
  }
  if (Bytes) {
    std::string Target = Terms.target(Pointer, Bytes->getZExtValue());
    return Target.empty()
               ? std::nullopt
               : std::optional(std::vector{
                     Need{.What = Need::Kind::Valid, .Expressions = {Target}}});
  }
  const EntryTerms::Number Count = Terms.number(Size);
  std::string From = Terms.pointer(Pointer);
  if (From.empty() && isa<LoadInst>(Object))
    From = textOfAddress(Terms, Pointer);
  if (Count.Text.empty() || From.empty())
    return std::nullopt;
  std::vector All{
      Need{.What = Need::Kind::Extent, .Expressions = {From, Count.Text}}};
  if (Count.MayBeNegative)
    All.push_back({.What = Need::Kind::InRange, .Expressions = {Count.Text}});
  return All;
}

/// Of an address that is to be a multiple of \p By.
EntryNeeds::Needs EntryNeeds::ofAddress(const llvm::Value *Pointer,
                                        uint64_t By) {
  const std::string Text = textOfAddress(Terms, Pointer);
  return Text.empty()
             ? std::nullopt
             : std::optional(std::vector{Need{.What = Need::Kind::Aligned,
                                              .Bytes = By,
                                              .Expressions = {Text}}});
}

/// The number that a sanitizer compares with a constant before \p Trap, and the
/// least one that is too large; nothing if it does something else.
static std::optional<std::pair<const llvm::Value *, uint64_t>>
boundedAt(const CallBase &Trap) {
  const BasicBlock *Check = Trap.getParent()->getSinglePredecessor();
  auto *Branch = Check ? dyn_cast<BranchInst>(Check->getTerminator()) : nullptr;
  auto *Compare = Branch && Branch->isConditional() &&
                          Branch->getSuccessor(1) == Trap.getParent()
                      ? dyn_cast<ICmpInst>(Branch->getCondition())
                      : nullptr;
  auto *Bound =
      Compare ? dyn_cast<ConstantInt>(Compare->getOperand(1)) : nullptr;
  if (!Bound || Bound->isMaxValue(/*IsSigned=*/false))
    return std::nullopt;
  if (Compare->getPredicate() == CmpInst::ICMP_ULE)
    return std::pair(Compare->getOperand(0), Bound->getLimitedValue() + 1);
  if (Compare->getPredicate() == CmpInst::ICMP_ULT)
    return std::pair(Compare->getOperand(0), Bound->getLimitedValue());
  return std::nullopt;
}

/// Whether \p V is one of several numbers, as a link to the next entry is; not
/// if the program counts with it.
static bool isOneOf(const llvm::Value &V) {
  auto *Merged = dyn_cast<PHINode>(&V);
  return Merged && none_of(Merged->incoming_values(), [](const Use &U) {
           const llvm::Value *Inner = U.get();
           while (isa<ZExtInst, SExtInst, TruncInst, FreezeInst>(Inner))
             Inner = cast<Instruction>(Inner)->getOperand(0);
           return isa<BinaryOperator>(Inner);
         });
}

/// Whether \p V is computed from arguments, or from memory that is no local
/// variable.
static bool dependsOnOutside(const llvm::Value &V) {
  static constexpr unsigned MostValues = 32;
  SmallSetVector<const llvm::Value *, 8> Found;
  Found.insert(&V);
  for (unsigned I = 0; I < Found.size() && I < MostValues; ++I) {
    if (isa<Argument>(Found[I]))
      return true;
    if (auto *Load = dyn_cast<LoadInst>(Found[I])) {
      if (!isa<AllocaInst>(getUnderlyingObject(Load->getPointerOperand())))
        return true;
    } else if (isa<CastInst, BinaryOperator, SelectInst>(Found[I]) ||
               isOneOf(*Found[I])) {
      for (const Use &U : cast<User>(Found[I])->operands())
        Found.insert(U.get());
    }
  }
  return false;
}

/// Whether \p Index is counted in a loop up to a number that others give or
/// store, and that the program has no constant as a bound for.
bool EntryNeeds::isCountedByOthers(const llvm::Value &Index) const {
  const llvm::Value *Counter = placeOfNumber(Index).first;
  if (!isa<PHINode>(Counter))
    return false;
  SmallVector<const llvm::Value *> Same{Counter};
  for (const User *By : Counter->users())
    if (isa<ZExtInst, SExtInst, FreezeInst>(By))
      Same.push_back(By);
  for (const llvm::Value *V : Same)
    for (const User *By : V->users()) {
      auto *Compare = dyn_cast<ICmpInst>(By);
      if (!Compare || Compare->isEquality() ||
          Compare->hasMetadata(LLVMContext::MD_nosanitize))
        continue;
      const llvm::Value &Other =
          *Compare->getOperand(Compare->getOperand(0) == V);
      if (dependsOnOutside(Other) && !isCompared(Other) && !isCut(Other))
        return true;
    }
  return false;
}

/// Of a shift by a number that is too large, or of an index that is. Of one
/// that the program has no bound for, and that is not known in terms of what it
/// was given, it is only told where it is.
EntryNeeds::Needs EntryNeeds::ofBound(const CallBase &Trap) {
  const auto Bounded = boundedAt(Trap);
  if (!Bounded)
    return std::nullopt;
  if (auto N = inRange(Bounded->first, Bounded->second))
    return {{*N}};
  if (describeError(Trap).Number != BoundsCheck ||
      any_of(Terms.number(Bounded->first).Sources,
             [&](auto &Source) { return Decided.contains(Source); }) ||
      isCompared(*Bounded->first) || isCut(*Bounded->first) ||
      isCutBeforeSign(*Bounded->first, Bounded->second) ||
      (!dependsOnOutside(*Bounded->first) &&
       !isCountedByOthers(*Bounded->first)))
    return std::nullopt;
  return {
      {Need{.What = Need::Kind::Accesses, .Places = {errorLocation(Trap)}}}};
}

/// Of a write past the end of a member, like ofBound. Callers decide, unless
/// the program has a constant as a bound for something that the length or the
/// place is computed from, or these are its own.
EntryNeeds::Needs EntryNeeds::ofMemberWrite(const CallBase &Trap) {
  static constexpr unsigned MostValues = 64;
  const Needs Theirs = {
      {Need{.What = Need::Kind::Accesses, .Places = {errorLocation(Trap)}}}};
  const BasicBlock *Check = Trap.getParent()->getSinglePredecessor();
  auto *Branch = Check ? dyn_cast<BranchInst>(Check->getTerminator()) : nullptr;
  if (Trap.hasFnAttr(TextOfCallersName) || !Branch || !Branch->isConditional())
    return Theirs;
  if (Trap.hasFnAttr(OwnTextName))
    return std::nullopt;
  if (const auto Bounded = boundedAt(Trap))
    if (auto N = inRange(Bounded->first, Bounded->second))
      return {{*N}};
  bool IsTheirs = false;
  SmallSetVector<const llvm::Value *, 16> Found;
  Found.insert(Branch->getCondition());
  for (unsigned I = 0; I < Found.size(); ++I) {
    const llvm::Value *V = Found[I];
    if (isa<Constant>(V))
      continue;
    if (I == MostValues)
      return Theirs;
    if (isCompared(*V) || isCut(*V))
      return std::nullopt;
    auto *Load = dyn_cast<LoadInst>(V);
    if (Load ? !isa<AllocaInst>(getUnderlyingObject(Load->getPointerOperand()))
             : isa<Argument, PHINode, CallBase>(V))
      IsTheirs = true;
    if (isa<CastInst, BinaryOperator, SelectInst, CmpInst, PHINode,
            IntrinsicInst>(V))
      for (const Use &U : cast<User>(V)->operands())
        if (!isa<Function>(U))
          Found.insert(U.get());
  }
  return IsTheirs ? Theirs : std::nullopt;
}

/// What is added or subtracted before \p Trap, with an overflow; null if that
/// is not seen.
static const WithOverflowInst *overflowAt(const CallBase &Trap) {
  const BasicBlock *Check = Trap.getParent()->getSinglePredecessor();
  auto *Branch = Check ? dyn_cast<BranchInst>(Check->getTerminator()) : nullptr;
  if (!Branch || !Branch->isConditional())
    return nullptr;
  const llvm::Value *Condition = Branch->getCondition();
  match(Condition, PatternMatch::m_Not(PatternMatch::m_Value(Condition)));
  auto *Overflows = dyn_cast<ExtractValueInst>(Condition);
  return Overflows
             ? dyn_cast<WithOverflowInst>(Overflows->getAggregateOperand())
             : nullptr;
}

/// Of a counter with a sign in memory of callers, as `list->count++` has it:
/// only who stores it knows whether it may be as large as that. It is for the
/// program to see to if it has a constant as a bound for it.
EntryNeeds::Needs EntryNeeds::ofCounter(const CallBase &Trap) {
  static constexpr uint64_t MostStep = 4096;
  const WithOverflowInst *Sum = overflowAt(Trap);
  auto *Step = Sum ? dyn_cast<ConstantInt>(Sum->getRHS()) : nullptr;
  if (!Step || !Sum->isSigned() || Step->getValue().abs().ugt(MostStep) ||
      (Sum->getBinaryOp() != Instruction::Add &&
       Sum->getBinaryOp() != Instruction::Sub))
    return std::nullopt;
  const llvm::Value *Number = Sum->getLHS();
  auto *Load = dyn_cast<LoadInst>(Number);
  if (!Load || isCompared(*Number) ||
      isa<AllocaInst, GlobalVariable>(
          getUnderlyingObject(Load->getPointerOperand(), /*MaxLookup=*/0)))
    return std::nullopt;
  const std::string Text = Terms.number(Number).Text;
  if (Text.empty())
    return {
        {Need{.What = Need::Kind::Modelled, .Places = {errorLocation(Trap)}}}};
  const unsigned Bits = Step->getBitWidth();
  const bool IsUp =
      (Sum->getBinaryOp() == Instruction::Add) != Step->getValue().isNegative();
  const APInt Far = Step->getValue().abs();
  const APInt Bound = IsUp ? APInt::getSignedMaxValue(Bits) - Far
                           : APInt::getSignedMinValue(Bits) + Far;
  return {{Need{.What = Need::Kind::Conditions,
                .Expressions = {Text + (IsUp ? " <= " : " >= ") +
                                toString(Bound, 10, /*Signed=*/true)}}}};
}

/// That \p Compare is true, or false if not \p Holds, of a number in memory
/// that the program does not test besides.
std::optional<Need> EntryNeeds::asserted(const ICmpInst &Compare, bool Holds) {
  auto *Bound = dyn_cast<ConstantInt>(Compare.getOperand(1));
  const auto How =
      Holds ? Compare.getPredicate() : Compare.getInversePredicate();
  if (!Bound || Compare.isEquality())
    return std::nullopt;
  const EntryTerms::Number Known = Terms.number(Compare.getOperand(0));
  if (Known.Text.empty() || Known.Sources.empty() ||
      any_of(Known.Sources, [&](auto &Source) {
        return Tested.contains(Source) ||
               any_of(Entry.args(),
                      [&](const Argument &A) { return A.getName() == Source; });
      }))
    return std::nullopt;
  if (How == CmpInst::ICMP_ULT)
    return Need{.What = Need::Kind::InRange,
                .Bytes = Bound->getLimitedValue(),
                .Expressions = {Known.Text}};
  if (!CmpInst::isSigned(How))
    return std::nullopt;
  const char *Sign = How == CmpInst::ICMP_SLT   ? " < "
                     : How == CmpInst::ICMP_SLE ? " <= "
                     : How == CmpInst::ICMP_SGT ? " > "
                                                : " >= ";
  return Need{.What = Need::Kind::Conditions,
              .Expressions = {Known.Text + Sign +
                              toString(Bound->getValue(), 10, true)}};
}

/// Of assert(): all that leads there is a number in memory that is out of
/// bounds which nothing else in the program has for it.
EntryNeeds::Needs EntryNeeds::ofAssertion(const CallBase &Failing) {
  std::vector<Need> All;
  const BasicBlock *B = Failing.getParent();
  for (const BasicBlock *From : predecessors(B)) {
    auto *Branch = dyn_cast<BranchInst>(From->getTerminator());
    auto *Compare = Branch && Branch->isConditional()
                        ? dyn_cast<ICmpInst>(Branch->getCondition())
                        : nullptr;
    auto N = Compare ? asserted(*Compare, Branch->getSuccessor(0) != B)
                     : std::nullopt;
    if (!N)
      return std::nullopt;
    addNeed(All, *N);
  }
  return All.empty() ? std::nullopt : std::optional(All);
}

/// The memory that is accessed.
static std::pair<const llvm::Value *, const llvm::Value *>
accessedAt(const Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    if (classify(*Call) == CalleeKind::MemoryCheck) {
      const MemoryCheck Check = describeCheck(*Call);
      if (Check.What == MemoryCheck::Kind::Read ||
          Check.What == MemoryCheck::Kind::Write || Check.isOfContent())
        return {Check.Pointer, Check.Size};
    }
    return {};
  }
  auto *Store = dyn_cast<StoreInst>(&I);
  if (!Store)
    return {};
  Type *T = Store->getValueOperand()->getType();
  return {Store->getPointerOperand(),
          ConstantInt::get(Type::getInt64Ty(I.getContext()),
                           I.getDataLayout().getTypeStoreSize(T))};
}

EntryNeeds::Needs EntryNeeds::against(const Failure &What,
                                      const Instruction &I) {
  // Not where it is called with other arguments, nor where it says itself what
  // it needs.
  if (IsCalled || Entry.hasFnAttribute(HasRequiresName))
    return std::nullopt;
  auto *Call = dyn_cast<CallBase>(&I);
  if (Call && classify(*Call) == CalleeKind::Error) {
    const ErrorDescription Error = describeError(*Call);
    if (Error.Kind == ErrorKind::Assertion)
      return ofAssertion(*Call);
    if (Call->hasFnAttr(PastMemberName))
      return ofMemberWrite(*Call);
    if (Error.Kind != ErrorKind::Sanitizer)
      return std::nullopt;
    return Error.Number == ShiftCheck || Error.Number == BoundsCheck
               ? ofBound(*Call)
               : ofCounter(*Call);
  }
  if (What.What == Failure::Kind::Misaligned && Call)
    return ofAddress(describeCheck(*Call).Pointer, What.Number);
  if (What.What != Failure::Kind::OutsideAccess &&
      What.What != Failure::Kind::OutsideOfMember)
    return std::nullopt;
  auto [Pointer, Size] = accessedAt(I);
  if (!Pointer || !Size)
    return std::nullopt;
  if (auto Known = ofAccess(Pointer, Size))
    return Known;
  // Callers decide, though that is not known in their terms.
  const SourceLocation Where = nearestLocation(I);
  const bool IsTheirs = isa<LoadInst>(getUnderlyingObject(Pointer, 0)) &&
                        isGiven(*Pointer) && isGiven(*Size);
  return IsTheirs && Where.isValid()
             ? Needs({{Need{.What = Need::Kind::Accesses, .Places = {Where}}}})
             : std::nullopt;
}

/// Where the number of \p Load is in what leads there, and how long it is.
static std::pair<int64_t, Type *> placeIn(const LoadInst &Load) {
  APInt Offset(64, 0);
  Load.getPointerOperand()->stripAndAccumulateConstantOffsets(
      Load.getDataLayout(), Offset, /*AllowNonInbounds=*/true);
  return {Offset.getSExtValue(), Load.getType()};
}

/// Whether a number in a place like that of \p Number has a constant as a bound
/// somewhere.
static bool hasBoundSomewhere(const LoadInst &Number, const PointsTo &Points) {
  return any_of(Points.functions(), [&](const Function *F) {
    return any_of(instructions(*F), [&](const Instruction &I) {
      auto *Compare = dyn_cast<ICmpInst>(&I);
      if (!Compare || I.hasMetadata(LLVMContext::MD_nosanitize) ||
          !isBound(*Compare) || !isa<ConstantInt>(Compare->getOperand(1)))
        return isa<SwitchInst>(I) &&
               I.getOperand(0)->getType() == Number.getType();
      const llvm::Value *Inner = Compare->getOperand(0);
      while (isa<ZExtInst, SExtInst, FreezeInst>(Inner))
        Inner = cast<Instruction>(Inner)->getOperand(0);
      auto *Load = dyn_cast<LoadInst>(Inner);
      return Load ? placeIn(*Load) == placeIn(Number)
                  : isa<PHINode>(Inner) && Inner->getType() == Number.getType();
    });
  });
}

/// Whether callers have made all that \p Load may read.
static bool readsFromOutside(const LoadInst &Load, const PointsTo &Points) {
  const auto To = Points.pointee(Load.getPointerOperand());
  return To && Points.node(To->Node).IsOutside &&
         all_of(Points.node(To->Node).Objects, [&](const auto &Object) {
           return Points.objects()[Object.first].IsOutside;
         });
}

std::optional<std::vector<Need>>
sooth::needsOfFoundIndex(const CallBase &Trap, const PointsTo &Points) {
  static constexpr unsigned MostValues = 32;
  const auto Bounded = boundedAt(Trap);
  if (!Bounded || describeError(Trap).Number != BoundsCheck ||
      isCut(*Bounded->first) ||
      isCutBeforeSign(*Bounded->first, Bounded->second))
    return std::nullopt;
  bool IsFound = false;
  SmallSetVector<const llvm::Value *, 8> From;
  From.insert(Bounded->first);
  for (unsigned I = 0; I < From.size(); ++I) {
    if (isa<ConstantInt>(From[I]))
      continue;
    auto *Load = dyn_cast<LoadInst>(From[I]);
    if (I == MostValues ||
        (Load ? !readsFromOutside(*Load, Points) ||
                    hasBoundSomewhere(*Load, Points)
              : !isa<CastInst, FreezeInst, SelectInst, PHINode>(From[I])))
      return std::nullopt;
    IsFound |= Load != nullptr;
    if (!Load)
      for (const Use &U : cast<User>(From[I])->operands())
        if (!U->getType()->isIntegerTy(1))
          From.insert(U.get());
  }
  if (!IsFound)
    return std::nullopt;
  return {
      {Need{.What = Need::Kind::Accesses, .Places = {errorLocation(Trap)}}}};
}
