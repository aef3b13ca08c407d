//===- Interpolating.cpp - Predicates and tracked variables ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Section 4.4: an abstract state is the truth of predicates, the values of
// tracked variables, and the formulas by which it was split. Only states on a
// spurious counterexample are split, by a Craig interpolant or by a sequence of
// interpolants. The thesis builds all abstract states at first; here those are
// built that are reached, so that tracked variables may have many values.
//
//===----------------------------------------------------------------------===//

#include "Partition.h"
#include "Strategy.h"

#include "sooth/Expr/Choices.h"

using namespace sooth;
using namespace sooth::stscegar;
using Part = Partition::Part;

namespace {
class Interpolating final : public Strategy {
public:
  using Strategy::Strategy;
  void initialize() override;
  std::optional<AbstractPath> check() override;
  void refine(const AbstractPath &Path) override;
  std::vector<Expr> reached() const override;

private:
  struct Open {
    Part State;
    std::vector<Part> Successors;
    size_t Next = 0; ///< the first one that was not looked at
  };
  const std::vector<Part> &successors(std::optional<Part> From);
  bool isBad(Part State);
  bool push(Part State);
  bool splitAt(size_t Position, Expr By);
  void goBack(size_t Position);

  std::unique_ptr<Partition> States;
  /// Of nothing: the first states. Some may have been split since.
  std::map<std::optional<Part>, std::vector<Part>> Successors;
  std::map<Part, bool> IsBad;
  /// As Algorithm 6 keeps it from one call to the next: the path, and what was
  /// explored, in that order.
  std::vector<Part> First;
  size_t NextFirst = 0;
  std::vector<Open> Stack;
  std::vector<Part> Explored;
  llvm::DenseSet<Part> IsExplored;
  bool IsStarted = false;
};
} // namespace

/// Whether \p Update, of \p Var, only has constants and the variable itself as
/// results of its choices.
static bool isControl(Expr Var, Expr Update) {
  if (!Update || Var.isBool() || Var.sort().isArray())
    return false;
  return llvm::all_of(alternatives(Update),
                      [&](Expr E) { return E == Var || E.isConst(); });
}

/// 4.4.1.
void Interpolating::initialize() {
  std::vector<Expr> Predicates, Tracked;
  if (O.PredicatesOfConditions)
    Predicates = conditionsOf(Q.model());
  if (O.PredicatesOfProperty)
    for (Expr Atom : atomsOf(Q.model(), {Q.property().Bad}))
      if (!llvm::is_contained(Predicates, Atom))
        Predicates.push_back(Atom);
  for (const TsVariable &V : Q.model().variables())
    if (llvm::is_contained(O.Track, V.Cur.name()) ||
        (O.TrackControl && isControl(V.Cur, V.Update)))
      Tracked.push_back(V.Cur);
  for (const std::string &Name : O.Track)
    if (llvm::none_of(Tracked, [&](Expr Var) { return Var.name() == Name; }))
      return Q.stop(UnknownReason::Kind::Unsupported,
                    Cause(Cause::Kind::NoTrackedVariable, Name));
  States = std::make_unique<Partition>(Ctx, std::move(Predicates),
                                       std::move(Tracked));
}

/// Of those known from before, only what was split is asked about again.
const std::vector<Part> &Interpolating::successors(std::optional<Part> From) {
  auto [It, IsNew] = Successors.try_emplace(From);
  std::vector<Part> &Found = It->second;
  std::vector<Expr> Split;
  unsigned Left = 0;
  llvm::erase_if(Found, [&](Part To) {
    if (!States->isSplit(To))
      return false;
    Split.push_back(States->formula(To));
    Left += States->partsOf(To);
    return true;
  });
  auto Add = [&](const Valuation &State) {
    Found.push_back(States->find(State));
    if (Found.size() > O.MaxValues)
      stopForSize(Cause::Kind::TooManySuccessors);
    return !IsNew && --Left == 0 ? Expr() : States->formula(Found.back());
  };
  if (!IsNew && Split.empty())
    return Found;
  const Expr To = IsNew ? Ctx.trueExpr() : Ctx.mkOr(Split);
  if (From)
    Q.nextStates(States->formula(*From), To, Add);
  else
    Q.firstStates(To, Add);
  return Found;
}

bool Interpolating::isBad(Part State) {
  auto [It, IsNew] = IsBad.try_emplace(State);
  if (IsNew)
    It->second = Q.isBad(States->formula(State));
  return It->second;
}

/// Explores \p State; returns whether it has a bad state.
bool Interpolating::push(Part State) {
  countState();
  IsExplored.insert(State);
  Explored.push_back(State);
  Stack.push_back({State, {}, 0});
  if (isBad(State))
    return true;
  Stack.back().Successors = successors(State);
  return false;
}

/// Algorithm 6.
std::optional<AbstractPath> Interpolating::check() {
  if (!std::exchange(IsStarted, true)) {
    First = successors(std::nullopt);
    NextFirst = 0;
  }
  auto PathNow = [&] {
    AbstractPath Path;
    for (const Open &Of : Stack)
      Path.push_back(States->formula(Of.State));
    return Path;
  };
  while (!Q.isStopped()) {
    if (Stack.empty()) {
      if (NextFirst == First.size())
        return std::nullopt;
      Part State = First[NextFirst++];
      if (States->isSplit(State)) {
        First = successors(std::nullopt);
        NextFirst = 0;
      } else if (!IsExplored.contains(State) && push(State))
        return PathNow();
      continue;
    }
    Open &Top = Stack.back();
    if (Top.Next == Top.Successors.size()) {
      Stack.pop_back();
      continue;
    }
    Part State = Top.Successors[Top.Next++];
    if (States->isSplit(State)) {
      Top.Successors = successors(Top.State);
      Top.Next = 0;
    } else if (!IsExplored.contains(State) && push(State))
      return PathNow();
  }
  return std::nullopt;
}

std::vector<Expr> Interpolating::reached() const {
  std::vector<Expr> Formulas;
  for (Part P : Explored)
    Formulas.push_back(States->formula(P));
  return Formulas;
}

/// Splits a state of the path, unless one of both would be empty.
bool Interpolating::splitAt(size_t Position, Expr By) {
  const Part State = Stack[Position].State;
  const Expr Whole = States->formula(State);
  if (By.isConst() || !Q.isState(Ctx.mkAnd(Whole, By)) ||
      !Q.isState(Ctx.mkAnd(Whole, Ctx.mkNot(By))))
    return false;
  States->split(State, By);
  return true;
}

/// Forgets the state at \p Position, the first that was split, and what was
/// explored after it. No state explored before it has a step there, but for the
/// one before it on the path, whose successors are looked at again.
void Interpolating::goBack(size_t Position) {
  const Part Split = Stack[Position].State;
  while (!Explored.empty()) {
    const Part Last = Explored.back();
    Explored.pop_back();
    IsExplored.erase(Last);
    if (Last == Split)
      break;
  }
  Stack.resize(Position, Open{0, {}, 0});
  if (Stack.empty()) {
    First = successors(std::nullopt);
    NextFirst = 0;
  } else {
    Stack.back().Successors = successors(Stack.back().State);
    Stack.back().Next = 0;
  }
}

/// 4.4.4.
void Interpolating::refine(const AbstractPath &Path) {
  std::optional<size_t> FirstSplit;
  auto Split = [&](size_t Position, Expr By) {
    if (splitAt(Position, By) && !FirstSplit)
      FirstSplit = Position;
  };
  if (O.Split == StsCegarOptions::Interpolation::Sequence)
    if (auto Reasons = Runs.sequenceInterpolants(Path))
      for (size_t I = 0; I < Path.size(); ++I)
        Split(I, (*Reasons)[I]);
  // A sequence may say nothing that splits a state, as abstract states are
  // known to it, too.
  if (!FirstSplit && !Q.isStopped())
    if (auto Reason = Runs.craigInterpolant(Path))
      Split(Runs.failure(), *Reason);
  if (Q.isStopped())
    return;
  if (!FirstSplit)
    return Q.stop(Q.budget().exhausted() ? UnknownReason::Kind::Timeout
                                         : UnknownReason::Kind::NoProgress,
                  Cause::Kind::NoInterpolant);
  if (O.Incremental)
    return goBack(*FirstSplit);
  Stack.clear();
  Explored.clear();
  IsExplored.clear();
  IsStarted = false;
}

std::unique_ptr<Strategy>
stscegar::createInterpolating(Questions &Q, Concretizer &Runs,
                              const StsCegarOptions &O) {
  return std::make_unique<Interpolating>(Q, Runs, O);
}
