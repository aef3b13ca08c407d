//===- Candidates.cpp - Facts that may hold -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fact about cells is something about the contents of cell k, under a guard
// that says which cells are meant: those below an index or a bound, those from
// there on, those of objects that are allocated. Contents and guards are made
// separately, and then each content with each guard.
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"

#include "Ends.h"
#include "Links.h"
#include "Positions.h"

#include "sooth/Transform/Cfa/LiveVariables.h"

#include "llvm/ADT/STLExtras.h"

#include <array>

using namespace sooth;
using namespace sooth::cells;

/// For each sort of indices. What is left out is of no use in large numbers.
static constexpr size_t MaxContents = 60, MaxGuards = 20, MaxFacts = 5000;

namespace {
class Guesser {
public:
  Guesser(const Vocabulary &V, Comparisons OfCells, Reach Far);

  /// Of the state, those of cells under simple guards, and under others; and
  /// with more reach, those about links, and under flags.
  static constexpr unsigned Tiers = 5;
  std::array<ExprList, Tiers> Facts;
  std::vector<Expr> ForAll;
  /// For each of these.
  std::vector<PositionGuesser> Positions;

private:
  void addStateFacts();
  void addComparisons();
  void addOrders(Expr A, Expr B);
  void addContents(Expr K);
  void addContent(Expr K, Expr Fact);
  void addGuards(Expr K);
  void addBoundsOn(Expr K, Expr X);
  void addClauses(Expr K);
  void addFlags(Expr K);
  void combine(Expr K);
  Expr atCell(Expr E, Expr K) const;
  Expr resized(Expr E, unsigned Width) const;
  Expr allocated(Expr Object) const;
  Expr lastObject() const;
  unsigned objectBits() const {
    return V.Counter ? V.Counter->Next.sort().width() : 0;
  }
  std::vector<Expr> bounds(Sort Index) const;
  Expr roomBound(Sort Index, unsigned Width) const;
  bool isOfState(Expr E) const {
    return !anyVariable(E, [&](Expr X) { return !V.Scalars.contains(X); });
  }

  const Vocabulary &V;
  ExprContext &Ctx;
  const Comparisons OfCells;
  ExprList Contents;
  /// Which cells: from where on, and up to where.
  ExprList Lower, Upper;
};
} // namespace

Guesser::Guesser(const Vocabulary &V, Comparisons OfCells, Reach Far)
    : V(V), Ctx(V.Ctx), OfCells(OfCells) {
  addStateFacts();
  addComparisons();
  llvm::SetVector<Sort> Sorts;
  for (Expr A : V.Arrays)
    Sorts.insert(A.sort().index());
  std::pair<Expr, std::vector<Expr>> OfObjects;
  for (Sort S : Sorts) {
    Expr K = Ctx.freshVar("k", S);
    ForAll.push_back(K);
    for (Expr F : V.Initial.ofCells(K))
      Facts[0].insert(F);
    Contents.clear();
    Lower.clear();
    Upper.clear();
    addContents(K);
    addGuards(K);
    if (Far == Reach::Positions) {
      Positions.emplace_back(V, K, Contents.getArrayRef());
      continue;
    }
    if (Far == Reach::Links)
      addFlags(K);
    combine(K);
    if (Far == Reach::Links && V.Counter && S == V.Counter->Next.sort())
      OfObjects = {K, Contents.getArrayRef().vec()};
  }
  if (Far == Reach::Positions)
    for (Expr F : PositionGuesser::ofState(V))
      Facts[0].insert(F);
  if (OfObjects.first && LinkGuesser::mayHelp(V))
    Facts[3] = LinkGuesser(V).guess(ForAll, OfObjects.first, OfObjects.second);
}

//===- About the state ----------------------------------------------------===//

Expr Guesser::lastObject() const {
  Expr Next = V.Counter->Next;
  return Ctx.make(Kind::BvSub, {Next, Ctx.bv(1, Next.sort().width())});
}

/// first ≤ object < next.
Expr Guesser::allocated(Expr Object) const {
  return Ctx.mkAnd(Ctx.mkUle(V.Counter->First, Object),
                   Ctx.mkUle(Object, lastObject()));
}

void Guesser::addOrders(Expr A, Expr B) {
  for (Kind K : {Kind::BvUle, Kind::BvSle})
    for (auto [X, Y] : {std::pair(A, B), std::pair(B, A)}) {
      Facts[0].insert(Ctx.make(K, {X, Y}));
      Facts[0].insert(Ctx.mkNot(Ctx.make(K, {X, Y})));
    }
}

void Guesser::addStateFacts() {
  ExprList &Out = Facts[0];
  for (Expr F : V.Initial.ofState())
    Out.insert(F);
  const Ends OfSearches(V);
  for (Expr F : OfSearches.facts())
    Out.insert(F);
  if (OfCells == Comparisons::First)
    addComparisons();
  for (Expr X : V.Scalars) {
    auto It = V.Constants.find(X);
    if (It != V.Constants.end() && It->second.size() <= 4) {
      std::vector<Expr> Any;
      for (Expr Constant : It->second)
        Any.push_back(Ctx.mkEq(X, Constant));
      for (Expr E : Any)
        Out.insert(E);
      Out.insert(Ctx.mkOr(Any));
    }
    if (X.sort().isBool()) {
      Out.insert(X);
      Out.insert(Ctx.mkNot(X));
    }
    if (V.Objects.contains(X) && X.sort() == V.Counter->Next.sort()) {
      Expr Null = Ctx.mkEq(X, Ctx.bv(0, X.sort().width()));
      Out.insert(allocated(X));
      Out.insert(Ctx.mkOr(Null, allocated(X)));
      Out.insert(V.isObject(X, allocated(X)));
      Out.insert(Ctx.mkOr(Null, V.isObject(X, allocated(X))));
      Out.insert(Ctx.mkEq(X, lastObject()));
      Out.insert(Ctx.mkOr(Null, Ctx.mkEq(X, lastObject())));
    }
  }
  if (V.Counter) {
    auto [Next, First] = *V.Counter;
    Expr Zero = Ctx.bv(0, Next.sort().width());
    Out.insert(Ctx.mkUle(First, Next));
    Out.insert(Ctx.mkOr(Ctx.mkUle(First, Next), Ctx.mkEq(Next, Zero)));
  }
  for (auto [Defined, Val] : V.Definitions) {
    Out.insert(Ctx.mkEq(Defined, Val));
    for (Expr X : {Defined, Val})
      for (Expr Y : variables({Defined, Val}))
        if (X.isVar() && X != Y && X.sort() == Y.sort() && X.sort().isBitVec())
          addOrders(X, Y);
  }
  // One counter is ahead of another.
  if (V.Counters.size() <= 6)
    for (Expr X : V.Counters)
      for (Expr Y : V.Counters)
        if (X.id() < Y.id() && X.sort() == Y.sort())
          addOrders(X, Y);
  // Pointers that walk stay aligned.
  for (const auto &[S, Terms] : V.Indices)
    for (Expr T : Terms) {
      while (T.is(Kind::ZeroExt))
        T = T.operand(0);
      if (T.is(Kind::Extract) && T.param(1) && isOfState(T))
        Out.insert(Ctx.mkEq(Ctx.mkExtract(T.param(1) - 1, 0, T.operand(0)),
                            Ctx.bv(0, T.param(1))));
    }
  for (Expr A : V.Atoms) {
    std::vector<Expr> Read = variables({A});
    if (!isOfState(A))
      continue;
    Out.insert(A);
    Out.insert(Ctx.mkNot(A));
    if (A.operand(0).isVar() || A.operand(1).isVar())
      addOrders(A.operand(0), A.operand(1));
    for (Expr X : Read)
      if (X.sort().isBitVec()) {
        Out.insert(Ctx.mkSle(Ctx.bv(0, X.sort().width()), X));
        Out.insert(
            Ctx.mkSle(Ctx.bv(llvm::APInt::getAllOnes(X.sort().width())), X));
      }
  }
}

/// Also of certain cells, like the size of an object.
void Guesser::addComparisons() {
  for (Expr A : V.Atoms)
    if (V.isOverState(A)) {
      Facts[0].insert(A);
      Facts[0].insert(Ctx.mkNot(A));
    }
}

//===- About the contents of a cell ---------------------------------------===//

Expr Guesser::resized(Expr E, unsigned Width) const {
  unsigned Own = E.sort().width();
  if (Own == Width)
    return E;
  return Own < Width ? Ctx.mkZeroExt(Width - Own, E)
                     : Ctx.mkExtract(Width - 1, 0, E);
}

/// \p E with cell \p K instead of others.
Expr Guesser::atCell(Expr E, Expr K) const {
  Substitution S(Ctx);
  std::vector<Expr> Reads;
  postOrder({E}, [&](Expr T) {
    if (T.is(Kind::Select))
      Reads.push_back(T);
  });
  for (Expr R : Reads) {
    Expr A = S(R.operand(0));
    S.set(R, Ctx.mkSelect(A, resized(K, A.sort().index().width())));
  }
  return S(E);
}

void Guesser::addContent(Expr K, Expr Fact) {
  auto IsStrange = [&](Expr X) {
    return X != K && !V.Scalars.contains(X) && !V.Arrays.contains(X);
  };
  if (!Fact.isConst() && !anyVariable(Fact, IsStrange) &&
      anyVariable(Fact,
                  [&](Expr X) {
                    return X.sort().isArray() && X.sort().index() == K.sort();
                  }) &&
      Contents.size() < MaxContents)
    Contents.insert(Fact);
}

void Guesser::addContents(Expr K) {
  Sort S = K.sort();
  for (Expr A : V.Arrays) {
    if (A.sort().index() != S)
      continue;
    Expr Cell = Ctx.mkSelect(A, K);
    auto It = V.Constants.find(A);
    if (It != V.Constants.end() && It->second.size() <= 4) {
      std::vector<Expr> Any;
      for (Expr Constant : It->second)
        Any.push_back(Ctx.mkEq(Cell, Constant));
      for (Expr E : Any)
        addContent(K, E);
      for (Expr E : Any)
        for (Expr F : Any)
          if (E.id() < F.id())
            addContent(K, Ctx.mkOr(E, F));
      addContent(K, Ctx.mkOr(Any));
    }
    if (V.Objects.contains(A) && A.sort().element() == V.Counter->Next.sort()) {
      Expr Null = Ctx.mkEq(Cell, Ctx.bv(0, Cell.sort().width()));
      addContent(K, Ctx.mkOr(Null, allocated(Cell)));
      addContent(K, Ctx.mkOr(Null, V.isObject(Cell, allocated(Cell))));
      addContent(K, allocated(Cell));
    }
  }
  for (const StoredValue &St : V.Stores) {
    if (St.Array.sort().index() != S)
      continue;
    Expr Cell = Ctx.mkSelect(St.Array, K);
    Expr Val = atCell(St.Val, K);
    addContent(K, Ctx.mkEq(Cell, Val));
    // a[i] = f(i)
    Substitution ByNumber(Ctx);
    for (Expr X : variables({St.Index}))
      if (X.sort().isBitVec())
        ByNumber.set(X, resized(K, X.sort().width()));
    addContent(K, Ctx.mkEq(Cell, ByNumber(Val)));
    // What is asked of the value before it is stored.
    if (St.Val.isVar() || St.Val.is(Kind::Select))
      for (Expr A : V.Atoms) {
        Substitution Stored(Ctx);
        Stored.set(St.Val, Cell);
        Expr Fact = Stored(A);
        if (Fact == A)
          continue;
        addContent(K, Fact);
        addContent(K, Ctx.mkNot(Fact));
      }
  }
  for (Expr A : V.Atoms) {
    bool HasRead = false;
    ExprList Numbers;
    postOrder({A}, [&](Expr T) {
      if (!T.is(Kind::Select))
        return;
      HasRead |= T.operand(1).sort() == S;
      for (Expr X : variables({T.operand(1)}))
        if (X.sort().isBitVec())
          Numbers.insert(X);
    });
    if (!HasRead)
      continue;
    Expr Fact = atCell(A, K);
    Substitution ByNumber(Ctx);
    for (Expr X : Numbers)
      ByNumber.set(X, resized(K, X.sort().width()));
    for (Expr F : {Fact, ByNumber(Fact)}) {
      addContent(K, F);
      addContent(K, Ctx.mkNot(F));
    }
  }
}

//===- About which cells are meant ----------------------------------------===//

/// What indices of this sort are made of, and what that is compared with.
std::vector<Expr> Guesser::bounds(Sort Index) const {
  ExprList Result;
  auto It = V.Indices.find(Index);
  if (It == V.Indices.end())
    return {};
  for (Expr T : It->second)
    for (Expr X : variables({T}))
      if (X.sort().isBitVec() && !V.Objects.contains(X))
        Result.insert(X);
  for (size_t Direct = Result.size(), I = 0; I < Direct; ++I)
    for (Expr A : V.Atoms) {
      if (A.operand(0) == Result[I] && !A.is(Kind::Eq))
        Result.insert(A.operand(1));
      if (A.operand(1) == Result[I] && !A.is(Kind::Eq))
        Result.insert(A.operand(0));
      for (unsigned Side : {0, 1})
        if (A.operand(Side).isConst() && !A.is(Kind::Eq) &&
            anyVariable(A, [&](Expr X) { return X == Result[I]; }))
          Result.insert(A.operand(Side));
    }
  for (Expr T : It->second)
    Result.insert(T);
  // The number of cells in a number of bytes.
  for (size_t All = Result.size(), I = 0; I < All; ++I)
    for (Expr X : variables({Result[I]}))
      if (X.sort().isBitVec() && !V.Objects.contains(X))
        Result.insert(X);
  std::vector<Expr> Bounds;
  for (Expr E : Result)
    if (isOfState(E))
      Bounds.push_back(E);
  return Bounds;
}

/// The largest constant bound that \p Width bits can say; null if there is
/// none.
Expr Guesser::roomBound(Sort Index, unsigned Width) const {
  std::optional<llvm::APInt> Most;
  for (Expr X : bounds(Index)) {
    if (!X.isConst() || !X.value().bits().isIntN(Width))
      continue;
    llvm::APInt N = X.value().bits().zextOrTrunc(Width);
    if (!N.isZero() && (!Most || Most->ult(N)))
      Most = N;
  }
  return Most ? Ctx.bv(*Most) : Expr();
}

void Guesser::addBoundsOn(Expr K, Expr X) {
  if (!X.sort().isBitVec() || Lower.size() + Upper.size() > MaxGuards)
    return;
  unsigned Width = std::max(K.sort().width(), X.sort().width());
  Expr Below = Ctx.mkUlt(resized(K, Width), resized(X, Width));
  Upper.insert(Below);
  Lower.insert(Ctx.mkNot(Below));
  // A variable that counts down to -1.
  if (X.isVar() && Width > K.sort().width())
    Lower.insert(Ctx.mkSlt(X, resized(K, Width)));
}

void Guesser::addGuards(Expr K) {
  unsigned Width = K.sort().width(), Of = objectBits();
  Lower.insert(Ctx.trueExpr());
  Upper.insert(Ctx.trueExpr());
  Expr Part = K;
  if (Of && Width >= Of && !V.Objects.empty()) {
    // The object's number comes first.
    Expr Object = Width == Of ? K : Ctx.mkExtract(Width - 1, Width - Of, K);
    Lower.insert(Ctx.mkUle(V.Counter->First, Object));
    Upper.insert(Ctx.mkUle(Object, lastObject()));
    if (!V.Single.empty())
      Upper.insert(V.isObject(Object, allocated(Object)));
    for (Expr X : V.Objects)
      if (X.sort() == Object.sort()) {
        Upper.insert(Ctx.mkUlt(Object, X));
        Lower.insert(Ctx.mkEq(Object, X));
      }
    if (Width > Of) {
      Part = Ctx.mkExtract(Width - Of - 1, 0, K);
      // Indices may have room behind the last cell of an object.
      if (Expr Room = roomBound(K.sort(), Width - Of)) {
        const std::vector<Expr> OfObjects(Upper.begin() + 1, Upper.end());
        for (Expr U : OfObjects)
          Upper.insert(Ctx.mkAnd(U, Ctx.mkUlt(Part, Room)));
      }
    }
  }
  for (Expr X : bounds(K.sort()))
    if (Part == K || X.sort() != K.sort())
      addBoundsOn(Part, X);
}

static std::vector<Expr> arraysOf(Expr Content) {
  std::vector<Expr> Read = variables({Content});
  llvm::erase_if(Read, [](Expr X) { return !X.sort().isArray(); });
  return Read;
}

/// Whether \p Content compares a cell of one array with a constant.
static bool isAboutOneMember(Expr Content) {
  Expr Atom = Content.is(Kind::Not) ? Content.operand(0) : Content;
  return Atom.operands().size() == 2 &&
         (Atom.operand(0).isConst() || Atom.operand(1).isConst()) &&
         arraysOf(Atom).size() == 1;
}

/// What two members of an allocated structure have to do with each other: one
/// or the other is so. All other facts about two members come later.
void Guesser::addClauses(Expr K) {
  static constexpr size_t MaxClauses = 200;
  const unsigned Of = objectBits();
  if (!Of || V.Objects.empty() || K.sort().width() != Of)
    return;
  std::vector<Expr> Literals;
  for (Expr C : Contents)
    if (isAboutOneMember(C))
      Literals.push_back(C);
  ExprList Clauses;
  for (Expr A : Literals)
    for (Expr B : Literals)
      if (A.id() < B.id() && arraysOf(A) != arraysOf(B))
        Clauses.insert(Ctx.mkOr(A, B));
  if (Clauses.size() <= MaxClauses)
    for (Expr C : Clauses)
      Facts[1].insert(Ctx.mkImplies(allocated(K), C));
}

/// What holds as long as a variable with two values has one of them.
void Guesser::addFlags(Expr K) {
  static constexpr size_t MaxFlags = 4, MaxFlagged = 16;
  ExprList Flags;
  for (Expr X : V.Scalars)
    if (auto It = V.Constants.find(X);
        It != V.Constants.end() && It->second.size() == 2 &&
        !V.Counters.contains(X) && !V.Objects.contains(X) &&
        Flags.size() < MaxFlags)
      Flags.insert(X);
  ExprList Flagged;
  for (Expr C : Contents)
    if (Flagged.size() < MaxFlagged)
      Flagged.insert(C);
  for (Expr X : Flags)
    for (Expr Constant : V.Constants.find(X)->second)
      for (Expr U : Upper)
        for (Expr C : Flagged)
          Facts[4].insert(
              Ctx.mkImplies(Ctx.mkAnd(Ctx.mkEq(X, Constant), U), C));
}

void Guesser::combine(Expr K) {
  addClauses(K);
  for (Expr L : Lower)
    for (Expr U : Upper) {
      bool IsSimple = L.isTrue() || U.isTrue();
      Expr Guard = Ctx.mkAnd(L, U);
      for (Expr C : Contents)
        if (ExprList &Tier = Facts[IsSimple ? 1 : 2]; Tier.size() < MaxFacts)
          Tier.insert(Ctx.mkImplies(Guard, C));
    }
  // One member of a structure depends on another.
  if (Contents.size() <= 16)
    for (Expr If : Contents)
      for (Expr Then : Contents)
        if (arraysOf(If) != arraysOf(Then))
          for (Expr U : Upper)
            Facts[2].insert(Ctx.mkImplies(Ctx.mkAnd(U, If), Then));
}

//===- At each location ---------------------------------------------------===//

/// Variables that all edges into \p L leave with the same constant.
static ExprMap<Expr> constantsAt(const Cfa &C, LocationId L) {
  ExprMap<Expr> Known;
  bool IsFirst = true;
  for (EdgeId Id : C.incoming(L)) {
    ExprMap<Expr> Here;
    for (const Update &U : C.edge(Id).Updates)
      if (U.Val.isConst() && (IsFirst || Known.lookup(U.Var) == U.Val))
        Here[U.Var] = U.Val;
    Known = std::move(Here);
    IsFirst = false;
  }
  if (L == C.entry())
    Known.clear();
  return Known;
}

Candidates cells::guess(const Cfa &Blocks, const Vocabulary &V,
                        llvm::ArrayRef<std::vector<Expr>> Known, unsigned Most,
                        Comparisons OfCells, Reach Far) {
  Guesser G(V, OfCells, Far);
  if (Far == Reach::Links) {
    // Each of them is about several cells, so that others cost more.
    static constexpr unsigned Others = 100;
    size_t OfLinks = G.Facts[0].size() + Others;
    for (unsigned Tier : {3, 4})
      OfLinks += G.Facts[Tier].size();
    Most = std::min<size_t>(Most, OfLinks);
  }
  Candidates Result;
  Result.ReachesFar =
      !G.Facts[3].empty() || !G.Facts[4].empty() || !G.Positions.empty();
  Result.ForAll = G.ForAll;
  // Of those that are declared: not the counters of loops that are over.
  ExprMap<bool> IsLive;
  for (const StateVariable &X : Blocks.variables())
    IsLive[X.Var] = true;
  for (Expr K : G.ForAll)
    IsLive[K] = true;
  auto IsGone = [&](Expr X) { return !IsLive.lookup(X); };
  std::optional<LiveVariables> Liveness;
  if (Far == Reach::Positions)
    Liveness.emplace(Blocks);
  ExprContext &Ctx = V.Ctx;
  for (LocationId L = 0; L < Blocks.locations().size(); ++L) {
    ExprList All;
    if (L == Blocks.entry())
      All.insert(Blocks.init());
    bool IsOnlyEntry = L == Blocks.entry() && Blocks.incoming(L).empty();
    ExprSet &Certain = Result.Certain.emplace_back();
    if (!Blocks.isError(L) && !IsOnlyEntry) {
      for (Expr F : Known[L])
        if (!anyVariable(F, IsGone)) {
          All.insert(F);
          Certain.insert(F);
        }
      const size_t MostHere = All.size() + Most;
      Substitution S(Ctx);
      for (const auto &[X, Val] : constantsAt(Blocks, L)) {
        S.set(X, Val);
        All.insert(Ctx.mkEq(X, Val));
      }
      if (Liveness)
        for (unsigned I = 0; I < Blocks.variables().size(); ++I)
          if (Expr X = Blocks.variables()[I].Var; V.Counted.contains(X))
            IsLive[X] = Liveness->isLive(I, L);
      for (unsigned Tier : {0, 3, 4, 1, 2})
        for (Expr F : G.Facts[Tier])
          if (Expr Here = S(F); All.size() < MostHere && !Here.isConst() &&
                                !anyVariable(Here, IsGone))
            All.insert(Here);
      if (Liveness) {
        const size_t Room = MostHere - std::min(MostHere, All.size());
        for (const PositionGuesser &P : G.Positions)
          for (Expr F : P.guess(IsGone, Room / G.Positions.size()))
            if (Expr Here = S(F); !Here.isConst())
              All.insert(Here);
      }
    }
    Result.Facts.push_back(All.takeVector());
  }
  return Result;
}
