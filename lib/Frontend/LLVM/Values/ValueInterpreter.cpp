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

#include "Source/Messages.h"
#include "sooth/Frontend/LLVM/Base/OperationNumbers.h"
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
                                   const ValueAnalysisOptions &Options,
                                   size_t Haste)
    : M(M), Layout(M.getDataLayout()), Options(Options),
      IsRestOfLibrary(isRestOfLibrary(M)), FindsNumbers(mayFindNumbers(M)),
      Haste(Haste) {
  copy_if(make_pointer_range(M), std::back_inserter(Pointed),
          [](const Function *F) {
            return !F->isIntrinsic() && !isMadeByPasses(*F) &&
                   F->hasAddressTaken();
          });
  auto Add = [&](const llvm::Value &V) {
    Numbers[&V] = unsigned(ByNumber.size());
    ByNumber.push_back(&V);
  };
  for (const Function &F : M) {
    for (const Argument &A : F.args())
      Add(A);
    for (const Instruction &I : instructions(F))
      Add(I);
  }
}

void ValueInterpreter::giveUp(const Twine &Why) {
  if (GivenUp)
    return;
  GivenUp = Why.str();
  for (const CallChain *C : reverse(Active))
    *GivenUp += " in " + C->Callee->getName().str();
}

/// As time runs out, haste grows, so that there is an answer at the end.
void ValueInterpreter::lookAtClock() {
  const double Left = Options.TimeLeft();
  if (Left <= 0)
    giveUp("time is up after " + Twine(Taken) + " steps");
  const size_t Least = Left > 0.5     ? 1
                       : Left > 0.25  ? 10
                       : Left > 0.125 ? 100
                                      : 1000;
  Haste = std::max(Haste, Least);
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

ValueInterpreter::Findings ValueInterpreter::findings() const {
  Findings All;
  DenseSet<const Findings *> Seen{Found.get()};
  SmallVector<const Findings *> Next{Found.get()};
  auto Add = [&](const Findings *Inner) {
    if (Seen.insert(Inner).second)
      Next.push_back(Inner);
  };
  while (!Next.empty()) {
    const Findings &Of = *Next.pop_back_val();
    for (auto &[Check, MayFail] : Of.Failing)
      All.Failing[Check] |= MayFail;
    All.Leaving.insert(Of.Leaving.begin(), Of.Leaving.end());
    for (auto &[Check, MayFail] : Of.MayFailInLibrary)
      All.MayFailInLibrary[Check] |= MayFail;
    for (auto &[Call, Pointers] : Of.Given)
      for (auto &[Number, Given] : Pointers)
        All.Given[Call][Number].add(Given);
    for (auto &Inner : Of.OfCalls)
      Add(Inner.get());
    for (const Findings *Outer : Of.OfOuterCalls)
      Add(Outer);
  }
  return All;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// \p Check is come to; if a model makes it, it is one of the call of that.
void ValueInterpreter::comeTo(const CallBase &Check, WaysToFail MayFail) {
  if (!isLibraryModel(*Check.getFunction()))
    return;
  auto Site = find_if(reverse(Sites), [](const CallBase *S) {
    return !isLibraryModel(*S->getFunction());
  });
  if (Site != Sites.rend())
    Found
        ->MayFailInLibrary[{*Site, checkOf(Check).str(), operationOf(Check)}] |=
        MayFail;
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
      S.Steps > patience(Long) && S.Last && !isLibraryModel(Callee))
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

std::optional<ValueState>
ValueInterpreter::afterReturn(const CallBase &Call, const Function &Callee,
                              const State &Before, const AbstractReturn &R) {
  State S = Before;
  S.Objects = R.State.Objects;
  S.Known = R.State.Known;
  S.forgetLoads();
  applyMoves(S, R.State.Moved);
  if (!Call.getType()->isVoidTy()) {
    Value Result = Callee.getReturnType() == Call.getType()
                       ? R.Result
                       : Value::anyOf(Call.getType());
    if (!Call.use_empty())
      set(S, Call, std::move(Result));
  }
  for (const auto &[Number, Is] : R.Pointers)
    if (Number < Call.arg_size() &&
        isa<Instruction, Argument>(Call.getArgOperand(Number)) &&
        !constrain(S, Call.getArgOperand(Number), Is))
      return std::nullopt;
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
  // (Others may call what is here later, and it does not call itself then.)
  OfRepeated.insert(Known.Found);
  Found->OfOuterCalls.insert(Known.Found.get());
  if (Known.Entry->joinWith(Entry, Growth::Widened, thresholdsOf(Callee)) !=
      Change::None)
    Known.HasGrown = true;
  return Known.Returns;
}

/// Lets \p Here have what either has.
static void joinPointers(AbstractReturn &Here, const AbstractReturn &There,
                         Growth How = Growth::Exact, Thresholds Steps = {}) {
  for (auto &[Number, Is] : Here.Pointers)
    Is = join(Is, There.Pointers.at(Number), How, Steps);
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
  SmallVector<const CallChain *> In{&Chain};
  while (!In.empty())
    for (auto &[Site, Next] : In.pop_back_val()->Calls) {
      if (!Forgotten.insert(Next).second)
        continue;
      // (Chains that are shared may lead back to those that go on.)
      const Summary *GoesOn = Interpreted.lookup(Next);
      for (auto &[Shape, Known] : Summaries[Next])
        if (&Known != GoesOn)
          Known.Entry.reset();
      In.push_back(Next);
    }
}

/// What is known of \p Chain for states like \p Entry: some shapes are told
/// apart.
ValueInterpreter::Summary &ValueInterpreter::summaryOf(const CallChain &Chain,
                                                       const State &Entry) {
  static constexpr size_t Most = 4;
  std::map<uint64_t, Summary> &All = Summaries[&Chain];
  if (Chain.IsRepeated)
    return All[0];
  const uint64_t Shape = Entry.shapeOfValues();
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
  const bool IsLong = Of.Taken > patience(Alone) && Of.Last > patience(Short);
  if (Of.Entry && Of.Entry->mayInclude(Entry) &&
      (IsLong || Entry.mayInclude(*Of.Entry))) {
    State Known = *Of.Entry;
    if (Known.joinWith(Entry) != Change::Values) {
      Found->OfCalls.insert(Of.Found);
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
        Entry, Of.Taken > patience(Exact) ? Growth::Widened : Growth::Exact,
        Of.Taken > patience(WithSteps) ? Thresholds()
                                       : thresholdsOf(*Chain.Callee));
  Of.Returns.clear();
  std::shared_ptr<Findings> OfCaller = std::move(Found);
  do {
    Of.HasGrown = false;
    // (What has grown has all that was there before.)
    Found = std::make_shared<Findings>();
    Of.Found = Found;
    if (Chain.IsRepeated)
      forgetCalls(Chain);
    // (Also where it was joined with what came before.)
    Of.Entry->FirstIdentity = Identities.size();
    std::vector<AbstractReturn> Now = interpretBody(Chain, *Of.Entry);
    for (AbstractReturn &R : Now) {
      forgetIdentities(R.State);
      R.Result.Identity = 0;
      R.State.Values = {};
      R.State.forgetLoads();
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
      const auto Before = All.Pointers;
      joinPointers(All, R, Growth::Widened, thresholdsOf(*Chain.Callee));
      for (const auto &[Number, Is] : All.Pointers)
        Of.HasGrown |= !Is.isEqual(Before.at(Number));
    }
  } while (Of.HasGrown && !isOver());
  Found = std::move(OfCaller);
  Found->OfCalls.insert(Of.Found);
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
  joinPointers(*Same, New);
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
