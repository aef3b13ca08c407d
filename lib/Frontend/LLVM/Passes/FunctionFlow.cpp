//===- FunctionFlow.cpp - Where functions' addresses may get --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionFlow.h"

#include "FieldFacts.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SparseBitVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <deque>

using namespace sooth;
using namespace llvm;

namespace {

class Flow : private FieldFacts {
public:
  Flow(const Module &M, ArrayRef<const Function *> Functions);
  std::map<const Function *, std::set<Field>> run();

private:
  // Memory.
  NodeId unseenFor(const Value &Address, FieldEdge::Kind How);
  bool isPlain(const Value &Object);
  std::optional<NodeId> plainCell(const Value &Address);

  // Types.
  void addFunctionMembers(const StructType &S, const DIType &Declared);
  const StructType *structure(const DIType *T) const;
  SmallVector<const StructType *, 2> structuresIn(const DIType *T) const;
  const DIType *targetOf(const Value &Pointer, unsigned Depth = 0);
  const DIType *targetOfStep(const GEPOperator &Step, unsigned Depth);

  // Instructions.
  NodeId nodeOf(const Value &V);
  void define(const Value &V, NodeId N);
  void step(const GEPOperator &Step, NodeId N);
  void declare(const Value &V, NodeId N);
  void visit(const Instruction &I);
  void visitCall(const CallBase &Call);
  void visitLibrary(const CallBase &Call, const Function &Callee);
  void pass(const CallBase &Call, const Function &Callee);
  bool mayBePart(const Type &T) const;
  bool isByte(const Value &Address, const Type &T) const;
  void read(const Value &Address, const Value &To, Type *T);
  void write(const Value &Address, const Value &From);
  void initialize(NodeId Cell, const Constant &C);

  const Module &M;
  SmallSetVector<const Function *, 16> Followed;
  SmallVector<const Function *> AddressTaken;
  DenseMap<const DIType *, const StructType *> ByType;
  std::vector<Member> FunctionMembers;

  DenseMap<const Value *, NodeId> Values;
  DenseMap<const Value *, std::optional<NodeId>> PlainCells;
  DenseMap<const Function *, NodeId> Results;
  /// Memory that is no structure, by what pointers in it are declared to lead
  /// to.
  std::map<const Metadata *, NodeId> Unseen;
  DenseMap<const Value *, const DIType *> Targets;
};
} // namespace

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Whether \p Object is only read and written as a whole, or as an array: so
/// nothing else gets there.
bool Flow::isPlain(const Value &Object) {
  SmallVector<const Value *> Pending{&Object};
  while (!Pending.empty())
    for (const Use &U : Pending.pop_back_val()->uses()) {
      const User *By = U.getUser();
      if (isa<GEPOperator>(By) && U.getOperandNo() == 0)
        Pending.push_back(By);
      else if (auto *Mark = dyn_cast<IntrinsicInst>(By);
               Mark && (Mark->isLifetimeStartOrEnd() || isa<MemSetInst>(Mark)))
        ;
      else if (!isa<LoadInst>(By) &&
               !(isa<StoreInst>(By) && U.getOperandNo() == 1))
        return false;
    }
  return true;
}

static const Type *objectTypeOf(const Value &Object) {
  if (auto *Local = dyn_cast<AllocaInst>(&Object))
    return Local->getAllocatedType();
  if (auto *Global = dyn_cast<GlobalVariable>(&Object))
    return Global->getValueType();
  return nullptr;
}

/// That of a variable that is no structure, if only its name leads there.
std::optional<NodeId> Flow::plainCell(const Value &Address) {
  const Value *Object = &Address;
  while (auto *Step = dyn_cast<GEPOperator>(Object))
    Object = Step->getPointerOperand();
  const Type *T = objectTypeOf(*Object);
  if (!T || beginsWith(T))
    return std::nullopt;
  auto [At, IsNew] = PlainCells.try_emplace(Object);
  if (!IsNew)
    return At->second;
  if (!isPlain(*Object))
    return std::nullopt;
  const NodeId N = fresh();
  PlainCells[Object] = N;
  return N;
}

/// Memory that is no structure where \p Address may lead. A pointer that is
/// declared to lead to one thing is not found as one to another.
NodeId Flow::unseenFor(const Value &Address, FieldEdge::Kind How) {
  const DIType *Held = pointedType(targetOf(Address));
  const Metadata *Key = structureKey(Held);
  if (auto *Basic = dyn_cast_or_null<DIBasicType>(Held))
    Key = Basic->getRawName();
  if (!Key)
    return How == FieldEdge::Kind::Read ? AllUnseen : UnseenOfAnyType;
  auto [At, IsNew] = Unseen.try_emplace(Key, 0);
  if (IsNew) {
    At->second = fresh();
    connect(UnseenOfAnyType, At->second);
    connect(At->second, AllUnseen);
  }
  return At->second;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

const StructType *Flow::structure(const DIType *T) const {
  auto *Composite = dyn_cast_or_null<DICompositeType>(T);
  if (!Composite)
    return nullptr;
  if (const StructType *Found = ByType.lookup(Composite))
    return Found;
  const bool IsUnion = Composite->getTag() == dwarf::DW_TAG_union_type;
  if (Composite->getName().empty() ||
      (!IsUnion && Composite->getTag() != dwarf::DW_TAG_structure_type))
    return nullptr;
  return canonical(
      ((IsUnion ? "union." : "struct.") + Composite->getName()).str());
}

static const DIType *elementType(const DIType *T) {
  auto *Array = dyn_cast_or_null<DICompositeType>(withoutQualifiers(T));
  return Array && Array->getTag() == dwarf::DW_TAG_array_type &&
                 Array->getElements().size() == 1
             ? withoutQualifiers(Array->getBaseType())
             : nullptr;
}

/// Those that may be at the beginning of \p T, if that is a union.
SmallVector<const StructType *, 2> Flow::structuresIn(const DIType *T) const {
  SmallVector<const StructType *, 2> Found;
  auto *Union = dyn_cast_or_null<DICompositeType>(withoutQualifiers(T));
  if (!Union || Union->getTag() != dwarf::DW_TAG_union_type)
    return Found;
  for (const DINode *Element : Union->getElements()) {
    auto *Member = dyn_cast<DIDerivedType>(Element);
    const DIType *Of =
        Member ? withoutQualifiers(Member->getBaseType()) : nullptr;
    while (const DIType *In = elementType(Of))
      Of = In;
    if (const StructType *S = structure(Of))
      Found.push_back(S);
    else
      append_range(Found, structuresIn(Of));
  }
  return Found;
}

static const DIType *memberType(const DIType *T, uint64_t Offset) {
  auto *Composite = dyn_cast_or_null<DICompositeType>(withoutQualifiers(T));
  if (!Composite || Composite->getTag() != dwarf::DW_TAG_structure_type)
    return nullptr;
  for (const DINode *Element : Composite->getElements())
    if (auto *Member = dyn_cast<DIDerivedType>(Element);
        Member && Member->getTag() == dwarf::DW_TAG_member &&
        Member->getOffsetInBits() == 8 * Offset)
      return withoutQualifiers(Member->getBaseType());
  return nullptr;
}

const DIType *Flow::targetOfStep(const GEPOperator &Step, unsigned Depth) {
  const DIType *T = targetOf(*Step.getPointerOperand(), Depth + 1);
  const Type *Stepped = Step.getSourceElementType();
  // (Clang steps over bytes in structures, too.)
  if (Step.getNumIndices() == 1)
    return Stepped->isIntegerTy(8) && T && T->getSizeInBits() != 8 ? nullptr
                                                                   : T;
  auto It = std::next(gep_type_begin(Step));
  for (auto End = gep_type_end(Step); T && It != End; ++It)
    if (auto *S = It.getStructTypeOrNull())
      T = memberType(T,
                     Layout.getStructLayout(S)->getElementOffset(
                         cast<ConstantInt>(It.getOperand())->getZExtValue()));
    else
      T = elementType(T);
  return T;
}

/// What \p Pointer is declared to lead to; null if that is not known.
const DIType *Flow::targetOf(const Value &Pointer, unsigned Depth) {
  static constexpr unsigned Most = 16;
  if (Depth > Most)
    return nullptr;
  auto [Known, IsNew] = Targets.try_emplace(&Pointer, nullptr);
  if (!IsNew)
    return Known->second;
  const DIType *T = nullptr;
  if (isa<AllocaInst, GlobalVariable>(Pointer))
    T = withoutQualifiers(variableType(Pointer));
  else if (auto *A = dyn_cast<Argument>(&Pointer))
    T = pointedType(declaredType(*A));
  else if (auto *Load = dyn_cast<LoadInst>(&Pointer))
    T = pointedType(targetOf(*Load->getPointerOperand(), Depth + 1));
  else if (auto *Step = dyn_cast<GEPOperator>(&Pointer))
    T = targetOfStep(*Step, Depth);
  else if (auto *Call = dyn_cast<CallBase>(&Pointer))
    if (const Function *Callee = calledFunction(*Call))
      T = pointedType(declaredResult(*Callee));
  return Targets[&Pointer] = T;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static bool leadsToFunctionPointer(const DIType *Target) {
  return isa_and_nonnull<DISubroutineType>(pointedType(Target));
}

/// What callers may pass, and what is in memory that they have made.
void Flow::declare(const Value &V, NodeId N) {
  const DIType *T = targetOf(V);
  if (const StructType *S = structure(T))
    return addUse(N, *S);
  for (const StructType *S : structuresIn(T))
    addUse(N, *S);
  auto *A = dyn_cast<Argument>(&V);
  auto *Load = dyn_cast<LoadInst>(&V);
  const bool IsPassed = A && (!A->getParent()->hasLocalLinkage() ||
                              A->getParent()->hasAddressTaken());
  const bool IsFound = Load && !plainCell(*Load->getPointerOperand());
  if ((IsPassed || IsFound) && leadsToFunctionPointer(T))
    for (const Member &At : FunctionMembers)
      add(N, addressOf(At));
}

void Flow::step(const GEPOperator &Step, NodeId N) {
  const NodeId Base = nodeOf(*Step.getPointerOperand());
  const StructType *Used = beginsWith(Step.getSourceElementType());
  const bool IsUse = Used && !Step.getSourceElementType()->isArrayTy();
  if (IsUse)
    addUse(Base, *Used);
  if (auto At = memberAt(Step); At && canonical(*At->In))
    add(N, addressOf(*At));
  // (What is behind a structure is another one only if it is used as such.)
  if (IsUse && Step.getNumIndices() == 1 && isa<ConstantInt>(*Step.idx_begin()))
    return connect(N, {FieldEdge::Kind::Uses, Base});
  APInt Offset(Layout.getIndexTypeSizeInBits(Step.getType()), 0);
  if (Step.accumulateConstantOffset(Layout, Offset))
    return connect(Base,
                   {IsUse && Step.getNumIndices() > 1 ? FieldEdge::Kind::Entered
                                                      : FieldEdge::Kind::Stepped,
                    N, Offset.getSExtValue(), IsUse ? Used : nullptr});
  auto At = memberAt(Step);
  const bool IsWithin = Step.getNumIndices() > 1 && IsUse;
  if (At && !IsWithin) // an element of an array in a structure
    return connect(Base, {FieldEdge::Kind::Within, N, 0, canonical(*At->In)});
  connect(Base,
          {IsWithin ? FieldEdge::Kind::Within : FieldEdge::Kind::Moved, N, 0, Used});
}

NodeId Flow::nodeOf(const Value &V) {
  if (isa<ConstantData>(V))
    return Nothing;
  auto [At, IsNew] = Values.try_emplace(&V, 0);
  if (!IsNew)
    return At->second;
  const NodeId N = fresh();
  Values[&V] = N;
  define(V, N);
  return N;
}

void Flow::define(const Value &V, NodeId N) {
  if (auto *F = dyn_cast<Function>(&V)) {
    if (Followed.contains(F))
      add(N, {FieldFact::Kind::Function, F});
  } else if (const Type *T = objectTypeOf(V)) {
    if (const StructType *S = beginsWith(T))
      add(N, {FieldFact::Kind::Structure, S});
  } else if (auto *Step = dyn_cast<GEPOperator>(&V)) {
    step(*Step, N);
  } else if (auto *C = dyn_cast<Constant>(&V)) {
    if (!isa<GlobalValue>(C))
      for (const Use &Part : C->operands())
        connect(nodeOf(*Part), N);
  } else if (V.getType()->isPointerTy()) {
    declare(V, N);
  }
}

/// Whether a \p T may be a pointer, several, or a byte of one. By C's rules no
/// other number is read where a pointer was written (C17 6.5p7).
bool Flow::mayBePart(const Type &T) const {
  const uint64_t Bits = Layout.getTypeStoreSizeInBits(const_cast<Type *>(&T));
  return Bits == 8 || Bits >= Layout.getPointerSizeInBits();
}

/// Whether \p Address is that of a member which is a \p T, a byte, and nothing
/// else.
bool Flow::isByte(const Value &Address, const Type &T) const {
  auto At = memberAt(Address);
  return At && canonical(*At->In) && T.isIntegerTy(8) &&
         At->In->getElementType(At->Number) == &T;
}

void Flow::read(const Value &Address, const Value &To, Type *T) {
  if (!mayBePart(*T))
    return;
  const NodeId N = nodeOf(To);
  if (auto Cell = plainCell(Address)) {
    connect(*Cell, N);
    return connect(N, {FieldEdge::Kind::Uses, *Cell});
  }
  const NodeId At = nodeOf(Address);
  if (isByte(Address, *T))
    return connect(cellOf(fieldOf(*memberAt(Address))), N);
  connect(At, {FieldEdge::Kind::Read, N,
               int64_t(Layout.getTypeStoreSize(T).getKnownMinValue())});
  if (auto Where = memberAt(Address); Where && canonical(*Where->In))
    return connect(N, {FieldEdge::Kind::Uses, cellOf(fieldOf(*Where))});
  connect(unseenFor(Address, FieldEdge::Kind::Read), N);
}

void Flow::write(const Value &Address, const Value &From) {
  if (!mayBePart(*From.getType()))
    return;
  const NodeId N = nodeOf(From);
  if (auto Cell = plainCell(Address)) {
    connect(N, *Cell);
    return connect(*Cell, {FieldEdge::Kind::Uses, N});
  }
  const NodeId At = nodeOf(Address);
  if (isByte(Address, *From.getType()))
    return connect(N, cellOf(fieldOf(*memberAt(Address))));
  const int64_t Size =
      Layout.getTypeStoreSize(From.getType()).getKnownMinValue();
  connect(At, {FieldEdge::Kind::Written, N, Size});
  if (auto Where = memberAt(Address); Where && canonical(*Where->In))
    return connect(cellOf(fieldOf(*Where)), {FieldEdge::Kind::Uses, N});
  connect(N, unseenFor(Address, FieldEdge::Kind::Written));
}

void Flow::pass(const CallBase &Call, const Function &Callee) {
  for (auto [I, Passed] : enumerate(Call.args())) {
    const NodeId From = nodeOf(*Passed);
    if (I >= Callee.arg_size()) {
      connect(From, UnseenOfAnyType);
      continue;
    }
    const NodeId To = nodeOf(*Callee.getArg(I));
    connect(From, To);
    connect(To, {FieldEdge::Kind::Uses, From});
  }
  if (!Call.getType()->isVoidTy())
    connect(Results.try_emplace(&Callee, 0).first->second, nodeOf(Call));
}

/// Which argument of \p Name says where to and which one from where bytes are
/// copied.
static std::optional<std::pair<unsigned, unsigned>> copiedBy(StringRef Name) {
  using Sides = std::optional<std::pair<unsigned, unsigned>>;
  return StringSwitch<Sides>(Name)
      .Cases("memcpy", "memmove", "mempcpy", "memccpy", Sides({0, 1}))
      .Cases("__memcpy_chk", "__memmove_chk", "__mempcpy_chk", Sides({0, 1}))
      .Cases("strcpy", "strncpy", "stpcpy", "stpncpy", "strcat", Sides({0, 1}))
      .Cases("strncat", "wmemcpy", "wmemmove", "wcscpy", "wcsncpy",
             Sides({0, 1}))
      .Cases("swab", "bcopy", Sides({1, 0}))
      .Default(std::nullopt);
}

/// What is returned leads to what was given. Functions that are given are
/// called with it.
void Flow::visitLibrary(const CallBase &Call, const Function &Callee) {
  const StringRef Name = Callee.getName();
  const bool IsModelled = isLibraryModel(Callee) || copiedBy(Name);
  if (auto Sides = copiedBy(Name);
      Sides && Call.arg_size() > std::max(Sides->first, Sides->second))
    addTransfer({nodeOf(*Call.getArgOperand(Sides->first)),
                 nodeOf(*Call.getArgOperand(Sides->second)), std::nullopt});
  if ((Name == "qsort" || Name == "qsort_r") && Call.arg_size() >= 4) {
    auto *Size = dyn_cast<ConstantInt>(Call.getArgOperand(2));
    const NodeId Base = nodeOf(*Call.getArgOperand(0));
    addTransfer({Base, Base, std::nullopt, Size ? Size->getZExtValue() : 1});
  }
  SmallVector<const Function *> Given;
  for (const Use &Argument : Call.args()) {
    if (!Argument->getType()->isPointerTy())
      continue;
    if (Call.getType()->isPointerTy() && IsModelled)
      connect(nodeOf(*Argument), nodeOf(Call));
    if (auto *F = dyn_cast<Function>(Argument.get()); F && !F->isDeclaration())
      Given.push_back(F);
  }
  for (const Function *F : Given)
    for (const llvm::Argument &A : F->args())
      for (const Use &Passed : Call.args())
        if (A.getType()->isPointerTy() && Passed->getType()->isPointerTy())
          connect(nodeOf(*Passed), nodeOf(A));
}

void Flow::visitCall(const CallBase &Call) {
  if (auto *Copy = dyn_cast<MemTransferInst>(&Call)) {
    auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
    addTransfer(
        {nodeOf(*Copy->getRawDest()), nodeOf(*Copy->getRawSource()),
         Length ? std::optional(Length->getZExtValue()) : std::nullopt});
    return;
  }
  if (Call.isInlineAsm())
    return;
  const Function *Callee = calledFunction(Call);
  if (Callee && !Callee->isDeclaration() && !isLibraryModel(*Callee))
    return pass(Call, *Callee);
  if (Callee && Callee->isIntrinsic()) {
    // (The addresses of threads' variables, expected values, and the like.)
    if (!Call.getType()->isVoidTy())
      for (const Use &Argument : Call.args())
        if (Argument->getType() == Call.getType())
          connect(nodeOf(*Argument), nodeOf(Call));
    return;
  }
  if (Callee)
    return visitLibrary(Call, *Callee);
  const FunctionType *Called = Call.getFunctionType();
  const bool HasNoPrototype = Called->isVarArg() && !Called->getNumParams();
  for (const Function *F : AddressTaken)
    if (HasNoPrototype || F->getFunctionType() == Called)
      pass(Call, *F);
}

/// Whether \p I makes a number that is no part of an address, whatever it is
/// given.
static bool isOfNumbers(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
    return I.getType()->getScalarSizeInBits() <
           I.getDataLayout().getPointerSizeInBits();
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return false;
  default:
    return I.isBinaryOp();
  }
}

void Flow::visit(const Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return read(*Load->getPointerOperand(), I, I.getType());
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return write(*Store->getPointerOperand(), *Store->getValueOperand());
  if (auto *Change = dyn_cast<AtomicRMWInst>(&I)) {
    read(*Change->getPointerOperand(), I, I.getType());
    return write(*Change->getPointerOperand(), *Change->getValOperand());
  }
  if (auto *Change = dyn_cast<AtomicCmpXchgInst>(&I)) {
    read(*Change->getPointerOperand(), I,
         Change->getNewValOperand()->getType());
    return write(*Change->getPointerOperand(), *Change->getNewValOperand());
  }
  if (auto *Call = dyn_cast<CallBase>(&I))
    return visitCall(*Call);
  if (auto *Return = dyn_cast<ReturnInst>(&I)) {
    if (const Value *Result = Return->getReturnValue())
      connect(nodeOf(*Result),
              Results.try_emplace(I.getFunction(), 0).first->second);
    return;
  }
  if (isa<GetElementPtrInst>(I)) {
    nodeOf(I);
    return;
  }
  if (I.getType()->isVoidTy() || isa<CmpInst, AllocaInst>(I) || isOfNumbers(I))
    return;
  if (isa<VAArgInst>(I))
    return connect(AllUnseen, nodeOf(I));
  const auto How =
      isa<BinaryOperator>(I) ? FieldEdge::Kind::Computed : FieldEdge::Kind::All;
  for (const Use &Operand : I.operands())
    if (!isa<BasicBlock>(Operand.get()) &&
        !(isa<SelectInst>(I) && Operand.getOperandNo() == 0)) {
      connect(nodeOf(*Operand), {How, nodeOf(I)});
      if (isa<PHINode, SelectInst, FreezeInst>(I))
        connect(nodeOf(I), {FieldEdge::Kind::Uses, nodeOf(*Operand)});
    }
}

/// \p C, or what is in it, is in \p Cell at first, unless it is in members.
void Flow::initialize(NodeId Cell, const Constant &C) {
  if (!isa<ConstantAggregate>(C))
    return connect(nodeOf(C), Cell);
  auto *S = dyn_cast<StructType>(C.getType());
  for (const auto &[I, Part] : enumerate(C.operands())) {
    const bool IsNamed = S && canonical(*S);
    initialize(IsNamed ? cellOf(fieldOf({S, I})) : Cell, *cast<Constant>(Part));
  }
}

/// Those of \p S that are declared as pointers to functions.
void Flow::addFunctionMembers(const StructType &S, const DIType &Declared) {
  const StructLayout &Parts =
      *Layout.getStructLayout(const_cast<StructType *>(&S));
  for (unsigned I = 0; I < S.getNumElements(); ++I) {
    const DIType *T = memberType(&Declared, Parts.getElementOffset(I));
    if (const DIType *Element = elementType(T))
      T = Element;
    if (isa_and_nonnull<DISubroutineType>(pointedType(T)))
      FunctionMembers.push_back({&S, I});
  }
}

Flow::Flow(const Module &M, ArrayRef<const Function *> Functions)
    : FieldFacts(M), M(M), Followed(Functions.begin(), Functions.end()) {
  const auto Declared = structuresByName(M);
  for (auto &Entry : Declared)
    if (const StructType *S = canonical(Entry.first())) {
      ByType[Entry.second] = S;
      addFunctionMembers(*S, *Entry.second);
    }
  for (auto &[T, S] : ByType)
    for (const StructType *Part : structuresIn(T))
      addOverlay(*S, *Part);
}

std::map<const Function *, std::set<Field>> Flow::run() {
  for (const Function &F : M) {
    Results[&F] = fresh();
    if (!F.isDeclaration() && F.hasAddressTaken() && !isLibraryModel(F))
      AddressTaken.push_back(&F);
  }
  for (const GlobalVariable &G : M.globals())
    if (G.hasInitializer() && !G.getName().starts_with("llvm."))
      initialize(plainCell(G).value_or(UnseenOfAnyType), *G.getInitializer());
  for (const Function &F : M)
    if (!isLibraryModel(F))
      for (const Instruction &I : instructions(F))
        visit(I);
  solve();
  return functionsInFields();
}

std::map<const Function *, std::set<Field>>
sooth::fieldsReached(const Module &M, ArrayRef<const Function *> Functions) {
  if (Functions.empty())
    return {};
  return Flow(M, Functions).run();
}
