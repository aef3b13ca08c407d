//===- LocalFacts.cpp - Errors that what was seen before excludes ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Backwards from an error: the facts that contradict the edges to it, then for
// each fact those from which it follows on each edge, and so on. Nearly always
// a fact is one before the edge, too, or the edge's guard says it; otherwise it
// is to be seen in single terms (Propagation.h). No solver is asked.
//
//===----------------------------------------------------------------------===//

#include "LocalFacts.h"

#include "AvailableFacts.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::cells;

static Expr rangeFact(Expr Var, const Range &R, ExprContext &Ctx) {
  if (Var.isBool())
    return R.single()->getBoolValue() ? Var : Ctx.mkNot(Var);
  return R.formula(Ctx, Var);
}

std::vector<std::vector<Expr>>
cells::factsWithoutGuess(const Cfa &C, const std::optional<RangesAt> &Ranges,
                         const Budget &B) {
  std::vector<std::vector<Expr>> Known = availableFacts(C, B);
  if (!Ranges)
    return Known;
  ExprContext &Ctx = C.context();
  for (LocationId L = 0; L < Known.size(); ++L) {
    const auto &Here = (*Ranges)[L];
    if (!Here) {
      Known[L] = {Ctx.falseExpr()};
      continue;
    }
    for (const StateVariable &V : C.variables())
      if (auto It = Here->find(V.Var); It != Here->end())
        Known[L].push_back(rangeFact(V.Var, It->second, Ctx));
    std::vector<std::pair<Expr, Range>> OfReads;
    for (const auto &Entry : *Here)
      if (!Entry.first.isVar())
        OfReads.push_back(Entry);
    llvm::sort(OfReads, [](const auto &X, const auto &Y) {
      return X.first.id() < Y.first.id();
    });
    for (const auto &[Read, R] : OfReads)
      Known[L].push_back(rangeFact(Read, R, Ctx));
  }
  return Known;
}

LocalFacts::LocalFacts(const Cfa &C, std::vector<std::vector<Expr>> Facts,
                       Propagation::Effort Most)
    : C(C), Ctx(C.context()), Known(std::move(Facts)), Numbers(Known.size()),
      Seen(Most) {
  for (auto [Here, Number] : llvm::zip(Known, Numbers)) {
    // Each once, so that what is found not to hold is there no more.
    SeenExprs Seen;
    llvm::erase_if(Here, [&](Expr F) { return !Seen.insert(F); });
    for (auto [I, F] : llvm::enumerate(Here))
      Number.try_emplace(F, I);
    Needed.emplace_back(Here.size());
  }
}

void LocalFacts::add(llvm::ArrayRef<std::vector<Expr>> Guesses) {
  for (auto [L, Guessed] : llvm::enumerate(Guesses)) {
    for (Expr F : Guessed)
      if (Numbers[L].try_emplace(F, Known[L].size()).second) {
        Known[L].push_back(F);
        IsGuess.insert(F);
      }
    Needed[L].resize(Known[L].size());
  }
}

/// What formulas behind \p E mean before it.
Substitution &LocalFacts::behind(EdgeId E) {
  auto [It, IsNew] = Behind.try_emplace(E, Ctx);
  if (IsNew)
    for (const Update &U : C.edge(E).Updates)
      It->second.set(U.Var, U.Val);
  return It->second;
}

void LocalFacts::need(LocationId L, Expr F) {
  const unsigned Number = Numbers[L].lookup(F);
  if (Needed[L].test(Number))
    return;
  Needed[L].set(Number);
  New.push_back({L, Number});
}

/// The facts at \p L that share variables with \p Condition, with others that
/// do with these, and so on. Arrays are in most facts and connect nothing.
std::vector<Expr> LocalFacts::coneOf(LocationId L, Expr Condition) {
  static constexpr unsigned Rounds = 3;
  ExprSet Reached;
  for (Expr V : Variables.of(Condition))
    Reached.insert(V);
  std::vector<Expr> Cone, Rest = Known[L];
  llvm::erase(Rest, Expr());
  for (unsigned Round = 0; Round < Rounds; ++Round) {
    auto Others = llvm::partition(Rest, [&](Expr F) {
      return llvm::none_of(Variables.of(F),
                           [&](Expr V) { return Reached.contains(V); }) &&
             !F.isFalse();
    });
    if (Others == Rest.end())
      break;
    for (Expr F : llvm::make_range(Others, Rest.end()))
      for (Expr V : Variables.of(F))
        if (!V.sort().isArray())
          Reached.insert(V);
    Cone.insert(Cone.end(), Others, Rest.end());
    Rest.erase(Others, Rest.end());
  }
  // Of too many, those that come first are used.
  if (Cone.size() >= Premises::MostFacts)
    sortByReads(Cone, Condition);
  return Cone;
}

/// The elements of arrays in \p E.
llvm::ArrayRef<Expr> LocalFacts::readsIn(Expr E) {
  auto [It, IsNew] = Reads.try_emplace(E);
  if (IsNew)
    postOrder({E}, [&](Expr T) {
      if (T.is(Kind::Select))
        It->second.push_back(T);
    });
  return It->second;
}

/// Those of \p Cone first that are about no elements of arrays but those that
/// \p Condition is about, also by what its variables are equal to; then those
/// about some of these.
void LocalFacts::sortByReads(std::vector<Expr> &Cone, Expr Condition) {
  static constexpr unsigned Rounds = 2;
  ExprSet Reached, Defined;
  auto Reach = [&](Expr E) {
    Reached.insert(readsIn(E).begin(), readsIn(E).end());
    for (Expr V : Variables.of(E))
      Defined.insert(V);
  };
  Reach(Condition);
  for (unsigned Round = 0; Round < Rounds; ++Round) {
    std::vector<Expr> Equations;
    for (Expr F : Cone)
      if (F.is(Kind::Eq) && llvm::any_of(F.operands(), [&](Expr Side) {
            return Side.isVar() && Defined.contains(Side);
          }))
        Equations.push_back(F);
    llvm::for_each(Equations, Reach);
  }
  auto IsIn = [&](Expr Read) { return Reached.contains(Read); };
  auto Others = std::stable_partition(Cone.begin(), Cone.end(), [&](Expr F) {
    return llvm::all_of(readsIn(F), IsIn);
  });
  std::stable_partition(Others, Cone.end(),
                        [&](Expr F) { return llvm::any_of(readsIn(F), IsIn); });
}

/// Whether \p F is a fact at \p L, which is needed then.
bool LocalFacts::isKnown(LocationId L, Expr F) {
  auto It = Numbers[L].find(F);
  if (It == Numbers[L].end() || !Known[L][It->second])
    return false;
  need(L, F);
  return true;
}

/// Whether facts at \p L, which are needed then, contradict \p Condition.
bool LocalFacts::contradict(LocationId L, Expr Condition, const Budget &B) {
  llvm::SmallVector<Expr, 8> Parts;
  conjuncts(Condition, Parts);
  if (llvm::any_of(Parts, [&](Expr Part) {
        return Part.isFalse() || isKnown(L, Ctx.mkNot(Part));
      }))
    return true;
  if (B.exhausted())
    return false;
  ++Questions;
  static constexpr size_t MostGuesses = 64;
  std::vector<Expr> Facts{Condition}, Certain;
  // What comes first is left out first.
  for (Expr F : coneOf(L, Condition))
    if (!IsGuess.contains(F))
      Certain.push_back(F);
    else if (Facts.size() <= MostGuesses)
      Facts.push_back(F);
  llvm::append_range(Facts, Certain);
  const std::vector<Expr> Wrong = Seen.contradiction(Facts);
  for (Expr F : Wrong)
    if (F != Condition)
      need(L, F);
  return !Wrong.empty();
}

bool LocalFacts::isPreserved(EdgeId Via, Expr Claim, const Budget &B) {
  const Edge &E = C.edge(Via);
  Expr Before = behind(Via)(Claim);
  llvm::SmallVector<Expr, 8> Passed;
  conjuncts(E.Guard, Passed);
  if (Before.isTrue() || llvm::is_contained(Passed, Before) ||
      isKnown(E.Source, Before))
    return true;
  return contradict(E.Source, Ctx.mkAnd(E.Guard, Ctx.mkNot(Before)), B);
}

bool LocalFacts::isTrueAtStart(Expr Claim) {
  llvm::SmallVector<Expr, 16> Init;
  conjuncts(C.init(), Init);
  return llvm::is_contained(Init, Claim) ||
         !Seen.contradiction({C.init(), Ctx.mkNot(Claim)}).empty();
}

/// Whether \p F follows from others, which are needed then, on all edges.
bool LocalFacts::explain(const Fact &F, const Budget &B) {
  Expr Claim = Known[F.At][F.Number];
  if (F.At == C.entry() && !isTrueAtStart(Claim))
    return false;
  return llvm::all_of(C.incoming(F.At),
                      [&](EdgeId E) { return isPreserved(E, Claim, B); });
}

LocalFacts::Attempt LocalFacts::tryToExclude(LocationId Error,
                                             const Budget &B) {
  if (!llvm::all_of(C.incoming(Error), [&](EdgeId E) {
        return contradict(C.edge(E).Source, C.edge(E).Guard, B);
      }))
    return Attempt::Failed;
  for (size_t Done = 0; Done < New.size(); ++Done) {
    const Fact F = New[Done];
    if (explain(F, B))
      continue;
    if (B.exhausted())
      return Attempt::Failed;
    Known[F.At][F.Number] = Expr();
    return Attempt::FactLost;
  }
  return Attempt::Done;
}

bool LocalFacts::exclude(LocationId Error, const Budget &B) {
  // Guesses get lost, and there is more time for them.
  const unsigned Tries = IsGuess.empty() ? 3 : 8;
  Attempt Last = Attempt::FactLost;
  for (unsigned Try = 0; Try < Tries && Last == Attempt::FactLost; ++Try) {
    New.clear();
    Last = tryToExclude(Error, B);
    if (Last == Attempt::Done) {
      Excluded.push_back(Error);
      return true;
    }
    for (const Fact &F : New)
      Needed[F.At].reset(F.Number);
  }
  return false;
}

CfaInvariant LocalFacts::invariant() const {
  CfaInvariant I;
  for (LocationId L = 0; L < C.locations().size(); ++L) {
    std::vector<Expr> Facts;
    for (unsigned F : Needed[L].set_bits())
      Facts.push_back(Known[L][F]);
    I.Formulas[L] = Ctx.mkAnd(Facts);
  }
  for (LocationId Error : Excluded)
    I.Formulas[Error] = Ctx.falseExpr();
  return I;
}
