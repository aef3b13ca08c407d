//===- Abstract.cpp - Abstract interpretation by symbolic abstraction -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The least inductive facts of an abstract domain, computed from below with a
// solver (Reps, Sagiv and Yorsh, "Symbolic implementation of the best
// transformer", VMCAI 2004, algorithm RSY): as long as some edge leads from a
// state that the facts before it allow to one that the facts behind it exclude,
// these are weakened by the least that allows it. The domain is a disjunction
// over the values of variables with few values (LocationFacts.h) of linear
// equalities modulo 2^w, ranges and orders (PartFacts.h). Ranges are widened,
// the rest is of finite height. Facts only get weaker: as soon as they allow an
// edge to an error, there is no proof.
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Abstract/Abstract.h"

#include "LocationFacts.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Solver/Solver.h"
#include "sooth/Transform/Cfa/LargeBlock.h"
#include "sooth/Transform/Cfa/LiveVariables.h"

#include "llvm/ADT/STLExtras.h"

#include <deque>
#include <set>

using namespace sooth;
using namespace sooth::abstraction;
using llvm::APInt;
using ReasonKind = UnknownReason::Kind;

namespace {
/// The fixed point for one automaton in large blocks.
class Analysis {
public:
  Analysis(const Cfa &C, const AbstractOptions &O);

  enum class Outcome { Proof, ErrorAllowed, Unknown };
  Outcome run(const Budget &B);
  /// Requires a Proof.
  CfaInvariant invariant() const;

  uint64_t Queries = 0, Weakenings = 0;

private:
  /// An edge from one part of its source's states.
  struct Task {
    EdgeId Via;
    PartKey Part;
    friend bool operator<(const Task &A, const Task &B) {
      return A.Via != B.Via ? A.Via < B.Via : LessKey()(A.Part, B.Part);
    }
  };
  /// What the solver is asked about a task.
  struct Question {
    Substitution Before; // of what is known of the part
    std::vector<Expr> Conditions;
  };

  llvm::BitVector branchVariables(llvm::ArrayRef<Expr> Vars) const;
  void add(LocationId L, const Valuation &State);
  void schedule(LocationId L, const PartKey &Part);
  Outcome begin(const Budget &B);
  Outcome look(const Task &T, const Budget &B);
  Outcome lookAtErrors(const Budget &B);
  Question assumePart(LocationId L, const PartKey &Key,
                      const PartFacts &Facts) const;
  Expr excluded(LocationId L, llvm::function_ref<Expr(Expr)> After) const;
  Answer ask(llvm::ArrayRef<Expr> Conditions, const Budget &B);
  Valuation modelOf(llvm::ArrayRef<Expr> Roots);

  const Cfa &C;
  ExprContext &Ctx;
  std::vector<LocationFacts> At;
  std::vector<bool> IsError;
  ExprSet BranchVars;
  Thresholds WidenTo;
  std::deque<Task> Open; // to be looked at, each once
  std::set<Task> IsOpen;
  std::set<Task> ErrorEdges; // the same
  std::unique_ptr<SolverFamily<Solver>> Solvers = createZ3Family();
  std::unique_ptr<Solver> S;
};

class AbstractEngine final : public CfaEngine {
public:
  explicit AbstractEngine(AbstractOptions O) : O(O) {}
  llvm::StringRef name() const override { return "abstract"; }
  void report(Statistics &S) const override {
    for (const auto &[Name, Figure] : Figures.values())
      S.add(Name, Figure);
  }
  CfaResult check(const Cfa &C, const Budget &B) override;

private:
  AbstractOptions O;
  Statistics Figures;
};
} // namespace

static bool isScalar(Expr Var) { return Var.isBool() || Var.sort().isBitVec(); }

//===----------------------------------------------------------------------===//
// What the program's text says
//===----------------------------------------------------------------------===//

/// The variables of conditions: of guards, and of choices in what is assigned.
static ExprSet findBranchVariables(const Cfa &C) {
  ExprSet Seen;
  std::vector<Expr> Roots, Conditions;
  for (const Edge &E : C.edges()) {
    Conditions.push_back(E.Guard);
    for (const Update &U : E.Updates)
      Roots.push_back(U.Val);
  }
  postOrder(Roots, Seen, [&](Expr E) {
    if (E.is(Kind::Ite))
      Conditions.push_back(E.operand(0));
  });
  const std::vector<Expr> Found = variables(Conditions);
  return ExprSet(Found.begin(), Found.end());
}

static std::vector<Expr> formulasOf(const Cfa &C) {
  std::vector<Expr> Result{C.init()};
  for (const Edge &E : C.edges()) {
    Result.push_back(E.Guard);
    for (const Update &U : E.Updates)
      Result.push_back(U.Val);
  }
  return Result;
}

/// Constants and their neighbours.
static Thresholds findThresholds(const Cfa &C) {
  static constexpr size_t Most = 200;
  Thresholds Result;
  ExprSet Seen;
  postOrder(formulasOf(C), Seen, [&](Expr E) {
    if (!E.isConst() || !E.sort().isBitVec())
      return;
    std::vector<APInt> &Of = Result[E.sort().width()];
    const APInt &V = E.value().bits();
    for (const APInt &T : {V, V - 1, V + 1})
      if (Of.size() < Most && !llvm::is_contained(Of, T))
        Of.push_back(T);
  });
  return Result;
}

Analysis::Analysis(const Cfa &C, const AbstractOptions &O)
    : C(C), Ctx(C.context()), IsError(C.locations().size()),
      BranchVars(findBranchVariables(C)), WidenTo(findThresholds(C)),
      S(Solvers->create({.Over = theoriesOf(formulasOf(C))})) {
  const LiveVariables Live(C);
  for (const ErrorLocation &E : C.errors())
    IsError[E.Loc] = true;
  for (LocationId L = 0; L < C.locations().size(); ++L) {
    std::vector<Expr> Vars;
    for (unsigned I : Live.at(L).set_bits())
      if (isScalar(C.variables()[I].Var))
        Vars.push_back(C.variables()[I].Var);
    llvm::BitVector MaySplit = branchVariables(Vars);
    At.emplace_back(std::move(Vars), std::move(MaySplit),
                    PartitionLimits{O.MaxValues, O.MaxParts});
  }
}

llvm::BitVector Analysis::branchVariables(llvm::ArrayRef<Expr> Vars) const {
  llvm::BitVector Result(Vars.size());
  for (unsigned I = 0; I < Vars.size(); ++I)
    Result[I] = BranchVars.contains(Vars[I]);
  return Result;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

Answer Analysis::ask(llvm::ArrayRef<Expr> Conditions, const Budget &B) {
  for (Expr E : Conditions)
    if (E.isFalse())
      return Answer::Unsat;
  ++Queries;
  S->push();
  for (Expr E : Conditions)
    S->add(E);
  Answer A = S->check(B);
  if (A != Answer::Sat)
    S->pop(); // or else when the model was read
  return A;
}

/// Ends the question.
Valuation Analysis::modelOf(llvm::ArrayRef<Expr> Roots) {
  Valuation Result;
  for (Expr V : variables(Roots))
    Result[V] = S->value(V);
  S->pop();
  return Result;
}

/// Variables whose values are known of the part are replaced by them.
Analysis::Question Analysis::assumePart(LocationId L, const PartKey &Key,
                                        const PartFacts &Facts) const {
  Question Q{Substitution(Ctx), {}};
  PartFacts::Description D = Facts.describe(Ctx);
  for (auto [Var, V] : llvm::zip_equal(At[L].keyVariables(), Key))
    Q.Before.set(Var, Ctx.constant(Var.isBool() ? Value(V.getBoolValue())
                                                : Value(V),
                                   Var.sort()));
  // Right-hand sides are over free variables only.
  for (auto &[Var, Term] : D.Solved)
    Q.Before.set(Var, Term);
  for (Expr E : D.Conditions)
    Q.Conditions.push_back(Q.Before(E));
  return Q;
}

/// That a state is none of those known at \p L; \p After gives the value of a
/// variable there.
Expr Analysis::excluded(LocationId L,
                        llvm::function_ref<Expr(Expr)> After) const {
  const LocationFacts &Facts = At[L];
  std::vector<Expr> Split = Facts.keyVariables(), Now;
  Substitution Behind(Ctx);
  for (Expr Var : Facts.variables())
    Behind.set(Var, After(Var));
  for (Expr Var : Split)
    Now.push_back(Behind(termOf(Ctx, Var)));
  std::vector<Expr> Result;
  for (const auto &[Key, Part] : Facts.parts()) {
    std::vector<Expr> Case;
    for (auto [Term, V] : llvm::zip_equal(Now, Key))
      Case.push_back(Ctx.mkEq(Term, Ctx.bv(V)));
    Expr IsHere = Ctx.mkAnd(Case);
    if (!IsHere.isFalse())
      Result.push_back(
          Ctx.mkNot(Ctx.mkAnd(IsHere, Behind(Part.formula(Ctx)))));
  }
  return Ctx.mkAnd(Result);
}

//===----------------------------------------------------------------------===//
// The fixed point
//===----------------------------------------------------------------------===//

void Analysis::schedule(LocationId L, const PartKey &Part) {
  for (EdgeId E : C.outgoing(L))
    if (IsError[C.edge(E).Target])
      ErrorEdges.insert({E, Part});
    else if (IsOpen.insert({E, Part}).second)
      Open.push_back({E, Part});
}

void Analysis::add(LocationId L, const Valuation &State) {
  std::vector<APInt> Bits;
  for (Expr Var : At[L].variables())
    Bits.push_back(bitsOf(State.lookup(Var)));
  ++Weakenings;
  const PartKey Key = At[L].keyOf(Bits);
  switch (At[L].add(std::move(Bits), WidenTo)) {
  case LocationFacts::Change::None:
    return;
  case LocationFacts::Change::Part:
    return schedule(L, Key);
  case LocationFacts::Change::Partition:
    for (const auto &[Other, Facts] : At[L].parts())
      schedule(L, Other);
  }
}

Analysis::Outcome Analysis::begin(const Budget &B) {
  const LocationId L = C.entry();
  auto Same = [](Expr Var) { return Var; };
  while (true) {
    std::vector<Expr> Conditions{C.init(), excluded(L, Same)};
    Answer A = ask(Conditions, B);
    if (A != Answer::Sat)
      return A == Answer::Unsat ? Outcome::Proof : Outcome::Unknown;
    llvm::append_range(Conditions, At[L].variables());
    add(L, modelOf(Conditions));
  }
}

/// Weakens what is known behind an edge until it is enough.
Analysis::Outcome Analysis::look(const Task &T, const Budget &B) {
  const Edge &E = C.edge(T.Via);
  const LocationId To = E.Target;
  while (const PartFacts *Part = At[E.Source].part(T.Part)) {
    Question Q = assumePart(E.Source, T.Part, *Part);
    Q.Conditions.push_back(Q.Before(E.Guard));
    if (Q.Conditions.back().isFalse())
      return Outcome::Proof;
    ExprMap<Expr> Next;
    for (Expr Var : At[To].variables())
      Next[Var] = Q.Before(Var);
    for (const Update &U : E.Updates)
      if (Next.count(U.Var))
        Next[U.Var] = Q.Before(U.Val);
    Q.Conditions.push_back(
        excluded(To, [&](Expr Var) { return Next.lookup(Var); }));
    Answer A = ask(Q.Conditions, B);
    if (A != Answer::Sat)
      return A == Answer::Unsat ? Outcome::Proof : Outcome::Unknown;
    for (auto &[Var, Term] : Next)
      Q.Conditions.push_back(Term);
    const Valuation Model = modelOf(Q.Conditions);
    Evaluator Value(Model);
    Valuation State;
    for (auto &[Var, Term] : Next)
      State[Var] = Value(Term);
    const uint64_t Before = Weakenings;
    add(To, State);
    if (Weakenings == Before)
      return Outcome::Unknown;
  }
  return Outcome::Proof; // the part is no more
}

Analysis::Outcome Analysis::lookAtErrors(const Budget &B) {
  for (const Task &T : std::exchange(ErrorEdges, {})) {
    const Edge &E = C.edge(T.Via);
    const PartFacts *Part = At[E.Source].part(T.Part);
    if (!Part)
      continue;
    Question Q = assumePart(E.Source, T.Part, *Part);
    Q.Conditions.push_back(Q.Before(E.Guard));
    Answer A = ask(Q.Conditions, B);
    if (A == Answer::Sat) {
      S->pop();
      return Outcome::ErrorAllowed;
    }
    if (A == Answer::Unknown)
      return Outcome::Unknown;
  }
  return Outcome::Proof;
}

Analysis::Outcome Analysis::run(const Budget &B) {
  // A proof that fails should fail soon, but an error edge is looked at each
  // time that facts before it have changed.
  static constexpr unsigned Pause = 50;
  Outcome Now = begin(B);
  for (unsigned Looks = 1; Now == Outcome::Proof; ++Looks) {
    if (B.exhausted())
      return Outcome::Unknown;
    if (Open.empty() || Looks % Pause == 0) {
      if (Open.empty() && ErrorEdges.empty())
        return Outcome::Proof;
      Now = lookAtErrors(B);
      continue;
    }
    Task T = std::move(Open.front());
    Open.pop_front();
    IsOpen.erase(T);
    Now = look(T, B);
  }
  return Now;
}

CfaInvariant Analysis::invariant() const {
  CfaInvariant I;
  for (LocationId L = 0; L < At.size(); ++L)
    I.At[L] = IsError[L] ? Ctx.falseExpr() : At[L].formula(Ctx);
  return I;
}

//===----------------------------------------------------------------------===//
// The engine
//===----------------------------------------------------------------------===//

CfaResult AbstractEngine::check(const Cfa &C, const Budget &B) {
  progress("weakening facts");
  TransformedCfa Blocks = encodeBlocks(C, Encoding::Large);
  Analysis A(Blocks.Model, O);
  const Analysis::Outcome Found = A.run(B.onThisThread(O.MaxSeconds));
  Figures.add("abstract.queries", double(A.Queries));
  Figures.add("abstract.weakenings", double(A.Weakenings));
  if (Found == Analysis::Outcome::Proof)
    return Blocks.Back->back(CfaResult::safe(A.invariant()));
  if (auto Why = B.exhausted())
    return CfaResult::unknown(reasonOf(*Why));
  return CfaResult::unknown(ReasonKind::NoProgress,
                            Found == Analysis::Outcome::Unknown
                                ? "it takes too long to weaken the facts"
                                : "the facts are too weak to exclude an error");
}

std::unique_ptr<CfaEngine> sooth::createAbstract(AbstractOptions O) {
  return std::make_unique<AbstractEngine>(O);
}
