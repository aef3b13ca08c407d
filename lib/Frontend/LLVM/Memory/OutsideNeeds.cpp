//===- OutsideNeeds.cpp - What functions need of their callers -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is taken to be true of memory from outside, for the user.
//
//===----------------------------------------------------------------------===//

#include "ArgumentCounts.h"
#include "ObjectText.h"
#include "OutsideMemory.h"

#include "Base/AliasRules.h"
#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/OutsideVariables.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "sooth/Model/VariableNeeds.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace sooth;
using namespace llvm;

static Need::Argument asGiven(const Argument &A) {
  return {A.getName().str(), A.getArgNo()};
}

/// The node that \p A, which is no structure, leads to, if callers made what is
/// there.
static std::optional<PointsTo::NodeId> nodeOf(const PointsTo &Points,
                                              const Argument &A) {
  auto Target = A.getType()->isPointerTy() && !A.hasByValAttr()
                    ? Points.pointee(&A)
                    : std::nullopt;
  if (!Target || !Points.node(Target->Node).IsOutside)
    return std::nullopt;
  return Target->Node;
}

/// Whether that is taken to be true, and the program would see otherwise. What
/// has one node may be one, but for what restrict says, and where nothing is
/// claimed that callers may be to blame for.
bool OutsideMemory::areTakenToBeApart(const Argument &A,
                                      const Argument &B) const {
  const auto OfA = nodeOf(Points, A), OfB = nodeOf(Points, B);
  const bool IsOfRestrict =
      (isRestrict(A) || isRestrict(B)) &&
      (JointUses::mayModifyThrough(A) || JointUses::mayModifyThrough(B));
  const bool IsFreed =
      How == Environment::Ample && OfA && LivesAtFirst.contains(*OfA);
  return OfA && OfB && Uses && (*OfA != *OfB || IsOfRestrict || IsFreed) &&
         Uses->wouldMatterIfOneWere(*OfA, *OfB);
}

/// Whether an argument with restrict leads to \p N, and the program modifies
/// what is there: it is not accessed through pointers that are found, which are
/// not made of that one.
bool OutsideMemory::hasOneWay(PointsTo::NodeId N) const {
  return Uses && Uses->wouldMatterIfOneWere(N, N) &&
         any_of(Points.functions().front()->args(), [&](const Argument &A) {
           return isRestrict(A) && nodeOf(Points, A) == N;
         });
}

Expr OutsideMemory::areApart(const Argument &A, const Address &AtA,
                             const Argument &B, const Address &AtB) const {
  if (nodeOf(Points, A) != nodeOf(Points, B) || !areTakenToBeApart(A, B))
    return Ctx.trueExpr();
  return Ctx.mkOr(Ctx.mkEq(AtA.Object, Ctx.bv(0, ObjectBits)),
                  Ctx.mkNot(Ctx.mkEq(AtA.Object, AtB.Object)));
}

/// The size of what \p A is declared to lead to, if that is known.
static uint64_t declaredSize(const Argument &A) {
  const DIType *T = withoutQualifiers(pointedType(declaredType(A)));
  return T ? T->getSizeInBits() / 8 : 1;
}

/// Whether \p A is taken to lead to the beginning of an array, of which more is
/// used than an element of \p Size bytes.
bool OutsideMemory::leadsToArray(const Argument &A, uint64_t Size) const {
  const auto N = nodeOf(Points, A);
  const auto [Order, Back] = movesOf(A);
  return N && !Order && !Back && WithFamilies.contains(*N) &&
         (elementSize(A) || leastBytes(*N) > Size);
}

/// Whether \p A and \p B are taken to be equal or to lead to different objects,
/// and the program would see that one leads to a later element of an array to
/// which the other one leads.
bool OutsideMemory::areTakenToBeginArrays(const Argument &A,
                                          const Argument &B) const {
  const auto N = nodeOf(Points, A);
  // (One may lead to the first member of what the other one leads to.)
  const uint64_t Size = std::max(declaredSize(A), declaredSize(B));
  return N && N == nodeOf(Points, B) && Uses &&
         Uses->wouldMatterIfOneWere(*N, *N) &&
         (leadsToArray(A, Size) || leadsToArray(B, Size));
}

/// Whether a \p Part, or any byte if that is null, may be in a \p Whole behind
/// its beginning. Scalars are told apart by their sizes.
static bool mayBeLaterPart(const DIType *Part, const DIType *Whole,
                           bool IsLater = false) {
  auto IsArray = [](const DIType *T) {
    return isa_and_nonnull<DICompositeType>(T) &&
           T->getTag() == dwarf::DW_TAG_array_type;
  };
  while (IsArray(Part))
    Part = withoutQualifiers(cast<DICompositeType>(Part)->getBaseType());
  if (!Whole)
    return false;
  if (!Part || (Part->getSizeInBits() <= 8 && !aggregateKey(Part)))
    return IsLater || Whole->getSizeInBits() > 8;
  if (IsArray(Whole)) {
    auto *Element = cast<DICompositeType>(Whole)->getBaseType();
    const DIType *T = withoutQualifiers(Element);
    return mayBeLaterPart(
        Part, T, IsLater || !T || Whole->getSizeInBits() != T->getSizeInBits());
  }
  if (!aggregateKey(Whole) || aggregateKey(Whole) == aggregateKey(Part))
    return IsLater && aggregateKey(Whole) == aggregateKey(Part) &&
           Whole->getSizeInBits() == Part->getSizeInBits();
  return any_of(
      cast<DICompositeType>(Whole)->getElements(), [&](const DINode *Node) {
        auto *Member = dyn_cast_or_null<DIDerivedType>(Node);
        return Member && Member->getTag() == dwarf::DW_TAG_member &&
               mayBeLaterPart(Part, withoutQualifiers(Member->getBaseType()),
                              IsLater || Member->getOffsetInBits() != 0);
      });
}

/// Whether two pointers to \p N are taken to lead to the beginning of one
/// object, or to different objects, and the program would see that one leads to
/// a later part of what the other one leads to. (One that leads to a certain
/// part, by what the program does with it, is taken to lead there.)
bool OutsideMemory::areTakenToBeginOne(PointsTo::NodeId N, const Place &A,
                                       const Place &B) const {
  // How much is accessed through the one that leads to a part; 0 for none.
  auto PartBytes = [](const Place &Part, const Place &Whole) -> uint64_t {
    if (Part.Offset != 0 || !mayBeLaterPart(Part.Type, Whole.Type))
      return 0;
    return Part.Type && Part.Type->getSizeInBits() > 8
               ? Part.Type->getSizeInBits() / 8
               : UINT64_MAX;
  };
  const uint64_t Most = std::max(PartBytes(A, B), PartBytes(B, A));
  return Most && Uses && WithFamilies.contains(N) &&
         (Uses->areCompared(N) || Uses->wouldMatterIfOneWere(N, N, Most));
}

/// Where \p A, a pointer from outside, is declared and taken to lead to.
OutsideMemory::Place OutsideMemory::placeOf(const Argument &A) const {
  return {pointedType(declaredType(A)), offsetIn(*Points.pointee(&A))};
}

bool OutsideMemory::areTakenToBeginOne(const Argument &A,
                                       const Argument &B) const {
  const auto N = nodeOf(Points, A);
  return N && N == nodeOf(Points, B) &&
         areTakenToBeginOne(*N, placeOf(A), placeOf(B));
}

/// The arguments of \p Entry that are taken to lead to different objects. (That
/// they are equal would do where they begin arrays, or one.)
std::vector<Need> OutsideMemory::describeApart(const Function &Entry) const {
  std::vector<Need> All;
  for (const Argument &A : Entry.args())
    for (const Argument &B : Entry.args())
      if (A.getArgNo() < B.getArgNo() && !A.hasStructRetAttr() &&
          (areTakenToBeApart(A, B) || areTakenToBeginArrays(A, B) ||
           areTakenToBeginOne(A, B)))
        All.push_back({.What = Need::Kind::Apart,
                       .Given = asGiven(A),
                       .Other = asGiven(B)});
  return All;
}

/// Whether memory from outside holds pointers to \p N.
bool OutsideMemory::isFound(PointsTo::NodeId N) const {
  return any_of(AtFirst, [&](auto &Region) {
    auto Target = Parts.targetOf(Region.first);
    return Target && Target->Node == N;
  });
}

/// Whether a variable of the program may hold a pointer from outside to \p N
/// when \p Entry is called.
bool OutsideMemory::isFoundInVariable(PointsTo::NodeId N,
                                      const Function &Entry) const {
  return any_of(instructions(Entry), [&](const Instruction &I) {
    if (!I.getType()->isPointerTy() || !isInitialValue(I))
      return false;
    auto At = Points.pointee(&I);
    const Function &Initial = *calledFunction(cast<CallBase>(I));
    return At && At->Node == N && !Initial.hasFnAttribute(NeverOutsideName) &&
           !Initial.hasFnAttribute(OfLibraryName);
  });
}

/// The functions that close what is at \p N, if it is a stream; else none, and
/// free() says what has to be there.
static std::vector<std::string> closingFunctions(const PointsTo::Node &N) {
  std::set<std::string> Names;
  for (const CallBase *Free : N.FreedBy)
    if (StringRef Name = calleeInProgram(*Free);
        Name == "fclose" || Name == "pclose")
      Names.insert(Name.str());
  return {Names.begin(), Names.end()};
}

/// What is taken to be true of pointers from outside that the program frees.
std::vector<Need> OutsideMemory::describeFreed(const Function &Entry) const {
  std::vector<Need> All;
  for (const llvm::Value *Base : Uses->freed()) {
    auto At = Points.pointee(Base);
    if (!At || !Points.node(At->Node).IsOutside)
      continue;
    auto *Own = dyn_cast<Argument>(Base);
    const bool IsGiven = Own && Own->getParent() == &Entry;
    const Need IsFreeable{.What = Need::Kind::Freeable,
                          .Expressions =
                              closingFunctions(Points.node(At->Node))};
    auto Add = [&](Need::Argument Given) {
      Need Of = IsFreeable;
      Of.Given = std::move(Given);
      addNeed(All, Of);
    };
    for (const Argument &A : Entry.args())
      if (IsGiven ? &A == Own : nodeOf(Points, A) == At->Node)
        Add(asGiven(A));
    if (!IsGiven && (isFound(At->Node) || isFoundInVariable(At->Node, Entry)))
      Add({});
  }
  return All;
}

/// What is taken to be true of addresses at which more is accessed than what
/// pointers there are declared to lead to.
std::vector<Need>
OutsideMemory::describeAlignment(const Function &Entry) const {
  std::vector<Need> All;
  auto IsFound = [&](PointsTo::NodeId N, uint64_t Needed) {
    return any_of(Points.node(N).Objects, [&](const auto &O) {
      return Points.mayBeMisaligned(O.first, Needed) &&
             (!isa<Argument>(Points.objects()[O.first].Site) || isFound(N));
    });
  };
  for (const auto &[Base, Needed] : Uses->alignments()) {
    auto At = Points.pointee(Base);
    if (!At || !WithFamilies.contains(At->Node))
      continue;
    const PointsTo::NodeId N = At->Node;
    for (const Argument &A : Entry.args())
      if (nodeOf(Points, A) == N && (!isa<Argument>(Base) || Base == &A) &&
          declaredType(A) && pointedAlignment(declaredType(A)) < Needed)
        addNeed(All, {.What = Need::Kind::Aligned,
                      .Given = asGiven(A),
                      .Bytes = Needed});
    if (!isa<Argument>(Base) && IsFound(N, Needed))
      addNeed(All, {.What = Need::Kind::FoundAligned, .Bytes = Needed});
  }
  return All;
}

/// Whether \p Variable may hold, by its type, the structures that pointers to
/// \p N lead to, if these do.
bool OutsideMemory::mayHoldStructureOf(PointsTo::NodeId N,
                                       const llvm::Value &Variable) const {
  const PointsTo::Node &Node = Points.node(N);
  const Metadata *Key = Node.HasOtherTypes ? nullptr : structureKey(Node.Type);
  const DIType *T = variableType(Variable);
  return !Key || !T || mayHoldStructure(T, std::nullopt, Key);
}

/// Whether a pointer from outside that leads to the node of \p G, variable
/// number \p Object, is found there, and is taken not to lead to it.
static bool isFoundApart(const PointsTo &Points, const GlobalVariable &G,
                         unsigned Object) {
  const PointsTo::NodeId N = Points.pointee(&G)->Node;
  auto LeadsThere = [&](const Instruction &I) {
    auto At = I.getType()->isPointerTy() ? Points.pointee(&I) : std::nullopt;
    return At && At->Node == N;
  };
  auto IsFound = [&](const Instruction &I) {
    if (!LeadsThere(I))
      return false;
    if (auto *Load = dyn_cast<LoadInst>(&I)) {
      auto From = Points.pointee(Load->getPointerOperand());
      return From && Points.node(From->Node).IsOutside &&
             !Points.isStoredOutside(Object);
    }
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && isInitialValue(*Call) &&
           !calledFunction(*Call)->hasFnAttribute(NeverOutsideName) &&
           none_of(Call->args(), [&](const llvm::Value *Own) {
             return getUnderlyingObject(Own) == &G;
           });
  };
  return any_of(Points.functions(), [&](const Function *F) {
    return any_of(instructions(*F), IsFound);
  });
}

/// The variables that callers may know, where it would matter if they passed
/// their addresses, and that is taken not to be.
std::vector<Need>
OutsideMemory::describeApartFromVariables(const Function &Entry) const {
  std::vector<Need> All;
  for (auto [O, Object] : enumerate(Points.objects())) {
    auto *G = dyn_cast<GlobalVariable>(Object.Site);
    auto At = G && isKnownOutside(*G) ? Points.pointee(G) : std::nullopt;
    if (!At)
      continue;
    auto WouldMatter = [&](PointsTo::NodeId N) {
      return N != At->Node && mayHoldStructureOf(N, *G) && Uses &&
             Uses->wouldMatterIfOneWere(N, At->Node);
    };
    SmallVector<DIGlobalVariableExpression *, 1> Names;
    G->getDebugInfo(Names);
    const std::string Name =
        (Names.empty() ? G->getName() : Names.front()->getVariable()->getName())
            .str();
    const WaysFromOutside Ways = waysFromOutside(*G);
    DenseSet<PointsTo::NodeId> Found = WithFamilies;
    for (const Argument &A : Entry.args()) {
      auto Target =
          A.getType()->isPointerTy() ? Points.pointee(&A) : std::nullopt;
      if (!Target || !WithFamilies.contains(Target->Node))
        continue;
      if (!isFound(Target->Node) && !isFoundInVariable(Target->Node, Entry))
        Found.erase(Target->Node);
      const bool IsSame =
          Target->Node == At->Node && !Points.isStoredOutside(O);
      if (!A.hasByValAttr() && is_contained(Ways.Arguments, A.getArgNo()) &&
          (IsSame || WouldMatter(Target->Node)))
        All.push_back(apartFromVariable(asGiven(A), Name));
    }
    if (Ways.IsFound &&
        (any_of(Found, WouldMatter) || isFoundApart(Points, *G, O)))
      All.push_back(apartFromVariable({}, Name));
  }
  return All;
}

/// What \p Region is in, as its node or an object there is declared, and where;
/// null if that is not known.
std::pair<const DIType *, uint64_t>
OutsideMemory::declaredAround(unsigned Region) const {
  const sooth::Region &Part = Parts.all()[Region];
  const PointsTo::Node &Node = Points.node(Part.Node);
  const DIType *Type = withoutQualifiers(Node.Type);
  int64_t Begin = 0;
  bool IsKnown = false;
  for (auto [O, Start] : Node.Objects) {
    const DIType *Of = withoutQualifiers(Points.objects()[O].Type);
    if (!Of || (IsKnown && Of != withoutQualifiers(Node.Type)))
      continue;
    Type = Of;
    Begin = Start - Points.start(Part.Node);
    IsKnown = true;
    if (Of == withoutQualifiers(Node.Type))
      break;
  }
  const int64_t Offset = int64_t(Part.First) - Begin;
  // A name by one of several types might leave out some of the pointers.
  if (any_of(Points.functions().front()->args(), [&](const Argument &A) {
        return nodeOf(Points, A) == Part.Node &&
               mayBeLaterPart(Type, pointedType(declaredType(A)));
      }))
    return {nullptr, 0};
  if (Node.Offsets.Period)
    return {Type, uint64_t(reduced(Offset, Node.Offsets.Period))};
  return {Offset < 0 ? nullptr : Type, uint64_t(Offset)};
}

/// Where C has no name.
static constexpr StringLiteral Unnamed = "what is found in memory";
static constexpr StringLiteral DifferentPointers =
    "memory that different pointers lead to";

/// What C calls the pointers in \p Region: "s->p", if an argument of \p Entry
/// leads there and nothing else does.
std::string OutsideMemory::nameOfFound(unsigned Region,
                                       const Function &Entry) const {
  static constexpr unsigned MostLevels = 2;
  const PointsTo::NodeId In = Parts.all()[Region].Node;
  const auto [Structure, Path] = placeOf(Region, Entry, MostLevels);
  if (Path.empty())
    return Unnamed.str();
  if (Structure.empty())
    return Path;
  if (!isFound(In) && !isFoundInVariable(In, Entry))
    for (const Argument &A : Entry.args())
      if (nodeOf(Points, A) == In &&
          aggregateKey(pointedType(declaredType(A))) ==
              aggregateKey(declaredAround(Region).first))
        return A.getName().str() + "->" + Path;
  return Path + " (in each struct " + Structure + ")";
}

/// Whether functions are at \p N, which overlap with nothing.
bool OutsideMemory::areFunctions(PointsTo::NodeId N) const {
  return isa_and_nonnull<DISubroutineType>(
             withoutQualifiers(Points.node(N).Type)) ||
         (Uses && Uses->isCalled(N));
}

/// Whether the pointers in \p Region are members with restrict.
bool OutsideMemory::areRestrict(unsigned Region) const {
  const auto [Type, Offset] = declaredAround(Region);
  return isRestrict(memberAt(Type, Offset));
}

/// What the pointers in \p Region lead to, by the declarations of all objects
/// that it may be in; null if these do not tell the same.
const DIType *OutsideMemory::targetType(unsigned Region) const {
  const sooth::Region &Part = Parts.all()[Region];
  std::optional<const DIType *> Found;
  for (auto [O, Start] : Points.node(Part.Node).Objects) {
    const DIType *Of = Points.objects()[O].Type;
    const int64_t Size = Of ? int64_t(Of->getSizeInBits() / 8) : 0;
    if (Size == 0)
      return nullptr;
    const int64_t Offset =
        int64_t(Part.First) - (Start - Points.start(Part.Node));
    const DIType *Here = memberAt(Of, uint64_t(reduced(Offset, Size)));
    if (!isPointer(Here))
      continue;
    if (Found.value_or(pointedType(Here)) != pointedType(Here))
      return nullptr;
    Found = pointedType(Here);
  }
  return Found.value_or(nullptr);
}

/// Whether callers may have made several cells of \p Region.
bool OutsideMemory::mayBeSeveral(unsigned Region, const Function &Entry) const {
  const PointsTo::NodeId In = Parts.all()[Region].Node;
  return Points.node(In).Offsets.Period != 0 || isFound(In) ||
         isFoundInVariable(In, Entry) ||
         count_if(Entry.args(), [&](const Argument &A) {
           return nodeOf(Points, A) == In;
         }) + count_if(Unseen, [&](const CallBase *Call) {
           auto At = Points.pointee(Call);
           return At && At->Node == In;
         }) > 1;
}

/// The pointers to data that \p Entry finds in memory and variables, as C calls
/// them, by the nodes they lead to.
std::map<PointsTo::NodeId, OutsideMemory::FoundByName>
OutsideMemory::foundPointers(const Function &Entry) const {
  std::map<PointsTo::NodeId, FoundByName> Found;
  auto Add = [&](PointsTo::Cell To, std::string Name, bool AreSeveral,
                 const Moves &How, const DIType *Type) {
    const Place Of{withoutQualifiers(Type), offsetIn(To)};
    auto [Known, IsNew] =
        Found[To.Node].try_emplace(std::move(Name), FoundPointers{.Of = Of});
    FoundPointers &Are = Known->second;
    Are.AreSeveral |= AreSeveral || !IsNew;
    Are.LeadAnywhere &= How.Ordered || How.Back;
    if (Are.Of.Type != Of.Type || Are.Of.Offset != Of.Offset)
      Are.Of = {};
  };
  for (auto &[R, First] : AtFirst)
    if (auto To = Parts.targetOf(R); To && WithFamilies.contains(To->Node) &&
                                     !areFunctions(To->Node) && !areRestrict(R))
      Add(*To, nameOfFound(R, Entry), mayBeSeveral(R, Entry), movesOf(R),
          targetType(R));
  for (const Instruction &I : instructions(Entry)) {
    auto To = isInitialValue(I) && I.getType()->isPointerTy()
                  ? Points.pointee(&I)
                  : std::nullopt;
    if (!To || !WithFamilies.contains(To->Node) || areFunctions(To->Node))
      continue;
    const Function &Initial = *calledFunction(cast<CallBase>(I));
    if (!Initial.hasFnAttribute(NeverOutsideName) &&
        !Initial.hasFnAttribute(OfLibraryName))
      Add(*To, initialPart(I).str(), false, movesOf(I),
          dyn_cast_or_null<DIType>(Initial.getMetadata(TargetTypeName)));
  }
  return Found;
}

/// Whether the program would see that what one pointer to \p N leads to is a
/// later part of what another one leads to. (Structures of several types that
/// are there are no elements: one is the first member of another one.)
bool OutsideMemory::wouldMatterIfPartsWere(PointsTo::NodeId N) const {
  const PointsTo::Node &Node = Points.node(N);
  const DIType *T = withoutQualifiers(Node.Type);
  uint64_t Size = T ? T->getSizeInBits() / 8 : 0;
  for (const MemoryAccess &A : Node.Accesses)
    Size = std::max(Size, A.Size);
  const bool AreArrays =
      Node.Offsets.Period || (leastBytes(N) > Size && !Node.HasOtherTypes);
  return AreArrays && Uses && Uses->wouldMatterIfOneWere(N, N);
}

/// Pointers to \p N are taken to be equal or to lead to different objects,
/// unless each may lead anywhere. (That they are equal would do.)
std::vector<Need>
OutsideMemory::describeFoundArrays(PointsTo::NodeId N, const FoundByName &Found,
                                   const Function &Entry) const {
  std::vector<Need> All;
  const bool AreArrays = wouldMatterIfPartsWere(N);
  auto Add = [&](std::vector<std::string> What) {
    All.push_back({.What = Need::Kind::Apart, .Expressions = std::move(What)});
  };
  for (auto Own = Found.begin(); Own != Found.end(); ++Own) {
    const auto &[Name, Are] = *Own;
    if (AreArrays && Are.AreSeveral && !Are.LeadAnywhere)
      Add({Name == Unnamed
               ? DifferentPointers.str()
               : "memory that different pointers " + Name + " lead to"});
    for (const auto &[Other, How] : make_range(std::next(Own), Found.end()))
      if ((AreArrays && (!Are.LeadAnywhere || !How.LeadAnywhere)) ||
          areTakenToBeginOne(N, Are.Of, How.Of))
        Add({Name, Other});
    for (const Argument &A : Entry.args()) {
      const auto Moved = movesOf(A);
      if (nodeOf(Points, A) != N || A.hasStructRetAttr())
        continue;
      const bool IsAnywhere = Are.LeadAnywhere && (Moved.Ordered || Moved.Back);
      if ((AreArrays && !isRestrict(A) && !IsAnywhere) ||
          areTakenToBeginOne(N, Are.Of, placeOf(A)))
        Add({A.getName().str(), Name});
    }
  }
  return All;
}

/// The same of memory that is found through pointers.
std::vector<Need>
OutsideMemory::describeFoundApart(const Function &Entry) const {
  static constexpr size_t MostTold = 4;
  const auto Found = foundPointers(Entry);
  std::map<PointsTo::NodeId, std::string> Given;
  for (const Argument &A : Entry.args())
    if (auto N = nodeOf(Points, A); N && !A.hasStructRetAttr())
      Given.try_emplace(*N, A.getName().str());
  std::vector<Need> All;
  auto Add = [&](const std::string &A, const std::string &B) {
    Need N{.What = Need::Kind::Apart, .Expressions = {A, B}};
    if (A == B)
      N.Expressions = {DifferentPointers.str()};
    addNeed(All, N);
  };
  for (auto &[A, Ways] : Found) {
    for (auto &[B, Name] : Given)
      if (A != B && Uses && Uses->wouldMatterIfOneWere(A, B))
        Add(Name, Ways.begin()->first);
    for (auto &[B, Others] : Found)
      if (A < B && Uses && Uses->wouldMatterIfOneWere(A, B))
        Add(Ways.begin()->first, Others.begin()->first);
    append_range(All, describeFoundArrays(A, Ways, Entry));
  }
  if (All.size() > MostTold)
    All = {
        {.What = Need::Kind::Apart, .Expressions = {DifferentPointers.str()}}};
  return All;
}

/// What is taken to be true of \p A, which leads to memory from outside.
std::vector<Need> OutsideMemory::describeArgument(const Argument &A) const {
  const PointsTo::NodeId N = Points.pointee(&A)->Node;
  const uint64_t Element = elementSize(A);
  const bool IsAmple = How == Environment::Ample && Element;
  const auto [Order, Back] = movesOf(A);
  const uint64_t Used = leastBytes(N, outsideAt(*Points.pointee(&A)));
  const uint64_t Before = uint64_t(offsetIn(*Points.pointee(&A)));
  const Need Memory{.What = IsAmple ? Need::Kind::Ample : Need::Kind::Memory,
                    .Given = asGiven(A),
                    .MayBeNull = isTested(A),
                    .Bytes = Order ? Order->Bytes
                             : Back && !Back->IsAccessed &&
                                     Points.node(N).Offsets.Period
                                 ? 0
                                 : Used - std::min(Used, Before),
                    .Before = Before};
  std::vector<Need> All;
  if (Uses && Uses->isCalled(N))
    All.push_back({.What = Need::Kind::Function,
                   .Given = Memory.Given,
                   .MayBeNull = Memory.MayBeNull});
  else if (!Memory.MayBeNull || IsAmple || Memory.Bytes || Memory.Before)
    All.push_back(Memory);
  if (holdStrings(N))
    All.push_back({.What = Need::Kind::String,
                   .Given = Memory.Given,
                   .MayBeNull = Memory.MayBeNull});
  if (How == Environment::Counted && Element)
    for (const Argument &Count : A.getParent()->args())
      if (maySayCount(Count) && !saysNoLength(Count))
        All.push_back({.What = Need::Kind::Counted,
                       .Given = Memory.Given,
                       .Other = asGiven(Count),
                       .IsNatural = isDistance(Count, A),
                       .Bytes = Element});
  return All;
}

/// Whether pointers are read that memory from outside holds.
bool OutsideMemory::findsPointers() const {
  return any_of(AtFirst, [&](auto &Region) {
    return Parts.all()[Region.first].mayHoldPointers();
  });
}

/// Whether a variable of the program is taken not to hold null at first, though
/// it may.
bool OutsideMemory::takesNotNull(const Function &Entry) const {
  return any_of(instructions(Entry), [&](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && I.getType()->isPointerTy() && isInitialValue(I) &&
           !calledFunction(*Call)->hasFnAttribute(NeverNullName) &&
           !isStandardStream(*Call) && excludesNull(*Call);
  });
}

/// What is taken to be true of arrays that are found.
std::vector<Need> OutsideMemory::describeCounts() const {
  std::vector<Need> All;
  for (auto &[Region, OfRegion] : Counts.all())
    for (const MemberCounts::Count &C : OfRegion)
      if (AtFirst.contains(Region) && AtFirst.contains(C.Region))
        All.push_back({.What = Need::Kind::CountedMembers,
                       .Bytes = C.Element,
                       .Expressions = {C.Structure, C.Pointer, C.Number}});
  return All;
}

/// How C says where the cells of \p Region are, for which \p Entry is called:
/// in structures of that name, or in what it is given; nothing if it takes more
/// than \p Levels pointers to say so.
std::pair<std::string, std::string>
OutsideMemory::placeOf(unsigned Region, const Function &Entry,
                       unsigned Levels) const {
  const sooth::Region &Part = Parts.all()[Region];
  const PointsTo::Node &Node = Points.node(Part.Node);
  const auto [Type, Offset] = declaredAround(Region);
  const uint64_t Period = Node.Offsets.Period;
  const bool IsStructure = Type && structureKey(Type);
  const auto Path = pathTo(Type, Offset, IsStructure || !Period ? 'i' : 'j');
  if (!Path || Levels == 0)
    return {};
  if (IsStructure)
    return {Type->getName().str(), StringRef(*Path).drop_front().str()};
  const std::string Element = (Period ? "[i]" : "[0]") + *Path;
  for (const Argument &A : Entry.args())
    if (auto At =
            A.getType()->isPointerTy() ? Points.pointee(&A) : std::nullopt;
        At && At->Node == Part.Node)
      return {"", A.getName().str() + Element};
  for (unsigned From = 0; From < Parts.all().size(); ++From)
    if (auto At = Parts.targetOf(From); At && At->Node == Part.Node)
      if (auto [Structure, Pointer] = placeOf(From, Entry, Levels - 1);
          !Pointer.empty())
        return {Structure, Pointer + Element};
  return {};
}

/// What is taken to be true of indices that are found.
std::vector<Need> OutsideMemory::describeIndices(const Function &Entry) const {
  std::vector<Need> All;
  for (auto &[Region, Of] : Indices.all()) {
    if (!AtFirst.contains(Region))
      continue;
    auto [Structure, Place] = placeOf(Region, Entry, /*Levels=*/3);
    All.push_back({.What = Need::Kind::StoredIndices,
                   .Bytes = Of.End,
                   .Before = Of.Low,
                   .Expressions = {Structure, Place}});
  }
  return All;
}

std::vector<Need> OutsideMemory::describe(const Function &Entry) const {
  std::vector<Need> All = describeApart(Entry);
  append_range(All, describeApartFromVariables(Entry));
  append_range(All, describeFoundApart(Entry));
  append_range(All, describeCalls());
  if (!Points.resultsApart().empty())
    All.push_back(describeResults());
  if (How == Environment::Any)
    return All;
  if (Uses) {
    append_range(All, describeFreed(Entry));
    append_range(All, describeAlignment(Entry));
  }
  DenseSet<PointsTo::NodeId> Given;
  for (const Argument &A : Entry.args()) {
    auto Target =
        A.getType()->isPointerTy() ? Points.pointee(&A) : std::nullopt;
    if (!Target || !WithFamilies.contains(Target->Node))
      continue;
    Given.insert(Target->Node);
    if (!A.hasByValAttr() && !A.hasStructRetAttr())
      append_range(All, describeArgument(A));
  }
  if (any_of(Points.functions(), [](const Function *F) {
        return any_of(instructions(*F), [](const Instruction &I) {
          auto *Call = dyn_cast<CallBase>(&I);
          return Call && Call->hasFnAttr(UnknownTargetName);
        });
      }))
    All.push_back({.What = Need::Kind::Targets});
  if (findsPointers() || takesNotNull(Entry) ||
      any_of(WithFamilies,
             [&](PointsTo::NodeId N) { return !Given.contains(N); }))
    All.push_back({.What = Need::Kind::Found});
  if (How == Environment::Counted)
    append_range(All, describeCounts());
  if (knowsIndices())
    append_range(All, describeIndices(Entry));
  if (any_of(WithFamilies, [&](PointsTo::NodeId N) {
        return !Given.contains(N) && holdStrings(N);
      }))
    All.push_back({.What = Need::Kind::FoundStrings});
  return All;
}
