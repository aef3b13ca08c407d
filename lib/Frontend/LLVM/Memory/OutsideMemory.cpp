//===- OutsideMemory.cpp - Memory that a function's callers have made ---===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutsideMemory.h"

#include "ArgumentCounts.h"
#include "BoundedIndices.h"

#include "Base/Contracts.h"
#include "Base/MemoryChecks.h"
#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/Stubs.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <numeric>

using namespace sooth;
using namespace llvm;

using Direction = MemoryAccess::Direction;

const uint64_t OutsideMemory::FamilySize = uint64_t(1)
                                           << ObjectLifetimes::FirstFamilyBit;

OutsideMemory::OutsideMemory(ExprContext &Ctx, const PointsTo &Points,
                             const Regions &Parts,
                             const ObjectLifetimes &Lifetimes,
                             const CellVariables &Cells,
                             const AccessLocator &Locator,
                             const CallEffects &Calls, Environment How)
    : Ctx(Ctx), Points(Points), Parts(Parts), Lifetimes(Lifetimes),
      Cells(Cells), Locator(Locator), Calls(Calls), How(How),
      Counts(Points, Parts), Indices(Points, Parts) {
  if (!Points.hasOutside() && !Calls.hasSummaries())
    return;
  for (PointsTo::NodeId N : Points.nodes())
    if (Points.node(N).IsOutside)
      WithFamilies.insert(N);
  if (any_of(WithFamilies, [&](PointsTo::NodeId N) {
        return Points.node(N).Offsets.Period != 0;
      }))
    Structures = structuresByName(*Points.functions().front()->getParent());
  if (!WithFamilies.empty())
    Uses.emplace(Points);
  findTested();
  findFollowed();
  if (How != Environment::Ample)
    Ordered.emplace(Points, Parts);
  findLeastSizes();
  if (Points.trustsUnseen())
    for (const Function *F : Points.functions())
      for (const Instruction &I : instructions(*F))
        if (auto *Call = dyn_cast<CallBase>(&I);
            Call && isUnseen(*Call) && !callsLeftOut(*Call))
          Unseen.push_back(Call);
  if (Calls.hasSummaries() || !Unseen.empty())
    findWrittenHere();
}

bool OutsideMemory::areInOneObject(const llvm::Value *A,
                                   const llvm::Value *B) const {
  return How != Environment::Any && Ordered && Ordered->haveOrder(A, B) &&
         (Points.hasOutside() || Calls.hasSummaries() || !Unseen.empty());
}

/// Whether \p Pointer steps from an argument or a pointer in memory, and so,
/// from most of them, from where an object begins.
static bool beginsObject(const llvm::Value *Pointer) {
  auto *Gep = dyn_cast<GEPOperator>(Pointer);
  return Gep && isa<Argument, LoadInst, CallBase>(
                    Gep->getPointerOperand()->stripPointerCasts());
}

/// How many bytes the program uses of every object of a node: what is accessed
/// at offsets that its text says, or by indices that it bounds, or one element.
void OutsideMemory::findLeastSizes() {
  BoundedIndices Indices;
  auto Use = [&](PointsTo::NodeId N, int64_t Offset, uint64_t Size) {
    const uint64_t Period = Points.node(N).Offsets.Period;
    const int64_t End = Offset + int64_t(Size) - Points.start(N);
    LeastSizes[N] =
        std::max({LeastSizes[N], Period,
                  Period ? 0 : uint64_t(std::max<int64_t>(End, 0))});
  };
  for (PointsTo::NodeId N : Points.nodes())
    for (const MemoryAccess &A : Points.node(N).Accesses) {
      Use(N, A.Offset, A.Size);
      // Of an array that is a member, all, if the type says how long it is.
      const auto Around =
          Points.node(N).Offsets.find(A.Offset, /*LeastSize=*/0).Enclosing;
      if (!Around.empty() && Around.front()->Size < BytesToTheEnd / 2)
        Use(N, Around.front()->Begin, Around.front()->Size);
    }
  // What is written and never read is asked about only.
  for (const Function *F : Points.functions())
    for (const Instruction &I : instructions(*F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || classify(*Call) != CalleeKind::MemoryCheck)
        continue;
      MemoryCheck Check = describeCheck(*Call);
      if (Check.What != MemoryCheck::Kind::Read &&
          Check.What != MemoryCheck::Kind::Write &&
          Check.What != MemoryCheck::Kind::Argument)
        continue;
      auto At = Points.pointee(Check.Pointer);
      auto *Size = dyn_cast<ConstantInt>(Check.Size);
      if (!At || !Size || Points.rangesOverSubobject(*At))
        continue;
      Use(At->Node, At->Offset, Size->getZExtValue());
      if (beginsObject(Check.Pointer))
        LeastSizes[At->Node] = std::max(
            LeastSizes[At->Node],
            Indices.bytesAfterBase(*Check.Pointer, Size->getZExtValue(), I));
    }
}

/// What of \p Target's node is from outside and begins where pointers to
/// \p Target lead; if nothing does, the first.
PointsTo::ManyObjects OutsideMemory::outsideAt(PointsTo::Cell Target) const {
  const uint64_t Period = Points.node(Target.Node).Offsets.Period;
  const auto All = Points.manyObjects(Target.Node);
  auto Begins = [&](const PointsTo::ManyObjects &M) {
    return M.HasOutside &&
           reduced(int64_t(Parts.offsetInNode(Target) -
                           Points.displacement(Target.Node, M.One)),
                   Period) == 0;
  };
  auto At = find_if(All, Begins);
  if (At == All.end())
    At = find_if(All,
                 [](const PointsTo::ManyObjects &M) { return M.HasOutside; });
  return *At;
}

/// How many bytes are used of each object of \p N.
uint64_t OutsideMemory::leastBytes(PointsTo::NodeId N) const {
  const auto All = Points.manyObjects(N);
  uint64_t Least = LeastSizes.lookup(N);
  if (All.size() > 1)
    for (const PointsTo::ManyObjects &M : All)
      Least = std::min(Least, leastBytes(N, M));
  return Least;
}

/// The same of those that begin at one place. What is used of others that begin
/// elsewhere says little: no more than what is declared.
uint64_t OutsideMemory::leastBytes(PointsTo::NodeId N,
                                   const PointsTo::ManyObjects &M) const {
  const uint64_t All = LeastSizes.lookup(N);
  if (Points.manyObjects(N).size() == 1)
    return All;
  const uint64_t Before =
      Points.node(N).Offsets.Period ? 0 : uint64_t(M.Start - Points.start(N));
  const uint64_t Rest = All - std::min(All, Before);
  return std::min(Rest, std::max<uint64_t>(M.Declared, 1));
}

std::vector<std::pair<unsigned, CallersObjects>>
OutsideMemory::families() const {
  std::vector<std::pair<unsigned, CallersObjects>> All;
  for (PointsTo::NodeId N : Points.nodes())
    for (const PointsTo::ManyObjects &M : Points.manyObjects(N)) {
      if (!WithFamilies.contains(N) || !M.HasOutside)
        continue;
      CallersObjects New;
      New.First = Lifetimes.family(N, M.Start)
                  << ObjectLifetimes::FirstFamilyBit;
      New.Count = FamilySize;
      if (isa_and_nonnull<DISubroutineType>(
              withoutQualifiers(Points.node(N).Type)))
        New.What = CallersObjects::Kind::Code;
      New.UsedSize = leastBytes(N, M);
      New.AreLarge = leastSize() == Size::AsUsed;
      New.Sizes = Lifetimes.sizesVariable(N);
      All.emplace_back(M.One, std::move(New));
    }
  return All;
}

/// Whether anything but what is there at first may be in objects of \p N.
bool OutsideMemory::isWritten(PointsTo::NodeId N) const {
  if (any_of(Points.node(N).Accesses,
             [](const MemoryAccess &A) { return A.Way == Direction::Write; }))
    return true;
  auto Writes = [&](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      return false;
    if (auto *Memory = dyn_cast<MemIntrinsic>(Call)) {
      auto To = Points.pointee(Memory->getRawDest());
      return !To || To->Node == N;
    }
    switch (classify(*Call)) {
    case CalleeKind::External:
    case CalleeKind::Indirect:
    case CalleeKind::InlineAsm:
    case CalleeKind::Defined:
    case CalleeKind::Allocation:
      return true;
    default:
      return false;
    }
  };
  return any_of(Points.functions(), [&](const Function *F) {
    return any_of(instructions(*F), Writes);
  });
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// Of the number of a region, and 0 for none.
static constexpr unsigned RegionBits = 16;

void OutsideMemory::addVariables(ArrayRef<SmallVector<Storage, 2>> Stores,
                                 MemoryVariables &Variables) {
  auto CopyOf = [&](Expr Array, StringRef Name) {
    Expr Copy = Variables.add(Name.str() + ".at.first", Array.sort());
    Variables.Init = Ctx.mkAnd(Variables.Init, Ctx.mkEq(Array, Copy));
    return Copy;
  };
  for (PointsTo::NodeId N : WithFamilies) {
    if (Expr Lives = Lifetimes.livesVariable(N)) {
      LivesAtFirst[N] = CopyOf(Lives, "node" + std::to_string(N) + ".live");
    }
    auto ByObject = [&](StringRef Of, unsigned Width) {
      return Variables.add(
          "node" + std::to_string(N) + ".found.in." + Of.str(),
          Ctx.arraySort(Ctx.bitVecSort(ObjectBits), Ctx.bitVecSort(Width)));
    };
    if (How == Environment::Ample && (LivesAtFirst.contains(N) || hasOneWay(N)))
      OnlyWays[N] = {ByObject("region", RegionBits),
                     ByObject("object", ObjectBits),
                     ByObject("offset", OffsetBits)};
    for (unsigned R : Parts.of(N)) {
      const Region &Part = Parts.all()[R];
      if (Stores[R].empty() ||
          (!Part.mayHoldPointers() && !holdStrings(N) &&
           !(How == Environment::Counted && Counts.counts(R)) &&
           !boundsOfIndices(R)))
        continue;
      AtFirst[R] = Now[R] = Stores[R];
      if (isWritten(N))
        for (Storage &S : AtFirst[R])
          if (S.Array)
            S.Array = CopyOf(S.Array, S.Name);
    }
  }
  if (!Calls.hasSummaries() && Unseen.empty())
    return;
  for (PointsTo::NodeId N : Points.nodes()) {
    if (Expr Lives = Lifetimes.livesVariable(N))
      LivesAfterCalls[N] = Variables.add(
          "node" + std::to_string(N) + ".live.after.calls", Lives.sort());
    for (unsigned R : Parts.of(N)) {
      if (Stores[R].size() != 2 || Parts.all()[R].Holds != Content::Pointer ||
          !(Calls.mayWrite(R) || mayLeave(nullptr, R)))
        continue;
      LeftByCalls &Left = AfterCalls[R];
      Left.Now = Left.Then = Stores[R];
      for (Storage &S : Left.Then)
        if (S.Array)
          S.Array = Variables.add(S.Name + ".after.calls", S.Array.sort());
    }
  }
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

/// Whether the objects of \p N are arrays of char, and nothing else.
bool OutsideMemory::holdCharacters(PointsTo::NodeId N) const {
  const PointsTo::Node &Node = Points.node(N);
  auto *Type = dyn_cast_or_null<DIBasicType>(withoutQualifiers(Node.Type));
  return Type && Type->getName() == "char" && Node.Offsets.Period == 1 &&
         Parts.of(N).size() == 1;
}

bool OutsideMemory::hasStrings() const {
  return any_of(WithFamilies,
                [&](PointsTo::NodeId N) { return holdCharacters(N); });
}

bool OutsideMemory::hasCounts(const Function &Entry) const {
  return !Counts.empty() || !Indices.empty() ||
         (any_of(Entry.args(),
                 [&](const Argument &A) { return elementSize(A) != 0; }) &&
          any_of(Entry.args(), maySayCount));
}

/// A string is taken to end where its object does. A run on a longer object is
/// the same as long as nothing behind the first 0 is accessed; and if something
/// is, there is one on an object that ends with that 0 in which the same access
/// is not valid. (So nothing else may be taken to be true of sizes.)
Expr OutsideMemory::isEndAtEnd(const MemoryState &M, const Access &Byte) const {
  Expr Sizes = Lifetimes.sizesVariable(Byte.Node);
  Expr Held = Cells.read({}, AtFirst.lookup(*Byte.InRegion).front(),
                         Locator.cellNumber(Byte, 0));
  if (!Sizes || !Held || Held.sort() != Ctx.bitVecSort(8))
    return Ctx.trueExpr();
  Expr Next = Ctx.make(Kind::BvAdd, {Byte.At.Offset, Ctx.bv(1, OffsetBits)});
  Expr IsEnd = Ctx.mkEq(Next, Ctx.mkSelect(M.now(Sizes), Byte.At.Object));
  return Ctx.mkOr({Ctx.mkNot(Lifetimes.isOutside(Byte.At.Object)),
                   Ctx.mkNot(IsEnd), Ctx.mkEq(Held, Ctx.bv(0, 8))});
}

/// That no other cell of memory leads to \p Object, nor an argument if a cell
/// does: what is freed in one way is not reached in another.
Expr OutsideMemory::isOnlyWayTo(PointsTo::NodeId N, Expr Object,
                                const Access *From) const {
  auto Way = OnlyWays.find(N);
  if (Way == OnlyWays.end())
    return Ctx.trueExpr();
  const auto &[Region, InObject, Offset] = Way->second;
  Expr FoundAt = Ctx.mkSelect(Region, Object);
  if (!From)
    return Ctx.mkEq(FoundAt, Ctx.bv(0, RegionBits));
  return Ctx.mkAnd({Ctx.mkEq(FoundAt, Ctx.bv(1 + *From->InRegion, RegionBits)),
                    Ctx.mkEq(Ctx.mkSelect(InObject, Object), From->At.Object),
                    Ctx.mkEq(Ctx.mkSelect(Offset, Object), From->At.Offset)});
}

/// Whether \p Offset is one of an array whose elements have \p Period bytes, as
/// \p First is; anything if they have none.
Expr OutsideMemory::isElement(Expr Offset, uint64_t Period,
                              int64_t First) const {
  if (Period <= 1)
    return Ctx.trueExpr();
  return Ctx.mkEq(Ctx.make(Kind::BvUrem, {Offset, Ctx.bv(Period, OffsetBits)}),
                  Ctx.bv(uint64_t(reduced(First, Period)), OffsetBits));
}

/// Where in objects from outside pointers to \p Target lead: to the beginning,
/// unless the program goes from there to a structure around it.
int64_t OutsideMemory::offsetIn(PointsTo::Cell Target) const {
  return reduced(
      int64_t(Parts.offsetInNode(Target) -
              Points.displacement(Target.Node, outsideAt(Target).One)),
      Points.node(Target.Node).Offsets.Period);
}

Expr OutsideMemory::leadsTo(const MemoryState &M, PointsTo::Cell Target,
                            const Address &At, Null IsNull, Size Least,
                            const Access *From, Moves Moved,
                            Code MayBeCode) const {
  if (!WithFamilies.contains(Target.Node))
    return Ctx.trueExpr();
  const PointsTo::Node &Node = Points.node(Target.Node);
  const PointsTo::ManyObjects Of = outsideAt(Target);
  const int64_t Offset = offsetIn(Target);
  const OrderedPointers::Order *Order = Moved.Ordered;
  // (What is before the beginning is as good as in no object.)
  const bool AreWhole = Order && Ordered->isOfWholeElements(Target.Node);
  const bool IsOrdered = AreWhole || (Order && !Order->IsAccessed);
  const bool IsElementOf = !IsOrdered && Moved.Back && Node.Offsets.Period;
  const bool IsAnywhere = IsOrdered || IsElementOf;
  // (Also the weaker one, as it is what is asked of pointers to be read.)
  SmallVector<Expr> Facts{
      Lifetimes.isOutside(At.Object),
      Lifetimes.isOfFamily(At.Object, Target.Node, Of.Start),
      IsOrdered
          ? isElement(At.Offset, Ordered->wholeAccess(Target.Node), Offset)
      : IsElementOf ? isElement(At.Offset, Node.Offsets.Period, Offset)
                    : Ctx.mkEq(At.Offset, Ctx.bv(uint64_t(Offset), OffsetBits)),
      isOnlyWayTo(Target.Node, At.Object, From)};
  if (Expr Sizes = Lifetimes.sizesVariable(Target.Node)) {
    Expr Now = Ctx.mkSelect(M.now(Sizes), At.Object);
    uint64_t Bytes = Least == Size::Any ? 0
                                        : std::max(leastBytes(Target.Node, Of),
                                                   uint64_t(Offset));
    if (Order && Least != Size::Any && (IsAnywhere || !From))
      Bytes = From && Order->IsAccessed ? Ordered->wholeAccess(Target.Node)
                                        : Order->Bytes;
    if (IsElementOf && !Moved.Back->IsAccessed)
      Bytes = 0;
    Facts.push_back(Ctx.mkUle(Now, Ctx.bv(MostBytes, OffsetBits)));
    if (IsAnywhere) {
      Facts.push_back(Ctx.mkSle(At.Offset, Now));
      Now = Ctx.make(Kind::BvSub, {Now, At.Offset});
    }
    Facts.push_back(Ctx.mkUle(Ctx.bv(Bytes, OffsetBits), Now));
  }
  if (IsAnywhere) {
    const int64_t First = AreWhole || IsElementOf ? 0 : -int64_t(MostBytes);
    Facts.push_back(Ctx.mkSle(Ctx.bv(uint64_t(First), OffsetBits), At.Offset));
    Facts.push_back(Ctx.mkSle(At.Offset, Ctx.bv(MostBytes, OffsetBits)));
  }
  if (Expr Lives = LivesAtFirst.lookup(Target.Node))
    Facts.push_back(Ctx.bvToBool(Ctx.mkSelect(Lives, At.Object)));
  auto IsStartOf = [&](Expr Object) {
    return Ctx.mkAnd(Ctx.mkEq(At.Object, Object),
                     Ctx.mkEq(At.Offset, Ctx.bv(0, OffsetBits)));
  };
  SmallVector<Expr> Ways{Ctx.mkAnd(Facts)};
  if (IsNull == Null::Possible)
    Ways.push_back(IsStartOf(Ctx.bv(0, ObjectBits)));
  // Callers may know the program's functions.
  for (auto [O, Start] : Node.Objects)
    if (MayBeCode == Code::Possible && isa<Function>(Points.objects()[O].Site))
      Ways.push_back(IsStartOf(Lifetimes.number(O)));
  // (Nor is a violation claimed that depends on what the program put there.)
  if (How != Environment::Ample)
    for (auto [O, Start] : Node.Objects)
      if (Points.isStoredOutside(O))
        Ways.push_back(isIn(O, Target, At));
  return Ctx.mkOr(Ways);
}

/// That \p At leads into \p Object, a variable, where \p Target is in it, or to
/// its end.
Expr OutsideMemory::isIn(unsigned Object, PointsTo::Cell Target,
                         const Address &At) const {
  const PointsTo::Node &Node = Points.node(Target.Node);
  const auto Around = Points.positionOf(Target).Enclosing;
  const uint64_t Step =
      Around.empty() ? Node.Offsets.Period
                     : std::gcd(Node.Offsets.Period, Around.back()->Stride);
  const int64_t First =
      reduced(int64_t(Parts.offsetInNode(Target) -
                      Points.displacement(Target.Node, Object)),
              Node.Offsets.Period);
  Expr IsObject = Ctx.mkEq(At.Object, Lifetimes.number(Object));
  if (Step == 0)
    return Ctx.mkAnd(IsObject,
                     Ctx.mkEq(At.Offset, Ctx.bv(uint64_t(First), OffsetBits)));
  const uint64_t Size = Points.objects()[Object].Size.value_or(MostBytes);
  return Ctx.mkAnd({IsObject, isElement(At.Offset, Step, First),
                    Ctx.mkUle(At.Offset, Ctx.bv(Size, OffsetBits))});
}

/// Whether \p Pointer is an argument that is declared to lead to a structure.
static bool isOfStructure(const llvm::Value &Pointer) {
  auto *A = dyn_cast<Argument>(&Pointer);
  const DIType *Target = A ? pointedType(declaredType(*A)) : nullptr;
  return isa_and_nonnull<DICompositeType>(withoutQualifiers(Target));
}

Expr OutsideMemory::isPossible(const MemoryState &M, const llvm::Value &Pointer,
                               const Address &At) const {
  auto Target = Points.pointee(&Pointer);
  if (!Target)
    return Ctx.trueExpr();
  if (isStandardStream(Pointer))
    return leadsTo(M, *Target, At, Null::Excluded, Size::AsUsed,
                   /*From=*/nullptr);
  // The call has made that: so large, and no larger.
  if (auto *A = dyn_cast<Argument>(&Pointer); A && A->hasByValAttr()) {
    const uint64_t Bytes = A->getParent()->getDataLayout().getTypeAllocSize(
        A->getParamByValType());
    const bool IsAsUsed = leastBytes(Target->Node, outsideAt(*Target)) <= Bytes;
    return leadsTo(M, *Target, At, Null::Excluded,
                   IsAsUsed ? Size::AsUsed : Size::Any, /*From=*/nullptr);
  }
  auto *Call = dyn_cast<CallBase>(&Pointer);
  const bool MayBeNull = Call ? !excludesNull(*Call)
                              : How == Environment::Any || isTested(Pointer);
  Expr IsFound =
      leadsTo(M, *Target, At, MayBeNull ? Null::Possible : Null::Excluded,
              leastSize(), /*From=*/nullptr, movesOf(Pointer),
              isOfStructure(Pointer) ? Code::Excluded : Code::Possible);
  auto *A = dyn_cast<Argument>(&Pointer);
  return A && WithFamilies.contains(Target->Node)
             ? Ctx.mkAnd(IsFound, isAligned(pointedType(declaredType(*A)),
                                            Target->Node, At))
             : IsFound;
}

bool OutsideMemory::excludesNull(const CallBase &Initial) const {
  return calledFunction(Initial)->hasFnAttribute(NeverNullName) ||
         isStandardStream(Initial) ||
         (How != Environment::Any && !isTested(Initial));
}

Expr OutsideMemory::isPossibleInitial(const MemoryState &M,
                                      const CallBase &Initial,
                                      const Address &At,
                                      ArrayRef<Address> Own) const {
  SmallVector<Expr> Ways;
  auto AddSame = [&](const Address &A) {
    Ways.push_back(Ctx.mkAnd(Ctx.mkEq(At.Object, A.Object),
                             Ctx.mkEq(At.Offset, A.Offset)));
  };
  if (!calledFunction(Initial)->hasFnAttribute(NeverOutsideName))
    Ways.push_back(isPossible(M, Initial, At));
  for (const Address &A : Own)
    AddSame(A);
  // (What is never anything but null is that.)
  if (Ways.empty() || !excludesNull(Initial))
    AddSame({Ctx.bv(0, ObjectBits), Ctx.bv(0, OffsetBits)});
  return Ctx.mkOr(Ways);
}

/// How large the elements of an array are that \p A leads to; 0 if it is none.
/// A structure that is passed by value is no larger than it is declared.
uint64_t OutsideMemory::elementSize(const Argument &A) const {
  if (A.hasByValAttr())
    return 0;
  auto Target = A.getType()->isPointerTy() ? Points.pointee(&A) : std::nullopt;
  if (!Target || !WithFamilies.contains(Target->Node))
    return 0;
  return Points.node(Target->Node).Offsets.Period;
}

bool OutsideMemory::isDistance(const Argument &Number, const Argument &A) {
  auto IsNumber = [&](const llvm::Value *V) {
    auto *Extended = dyn_cast<SExtInst>(V);
    return Extended ? Extended->getOperand(0) == &Number
                    : V == &Number && isDeclaredSigned(Number);
  };
  return any_of(A.users(), [&](const User *By) {
    auto *Sum = dyn_cast<GEPOperator>(By);
    return Sum && Sum->getPointerOperand() == &A && Sum->getNumIndices() == 1 &&
           IsNumber(Sum->getOperand(1));
  });
}

Expr OutsideMemory::isCounted(const MemoryState &M, const Argument &A,
                              const Address &At, const Argument &Number,
                              Expr Count, ValueStyle Style) const {
  const uint64_t Element = elementSize(A);
  if (Element == 0 || !(How == Environment::Ample ||
                        (How == Environment::Counted && !saysNoLength(Number))))
    return Ctx.trueExpr();
  return hasElements(M, Points.pointee(&A)->Node, At, Count,
                     Style != ValueStyle::Unsigned && !isDistance(Number, A),
                     Element);
}

Expr OutsideMemory::hasElements(const MemoryState &M, PointsTo::NodeId N,
                                const Address &At, Expr Count, bool IsSigned,
                                uint64_t Element) const {
  Expr Sizes = Lifetimes.sizesVariable(N);
  const unsigned Width = Count.sort().width();
  if (!Sizes || Width < 8 || Width > OffsetBits)
    return Ctx.trueExpr();
  Expr Wide = Ctx.mkZeroExt(OffsetBits - Width, Count);
  Expr Holds = Ctx.mkAnd(
      Ctx.mkUle(Wide, Ctx.bv(MostBytes / Element, OffsetBits)),
      Ctx.mkUle(Ctx.make(Kind::BvMul, {Wide, Ctx.bv(Element, OffsetBits)}),
                Ctx.make(Kind::BvSub,
                         {Ctx.mkSelect(M.now(Sizes), At.Object), At.Offset})));
  Expr IsNull = Ctx.mkEq(At.Object, Ctx.bv(0, ObjectBits));
  if (IsSigned)
    IsNull = Ctx.mkOr(IsNull, Ctx.mkSlt(Count, Ctx.bv(0, Width)));
  return Ctx.mkOr(IsNull, Holds);
}

/// The same of the pointer in one cell.
Expr OutsideMemory::isPossibleInCell(const MemoryState &M,
                                     const Access &Cell) const {
  const unsigned R = *Cell.InRegion;
  auto First = AtFirst.find(R);
  if (First == AtFirst.end() || !Points.node(Cell.Node).IsOutside)
    return Ctx.trueExpr();
  const bool IsMixed = Parts.all()[R].isMixed();
  if (Parts.all()[R].Holds != Content::Pointer && !IsMixed)
    return holdStrings(Cell.Node) ? isEndAtEnd(M, Cell)
                                  : isIndex({}, First->second, Cell);
  Scalars Held;
  for (const Storage &S : First->second)
    if (Expr Part = Cells.read({}, S, Locator.cellNumber(Cell, 0)))
      Held.push_back(Part);
  std::optional<PointsTo::Cell> Target = Parts.targetOf(R);
  if (Held.size() != 2 || !Target)
    return Ctx.trueExpr();
  const Address At{Held[0], Held[1]};
  if (IsMixed)
    return isPossibleInMixedCell(M, Cell, At);
  return Ctx.mkOr(Ctx.mkNot(Lifetimes.isOutside(Cell.At.Object)),
                  Ctx.mkAnd(leadsTo(M, *Target, At, mayBeNull(R), leastSize(),
                                    &Cell, movesOf(R)),
                            isCountedInCell(M, Cell, Target->Node, At)));
}

/// What is known of an index, if \p Cell of \p Numbers has one, in memory from
/// outside.
Expr OutsideMemory::isIndex(const MemoryState &M, ArrayRef<Storage> Numbers,
                            const Access &Cell) const {
  const StoredIndices::Bounds *Of = boundsOfIndices(*Cell.InRegion);
  Expr Held = Of && Numbers.size() == 1 && Numbers.front().Array
                  ? Cells.read(M, Numbers.front(), Locator.cellNumber(Cell, 0))
                  : Expr();
  if (!Held || !Held.sort().isBitVec())
    return Ctx.trueExpr();
  const unsigned Width = Held.sort().width();
  return Ctx.mkOr(
      Ctx.mkNot(Lifetimes.isOutside(Cell.At.Object)),
      Ctx.mkAnd(Ctx.mkUle(Ctx.bv(Of->Low, Width), Held),
                Ctx.make(Kind::BvUlt, {Held, Ctx.bv(Of->End, Width)})));
}

/// The same of a cell that held a number or a pointer. The program's own memory
/// has numbers where nothing was put.
Expr OutsideMemory::isPossibleInMixedCell(const MemoryState &M,
                                          const Access &Cell,
                                          const Address &Held) const {
  Expr IsNumber = Ctx.mkEq(Held.Object, Ctx.bv(0, ObjectBits));
  const bool HasInitial =
      any_of(Points.node(Cell.Node).Objects, [&](const auto &O) {
        return isa<GlobalVariable>(Points.objects()[O.first].Site);
      });
  Expr IsFound = leadsTo(M, *Parts.targetOf(*Cell.InRegion), Held,
                         Null::Possible, leastSize(), /*From=*/nullptr);
  return Ctx.mkIte(Lifetimes.isOutside(Cell.At.Object),
                   Ctx.mkOr(IsNumber, IsFound),
                   HasInitial ? Ctx.trueExpr() : IsNumber);
}

/// The same by the numbers that were beside it.
Expr OutsideMemory::isCountedInCell(const MemoryState &M, const Access &Cell,
                                    PointsTo::NodeId Target,
                                    const Address &At) const {
  if (How != Environment::Counted || !WithFamilies.contains(Target))
    return Ctx.trueExpr();
  SmallVector<Expr> Facts;
  for (const MemberCounts::Count &C : Counts.of(*Cell.InRegion)) {
    auto Number = Locator.inRegion(Cell, C.Region, C.Distance);
    auto First = AtFirst.find(C.Region);
    if (!Number || First == AtFirst.end() || First->second.size() != 1)
      continue;
    if (Expr Count = Cells.read({}, First->second.front(),
                                Locator.cellNumber(*Number, 0)))
      Facts.push_back(hasElements(M, Target, At, Count, C.IsSigned, C.Element));
  }
  return Ctx.mkAnd(Facts);
}

Expr OutsideMemory::isPossibleAtFirst(const MemoryState &M, const Access &A,
                                      uint64_t Bytes) const {
  return AtFirst.empty() ? Ctx.trueExpr()
                         : ofCells(A, Bytes, [&](const Access &Cell) {
                             return isPossibleInCell(M, Cell);
                           });
}

/// What \p OfCell says of each of \p Bytes bytes at \p A.
Expr OutsideMemory::ofCells(const Access &A, uint64_t Bytes,
                            function_ref<Expr(const Access &)> OfCell) const {
  if (!A.HasObjects)
    return Ctx.trueExpr();
  SmallVector<Expr> Facts;
  Locator.visitCells(A, Bytes, [&](unsigned, const Access &Cell, int64_t) {
    Facts.push_back(OfCell(Cell));
  });
  return Ctx.mkAnd(Facts);
}

Expr OutsideMemory::isPossibleAtFirst(const Access &A) const {
  return ofCells(A, A.Bytes, [&](const Access &Cell) {
    const unsigned R = *Cell.InRegion;
    auto Is = Now.find(R);
    std::optional<PointsTo::Cell> Target = Parts.targetOf(R);
    if (Is == Now.end() || !Target || !Points.node(Cell.Node).IsOutside ||
        Parts.all()[R].Holds != Content::Pointer)
      return Ctx.trueExpr();
    auto At = addressIn({}, Is->second, Cell);
    return !At ? Ctx.trueExpr()
               : Ctx.mkOr(Ctx.mkNot(Lifetimes.isOutside(Cell.At.Object)),
                          leadsTo({}, *Target, *At, mayBeNull(R), leastSize(),
                                  &Cell, movesOf(R)));
  });
}

/// Whether the region holds numbers, and pointers among them.
bool OutsideMemory::isAmongNumbers(unsigned Region) const {
  const sooth::Region &Part = Parts.all()[Region];
  return AtFirst.contains(Region) && Part.mayHoldPointers() &&
         Part.Holds != Content::Pointer;
}

/// Whether \p A, in a region with numbers and pointers, is what it was.
Expr OutsideMemory::isAsAtFirst(const MemoryState &M, const Access &A) const {
  SmallVector<Expr> Same;
  Locator.visitCells(A, A.Bytes, [&](unsigned R, const Access &Cell, int64_t) {
    if (!isAmongNumbers(R))
      return;
    const CellVariables::CellNumber C = Locator.cellNumber(Cell, 0);
    for (auto [Is, Was] : zip_equal(Now.lookup(R), AtFirst.lookup(R))) {
      Expr New = Cells.read(M, Is, C), Old = Cells.read({}, Was, C);
      if (New && Old)
        Same.push_back(Ctx.mkEq(New, Old));
    }
  });
  return Ctx.mkAnd(Same);
}

Expr OutsideMemory::isPossibleAmongNumbers(const MemoryState &M,
                                           const LoadInst &Load,
                                           const Access &A,
                                           const Address &At) const {
  if (!A.HasObjects || !A.InRegion || !isAmongNumbers(*A.InRegion))
    return Ctx.trueExpr();
  auto Target = Points.pointee(&Load);
  const Null MayBeNull = mayBeNull(*A.InRegion);
  Expr IsNumber = Ctx.mkEq(At.Object, Ctx.bv(0, ObjectBits));
  SmallVector<Expr> Ways{Ctx.mkNot(Lifetimes.isOutside(A.At.Object)),
                         Ctx.mkNot(isAsAtFirst(M, A))};
  if (How == Environment::Any)
    Ways.push_back(IsNumber);
  else if (MayBeNull == Null::Possible)
    Ways.push_back(
        Ctx.mkAnd(IsNumber, Ctx.mkEq(At.Offset, Ctx.bv(0, OffsetBits))));
  Expr IsFound =
      Target ? leadsTo(M, *Target, At, MayBeNull, leastSize(), /*From=*/nullptr)
             : Ctx.trueExpr();
  Ways.push_back(Ctx.mkAnd(Ctx.mkNot(IsNumber), IsFound));
  return Ctx.mkOr(Ways);
}

bool OutsideMemory::cannotBeReplayed(const Access &A) const {
  return How == Environment::Ample && A.InRegion &&
         Parts.all()[*A.InRegion].HasOddPointers &&
         Points.node(A.Node).IsOutside;
}
