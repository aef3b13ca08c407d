//===- SumBounds.cpp - How large sums of variables are --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumBounds.h"

#include "LinearForm.h"

#include "sooth/Domain/IntervalEvaluator.h"
#include "sooth/Expr/KnownVariables.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Transform/Cfa/LiveVariables.h"
#include "sooth/Transform/Cfa/LocationOrder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

#include <map>
#include <set>

using namespace sooth;
using namespace sooth::cells;

namespace {
using Number = __int128;
constexpr Number Infinity = Number(1) << 100;

struct Bounds {
  Number Low = -Infinity, High = Infinity;
  bool operator==(const Bounds &) const = default;
  bool isEmpty() const { return Low > High; }
  bool isAny() const { return Low == -Infinity && High == Infinity; }
};

Number limited(Number N) { return std::clamp(N, -Infinity, Infinity); }

Bounds plus(const Bounds &A, const Bounds &B) {
  return {A.Low == -Infinity || B.Low == -Infinity ? -Infinity
                                                   : limited(A.Low + B.Low),
          A.High == Infinity || B.High == Infinity ? Infinity
                                                   : limited(A.High + B.High)};
}

/// \p Factor is not 0.
Bounds times(const Bounds &A, int64_t Factor) {
  // (2^100 is more than any bound that counts: see MostFactor.)
  auto Times = [&](Number N) {
    return N == -Infinity || N == Infinity ? (Factor > 0 ? N : -N)
                                           : limited(N * Factor);
  };
  return Factor > 0 ? Bounds{Times(A.Low), Times(A.High)}
                    : Bounds{Times(A.High), Times(A.Low)};
}

Bounds meet(const Bounds &A, const Bounds &B) {
  return {std::max(A.Low, B.Low), std::min(A.High, B.High)};
}

class SumBounds {
public:
  SumBounds(const Cfa &C, const RangesAt &Ranges, const Budget &B);
  std::vector<std::vector<Expr>> run();

private:
  /// A sum without a constant, whose first factor is positive.
  struct Template {
    LinearForm Sum;
    unsigned Width;
    Expr Term;
  };
  /// Negated or not, a template is at most Most behind a guard, or not that.
  struct Compared {
    unsigned Which;
    bool IsNegated;
    Number Most;
    bool IsDifferent;
  };
  /// A template, or its negation, if there is one, and Rest. Constant parts are
  /// in Rest.
  struct Parts {
    std::optional<unsigned> First, Second;
    bool IsFirstNegated = false, IsSecondNegated = false;
    Bounds Rest;
  };
  /// What an edge makes of a template: what each of Ways says.
  struct Effect {
    unsigned Of;
    std::vector<Parts> Ways;
  };
  using State = std::vector<Bounds>; // by template

  std::optional<unsigned> numberOf(const LinearForm &Sum, bool &IsNegated);
  bool isUsable(const LinearForm &Sum);
  void addTemplate(LinearForm Sum, unsigned Width);
  void findTemplates();
  void addWhatTheyWere();
  Expr named(const Edge &E, Expr Part);
  void addConditions(EdgeId Id);
  void addComparison(Expr E, bool Holds, EdgeId In, std::vector<Compared> &To);
  static bool apply(const Compared &Is, State &To);
  Substitution valuesBehind(const Edge &E) const;
  LinearForm before(Substitution &Values, const Template &T);
  bool changes(const Edge &E, const Template &T);
  std::vector<unsigned> touchedBy(EdgeId Id);
  Bounds rangeOf(IntervalEvaluator &Eval, Expr Term);
  Bounds ofParts(IntervalEvaluator &Eval, const LinearForm &Sum);
  std::vector<Parts> waysTo(IntervalEvaluator &Eval, const LinearForm &Sum);
  const std::vector<Effect> &effectsOf(EdgeId Id);
  std::optional<State> along(EdgeId Id);
  std::optional<State> arriving(LocationId L);
  void widen(LocationId L, State &Now);
  Expr atMost(IntervalEvaluator &Eval, Expr A, Expr B, Number More);
  std::vector<Expr> factsAt(LocationId L);

  const Cfa &C;
  ExprContext &Ctx;
  const RangesAt &Ranges;
  const Budget &B;
  const LiveVariables Live;
  ExprMap<unsigned> NumberOf;
  KnownVariables Variables;
  std::vector<Template> Templates;
  std::map<std::vector<std::pair<unsigned, int64_t>>, unsigned> Numbers;
  /// The templates with a term, and those with a variable.
  ExprMap<std::vector<unsigned>> With, WithVariable;
  /// By edge: what its guard says of templates, and what it says of inputs that
  /// is of templates behind it.
  std::vector<std::vector<Compared>> ByGuard, Behind;
  /// By edge: the variables that its guard compares with constants.
  std::vector<std::vector<Expr>> Limited;
  std::vector<std::optional<std::vector<Effect>>> Effects; // by edge
  std::set<Number> Stops; // where bounds are widened to
  LocationQueue Work;
  std::vector<bool> IsHead;
  std::vector<unsigned> Visits;
  std::vector<std::optional<State>> Found;
};
} // namespace

static constexpr unsigned MostTemplates = 100, MostSummands = 4, MostNear = 24;
static constexpr size_t MostBounds = 1'000'000;
static constexpr int64_t MostFactor = int64_t(1) << 24;

SumBounds::SumBounds(const Cfa &C, const RangesAt &Ranges, const Budget &B)
    : C(C), Ctx(C.context()), Ranges(Ranges), B(B), Live(C),
      ByGuard(C.edges().size()), Behind(C.edges().size()),
      Limited(C.edges().size()), Effects(C.edges().size()), Stops{-1, 0, 1},
      Work(C), IsHead(C.locations().size()), Visits(C.locations().size()),
      Found(C.locations().size()) {
  for (unsigned I = 0; I < C.variables().size(); ++I)
    NumberOf[C.variables()[I].Var] = I;
  for (const Edge &E : C.edges())
    if (Work.leadsBack(E))
      IsHead[E.Target] = true;
}

/// Terms of state variables that are not too large.
bool SumBounds::isUsable(const LinearForm &Sum) {
  static constexpr size_t MostOfTerm = 8;
  return Sum.Summands.size() >= 2 && Sum.Summands.size() <= MostSummands &&
         llvm::all_of(Sum.Summands, [&](const LinearForm::Summand &S) {
           return std::abs(S.Factor) <= MostFactor &&
                  dagSize({S.Var}) <= MostOfTerm &&
                  llvm::all_of(Variables.of(S.Var),
                               [&](Expr V) { return NumberOf.contains(V); });
         });
}

static std::vector<std::pair<unsigned, int64_t>> keyOf(const LinearForm &Sum,
                                                       bool IsNegated) {
  std::vector<std::pair<unsigned, int64_t>> Key;
  for (const LinearForm::Summand &S : Sum.Summands)
    Key.emplace_back(S.Var.id(), IsNegated ? -S.Factor : S.Factor);
  return Key;
}

/// The template that the variable part of \p Sum, or its negation, is.
std::optional<unsigned> SumBounds::numberOf(const LinearForm &Sum,
                                            bool &IsNegated) {
  if (Sum.Summands.empty())
    return std::nullopt;
  IsNegated = Sum.Summands.front().Factor < 0;
  auto It = Numbers.find(keyOf(Sum, IsNegated));
  return It == Numbers.end() ? std::nullopt : std::optional(It->second);
}

/// What is added minus what is taken away.
static Expr toTerm(ExprContext &Ctx, const LinearForm &Sum, unsigned Width) {
  LinearForm Added, Taken;
  for (const LinearForm::Summand &S : Sum.Summands)
    (S.Factor > 0 ? Added : Taken).add(S.Var, std::abs(S.Factor));
  Expr Of = Added.toExpr(Ctx, Width);
  return Taken.Summands.empty()
             ? Of
             : Ctx.make(Kind::BvSub, {Of, Taken.toExpr(Ctx, Width)});
}

void SumBounds::addTemplate(LinearForm Sum, unsigned Width) {
  Sum.Constant = 0;
  if (Templates.size() >= MostTemplates || !isUsable(Sum))
    return;
  bool IsNegated;
  if (numberOf(Sum, IsNegated))
    return;
  if (IsNegated)
    for (LinearForm::Summand &S : Sum.Summands)
      S.Factor = -S.Factor;
  Numbers[keyOf(Sum, false)] = Templates.size();
  for (const LinearForm::Summand &S : Sum.Summands)
    With[S.Var].push_back(Templates.size());
  Templates.push_back({Sum, Width, toTerm(Ctx, Sum, Width)});
  for (Expr V : Variables.of(Templates.back().Term))
    WithVariable[V].push_back(Templates.size() - 1);
  // What two of more are to each other says how the others count.
  if (Sum.Summands.size() < 3)
    return;
  for (auto [I, A] : llvm::enumerate(Sum.Summands))
    for (const LinearForm::Summand &B : llvm::drop_begin(Sum.Summands, I + 1))
      if (A.Factor == -B.Factor) {
        LinearForm Pair;
        Pair.add(A.Var, 1);
        Pair.add(B.Var, -1);
        addTemplate(Pair, Width);
      }
}

static bool isNarrowComparison(Expr E) {
  return (E.is(Kind::BvUlt) || E.is(Kind::BvUle) || E.is(Kind::BvSlt) ||
          E.is(Kind::BvSle) || E.is(Kind::Eq)) &&
         E.operand(0).sort().isBitVec() && E.operand(0).sort().width() <= 64;
}

static LinearForm difference(Expr A, Expr B) {
  LinearForm Sum = LinearForm::ofSum(A);
  Sum.add(LinearForm::ofSum(B), -1);
  return Sum;
}

/// What \p Part of the guard of \p E says behind it, if it is of inputs that
/// variables get; null if that is nothing.
Expr SumBounds::named(const Edge &E, Expr Part) {
  Substitution Names(Ctx);
  bool IsNamed = false;
  auto Vars = Variables.of(Part);
  for (const Update &U : E.Updates) {
    if (U.Val == U.Var)
      continue;
    if (llvm::is_contained(Vars, U.Var))
      return Expr();
    if (U.Val.isVar() && !NumberOf.contains(U.Val)) {
      Names.set(U.Val, U.Var);
      IsNamed |= llvm::is_contained(Vars, U.Val);
    }
  }
  return IsNamed ? Names(Part) : Expr();
}

void SumBounds::findTemplates() {
  SeenExprs Seen;
  auto Add = [&](Expr T) {
    // (Objects have numbers of 32 bits: those are in no order.)
    if (isNarrowComparison(T) &&
        !(T.is(Kind::Eq) && T.operand(0).sort().width() < 64))
      addTemplate(difference(T.operand(0), T.operand(1)),
                  T.operand(0).sort().width());
  };
  for (const Edge &E : C.edges()) {
    postOrder({E.Guard}, Seen, Add);
    if (Expr Behind = named(E, E.Guard))
      postOrder({Behind}, Seen, Add);
  }
}

bool SumBounds::changes(const Edge &E, const Template &T) {
  return llvm::any_of(E.Updates, [&](const Update &U) {
    return U.Val != U.Var && llvm::is_contained(Variables.of(T.Term), U.Var);
  });
}

/// What formulas behind \p E mean before it.
Substitution SumBounds::valuesBehind(const Edge &E) const {
  Substitution Values(Ctx);
  for (const Update &U : E.Updates)
    Values.set(U.Var, U.Val);
  return Values;
}

/// What \p T is behind an edge that assigns \p Values, as a sum of what there
/// was before.
LinearForm SumBounds::before(Substitution &Values, const Template &T) {
  return LinearForm::ofSum(Values(T.Term));
}

/// Templates for what is known of templates behind edges.
void SumBounds::addWhatTheyWere() {
  static constexpr unsigned Rounds = 2;
  size_t Done = 0;
  for (unsigned Round = 0; Round < Rounds && Done < Templates.size(); ++Round) {
    const size_t Count = Templates.size();
    for (const Edge &E : C.edges()) {
      Substitution Values = valuesBehind(E);
      for (size_t I = Done; I < Count; ++I) {
        const Template T = Templates[I];
        if (changes(E, T))
          addTemplate(before(Values, T), T.Width);
      }
    }
    Done = Count;
  }
}

/// Adds what the edge \p Id says; of an alternative, what is left of it by what
/// else it says.
void SumBounds::addConditions(EdgeId Id) {
  const Edge &E = C.edge(Id);
  llvm::SmallVector<Expr, 8> Parts;
  conjuncts(E.Guard, Parts);
  std::optional<IntervalEvaluator> Eval;
  for (size_t I = 0; I < Parts.size(); ++I) {
    Expr Part = Parts[I];
    if (!Part.is(Kind::Or)) {
      addComparison(Part, true, Id, ByGuard[Id]);
      if (Expr After = named(E, Part))
        addComparison(After, true, Id, Behind[Id]);
      continue;
    }
    if (!Ranges[E.Source])
      continue;
    if (!Eval) {
      Eval.emplace(*Ranges[E.Source]);
      Eval->assume(E.Guard, true);
    }
    llvm::SmallVector<Expr, 4> Ways;
    for (Expr Way : Part.operands()) {
      const Range Values = (*Eval)(Way);
      if (const llvm::APInt *Is = Values.single(); !Is || !Is->isZero())
        Ways.push_back(Way);
    }
    if (Ways.size() == 1)
      conjuncts(Ways.front(), Parts);
  }
}

void SumBounds::addComparison(Expr E, bool Holds, EdgeId In,
                              std::vector<Compared> &To) {
  if (E.is(Kind::Not))
    return addComparison(E.operand(0), !Holds, In, To);
  if (!isNarrowComparison(E))
    return;
  LinearForm Sum = difference(E.operand(0), E.operand(1));
  if (Sum.Summands.size() == 1)
    llvm::append_range(Limited[In], Variables.of(Sum.Summands.front().Var));
  bool IsNegated;
  auto Which = numberOf(Sum, IsNegated);
  if (!Which)
    return;
  // Sum + Constant <= 0, or < 0
  auto Add = [&](bool IsNegative, Number Most) {
    const bool IsDifferent = E.is(Kind::Eq) && !Holds;
    To.push_back({*Which, IsNegative, Most, IsDifferent});
    for (Number Stop : {Most, -Most})
      Stops.insert(Stop);
  };
  const bool IsStrict = E.is(Kind::BvUlt) || E.is(Kind::BvSlt);
  const Number Constant = Sum.Constant;
  if (E.is(Kind::Eq)) {
    Add(IsNegated, -Constant);
    Add(!IsNegated, Constant);
  } else if (Holds) {
    Add(IsNegated, -Constant - (IsStrict ? 1 : 0));
  } else {
    Add(!IsNegated, Constant - (IsStrict ? 0 : 1));
  }
}

/// With a sign, or without one, whichever says more.
Bounds SumBounds::rangeOf(IntervalEvaluator &Eval, Expr Term) {
  const Range R = Eval(Term);
  if (R.isFull())
    return {};
  if (R.isSmallerWithSign())
    return {R.SignedLow.getSExtValue(), R.SignedHigh.getSExtValue()};
  return {Number(R.UnsignedLow.getZExtValue()),
          Number(R.UnsignedHigh.getZExtValue())};
}

Bounds SumBounds::ofParts(IntervalEvaluator &Eval, const LinearForm &Sum) {
  Bounds Result{Sum.Constant, Sum.Constant};
  for (const LinearForm::Summand &S : Sum.Summands) {
    if (std::abs(S.Factor) > MostFactor)
      return {};
    Result = plus(Result, times(rangeOf(Eval, S.Var), S.Factor));
  }
  return Result;
}

/// By the ranges of its parts, and as a template and what is left.
std::vector<SumBounds::Parts> SumBounds::waysTo(IntervalEvaluator &Eval,
                                                const LinearForm &Sum) {
  std::vector<Parts> Ways{{.Rest = ofParts(Eval, Sum)}};
  auto AsOne = [&](const LinearForm &Of) {
    Parts One;
    One.Second = numberOf(Of, One.IsSecondNegated);
    if (One.Second)
      One.Rest = {Of.Constant, Of.Constant};
    return One;
  };
  if (Parts Whole = AsOne(Sum); Whole.Second)
    Ways.push_back(Whole);
  if (Sum.Summands.size() > 2 * MostSummands)
    return Ways;
  llvm::SmallSetVector<unsigned, MostNear> Near;
  for (const LinearForm::Summand &S : Sum.Summands)
    if (auto It = With.find(S.Var); It != With.end())
      for (unsigned I : It->second)
        if (Near.size() < MostNear)
          Near.insert(I);
  for (unsigned I : Near)
    for (bool IsNegated : {false, true}) {
      LinearForm Left = Sum;
      Left.add(Templates[I].Sum, IsNegated ? 1 : -1);
      // What is left of one part may be another one.
      if (Left.Summands.size() > Sum.Summands.size())
        continue;
      Parts ByRange{
          .First = I, .IsFirstNegated = IsNegated, .Rest = ofParts(Eval, Left)};
      if (!ByRange.Rest.isAny())
        Ways.push_back(ByRange);
      if (Parts Two = AsOne(Left); Two.Second) {
        Two.First = I;
        Two.IsFirstNegated = IsNegated;
        Ways.push_back(Two);
      }
    }
  return Ways;
}

/// The templates that change on an edge, or whose terms its guard limits.
std::vector<unsigned> SumBounds::touchedBy(EdgeId Id) {
  std::set<unsigned> Touched;
  auto Add = [&](Expr V) {
    if (auto It = WithVariable.find(V); It != WithVariable.end())
      Touched.insert(It->second.begin(), It->second.end());
  };
  for (const Update &U : C.edge(Id).Updates)
    if (U.Val != U.Var)
      Add(U.Var);
  for (Expr V : Limited[Id])
    Add(V);
  return {Touched.begin(), Touched.end()};
}

/// None are computed again: ranges stay what they are.
const std::vector<SumBounds::Effect> &SumBounds::effectsOf(EdgeId Id) {
  auto &Result = Effects[Id];
  if (Result)
    return *Result;
  Result.emplace();
  const std::vector<unsigned> Touched = touchedBy(Id);
  if (Touched.empty())
    return *Result;
  const Edge &E = C.edge(Id);
  IntervalEvaluator Eval(*Ranges[E.Source]);
  Eval.assume(E.Guard, true);
  Substitution Values = valuesBehind(E);
  for (unsigned I : Touched)
    Result->push_back({I, waysTo(Eval, before(Values, Templates[I]))});
  return *Result;
}

/// False if nothing is left.
bool SumBounds::apply(const Compared &Is, State &To) {
  Bounds &Of = To[Is.Which];
  if (Is.IsDifferent) {
    const Number Not = Is.IsNegated ? -Is.Most : Is.Most;
    Of.Low += Of.Low == Not;
    Of.High -= Of.High == Not;
  } else if (Is.IsNegated) {
    Of.Low = std::max(Of.Low, -Is.Most);
  } else {
    Of.High = std::min(Of.High, Is.Most);
  }
  return !Of.isEmpty();
}

std::optional<SumBounds::State> SumBounds::along(EdgeId Id) {
  const Edge &E = C.edge(Id);
  if (!Found[E.Source] || !Ranges[E.Source])
    return std::nullopt;
  State Now = *Found[E.Source];
  for (const Compared &Is : ByGuard[Id])
    if (!apply(Is, Now))
      return std::nullopt;
  State After = Now;
  for (const Effect &Has : effectsOf(Id)) {
    Bounds Of;
    for (const Parts &Way : Has.Ways) {
      Bounds Sum = Way.Rest;
      if (Way.First)
        Sum = plus(Sum, times(Now[*Way.First], Way.IsFirstNegated ? -1 : 1));
      if (Way.Second)
        Sum = plus(Sum, times(Now[*Way.Second], Way.IsSecondNegated ? -1 : 1));
      Of = meet(Of, Sum);
    }
    After[Has.Of] = Of.isEmpty() ? Bounds() : Of;
  }
  for (const Compared &Is : Behind[Id])
    if (!apply(Is, After))
      return std::nullopt;
  return After;
}

std::optional<SumBounds::State> SumBounds::arriving(LocationId L) {
  std::optional<State> All;
  if (L == C.entry())
    All.emplace(Templates.size());
  for (EdgeId Id : C.incoming(L)) {
    auto More = along(Id);
    if (!More)
      continue;
    if (!All) {
      All = std::move(More);
      continue;
    }
    for (auto [Old, New] : llvm::zip(*All, *More))
      Old = {std::min(Old.Low, New.Low), std::max(Old.High, New.High)};
  }
  return All;
}

void SumBounds::widen(LocationId L, State &Now) {
  static constexpr unsigned Exactly = 2, ToStops = 8;
  if (!Found[L] || !IsHead[L] || ++Visits[L] <= Exactly)
    return;
  for (auto [Old, New] : llvm::zip(*Found[L], Now)) {
    if (New.Low < Old.Low) {
      auto It = Stops.upper_bound(New.Low);
      New.Low = Visits[L] > ToStops || It == Stops.begin() ? -Infinity
                                                           : *std::prev(It);
    }
    if (New.High > Old.High) {
      auto It = Stops.lower_bound(New.High);
      New.High = Visits[L] > ToStops || It == Stops.end() ? Infinity : *It;
    }
    New = {std::min(Old.Low, New.Low), std::max(Old.High, New.High)};
  }
}

/// That \p A is at most \p B + \p More, without signs, which says how large \p
/// A is; null where that is known, or \p B is not.
Expr SumBounds::atMost(IntervalEvaluator &Eval, Expr A, Expr B, Number More) {
  const Number Large = Number(1) << (A.sort().width() - 2);
  const Bounds OfA = rangeOf(Eval, A), OfB = rangeOf(Eval, B);
  if (OfB.Low < 0 || OfB.High > Large || More > Large || More < -Large ||
      (OfA.Low >= 0 && OfA.High <= OfB.High + More))
    return Expr();
  if (More < 0)
    return Ctx.mkUlt(A, B);
  return Ctx.mkUle(
      A, Ctx.make(Kind::BvAdd, {B, Ctx.bv(uint64_t(More), A.sort().width())}));
}

std::vector<Expr> SumBounds::factsAt(LocationId L) {
  std::vector<Expr> Facts;
  if (!Found[L] || !Ranges[L])
    return Facts;
  IntervalEvaluator Eval(*Ranges[L]);
  for (auto [T, Is] : llvm::zip(Templates, *Found[L])) {
    if (Is.isAny() || Is.isEmpty() ||
        !llvm::all_of(Variables.of(T.Term), [&](Expr V) {
          return Live.isLive(NumberOf.lookup(V), L);
        }))
      continue;
    const Bounds OfParts = ofParts(Eval, T.Sum);
    const Number Limit = Number(1) << (T.Width - 1);
    auto Constant = [&](Number N) {
      return Ctx.bv(llvm::APInt(64, uint64_t(N)).sextOrTrunc(T.Width));
    };
    if (Is.Low > OfParts.Low && Is.Low > -Limit && Is.Low < Limit)
      Facts.push_back(Ctx.mkSle(Constant(Is.Low), T.Term));
    if (Is.High < OfParts.High && Is.High > -Limit && Is.High < Limit)
      Facts.push_back(Ctx.mkSle(T.Term, Constant(Is.High)));
    const auto &Sum = T.Sum.Summands;
    if (Sum.size() != 2 || Sum[0].Factor != 1 || Sum[1].Factor != -1)
      continue;
    for (Expr F : {atMost(Eval, Sum[0].Var, Sum[1].Var, Is.High),
                   atMost(Eval, Sum[1].Var, Sum[0].Var, -Is.Low)})
      if (F && !F.isConst())
        Facts.push_back(F);
  }
  return Facts;
}

std::vector<std::vector<Expr>> SumBounds::run() {
  findTemplates();
  addWhatTheyWere();
  std::vector<std::vector<Expr>> Result(C.locations().size());
  if (Templates.empty() || Templates.size() * C.locations().size() > MostBounds)
    return Result;
  for (EdgeId Id = 0; Id < C.edges().size(); ++Id)
    addConditions(Id);
  Work.add(C.entry());
  while (!Work.isEmpty()) {
    if (B.exhausted())
      return std::vector<std::vector<Expr>>(C.locations().size());
    const LocationId L = Work.takeFirst();
    std::optional<State> Now = arriving(L);
    if (!Now)
      continue;
    widen(L, *Now);
    if (Found[L] == Now)
      continue;
    Found[L] = std::move(Now);
    for (EdgeId Id : C.outgoing(L))
      Work.add(C.edge(Id).Target);
  }
  for (LocationId L : Work.inOrder())
    if (Found[L])
      Found[L] = arriving(L);
  for (LocationId L = 0; L < C.locations().size(); ++L)
    Result[L] = factsAt(L);
  return Result;
}

std::vector<std::vector<Expr>>
cells::boundsOfSums(const Cfa &C, const RangesAt &Ranges, const Budget &B) {
  return SumBounds(C, Ranges, B).run();
}
