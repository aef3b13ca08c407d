//===- ArbitraryGlobals.cpp - Functions called at any time ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArbitraryGlobals.h"

#include "OutsideVariables.h"
#include "PlacesInObject.h"
#include "ReadPointers.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/ElementChoice.h"
#include "sooth/Frontend/LLVM/Base/UnseenVersions.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/CLibrary/LibraryModels.h"
#include "sooth/Frontend/LLVM/Passes/WeakSymbols.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <numeric>

using namespace sooth;
using namespace llvm;

namespace {
/// A global and how many bytes after its beginning; null if it is none.
struct PartOfGlobal {
  const GlobalVariable *Global = nullptr;
  uint64_t Offset = 0;
};

class GlobalScrambler {
public:
  GlobalScrambler(llvm::Function &Entry, Instruction &Before,
                  const ProgramGlobals &Of)
      : M(*Entry.getParent()), Of(Of), Read(M), Build(&Before) {
    // The place of the function, for traces.
    if (DISubprogram *Where = Entry.getSubprogram())
      Build.SetCurrentDebugLocation(
          DILocation::get(M.getContext(), Where->getLine(), 0, Where));
  }
  /// Requires that \p G has the initializer that the program gives it.
  void scramble(GlobalVariable &G) {
    Initials[&G] = G.getInitializer();
    store(G.getValueType(), &G, G.getName().str());
  }
  /// The same of one with too many parts, for some of the pointers in it.
  void scrambleSome(GlobalVariable &G) {
    Initials[&G] = G.getInitializer();
    storeSome(G.getValueType(), &G, {}, G);
  }
  /// Lets runs start where the program begins, too, if something depends on
  /// what it puts into its variables itself. Then these all have their initial
  /// values.
  void addBeginning();
  /// What the code in the module reads.
  const ReadPointers &read() const { return Read; }

private:
  void store(Type *T, llvm::Value *Where, const std::string &Name);
  CallInst *callAnyPointer(const GlobalVariable *Global, const Positions &At,
                           const std::string &Name);
  void storeSome(Type *T, llvm::Value *Where, const Positions &At,
                 GlobalVariable &Global);
  llvm::Value *chooseBelow(uint64_t Count, const Twine &Name);
  llvm::Value *addressOf(const HeldAddresses::Address &Own, const Twine &Name);
  llvm::Value *endedObject();
  void storeParts(Type *Aggregate, uint64_t Count, llvm::Value *Where,
                  const std::string &Name);

  bool keepsAddressAsNumber(Type *T, const PartOfGlobal &Part) const;
  void keepInBounds(llvm::Value *Number, const PartOfGlobal &Part);
  void storeInitial(llvm::Value *New, llvm::Value *Where, const PartOfGlobal &Part);
  Constant *valueAtBeginning(const PartOfGlobal &Part, Type *T) const;
  SmallVector<Function *, 2> functionsStoredAt(const PartOfGlobal &Where);
  const DIType *structure(StringRef Name);

  Module &M;
  const ProgramGlobals &Of;
  const ReadPointers Read;
  IRBuilder<> Build;
  DenseMap<const GlobalVariable *, Constant *> Initials;
  /// The stores that were made, each with what is there at the beginning.
  SmallVector<std::pair<StoreInst *, Constant *>> Stores;
  bool HasOwn = false;
  /// Those of M, once one was asked for.
  std::optional<StringMap<const DICompositeType *>> Structures;
};
} // namespace

/// Null if there is none of that name.
const DIType *GlobalScrambler::structure(StringRef Name) {
  if (Name.empty())
    return nullptr;
  if (!Structures)
    Structures = structuresByName(M);
  return Structures->lookup(Name);
}

static PartOfGlobal partAt(const llvm::Value &Where, const DataLayout &Layout) {
  APInt Offset(Layout.getIndexTypeSizeInBits(Where.getType()), 0);
  auto *Global =
      dyn_cast<GlobalVariable>(Where.stripAndAccumulateConstantOffsets(
          Layout, Offset, /*AllowNonInbounds=*/true));
  return {Global, Offset.getZExtValue()};
}

/// What the pointer at \p Offset in \p G leads to as it is declared; null if
/// unknown.
static const DIType *targetType(const GlobalVariable *G, uint64_t Offset) {
  SmallVector<DIGlobalVariableExpression *, 1> Declared;
  if (G)
    G->getDebugInfo(Declared);
  return Declared.empty()
             ? nullptr
             : pointedType(scalarAt(Declared.front()->getVariable()->getType(),
                                    Offset));
}

/// Whether the elements of a \p T are where those of an array are.
static bool hasWholeBytes(const FixedVectorType &T, const DataLayout &Layout) {
  Type *Element = T.getElementType();
  return Layout.getTypeSizeInBits(Element) ==
         Layout.getTypeAllocSizeInBits(Element);
}

void GlobalScrambler::store(Type *T, llvm::Value *Where, const std::string &Name) {
  // A union's other members may be integers: any bits, not any number, whose
  // bits are not determined if it is a NaN.
  if (auto *Union = dyn_cast<StructType>(T);
      Union && Union->hasName() && Union->getName().starts_with("union.") &&
      Union->getNumElements() == 1 &&
      Union->getElementType(0)->isFloatingPointTy())
    return store(
        IntegerType::get(T->getContext(),
                         Union->getElementType(0)->getPrimitiveSizeInBits()),
        Where, Name);
  if (auto *Struct = dyn_cast<StructType>(T))
    return storeParts(T, Struct->getNumElements(), Where, Name);
  if (auto *Array = dyn_cast<ArrayType>(T))
    return storeParts(T, Array->getNumElements(), Where, Name);
  if (auto *Vector = dyn_cast<FixedVectorType>(T);
      Vector && hasWholeBytes(*Vector, M.getDataLayout()))
    return storeParts(T, Vector->getNumElements(), Where, Name);
  if (!T->isIntegerTy() && !T->isFloatingPointTy() && !T->isPointerTy())
    return;
  const PartOfGlobal Part = partAt(*Where, M.getDataLayout());
  if (Part.Global && isReplacedConstant(*Part.Global) && !T->isPointerTy()) {
    FunctionCallee Unseen = M.getOrInsertFunction(
        (AnyOfAnotherFile + "'" + Name + "'" + OfAnotherFileSuffix).str(),
        FunctionType::get(T, false));
    Build.CreateAlignedStore(Build.CreateCall(Unseen), Where, Align());
    return;
  }
  if (keepsAddressAsNumber(T, Part)) {
    const bool IsPart = Part.Global->getName() != Name;
    FunctionCallee Unknown = M.getOrInsertFunction(
        (AnyOfAnotherFile + (IsPart ? "what a number in '" : "what '") +
         Part.Global->getName() + "' is when the function is called")
            .str(),
        FunctionType::get(T, false));
    HasOwn = true;
    return storeInitial(Build.CreateCall(Unknown), Where, Part);
  }
  if (Part.Global && isKeptByModels(*Part.Global) && !T->isPointerTy()) {
    return storeInitial(callKeptByModels(Build, T), Where, Part);
  }
  CallInst *Initial =
      T->isPointerTy()
          ? callAnyPointer(Part.Global, {int64_t(Part.Offset)}, Name)
          : Build.CreateCall(
                M.getOrInsertFunction((InitialValuePrefix + Name).str(),
                                      FunctionType::get(T, false)));
  llvm::Value *New = Initial;
  if (Part.Global && isKeptByModels(*Part.Global))
    Initial->getCalledFunction()->addFnAttr(OfLibraryName);
  if (T->isIntegerTy()) {
    keepInBounds(New, Part);
    Of.keptRanges().tellInitial(*Where, *Initial->getCalledFunction());
  }
  if (T->isPointerTy()) {
    const DIType *Target = targetType(Part.Global, Part.Offset);
    if (!Target && Part.Global)
      Target = structure(Of.usedAs(*Part.Global, Part.Offset));
    // (Passes drop what they do not know of instructions.)
    if (Target)
      Initial->getCalledFunction()->setMetadata(TargetTypeName,
                                                const_cast<DIType *>(Target));
    // Or one of the functions that the program itself puts there.
    for (Function *F : functionsStoredAt(Part)) {
      FunctionCallee Which = M.getOrInsertFunction(
          (InitialValuePrefix + Name + ".is." + F->getName()).str(),
          FunctionType::get(Build.getInt1Ty(), false));
      New = Build.CreateSelect(Build.CreateCall(Which), F, New);
    }
  }
  storeInitial(New, Where, Part);
}

/// Whether only this program writes what is at \p Part, a \p T, and that may
/// be the address of a variable as a number: it is not anything, but which
/// number it is nobody knows.
bool GlobalScrambler::keepsAddressAsNumber(Type *T,
                                           const PartOfGlobal &Part) const {
  if (!Part.Global || !T->isIntegerTy() || Of.isKnownOutside(*Part.Global))
    return false;
  const DataLayout &Layout = M.getDataLayout();
  const int64_t Width = Layout.getPointerSize(),
                Size = int64_t(uint64_t(Layout.getTypeStoreSize(T))),
                Begin = int64_t(Part.Offset);
  // An address that begins less than its size from where it is looked for is
  // found: so it overlaps a part if it is near its beginning and near its end.
  auto IsAt = [&](int64_t Place) {
    return !Of.heldAt(*Part.Global, {Place}).Own.empty();
  };
  for (int64_t At = Begin; At < Begin + Size; At += Width) {
    const int64_t End = std::min(At + Width, Begin + Size);
    if (IsAt(At) && IsAt(End - Width))
      return true;
  }
  return false;
}

/// As the program keeps \p Number, which is at \p Part, in bounds.
void GlobalScrambler::keepInBounds(llvm::Value *Number, const PartOfGlobal &Part) {
  auto Range = Part.Global ? Of.keptAt(*Part.Global, Part.Offset,
                                       Number->getType()->getIntegerBitWidth())
                           : std::nullopt;
  if (!Range)
    return;
  auto Constant = [&](const APInt &N) {
    return ConstantInt::get(Number->getType(), N);
  };
  llvm::Value *Above = Build.CreateSub(Number, Constant(Range->getLower()));
  Build.CreateCall(M.getOrInsertFunction(ContinueIfName, Build.getVoidTy(),
                                         Build.getInt1Ty()),
                   Build.CreateICmpULT(
                       Above, Constant(Range->getUpper() - Range->getLower())));
}

void GlobalScrambler::storeInitial(llvm::Value *New, llvm::Value *Where,
                                   const PartOfGlobal &Part) {
  // (In a packed structure a member may be anywhere.)
  const Align Known =
      Part.Global
          ? commonAlignment(Part.Global->getPointerAlignment(M.getDataLayout()),
                            Part.Offset)
          : Align();
  Stores.push_back({Build.CreateAlignedStore(New, Where, Known),
                    valueAtBeginning(Part, New->getType())});
}

/// Null if nobody knows it.
Constant *GlobalScrambler::valueAtBeginning(const PartOfGlobal &Part,
                                            Type *T) const {
  if (!Part.Global || isDefinedElsewhere(*Part.Global) ||
      Part.Global->isInterposable())
    return nullptr;
  Constant *Initial = Initials.lookup(Part.Global);
  return Initial ? ConstantFoldLoadFromConst(Initial, T, APInt(64, Part.Offset),
                                             M.getDataLayout())
                 : nullptr;
}

void GlobalScrambler::addBeginning() {
  if (!HasOwn || any_of(Stores, [](auto &S) { return !S.second; }))
    return;
  Build.SetInsertPoint(Stores.front().first);
  llvm::Value *Begins = Build.CreateCall(M.getOrInsertFunction(
      ProgramBeginsName, FunctionType::get(Build.getInt1Ty(), false)));
  for (auto [Store, Initial] : Stores) {
    // (Whether null is possible is a matter of what callers keep.)
    if (isa<ConstantPointerNull>(Initial) || isa<UndefValue>(Initial))
      continue;
    Build.SetInsertPoint(Store);
    Store->setOperand(
        0, Build.CreateSelect(Begins, Initial, Store->getValueOperand()));
  }
}

/// The address of a variable of the program, if it is still there: an input
/// says which of several.
llvm::Value *GlobalScrambler::addressOf(const HeldAddresses::Address &Own,
                                  const Twine &Name) {
  GlobalVariable *G = M.getGlobalVariable(Own.Of->getName(), true);
  if (!G)
    return nullptr;
  return addressIn(Build, *G, Own.At,
                   [&](uint64_t Count) { return chooseBelow(Count, Name); });
}

llvm::Value *GlobalScrambler::chooseBelow(uint64_t Count, const Twine &Name) {
  Type *Number = Build.getInt64Ty();
  llvm::Value *Any = Build.CreateCall(M.getOrInsertFunction(
      (ElementChoicePrefix + Name).str(), FunctionType::get(Number, false)));
  return Build.CreateURem(Any, ConstantInt::get(Number, Count));
}

/// Stores something in some of the pointers of a \p T that is \p At in
/// \p Global, which has too many for each to have a value of its own: so the
/// program shows where they may lead.
void GlobalScrambler::storeSome(Type *T, llvm::Value *Where, const Positions &At,
                                GlobalVariable &Global) {
  const DataLayout &Layout = M.getDataLayout();
  const std::string Name =
      (Global.getName() + "." + Twine(uint64_t(At.First))).str();
  if (T->isPointerTy())
    return void(Build.CreateStore(callAnyPointer(&Global, At, Name), Where));
  if (auto *Array = dyn_cast<ArrayType>(T); Array && Array->getNumElements()) {
    const uint64_t Size = Layout.getTypeAllocSize(Array->getElementType());
    llvm::Value *Index = chooseBelow(Array->getNumElements(), Name);
    return storeSome(
        Array->getElementType(),
        Build.CreateInBoundsGEP(T, Where, {Build.getInt64(0), Index}),
        {At.First, std::gcd(At.Step, Size), true}, Global);
  }
  auto *Struct = dyn_cast<StructType>(T);
  if (!Struct)
    return;
  const StructLayout *Of = Layout.getStructLayout(Struct);
  for (unsigned I = 0; I < Struct->getNumElements(); ++I)
    storeSome(Struct->getElementType(I),
              Build.CreateConstInBoundsGEP2_32(T, Where, 0, I),
              {At.First + int64_t(uint64_t(Of->getElementOffset(I))), At.Step,
               At.Anywhere},
              Global);
}

/// What is not there any more: a variable without a byte.
llvm::Value *GlobalScrambler::endedObject() {
  static constexpr StringLiteral Name = "sooth.ended";
  if (GlobalVariable *Known = M.getGlobalVariable(Name, true))
    return Known;
  Type *None = ArrayType::get(Build.getInt8Ty(), 0);
  return new GlobalVariable(M, None, /*isConstant=*/false,
                            GlobalValue::InternalLinkage,
                            Constant::getNullValue(None), Name);
}

/// Of a part of a large program: pointers that may lead to more places are not
/// followed, nor those that nobody reads as pointers.
static constexpr size_t MostFollowed = 32;
/// Followed by the name of such a pointer.
static constexpr StringLiteral AnyPointerPrefix = "sooth_nondet_pointer.";

/// A call whose arguments are the addresses that the program itself may have
/// put there.
CallInst *GlobalScrambler::callAnyPointer(const GlobalVariable *Global,
                                          const Positions &At,
                                          const std::string &Name) {
  HeldAddresses::Pointer Held;
  const bool MayBeRead =
      !Global || Read.mayRead(*Global, uint64_t(At.First), At.Anywhere);
  if (Global && MayBeRead)
    Held = Of.heldAt(*Global, At);
  // (What is not read as a pointer may be copied as bytes.)
  if (!MayBeRead || (Read.isOfPart() && Held.Own.size() > MostFollowed))
    return Build.CreateCall(M.getOrInsertFunction(
        (AnyPointerPrefix + Name).str(),
        FunctionType::get(Build.getPtrTy(), false)));
  SmallVector<llvm::Value *> Own;
  for (const HeldAddresses::Address &A : Held.Own)
    if (llvm::Value *V = addressOf(A, Name + ".in." + A.Of->getName() + "." +
                                    Twine(Own.size())))
      Own.push_back(V);
  if (Held.MayHaveEnded)
    Own.push_back(endedObject());
  SmallVector<Type *> Types(Own.size(), Build.getPtrTy());
  CallInst *Call = Build.CreateCall(
      M.getOrInsertFunction((InitialValuePrefix + Name).str(),
                            FunctionType::get(Build.getPtrTy(), Types, false)),
      Own);
  if (!Held.MayBeOutside)
    Call->getCalledFunction()->addFnAttr(NeverOutsideName);
  if (!Held.MayBeNull)
    Call->getCalledFunction()->addFnAttr(NeverNullName);
  if (isa_and_nonnull<ConstantPointerNull>(
          valueAtBeginning({Global, uint64_t(At.First)}, Build.getPtrTy())))
    Call->getCalledFunction()->addFnAttr(NullAtFirstName);
  HasOwn |= !Own.empty();
  return Call;
}

/// The functions that the program stores at \p Where, or that are there at
/// first.
SmallVector<Function *, 2>
GlobalScrambler::functionsStoredAt(const PartOfGlobal &Where) {
  if (!Where.Global || !Read.mayRead(*Where.Global, Where.Offset, false))
    return {};
  SmallSetVector<Function *, 2> Found;
  if (Constant *Initial = Initials.lookup(Where.Global))
    if (auto *F = dyn_cast_or_null<Function>(ConstantFoldLoadFromConst(
            Initial, PointerType::getUnqual(M.getContext()),
            APInt(64, Where.Offset), M.getDataLayout())))
      Found.insert(F);
  for (const Function *Stored : Of.storedAt(*Where.Global, Where.Offset))
    if (Function *F = M.getFunction(Stored->getName()))
      Found.insert(F);
  return {Found.begin(), Found.end()};
}

void GlobalScrambler::storeParts(Type *Aggregate, uint64_t Count, llvm::Value *Where,
                                 const std::string &Name) {
  for (uint64_t I = 0; I < Count; ++I)
    store(GetElementPtrInst::getTypeAtIndex(Aggregate, I),
          Build.CreateConstInBoundsGEP2_32(Aggregate, Where, 0, unsigned(I)),
          Name + "." + std::to_string(I));
}

/// Of larger variables values are not told apart.
static constexpr uint64_t MostScalars = 1000;

static uint64_t countScalars(Type *T) {
  uint64_t Count = 0;
  if (auto *Array = dyn_cast<ArrayType>(T)) {
    uint64_t Each = countScalars(Array->getElementType());
    return Array->getNumElements() > MostScalars
               ? MostScalars + 1
               : Each * Array->getNumElements();
  }
  if (auto *Struct = dyn_cast<StructType>(T)) {
    for (Type *Element : Struct->elements())
      Count += countScalars(Element);
    return Count;
  }
  return 1;
}

static bool isMadeOfNumbers(Type *T) {
  if (T->isAggregateType() || T->isVectorTy())
    return all_of(T->subtypes(), isMadeOfNumbers);
  return T->isIntegerTy() || T->isFloatingPointTy();
}

/// Whether nobody can write \p G: only this program knows it, and only reads
/// it.
static bool isNeverWrittenIn(const GlobalVariable &G) {
  if (!G.hasLocalLinkage())
    return false;
  SmallVector<const llvm::Value *> Worklist{&G};
  while (!Worklist.empty())
    for (const User *By : Worklist.pop_back_val()->users()) {
      if (isa<GEPOperator>(By))
        Worklist.push_back(By);
      else if (!isa<LoadInst>(By))
        return false;
    }
  return true;
}

/// Of a pointer in a variable that another file defines.
void ProgramGlobals::noteUse(const LoadInst &Load) {
  const PartOfGlobal Part =
      partAt(*Load.getPointerOperand(), Load.getDataLayout());
  if (!Part.Global || !Part.Global->isDeclaration())
    return;
  std::string &Target = Uses[Part.Global->getName()].Targets[Part.Offset];
  for (const User *By : Load.users()) {
    auto *Gep = dyn_cast<GEPOperator>(By);
    auto *Struct =
        Gep ? dyn_cast<StructType>(Gep->getSourceElementType()) : nullptr;
    if (Struct && Struct->hasName() && Target.empty())
      Target = Struct->getName();
  }
}

StringRef ProgramGlobals::usedAs(const GlobalVariable &G,
                                 uint64_t Offset) const {
  auto Known = Uses.find(G.getName());
  if (Known == Uses.end())
    return "";
  auto At = Known->second.Targets.find(Offset);
  return At == Known->second.Targets.end() ? StringRef() : At->second;
}

ProgramGlobals::ProgramGlobals(const Module &M) : M(M), Held(M), Kept(M) {
  for (auto [Number, Stored] : enumerate(Held.outside())) {
    StoredByName[Stored.What.Of->getName()].push_back(Number);
    StoredByPointer[Stored.In].push_back(Number);
  }
  for (const GlobalVariable &G : M.globals())
    if (G.hasName())
      Uses[G.getName()].IsNeverWritten = isNeverWrittenIn(G);
  for (const Function &In : M)
    for (const Instruction &I : instructions(In)) {
      if (auto *Load = dyn_cast<LoadInst>(&I);
          Load && Load->getType()->isPointerTy())
        noteUse(*Load);
      auto *Store = dyn_cast<StoreInst>(&I);
      auto *F = Store ? dyn_cast<Function>(Store->getValueOperand()) : nullptr;
      if (!F)
        continue;
      const PartOfGlobal Part =
          partAt(*Store->getPointerOperand(), M.getDataLayout());
      if (!Part.Global || !Part.Global->hasName())
        continue;
      Use &Of = Uses[Part.Global->getName()];
      Of.Stored.push_back(F);
      Of.Offsets.push_back(Part.Offset);
    }
}

ArrayRef<unsigned> ProgramGlobals::storedOutside(StringRef Name) const {
  auto Known = StoredByName.find(Name);
  if (Known == StoredByName.end())
    return {};
  return Known->second;
}

bool ProgramGlobals::isNeverWritten(const GlobalVariable &G) const {
  auto Known = Uses.find(G.getName());
  return Known != Uses.end() && Known->second.IsNeverWritten;
}

/// What \p G, of a copy, is in the program; null if it is not there.
const GlobalVariable *ProgramGlobals::ownOf(const GlobalVariable &G) const {
  return G.hasName() ? M.getGlobalVariable(G.getName(), /*AllowInternal=*/true)
                     : nullptr;
}

SmallVector<const GlobalObject *>
ProgramGlobals::storedIn(const GlobalVariable &G) const {
  SmallVector<const GlobalObject *> Found;
  if (auto Known = Uses.find(G.getName()); Known != Uses.end())
    append_range(Found, Known->second.Stored);
  if (const GlobalVariable *Own = ownOf(G); Own && !Own->isConstant())
    append_range(Found, Held.allIn(*Own));
  return Found;
}

HeldAddresses::Pointer ProgramGlobals::heldAt(const GlobalVariable &G,
                                              const Positions &At) const {
  const GlobalVariable *Own = ownOf(G);
  return Own ? Held.at(*Own, At) : HeldAddresses::Pointer();
}

SmallVector<const Function *, 2>
ProgramGlobals::storedAt(const GlobalVariable &G, uint64_t Offset) const {
  SmallVector<const Function *, 2> Found;
  auto Known = Uses.find(G.getName());
  if (Known != Uses.end())
    for (auto [F, At] : zip(Known->second.Stored, Known->second.Offsets))
      if (At == Offset)
        Found.push_back(F);
  return Found;
}

std::optional<ConstantRange> ProgramGlobals::keptAt(const GlobalVariable &G,
                                                    uint64_t Offset,
                                                    unsigned Bits) const {
  return Kept.at(G.getName(), Offset, Bits);
}

bool ProgramGlobals::isKnownOutside(const GlobalVariable &G) const {
  const GlobalVariable *Own = ownOf(G);
  return Own && Held.isKnownOutside(*Own);
}

WaysFromOutside ProgramGlobals::waysFromOutside(const GlobalVariable &G,
                                                const Function &Entry) const {
  WaysFromOutside Ways;
  const GlobalVariable *Own = ownOf(G);
  const Function *Called = M.getFunction(Entry.getName());
  if (!Own || !Called)
    return Ways;
  for (const Argument &A : Called->args())
    if (A.getType()->isPointerTy() && Held.mayBePassed(*Own, A))
      Ways.Arguments.push_back(A.getArgNo());
  Ways.IsFound = Held.mayBeFound(*Own, *Called);
  return Ways;
}

bool ProgramGlobals::isUsedAsSome(const GlobalVariable &G) const {
  auto Known = Uses.find(G.getName());
  return Known != Uses.end() && any_of(Known->second.Targets, [](auto &Target) {
           return !Target.second.empty();
         });
}

void ProgramGlobals::print(raw_ostream &OS, const GlobalVariable &G) const {
  auto Known = Uses.find(G.getName());
  if (Known == Uses.end())
    return;
  const Use &Of = Known->second;
  OS << (Of.IsNeverWritten ? "never written:" : "written:");
  for (auto &[Offset, Structure] : Of.Targets)
    OS << ' ' << Offset << " leads to " << Structure;
  for (auto [F, Offset] : zip(Of.Stored, Of.Offsets))
    OS << ' ' << Offset << " is " << F->getName();
  if (const GlobalVariable *Own = ownOf(G))
    Held.print(OS, *Own);
  Kept.print(OS, G);
  OS << '\n';
}

/// Lets \p G, which another file defines, be like one that this file does, if
/// all of it is known.
static bool define(GlobalVariable &G) {
  if (G.use_empty() || G.isConstant() || G.isThreadLocal() ||
      G.hasExternalWeakLinkage() || G.isExternallyInitialized() ||
      !G.getValueType()->isSized() || G.getName().starts_with("__") ||
      G.getName().starts_with("sooth_libc_") || // of models of the C library
      isStandardStreamName(G.getName()) || isOfUnknownSize(G) ||
      countScalars(G.getValueType()) > MostScalars)
    return false;
  G.setInitializer(Constant::getNullValue(G.getValueType()));
  G.setMetadata(DefinedElsewhereName, MDNode::get(G.getContext(), {}));
  G.setExternallyInitialized(true); // no pass may take it for its own
  return true;
}

void sooth::makeGlobalsArbitrary(Function &Entry, const ProgramGlobals &Of,
                                 ArbitraryVariables Which) {
  Instruction *First = &*Entry.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  GlobalScrambler Scrambler(Entry, *First, Of);
  bool AreAllSmall = true;
  for (GlobalVariable &G : Entry.getParent()->globals()) {
    Type *T = G.getValueType();
    if (G.isConstant() || G.getName().starts_with("llvm.") ||
        G.getName().starts_with("sooth.") || (G.isDeclaration() && !define(G)))
      continue;
    if (Which != ArbitraryVariables::All && !isDefinedElsewhere(G) &&
        !mayBeReplaced(G) &&
        (Which == ArbitraryVariables::OfOtherFiles || G.hasLocalLinkage()))
      continue;
    bool IsSmall = countScalars(T) <= MostScalars;
    if (Of.isNeverWritten(G))
      continue;
    AreAllSmall &= IsSmall;
    if (IsSmall)
      Scrambler.scramble(G);
    else if (!isMadeOfNumbers(T))
      Scrambler.scrambleSome(G);
    // What gets no value of its own has none.
    if (!IsSmall || !isMadeOfNumbers(T))
      G.setInitializer(UndefValue::get(T));
  }
  if (Which != ArbitraryVariables::All)
    return;
  if (AreAllSmall)
    Scrambler.addBeginning();
  noteOutsideVariables(Entry, Of, Scrambler.read());
}
