//===- Unfolding.cpp - Locations with known values ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Explicit-value analysis with one abstract state per location and set of
// known values. An edge is split by the conditions of tracked variables'
// updates until every such update is a constant, or the value is unknown at the
// target. A copy of a variable whose value is not known but one of a few, is a
// choice, too; so `state = next` leads to each state that may be next even
// before `next` is unfolded.
//
// Knowledge is only ever added: the variables, their updates and the guards'
// atoms about unknown values stay.
//
//===----------------------------------------------------------------------===//

#include "Unfolding.h"

#include "BlockBuilder.h"
#include "Remap.h"

#include "sooth/Expr/Traversal.h"
#include "sooth/Transform/Cfa/ControlVariables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace sooth;
using llvm::BitVector;

/// Into how many an edge may be split.
static constexpr size_t MaxPieces = 1024;
/// How many nodes of expressions may be looked at, a few seconds' worth.
static constexpr size_t MaxWork = 50'000'000;

namespace {
/// Variables, by index and in order, with their values.
using Known = std::vector<std::pair<unsigned, Expr>>;

struct KnownLess {
  bool operator()(const std::pair<LocationId, Known> &A,
                  const std::pair<LocationId, Known> &B) const {
    if (A.first != B.first)
      return A.first < B.first;
    return std::lexicographical_compare(
        A.second.begin(), A.second.end(), B.second.begin(), B.second.end(),
        [](auto &X, auto &Y) {
          return std::pair(X.first, X.second.id()) <
                 std::pair(Y.first, Y.second.id());
        });
  }
};

/// A part of an edge under some knowledge.
struct Piece {
  Expr Guard;
  std::vector<Update> Updates;
};

class UnfoldBack final : public CfaBackTranslation {
public:
  explicit UnfoldBack(const Cfa &C) : C(C), Cuts(C) {}
  CfaTrace back(const CfaTrace &T) const override;
  CfaInvariant back(const CfaInvariant &I) const override;

  struct Copy {
    LocationId Original;
    Expr Fact; // the known values
  };
  std::vector<Copy> Copies;  // by new location
  std::vector<EdgeId> Edges; // by new edge
  const Cfa &C;
  Cutpoints Cuts;
};

class Unfolding {
public:
  Unfolding(const Cfa &C, const BitVector &Tracked, size_t MaxLocations);
  std::optional<TransformedCfa> run();

private:
  LocationId locationFor(LocationId L, Known K);
  void expand(LocationId New);
  Expr given(Expr Condition, Expr Guard, std::vector<Update> &Updates) const;
  Piece inCase(const Piece &P, Expr Case) const;
  bool splitByAtom(const Piece &P, LocationId Target,
                   std::vector<Piece> &Parts) const;
  bool splitByValue(const Piece &P, LocationId Target,
                    std::vector<Piece> &Parts);
  void addFactsAboutValues();
  void split(Piece P, LocationId Target, std::vector<Piece> &Done);
  Known after(const Piece &P, const Known &Before, LocationId Target) const;
  bool isTracked(Expr Var) const { return TrackedIndex.contains(Var); }
  bool isLive(Expr Var, LocationId L) const {
    return Live.isLive(TrackedIndex.lookup(Var), L);
  }

  const Cfa &C;
  ExprContext &Ctx;
  size_t MaxLocations;
  LiveVariables Live;
  BitVector Errors;
  ExprMap<unsigned> IndexOf, TrackedIndex;
  /// By variable, see possibleValues(); and the variables for which that was
  /// used.
  std::vector<std::vector<Expr>> Values;
  BitVector ReliedOn;
  /// By edge: the tracked variables that it reads, and its size.
  std::vector<std::vector<Expr>> Reads;
  std::vector<size_t> Sizes;
  size_t Work = 0;
  std::map<std::pair<LocationId, Known>, LocationId, KnownLess> NewOf;
  std::vector<Known> KnownAt; // by new location
  Cfa Result;
  std::unique_ptr<UnfoldBack> Back;
};
} // namespace

//===- The way back -------------------------------------------------------===//

CfaTrace UnfoldBack::back(const CfaTrace &T) const {
  CfaTrace Result = T;
  for (CfaTrace::Step &S : Result.Steps)
    S.Taken = Edges[S.Taken];
  return Result;
}

CfaInvariant UnfoldBack::back(const CfaInvariant &I) const {
  // What holds for all cells in one case or for all cells in another is no
  // formula about each cell.
  if (I.isQuantified())
    return CfaInvariant();
  ExprContext &Ctx = C.context();
  std::vector<llvm::SmallVector<Expr, 4>> Cases(C.locations().size());
  BitVector HasCopies(C.locations().size()), Complete(C.locations().size());
  Complete.set();
  for (LocationId New = 0; New < Copies.size(); ++New) {
    auto [L, Fact] = Copies[New];
    HasCopies.set(L);
    auto It = I.Formulas.find(New);
    if (It == I.Formulas.end())
      Complete.reset(L);
    else
      Cases[L].push_back(Ctx.mkAnd(Fact, It->second));
  }
  CfaInvariant Result;
  for (LocationId L = 0; L < C.locations().size(); ++L)
    if (!HasCopies.test(L) || (Cuts.Cut.test(L) && Complete.test(L)))
      Result.Formulas[L] = Ctx.mkOr(Cases[L]);
  return Result;
}

//===- Forward exploration ------------------------------------------------===//

Unfolding::Unfolding(const Cfa &C, const BitVector &Tracked,
                     size_t MaxLocations)
    : C(C), Ctx(C.context()), MaxLocations(MaxLocations), Live(C),
      Errors(errorLocations(C)), Values(possibleValues(C, Live)),
      ReliedOn(C.variables().size()), Result(copyVariables(C)),
      Back(std::make_unique<UnfoldBack>(C)) {
  for (unsigned V = 0; V < C.variables().size(); ++V)
    IndexOf[C.variables()[V].Var] = V;
  for (unsigned V : Tracked.set_bits())
    TrackedIndex[C.variables()[V].Var] = V;
  for (const Edge &E : C.edges()) {
    const std::vector<Expr> Roots = formulasOf(E);
    std::vector<Expr> Read = variables(Roots);
    llvm::erase_if(Read, [&](Expr V) { return !isTracked(V); });
    Reads.push_back(std::move(Read));
    Sizes.push_back(dagSize(Roots));
  }
}

static std::string shown(Expr Constant) {
  const Value &V = Constant.value();
  if (V.isBitVec())
    return llvm::toString(V.bits(), 10, /*Signed=*/true);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  V.print(OS);
  return Text;
}

LocationId Unfolding::locationFor(LocationId L, Known K) {
  auto [It, IsNew] =
      NewOf.try_emplace({L, std::move(K)}, Result.locations().size());
  if (!IsNew)
    return It->second;
  const Known &Values = It->first.second;
  Location New = C.location(L);
  llvm::SmallVector<Expr, 4> Facts;
  for (auto [V, Val] : Values) {
    const StateVariable &Var = C.variables()[V];
    Facts.push_back(Ctx.mkEq(Var.Var, Val));
    New.Name += " " + Var.Var.name().str() + "=" + shown(Val);
  }
  if (Back->Cuts.Cut.test(L))
    New.What = Location::Role::Cutpoint;
  Result.addLocation(std::move(New));
  Back->Copies.push_back({L, Ctx.mkAnd(Facts)});
  KnownAt.push_back(Values);
  return It->second;
}

/// Calls \p Tell with each term that \p Condition alone decides, and its value:
/// conjuncts (negated disjuncts), and variables that equal a constant.
static void
forEachConsequence(ExprContext &Ctx, Expr Condition,
                   llvm::function_ref<void(Expr Term, Expr Value)> Tell) {
  llvm::SmallVector<Expr, 8> Parts;
  auto TellAbout = [&](Expr E, bool Holds) {
    bool IsNot = E.is(Kind::Not);
    Expr Atom = IsNot ? E.operand(0) : E;
    Holds ^= IsNot;
    if (Atom.isConst())
      return;
    Tell(Atom, Ctx.boolean(Holds));
    if (Holds && Atom.is(Kind::Eq) && Atom.operand(0).isVar() &&
        Atom.operand(1).isConst())
      Tell(Atom.operand(0), Atom.operand(1));
  };
  conjuncts(Condition, Parts);
  for (Expr P : Parts) {
    TellAbout(P, true);
    if (P.is(Kind::Not) && P.operand(0).is(Kind::Or))
      for (Expr Disjunct : P.operand(0).operands())
        TellAbout(Disjunct, false);
  }
}

/// Makes \p Updates what they are where \p Condition holds; returns \p Guard
/// likewise.
Expr Unfolding::given(Expr Condition, Expr Guard,
                      std::vector<Update> &Updates) const {
  Substitution S(Ctx);
  forEachConsequence(Ctx, Condition,
                     [&](Expr Term, Expr Value) { S.set(Term, Value); });
  for (Update &U : Updates)
    U.Val = S(U.Val);
  return S(Guard);
}

Piece Unfolding::inCase(const Piece &P, Expr Case) const {
  Piece Part = P;
  Part.Guard = Ctx.mkAnd(given(Case, P.Guard, Part.Updates), Case);
  return Part;
}

/// Some atom of \p Condition. (Large blocks join what paths have in common, so
/// that a condition as a whole tells less than the atoms on one of the paths.)
static Expr someAtom(Expr Condition) {
  while (!Condition.isAtom())
    Condition = Condition.operand(0);
  return Condition;
}

/// By what a tracked variable's value at \p Target depends on; false if there
/// is no such thing.
bool Unfolding::splitByAtom(const Piece &P, LocationId Target,
                            std::vector<Piece> &Parts) const {
  Expr Atom;
  for (const Update &U : P.Updates) {
    if (!isTracked(U.Var) || !isLive(U.Var, Target))
      continue;
    if (U.Val.is(Kind::Ite))
      Atom = someAtom(U.Val.operand(0));
    else if (U.Val.isBool() && !U.Val.isConst() && U.Val != U.Var)
      Atom = someAtom(U.Val);
    else
      continue;
    break;
  }
  if (!Atom)
    return false;
  for (Expr Case : {Atom, Ctx.mkNot(Atom)})
    Parts.push_back(inCase(P, Case));
  return true;
}

/// By the values of a variable that is copied into a tracked one.
bool Unfolding::splitByValue(const Piece &P, LocationId Target,
                             std::vector<Piece> &Parts) {
  for (const Update &U : P.Updates) {
    if (!isTracked(U.Var) || !isLive(U.Var, Target) || U.Val == U.Var)
      continue;
    auto It = IndexOf.find(U.Val);
    if (It == IndexOf.end() || Values[It->second].empty())
      continue;
    ReliedOn.set(It->second);
    for (Expr Val : Values[It->second])
      Parts.push_back(inCase(P, Ctx.mkEq(U.Val, Val)));
    return true;
  }
  return false;
}

/// Adds the parts of \p First in which tracked variables have known values, or
/// values that nothing decides.
void Unfolding::split(Piece First, LocationId Target,
                      std::vector<Piece> &Done) {
  std::vector<Piece> Pending{std::move(First)}, Parts;
  while (!Pending.empty()) {
    Piece P = std::move(Pending.back());
    Pending.pop_back();
    if (P.Guard.isFalse())
      continue;
    Parts.clear();
    if (Done.size() + Pending.size() >= MaxPieces ||
        !(splitByAtom(P, Target, Parts) || splitByValue(P, Target, Parts)))
      Done.push_back(std::move(P));
    for (Piece &Part : Parts)
      Pending.push_back(std::move(Part));
  }
}

Known Unfolding::after(const Piece &P, const Known &Before,
                       LocationId Target) const {
  ExprMap<Expr> Values;
  for (auto [V, Val] : Before)
    Values[C.variables()[V].Var] = Val;
  forEachConsequence(Ctx, P.Guard, [&](Expr Term, Expr Value) {
    if (isTracked(Term))
      Values[Term] = Value;
  });
  for (const Update &U : P.Updates)
    if (isTracked(U.Var))
      Values[U.Var] = U.Val;
  Known Result;
  for (auto &[Var, Val] : Values)
    if (Val.isConst() && isLive(Var, Target))
      Result.push_back({TrackedIndex.lookup(Var), Val});
  llvm::sort(Result, llvm::less_first());
  return Result;
}

void Unfolding::expand(LocationId New) {
  LocationId L = Back->Copies[New].Original;
  const Known Here = KnownAt[New];
  std::vector<Piece> Pieces;
  for (EdgeId Id : C.outgoing(L)) {
    const Edge &E = C.edge(Id);
    Substitution S(Ctx);
    for (auto [V, Val] : Here)
      if (llvm::is_contained(Reads[Id], C.variables()[V].Var))
        S.set(C.variables()[V].Var, Val);
    Piece Whole{S(E.Guard), E.Updates};
    if (Whole.Guard.isFalse())
      continue;
    for (Update &U : Whole.Updates)
      U.Val = S(U.Val);
    given(Whole.Guard, Ctx.trueExpr(), Whole.Updates);
    Pieces.clear();
    split(std::move(Whole), E.Target, Pieces);
    Work += Sizes[Id] * (Pieces.size() + 1);
    for (Piece &P : Pieces) {
      Edge Part = copyEdge(E);
      Part.Source = New;
      Part.Target = locationFor(E.Target, after(P, Here, E.Target));
      Part.Guard = P.Guard;
      Part.Updates = std::move(P.Updates);
      llvm::erase_if(Part.Updates,
                     [](const Update &U) { return U.Var == U.Val; });
      Result.addEdge(std::move(Part));
      Back->Edges.push_back(Id);
    }
  }
}

/// What ReliedOn relies on. Liveness in the result is as good as in the
/// original for the argument of possibleValues(), and tells more.
void Unfolding::addFactsAboutValues() {
  LiveVariables LiveNow(Result);
  for (unsigned V : ReliedOn.set_bits()) {
    llvm::SmallVector<Expr, 16> Cases;
    for (Expr Val : Values[V])
      Cases.push_back(Ctx.mkEq(C.variables()[V].Var, Val));
    Expr IsOne = Ctx.mkOr(Cases);
    for (LocationId New = 0; New < Result.locations().size(); ++New)
      if (LiveNow.isLive(V, New))
        Back->Copies[New].Fact = Ctx.mkAnd(Back->Copies[New].Fact, IsOne);
  }
}

std::optional<TransformedCfa> Unfolding::run() {
  Known Start;
  for (auto [Var, Val] : initialConstants(C))
    if (isTracked(Var) && Val.isConst() && isLive(Var, C.entry()))
      Start.push_back({TrackedIndex.lookup(Var), Val});
  llvm::sort(Start, llvm::less_first());
  Result.setEntry(locationFor(C.entry(), std::move(Start)));
  for (LocationId New = 0; New < Result.locations().size(); ++New) {
    if (Result.locations().size() > MaxLocations || Work > MaxWork)
      return std::nullopt;
    if (!Errors.test(Back->Copies[New].Original))
      expand(New);
  }
  for (const ErrorLocation &E : C.errors())
    if (auto It = NewOf.find({E.Loc, {}}); It != NewOf.end())
      Result.addError(E.at(It->second));
  addFactsAboutValues();
  return TransformedCfa{std::move(Result), std::move(Back)};
}

std::optional<TransformedCfa> sooth::unfoldVariables(const Cfa &C,
                                                     const BitVector &Tracked,
                                                     size_t MaxLocations) {
  return Unfolding(C, Tracked, MaxLocations).run();
}
