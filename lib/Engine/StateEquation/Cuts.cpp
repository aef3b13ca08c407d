//===- Cuts.cpp - Rows that lose no firing sequence ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The cuts come in two strengths. Starvation looks at structure only, over a
// whole component of transitions that wait for each other; it is the siphon of
// places that never get tokens, and for the backward direction the trap among
// the transitions used. Prefix cuts count: whether some fractional z ≤ x,
// without further firings of t, leads from m₀ to a marking that covers t's
// inputs is a linear program; if it has no solution, its Farkas certificate
// holds the weights of places for a FirstFiring cut.
//
//===----------------------------------------------------------------------===//

#include "Cuts.h"
#include "Increments.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace sooth;
using namespace sooth::equation;
using NodeKind = StateEquationProof::Node::Kind;
using Member = StateEquationProof::Member;

namespace {
constexpr double Epsilon = 1e-6;
constexpr __int128 Limit = __int128(1) << 62;
/// Linear programs for one solution's prefixes, or suffixes.
constexpr unsigned MaxDoubts = 40;

/// Sums with room to spare, that know when they left it.
class Sum {
public:
  void add(__int128 A, __int128 B) {
    __int128 Product;
    Overflow |= __builtin_mul_overflow(A, B, &Product) ||
                __builtin_add_overflow(Value, Product, &Value);
  }
  std::optional<int64_t> get() const {
    if (Overflow || Value >= Limit || Value <= -Limit)
      return std::nullopt;
    return int64_t(Value);
  }

private:
  __int128 Value = 0;
  bool Overflow = false;
};
} // namespace

double equation::slack(const LinearRow &R, llvm::ArrayRef<double> Point) {
  double Left = 0;
  for (const RowTerm &T : R.Terms)
    Left += double(T.Coefficient) * Point[T.Variable];
  return Left - double(R.Bound);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Both cases' rows, Σ y(Group) ≤ K and > K.
static bool splitGroup(Cut &C) {
  std::vector<RowTerm> Terms;
  Sum Total;
  for (const Member &M : C.Group) {
    Terms.push_back({M.Transition, 1});
    Total.add(M.Times, 1);
  }
  llvm::sort(Terms, [](const RowTerm &A, const RowTerm &B) {
    return A.Variable < B.Variable;
  });
  std::optional<int64_t> K = Total.get();
  if (!K)
    return false;
  C.Low = LinearRow::atMost(Terms, *K);
  C.High = LinearRow::atLeast(std::move(Terms), *K + 1);
  return true;
}

static uint64_t weightOf(const NetMatrix &N, NodeKind What, PlaceId P,
                         TransitionId T) {
  switch (What) {
  case NodeKind::FirstFiring:
    return N.input(P, T);
  case NodeKind::LastFiring:
    return N.output(P, T);
  default:
    return N.inhibitor(P, T);
  }
}

/// The row that StateEquationProof.h defines for the cut's kind; nothing if
/// its numbers do not fit.
static std::optional<LinearRow> rowOf(const NetMatrix &N, const Cut &C) {
  bool Inhibited = C.What == NodeKind::Inhibited;
  std::map<TransitionId, Sum> Lambda; // ±λC
  Sum Start;                          // ±λm₀
  for (const StateEquationProof::WeightedPlace &P : C.Places) {
    __int128 Weight = Inhibited ? -1 : P.Weight;
    Start.add(Weight, N.initial()[P.Place]);
    for (const NetMatrix::Entry &E : N.changes(P.Place))
      Lambda[E.Transition].add(Weight, E.Change);
  }
  // Needed: min λw, or -(max w - 1).
  std::optional<int64_t> Needed;
  std::map<TransitionId, int64_t> Times;
  for (const Member &M : C.Group) {
    Times[M.Transition] = M.Times;
    Sum Need;
    for (const StateEquationProof::WeightedPlace &P : C.Places)
      Need.add(Inhibited ? -1 : P.Weight,
               __int128(weightOf(N, C.What, P.Place, M.Transition)) -
                   (Inhibited ? 1 : 0));
    std::optional<int64_t> Value = Need.get();
    if (!Value)
      return std::nullopt;
    if (!Needed || *Value < *Needed)
      Needed = Value;
  }
  RowBuilder Builder;
  Sum Bound = Start;
  for (auto &[T, Change] : Lambda) {
    std::optional<int64_t> Effect = Change.get();
    if (!Effect)
      return std::nullopt;
    bool Backwards = C.What == NodeKind::LastFiring;
    int64_t Gain = std::max<int64_t>(0, Backwards ? -*Effect : *Effect);
    auto I = Times.find(T);
    if (I != Times.end())
      Bound.add(Gain, I->second);
    else
      Builder.add(T, Gain);
    if (Backwards)
      Builder.add(T, *Effect);
  }
  std::optional<std::vector<RowTerm>> Terms = Builder.terms();
  std::optional<int64_t> Constant = Bound.get();
  if (!Terms || !Constant)
    return std::nullopt;
  __int128 Right = __int128(*Needed) - *Constant;
  if (Right >= Limit || Right <= -Limit)
    return std::nullopt;
  return LinearRow::atLeast(std::move(*Terms), int64_t(Right));
}

std::optional<Cut> CutFinder::violatedCut(Cut C,
                                          llvm::ArrayRef<double> Point) const {
  if (C.Group.empty() || C.Places.empty() || !splitGroup(C))
    return std::nullopt;
  std::optional<LinearRow> Row = rowOf(N, C);
  if (!Row)
    return std::nullopt;
  C.Row = std::move(*Row);
  // Neither case may still contain the point.
  double Scale = std::max(1.0, std::fabs(double(C.Row.Bound)));
  if (slack(C.Row, Point) > -Epsilon * Scale || slack(C.Low, Point) > -Epsilon)
    return std::nullopt;
  return C;
}

CutFinder::CutFinder(const NetMatrix &N, LinearSolver &Linear)
    : N(N), Linear(Linear) {}

//===----------------------------------------------------------------------===//
// Traps
//===----------------------------------------------------------------------===//

/// The greatest trap within \p Inside.
std::vector<PlaceId> CutFinder::trapWithin(std::vector<bool> Inside) const {
  std::vector<unsigned> Returns(N.transitions(), 0);
  std::vector<PlaceId> Work;
  auto Remove = [&](PlaceId P) {
    if (Inside[P]) {
      Inside[P] = false;
      Work.push_back(P);
    }
  };
  auto Leaks = [&](TransitionId T) {
    if (Returns[T] == 0)
      for (const PetriArc &A : N.net().transition(T).Inputs)
        Remove(A.Place);
  };
  for (TransitionId T = 0; T < N.transitions(); ++T)
    for (const PetriArc &A : N.net().transition(T).Outputs)
      Returns[T] += Inside[A.Place];
  for (TransitionId T = 0; T < N.transitions(); ++T)
    Leaks(T);
  while (!Work.empty()) {
    PlaceId P = Work.back();
    Work.pop_back();
    for (const PlaceUse &U : N.arcs().producers(P)) {
      --Returns[U.Transition];
      Leaks(U.Transition);
    }
  }
  std::vector<PlaceId> Trap;
  for (PlaceId P = 0; P < N.places(); ++P)
    if (Inside[P])
      Trap.push_back(P);
  return Trap;
}

/// m₀ + C·\p Point.
static std::vector<double> finalMarking(const NetMatrix &N,
                                        llvm::ArrayRef<double> Point) {
  std::vector<double> M(N.initial().begin(), N.initial().end());
  for (TransitionId T = 0; T < N.transitions(); ++T)
    if (Point[T] > 0)
      for (const TokenChange &C : N.effect(T))
        M[C.Place] += double(C.Change) * Point[T];
  return M;
}

/// A trap within \p Trap that still has a token in m₀ but no place too many:
/// the fewer places, the stronger the row.
std::vector<PlaceId> CutFinder::shrink(std::vector<PlaceId> Trap) const {
  auto IsMarked = [&](PlaceId P) { return N.initial()[P] > 0; };
  std::vector<PlaceId> Order = Trap;
  for (PlaceId P : Order) {
    if (!llvm::is_contained(Trap, P))
      continue;
    std::vector<bool> Inside(N.places(), false);
    for (PlaceId Q : Trap)
      Inside[Q] = Q != P;
    std::vector<PlaceId> Smaller = trapWithin(std::move(Inside));
    if (llvm::any_of(Smaller, IsMarked))
      Trap = std::move(Smaller);
  }
  return Trap;
}

std::vector<std::vector<PlaceId>>
CutFinder::traps(llvm::ArrayRef<double> Point) const {
  constexpr unsigned Most = 30;
  std::vector<bool> Empty(N.places());
  std::vector<double> M = finalMarking(N, Point);
  for (PlaceId P = 0; P < N.places(); ++P)
    Empty[P] = M[P] < Epsilon;
  std::vector<std::vector<PlaceId>> Result;
  while (Result.size() < Most) {
    std::vector<PlaceId> Trap = trapWithin(Empty);
    if (llvm::none_of(Trap, [&](PlaceId P) { return N.initial()[P] > 0; }))
      break;
    Trap = shrink(std::move(Trap));
    for (PlaceId P : Trap)
      Empty[P] = false;
    Result.push_back(std::move(Trap));
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Starvation
//===----------------------------------------------------------------------===//

namespace {
/// Lets all transitions of a solution fire as soon as their inputs have enough
/// tokens at the start or somebody adds any; what is left can never fire.
/// With Way::Backwards the same from the end.
class Saturation {
public:
  enum class Way { Forwards, Backwards };
  Saturation(const NetMatrix &N, llvm::ArrayRef<double> Point, Way W,
             Marking Start);

  /// The transitions left, and the start with MaxTokens where tokens come.
  std::vector<TransitionId> Starved;
  Marking Available;

private:
  bool canFire(TransitionId T) const;
  const NetMatrix &N;
  Way W;
  std::vector<bool> Drained; ///< places somebody takes tokens from
};
} // namespace

bool Saturation::canFire(TransitionId T) const {
  const PetriTransition &Info = N.net().transition(T);
  for (const PetriArc &A : W == Way::Forwards ? Info.Inputs : Info.Outputs)
    if (Available[A.Place] < A.Weight)
      return false;
  if (W == Way::Forwards)
    for (const PetriArc &A : Info.Inhibitors)
      if (N.initial()[A.Place] >= A.Weight && !Drained[A.Place])
        return false;
  return true;
}

Saturation::Saturation(const NetMatrix &N, llvm::ArrayRef<double> Point, Way W,
                       Marking Start)
    : Available(std::move(Start)), N(N), W(W), Drained(N.places(), false) {
  for (TransitionId T = 0; T < N.transitions(); ++T)
    if (Point[T] > Epsilon)
      Starved.push_back(T);
  for (bool Progress = true; Progress;) {
    Progress = false;
    llvm::erase_if(Starved, [&](TransitionId T) {
      if (!canFire(T))
        return false;
      for (const TokenChange &C : N.effect(T)) {
        bool Adds = (C.Change > 0) == (W == Way::Forwards);
        if (Adds)
          Available[C.Place] = MaxTokens;
        else
          Drained[C.Place] = true;
      }
      Progress = true;
      return true;
    });
  }
}

std::optional<Cut> CutFinder::component(llvm::ArrayRef<double> Point,
                                        llvm::ArrayRef<TransitionId> Members,
                                        llvm::ArrayRef<PlaceId> Places,
                                        const Counts *Times,
                                        NodeKind What) const {
  Cut C;
  C.What = What;
  for (TransitionId T : Members)
    C.Group.push_back({T, Times ? (*Times)[T] : 0});
  for (PlaceId P : Places)
    C.Places.push_back({P, 1});
  return violatedCut(std::move(C), Point);
}

std::optional<Cut> CutFinder::starvation(llvm::ArrayRef<double> Point) const {
  Saturation S(N, Point, Saturation::Way::Forwards, N.initial());
  if (S.Starved.empty())
    return std::nullopt;
  for (const SourceComponent &C :
       sourceComponents(N, S.Starved, S.Available, Obstacle::TooFew))
    if (auto Found =
            component(Point, C.Members.empty() ? C.Dependents : C.Members,
                      C.Places, nullptr, NodeKind::FirstFiring))
      return Found;
  for (TransitionId T : S.Starved) {
    const PetriTransition &Info = N.net().transition(T);
    for (const PetriArc &A : Info.Inputs)
      if (S.Available[A.Place] < A.Weight)
        if (auto Found =
                component(Point, T, A.Place, nullptr, NodeKind::FirstFiring))
          return Found;
    for (const PetriArc &A : Info.Inhibitors)
      if (auto Found =
              component(Point, T, A.Place, nullptr, NodeKind::Inhibited))
        return Found;
  }
  return std::nullopt;
}

/// The components of the transitions that wait for tokens if time runs
/// backwards, found by a fixed point instead of a graph: all of them at once.
std::optional<Cut> CutFinder::leftover(llvm::ArrayRef<double> Point) const {
  std::vector<double> M = finalMarking(N, Point);
  Marking End(N.places());
  for (PlaceId P = 0; P < N.places(); ++P)
    End[P] = M[P] < 0 ? 0 : uint64_t(std::min(M[P] + Epsilon, 9e18));
  Saturation S(N, Point, Saturation::Way::Backwards, std::move(End));
  if (S.Starved.empty())
    return std::nullopt;
  std::vector<PlaceId> Lacking;
  for (TransitionId T : S.Starved)
    for (const PetriArc &A : N.net().transition(T).Outputs)
      if (S.Available[A.Place] < A.Weight)
        Lacking.push_back(A.Place);
  llvm::sort(Lacking);
  Lacking.erase(std::unique(Lacking.begin(), Lacking.end()), Lacking.end());
  if (auto Found =
          component(Point, S.Starved, Lacking, nullptr, NodeKind::LastFiring))
    return Found;
  for (TransitionId T : S.Starved)
    for (const PetriArc &A : N.net().transition(T).Outputs)
      if (S.Available[A.Place] < A.Weight)
        if (auto Found =
                component(Point, T, A.Place, nullptr, NodeKind::LastFiring))
          return Found;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

/// Is there z ≤ \p X, with z(T) ≤ \p Times, that supplies what \p T needs
/// (Direction 1), or, from \p Start = m' backwards (-1), what it leaves?
static LinearProblem prefixProblem(const NetMatrix &N, const Counts &X,
                                   TransitionId T, int64_t Times,
                                   const Marking &Start, int Direction) {
  LinearProblem P;
  P.Variables = N.transitions();
  for (PlaceId Place = 0; Place < N.places(); ++Place) {
    std::vector<RowTerm> Terms;
    for (const NetMatrix::Entry &E : N.changes(Place))
      if (X[E.Transition] > 0)
        Terms.push_back({E.Transition, Direction * E.Change});
    uint64_t Needed = Direction > 0 ? N.input(Place, T) : N.output(Place, T);
    P.add(LinearRow::atLeast(std::move(Terms),
                             int64_t(Needed) - int64_t(Start[Place])));
  }
  for (TransitionId U = 0; U < N.transitions(); ++U)
    if (X[U] > 0)
      P.add(LinearRow::atMost({{U, 1}}, U == T ? Times : X[U]));
  return P;
}

/// The weights of places in a certificate for prefixProblem().
static std::vector<StateEquationProof::WeightedPlace>
weightsIn(const FarkasCertificate &C, unsigned Places) {
  std::vector<StateEquationProof::WeightedPlace> Result;
  for (const FarkasCertificate::Entry &E : C.Entries)
    if (E.Row < Places)
      Result.push_back({E.Row, E.Multiplier});
  return Result;
}

/// The transitions that \p S leaves waiting, with the counts of firings after
/// which a next one is in doubt.
static std::vector<Member> doubts(const Counts &X, const PartialSolution &S) {
  std::vector<Member> Result;
  for (TransitionId T = 0; T < X.size() && Result.size() < MaxDoubts; ++T) {
    if (S.Remainder[T] == 0)
      continue;
    Result.push_back({T, S.Fired[T]});
    if (S.Remainder[T] > 1)
      Result.push_back({T, X[T] - 1});
  }
  return Result;
}

std::optional<Cut> CutFinder::prefix(llvm::ArrayRef<double> Point,
                                     const Counts &X, const PartialSolution &S,
                                     const Budget &B) {
  for (Member M : doubts(X, S)) {
    RelaxedAnswer A = Linear.relax(
        prefixProblem(N, X, M.Transition, M.Times, N.initial(), 1), B);
    if (A.What != RelaxedAnswer::Status::Infeasible)
      continue;
    Cut C;
    C.What = NodeKind::FirstFiring;
    C.Group = {M};
    C.Places = weightsIn(A.Certificate, N.places());
    if (auto Found = violatedCut(std::move(C), Point))
      return Found;
  }
  return std::nullopt;
}

std::optional<Cut> CutFinder::suffix(llvm::ArrayRef<double> Point,
                                     const Counts &X, const PartialSolution &S,
                                     const Budget &B) {
  std::optional<Marking> End = N.after(X);
  if (!End)
    return std::nullopt;
  unsigned Tried = 0;
  for (TransitionId T = 0; T < N.transitions() && Tried < MaxDoubts; ++T) {
    if (X[T] == 0)
      continue;
    ++Tried;
    RelaxedAnswer A = Linear.relax(prefixProblem(N, X, T, 0, *End, -1), B);
    if (A.What != RelaxedAnswer::Status::Infeasible)
      continue;
    Cut C;
    C.What = NodeKind::LastFiring;
    C.Group = {{T, 0}};
    C.Places = weightsIn(A.Certificate, N.places());
    if (auto Found = violatedCut(std::move(C), Point))
      return Found;
  }
  return std::nullopt;
}

std::optional<Cut> CutFinder::increment(llvm::ArrayRef<double> Point,
                                        const PartialSolution &S) const {
  std::vector<TransitionId> Waiting;
  for (TransitionId T = 0; T < N.transitions(); ++T)
    if (S.Remainder[T] > 0)
      Waiting.push_back(T);
  for (const SourceComponent &C :
       sourceComponents(N, Waiting, S.Final, Obstacle::TooFew))
    if (auto Found =
            component(Point, C.Members.empty() ? C.Dependents : C.Members,
                      C.Places, &S.Fired, NodeKind::FirstFiring))
      return Found;
  for (const SourceComponent &C :
       sourceComponents(N, Waiting, S.Final, Obstacle::TooMany)) {
    llvm::ArrayRef<TransitionId> Served =
        C.Members.empty() ? C.Dependents : C.Members;
    for (PlaceId P : C.Places) {
      std::vector<TransitionId> Inhibited;
      for (TransitionId T : Served)
        if (N.inhibitor(P, T))
          Inhibited.push_back(T);
      if (auto Found =
              component(Point, Inhibited, P, &S.Fired, NodeKind::Inhibited))
        return Found;
    }
  }
  return std::nullopt;
}
