//===- AvailableFacts.cpp - What every run to a location has seen ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Available expressions (Kildall, POPL 1973) for conditions: the facts of a
// location are those that come over all its edges, the greatest such sets. What
// an edge assigns takes the name of what it is assigned to, so that a fact of a
// value is one of the variable that gets it.
//
//===----------------------------------------------------------------------===//

#include "AvailableFacts.h"

#include "sooth/Expr/HeldConditions.h"
#include "sooth/Expr/KnownVariables.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Transform/Cfa/EdgeNames.h"
#include "sooth/Transform/Cfa/LiveVariables.h"
#include "sooth/Transform/Cfa/LocationOrder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace sooth;

/// Larger formulas are no facts, and there are no more of a location.
static constexpr size_t MaxFactSize = 60, MaxFactsOfLocation = 400;

namespace {
using Facts = llvm::SetVector<Expr, std::vector<Expr>, ExprSet>;

class AvailableFacts {
public:
  AvailableFacts(const Cfa &C, const Budget &B)
      : C(C), Ctx(C.context()), B(B), Live(C), Before(Ctx),
        Found(C.locations().size()), IsJoined(C.edges().size()) {
    for (unsigned I = 0; I < C.variables().size(); ++I)
      Number[C.variables()[I].Var] = I;
    for (const Edge &E : C.edges())
      for (const Update &U : E.Updates)
        if (U.Val != U.Var)
          IsUpdated.insert(U.Var);
  }
  std::vector<std::vector<Expr>> run();

private:
  Facts atEntry();
  std::optional<Substitution> originals(const Facts &Known);
  /// Nothing if what is known contradicts the guard.
  std::optional<Facts> along(const Edge &E, const Facts &Known);
  bool flow(EdgeId Id);
  llvm::SmallVector<Expr, 4> decisionsAt(LocationId L);
  void join(Facts &There, const Facts &More, LocationId L, bool IsNew);
  bool isFact(Expr F, LocationId At);
  bool isSmall(Expr F);

  const Cfa &C;
  ExprContext &Ctx;
  const Budget &B;
  const LiveVariables Live;
  ExprMap<unsigned> Number;
  ExprSet IsUpdated;
  KnownVariables Variables;
  ExprMap<bool> IsSmall;
  OldNames Before;
  /// Nothing where no run was seen to come.
  std::vector<std::optional<Facts>> Found;
  std::vector<bool> IsJoined; // by edge
};
} // namespace

bool AvailableFacts::isSmall(Expr F) {
  auto [It, IsNew] = IsSmall.try_emplace(F);
  if (IsNew)
    It->second = dagSize({F}) <= MaxFactSize;
  return It->second;
}

/// Whether it says something of live variables only.
bool AvailableFacts::isFact(Expr F, LocationId At) {
  return !F.isConst() && isSmall(F) &&
         llvm::all_of(Variables.of(F), [&](Expr V) {
           auto It = Number.find(V);
           return It != Number.end() && Live.isLive(It->second, At);
         });
}

static void addConjuncts(Facts &Known, Expr F) {
  llvm::SmallVector<Expr, 8> Parts;
  conjuncts(F, Parts);
  Known.insert(Parts.begin(), Parts.end());
}

/// Adds what is left of disjunctions when those parts are taken away of which
/// the negation is known (unit resolution).
static void resolve(ExprContext &Ctx, Facts &Known) {
  for (size_t Before = 0; Before != Known.size();) {
    Before = Known.size();
    for (size_t I = 0; I < Known.size(); ++I) {
      llvm::SmallVector<Expr, 4> Ways = alternatives(Ctx, Known[I]);
      const size_t All = Ways.size();
      llvm::erase_if(Ways,
                     [&](Expr W) { return Known.contains(Ctx.mkNot(W)); });
      if (Ways.size() != All)
        addConjuncts(Known, Ctx.mkOr(Ways));
    }
  }
}

/// Whether \p F is a disjunction that others in \p Known imply.
static bool isImplied(ExprContext &Ctx, const Facts &Known, Expr F) {
  return llvm::any_of(alternatives(Ctx, F), [&](Expr W) {
    return holds(Ctx, W, [&](Expr Part) { return Known.contains(Part); });
  });
}

/// \p Val without the alternatives that conditions in \p Known exclude.
static Expr decided(ExprContext &Ctx, Expr Val, const Facts &Known) {
  Substitution Taken(Ctx);
  postOrder({Val}, [&](Expr T) {
    if (!T.is(Kind::Ite))
      return;
    llvm::SmallVector<Expr, 4> Parts;
    conjuncts(T.operand(0), Parts);
    if (llvm::all_of(Parts, [&](Expr P) { return Known.contains(P); }))
      Taken.set(T.operand(0), Ctx.trueExpr());
    else if (Known.contains(Ctx.mkNot(T.operand(0))))
      Taken.set(T.operand(0), Ctx.falseExpr());
  });
  return Taken(Val);
}

/// Replaces arrays by those that they are equal to, and that no edge changes:
/// memory by what it was at first. Nothing if there are none.
std::optional<Substitution> AvailableFacts::originals(const Facts &Known) {
  std::optional<Substitution> Result;
  for (Expr F : Known) {
    if (!F.is(Kind::Eq) || !F.operand(0).sort().isArray() ||
        !F.operand(0).isVar() || !F.operand(1).isVar())
      continue;
    for (auto [A, B] : {std::pair(F.operand(0), F.operand(1)),
                        std::pair(F.operand(1), F.operand(0))})
      if (!IsUpdated.contains(B)) {
        if (!Result)
          Result.emplace(Ctx);
        Result->set(A, B);
        break;
      }
  }
  return Result;
}

/// Without those in the middle if there are too many: the oldest are about what
/// was given, the newest about what is used next.
static Facts limited(Facts All) {
  if (All.size() <= MaxFactsOfLocation)
    return All;
  const llvm::ArrayRef<Expr> InOrder = All.getArrayRef();
  const auto Old = InOrder.take_front(MaxFactsOfLocation / 2),
             New =
                 InOrder.take_back(MaxFactsOfLocation - MaxFactsOfLocation / 2);
  Facts Left(Old.begin(), Old.end());
  Left.insert(New.begin(), New.end());
  return Left;
}

std::optional<Facts> AvailableFacts::along(const Edge &E, const Facts &Known) {
  Facts Here = Known;
  addConjuncts(Here, E.Guard);
  std::optional<Substitution> Original = originals(Here);
  for (size_t I = 0, Count = Here.size(); Original && I < Count; ++I)
    addConjuncts(Here, (*Original)(Here[I]));
  resolve(Ctx, Here);
  if (llvm::any_of(Here, [&](Expr F) {
        return F.isFalse() || (F.is(Kind::Not) && Here.contains(F.operand(0)));
      }))
    return std::nullopt;
  ExprSet Changed;
  std::vector<Update> Updates;
  for (const Update &U : E.Updates)
    if (U.Val != U.Var) {
      Changed.insert(U.Var);
      if (U.Var.sort().isArray() || dagSize({U.Val}) > MaxFactSize)
        continue;
      Expr Val = decided(Ctx, U.Val, Here);
      Updates.push_back({U.Var, Val});
      if (Expr OfFirst = Original ? (*Original)(Val) : Val; OfFirst != Val)
        Updates.push_back({U.Var, OfFirst});
    }
  EdgeNames Names(Ctx, Before, Changed, Updates);
  Facts After;
  auto Add = [&](Expr F) {
    if (isFact(F, E.Target))
      After.insert(F);
  };
  for (Expr F : Here) {
    if (isImplied(Ctx, Here, F))
      continue;
    auto Vars = Variables.of(F);
    if (llvm::none_of(Vars, [&](Expr V) { return Changed.contains(V); }))
      Add(F);
    if (isSmall(F) && Names.mayName(Vars))
      Add(Names(F));
  }
  for (const Update &U : Updates) {
    Add(Ctx.mkEq(U.Var, Names.ofParts(U.Val)));
    Add(Ctx.mkEq(U.Var, Names(U.Val))); // what got the same value
  }
  return limited(std::move(After));
}

/// Literals of the Boolean variables that edges from \p L branch on.
llvm::SmallVector<Expr, 4> AvailableFacts::decisionsAt(LocationId L) {
  llvm::SmallVector<Expr, 4> Literals;
  for (EdgeId Id : C.outgoing(L)) {
    llvm::SmallVector<Expr, 8> Guard;
    conjuncts(C.edge(Id).Guard, Guard);
    for (Expr G : Guard) {
      Expr V = G.is(Kind::Not) ? G.operand(0) : G;
      if (V.isVar() && !llvm::is_contained(Literals, V))
        Literals.append({V, Ctx.mkNot(V)});
    }
  }
  return Literals;
}

/// Leaves in \p There what also holds on another way to \p L. Where that is
/// told from the others by a variable that is branched on, as after a && b,
/// what is known on one of them depends on it. \p IsNew: that way was not
/// joined before.
void AvailableFacts::join(Facts &There, const Facts &More, LocationId L,
                          bool IsNew) {
  Facts Both;
  const llvm::SmallVector<Expr, 4> Decisions = decisionsAt(L);
  auto AddUnless = [&](const Facts &Other, const Facts &Own, Expr F) {
    for (Expr D : Decisions)
      if (Other.contains(D) && !Own.contains(D) &&
          Both.size() < MaxFactsOfLocation)
        if (Expr Weaker = Ctx.mkOr(D, F); isFact(Weaker, L))
          Both.insert(Weaker);
  };
  for (Expr F : There)
    if (More.contains(F) || isImplied(Ctx, More, F))
      Both.insert(F);
    else
      AddUnless(More, There, F);
  for (Expr F : More)
    if (There.contains(F))
      continue;
    else if (isImplied(Ctx, There, F))
      Both.insert(F);
    else if (IsNew)
      AddUnless(There, More, F);
  There = std::move(Both);
}

/// Whether less is known of the target of the edge \p Id than before.
bool AvailableFacts::flow(EdgeId Id) {
  const Edge &E = C.edge(Id);
  std::optional<Facts> More = along(E, *Found[E.Source]);
  if (!More)
    return false;
  const bool IsNew = !IsJoined[Id];
  IsJoined[Id] = true;
  auto &There = Found[E.Target];
  if (!There) {
    There = std::move(More);
    return true;
  }
  const std::vector<Expr> Old = There->getArrayRef().vec();
  join(*There, *More, E.Target, IsNew);
  return There->getArrayRef() != llvm::ArrayRef(Old);
}

/// The array of which \p F says what an element is, or null.
static Expr arrayOfElement(Expr F) {
  if (!F.is(Kind::Eq))
    return Expr();
  for (unsigned Side : {0, 1}) {
    Expr Read = F.operand(Side);
    if (F.operand(1 - Side).isConst() && Read.is(Kind::Select) &&
        Read.operand(0).isVar() && Read.operand(1).isConst())
      return Read.operand(0);
  }
  return Expr();
}

/// What is known where runs begin, but not the elements of long tables, which
/// would leave no room for others.
Facts AvailableFacts::atEntry() {
  static constexpr unsigned MostElements = 16;
  llvm::SmallVector<Expr, 8> Init;
  conjuncts(C.init(), Init);
  ExprMap<unsigned> Elements;
  for (Expr F : Init)
    if (Expr Array = arrayOfElement(F))
      ++Elements[Array];
  Facts Known;
  for (Expr F : Init)
    if (Expr Array = arrayOfElement(F);
        (!Array || Elements[Array] <= MostElements) && isFact(F, C.entry()))
      Known.insert(F);
  return Known;
}

std::vector<std::vector<Expr>> AvailableFacts::run() {
  const Facts AtFirst = atEntry();
  Found[C.entry()] = AtFirst;
  LocationQueue Work(C);
  Work.add(C.entry());
  while (!Work.isEmpty()) {
    if (B.exhausted())
      return std::vector<std::vector<Expr>>(C.locations().size());
    const LocationId L = Work.takeFirst();
    for (EdgeId Id : C.outgoing(L))
      if (flow(Id))
        Work.add(C.edge(Id).Target);
  }
  std::vector<std::vector<Expr>> Result;
  for (auto &F : Found)
    Result.push_back(F ? F->takeVector() : std::vector{Ctx.falseExpr()});
  return Result;
}

std::vector<std::vector<Expr>> cells::availableFacts(const Cfa &C,
                                                     const Budget &B) {
  return AvailableFacts(C, B).run();
}
