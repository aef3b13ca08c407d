//===- TermProjection.cpp - From a model to the literals that matter ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TermProjection.h"

using namespace sooth;
using namespace sooth::euf;

void TermProjection::need(Expr E) {
  Work.push_back(E);
  while (!Work.empty()) {
    Expr Next = Work.back();
    Work.pop_back();
    if (!Needed.insert(Next).second)
      continue;
    Order.push_back(Next);
    needOperands(Next);
  }
}

void TermProjection::needOperands(Expr E) {
  switch (E.kind()) {
  case Kind::And:
  case Kind::Or: {
    bool Value = Model.value(E).boolean();
    if (Value == E.is(Kind::And))
      Work.insert(Work.end(), E.operands().begin(), E.operands().end());
    else
      Work.push_back(decidingOperand(E, Value));
    return;
  }
  case Kind::Ite:
    Work.push_back(E.operand(0));
    Work.push_back(E.operand(Model.value(E.operand(0)).boolean() ? 1 : 2));
    return;
  default:
    Work.insert(Work.end(), E.operands().begin(), E.operands().end());
  }
}

/// Any operand will do; one that is needed already costs nothing, and one
/// over current-state variables survives in the cube.
Expr TermProjection::decidingOperand(Expr E, bool Value) {
  Expr Best;
  for (Expr Op : E.operands()) {
    if (Model.value(Op).boolean() != Value)
      continue;
    if (Needed.contains(Op))
      return Op;
    if (!Best || (!Sys.isStateTerm(Best) && Sys.isStateTerm(Op)))
      Best = Op;
  }
  return Best;
}

void TermProjection::run() {
  ExprContext &Ctx = Sys.context();
  llvm::sort(Order, [](Expr A, Expr B) { return A.id() < B.id(); });
  ExprSet TermSeen;
  llvm::SmallVector<Expr, 4> Ops;
  for (Expr E : Order) {
    // Boolean structure is gone through; what stays of it are literals.
    if (E.isBool() && !E.isAtom())
      continue;
    if (E.is(Kind::Ite)) {
      bool Value = Model.value(E.operand(0)).boolean();
      Resolved[E] = Resolved.lookup(E.operand(Value ? 1 : 2));
      continue;
    }
    Ops.clear();
    for (Expr Op : E.operands())
      // A Boolean under an operator is a constant in this model; what makes
      // it so is among the literals.
      Ops.push_back(Op.isBool() ? Ctx.boolean(Model.value(Op).boolean())
                                : Resolved.lookup(Op));
    Expr R = Ctx.rebuildRaw(E, Ops);
    if (!E.isBool()) {
      Resolved[E] = R;
      if (TermSeen.insert(R).second)
        Terms.push_back(R);
    } else if (!R.isConst()) {
      Literals.push_back(Model.value(E).boolean() ? R : Ctx.mkNot(R));
    }
  }
  Literals = makeCube(Literals);
}

std::vector<Expr> euf::modelAssertion(ExprContext &Ctx, EufSolver &Model,
                                      llvm::ArrayRef<Expr> Q,
                                      llvm::ArrayRef<Expr> S) {
  std::vector<Expr> Result(S.begin(), S.end());
  struct Class {
    unsigned Number;
    Expr Representative;
  };
  llvm::DenseMap<Sort, std::vector<Class>> Classes;
  // Constants first: they make the shortest representatives.
  std::vector<Expr> Terms(Q.begin(), Q.end());
  llvm::stable_sort(Terms, [](Expr A, Expr B) {
    return std::make_pair(!A.isConst(), A.id()) <
           std::make_pair(!B.isConst(), B.id());
  });
  for (Expr T : Terms) {
    std::vector<Class> &OfSort = Classes[T.sort()];
    unsigned Number = Model.classOf(T);
    auto It = llvm::find_if(OfSort,
                            [&](const Class &C) { return C.Number == Number; });
    if (It != OfSort.end()) {
      if (It->Representative != T)
        Result.push_back(Ctx.makeRaw(Kind::Eq, {It->Representative, T}));
      continue;
    }
    for (const Class &C : OfSort)
      if (!(C.Representative.isConst() && T.isConst()))
        Result.push_back(
            Ctx.mkNot(Ctx.makeRaw(Kind::Eq, {C.Representative, T})));
    OfSort.push_back({Number, T});
  }
  return Result;
}

PreImage euf::expandPreImage(AbstractSystem &Sys, EufSolver &Model,
                             const Block &Via, llvm::ArrayRef<Expr> Target) {
  ExprContext &Ctx = Sys.context();
  TermProjection Proj(Sys, Model);
  for (Expr L : Target)
    Proj.need(L);
  Proj.need(Sys.relation(Via));
  for (Expr A : Sys.tracked(Via.Source))
    Proj.need(A);
  Proj.run();
  PreImage Result;
  Result.Via = &Via;
  std::vector<Expr> S, Q;
  for (Expr L : Proj.literals())
    if (Sys.isStateTerm(L))
      S.push_back(L);
  for (Expr T : Proj.terms())
    if (Sys.isStateTerm(T))
      Q.push_back(T);
  Result.Pre = makeCube(modelAssertion(Ctx, Model, Q, S));
  Result.Step = Proj.literals();
  for (const StatePair &V : Sys.variables())
    if (Expr U = Sys.updateOf(Via, V.Next); U && !U.isBool())
      Result.Updates[V.Next] = Proj.resolved(U);
  return Result;
}

namespace {
/// Rewrites literals over X, Y and X′ into literals over X.
class Elimination {
public:
  Elimination(AbstractSystem &Sys, EufSolver &Model, const TermProjection &Proj,
              const ExprMap<Expr> &Updates)
      : Sys(Sys), Model(Model), Updates(Updates) {
    for (Expr T : Proj.terms())
      if (Sys.isStateTerm(T))
        Candidates.push_back(T);
  }

  /// Null if the literal says nothing about X.
  Expr literal(Expr L) {
    Expr A = L.is(Kind::Not) ? L.operand(0) : L;
    if (Sys.isStateTerm(A))
      return L;
    Expr To = rewrite(A);
    if (!To || To.isConst())
      return Expr();
    return L.is(Kind::Not) ? Sys.context().mkNot(To) : To;
  }

private:
  Expr rewrite(Expr Root);
  Expr rewriteNode(Expr E);
  /// A state term of this step that the model makes equal to \p E, or null.
  Expr equalStateTerm(Expr E);

  AbstractSystem &Sys;
  EufSolver &Model;
  const ExprMap<Expr> &Updates;
  std::vector<Expr> Candidates;
  llvm::DenseMap<std::pair<Sort, unsigned>, Expr> Representatives;
  bool HaveRepresentatives = false;
  ExprMap<Expr> Memo;
  ExprSet Done;
};
} // namespace

Expr Elimination::equalStateTerm(Expr E) {
  if (E.isBool())
    return Expr();
  if (!HaveRepresentatives) {
    HaveRepresentatives = true;
    auto Rank = [](Expr T) { return T.isConst() ? 0 : T.isVar() ? 1 : 2; };
    llvm::stable_sort(Candidates, [&](Expr A, Expr B) {
      return std::make_pair(Rank(A), A.id()) < std::make_pair(Rank(B), B.id());
    });
    for (Expr T : Candidates)
      Representatives.try_emplace({T.sort(), Model.classOf(T)}, T);
  }
  return Representatives.lookup({E.sort(), Model.classOf(E)});
}

Expr Elimination::rewrite(Expr Root) {
  llvm::SmallVector<Expr, 16> Stack{Root};
  while (!Stack.empty()) {
    Expr E = Stack.back();
    if (Done.contains(E)) {
      Stack.pop_back();
      continue;
    }
    bool Ready = true;
    auto Visit = [&](Expr Op) {
      if (!Done.contains(Op)) {
        Stack.push_back(Op);
        Ready = false;
      }
    };
    if (Expr U = Updates.lookup(E))
      Visit(U);
    else if (!Sys.isStateTerm(E))
      for (Expr Op : E.operands())
        Visit(Op);
    if (!Ready)
      continue;
    Done.insert(E);
    Memo[E] = rewriteNode(E);
  }
  return Memo.lookup(Root);
}

Expr Elimination::rewriteNode(Expr E) {
  if (Sys.isStateTerm(E))
    return E;
  if (Expr U = Updates.lookup(E))
    return Memo.lookup(U);
  if (E.isVar())
    return equalStateTerm(E);
  llvm::SmallVector<Expr, 4> Ops;
  for (Expr Op : E.operands()) {
    Expr To = Memo.lookup(Op);
    if (!To)
      return equalStateTerm(E);
    Ops.push_back(To);
  }
  Expr To = Sys.context().rebuildRaw(E, Ops);
  // New terms only by refinement: otherwise substituting again and again
  // could go on forever (the problem with wlp that 3.3.3 describes).
  if (E.isBool() || Sys.isKnown(To) || !Sys.isStateTerm(To))
    return To;
  return equalStateTerm(E);
}

/// Adds what of the model's partition of state terms generalization may want:
/// all equalities, and which variables differ (k ≠ j in Example 3.2). Leaves
/// out what constants imply: all but one literal about a term that has one.
static void addPartition(AbstractSystem &Sys, EufSolver &Model,
                         const TermProjection &Proj, std::vector<Expr> &Pre) {
  ExprContext &Ctx = Sys.context();
  std::vector<Expr> Q;
  for (Expr T : Proj.terms())
    if (Sys.isStateTerm(T))
      Q.push_back(T);
  llvm::stable_sort(Q, [](Expr A, Expr B) {
    return std::make_tuple(!A.isConst(), !A.isVar(), A.id()) <
           std::make_tuple(!B.isConst(), !B.isVar(), B.id());
  });
  llvm::DenseMap<std::pair<Sort, unsigned>, Expr> Representatives;
  std::vector<Expr> Free; // variables without a constant
  auto Representative = [&](Expr T) {
    return Representatives.lookup({T.sort(), Model.classOf(T)});
  };
  std::vector<Expr> Partition;
  for (Expr T : Q) {
    auto [It, New] =
        Representatives.try_emplace({T.sort(), Model.classOf(T)}, T);
    if (!New)
      Partition.push_back(Ctx.makeRaw(Kind::Eq, {It->second, T}));
    else if (T.isVar()) {
      for (Expr Other : Free)
        if (Other.sort() == T.sort())
          Partition.push_back(Ctx.mkNot(Ctx.makeRaw(Kind::Eq, {Other, T})));
      Free.push_back(T);
    }
  }
  llvm::erase_if(Pre, [&](Expr L) {
    Expr A = L.is(Kind::Not) ? L.operand(0) : L;
    if (!A.is(Kind::Eq))
      return false;
    Expr R0 = Representative(A.operand(0)), R1 = Representative(A.operand(1));
    // Equal terms are equal to their representative; different constants
    // differ.
    return R0 && R1 && (R0 == R1 || (R0.isConst() && R1.isConst()));
  });
  Pre.insert(Pre.end(), Partition.begin(), Partition.end());
}

/// What the target's variables, the guard and the tracked atoms need.
static PreImage projectStep(AbstractSystem &Sys, TermProjection &Proj,
                            const Block &Via, llvm::ArrayRef<Expr> Target) {
  std::vector<Expr> Nexts = variables(Target);
  for (Expr L : Target)
    Proj.need(L);
  for (Expr V : Nexts)
    if (Expr U = Sys.updateOf(Via, V))
      Proj.need(U);
  Proj.need(Via.Guard);
  for (Expr A : Sys.tracked(Via.Source))
    Proj.need(A);
  Proj.run();

  PreImage Result;
  Result.Via = &Via;
  Result.Step = Proj.literals();
  for (Expr V : Nexts) {
    Expr U = Sys.updateOf(Via, V);
    if (!U || V.isBool())
      continue;
    Result.Updates[V] = Proj.resolved(U);
    Result.Step.push_back(
        Sys.context().makeRaw(Kind::Eq, {V, Proj.resolved(U)}));
  }
  return Result;
}

PreImage euf::projectStep(AbstractSystem &Sys, Solver &Model, const Block &Via,
                          llvm::ArrayRef<Expr> Target) {
  TermProjection Proj(Sys, Model);
  return ::projectStep(Sys, Proj, Via, Target);
}

PreImage euf::substitutePreImage(AbstractSystem &Sys, EufSolver &Model,
                                 const Block &Via,
                                 llvm::ArrayRef<Expr> Target) {
  TermProjection Proj(Sys, Model);
  PreImage Result = ::projectStep(Sys, Proj, Via, Target);
  Elimination Elim(Sys, Model, Proj, Result.Updates);
  std::vector<Expr> Pre;
  for (Expr L : Proj.literals())
    if (Expr To = Elim.literal(L))
      Pre.push_back(To);
  addPartition(Sys, Model, Proj, Pre);
  Result.Pre = makeCube(Pre);
  return Result;
}

Cube euf::projectState(AbstractSystem &Sys, Solver &Model, LocationId L,
                       Expr F) {
  TermProjection Proj(Sys, Model);
  Proj.need(F);
  for (Expr A : Sys.tracked(L))
    Proj.need(A);
  Proj.run();
  return Proj.literals();
}

Expr euf::substituteUpdates(ExprContext &Ctx, const ExprMap<Expr> &Updates,
                            Expr E) {
  Substitution S(Ctx, Substitution::Mode::Raw);
  for (auto &[Next, Update] : Updates)
    S.set(Next, Update);
  return S(E);
}
