//===- FieldFacts.cpp - What values and members may be --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FieldFacts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"

using namespace sooth;
using namespace llvm;

StringRef sooth::fieldName(const StructType &T) {
  if (!T.hasName())
    return "";
  auto [Name, Number] = T.getName().rsplit('.');
  // (What has no name in the source has one by its number only.)
  return !Number.empty() && all_of(Number, isDigit) && !Name.ends_with(".anon")
             ? Name
             : T.getName();
}

Member sooth::firstMember(Member At) {
  while (At.Number < At.In->getNumElements()) {
    auto *Inner = dyn_cast<StructType>(At.In->getElementType(At.Number));
    if (!Inner || fieldName(*Inner).empty() || !Inner->getNumElements())
      break;
    At = {Inner, 0};
  }
  return At;
}

Field sooth::fieldOf(Member At) {
  At = firstMember(At);
  return {fieldName(*At.In), At.Number};
}

FieldFacts::FieldFacts(const Module &M) : Layout(M.getDataLayout()) {
  for (StructType *S : M.getIdentifiedStructTypes())
    if (StringRef Name = fieldName(*S); !Name.empty() && !S->isOpaque())
      ByName.try_emplace(Name, S);
  UnseenOfAnyType = fresh();
  AllUnseen = fresh();
  Nothing = fresh();
  connect(UnseenOfAnyType, AllUnseen);
}

//===----------------------------------------------------------------------===//
// Facts and nodes
//===----------------------------------------------------------------------===//

FactId FieldFacts::idOf(FieldFact F) {
  auto [At, IsNew] = Ids.try_emplace(F, Facts.size());
  if (IsNew)
    Facts.push_back(F);
  return At->second;
}

void FieldFacts::enqueue(NodeId N) {
  if (Queued.insert(N).second)
    Worklist.push_back(N);
}

static bool isAddress(const FieldFact &F) { return F.What != FieldFact::Kind::Function; }

static const StructType *structureOf(const FieldFact &F) {
  return static_cast<const StructType *>(F.Of);
}

static constexpr FieldFact AnyStructure{FieldFact::Kind::Structure, nullptr},
    AnyPlace{FieldFact::Kind::Inside, nullptr};

/// \p F, or what is known if there are too many in \p Of.
const FieldFact &FieldFacts::counted(Node &Of, const FieldFact &F) {
  if (!isAddress(F) || !F.Of)
    return F;
  if (F.What == FieldFact::Kind::Structure)
    return ++Of.Structures > Node::MostStructures ? AnyStructure : F;
  return ++Of.Places > Node::MostPlaces ? AnyPlace : F;
}

/// Requires that it is not known of \p N.
void FieldFacts::addOne(NodeId N, FactId Id) {
  const FieldFact &F = Facts[Id];
  const FactId Counted = idOf(counted(Nodes[N], F));
  if (!Nodes[N].Facts.test_and_set(Counted))
    return;
  ++FactCount;
  Nodes[N].NewFacts.set(Counted);
  enqueue(N);
}

void FieldFacts::add(NodeId N, FieldFact F) {
  const FactId Id = idOf(F);
  if (Nodes[N].Facts.test(Id))
    return;
  addOne(N, Id);
  if (F.What == FieldFact::Kind::Structure)
    for (const StructType *Member :
         Overlays.lookup(F.Of ? structureOf(F) : nullptr))
      add(N, {FieldFact::Kind::Structure, Member});
}

void FieldFacts::addUse(NodeId N, FactId Id) {
  if (Nodes[N].Uses.count() > Node::MostStructures)
    return add(N, AnyStructure);
  if (!Nodes[N].Uses.test_and_set(Id))
    return;
  Nodes[N].NewUses.set(Id);
  add(N, FieldFact(Facts[Id]));
  enqueue(N);
}

void FieldFacts::connect(NodeId From, FieldEdge To) {
  if (To.To == From || !Nodes[From].Out.insert(To).second)
    return;
  ++EdgeCount;
  handOn(To, SparseBitVector<>(Nodes[From].Facts),
         SparseBitVector<>(Nodes[From].Uses));
}

/// What \p F is a known number of bytes further. A pointer that goes on as one
/// to a structure was at its beginning.
FieldFact FieldFacts::stepped(const FieldFact &F, const FieldEdge &By) const {
  if (!isAddress(F))
    return F;
  if (!F.Of)
    return By.Bytes == 0 ? F : AnyPlace;
  const StructType &S = *structureOf(F);
  if (F.What == FieldFact::Kind::Member && By.Bytes >= 0 &&
      (By.Bytes == 0 ||
       uint64_t(By.Bytes) < sizeOf(S.getElementType(F.Number))))
    return F;
  const int64_t Size = sizeOf(&S);
  const bool IsKnown = F.What == FieldFact::Kind::Structure || F.Of == By.As;
  if (IsKnown && Size > 0 && (By.Bytes >= 0 || F.Of == By.As))
    if (auto To = addressIn(S, uint64_t((By.Bytes % Size + Size) % Size)))
      return *To;
  return {FieldFact::Kind::Inside, F.Of};
}

void FieldFacts::follow(const FieldEdge &E, const FieldFact &F) {
  const FieldFact Inside{FieldFact::Kind::Inside, F.Of};
  switch (E.How) {
  case FieldEdge::Kind::All:
  case FieldEdge::Kind::Uses:
    llvm_unreachable("handed on as a whole");
  case FieldEdge::Kind::Computed:
    return add(E.To, isAddress(F) ? Inside : F);
  case FieldEdge::Kind::Entered:
    if (isAddress(F) && F.Of == E.As)
      return;
    [[fallthrough]];
  case FieldEdge::Kind::Stepped:
    // (What may be many is what it is used as.)
    if (isAddress(F) && !F.Of && E.As)
      return;
    return add(E.To, stepped(F, E));
  case FieldEdge::Kind::Moved:
  case FieldEdge::Kind::Within:
    if (!isAddress(F))
      return add(E.To, F);
    if (!F.Of && E.As)
      return;
    if (F.Of != E.As)
      return add(E.To, Inside);
    // (What is in it is known as that member.)
    if (E.How == FieldEdge::Kind::Moved)
      add(E.To, F.What == FieldFact::Kind::Structure ? F : Inside);
    return;
  case FieldEdge::Kind::Read:
    if (isAddress(F) && F.Of)
      connect(partOf(F, E.Bytes, E.How), E.To);
    return;
  case FieldEdge::Kind::Written:
    if (isAddress(F) && F.Of)
      connect(E.To, partOf(F, E.Bytes, E.How));
    return;
  }
}

void FieldFacts::handOn(const FieldEdge &E, const SparseBitVector<> &Of,
                        const SparseBitVector<> &Uses) {
  switch (E.How) {
  case FieldEdge::Kind::All: {
    SparseBitVector<> New = Of;
    New.intersectWithComplement(Nodes[E.To].Facts);
    for (FactId Id : New)
      addOne(E.To, Id);
    return;
  }
  case FieldEdge::Kind::Uses:
    for (FactId Id : Uses)
      addUse(E.To, Id);
    return;
  default:
    for (FactId Id : Of)
      follow(E, FieldFact(Facts[Id]));
  }
}

void FieldFacts::propagate() {
  while (!Worklist.empty() && !isTooMuch()) {
    const NodeId N = Worklist.back();
    Worklist.pop_back();
    Queued.erase(N);
    const SparseBitVector<> Of = std::exchange(Nodes[N].NewFacts, {}),
                            Uses = std::exchange(Nodes[N].NewUses, {});
    // (What is added to them on the way has been handed all that is known.)
    const std::vector<FieldEdge> Out(Nodes[N].Out.begin(), Nodes[N].Out.end());
    for (const FieldEdge &E : Out)
      handOn(E, Of, Uses);
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

const StructType *FieldFacts::canonical(const StructType &S) const {
  const StructType *First = ByName.lookup(fieldName(S));
  // (Files may have other structures of that name.)
  return First && First->isLayoutIdentical(const_cast<StructType *>(&S)) ? First
         : First                                                         ? &S
                 : nullptr;
}

/// The structure that a \p T is, or has in an array; null if it is none.
const StructType *FieldFacts::beginsWith(const Type *T) const {
  while (T->isArrayTy())
    T = T->getArrayElementType();
  auto *S = dyn_cast<StructType>(T);
  return S ? canonical(*S) : nullptr;
}

NodeId FieldFacts::cellOf(Field At) {
  auto [Found, IsNew] = Cells.try_emplace(At, 0);
  if (IsNew)
    Found->second = fresh();
  return Found->second;
}

/// The members of \p S, those of structures in it included.
static void addFields(const StructType &S, std::set<Field> &To) {
  for (unsigned I = 0; I < S.getNumElements(); ++I) {
    const Type *T = S.getElementType(I);
    while (T->isArrayTy())
      T = T->getArrayElementType();
    auto *Inner = dyn_cast<StructType>(T);
    if (Inner && !fieldName(*Inner).empty())
      addFields(*Inner, To);
    else
      To.insert({fieldName(S), I});
  }
}

std::set<Field> FieldFacts::fieldsIn(const StructType *S) const {
  std::set<Field> Parts;
  if (S)
    addFields(*S, Parts);
  else
    for (auto &Entry : ByName)
      addFields(*Entry.second, Parts);
  return Parts;
}

NodeId FieldFacts::allRead(const StructType *S) {
  auto [At, IsNew] = Reads.try_emplace(S, 0);
  if (!IsNew)
    return At->second;
  const NodeId N = At->second = fresh();
  for (const Field &F : fieldsIn(S))
    connect(cellOf(F), N);
  return N;
}

NodeId FieldFacts::allWritten(const StructType *S) {
  auto [At, IsNew] = Writes.try_emplace(S, 0);
  if (!IsNew)
    return At->second;
  const NodeId N = At->second = fresh();
  for (const Field &F : fieldsIn(S))
    connect(N, cellOf(F));
  return N;
}

NodeId FieldFacts::partOf(const FieldFact &F, int64_t Bytes, FieldEdge::Kind How) {
  const StructType *S = structureOf(F);
  std::optional<Member> At;
  if (F.What == FieldFact::Kind::Member)
    At = Member{S, F.Number};
  else if (F.What == FieldFact::Kind::Structure && S && S->getNumElements())
    At = firstMember({S, 0});
  if (At)
    if (Bytes >= 0 &&
        uint64_t(Bytes) <= sizeOf(At->In->getElementType(At->Number)))
      return cellOf(fieldOf(*At));
  return How == FieldEdge::Kind::Read ? allRead(S) : allWritten(S);
}

/// That of a structure which begins \p Offset bytes behind the beginning of an
/// \p S, or of a member; nothing if no member begins there.
std::optional<FieldFact> FieldFacts::addressIn(const StructType &S,
                                          uint64_t Offset) const {
  if (Offset == 0)
    return FieldFact{FieldFact::Kind::Structure, &S};
  auto *T = const_cast<StructType *>(&S);
  const StructLayout &Parts = *Layout.getStructLayout(T);
  if (Offset >= Parts.getSizeInBytes())
    return std::nullopt;
  const unsigned I = Parts.getElementContainingOffset(Offset);
  uint64_t Rest = Offset - Parts.getElementOffset(I);
  const Type *Part = S.getElementType(I);
  const bool IsArray = Part->isArrayTy();
  while (Part->isArrayTy())
    Part = Part->getArrayElementType();
  if (const uint64_t Size = IsArray ? sizeOf(Part) : 0)
    Rest %= Size;
  auto *Inner = dyn_cast<StructType>(Part);
  if (Inner && canonical(*Inner))
    return addressIn(*canonical(*Inner), Rest);
  if (Rest == 0)
    return FieldFact{FieldFact::Kind::Member, &S, I};
  return std::nullopt;
}

FieldFact FieldFacts::addressOf(Member At) const {
  const StructType &S = *canonical(*At.In);
  const Type *T = S.getElementType(At.Number);
  while (T->isArrayTy())
    T = T->getArrayElementType();
  if (auto *Inner = dyn_cast<StructType>(T); Inner && canonical(*Inner))
    return {FieldFact::Kind::Structure, canonical(*Inner)};
  return {FieldFact::Kind::Member, &S, At.Number};
}

/// Whether what \p T moves from one to the other stays where it is in the
/// structure.
bool FieldFacts::isAtOnePlace(const Transfer &T, const FieldFact &From,
                              const FieldFact &To) const {
  if (From.What != FieldFact::Kind::Structure || To.What != FieldFact::Kind::Structure ||
      (From.Of && To.Of && From.Of != To.Of))
    return false;
  const StructType *S = structureOf(From.Of ? From : To);
  const uint64_t Size = S ? sizeOf(S) : 0;
  return T.Element == 0 || (Size && T.Element % Size == 0);
}

/// What is at one place in both gets to the same place; all else may get
/// anywhere.
void FieldFacts::transfer(const Transfer &T) {
  const int64_t Bytes = T.Bytes ? int64_t(*T.Bytes) : -1;
  const SparseBitVector<> To = Nodes[T.To].Facts, From = Nodes[T.From].Facts;
  bool AreSame = false;
  for (FactId A : From)
    for (FactId B : To)
      if (const FieldFact Source = Facts[A], Target = Facts[B];
          isAddress(Source) && isAddress(Target)) {
        if (isAtOnePlace(T, Source, Target))
          AreSame = true;
        else if (Source.Of && Target.Of)
          connect(partOf(Source, Bytes, FieldEdge::Kind::Read),
                  partOf(Target, Bytes, FieldEdge::Kind::Written));
      }
  if (AreSame)
    return;
  for (FactId A : From)
    if (const FieldFact Source = Facts[A]; isAddress(Source) && Source.Of)
      connect(partOf(Source, Bytes, FieldEdge::Kind::Read), UnseenOfAnyType);
  for (FactId B : To)
    if (const FieldFact Target = Facts[B]; isAddress(Target) && Target.Of)
      connect(AllUnseen, partOf(Target, Bytes, FieldEdge::Kind::Written));
  connect(AllUnseen, UnseenOfAnyType);
}

void FieldFacts::solve() {
  propagate();
  for (uint64_t Before = ~0ull; Before != EdgeCount;) {
    Before = EdgeCount;
    for (const Transfer &T : Transfers)
      transfer(T);
    propagate();
  }
}

std::map<const Function *, std::set<Field>>
FieldFacts::functionsInFields() const {
  if (isTooMuch())
    return {};
  std::map<const Function *, std::set<Field>> Found;
  for (auto &[At, N] : Cells)
    for (FactId Id : Nodes[N].Facts)
      if (const FieldFact &F = Facts[Id]; F.What == FieldFact::Kind::Function)
        Found[static_cast<const Function *>(F.Of)].insert(At);
  return Found;
}
