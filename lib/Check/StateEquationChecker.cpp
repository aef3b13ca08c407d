//===- StateEquationChecker.cpp - Proofs by the marking equation --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Walks a StateEquationProof and builds the context of each node from the
// definitions in its header, with integers of any size. The rows that cuts add
// are consequences of the net's firing rule:
//
// - FirstFiring: if some member t of the group fires more than Times(t) times,
//   take the first such firing. Before it no member exceeds its Times, other
//   transitions fired at most y times, and what they take away only lessens
//   the weighted sum λm: so λw⁻(t) ≤ λm ≤ the row's left side.
// - LastFiring is FirstFiring for the reversed net, Inhibited the same for a
//   place that must have become empty enough.
// - Trap: a marked trap stays marked.
//
//===----------------------------------------------------------------------===//

#include "sooth/Check/StateEquationChecker.h"

#include "TestedSolver.h"

#include "sooth/Expr/ExprContext.h"
#include "sooth/Solver/Solver.h"

#include "llvm/ADT/DynamicAPInt.h"
#include "llvm/ADT/STLExtras.h"

#include <array>
#include <map>
#include <set>

using namespace sooth;
using llvm::DynamicAPInt;
using ProofNode = StateEquationProof::Node;
using NodeKind = ProofNode::Kind;

namespace {
/// Σ Terms ≥ Bound or = Bound, of any size.
struct Row {
  std::map<TransitionId, DynamicAPInt> Terms;
  DynamicAPInt Bound{0};
  bool Equal = false;
};

class ProofChecker {
public:
  ProofChecker(const PetriNet &N, const Budget &B);

  CheckResult check(const StateEquationProof &P, const PetriFormula &Goal);

private:
  CheckResult visit(const ProofNode &N);
  CheckResult child(const ProofNode &N, unsigned Index,
                    llvm::ArrayRef<Row> NewRows);
  CheckResult checkFarkas(const ProofNode &N) const;
  CheckResult checkIntegers();
  Expr expression(ExprContext &Ctx, llvm::ArrayRef<Expr> Y, const Row &R) const;
  Expr expression(ExprContext &Ctx, llvm::ArrayRef<Expr> Y,
                  const PetriFormula &F);
  CheckResult checkSplit(const ProofNode &N);
  CheckResult checkChoice(const ProofNode &N);
  CheckResult checkFiring(const ProofNode &N);
  CheckResult checkTrap(const ProofNode &N);
  CheckResult checkUnrealizable(const ProofNode &N) const;

  CheckResult wellFormedGroup(const ProofNode &N) const;
  Row firstFiring(const ProofNode &N) const;
  Row lastFiring(const ProofNode &N) const;
  std::optional<Row> inhibited(const ProofNode &N) const;

  DynamicAPInt change(PlaceId P, TransitionId T) const;
  DynamicAPInt weighted(const ProofNode &N, TransitionId T,
                        llvm::ArrayRef<PetriArc> Arcs) const;
  /// m(P) times \p Factor on the left side of \p R.
  void addMarking(Row &R, PlaceId P, const DynamicAPInt &Factor) const;
  void assertFormula(const PetriFormula &F);
  void assertConstraint(const LinearConstraint &C);

  const PetriNet &Net;
  const Budget &B;
  Marking Initial;
  std::vector<std::vector<TokenChange>> Effects;
  std::vector<std::map<TransitionId, int64_t>> Changes;
  std::vector<Row> Rows;
  std::vector<PetriFormula> Disjunctions;
  /// Cuts with one child: either the first row or the two others.
  std::vector<std::array<Row, 3>> Lemmas;
};
} // namespace

static DynamicAPInt number(int64_t V) { return DynamicAPInt(V); }
static DynamicAPInt tokens(uint64_t V) { return DynamicAPInt(int64_t(V)); }

static DynamicAPInt positive(const DynamicAPInt &V) {
  return V > 0 ? V : DynamicAPInt(0);
}

static void negate(Row &R) {
  for (auto &[T, Coefficient] : R.Terms)
    Coefficient = -Coefficient;
  R.Bound = -R.Bound;
}

ProofChecker::ProofChecker(const PetriNet &N, const Budget &B)
    : Net(N), B(B), Initial(N.initialMarking()), Changes(N.places().size()) {
  for (TransitionId T = 0; T < N.transitions().size(); ++T) {
    Effects.push_back(effectOf(N.transition(T)));
    for (const TokenChange &C : Effects[T])
      Changes[C.Place][T] = C.Change;
  }
}

//===----------------------------------------------------------------------===//
// The context
//===----------------------------------------------------------------------===//

void ProofChecker::addMarking(Row &R, PlaceId P,
                              const DynamicAPInt &Factor) const {
  R.Bound -= Factor * tokens(Initial[P]);
  for (auto [T, Change] : Changes[P])
    R.Terms[T] += Factor * number(Change);
}

void ProofChecker::assertConstraint(const LinearConstraint &C) {
  if (C.Rel == Relation::NotEqual) {
    LinearConstraint Less = C, Greater = C;
    Less.Rel = Relation::LessEqual;
    Less.Bound = C.Bound - 1;
    Greater.Rel = Relation::GreaterEqual;
    // What 64 bits cannot say is said weaker: see the proof's header.
    Greater.Bound = C.Bound < INT64_MAX ? C.Bound + 1 : C.Bound;
    return assertFormula(PetriFormula::disjunction(
        {PetriFormula::constraint(Less), PetriFormula::constraint(Greater)}));
  }
  Row R;
  R.Equal = C.Rel == Relation::Equal;
  R.Bound = number(C.Bound);
  for (const LinearTerm &T : C.Terms)
    addMarking(R, T.Place, number(T.Coefficient));
  if (C.Rel == Relation::LessEqual)
    negate(R);
  Rows.push_back(std::move(R));
}

void ProofChecker::assertFormula(const PetriFormula &F) {
  switch (F.kind()) {
  case PetriFormula::Kind::True:
    return;
  case PetriFormula::Kind::False: {
    Row R;
    R.Bound = number(1);
    Rows.push_back(std::move(R));
    return;
  }
  case PetriFormula::Kind::Constraint:
    return assertConstraint(F.linear());
  case PetriFormula::Kind::And:
    for (const PetriFormula &Part : F.parts())
      assertFormula(Part);
    return;
  case PetriFormula::Kind::Or:
    Disjunctions.push_back(F);
    return;
  case PetriFormula::Kind::Not:
  case PetriFormula::Kind::Deadlock:
    return; // an expanded formula has none; to ignore one weakens the context
  }
}

CheckResult ProofChecker::check(const StateEquationProof &P,
                                const PetriFormula &Goal) {
  for (PlaceId Place = 0; Place < Net.places().size(); ++Place) {
    Row R;
    addMarking(R, Place, number(1));
    Rows.push_back(std::move(R));
  }
  if (P.UsesNupn) {
    if (!Net.nupn() || !Net.nupn()->Safe)
      return CheckResult::refuted("the net has no safe units");
    for (const NupnUnit &U : Net.nupn()->Units) {
      Row R;
      R.Bound = number(1);
      for (PlaceId Place : U.Places)
        addMarking(R, Place, number(1));
      negate(R);
      Rows.push_back(std::move(R));
    }
  }
  assertFormula(Goal.expanded(Net));
  if (!P.Root)
    return CheckResult::refuted("the proof is empty");
  return visit(*P.Root);
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

CheckResult ProofChecker::visit(const ProofNode &N) {
  if (B.exhausted())
    return CheckResult::unknown("the budget is used up");
  switch (N.What) {
  case NodeKind::Farkas:
    return checkFarkas(N);
  case NodeKind::Integers:
    return checkIntegers();
  case NodeKind::Split:
    return checkSplit(N);
  case NodeKind::Choice:
    return checkChoice(N);
  case NodeKind::FirstFiring:
  case NodeKind::LastFiring:
  case NodeKind::Inhibited:
    return checkFiring(N);
  case NodeKind::Trap:
    return checkTrap(N);
  case NodeKind::Unrealizable:
    return checkUnrealizable(N);
  }
  return CheckResult::refuted("a node of no kind");
}

CheckResult ProofChecker::child(const ProofNode &N, unsigned Index,
                                llvm::ArrayRef<Row> NewRows) {
  if (Index >= N.Children.size() || !N.Children[Index])
    return CheckResult::refuted("a case is missing");
  size_t OldRows = Rows.size(), OldDisjunctions = Disjunctions.size();
  Rows.insert(Rows.end(), NewRows.begin(), NewRows.end());
  CheckResult R = visit(*N.Children[Index]);
  Rows.resize(OldRows);
  Disjunctions.erase(Disjunctions.begin() + OldDisjunctions,
                     Disjunctions.end());
  return R;
}

CheckResult ProofChecker::checkFarkas(const ProofNode &N) const {
  std::map<TransitionId, DynamicAPInt> Sum;
  DynamicAPInt Bound(0);
  for (const FarkasCertificate::Entry &E : N.Certificate.Entries) {
    if (E.Row >= Rows.size())
      return CheckResult::refuted("a certificate names no row");
    const Row &R = Rows[E.Row];
    if (!R.Equal && E.Multiplier < 0)
      return CheckResult::refuted("a certificate turns an inequality around");
    for (auto &[T, Coefficient] : R.Terms)
      Sum[T] += Coefficient * number(E.Multiplier);
    Bound += R.Bound * number(E.Multiplier);
  }
  for (auto &[T, Coefficient] : Sum)
    if (Coefficient > 0)
      return CheckResult::refuted("a certificate leaves a positive term");
  if (Bound <= 0)
    return CheckResult::refuted("a certificate contradicts nothing");
  return CheckResult::confirmed();
}

Expr ProofChecker::expression(ExprContext &Ctx, llvm::ArrayRef<Expr> Y,
                              const Row &R) const {
  std::vector<Expr> Parts;
  for (auto &[T, Coefficient] : R.Terms)
    Parts.push_back(Ctx.make(Kind::Mul, {Ctx.integer(Coefficient), Y[T]}));
  Expr Left = Ctx.mkSum(Parts), Right = Ctx.integer(R.Bound);
  return R.Equal ? Ctx.mkEq(Left, Right) : Ctx.make(Kind::Le, {Right, Left});
}

Expr ProofChecker::expression(ExprContext &Ctx, llvm::ArrayRef<Expr> Y,
                              const PetriFormula &F) {
  std::vector<Expr> Parts;
  switch (F.kind()) {
  case PetriFormula::Kind::Constraint: {
    LinearConstraint C = F.linear();
    bool Not = C.Rel == Relation::NotEqual;
    if (Not)
      C.Rel = Relation::Equal;
    assertConstraint(C);
    Expr E = expression(Ctx, Y, Rows.back());
    Rows.pop_back();
    return Not ? Ctx.mkNot(E) : E;
  }
  case PetriFormula::Kind::And:
  case PetriFormula::Kind::Or:
    for (const PetriFormula &Part : F.parts())
      Parts.push_back(expression(Ctx, Y, Part));
    return F.kind() == PetriFormula::Kind::And ? Ctx.mkAnd(Parts)
                                               : Ctx.mkOr(Parts);
  case PetriFormula::Kind::False:
    return Ctx.falseExpr();
  default:
    return Ctx.trueExpr();
  }
}

/// The rows, the disjunctions and the lemmas.
CheckResult ProofChecker::checkIntegers() {
  ExprContext Ctx;
  std::unique_ptr<Solver> S = createTestedZ3Solver(Ctx);
  std::vector<Expr> Y;
  for (TransitionId T = 0; T < Net.transitions().size(); ++T) {
    Y.push_back(Ctx.var("y" + std::to_string(T), Ctx.intSort()));
    S->add(Ctx.make(Kind::Le, {Ctx.integer(int64_t(0)), Y[T]}));
  }
  for (const Row &R : Rows)
    S->add(expression(Ctx, Y, R));
  for (const PetriFormula &F : Disjunctions)
    S->add(expression(Ctx, Y, F));
  for (const auto &[Low, High, Cut] : Lemmas)
    S->add(
        Ctx.mkOr(expression(Ctx, Y, Low),
                 Ctx.mkAnd(expression(Ctx, Y, High), expression(Ctx, Y, Cut))));
  switch (S->check(B)) {
  case Answer::Unsat:
    return CheckResult::confirmed();
  case Answer::Sat:
    return CheckResult::refuted("what a leaf claims has a solution");
  case Answer::Unknown:
    break;
  }
  return CheckResult::unknown(S->reasonUnknown());
}

CheckResult ProofChecker::checkSplit(const ProofNode &N) {
  Row Low, High;
  for (const RowTerm &T : N.Terms) {
    if (T.Variable >= Net.transitions().size())
      return CheckResult::refuted("a split names no transition");
    High.Terms[T.Variable] += number(T.Coefficient);
  }
  Low = High;
  Low.Bound = number(N.Bound);
  negate(Low);
  High.Bound = number(N.Bound) + number(1);
  CheckResult R = child(N, 0, Low);
  return R.isConfirmed() ? child(N, 1, High) : R;
}

CheckResult ProofChecker::checkChoice(const ProofNode &N) {
  if (N.Index >= Disjunctions.size())
    return CheckResult::refuted("a choice names no disjunction");
  PetriFormula F = Disjunctions[N.Index];
  if (N.Children.size() != F.parts().size())
    return CheckResult::refuted("a choice misses a case");
  for (unsigned I = 0; I < N.Children.size(); ++I) {
    size_t OldRows = Rows.size(), OldDisjunctions = Disjunctions.size();
    assertFormula(F.parts()[I]);
    CheckResult R = child(N, I, {});
    Rows.resize(OldRows);
    Disjunctions.erase(Disjunctions.begin() + OldDisjunctions,
                       Disjunctions.end());
    if (!R.isConfirmed())
      return R;
  }
  return CheckResult::confirmed();
}

//===----------------------------------------------------------------------===//
// Cuts
//===----------------------------------------------------------------------===//

CheckResult ProofChecker::wellFormedGroup(const ProofNode &N) const {
  std::set<TransitionId> Members;
  for (const StateEquationProof::Member &M : N.Group)
    if (M.Transition >= Net.transitions().size() || M.Times < 0 ||
        !Members.insert(M.Transition).second)
      return CheckResult::refuted("a group is not one");
  for (const StateEquationProof::WeightedPlace &P : N.Places)
    if (P.Place >= Net.places().size() || P.Weight < 0)
      return CheckResult::refuted("places are not weighted");
  if (Members.empty())
    return CheckResult::refuted("a group is empty");
  return CheckResult::confirmed();
}

DynamicAPInt ProofChecker::change(PlaceId P, TransitionId T) const {
  auto I = Changes[P].find(T);
  return number(I == Changes[P].end() ? 0 : I->second);
}

/// λ·w for the weights w that \p Arcs have.
DynamicAPInt ProofChecker::weighted(const ProofNode &N, TransitionId T,
                                    llvm::ArrayRef<PetriArc> Arcs) const {
  DynamicAPInt Sum(0);
  for (const StateEquationProof::WeightedPlace &P : N.Places)
    for (const PetriArc &A : Arcs)
      if (A.Place == P.Place)
        Sum += number(P.Weight) * tokens(A.Weight);
  return Sum;
}

/// λC by transition.
static std::map<TransitionId, DynamicAPInt>
weightedChanges(const ProofNode &N,
                llvm::ArrayRef<std::map<TransitionId, int64_t>> Changes) {
  std::map<TransitionId, DynamicAPInt> Sum;
  for (const StateEquationProof::WeightedPlace &P : N.Places)
    for (auto [T, Change] : Changes[P.Place])
      Sum[T] += number(P.Weight) * number(Change);
  return Sum;
}

Row ProofChecker::firstFiring(const ProofNode &N) const {
  Row R;
  for (const StateEquationProof::WeightedPlace &P : N.Places)
    R.Bound -= number(P.Weight) * tokens(Initial[P.Place]);
  for (auto &[T, Change] : weightedChanges(N, Changes))
    R.Terms[T] = positive(Change);
  std::optional<DynamicAPInt> Least;
  for (const StateEquationProof::Member &M : N.Group) {
    auto I = R.Terms.find(M.Transition);
    if (I != R.Terms.end()) {
      R.Bound -= I->second * number(M.Times);
      R.Terms.erase(I);
    }
    DynamicAPInt Need =
        weighted(N, M.Transition, Net.transition(M.Transition).Inputs);
    if (!Least || Need < *Least)
      Least = Need;
  }
  R.Bound += *Least;
  return R;
}

Row ProofChecker::lastFiring(const ProofNode &N) const {
  Row R;
  for (const StateEquationProof::WeightedPlace &P : N.Places)
    R.Bound -= number(P.Weight) * tokens(Initial[P.Place]);
  auto Lambda = weightedChanges(N, Changes);
  R.Terms = Lambda;
  for (auto &[T, Change] : Lambda)
    R.Terms[T] += positive(-Change);
  std::optional<DynamicAPInt> Least;
  for (const StateEquationProof::Member &M : N.Group) {
    auto I = Lambda.find(M.Transition);
    if (I != Lambda.end()) {
      R.Bound -= positive(-I->second) * number(M.Times);
      R.Terms[M.Transition] = I->second;
    }
    DynamicAPInt Left =
        weighted(N, M.Transition, Net.transition(M.Transition).Outputs);
    if (!Least || Left < *Least)
      Least = Left;
  }
  R.Bound += *Least;
  return R;
}

std::optional<Row> ProofChecker::inhibited(const ProofNode &N) const {
  if (N.Places.size() != 1)
    return std::nullopt;
  PlaceId P = N.Places[0].Place;
  // Σ removed ≥ m₀(p) - (greatest weight - 1).
  Row R;
  R.Bound = tokens(Initial[P]);
  for (auto [T, Change] : Changes[P])
    R.Terms[T] = positive(-number(Change));
  std::optional<DynamicAPInt> Most;
  for (const StateEquationProof::Member &M : N.Group) {
    std::optional<DynamicAPInt> Weight;
    for (const PetriArc &A : Net.transition(M.Transition).Inhibitors)
      if (A.Place == P)
        Weight = tokens(A.Weight);
    if (!Weight)
      return std::nullopt;
    if (!Most || *Weight > *Most)
      Most = Weight;
    auto I = R.Terms.find(M.Transition);
    if (I != R.Terms.end()) {
      R.Bound -= I->second * number(M.Times);
      R.Terms.erase(I);
    }
  }
  R.Bound -= *Most - number(1);
  return R;
}

CheckResult ProofChecker::checkFiring(const ProofNode &N) {
  if (CheckResult R = wellFormedGroup(N); !R.isConfirmed())
    return R;
  Row Low, High, Cut;
  for (const StateEquationProof::Member &M : N.Group) {
    High.Terms[M.Transition] = number(1);
    High.Bound += number(M.Times);
  }
  Low = High;
  negate(Low);
  High.Bound += number(1);
  if (N.What == NodeKind::FirstFiring) {
    Cut = firstFiring(N);
  } else if (N.What == NodeKind::LastFiring) {
    Cut = lastFiring(N);
  } else {
    std::optional<Row> Found = inhibited(N);
    if (!Found)
      return CheckResult::refuted("an inhibitor arc is missing");
    Cut = std::move(*Found);
  }
  if (N.Children.size() == 1) {
    Lemmas.push_back({Low, High, Cut});
    CheckResult R = child(N, 0, {});
    Lemmas.pop_back();
    return R;
  }
  CheckResult R = child(N, 0, Low);
  return R.isConfirmed() ? child(N, 1, {High, Cut}) : R;
}

CheckResult ProofChecker::checkTrap(const ProofNode &N) {
  std::set<PlaceId> Places;
  Row R;
  R.Bound = number(1);
  bool Marked = false;
  for (const StateEquationProof::WeightedPlace &P : N.Places) {
    if (P.Place >= Net.places().size() || !Places.insert(P.Place).second)
      return CheckResult::refuted("a trap is not a set of places");
    Marked |= Initial[P.Place] > 0;
    addMarking(R, P.Place, number(1));
  }
  if (!Marked)
    return CheckResult::refuted("a trap is not marked");
  auto Inside = [&](const PetriArc &A) { return Places.count(A.Place) > 0; };
  for (const PetriTransition &T : Net.transitions())
    if (llvm::any_of(T.Inputs, Inside) && llvm::none_of(T.Outputs, Inside))
      return CheckResult::refuted("tokens leave a trap by " + T.Id);
  return child(N, 0, R);
}

//===----------------------------------------------------------------------===//
// Vectors that cannot fire
//===----------------------------------------------------------------------===//

static bool isBound(const Row &R, TransitionId T, const DynamicAPInt &Least) {
  return R.Terms.size() == 1 && R.Terms.begin()->first == T &&
         R.Terms.begin()->second == 1 && R.Bound >= Least;
}

CheckResult ProofChecker::checkUnrealizable(const ProofNode &N) const {
  unsigned Size = Net.transitions().size();
  if (N.Vector.size() != Size)
    return CheckResult::refuted("a vector has the wrong size");
  DynamicAPInt Total(0);
  for (TransitionId T = 0; T < Size; ++T) {
    if (N.Vector[T] < 0)
      return CheckResult::refuted("a vector has negative entries");
    Total += number(N.Vector[T]);
    if (N.Vector[T] > 0 && llvm::none_of(Rows, [&](const Row &R) {
          return isBound(R, T, number(N.Vector[T]));
        }))
      return CheckResult::refuted("a vector is not a lower bound");
  }
  // -Σ y ≥ -Total over all transitions.
  if (llvm::none_of(Rows, [&](const Row &R) {
        return R.Terms.size() == Size && R.Bound >= -Total &&
               llvm::all_of(R.Terms, [](auto &T) { return T.second == -1; });
      }))
    return CheckResult::refuted("a vector is not an upper bound");
  constexpr size_t MaxStates = 1'000'000;
  std::set<std::vector<int64_t>> Seen{std::vector<int64_t>(Size, 0)};
  std::vector<std::pair<std::vector<int64_t>, Marking>> Work{
      {*Seen.begin(), Initial}};
  while (!Work.empty()) {
    if (B.exhausted())
      return CheckResult::unknown("the budget is used up");
    auto [Fired, M] = std::move(Work.back());
    Work.pop_back();
    if (Fired == N.Vector)
      return CheckResult::refuted("a vector can fire");
    for (TransitionId T = 0; T < Size; ++T) {
      if (Fired[T] >= N.Vector[T])
        continue;
      Marking Next = M;
      Firing What = Net.fire(T, Next);
      if (What == Firing::Overflow)
        return CheckResult::unknown("more tokens than can be counted");
      if (What == Firing::Disabled)
        continue;
      std::vector<int64_t> After = Fired;
      ++After[T];
      if (!Seen.insert(After).second)
        continue;
      if (Seen.size() > MaxStates)
        return CheckResult::unknown("a vector has too many ways to fire");
      Work.push_back({std::move(After), std::move(Next)});
    }
  }
  return CheckResult::confirmed();
}

CheckResult sooth::checkStateEquationProof(const PetriNet &N,
                                           const PetriFormula &Goal,
                                           const StateEquationProof &P,
                                           const Budget &B) {
  return ProofChecker(N, B).check(P, Goal);
}
