//===- ValuePaths.cpp - Abstract runs: paths through functions ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueInterpreter.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <set>

using namespace sooth;
using namespace llvm;

struct ValueInterpreter::Body {
  struct AtBlock {
    unsigned Place = 0; ///< in reverse postorder
    bool IsLoop = false;
    /// How often a run came from the end of the loop, after the first rounds;
    /// more if rounds take long.
    size_t Rounds = 0;
    /// After how many steps the last one did.
    size_t Last = 0;
    std::vector<State> Known;
    /// Of a loop, how many states are told apart: the first rounds, and one for
    /// all others. 0 if that is not known yet.
    unsigned RoundsApart = 0;
    /// Of a loop, all that has come after the first rounds.
    std::optional<State> Later;
    void addLater(const State &S) {
      if (Later)
        Later->joinWith(S);
      else
        Later = S;
    }
  };
  DenseMap<const BasicBlock *, AtBlock> Blocks;
  std::vector<const BasicBlock *> InOrder;
  /// States to go on with, by the place of their blocks, and which it is.
  std::set<std::pair<unsigned, unsigned>> Waiting;
  std::vector<AbstractReturn> Returns;
  Thresholds Steps;
  unsigned StatesApart;
  /// After how many steps it was begun.
  size_t Begin = 0;
  /// Whether it is known what comes from the ends of loops.
  bool IsLast = false;
  const DenseMap<const BasicBlock *, LiveValues> *Live;
};

/// How many rounds of a loop are told apart at most, and after how many steps
/// no more are.
static constexpr unsigned MostRounds = 16;
static constexpr size_t LongBody = 2000;
/// After how many steps there is no second pass if time runs out.
static constexpr size_t LongToNarrow = 1'000'000;

/// Numbers that conditions of \p F compare with.
Thresholds ValueInterpreter::thresholdsOf(const Function &F) {
  static constexpr size_t Most = 200;
  auto [At, IsNew] = Steps.try_emplace(&F);
  if (!IsNew)
    return At->second;
  std::set<int64_t> All{-1,  0,     1,     127,       128,       255,
                        256, 32767, 65535, INT32_MIN, INT32_MAX, UINT32_MAX};
  for (const Instruction &I : instructions(F))
    for (const Use &U : I.operands())
      if (auto *C = dyn_cast<ConstantInt>(U);
          C && isa<ICmpInst>(I) && C->getBitWidth() <= 64 && All.size() < Most)
        for (int64_t Near : {-1, 0, 1})
          if (int64_t N = C->getSExtValue();
              N > INT64_MIN / 2 && N < INT64_MAX / 2)
            All.insert(N + Near);
  At->second.assign(All.begin(), All.end());
  return At->second;
}

/// Value numbering: what is computed from the same values by the same
/// operations has one number, as the addresses of `a[i]` here and there.
class ValueNumbering {
public:
  unsigned of(const llvm::Value *V) {
    if (unsigned Known = ByValue.lookup(V))
      return Known;
    std::vector<uintptr_t> Shape{uintptr_t(V)};
    auto *I = dyn_cast<Instruction>(V);
    if (I && isa<GetElementPtrInst, CastInst, BinaryOperator>(I)) {
      auto *Gep = dyn_cast<GetElementPtrInst>(I);
      Shape = {I->getOpcode(), uintptr_t(I->getType()),
               uintptr_t(Gep ? Gep->getSourceElementType() : nullptr)};
      for (const Use &U : I->operands())
        Shape.push_back(of(U));
    }
    return ByValue[V] =
               ByShape.try_emplace(std::move(Shape), ByShape.size() + 1)
                   .first->second;
  }

private:
  DenseMap<const llvm::Value *, unsigned> ByValue;
  std::map<std::vector<uintptr_t>, unsigned> ByShape;
};

void ValueInterpreter::findEarlierLoads(const Function &F) {
  static constexpr size_t Most = 4;
  const DominatorTree Dominators(const_cast<Function &>(F));
  ValueNumbering Numbers;
  std::map<std::pair<unsigned, const Type *>, SmallVector<const LoadInst *>>
      Before;
  for (const BasicBlock *Block :
       ReversePostOrderTraversal<const Function *>(&F))
    for (const Instruction &I : *Block) {
      auto *Load = dyn_cast<LoadInst>(&I);
      if (!Load || Load->isVolatile())
        continue;
      auto &Alike =
          Before[{Numbers.of(Load->getPointerOperand()), Load->getType()}];
      SmallVector<const LoadInst *, 2> Earlier;
      for (const LoadInst *Other : reverse(Alike))
        if (Earlier.size() < Most && Dominators.dominates(Other, Load))
          Earlier.push_back(Other);
      if (!Earlier.empty())
        EarlierLoads[Load] = std::move(Earlier);
      Alike.push_back(Load);
    }
}

/// Adds what \p V is, and what conditions say of that about its operands.
static void addUsed(const llvm::Value *V, DenseSet<const llvm::Value *> &To,
                    unsigned Levels) {
  if (!isa<Instruction, Argument>(V))
    return;
  To.insert(V);
  auto *I = dyn_cast<Instruction>(V);
  if (I && Levels > 0 &&
      (isa<GetElementPtrInst, CastInst, CmpInst, BinaryOperator, SelectInst,
           ExtractValueInst, FreezeInst>(I)))
    for (const Use &U : I->operands())
      addUsed(U, To, Levels - 1);
}

const DenseMap<const BasicBlock *, ValueInterpreter::LiveValues> &
ValueInterpreter::liveIn(const Function &F) {
  static constexpr unsigned Levels = 4;
  auto [At, IsNew] = Live.try_emplace(&F);
  if (!IsNew)
    return At->second;
  findEarlierLoads(F);
  DenseMap<const BasicBlock *, DenseSet<const llvm::Value *>> Sets;
  bool Grows = true;
  while (Grows) {
    Grows = false;
    for (const BasicBlock *B : post_order(&F)) {
      DenseSet<const llvm::Value *> Now;
      for (const BasicBlock *To : successors(B)) {
        for (const llvm::Value *V : Sets[To])
          Now.insert(V);
        for (const PHINode &Phi : To->phis()) {
          Now.erase(&Phi);
          addUsed(Phi.getIncomingValueForBlock(B), Now, Levels);
        }
      }
      for (const Instruction &I : reverse(*B)) {
        if (isa<PHINode>(I))
          break;
        Now.erase(&I);
        for (const Use &U : I.operands())
          addUsed(U, Now, Levels);
        if (auto *Load = dyn_cast<LoadInst>(&I))
          if (auto E = EarlierLoads.find(Load); E != EarlierLoads.end())
            Now.insert(E->second.begin(), E->second.end());
      }
      DenseSet<const llvm::Value *> &Old = Sets[B];
      if (Now.size() != Old.size()) {
        Old = std::move(Now);
        Grows = true;
      }
    }
  }
  for (auto &[B, Set] : Sets) {
    // (Who calls it is told what becomes of them.)
    for (const Argument &A : F.args())
      if (A.getType()->isPointerTy())
        Set.insert(&A);
    LiveValues &Of = At->second[B];
    Of.All.assign(Set.begin(), Set.end());
    for (const llvm::Value *V : Of.All)
      Of.Numbers.push_back(numberOf(*V));
    sort(Of.Numbers);
  }
  return At->second;
}

std::vector<AbstractReturn> ValueInterpreter::interpretBody(CallChain &Chain,
                                                            State Entry) {
  const Function &F = *Chain.Callee;
  Body B;
  B.Steps = thresholdsOf(F);
  B.Live = &liveIn(F);
  // The paths of large functions are not told apart for long.
  static constexpr unsigned Small = 300;
  B.StatesApart =
      std::max(1u, unsigned(patience(Options.StatesApart * Small) /
                            std::max<size_t>(Small, F.getInstructionCount())));
  B.Begin = Taken;
  ReversePostOrderTraversal<const Function *> Order(&F);
  for (const BasicBlock *Block : Order) {
    B.Blocks[Block].Place = B.InOrder.size();
    B.InOrder.push_back(Block);
  }
  for (const BasicBlock *Block : B.InOrder)
    for (const BasicBlock *To : successors(Block))
      if (B.Blocks[To].Place <= B.Blocks[Block].Place)
        B.Blocks[To].IsLoop = true;
  const bool HasLoops =
      any_of(B.InOrder, [&](auto *Block) { return B.Blocks[Block].IsLoop; });
  std::shared_ptr<Findings> Before = Found;
  if (HasLoops)
    Found = std::make_shared<Findings>();
  arrive(B, nullptr, F.getEntryBlock(), HasLoops ? Entry : std::move(Entry));
  interpretWaiting(B);
  if (HasLoops && Haste > 1 && Taken - B.Begin > patience(LongToNarrow)) {
    Before->OfCalls.insert(std::move(Found));
    Found = std::move(Before);
  } else if (HasLoops) {
    // Bounds went farther than they had to. With what has come from the ends of
    // loops, which is less, it is done again: a step of narrowing (Cousot and
    // Cousot, POPL 1977, section 9.3). What checks do is seen then only.
    Found = std::move(Before);
    for (auto &[Block, At] : B.Blocks) {
      At.RoundsApart = At.Later ? unsigned(At.Known.size()) : MostRounds;
      At.Known.clear();
      At.Rounds = 0;
    }
    B.Returns.clear();
    B.IsLast = true;
    arrive(B, nullptr, F.getEntryBlock(), std::move(Entry));
    interpretWaiting(B);
  }
  for (AbstractReturn &R : B.Returns)
    endLocals(R);
  return std::move(B.Returns);
}

/// Goes on until nothing is new.
void ValueInterpreter::interpretWaiting(Body &B) {
  while (!B.Waiting.empty() && !isOver()) {
    const auto [Place, Which] = *B.Waiting.begin();
    B.Waiting.erase(B.Waiting.begin());
    const BasicBlock &Block = *B.InOrder[Place];
    interpretBlock(B, Block, B.Blocks[&Block].Known[Which]);
  }
}

/// \p S comes from \p From to \p To.
void ValueInterpreter::arrive(Body &B, const BasicBlock *From,
                              const BasicBlock &To, State S) {
  SmallVector<std::pair<const PHINode *, Value>> Chosen;
  for (const PHINode &Phi : To.phis())
    Chosen.push_back({&Phi, valueOf(S, Phi.getIncomingValueForBlock(From))});
  for (auto &[Phi, V] : Chosen)
    set(S, *Phi, std::move(V));
  // What does not matter any more is left out.
  const LiveValues &Live = B.Live->find(&To)->second;
  S.Values.filter([&](uint64_t Number) {
    return std::binary_search(Live.Numbers.begin(), Live.Numbers.end(), Number);
  });
  for (const llvm::Value *V : Live.All)
    if (!S.Values.find(numberOf(*V)))
      S.Values.set(numberOf(*V), Value::anyOf(V->getType()));
  Body::AtBlock &At = B.Blocks[&To];
  const bool IsFromEnd = From && At.Place <= B.Blocks[From].Place;
  // (What they were computed from may be other values in the next round.)
  if (IsFromEnd)
    S.Loaded = {};
  const unsigned RoundsApart = At.RoundsApart != 0 ? At.RoundsApart
                               : Taken - B.Begin < patience(LongBody)
                                   ? MostRounds
                                   : std::max(1u, unsigned(At.Known.size()));
  // Returns are told apart by their results.
  static constexpr unsigned MostReturns = 24;
  const unsigned Most = At.IsLoop                             ? RoundsApart
                        : isa<ReturnInst>(To.getTerminator()) ? MostReturns
                                                              : B.StatesApart;
  for (unsigned I = 0; I < At.Known.size(); ++I) {
    if (!At.Known[I].mayInclude(S))
      continue;
    State All = At.Known[I];
    const Change Found = All.joinWith(S);
    if (Found == Change::Values)
      continue;
    if (Found == Change::Equalities) {
      At.Known[I] = std::move(All);
      B.Waiting.insert({At.Place, I});
    }
    if (At.IsLoop && I + 1 == Most)
      At.addLater(S);
    return;
  }
  if (At.Known.size() < Most) {
    if (At.IsLoop && At.Known.size() + 1 == Most && B.IsLast && At.Later)
      S.joinWith(*At.Later);
    At.Known.push_back(std::move(S));
    B.Waiting.insert({At.Place, unsigned(At.Known.size() - 1)});
    return;
  }
  if (At.IsLoop && !B.IsLast)
    At.addLater(S);
  // Some rounds of a loop are looked at as they are; later, bounds move far. So
  // they do earlier if rounds take long.
  static constexpr size_t Exact = 1, WithSteps = 16, LongRound = 5000;
  Growth How = Growth::Exact;
  if (IsFromEnd) {
    At.Rounds += 1 + (At.Rounds ? Taken - At.Last : 0) / patience(LongRound);
    At.Last = Taken;
    if (At.Rounds > Exact)
      How = Growth::Widened;
  }
  // What was computed before a loop is the same in all rounds.
  auto IsFixed = [&](uint64_t Number) {
    auto *I = dyn_cast<Instruction>(ByNumber[Number]);
    return !I || B.Blocks[I->getParent()].Place < At.Place;
  };
  unsigned With = Most - 1; // (the state of all later rounds, in loops)
  auto FindLike = [&](auto Shape) {
    auto Same =
        find_if(At.Known, [&](const State &K) { return Shape(K) == Shape(S); });
    if (Same == At.Known.end())
      return false;
    With = unsigned(Same - At.Known.begin());
    return true;
  };
  if (!At.IsLoop && Most > 1 &&
      !FindLike([](const State &Of) { return Of.shape(); }))
    FindLike([](const State &Of) { return Of.shapeOfValues(); });
  if (At.Known[With].joinWith(S, How,
                              At.Rounds > WithSteps ? Thresholds() : B.Steps,
                              IsFixed) != Change::None)
    B.Waiting.insert({At.Place, With});
}

void ValueInterpreter::interpretBlock(Body &B, const BasicBlock &Block,
                                      State S) {
  SmallVector<std::pair<BasicBlock::const_iterator, State>> Ways;
  Ways.push_back({Block.getFirstNonPHIIt(), std::move(S)});
  while (!Ways.empty() && !isOver()) {
    auto [I, Now] = std::move(Ways.back());
    Ways.pop_back();
    bool GoesOn = true;
    while (GoesOn && !I->isTerminator()) {
      if (++Taken > Options.MostSteps)
        return giveUp("it takes too many steps");
      if (Taken % 4096 == 0)
        lookAtClock();
      States Next = execute(*I, std::move(Now));
      ++I;
      GoesOn = !Next.empty();
      for (State &Other : drop_begin(Next, GoesOn ? 1 : 0))
        Ways.push_back({I, std::move(Other)});
      if (GoesOn)
        Now = std::move(Next.front());
    }
    if (GoesOn)
      branch(B, *I, std::move(Now));
  }
}

void ValueInterpreter::branch(Body &B, const Instruction &End, State S) {
  const BasicBlock *From = End.getParent();
  if (auto *Branch = dyn_cast<BranchInst>(&End)) {
    if (Branch->isUnconditional())
      return arrive(B, From, *Branch->getSuccessor(0), std::move(S));
    for (bool IsTrue : {true, false}) {
      State Then = S;
      if (assume(Then, Branch->getCondition(), IsTrue))
        arrive(B, From, *Branch->getSuccessor(IsTrue ? 0 : 1), std::move(Then));
    }
    return;
  }
  if (auto *Switch = dyn_cast<SwitchInst>(&End)) {
    const llvm::Value *On = Switch->getCondition();
    const Value Now = valueOf(S, On);
    if (!Now.isNumber())
      return giveUp("a switch on what is no number");
    ConstantRange Rest = Now.Range;
    // Cases with one target are one way.
    MapVector<const BasicBlock *, ConstantRange> Ranges;
    for (auto &Case : Switch->cases()) {
      const ConstantRange Only(Case.getCaseValue()->getValue());
      if (!Now.Range.contains(Case.getCaseValue()->getValue()))
        continue;
      // (A range, from which only its ends can be taken.)
      if (Rest.contains(Case.getCaseValue()->getValue()))
        if (ConstantRange Less = Rest.difference(Only); true)
          Rest = Less;
      auto [At, IsNew] = Ranges.insert({Case.getCaseSuccessor(), Only});
      if (!IsNew)
        At->second = At->second.unionWith(Only);
    }
    for (auto &[To, Range] : Ranges) {
      State Then = S;
      if (constrain(Then, On, Value::number(Range)))
        arrive(B, From, *To, std::move(Then));
    }
    if (!Rest.isEmptySet() && constrain(S, On, Value::number(Rest)))
      arrive(B, From, *Switch->getDefaultDest(), std::move(S));
    return;
  }
  if (auto *Return = dyn_cast<ReturnInst>(&End)) {
    Value Result;
    if (Return->getReturnValue())
      Result = valueOf(S, Return->getReturnValue());
    AbstractReturn New{std::move(S), std::move(Result)};
    for (const Argument &A : Return->getFunction()->args())
      if (A.getType()->isPointerTy()) {
        New.Pointers[A.getArgNo()] = valueOf(New.State, &A);
        New.Pointers[A.getArgNo()].Identity = 0;
      }
    return addReturn(B.Returns, std::move(New));
  }
  if (!isa<UnreachableInst>(End))
    giveUp(Twine("it ends a block by '") + End.getOpcodeName() + "'");
}
