//===- KeptRanges.cpp - Numbers that a file keeps in bounds ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptRanges.h"

#include "RangesAt.h"
#include "RereadNumbers.h"
#include "UnsetMembers.h"

#include "sooth/Frontend/LLVM/Base/AnalysisManagers.h"
#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/CLibrary/LibraryModels.h"
#include "sooth/Frontend/LLVM/Passes/HardwareMeaning.h"
#include "sooth/Frontend/LLVM/Passes/UninitializedValues.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/LazyValueInfo.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <set>

using namespace sooth;
using namespace llvm;

namespace {
/// A number in a variable: all that accesses it.
struct Number {
  IntegerType *Type = nullptr;
  bool HasSign = false;
  SmallVector<LoadInst *> Loads;
  SmallVector<StoreInst *> Stores;
  /// What it is at first, and what it may be, as far as that is known.
  ConstantRange First = ConstantRange::getFull(1), Range = First;
};

class RangeSearch {
public:
  explicit RangeSearch(Module &M);
  void run();

  using Place = std::pair<std::string, uint64_t>;
  MapVector<Place, Number, std::map<Place, unsigned>> Numbers;
  static Place placeOf(const NumberMember &Which) {
    return {("%" + Which.Of->getName()).str(), Which.Offset};
  }
  const StructureUses Uses;

private:
  void add(GlobalVariable &G);
  void addAll();
  void noteAccesses();
  void addAccesses();
  void addMembers();
  std::set<NumberMember> unsetMembers();
  std::map<const MemSetInst *, WeakVH> settings() const;
  void findPassing(const std::map<const MemSetInst *, WeakVH> &Settings);
  void hold();
  std::vector<Function *> writing() const;
  void prepare(Function &F);
  void readOnce();
  void addThresholds(Function &F);
  void tellLoads();
  bool areKept();
  bool narrow();
  ConstantRange written(const Number &N);
  ConstantRange widened(const ConstantRange &Old, const ConstantRange &New,
                        bool HasSign) const;

  Module &M;
  /// To members, as far as they are left.
  std::vector<std::pair<WeakVH, Place>> Accesses;
  /// What sets members, or copies bytes to them.
  std::vector<std::pair<WeakVH, Place>> Parts;
  /// What sets a structure as a whole, and members that are set again before
  /// anybody reads them.
  std::set<std::pair<const MemSetInst *, NumberMember>> Passing;
  std::set<Function *> Prepared;
  AnalysisManagers Analyses;
  /// Numbers at which bounds stop to grow, sign-extended, and some at which
  /// they stop behind all of these.
  std::set<int64_t> Thresholds, FarThresholds;
};
} // namespace

/// The accesses to parts of \p G, by offset; nothing if something else is done
/// with its address.
static std::optional<std::map<uint64_t, SmallVector<Instruction *>>>
accessesTo(GlobalVariable &G) {
  std::map<uint64_t, SmallVector<Instruction *>> Found;
  SmallVector<std::pair<llvm::Value *, uint64_t>> Worklist{{&G, 0}};
  while (!Worklist.empty()) {
    auto [At, Offset] = Worklist.pop_back_val();
    for (User *By : At->users()) {
      if (auto *Gep = dyn_cast<GEPOperator>(By)) {
        APInt Distance(64, 0);
        if (!Gep->accumulateConstantOffset(G.getDataLayout(), Distance))
          return std::nullopt;
        Worklist.push_back({By, Offset + Distance.getZExtValue()});
      } else if (auto *Load = dyn_cast<LoadInst>(By);
                 Load && Load->isSimple()) {
        Found[Offset].push_back(Load);
      } else if (auto *Store = dyn_cast<StoreInst>(By);
                 Store && Store->isSimple() &&
                 Store->getPointerOperand() == At &&
                 Store->getValueOperand() != At) {
        Found[Offset].push_back(Store);
      } else {
        return std::nullopt;
      }
    }
  }
  return Found;
}

static bool isDeclaredSigned(const GlobalVariable &G, uint64_t Offset) {
  auto *T = dyn_cast_or_null<DIBasicType>(
      withoutQualifiers(scalarAt(variableType(G), Offset)));
  return !T || T->getSignedness() == DIBasicType::Signedness::Signed;
}

/// What is read and written as one and the same number everywhere.
void RangeSearch::add(GlobalVariable &G) {
  if (!G.hasLocalLinkage() || G.isConstant() || !G.hasInitializer() ||
      !G.hasName() || G.isThreadLocal() || isKeptByModels(G))
    return;
  auto Accesses = accessesTo(G);
  if (!Accesses)
    return;
  uint64_t End = 0; // of what is before
  for (auto &[Offset, By] : *Accesses) {
    auto *T = dyn_cast<IntegerType>(getLoadStoreType(By.front()));
    uint64_t Bytes = 0;
    for (Instruction *I : By)
      Bytes = std::max<uint64_t>(
          Bytes, G.getDataLayout().getTypeStoreSize(getLoadStoreType(I)));
    auto Next = std::next(Accesses->find(Offset));
    const bool IsApart = Offset >= End && (Next == Accesses->end() ||
                                           Offset + Bytes <= Next->first);
    End = std::max(End, Offset + Bytes);
    Constant *Initial =
        T ? ConstantFoldLoadFromConst(G.getInitializer(), T, APInt(64, Offset),
                                      G.getDataLayout())
          : nullptr;
    auto *First = dyn_cast_or_null<ConstantInt>(Initial);
    if (!First || !IsApart || T->getBitWidth() > 64 ||
        any_of(By, [&](Instruction *I) {
          return getLoadStoreType(I) != T || isLibraryModel(*I->getFunction());
        }))
      continue;
    Number &N = Numbers[{G.getName().str(), Offset}];
    N.Type = T;
    N.HasSign = isDeclaredSigned(G, Offset);
    N.First = N.Range = ConstantRange(First->getValue());
    for (Instruction *I : By)
      if (auto *Store = dyn_cast<StoreInst>(I))
        N.Stores.push_back(Store);
      else
        N.Loads.push_back(cast<LoadInst>(I));
  }
}

/// The way to a member does not stay as it is written.
void RangeSearch::noteAccesses() {
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      const llvm::Value *Pointer = getLoadStorePointerOperand(&I);
      auto Which = Pointer && !isLibraryModel(F) ? memberNamedBy(*Pointer)
                                                 : std::nullopt;
      if (Which && Uses.members().count(*Which))
        Accesses.emplace_back(&I, placeOf(*Which));
      if (auto *Bytes = dyn_cast<MemIntrinsic>(&I))
        if (auto To = memberNamedBy(*Bytes->getRawDest()))
          Parts.emplace_back(&I, placeOf(*To));
    }
}

void RangeSearch::addAccesses() {
  for (auto &[Access, Of] : Accesses)
    if (auto *Store = dyn_cast_or_null<StoreInst>(Access))
      Numbers[Of].Stores.push_back(Store);
    else if (Access)
      Numbers[Of].Loads.push_back(cast<LoadInst>(Access));
}

/// Those of structures that somebody else may have made, and that the program
/// writes there.
void RangeSearch::addMembers() {
  addAccesses();
  for (auto &[Which, Of] : Uses.members()) {
    auto Known = Numbers.find(placeOf(Which));
    if (Known == Numbers.end())
      continue;
    const auto Kind =
        Of.HasSign ? ConstantRange::Signed : ConstantRange::Unsigned;
    Number &N = Known->second;
    N.Type = Of.Type;
    N.HasSign = Of.HasSign;
    N.First = ConstantRange::getEmpty(Of.Type->getBitWidth());
    for (const APInt &Constant : Of.Constants)
      N.First = N.First.unionWith(ConstantRange(Constant), Kind);
    for (const StructureUses::Member::Setting &Set : Of.Settings)
      if (!Passing.count({Set.By, Which}))
        N.First = N.First.unionWith(ConstantRange(Set.To), Kind);
    N.Range = N.First;
    // (Without a number to begin with it would be anything for a while.)
    for (StoreInst *Store : N.Stores)
      if (auto *C = dyn_cast<ConstantInt>(Store->getValueOperand()))
        N.Range = N.Range.unionWith(ConstantRange(C->getValue()), Kind);
  }
  // (What is only read is what others write.)
  Numbers.remove_if([](auto &N) { return N.second.Stores.empty(); });
}

void RangeSearch::addAll() {
  Numbers.clear();
  for (GlobalVariable &G : M.globals())
    add(G);
  addMembers();
}

/// Members that may be read though nobody wrote them.
std::set<NumberMember> RangeSearch::unsetMembers() {
  auto Prepare = [this](Function &F) { prepare(F); };
  UnsetMembers Search(Uses, Prepare);
  for (const StructureUses::Allocation &Made : Uses.allocations()) {
    prepare(*const_cast<Function *>(Made.Call->getFunction()));
    Search.follow(Made);
  }
  for (Function &F : M)
    if (!isLibraryModel(F))
      for (Instruction &I : instructions(F))
        if (auto *Local = dyn_cast<AllocaInst>(&I);
            Local && !Uses.membersIn(Local->getAllocatedType()).empty()) {
          prepare(F);
          Search.follow(*Local);
        }
  return Search.found();
}

std::map<const MemSetInst *, WeakVH> RangeSearch::settings() const {
  std::map<const MemSetInst *, WeakVH> All;
  for (auto &[Which, Of] : Uses.members())
    for (const StructureUses::Member::Setting &Set : Of.Settings)
      All.try_emplace(Set.By, const_cast<MemSetInst *>(Set.By));
  return All;
}

void RangeSearch::findPassing(
    const std::map<const MemSetInst *, WeakVH> &Settings) {
  auto Prepare = [this](Function &F) { prepare(F); };
  UnsetMembers Search(Uses, Prepare);
  for (auto &[Known, Left] : Settings) {
    auto *Set = cast_or_null<MemSetInst>(Left);
    if (!Set)
      continue;
    prepare(*Set->getFunction());
    std::map<StructType *, std::set<NumberMember>> Kept;
    for (auto &[Which, Of] : Uses.members())
      for (const StructureUses::Member::Setting &By : Of.Settings)
        if (By.By == Known && By.As) {
          auto New = Kept.try_emplace(By.As);
          if (New.second)
            New.first->second = Search.leftBy(*Set, *By.As);
          if (!New.first->second.count(Which))
            Passing.emplace(Known, Which);
        }
  }
}

/// Structures stay in memory: what is written there counts.
void RangeSearch::hold() {
  FunctionCallee Holder =
      M.getOrInsertFunction(HeldInMemoryName, Type::getVoidTy(M.getContext()),
                            PointerType::getUnqual(M.getContext()));
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Local = dyn_cast<AllocaInst>(&I);
          Local && !Uses.membersIn(Local->getAllocatedType()).empty())
        CallInst::Create(Holder, {Local}, "", std::next(Local->getIterator()));
}

/// Ends runs at \p Access where an index of an array by which it is reached is
/// out of bounds, as far as types say how long these are: what is written
/// before that counts, and nothing behind it does.
static void endAtIndices(Instruction &Access) {
  const llvm::Value *At = getLoadStorePointerOperand(&Access);
  while (auto *Step = dyn_cast_or_null<GetElementPtrInst>(At)) {
    for (auto It = gep_type_begin(Step), E = gep_type_end(Step); It != E; ++It)
      if (auto *Array = dyn_cast<ArrayType>(It.getIndexedType());
          Array && std::next(It) != E && Array->getNumElements() > 1)
        if (llvm::Value *Index = std::next(It).getOperand();
            !isa<Constant>(Index))
          SplitBlockAndInsertIfThen(
              IRBuilder<>(&Access).CreateICmpUGE(
                  Index,
                  ConstantInt::get(Index->getType(), Array->getNumElements())),
              &Access, /*Unreachable=*/true);
    At = Step->getPointerOperand();
  }
}

/// Lets a comparison of a number that was made wider be one of the number, as
/// LLVM's analysis follows what is compared itself.
static void compareNarrow(ICmpInst &Compare) {
  auto *Wide = dyn_cast<CastInst>(Compare.getOperand(0));
  auto *Bound = dyn_cast<ConstantInt>(Compare.getOperand(1));
  if (!Wide || !Bound || !isa<SExtInst, ZExtInst>(Wide))
    return;
  llvm::Value *Number = Wide->getOperand(0);
  const unsigned Bits = Number->getType()->getIntegerBitWidth();
  const APInt &N = Bound->getValue();
  const bool HasSign = isa<SExtInst>(Wide);
  // (Negative numbers are large ones without their sign.)
  if (HasSign
          ? !N.isSignedIntN(Bits) || (Compare.isUnsigned() && N.isNegative())
          : !N.isIntN(Bits))
    return;
  if (!HasSign && Compare.isSigned())
    Compare.setPredicate(Compare.getUnsignedPredicate());
  Compare.setOperand(0, Number);
  Compare.setOperand(1, ConstantInt::get(Number->getType(), N.trunc(Bits)));
}

/// Locals become values, and what is read twice is read once. Nothing of that
/// may use undefined behaviour.
void RangeSearch::prepare(Function &F) {
  if (!Prepared.insert(&F).second)
    return;
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (isa<AssumeInst>(I))
      I.eraseFromParent();
    else
      I.dropPoisonGeneratingFlags();
  SmallVector<Instruction *> Accesses;
  for (Instruction &I : instructions(F))
    if (isa<LoadInst, StoreInst>(I))
      Accesses.push_back(&I);
  for (Instruction *Access : Accesses)
    endAtIndices(*Access);
  PinUninitializedPass().run(F, Analyses.Functions);
  SROAPass(SROAOptions::PreserveCFG).run(F, Analyses.Functions);
  FreezeUndefPass().run(F, Analyses.Functions);
  Analyses.Functions.invalidate(F, PreservedAnalyses::none());
  for (Instruction &I : instructions(F))
    if (auto *Compare = dyn_cast<ICmpInst>(&I);
        Compare && Compare->getOperand(0)->getType()->isIntegerTy())
      compareNarrow(*Compare);
  EarlyCSEPass(/*UseMemorySSA=*/true).run(F, Analyses.Functions);
  Analyses.Functions.invalidate(F, PreservedAnalyses::none());
}

std::vector<Function *> RangeSearch::writing() const {
  SetVector<Function *> Writing;
  for (auto &[Where, N] : Numbers)
    for (StoreInst *Store : N.Stores)
      Writing.insert(Store->getFunction());
  return {Writing.begin(), Writing.end()};
}

/// Where functions that are called between leave a number alone, what was
/// tested before is what is written.
void RangeSearch::readOnce() {
  RereadNumbers Reads(M);
  std::map<Place, unsigned> Numbered;
  for (auto &[Where, N] : Numbers) {
    const unsigned Which =
        Numbered.emplace(Where, Numbered.size()).first->second;
    for (const LoadInst *Load : N.Loads)
      Reads.add(Which, *Load);
    for (const StoreInst *Store : N.Stores)
      Reads.add(Which, *Store);
  }
  for (auto &[Bytes, To] : Parts)
    if (Bytes) {
      auto Known = Numbered.find(To);
      Reads.add(Known == Numbered.end() ? std::nullopt
                                        : std::optional(Known->second),
                *cast<MemIntrinsic>(Bytes));
    }
  for (Function *F : writing()) {
    Reads.readOnce(*F);
    Analyses.Functions.invalidate(*F, PreservedAnalyses::none());
  }
}

RangeSearch::RangeSearch(Module &M) : Uses(M), M(M) {
  for (GlobalVariable &G : M.globals())
    add(G);
  if (Numbers.empty() && Uses.members().empty())
    return;
  const std::map<const MemSetInst *, WeakVH> Settings = settings();
  HardwareMeaningPass().run(M, Analyses.Modules);
  hold();
  noteAccesses();
  addAll();
  for (Function *F : writing())
    prepare(*F);
  const std::set<NumberMember> Unset = unsetMembers();
  findPassing(Settings);
  std::set<Place> Known;
  for (auto &[Where, N] : Numbers)
    Known.insert(Where);
  for (const NumberMember &Which : Unset)
    Known.erase(placeOf(Which));
  auto AddWhatIsLeft = [&] {
    addAll();
    Numbers.remove_if([&](auto &N) { return !Known.count(N.first); });
  };
  AddWhatIsLeft();
  readOnce();
  AddWhatIsLeft();
  for (Function *F : writing())
    addThresholds(*F);
}

/// Constants of \p F, and how far a number gets that is compared with one and
/// then counted on.
void RangeSearch::addThresholds(Function &F) {
  static constexpr size_t MostSteps = 16;
  static constexpr uint64_t MostStep = 4096;
  std::set<int64_t> Bounds, Steps;
  for (Instruction &I : instructions(F))
    if (isa<ICmpInst, BinaryOperator>(I))
      for (llvm::Value *Operand : I.operand_values())
        if (auto *C = dyn_cast<ConstantInt>(Operand);
            C && C->getBitWidth() <= 64) {
          Bounds.insert(C->getSExtValue());
          if ((I.getOpcode() == Instruction::Add ||
               I.getOpcode() == Instruction::Sub) &&
              C->getValue().abs().ule(MostStep) && Steps.size() < MostSteps)
            Steps.insert(C->getSExtValue());
        }
  for (int64_t Bound : Bounds)
    for (int64_t Near : {-1, 0, 1}) {
      Thresholds.insert(Bound + Near);
      for (int64_t Step : Steps)
        for (int64_t Far : {Near + Step, Near - Step})
          if (int64_t T; !AddOverflow(Bound, Far, T))
            FarThresholds.insert(T);
    }
}

/// What all loads yield is within the bounds: they are assumed.
void RangeSearch::tellLoads() {
  for (auto &[Where, N] : Numbers)
    for (LoadInst *Load : N.Loads)
      Load->setMetadata(LLVMContext::MD_range, nullptr);
  // (A member of a variable is in two of them.)
  for (auto &[Where, N] : Numbers)
    for (LoadInst *Load : N.Loads) {
      MDNode *Other = Load->getMetadata(LLVMContext::MD_range);
      const ConstantRange Range =
          Other ? getConstantRangeFromMetadata(*Other).intersectWith(N.Range)
                : N.Range;
      if (!Range.isFullSet() && !Range.isEmptySet())
        Load->setMetadata(LLVMContext::MD_range,
                          MDBuilder(M.getContext())
                              .createRange(Range.getLower(), Range.getUpper()));
    }
  for (auto &[Where, N] : Numbers)
    for (StoreInst *Store : N.Stores)
      Analyses.Functions.invalidate(*Store->getFunction(),
                                    PreservedAnalyses::none());
}

/// What the stores to \p N may write. Where that is anything, perhaps as no run
/// comes there yet, it is left out, unless all else is within the bounds.
ConstantRange RangeSearch::written(const Number &N) {
  bool IsAny = false;
  ConstantRange All = ConstantRange::getEmpty(N.Type->getBitWidth());
  const auto Type = N.HasSign ? ConstantRange::Signed : ConstantRange::Unsigned;
  for (StoreInst *Store : N.Stores) {
    Function &F = *Store->getFunction();
    const ConstantRange Here =
        RangesAt(*Store, Analyses.Functions.getResult<LazyValueAnalysis>(F),
                 Analyses.Functions.getResult<DominatorTreeAnalysis>(F))
            .of(*Store->getValueOperand());
    if (Here.isFullSet())
      IsAny = true;
    else
      All = All.unionWith(Here, Type);
  }
  return IsAny && N.Range.contains(All)
             ? ConstantRange::getFull(N.Type->getBitWidth())
             : All;
}

/// \p Old and \p New, with bounds that grow to a threshold.
ConstantRange RangeSearch::widened(const ConstantRange &Old,
                                   const ConstantRange &New,
                                   bool HasSign) const {
  const unsigned Bits = Old.getBitWidth();
  const auto Type = HasSign ? ConstantRange::Signed : ConstantRange::Unsigned;
  if (Old.isEmptySet())
    return New;
  const ConstantRange Both = Old.unionWith(New, Type);
  if (Both.isFullSet() ||
      (HasSign ? Both.isSignWrappedSet() : Both.isWrappedSet()))
    return ConstantRange::getFull(Bits);
  auto Least = [&](const ConstantRange &R) {
    return HasSign ? R.getSignedMin() : R.getUnsignedMin();
  };
  auto Most = [&](const ConstantRange &R) {
    return HasSign ? R.getSignedMax() : R.getUnsignedMax();
  };
  auto IsLess = [&](const APInt &A, const APInt &B) {
    return HasSign ? A.slt(B) : A.ult(B);
  };
  APInt Low = Least(Both), High = Most(Both);
  const bool GrowsDown = IsLess(Low, Least(Old)),
             GrowsUp = IsLess(Most(Old), High);
  APInt Down = HasSign ? APInt::getSignedMinValue(Bits) : APInt::getZero(Bits),
        Up =
            HasSign ? APInt::getSignedMaxValue(Bits) : APInt::getMaxValue(Bits);
  auto StopAt = [&](int64_t T) {
    if (Bits < 64 && (HasSign ? !isIntN(Bits, T) : T < 0 || !isUIntN(Bits, T)))
      return;
    const APInt At(Bits, uint64_t(T), /*isSigned=*/true);
    if (!IsLess(At, High) && IsLess(At, Up))
      Up = At;
    if (!IsLess(Low, At) && IsLess(Down, At))
      Down = At;
  };
  for (int64_t T : Thresholds)
    StopAt(T);
  if ((GrowsUp && (HasSign ? Up.isMaxSignedValue() : Up.isMaxValue())) ||
      (GrowsDown && HasSign && Down.isMinSignedValue()))
    for (int64_t T : FarThresholds)
      StopAt(T);
  if (GrowsDown)
    Low = Down;
  if (GrowsUp)
    High = Up;
  return ConstantRange::getNonEmpty(Low, High + 1);
}

/// Whether all stores keep to the bounds if all loads do.
bool RangeSearch::areKept() {
  tellLoads();
  return all_of(Numbers, [&](auto &N) {
    return N.second.Range.isFullSet() ||
           N.second.Range.contains(written(N.second));
  });
}

/// Leaves of the bounds what the stores need, if that is kept, too.
bool RangeSearch::narrow() {
  SmallVector<ConstantRange> Old, Less;
  bool Shrinks = false;
  tellLoads();
  for (auto &[Where, N] : Numbers) {
    Old.push_back(N.Range);
    Less.push_back(N.Range);
    if (N.Range.isFullSet())
      continue;
    const ConstantRange Needed =
        N.First.unionWith(written(N), N.HasSign ? ConstantRange::Signed
                                                : ConstantRange::Unsigned);
    if (N.Range.contains(Needed) && Needed != N.Range) {
      Less.back() = Needed;
      Shrinks = true;
    }
  }
  auto Take = [&](ArrayRef<ConstantRange> Ranges) {
    for (auto [N, Range] : zip_equal(Numbers, Ranges))
      N.second.Range = Range;
  };
  Take(Less);
  const bool IsBetter = Shrinks && areKept();
  if (!IsBetter)
    Take(Old);
  return IsBetter;
}

void RangeSearch::run() {
  static constexpr unsigned MostRounds = 30, MostNarrowed = 4;
  bool Grows = true;
  for (unsigned Round = 0; Grows; ++Round) {
    Grows = false;
    tellLoads();
    for (auto &[Where, N] : Numbers) {
      if (N.Range.isFullSet())
        continue;
      const ConstantRange New = written(N);
      if (N.Range.contains(New))
        continue;
      Grows = true;
      N.Range = Round < MostRounds
                    ? widened(N.Range, New, N.HasSign)
                    : ConstantRange::getFull(N.Type->getBitWidth());
    }
  }
  for (unsigned Round = 0; Round < MostNarrowed && narrow(); ++Round)
    ;
}

/// "0 <= used < 16".
static std::string conditionOf(const StructureUses::Member &Of,
                               const ConstantRange &Range) {
  auto Text = [&](const APInt &N) { return toString(N, 10, Of.HasSign); };
  const APInt Low = Of.HasSign ? Range.getSignedMin() : Range.getUnsignedMin(),
              High = Of.HasSign ? Range.getSignedMax() : Range.getUnsignedMax();
  const bool HasLow = !Of.HasSign || !Low.isMinSignedValue();
  std::string Condition = HasLow ? Text(Low) + " <= " + Of.Path : Of.Path;
  if (Of.HasSign ? High.isMaxSignedValue() : High.isMaxValue())
    return Condition;
  return Condition + " < " + Text(High + 1);
}

/// Whether \p Range says more of such numbers than their type.
static bool saysMore(const ConstantRange &Range, bool HasSign) {
  return !Range.isFullSet() && !Range.isEmptySet() &&
         !Range.isSingleElement() &&
         !(HasSign ? Range.isSignWrappedSet() : Range.isWrappedSet());
}

KeptRanges::KeptRanges(const Module &M) {
  if (M.getIdentifiedStructTypes().empty() &&
      none_of(M.globals(), [](const GlobalVariable &G) {
        return G.hasLocalLinkage() && !G.isConstant() && !isKeptByModels(G);
      }))
    return;
  std::unique_ptr<Module> Copy = CloneModule(M);
  RangeSearch Search(*Copy);
  Search.run();
  for (auto &[Where, N] : Search.Numbers)
    if (!N.Range.isFullSet() && Where.first.front() != '%')
      Ranges.emplace(Where, N.Range);
  for (auto &[Which, Of] : Search.Uses.members()) {
    auto Known = Search.Numbers.find(RangeSearch::placeOf(Which));
    if (Known != Search.Numbers.end() &&
        saysMore(Known->second.Range, Of.HasSign))
      Members.try_emplace(Which,
                          KeptMember{Known->second.Range, Of.Structure,
                                     conditionOf(Of, Known->second.Range)});
  }
}

const KeptRanges::KeptMember *KeptRanges::find(const llvm::Value &Pointer,
                                               const llvm::Type &Number) const {
  auto Which = Number.isIntegerTy() ? memberNamedBy(Pointer) : std::nullopt;
  auto Known = Which ? Members.find(*Which) : Members.end();
  return Known != Members.end() && Known->second.Range.getBitWidth() ==
                                       Number.getIntegerBitWidth()
             ? &Known->second
             : nullptr;
}

const KeptRanges::KeptMember *KeptRanges::find(const LoadInst &Load) const {
  return Load.isSimple() && !isLibraryModel(*Load.getFunction())
             ? find(*Load.getPointerOperand(), *Load.getType())
             : nullptr;
}

static MDNode *described(LLVMContext &Context, const ConstantRange &Range,
                         StringRef Structure, StringRef Condition) {
  auto Number = [&](const APInt &N) {
    return ConstantAsMetadata::get(ConstantInt::get(Context, N));
  };
  return MDNode::get(Context,
                     {Number(Range.getLower()), Number(Range.getUpper() - 1),
                      MDString::get(Context, Structure),
                      MDString::get(Context, Condition)});
}

void KeptRanges::tellLoads(Module &Copy) const {
  if (Members.empty())
    return;
  for (Function &F : Copy)
    for (Instruction &I : instructions(F))
      if (auto *Load = dyn_cast<LoadInst>(&I))
        if (const KeptMember *Of = find(*Load))
          Load->setMetadata(KeptName, described(Copy.getContext(), Of->Range,
                                                Of->Structure, Of->Condition));
}

void KeptRanges::tellInitial(const llvm::Value &Where,
                             Function &Initial) const {
  if (const KeptMember *Of = find(Where, *Initial.getReturnType()))
    Initial.setMetadata(KeptName, described(Initial.getContext(), Of->Range,
                                            Of->Structure, Of->Condition));
}

void KeptRanges::print(raw_ostream &OS, const Function &F) const {
  std::set<std::string> All;
  for (const Instruction &I : instructions(F))
    if (auto *Load = dyn_cast<LoadInst>(&I))
      if (const KeptMember *Of = find(*Load))
        All.insert(Of->Structure + ": " + Of->Condition);
  for (const std::string &Text : All)
    OS << " in " << Text << '\n';
}

std::optional<ConstantRange> KeptRanges::at(StringRef Name, uint64_t Offset,
                                            unsigned Bits) const {
  auto Known = Ranges.find({Name.str(), Offset});
  return Known != Ranges.end() && Known->second.getBitWidth() == Bits
             ? std::optional(Known->second)
             : std::nullopt;
}

static bool has(const Type *T, const StructType *Part) {
  return T == Part || any_of(T->subtypes(), [&](const Type *Inner) {
           return has(Inner, Part);
         });
}

void KeptRanges::print(raw_ostream &OS, const GlobalVariable &G) const {
  for (auto It = Ranges.lower_bound({G.getName().str(), 0});
       It != Ranges.end() && It->first.first == G.getName(); ++It)
    OS << ' ' << It->first.second << " in " << It->second;
  for (auto &[Which, Of] : Members)
    if (has(G.getValueType(), Which.Of))
      OS << " in " << Of.Structure << ": " << Of.Condition;
}
