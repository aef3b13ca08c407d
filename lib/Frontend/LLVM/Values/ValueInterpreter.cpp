//===- ValueInterpreter.cpp - Abstract runs of a program ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls, and paths through functions.
//
//===----------------------------------------------------------------------===//

#include "ValueInterpreter.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <set>

using namespace sooth;
using namespace llvm;

ValueInterpreter::ValueInterpreter(const Module &M,
                                   const ValueAnalysisOptions &Options)
    : M(M), Layout(M.getDataLayout()), Options(Options),
      IsRestOfLibrary(isRestOfLibrary(M)) {
  copy_if(make_pointer_range(M), std::back_inserter(Pointed),
          [](const Function *F) {
            return !F->isIntrinsic() && !isMadeByPasses(*F) &&
                   F->hasAddressTaken();
          });
  unsigned Next = 1;
  for (const Function &F : M) {
    for (const Argument &A : F.args())
      Numbers[&A] = Next++;
    for (const Instruction &I : instructions(F))
      Numbers[&I] = Next++;
  }
}

void ValueInterpreter::giveUp(const Twine &Why) {
  if (GivenUp)
    return;
  GivenUp = Why.str();
  for (const CallChain *C : reverse(Active))
    *GivenUp += " in " + C->Callee->getName().str();
}

Error ValueInterpreter::run(const Function &Entry) {
  CallChain &Root = Chains.emplace_back(CallChain{&Entry, {}});
  State Begin;
  makeElsewhere(Begin);
  for (const GlobalVariable &G : M.globals())
    makeGlobal(Begin, G);
  loseAddressesInConstants(Begin);
  for (const Argument &A : Entry.args())
    Begin.Values.set(numberOf(A), Value::anyOf(A.getType()));
  std::vector<AbstractReturn> Ends = interpret(Root, std::move(Begin));
  Current = &Root;
  for (AbstractReturn &End : Ends)
    if (LastUnseen)
      endProgram(End.State, *LastUnseen);
  if (GivenUp)
    return createStringError(*GivenUp);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// \p Check is come to; if a model makes it, it is one of the call of that.
void ValueInterpreter::comeTo(const CallBase &Check, bool MayFail) {
  if (!isLibraryModel(*Check.getFunction()))
    return;
  auto Site = find_if(reverse(Sites), [](const CallBase *S) {
    return !isLibraryModel(*S->getFunction());
  });
  if (Site != Sites.rend())
    MayFailInLibrary[{*Site, checkOf(Check).str()}] |= MayFail;
}

/// Where interpreting the function has taken long, the chain of an earlier
/// call.
CallChain &ValueInterpreter::chainOf(const CallBase &Call,
                                     const Function &Callee) {
  static constexpr size_t Most = 50'000, Long = 300'000;
  CallChain *&Next = Current->Calls[{&Call, &Callee}];
  if (Next)
    return *Next;
  // (Checks in models are told where these are called.)
  if (const Spent &S = SpentIn[&Callee];
      S.Steps > Long && S.Last && !isLibraryModel(Callee))
    return *(Next = S.Last);
  if (Chains.size() > Most)
    giveUp("there are too many chains of calls");
  return *(Next = &Chains.emplace_back(CallChain{&Callee, {}}));
}

/// The innermost chain that is being interpreted and ends in \p Callee.
CallChain *ValueInterpreter::repeated(const Function &Callee) {
  auto Found = find_if(reverse(Active),
                       [&](CallChain *C) { return C->Callee == &Callee; });
  return Found == Active.rend() ? nullptr : *Found;
}

ValueState ValueInterpreter::entryState(const CallBase &Call,
                                        const Function &Callee,
                                        const State &S) {
  State E;
  E.Objects = S.Objects;
  E.Known = S.Known;
  E.FirstIdentity = Identities.size();
  for (const Argument &A : Callee.args()) {
    Value Given = A.getArgNo() < Call.arg_size()
                      ? valueOf(S, Call.getArgOperand(A.getArgNo()))
                      : Value::anyOf(A.getType());
    if (A.getArgNo() < Call.arg_size() &&
        Call.getArgOperand(A.getArgNo())->getType() != A.getType())
      Given = Value::anyOf(A.getType());
    Given.Identity = 0;
    E.Values.set(numberOf(A), std::move(Given));
  }
  return E;
}

/// Objects that became old ones in the call did so for the caller, too.
void ValueInterpreter::applyAged(State &S,
                                 const PersistentMap<Certainty> &Aged) {
  if (Aged.empty())
    return;
  auto IsAged = [&](const AbstractValue::Target &T) {
    return Aged.find(T.Object) != nullptr;
  };
  auto Age = [&](const Value &V) -> std::optional<Value> {
    if (none_of(V.Targets, IsAged))
      return std::nullopt;
    Value New = V;
    New.Targets.clear();
    New.Identity = 0;
    for (const AbstractValue::Target &T : V.Targets) {
      const Certainty *Is = Aged.find(T.Object);
      if (Is)
        New.addTarget({T.Object + 1, T.At, T.In});
      if (!Is || *Is == Certainty::Possible)
        New.addTarget(T);
    }
    return New;
  };
  S.Values.transform(
      [&](uint64_t, const Value &V) { return State::transformed(V, Age); });
}

ValueState ValueInterpreter::afterReturn(const CallBase &Call,
                                         const Function &Callee,
                                         const State &Before,
                                         const AbstractReturn &R) {
  State S = Before;
  S.Objects = R.State.Objects;
  S.Known = R.State.Known;
  S.Checked = nullptr;
  applyAged(S, R.State.Aged);
  R.State.Aged.forEach([&](uint64_t O, Certainty Is) {
    const Certainty *Was = S.Aged.find(O);
    if (!Was || *Was == Certainty::Possible)
      S.Aged.set(O, Is);
  });
  if (!Call.getType()->isVoidTy()) {
    Value Result = Callee.getReturnType() == Call.getType()
                       ? R.Result
                       : Value::anyOf(Call.getType());
    if (!Call.use_empty())
      set(S, Call, std::move(Result));
  }
  return S;
}

std::vector<AbstractReturn> ValueInterpreter::call(const CallBase &Call,
                                                   const Function &Callee,
                                                   const State &S) {
  return enter(Call, Callee, entryState(Call, Callee, S));
}

std::vector<AbstractReturn> ValueInterpreter::enter(const CallBase &Call,
                                                    const Function &Callee,
                                                    State Entry) {
  CallChain *Outer = repeated(Callee);
  if (!Outer) {
    Sites.push_back(&Call);
    auto Returns = interpret(chainOf(Call, Callee), std::move(Entry));
    Sites.pop_back();
    return Returns;
  }
  if (isLibraryModel(Callee) && !isLibraryModel(*Call.getFunction()))
    giveUp("a function of the C library calls itself");
  // All chains from there to here stand for longer ones.
  Summary &Known = *Interpreted.lookup(Outer);
  for (auto C = find(Active, Outer); C != Active.end(); ++C)
    if (!(*C)->IsRepeated) {
      (*C)->IsRepeated = true;
      Known.HasGrown = true;
    }
  if (Known.Entry->joinWith(Entry, Growth::Widened, thresholdsOf(Callee)) !=
      Change::None)
    Known.HasGrown = true;
  return Known.Returns;
}

static void forgetIdentities(ValueState &S) {
  S.Objects.transform(
      [](uint64_t, const ObjectState &O) -> std::optional<ObjectState> {
        bool HasSome = false;
        O.Content.forEachValue(
            [&](const AbstractValue &V) { HasSome |= V.Identity != 0; });
        if (!HasSome)
          return std::nullopt;
        ObjectState New = O;
        New.Content.forgetIdentities();
        return New;
      });
}

/// What was found out about calls in \p Chain may have been so as long as less
/// was known of it.
void ValueInterpreter::forgetCalls(const CallChain &Chain) {
  DenseSet<const CallChain *> Forgotten;
  forgetCalls(Chain, Forgotten);
}

void ValueInterpreter::forgetCalls(const CallChain &Chain,
                                   DenseSet<const CallChain *> &Forgotten) {
  for (auto &[Site, Next] : Chain.Calls) {
    if (!Forgotten.insert(Next).second)
      continue;
    for (auto &[Shape, Known] : Summaries[Next])
      Known.Entry.reset();
    forgetCalls(*Next, Forgotten);
  }
}

/// A hash of which pointers are null.
static uint64_t shapeOf(const PersistentMap<AbstractValue> &Values) {
  uint64_t Hash = 0;
  Values.forEach([&](uint64_t Number, const AbstractValue &All) {
    const AbstractValue &V = All.Parts.empty() ? All : All.Parts.front();
    if (V.isPointer())
      Hash = hash_combine(Hash, Number, V.MayBeNull, V.Targets.empty());
  });
  return Hash;
}

/// A hash of what tells states apart that had better not be joined: which
/// pointers are null, and which objects are there.
static uint64_t shapeOf(const ValueState &S) {
  uint64_t Hash = shapeOf(S.Values);
  S.Objects.forEach([&](uint64_t O, const ObjectState &Is) {
    if (!Is.IsMany)
      Hash = hash_combine(Hash, O, Is.Life);
  });
  return Hash;
}

/// What is known of \p Chain for states like \p Entry: some shapes are told
/// apart.
ValueInterpreter::Summary &ValueInterpreter::summaryOf(const CallChain &Chain,
                                                       const State &Entry) {
  static constexpr size_t Most = 4;
  std::map<uint64_t, Summary> &All = Summaries[&Chain];
  if (Chain.IsRepeated)
    return All[0];
  const uint64_t Shape = shapeOf(Entry.Values);
  return All[All.size() < Most || All.count(Shape) ? Shape : 0];
}

std::vector<AbstractReturn> ValueInterpreter::interpret(CallChain &Chain,
                                                        State Entry) {
  static constexpr size_t MostNested = 200;
  Summary &Of = summaryOf(Chain, Entry);
  if (isOver())
    return {};
  if (Active.size() >= MostNested) {
    giveUp("calls are nested deep");
    return {};
  }
  // Where that has taken long, what comes is like what came.
  static constexpr size_t Alone = 20'000, Exact = 60'000, WithSteps = 200'000;
  static constexpr size_t Short = 500;
  const bool IsLong = Of.Taken > Alone && Of.Last > Short;
  if (Of.Entry && Of.Entry->mayInclude(Entry) &&
      (IsLong || Entry.mayInclude(*Of.Entry))) {
    State Known = *Of.Entry;
    if (Known.joinWith(Entry) != Change::Values) {
      LeavesModel |= Of.LeavesModel;
      return Of.Returns;
    }
  }
  const bool LeavesBefore = LeavesModel;
  LeavesModel = false;
  CallChain *Caller = Current;
  Current = &Chain;
  Active.push_back(&Chain);
  Interpreted[&Chain] = &Of;
  const size_t TakenBefore = Taken;
  if (!IsLong || !Of.Entry)
    Of.Entry = std::move(Entry);
  else
    Of.Entry->joinWith(
        Entry, Of.Taken > Exact ? Growth::Widened : Growth::Exact,
        Of.Taken > WithSteps ? Thresholds() : thresholdsOf(*Chain.Callee));
  Of.Returns.clear();
  do {
    Of.HasGrown = false;
    if (Chain.IsRepeated)
      forgetCalls(Chain);
    // (Also where it was joined with what came before.)
    Of.Entry->FirstIdentity = Identities.size();
    std::vector<AbstractReturn> Now = interpretBody(Chain, *Of.Entry);
    for (AbstractReturn &R : Now) {
      forgetIdentities(R.State);
      R.Result.Identity = 0;
      R.State.Values = {};
      R.State.Checked = nullptr;
    }
    if (!Chain.IsRepeated) {
      Of.Returns = std::move(Now);
      break;
    }
    // One state for all, so that it can be seen whether it grows.
    for (AbstractReturn &R : Now) {
      if (Of.Returns.empty()) {
        Of.Returns.push_back(std::move(R));
        Of.HasGrown = true;
        continue;
      }
      AbstractReturn &All = Of.Returns.front();
      if (All.State.joinWith(R.State, Growth::Widened,
                             thresholdsOf(*Chain.Callee)) != Change::None)
        Of.HasGrown = true;
      Value Both = join(All.Result, R.Result, Growth::Widened,
                        thresholdsOf(*Chain.Callee));
      Of.HasGrown |= !Both.isEqual(All.Result);
      All.Result = std::move(Both);
    }
  } while (Of.HasGrown && !isOver());
  Of.Last = Taken - TakenBefore;
  Of.Taken += Of.Last;
  Spent &All = SpentIn[Chain.Callee];
  All.Steps += Taken - TakenBefore;
  All.Last = &Chain;
  Of.LeavesModel = LeavesModel;
  LeavesModel |= LeavesBefore;
  Interpreted.erase(&Chain);
  Active.pop_back();
  Current = Caller;
  return Of.Returns;
}

/// What tells ways of returning apart: a constant, whether it is null. (What
/// preparing a program adds to the result comes after it.)
static std::optional<int64_t> keyOf(const AbstractValue &Result) {
  if (!Result.Parts.empty())
    return keyOf(Result.Parts.front());
  if (Result.isNumber() && Result.Range.getBitWidth() <= 64)
    if (const APInt *Only = Result.Range.getSingleElement())
      return Only->getSExtValue();
  if (Result.isPointer() && !Result.MayBeAny) {
    if (Result.Targets.empty())
      return 0;
    if (!Result.MayBeNull)
      return 1;
  }
  return std::nullopt;
}

void ValueInterpreter::addReturn(std::vector<AbstractReturn> &All,
                                 AbstractReturn New) const {
  static constexpr size_t Most = 10;
  const auto Key = keyOf(New.Result);
  auto Same = find_if(
      All, [&](const AbstractReturn &R) { return keyOf(R.Result) == Key; });
  if (Same == All.end() && All.size() < Most) {
    All.push_back(std::move(New));
    return;
  }
  if (Same == All.end())
    Same = std::prev(All.end());
  Same->State.joinWith(New.State);
  Same->Result = join(Same->Result, New.Result);
}

/// The locals of the function that returns are gone.
void ValueInterpreter::endLocals(AbstractReturn &R) {
  SmallVector<ObjectId> Ended;
  bool AreKept = false;
  auto LeadsTo = [](const Value &V, ObjectId O) {
    return any_of(V.Targets, [&](auto &T) { return T.Object == O; });
  };
  for (const Instruction &I : instructions(*Current->Callee)) {
    auto *Local = dyn_cast<AllocaInst>(&I);
    if (!Local)
      continue;
    for (ObjectId Newest = objectOf(*Local, Current), O = Newest;
         O <= Newest + 1; ++O) {
      const ObjectState *Now = R.State.Objects.find(O);
      if (!Now)
        continue;
      bool IsKept = Now->IsAddressKept;
      auto Look = [&](const Value &V) -> std::optional<Value> {
        IsKept |= LeadsTo(V, O);
        return std::nullopt;
      };
      State::transformed(R.Result, Look);
      if (Current->IsRepeated) {
        // Another call may have one that is still there.
        if (IsKept && Now->Life == Lifetime::Lives) {
          ObjectState New = *Now;
          New.Life = Lifetime::MayHaveEnded;
          R.State.Objects.set(O, std::move(New));
        }
        continue;
      }
      Ended.push_back(O);
      AreKept |= IsKept;
    }
  }
  for (ObjectId O : Ended)
    R.State.Objects.erase(O);
  if (!AreKept)
    return;
  auto End = [&](const Value &V) -> std::optional<Value> {
    if (none_of(Ended, [&](ObjectId O) { return LeadsTo(V, O); }))
      return std::nullopt;
    Value New = V;
    New.MayBeNowhere = true;
    New.Identity = 0;
    erase_if(New.Targets,
             [&](auto &T) { return is_contained(Ended, T.Object); });
    return New;
  };
  R.State.transformPointers(End);
  if (auto New = State::transformed(R.Result, End))
    R.Result = std::move(*New);
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

struct ValueInterpreter::Body {
  struct AtBlock {
    unsigned Place = 0; ///< in reverse postorder
    bool IsLoop = false;
    /// How often a run came here; more if rounds take long.
    size_t Arrivals = 0;
    /// After how many steps the last one did.
    size_t Last = 0;
    std::vector<State> Known;
  };
  DenseMap<const BasicBlock *, AtBlock> Blocks;
  std::vector<const BasicBlock *> InOrder;
  /// States to go on with, by the place of their blocks, and which it is.
  std::set<std::pair<unsigned, unsigned>> Waiting;
  std::vector<AbstractReturn> Returns;
  Thresholds Steps;
  unsigned StatesApart;
  const DenseMap<const BasicBlock *, LiveValues> *Live;
};

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
      }
      DenseSet<const llvm::Value *> &Old = Sets[B];
      if (Now.size() != Old.size()) {
        Old = std::move(Now);
        Grows = true;
      }
    }
  }
  for (auto &[B, Set] : Sets) {
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
      std::max(1u, unsigned(Options.StatesApart * Small /
                            std::max<size_t>(Small, F.getInstructionCount())));
  ReversePostOrderTraversal<const Function *> Order(&F);
  for (const BasicBlock *Block : Order) {
    B.Blocks[Block].Place = B.InOrder.size();
    B.InOrder.push_back(Block);
  }
  for (const BasicBlock *Block : B.InOrder)
    for (const BasicBlock *To : successors(Block))
      if (B.Blocks[To].Place <= B.Blocks[Block].Place)
        B.Blocks[To].IsLoop = true;
  arrive(B, nullptr, F.getEntryBlock(), std::move(Entry));
  while (!B.Waiting.empty() && !isOver()) {
    const auto [Place, Which] = *B.Waiting.begin();
    B.Waiting.erase(B.Waiting.begin());
    const BasicBlock &Block = *B.InOrder[Place];
    interpretBlock(B, Block, B.Blocks[&Block].Known[Which]);
  }
  for (AbstractReturn &R : B.Returns)
    endLocals(R);
  return std::move(B.Returns);
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
  // (Rounds that take long count as several.)
  static constexpr size_t LongRound = 5000;
  At.Arrivals += 1 + (At.Arrivals ? Taken - At.Last : 0) / LongRound;
  At.Last = Taken;
  // Returns are told apart by their results.
  static constexpr unsigned MostReturns = 24;
  const unsigned Most = At.IsLoop                             ? 1
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
    return;
  }
  if (At.Known.size() < Most) {
    At.Known.push_back(std::move(S));
    B.Waiting.insert({At.Place, unsigned(At.Known.size() - 1)});
    return;
  }
  // Some rounds of a loop are looked at as they are; later, bounds move far.
  static constexpr size_t Exact = 2, WithSteps = 12;
  const Growth How =
      At.IsLoop && At.Arrivals > Exact ? Growth::Widened : Growth::Exact;
  unsigned With = Most - 1;
  auto FindLike = [&](auto Shape) {
    auto Same =
        find_if(At.Known, [&](const State &K) { return Shape(K) == Shape(S); });
    if (Same == At.Known.end())
      return false;
    With = unsigned(Same - At.Known.begin());
    return true;
  };
  if (Most > 1 && !FindLike([](const State &Of) { return shapeOf(Of); }))
    FindLike([](const State &Of) { return shapeOf(Of.Values); });
  if (At.Known[With].joinWith(
          S, How, At.Arrivals > WithSteps ? Thresholds() : B.Steps) !=
      Change::None)
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
      if (Taken % 4096 == 0 && Options.IsTimeUp())
        return giveUp("time is up after " + Twine(Taken) + " steps");
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
    return addReturn(B.Returns, {std::move(S), std::move(Result)});
  }
  if (!isa<UnreachableInst>(End))
    giveUp(Twine("it ends a block by '") + End.getOpcodeName() + "'");
}
