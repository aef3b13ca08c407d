//===- HeldAddresses.cpp - What variables hold between calls --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeldAddresses.h"

#include "DeclaredCells.h"
#include "PlacesInObject.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/CLibrary/LibraryModels.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/raw_ostream.h"

#include <numeric>
#include <set>
#include <utility>

using namespace sooth;
using namespace llvm;

/// Where callers may begin: they know its name or its address.
static bool mayBeCalledFromOutside(const Function &F) {
  return !F.hasLocalLinkage() || F.hasAddressTaken();
}

/// Also structures that are passed as numbers.
static bool mayHoldAddress(const Type &T, const DataLayout &Layout) {
  return T.isPtrOrPtrVectorTy() || T.isAggregateType() ||
         (T.isIntegerTy() &&
          T.getIntegerBitWidth() >= Layout.getPointerSizeInBits());
}

static bool isLiteral(const llvm::Value &Site) {
  auto *G = dyn_cast<GlobalVariable>(&Site);
  return G && G->isConstant() && G->hasLocalLinkage() &&
         G->hasGlobalUnnamedAddr();
}

class HeldAddresses::Analysis {
public:
  explicit Analysis(const Module &M);
  HeldAddresses::Pointer at(const GlobalVariable &G, const Positions &At) const;
  std::vector<const GlobalVariable *> allIn(const GlobalVariable &G) const;
  bool isKnown(const GlobalVariable &G) const;
  void print(raw_ostream &OS, const GlobalVariable &G) const;

  std::vector<HeldAddresses::StoredOutside> Stored;

private:
  struct Cell {
    Positions At;
    AddressSet Held;
  };
  struct Object {
    const llvm::Value *Site;
    std::vector<Cell> Cells = {};
    bool IsKnownOutside = false;
    unsigned ChangedAt = 0;
  };
  /// What is stored in memory of others, by how it is declared there.
  using Contents = MapVector<DeclaredPointer, AddressSet,
                             std::map<DeclaredPointer, unsigned>>;

  unsigned objectOf(const llvm::Value &Site);
  void initialize(const GlobalVariable &G);
  void initialize(unsigned O, uint64_t Offset, const Constant &C);
  AddressSet of(const llvm::Value &V);
  AddressSet ofConstant(const Constant &C);
  AddressSet ofVariable(const GlobalVariable &G);
  void assign(const llvm::Value &To, const AddressSet &From);
  void storeIn(unsigned O, const Positions &At, const AddressSet &New);
  void store(const llvm::Value &Pointer, const AddressSet &New);
  void storeValue(const llvm::Value &Pointer, const llvm::Value &New);
  void storeNumber(const llvm::Value &Pointer, uint64_t Bytes);
  void storeNumberIn(unsigned O, const Positions &At, uint64_t Bytes);
  void storeOutside(const DeclaredPointer &In, const AddressSet &New);
  void loadFrom(unsigned O, ArrayRef<Positions> Places,
                AddressSet &Result) const;
  AddressSet loadOutside(const DeclaredPointer &In) const;
  AddressSet load(const llvm::Value &Pointer);
  void loadBytes(const llvm::Value &Pointer);
  AddressSet step(const GEPOperator &Gep);
  /// Notes a change of what has changed last at \p At.
  void note(unsigned &At) {
    Changed = true;
    At = ++Clock;
  }
  bool hasChangedSince(const llvm::Value &V, unsigned Then) const;
  bool isDue(const Instruction &I);
  void visit(const Instruction &I);
  void visitCall(const CallBase &Call);
  void visitDefined(const CallBase &Call, const Function &Callee);
  void visitModel(const CallBase &Call, const Function &Model);
  void visitUnseen(const CallBase &Call);
  void visitIndirect(const CallBase &Call);
  void visitMemory(const MemIntrinsic &Call);
  void copy(const MemTransferInst &Copy);
  void copyCells(unsigned From, const Positions &Source, unsigned To,
                 const Positions &Target, const llvm::Value &Pointer);
  void copyFirst(unsigned From, const Positions &Source, unsigned To,
                 const Positions &Target, const MemTransferInst &Copy);
  void copyFromOutside(unsigned To, const Positions &At, const llvm::Value &Pointer);
  void mixCells(const AddressSet &Where);
  void handOut(const AddressSet &Addresses);
  void spreadKnown();
  void passArguments(const CallBase &Call, const Function &Callee);
  DeclaredPointer declaredIn(unsigned O, const Positions &At) const;

  const DataLayout &Layout;
  const DeclaredCells Declared;
  const uint64_t Width;
  std::vector<Object> Objects;
  DenseMap<const llvm::Value *, unsigned> ObjectOf;
  DenseMap<const llvm::Value *, AddressSet> Values;
  DenseMap<const Function *, AddressSet> Results;
  Contents InOutside;
  /// What models of library functions may remember.
  AddressSet InLibrary;
  std::vector<const GlobalVariable *> Literals;
  /// Functions whose addresses are taken.
  std::vector<const Function *> Targets;
  bool Changed = false;
  /// Whether stores of what is made of no address count, too: after all that
  /// addresses reach is known.
  bool AreNumbersStored = false;
  /// Grows with each change. When values, and what is in memory of others, have
  /// changed, and when instructions were looked at.
  unsigned Clock = 0;
  DenseMap<const llvm::Value *, unsigned> ValueChangedAt;
  unsigned OutsideChangedAt = 0;
  /// What may be moved in parts that are smaller than an address.
  AddressSet InBytes;
  unsigned BytesChangedAt = 0;
  DenseMap<const Instruction *, unsigned> LookedAt;
};

//===----------------------------------------------------------------------===//
// Objects and values
//===----------------------------------------------------------------------===//

unsigned HeldAddresses::Analysis::objectOf(const llvm::Value &Site) {
  auto [Known, IsNew] = ObjectOf.try_emplace(&Site, unsigned(Objects.size()) +
                                                        AddressSet::FirstOwn);
  if (!IsNew)
    return Known->second;
  const unsigned O = Known->second;
  Objects.push_back({&Site});
  if (auto *G = dyn_cast<GlobalVariable>(&Site)) {
    Objects.back().IsKnownOutside = !G->hasLocalLinkage();
    initialize(*G);
  }
  return O;
}

void HeldAddresses::Analysis::initialize(const GlobalVariable &G) {
  if (G.hasInitializer())
    initialize(ObjectOf.lookup(&G), 0, *G.getInitializer());
}

void HeldAddresses::Analysis::initialize(unsigned O, uint64_t Offset,
                                         const Constant &C) {
  Type *T = C.getType();
  if (!T->isAggregateType())
    return storeIn(O, {int64_t(Offset)}, ofConstant(C));
  if (!isa<ConstantAggregate>(C))
    return; // Of no addresses: these are looked at where they are read.
  for (unsigned I = 0; I < C.getNumOperands(); ++I) {
    auto *Part = cast<Constant>(C.getOperand(I));
    initialize(
        O,
        Offset + (T->isStructTy()
                      ? uint64_t(Layout.getStructLayout(cast<StructType>(T))
                                     ->getElementOffset(I))
                      : I * uint64_t(Layout.getTypeAllocSize(Part->getType()))),
        *Part);
  }
}

AddressSet HeldAddresses::Analysis::ofConstant(const Constant &C) {
  AddressSet Result;
  if (isa<ConstantPointerNull>(C)) {
    Result.add(AddressSet::Null);
  } else if (auto *Alias = dyn_cast<GlobalAlias>(&C)) {
    return ofConstant(*Alias->getAliasee());
  } else if (auto *G = dyn_cast<GlobalVariable>(&C)) {
    return ofVariable(*G);
  } else if (isa<GlobalValue>(C)) {
    Result.add(AddressSet::Outside); // Functions are looked at elsewhere.
  } else if (auto *Gep = dyn_cast<GEPOperator>(&C)) {
    return step(*Gep);
  } else if (auto *E = dyn_cast<ConstantExpr>(&C)) {
    for (const Use &U : E->operands())
      Result.add(E->isCast() ? of(*U) : of(*U).scattered());
  } else if (isa<ConstantAggregate>(C)) {
    for (const Use &U : C.operands())
      Result.add(of(*U));
  }
  return Result;
}

/// Of many literals one is as good as another, if it may hold anything.
AddressSet HeldAddresses::Analysis::ofVariable(const GlobalVariable &G) {
  static constexpr unsigned MostLiterals = 64;
  AddressSet Result;
  if (!isLiteral(G) || Literals.size() <= MostLiterals) {
    Result.add(objectOf(G));
  } else {
    Result.add(objectOf(*Literals.front()));
    Result.add(AddressSet::Outside);
  }
  return Result;
}

AddressSet HeldAddresses::Analysis::of(const llvm::Value &V) {
  if (auto *C = dyn_cast<Constant>(&V))
    return ofConstant(*C);
  return Values.lookup(&V);
}

void HeldAddresses::Analysis::assign(const llvm::Value &To, const AddressSet &From) {
  if (!From.empty() && Values[&To].add(From))
    note(ValueChangedAt[&To]);
}

/// Where a getelementptr leads. What is moved by elements stays in their array.
AddressSet HeldAddresses::Analysis::step(const GEPOperator &Gep) {
  const AddressSet From = of(*Gep.getPointerOperand());
  if (From.empty())
    return From;
  const unsigned Bits = Layout.getIndexTypeSizeInBits(Gep.getType());
  MapVector<llvm::Value *, APInt> Variable;
  APInt Constant(Bits, 0);
  if (!Gep.getType()->isPointerTy() ||
      !Gep.collectOffset(Layout, Bits, Variable, Constant))
    return From.scattered();
  int64_t Fixed = Constant.getSExtValue();
  uint64_t Step = 0;
  for (auto &[Index, Scale] : Variable)
    Step = std::gcd(Step, Scale.abs().getZExtValue());
  // A step over elements, unless it leads to another member, or to what is
  // around one.
  static constexpr int64_t LeastDistance = 4;
  auto *First = dyn_cast<ConstantInt>(Gep.idx_begin()->get());
  const uint64_t Size =
      Layout.getTypeAllocSize(Gep.getSourceElementType()).getFixedValue();
  const bool IsFar = Size == 1 && std::abs(Fixed) >= LeastDistance;
  if (!isa<llvm::Constant>(Gep) && First && !First->isZero() && !IsFar) {
    const int64_t Walked = First->getSExtValue() * int64_t(Size);
    Step = std::gcd(Step, uint64_t(std::abs(Walked)));
    Fixed -= Walked;
  }
  AddressSet There = Fixed ? From.moved(Fixed) : From;
  // The address of a member of null is not null, and leads nowhere.
  if (Fixed && !Step && From.contains(AddressSet::Null))
    There.add(AddressSet::Outside);
  return Step ? There.walked(Step) : There;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void HeldAddresses::Analysis::storeIn(unsigned O, const Positions &At,
                                      const AddressSet &New) {
  if (New.empty())
    return;
  Object &Of = Objects[O - AddressSet::FirstOwn];
  auto Known = find_if(Of.Cells, [&](const Cell &C) { return C.At == At; });
  if (Known == Of.Cells.end()) {
    note(Of.ChangedAt);
    Of.Cells.push_back({At, New});
  } else if (Known->Held.add(New)) {
    note(Of.ChangedAt);
  }
}

void HeldAddresses::Analysis::storeOutside(const DeclaredPointer &In,
                                           const AddressSet &New) {
  const bool HasOwn = any_of(New, [](const auto &Known) {
    return Known.first >= AddressSet::FirstOwn;
  });
  if (HasOwn && InOutside[In].add(New)) // The rest is there anyway.
    note(OutsideChangedAt);
}

void HeldAddresses::Analysis::store(const llvm::Value &Pointer,
                                    const AddressSet &New) {
  if (New.empty())
    return;
  for (const auto &[O, Places] : of(Pointer))
    if (O == AddressSet::Outside)
      storeOutside(Declared.pointerAt(Pointer), New);
    else if (O >= AddressSet::FirstOwn)
      for (const Positions &At : Places)
        storeIn(O, At, New);
}

/// A number that is read as a pointer may be null, and any other address.
void HeldAddresses::Analysis::storeNumberIn(unsigned O, const Positions &At,
                                            uint64_t Bytes) {
  static constexpr uint64_t MostWords = 64;
  AddressSet Number;
  Number.add(AddressSet::Outside);
  if (Bytes < Width)
    Number.add(InBytes);
  const llvm::Value &Site = *Objects[O - AddressSet::FirstOwn].Site;
  auto *G = dyn_cast<GlobalVariable>(&Site);
  Type *T = G ? G->getValueType() : cast<AllocaInst>(Site).getAllocatedType();
  auto [Begin, End] = bytesAround(At, *T, Layout);
  Begin -= Begin % Width;
  if ((End - Begin + Bytes) / Width > MostWords)
    return storeIn(O, {int64_t(Begin), Width, true}, Number);
  for (; Begin < End + Bytes - 1; Begin += Width)
    storeIn(O, {int64_t(Begin)}, Number);
}

void HeldAddresses::Analysis::storeNumber(const llvm::Value &Pointer,
                                          uint64_t Bytes) {
  const AddressSet Where = of(Pointer);
  for (const auto &[O, Places] : Where)
    if (O >= AddressSet::FirstOwn)
      for (const Positions &At : Places)
        storeNumberIn(O, At, Bytes);
}

void HeldAddresses::Analysis::storeValue(const llvm::Value &Pointer,
                                         const llvm::Value &New) {
  const AddressSet Addresses = of(New);
  if (AreNumbersStored && Addresses.empty() && New.getType()->isSized())
    return storeNumber(Pointer, Layout.getTypeStoreSize(New.getType()));
  store(Pointer, Addresses);
}

/// What is there at first, but for addresses of the program.
static AddressSet numbersAtFirst(const GlobalVariable &G, const Positions &At) {
  static constexpr uint64_t MostPlaces = 256;
  AddressSet Result;
  if (!G.hasInitializer())
    return Result;
  const DataLayout &Layout = G.getDataLayout();
  Type *Pointer = PointerType::getUnqual(G.getContext());
  auto [Begin, End] = bytesAround(At, *G.getValueType(), Layout);
  const uint64_t Step = At.Step ? At.Step : 1;
  Begin += (uint64_t(At.First) % Step + Step - Begin % Step) % Step;
  if (End > Begin && (End - Begin) / Step > MostPlaces) {
    Result.add(AddressSet::Null);
    Result.add(AddressSet::Outside);
    return Result;
  }
  for (; Begin < End; Begin += Step) {
    const Constant *There = ConstantFoldLoadFromConst(
        const_cast<Constant *>(G.getInitializer()), Pointer, APInt(64, Begin),
        Layout);
    auto *E = dyn_cast_or_null<ConstantExpr>(There);
    if (!There || There->isNullValue())
      Result.add(AddressSet::Null);
    else if (E && E->getOpcode() == Instruction::IntToPtr)
      Result.add(AddressSet::Outside);
  }
  return Result;
}

void HeldAddresses::Analysis::loadFrom(unsigned O, ArrayRef<Positions> Places,
                                       AddressSet &Result) const {
  const Object &Of = Objects[O - AddressSet::FirstOwn];
  for (const Cell &C : Of.Cells)
    if (any_of(Places, [&](const Positions &At) {
          return C.At.mayOverlap(At, Width);
        }))
      Result.add(C.Held);
  auto *G = dyn_cast<GlobalVariable>(Of.Site);
  if (Of.IsKnownOutside && !(G && G->isConstant()))
    Result.add(AddressSet::Outside);
  if (G)
    for (const Positions &At : Places)
      Result.add(numbersAtFirst(*G, At));
}

AddressSet
HeldAddresses::Analysis::loadOutside(const DeclaredPointer &In) const {
  AddressSet Result;
  Result.add(AddressSet::Outside);
  for (const auto &[Other, Held] : InOutside)
    if (mayBeOne(In, Other))
      Result.add(Held);
  return Result;
}

AddressSet HeldAddresses::Analysis::load(const llvm::Value &Pointer) {
  AddressSet Result;
  for (const auto &[O, Places] : of(Pointer))
    if (O == AddressSet::Outside)
      Result.add(loadOutside(Declared.pointerAt(Pointer)));
    else if (O >= AddressSet::FirstOwn)
      loadFrom(O, Places, Result);
  return Result;
}

/// Notes what is in the bytes of which less than an address is read: a store of
/// as little may put any part of it there.
void HeldAddresses::Analysis::loadBytes(const llvm::Value &Pointer) {
  for (const auto &[O, Places] : of(Pointer)) {
    if (O < AddressSet::FirstOwn)
      continue;
    for (const Cell &C : Objects[O - AddressSet::FirstOwn].Cells)
      if (any_of(Places, [&](const Positions &At) {
            return C.At.mayOverlap(At, Width);
          }) &&
          InBytes.add(C.Held))
        note(BytesChangedAt);
  }
}

/// How pointers there are declared, if that is one place.
DeclaredPointer HeldAddresses::Analysis::declaredIn(unsigned O,
                                                    const Positions &At) const {
  const DIType *T = variableType(*Objects[O - AddressSet::FirstOwn].Site);
  return !At.Anywhere && At.First >= 0 ? pointerAt(T, uint64_t(At.First))
                                       : DeclaredPointer();
}

void HeldAddresses::Analysis::copyCells(unsigned From, const Positions &Source,
                                        unsigned To, const Positions &Target,
                                        const llvm::Value &Pointer) {
  // (Copied, as the same object may be written.)
  const std::vector<Cell> Cells = Objects[From - AddressSet::FirstOwn].Cells;
  for (const Cell &C : Cells) {
    if (To == AddressSet::Outside) {
      storeOutside(declaredIn(From, C.At), C.Held);
      continue;
    }
    const uint64_t Step =
        std::gcd(std::gcd(Source.Step, Target.Step), C.At.Step);
    storeIn(To, {Target.First + C.At.First - Source.First, Step, Step != 0},
            C.Held);
  }
}

/// What is in \p From, a variable, at first.
void HeldAddresses::Analysis::copyFirst(unsigned From, const Positions &Source,
                                        unsigned To, const Positions &Target,
                                        const MemTransferInst &Copy) {
  static constexpr uint64_t MostBytes = 512;
  auto *G =
      dyn_cast<GlobalVariable>(Objects[From - AddressSet::FirstOwn].Site);
  if (!G)
    return;
  auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
  if (Source.Step || Target.Step || !Length ||
      Length->getValue().ugt(MostBytes)) {
    const uint64_t Step = std::gcd(std::gcd(Source.Step, Target.Step), Width);
    return storeIn(To, {Target.First, Step, true},
                   numbersAtFirst(*G, {Source.First, Step, true}));
  }
  for (int64_t At = 0; At < Length->getSExtValue(); At += int64_t(Width))
    storeIn(To, {Target.First + At}, numbersAtFirst(*G, {Source.First + At}));
}

/// Any cell may have got what is in memory of others.
void HeldAddresses::Analysis::copyFromOutside(unsigned To, const Positions &At,
                                              const llvm::Value &Pointer) {
  storeIn(To, {At.First, std::gcd(At.Step, Width), true}, loadOutside({}));
}

void HeldAddresses::Analysis::copy(const MemTransferInst &Copy) {
  const llvm::Value &Pointer = *Copy.getRawDest();
  const AddressSet Targets = of(Pointer), Sources = of(*Copy.getRawSource());
  for (const auto &[To, Target] : Targets)
    for (const auto &[From, Source] : Sources) {
      if (To == AddressSet::Null || From == AddressSet::Null ||
          (To == AddressSet::Outside && From == AddressSet::Outside))
        continue;
      const AddressSet::Places Any{Positions()};
      for (const Positions &T : To == AddressSet::Outside ? Any : Target)
        for (const Positions &S : From == AddressSet::Outside ? Any : Source)
          if (From == AddressSet::Outside)
            copyFromOutside(To, T, Pointer);
          else {
            copyCells(From, S, To, T, Pointer);
            if (To != AddressSet::Outside)
              copyFirst(From, S, To, T, Copy);
          }
    }
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// What unseen code may know from now on.
void HeldAddresses::Analysis::handOut(const AddressSet &Addresses) {
  for (const auto &[O, Places] : Addresses)
    if (O >= AddressSet::FirstOwn)
      if (Object &Of = Objects[O - AddressSet::FirstOwn]; !Of.IsKnownOutside) {
        Of.IsKnownOutside = true;
        note(Of.ChangedAt);
      }
}

/// What is found from what is known is known, too.
void HeldAddresses::Analysis::spreadKnown() {
  for (const auto &Held : InOutside)
    handOut(Held.second);
  for (unsigned I = 0; I < Objects.size(); ++I)
    if (Objects[I].IsKnownOutside)
      for (unsigned C = 0; C < Objects[I].Cells.size(); ++C) {
        const Cell Known = Objects[I].Cells[C];
        storeOutside(declaredIn(I + AddressSet::FirstOwn, Known.At),
                     Known.Held);
        handOut(Known.Held);
      }
}

void HeldAddresses::Analysis::passArguments(const CallBase &Call,
                                            const Function &Callee) {
  for (const Argument &A : Callee.args())
    if (A.getArgNo() < Call.arg_size())
      assign(A, of(*Call.getArgOperand(A.getArgNo())));
  // Where a variable argument ends up is not followed.
  for (unsigned I = Callee.arg_size(); I < Call.arg_size(); ++I) {
    storeOutside({}, of(*Call.getArgOperand(I)));
    handOut(of(*Call.getArgOperand(I)));
  }
}

void HeldAddresses::Analysis::visitDefined(const CallBase &Call,
                                           const Function &Callee) {
  if (isLibraryModel(Callee))
    return visitModel(Call, Callee);
  passArguments(Call, Callee);
  assign(Call, Results.lookup(&Callee));
}

/// Whether an argument is declared as the address of a pointer.
static bool isAddressOfPointer(const Function &F, unsigned Number) {
  return Number < F.arg_size() &&
         pointedType(pointedType(declaredType(*F.getArg(Number))));
}

/// Whether memory of any kind, or a structure, may be written there.
static bool mayWritePointers(const Function &F, unsigned Number) {
  const DIType *T = Number < F.arg_size()
                        ? withoutQualifiers(declaredType(*F.getArg(Number)))
                        : nullptr;
  auto *Pointer = dyn_cast_or_null<DIDerivedType>(T);
  if (!Pointer || Pointer->getTag() != dwarf::DW_TAG_pointer_type)
    return false;
  const DIType *Target = Pointer->getBaseType();
  auto *Qualified = dyn_cast_or_null<DIDerivedType>(Target);
  const bool IsConst =
      Qualified && Qualified->getTag() == dwarf::DW_TAG_const_type;
  return !IsConst &&
         (!Target || isa<DICompositeType>(withoutQualifiers(Target)));
}

/// Any of the pointers there may be in the place of any other, or one from
/// elsewhere.
void HeldAddresses::Analysis::mixCells(const AddressSet &Where) {
  for (const auto &[O, Places] : Where) {
    if (O < AddressSet::FirstOwn)
      continue;
    AddressSet All;
    All.add(AddressSet::Outside);
    for (const Cell &C : Objects[O - AddressSet::FirstOwn].Cells)
      All.add(C.Held);
    for (const Positions &At : Places)
      storeIn(O, {At.First, std::gcd(At.Step, Width), true}, All);
  }
}

void HeldAddresses::Analysis::visitModel(const CallBase &Call,
                                         const Function &Model) {
  AddressSet Given;
  for (const llvm::Value *A : Call.args())
    Given.add(of(*A));
  AddressSet Left = Given.scattered();
  Left.add(AddressSet::Outside);
  // (strtok and its kin go on with what they were given before.)
  Changed |= InLibrary.add(Left);
  if (Call.getType()->isPointerTy()) {
    auto GivesNone = [](const llvm::Value *A) {
      return !A->getType()->isPointerTy() || isa<ConstantPointerNull>(A);
    };
    assign(Call, Call.arg_size() && GivesNone(Call.getArgOperand(0)) ? InLibrary
                                                                     : Left);
  }
  for (const Use &A : Call.args()) {
    if (isAddressOfPointer(Model, Call.getArgOperandNo(&A)))
      store(*A, Left);
    else if (mayWritePointers(Model, Call.getArgOperandNo(&A)))
      mixCells(of(*A));
    if (auto *F = dyn_cast<Function>(A->stripPointerCasts()))
      for (const Argument &P : F->args())
        assign(P, Left);
  }
}

void HeldAddresses::Analysis::visitUnseen(const CallBase &Call) {
  AddressSet Back;
  for (const llvm::Value *A : Call.args()) {
    const AddressSet Given = of(*A);
    handOut(Given);
    Back.add(Given.scattered());
  }
  if (!mayHoldAddress(*Call.getType(), Layout))
    return;
  Back.add(AddressSet::Outside);
  assign(Call, Back);
}

void HeldAddresses::Analysis::visitIndirect(const CallBase &Call) {
  visitUnseen(Call);
  for (const Function *F : Targets)
    if (F->arg_size() == Call.arg_size() ||
        (F->isVarArg() && F->arg_size() <= Call.arg_size())) {
      passArguments(Call, *F);
      assign(Call, Results.lookup(F));
    }
}

void HeldAddresses::Analysis::visitMemory(const MemIntrinsic &Call) {
  if (auto *Copy = dyn_cast<MemTransferInst>(&Call))
    return copy(*Copy);
  auto *Set = dyn_cast<MemSetInst>(&Call);
  AddressSet New;
  New.add(Set && PatternMatch::match(Set->getValue(), PatternMatch::m_Zero())
              ? AddressSet::Null
              : AddressSet::Outside);
  for (const auto &[O, Places] : of(*Call.getRawDest()))
    if (O >= AddressSet::FirstOwn)
      for (const Positions &At : Places)
        storeIn(O, {At.First, std::gcd(At.Step, Width), true}, New);
}

void HeldAddresses::Analysis::visitCall(const CallBase &Call) {
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call))
    if (Intrinsic->getIntrinsicID() == Intrinsic::vastart) {
      AddressSet Any;
      Any.add(AddressSet::Outside);
      for (const auto &[O, Places] : of(*Call.getArgOperand(0)))
        if (O >= AddressSet::FirstOwn)
          storeIn(O, {0, Width, true}, Any);
      return;
    }
  switch (classify(Call)) {
  case CalleeKind::Defined:
    return visitDefined(Call, *calledFunction(Call));
  case CalleeKind::Memory:
    if (auto *Memory = dyn_cast<MemIntrinsic>(&Call))
      return visitMemory(*Memory);
    return visitUnseen(Call);
  case CalleeKind::Indirect:
    return visitIndirect(Call);
  case CalleeKind::External:
  case CalleeKind::InlineAsm:
  case CalleeKind::Output:
    return visitUnseen(Call);
  case CalleeKind::Allocation:
  case CalleeKind::Nondet: {
    AddressSet New;
    New.add(AddressSet::Outside);
    if (Call.getType()->isPointerTy())
      assign(Call, New);
    return;
  }
  case CalleeKind::Operation:
    for (const llvm::Value *A : Call.args())
      assign(Call, isTagged(Call) || isa<IntrinsicInst>(Call)
                       ? of(*A)
                       : of(*A).scattered());
    return;
  default:
    return;
  }
}

bool HeldAddresses::Analysis::hasChangedSince(const llvm::Value &V,
                                              unsigned Then) const {
  auto At = ValueChangedAt.find(&V);
  return At != ValueChangedAt.end() && At->second > Then;
}

/// Whether \p I may find something new: it depends on its operands and, if it
/// loads, on what is where they lead; if it stores, on what is moved in bytes.
/// Of calls that is not found out.
bool HeldAddresses::Analysis::isDue(const Instruction &I) {
  auto [Then, IsFirst] = LookedAt.try_emplace(&I, Clock);
  const unsigned Last = std::exchange(Then->second, Clock);
  if (IsFirst || isa<CallBase, AtomicRMWInst, AtomicCmpXchgInst>(I) ||
      any_of(I.operand_values(),
             [&](const llvm::Value *V) { return hasChangedSince(*V, Last); }))
    return true;
  if (isa<StoreInst>(I))
    return AreNumbersStored && BytesChangedAt > Last;
  auto *Load = dyn_cast<LoadInst>(&I);
  return Load && any_of(of(*Load->getPointerOperand()), [&](const auto &At) {
           const unsigned O = At.first;
           return O == AddressSet::Outside ? OutsideChangedAt > Last
                  : O >= AddressSet::FirstOwn &&
                        Objects[O - AddressSet::FirstOwn].ChangedAt > Last;
         });
}

void HeldAddresses::Analysis::visit(const Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return visitCall(*Call);
  if (isa<AllocaInst>(I)) {
    AddressSet Own;
    Own.add(objectOf(I));
    return assign(I, Own);
  }
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return mayHoldAddress(*I.getType(), Layout)
               ? assign(I, load(*Load->getPointerOperand()))
               : loadBytes(*Load->getPointerOperand());
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return storeValue(*Store->getPointerOperand(), *Store->getValueOperand());
  if (auto *Gep = dyn_cast<GEPOperator>(&I))
    return assign(I, step(*Gep));
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I)) {
    for (const llvm::Value *New : drop_begin(I.operand_values()))
      storeValue(*I.getOperand(0), *New);
    return assign(I, load(*I.getOperand(0)));
  }
  if (auto *Return = dyn_cast<ReturnInst>(&I)) {
    const Function &F = *I.getFunction();
    const AddressSet Result =
        Return->getReturnValue() ? of(*Return->getReturnValue()) : AddressSet();
    if (!Result.empty())
      Changed |= Results[&F].add(Result);
    if (mayBeCalledFromOutside(F))
      handOut(Result);
    return;
  }
  if (isa<CmpInst>(I) || I.getType()->isVoidTy())
    return;
  // Arithmetic on the numbers that addresses are.
  const bool Moves = isa<BinaryOperator>(I);
  AddressSet All;
  for (const llvm::Value *Operand : I.operand_values())
    All.add(of(*Operand));
  if (isa<IntToPtrInst>(I) && !isa<Constant>(I.getOperand(0)))
    All.add(AddressSet::Outside);
  assign(I, Moves ? All.scattered() : All);
}

HeldAddresses::Analysis::Analysis(const Module &M)
    : Layout(M.getDataLayout()), Declared(M),
      Width(M.getDataLayout().getPointerSize()) {
  std::vector<const Instruction *> Code;
  AddressSet Given;
  Given.add(AddressSet::Outside);
  for (const GlobalVariable &G : M.globals())
    if (isLiteral(G))
      Literals.push_back(&G);
  for (const GlobalVariable &G : M.globals())
    objectOf(G);
  for (const Function &F : M) {
    if (F.isDeclaration() || isLibraryModel(F))
      continue;
    if (F.hasAddressTaken())
      Targets.push_back(&F);
    if (mayBeCalledFromOutside(F))
      for (const Argument &A : F.args())
        if (mayHoldAddress(*A.getType(), Layout))
          assign(A, Given);
    for (const Instruction &I : instructions(F))
      Code.push_back(&I);
  }
  do {
    Changed = false;
    for (const Instruction *I : Code)
      if (isDue(*I))
        visit(*I);
    spreadKnown();
    if (!Changed && !AreNumbersStored) {
      AreNumbersStored = Changed = true;
      LookedAt.clear();
    }
  } while (Changed);
  for (const auto &[In, Held] : InOutside)
    for (const auto &[O, Places] : Held)
      if (O >= AddressSet::FirstOwn)
        if (auto *G = dyn_cast<GlobalVariable>(
                Objects[O - AddressSet::FirstOwn].Site))
          for (const Positions &At : Places)
            Stored.push_back({{G, At}, In});
}

//===----------------------------------------------------------------------===//
// What was found
//===----------------------------------------------------------------------===//

bool HeldAddresses::Analysis::isKnown(const GlobalVariable &G) const {
  auto O = ObjectOf.find(&G);
  return O == ObjectOf.end() ||
         Objects[O->second - AddressSet::FirstOwn].IsKnownOutside;
}

/// Whether others may be called while \p F runs.
static bool mayCallBack(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      return false;
    const CalleeKind Kind = classify(*Call);
    return Kind == CalleeKind::Defined || Kind == CalleeKind::Indirect ||
           Kind == CalleeKind::External || Kind == CalleeKind::InlineAsm;
  });
}

HeldAddresses::Pointer
HeldAddresses::Analysis::at(const GlobalVariable &G,
                            const Positions &Where) const {
  HeldAddresses::Pointer Result;
  auto Known = ObjectOf.find(&G);
  if (Known == ObjectOf.end() || isKeptByModels(G))
    return Result;
  AddressSet Held;
  loadFrom(Known->second, Where, Held);
  Result.MayBeOutside =
      Held.contains(AddressSet::Outside) || isDefinedElsewhere(G);
  Result.MayBeNull = Result.MayBeOutside || Held.contains(AddressSet::Null);
  for (const auto &[O, Places] : Held) {
    if (O < AddressSet::FirstOwn)
      continue;
    auto *Own =
        dyn_cast<GlobalVariable>(Objects[O - AddressSet::FirstOwn].Site);
    // A local of a function that is running is as good as what is outside.
    if (auto *Local = dyn_cast<AllocaInst>(
            Objects[O - AddressSet::FirstOwn].Site)) {
      const bool MayRun = mayCallBack(*Local->getFunction());
      (MayRun ? Result.MayBeOutside : Result.MayHaveEnded) = true;
    }
    if (Own)
      for (const Positions &At : Places)
        Result.Own.push_back({Own, At});
  }
  return Result;
}

std::vector<const GlobalVariable *>
HeldAddresses::Analysis::allIn(const GlobalVariable &G) const {
  std::set<unsigned> Found;
  auto Known = ObjectOf.find(&G);
  if (Known != ObjectOf.end())
    for (const Cell &C : Objects[Known->second - AddressSet::FirstOwn].Cells)
      for (const auto &[O, Places] : C.Held)
        Found.insert(O);
  std::vector<const GlobalVariable *> Result;
  for (unsigned O : Found)
    if (O >= AddressSet::FirstOwn)
      if (auto *Own =
              dyn_cast<GlobalVariable>(Objects[O - AddressSet::FirstOwn].Site))
        Result.push_back(Own);
  return Result;
}

void HeldAddresses::Analysis::print(raw_ostream &OS,
                                    const GlobalVariable &G) const {
  auto Known = ObjectOf.find(&G);
  if (Known == ObjectOf.end())
    return;
  const Object &Of = Objects[Known->second - AddressSet::FirstOwn];
  OS << (Of.IsKnownOutside ? " known" : "");
  auto Print = [&](const Positions &At) {
    OS << At.First << '+' << At.Step << (At.Anywhere ? "* " : " ");
  };
  for (const Cell &C : Of.Cells) {
    OS << " at ";
    Print(C.At);
    for (const auto &[O, Places] : C.Held) {
      OS << (O == AddressSet::Null ? "null "
             : O == AddressSet::Outside
                 ? "other "
                 : Objects[O - AddressSet::FirstOwn].Site->getName().str());
      for (const Positions &At : Places)
        Print(At);
    }
  }
}

void HeldAddresses::print(raw_ostream &OS, const GlobalVariable &G) const {
  Found->print(OS, G);
}

HeldAddresses::HeldAddresses(const Module &M) : Found(new Analysis(M)) {}
HeldAddresses::~HeldAddresses() = default;

HeldAddresses::Pointer HeldAddresses::at(const GlobalVariable &G,
                                         const Positions &At) const {
  return Found->at(G, At);
}

std::vector<const GlobalVariable *>
HeldAddresses::allIn(const GlobalVariable &G) const {
  return Found->allIn(G);
}

const std::vector<HeldAddresses::StoredOutside> &
HeldAddresses::outside() const {
  return Found->Stored;
}

bool HeldAddresses::isKnownOutside(const GlobalVariable &G) const {
  return Found->isKnown(G);
}
