//===- KeptRanges.cpp - Numbers that a file keeps in bounds ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptRanges.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/CLibrary/LibraryModels.h"
#include "sooth/Frontend/LLVM/Passes/HardwareMeaning.h"
#include "sooth/Frontend/LLVM/Passes/UninitializedValues.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/LazyValueInfo.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
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

private:
  void add(GlobalVariable &G);
  void prepare();
  void tellLoads();
  bool areKept();
  bool narrow();
  ConstantRange written(const Number &N);
  ConstantRange widened(const ConstantRange &Old, const ConstantRange &New,
                        bool HasSign) const;

  Module &M;
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
  /// Numbers at which bounds stop to grow, sign-extended.
  std::set<int64_t> Thresholds;
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

/// Locals become values, and what is read twice is read once. Nothing of that
/// may use undefined behaviour.
void RangeSearch::prepare() {
  SetVector<Function *> Writing;
  for (auto &[Where, N] : Numbers)
    for (StoreInst *Store : N.Stores)
      Writing.insert(Store->getFunction());
  for (Function *F : Writing) {
    for (Instruction &I : make_early_inc_range(instructions(*F)))
      if (isa<AssumeInst>(I))
        I.eraseFromParent();
      else
        I.dropPoisonGeneratingFlags();
    PinUninitializedPass().run(*F, Functions);
    SROAPass(SROAOptions::PreserveCFG).run(*F, Functions);
    FreezeUndefPass().run(*F, Functions);
    Functions.invalidate(*F, PreservedAnalyses::none());
    EarlyCSEPass(/*UseMemorySSA=*/true).run(*F, Functions);
    Functions.invalidate(*F, PreservedAnalyses::none());
  }
}

RangeSearch::RangeSearch(Module &M) : M(M) {
  PassBuilder Builder;
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  for (GlobalVariable &G : M.globals())
    add(G);
  if (Numbers.empty())
    return;
  HardwareMeaningPass().run(M, Modules);
  prepare();
  // What is left of them.
  const auto Known = std::move(Numbers);
  Numbers.clear();
  for (GlobalVariable &G : M.globals())
    if (any_of(Known, [&](auto &N) { return N.first.first == G.getName(); }))
      add(G);
  for (auto &[Where, N] : Numbers)
    for (StoreInst *Store : N.Stores)
      for (Instruction &I : instructions(*Store->getFunction()))
        if (isa<ICmpInst, BinaryOperator>(I))
          for (llvm::Value *Operand : I.operand_values())
            if (auto *C = dyn_cast<ConstantInt>(Operand);
                C && C->getBitWidth() <= 64)
              for (int64_t Near : {-1, 0, 1})
                Thresholds.insert(C->getSExtValue() + Near);
}

/// What all loads yield is within the bounds: they are assumed.
void RangeSearch::tellLoads() {
  for (auto &[Where, N] : Numbers)
    for (LoadInst *Load : N.Loads) {
      const bool IsAny = N.Range.isFullSet();
      Load->setMetadata(
          LLVMContext::MD_range,
          IsAny ? nullptr
                : MDBuilder(M.getContext())
                      .createRange(N.Range.getLower(), N.Range.getUpper()));
    }
  for (auto &[Where, N] : Numbers)
    for (StoreInst *Store : N.Stores)
      Functions.invalidate(*Store->getFunction(), PreservedAnalyses::none());
}

/// What the stores to \p N may write. Where that is anything, perhaps as no run
/// comes there yet, it is left out, unless all else is within the bounds.
ConstantRange RangeSearch::written(const Number &N) {
  bool IsAny = false;
  ConstantRange All = ConstantRange::getEmpty(N.Type->getBitWidth());
  const auto Type = N.HasSign ? ConstantRange::Signed : ConstantRange::Unsigned;
  for (StoreInst *Store : N.Stores) {
    llvm::Value *New = Store->getValueOperand();
    auto *C = dyn_cast<ConstantInt>(New);
    LazyValueInfo &Values =
        Functions.getResult<LazyValueAnalysis>(*Store->getFunction());
    const ConstantRange Here =
        C ? ConstantRange(C->getValue())
          : Values.getConstantRange(New, Store, /*UndefAllowed=*/false);
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
  for (int64_t T : Thresholds) {
    if (Bits < 64 && (HasSign ? !isIntN(Bits, T) : T < 0 || !isUIntN(Bits, T)))
      continue;
    const APInt At(Bits, uint64_t(T), /*isSigned=*/true);
    if (!IsLess(At, High) && IsLess(At, Up))
      Up = At;
    if (!IsLess(Low, At) && IsLess(Down, At))
      Down = At;
  }
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

KeptRanges::KeptRanges(const Module &M) {
  if (none_of(M.globals(), [](const GlobalVariable &G) {
        return G.hasLocalLinkage() && !G.isConstant() && !isKeptByModels(G);
      }))
    return;
  std::unique_ptr<Module> Copy = CloneModule(M);
  RangeSearch Search(*Copy);
  Search.run();
  for (auto &[Where, N] : Search.Numbers)
    if (!N.Range.isFullSet())
      Ranges.emplace(Where, N.Range);
}

std::optional<ConstantRange> KeptRanges::at(StringRef Name, uint64_t Offset,
                                            unsigned Bits) const {
  auto Known = Ranges.find({Name.str(), Offset});
  return Known != Ranges.end() && Known->second.getBitWidth() == Bits
             ? std::optional(Known->second)
             : std::nullopt;
}

void KeptRanges::print(raw_ostream &OS, StringRef Name) const {
  for (auto It = Ranges.lower_bound({Name.str(), 0});
       It != Ranges.end() && It->first.first == Name; ++It)
    OS << ' ' << It->first.second << " in " << It->second;
}
