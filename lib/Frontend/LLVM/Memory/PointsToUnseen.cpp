//===- PointsToUnseen.cpp - What functions without bodies return ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pointer that a function without a body returns leads to memory from outside
// like one that callers pass, or into what unseen code has come to know: what
// it was given, now or before, and what it returned before. Where the program
// would see that two are one, they have one node. By C's rules (C17 6.5p7) that
// is where both are accessed in the same way, and one is written or freed; of
// what the call cannot find from its arguments, only what is declared as the
// same structure: otherwise a pool of memory would make one node of all that
// unseen code ever got. That is told as a need.
//
//===----------------------------------------------------------------------===//

#include "PointsTo.h"

#include "Base/ArbitraryValues.h"
#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/Stubs.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace sooth;
using namespace llvm;

using Content = MemoryAccess::Content;
using Direction = MemoryAccess::Direction;

bool sooth::trustsUnseen(const Function &Entry, Environment Outside) {
  return Entry.getName() != "main" && Outside != Environment::Any &&
         Outside != Environment::Ample;
}

bool sooth::isUnseen(const CallBase &Call) {
  if (classify(Call) != CalleeKind::External)
    return false;
  const Function *Callee = calledFunction(Call);
  return Callee && !Callee->isIntrinsic() && !anyValue(Callee->getName());
}

bool sooth::returnsUnseen(const CallBase &Call) {
  return Call.getType()->isPointerTy() && isUnseen(Call) &&
         !isInitialValue(Call);
}

SmallVector<const Value *, 2> sooth::promisedSize(const CallBase &Call) {
  const Attribute Says = Call.getFnAttr(Attribute::AllocSize);
  if (!returnsUnseen(Call) || !Says.isValid())
    return {};
  auto [Size, Count] = Says.getAllocSizeArgs();
  SmallVector<const Value *, 2> Factors{Call.getArgOperand(Size)};
  if (Count)
    Factors.push_back(Call.getArgOperand(*Count));
  return Factors;
}

/// What is at a pointer like the variable that \p V is assigned to, perhaps as
/// one of several, or the parameter that it is passed as.
static const DIType *assignedTarget(const Value &V, unsigned Depth = 0) {
  SmallVector<DbgVariableIntrinsic *> Intrinsics;
  SmallVector<DbgVariableRecord *> Records;
  findDbgUsers(Intrinsics, const_cast<Value *>(&V), &Records);
  for (const DbgVariableRecord *R : Records)
    if (R->getExpression()->getNumElements() == 0)
      if (const DIType *Target = pointedType(R->getVariable()->getType()))
        return Target;
  static constexpr unsigned MaxDepth = 3;
  for (const Use &U : V.uses()) {
    const DIType *Target = nullptr;
    if (auto *Call = dyn_cast<CallBase>(U.getUser())) {
      const Function *Callee = Call->getCalledFunction();
      if (Callee && Call->isArgOperand(&U) &&
          Call->getArgOperandNo(&U) < Callee->arg_size())
        Target = pointedType(
            declaredType(*Callee->getArg(Call->getArgOperandNo(&U))));
    } else if (isa<PHINode, SelectInst>(U.getUser()) && Depth < MaxDepth) {
      Target = assignedTarget(*U.getUser(), Depth + 1);
    }
    if (Target)
      return Target;
  }
  return nullptr;
}

void PointsTo::addUnseenResult(const CallBase &Call) {
  if (!is_contained(UnseenResults, &Call))
    UnseenResults.push_back(&Call);
  addOutside(&Call);
  Nodes[find(ownPlace(&Call)).Node].IsExposed = true;
  setTarget(&Call, callsLeftOut(Call)
                       ? pointedType(declaredResult(*Call.getFunction()))
                       : assignedTarget(Call));
}

std::map<PointsTo::NodeId, PointsTo::Shapes> PointsTo::shapesByNode() {
  std::map<NodeId, Shapes> All;
  for (auto &[At, A] : Accesses)
    All[find(At).Node][{A.Size, A.Holds}] |= A.Way == Direction::Write;
  // Bytes are copied to what is not accessed in any other way.
  for (const Function *F : Functions)
    for (const Instruction &I : instructions(*F))
      if (auto *Memory = dyn_cast<MemIntrinsic>(&I))
        if (auto At = placeOf(Memory->getRawDest()))
          if (Shapes &Of = All[find(*At).Node]; Of.empty())
            Of[{1, Content::Integer}] = true;
  return All;
}

/// What is in \p N, or in the arrays there, as it is declared; null if that is
/// not known.
const DIType *PointsTo::typeOf(NodeId N) const {
  const Node &Of = Nodes[N];
  if (Of.HasOtherTypes)
    return nullptr;
  const DIType *T = Of.Type;
  for (auto [O, Start] : Of.Objects)
    if (!T) {
      const Value &Site = *Objects[O].Site;
      T = isa<CallBase>(Site) ? assignedTarget(Site) : variableType(Site);
    }
  auto ElementOf = [](const DIType *Of) -> const DIType * {
    auto *Array = dyn_cast_or_null<DICompositeType>(Of);
    return Array && Array->getTag() == dwarf::DW_TAG_array_type
               ? Array->getBaseType()
               : nullptr;
  };
  T = withoutQualifiers(T);
  while (const DIType *Element = ElementOf(T))
    T = withoutQualifiers(Element);
  return T;
}

/// Whether what unseen code returned as \p Result may be \p Of by its type and
/// where it is known.
bool PointsTo::mayReturn(NodeId Result, NodeId Of) const {
  const Node &A = Nodes[Result], &B = Nodes[Of];
  // (What is from outside and of the same structure has its node already.)
  if (A.Objects.empty() || B.Objects.empty() ||
      !(B.IsExposed || (B.IsOutside && !A.Type)))
    return false;
  // (A variable may begin with the structure that is returned.)
  const Metadata *KeyOfA = structureKey(A.Type), *KeyOfB = structureKey(B.Type);
  return !KeyOfA || !KeyOfB || KeyOfA == KeyOfB;
}

/// Whether it is taken to be possible that \p Call returns \p N, as it may.
bool PointsTo::isTakenToReturn(const CallBase &Call, NodeId N) {
  const Metadata *Own = structureKey(Nodes[find(ownPlace(&Call)).Node].Type);
  return (Own && Own == structureKey(typeOf(N))) || isGiven(Call, N);
}

/// Whether \p Call can find \p N from its arguments.
bool PointsTo::isGiven(const CallBase &Call, NodeId N) {
  SmallVector<NodeId> Worklist;
  DenseSet<NodeId> Seen;
  auto Add = [&](Place P) {
    if (const NodeId At = find(P).Node; Seen.insert(At).second)
      Worklist.push_back(At);
  };
  for (const Value *Given : Call.args())
    if (Given->getType()->isPointerTy())
      if (auto P = placeOf(Given))
        Add(*P);
  while (!Worklist.empty())
    for (auto &[Offset, Target] : Nodes[Worklist.pop_back_val()].Pointees)
      Add(Target);
  return Seen.contains(N);
}

/// To which some pointer is used to read, write or free.
std::set<PointsTo::NodeId> PointsTo::usedNodes() {
  std::set<NodeId> Used;
  for (const Function *F : Functions)
    for (const Instruction &I : instructions(*F)) {
      const Value *At = getLoadStorePointerOperand(&I);
      if (auto *Call = dyn_cast<CallBase>(&I);
          Call && (classify(*Call) == CalleeKind::MemoryCheck ||
                   classify(*Call) == CalleeKind::Deallocation ||
                   isa<MemIntrinsic>(Call)))
        At = Call->getArgOperand(0);
      if (At && At->getType()->isPointerTy())
        if (auto Place = placeOf(At))
          Used.insert(find(*Place).Node);
    }
  return Used;
}

/// Whether one of both is written, and the other accessed in the same way.
static bool haveSame(const auto &A, const auto &B, bool IsWritten) {
  return any_of(A, [&](auto &Entry) {
    auto Same = B.find(Entry.first);
    return Same != B.end() && (IsWritten || Entry.second || Same->second);
  });
}

/// Makes \p Call's result lead to \p N: to where its objects begin, if it leads
/// to a structure, and else to all that is accessed in the same way.
void PointsTo::join(const CallBase &Call, NodeId N, const Shapes &Own) {
  const Cell Base = find(ownPlace(&Call));
  if (structureKey(Nodes[Base.Node].Type) || Own.size() != 1)
    return unify(ownPlace(&Call), {N, start(N), Still});
  SmallVector<int64_t> Steps;
  SmallVector<Place> Places;
  for (auto &[At, A] : Accesses) {
    const Cell Of = find(At);
    if (Of.Node == Base.Node)
      Steps.push_back(Of.Offset + A.Offset - Base.Offset);
    else if (Of.Node == N && Own.contains({A.Size, A.Holds}))
      Places.push_back({At.Node, At.Offset + A.Offset, Still});
  }
  for (const Place &At : Places)
    for (int64_t Step : Steps)
      unify(ownPlace(&Call), {At.Node, At.Offset - Step, Still});
  if (!Places.empty())
    return;
  // Bytes are copied to it.
  makePeriodic(ownPlace(&Call), Own.begin()->first.Size);
  unify(ownPlace(&Call), {N, start(N), Still});
}

void PointsTo::joinResults() {
  if (UnseenResults.empty())
    return;
  std::map<NodeId, Shapes> By = shapesByNode();
  std::optional<std::set<NodeId>> Used; // as long as nothing is joined
  auto AreUsed = [&](NodeId A, NodeId B) {
    if (!Used)
      Used = usedNodes();
    return Used->contains(A) && Used->contains(B);
  };
  for (const CallBase *Call : UnseenResults)
    for (NodeId N : nodes()) {
      const NodeId Result = find(ownPlace(Call)).Node;
      if (find(Place{N, 0, Still}).Node != N || N == Result ||
          !mayReturn(Result, N))
        continue;
      // What is freed need not be read or written in this program.
      const bool IsFreed = Nodes[N].IsFreed || Nodes[Result].IsFreed;
      const bool IsOnlyAsked = By[N].empty() || By[Result].empty();
      if (!haveSame(By[Result], By[N], IsFreed) &&
          !(IsFreed && IsOnlyAsked && AreUsed(Result, N)))
        continue;
      if (!isTakenToReturn(*Call, N)) {
        if (!is_contained(ResultsApart, Call))
          ResultsApart.push_back(Call);
        continue;
      }
      join(*Call, N, By[Result]);
      By = shapesByNode();
      Used.reset();
    }
}

/// Unseen code may have returned a pointer that its result, or what it left, is
/// compared with.
void PointsTo::compareExposed(const ICmpInst &I) {
  auto A = placeOf(I.getOperand(0)), B = placeOf(I.getOperand(1));
  if (!A || !B || !Nodes[find(*A).Node].IsExposed ||
      !Nodes[find(*B).Node].IsExposed)
    return;
  const bool IsResult = any_of(I.operand_values(), [](const Value *V) {
    auto *Call = dyn_cast<CallBase>(V);
    return Call && returnsUnseen(*Call);
  });
  if (IsResult || find(*A).Node != find(*B).Node)
    unify(*A, *B);
}
