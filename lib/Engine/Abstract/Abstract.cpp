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
// these are weakened by the least that allows it. From each such state the
// program is also run a few steps with random inputs, which is much cheaper than
// a question to the solver. The domain is a disjunction over the values of
// variables with few values (LocationFacts.h) of linear equalities modulo 2^w,
// ranges and orders (PartFacts.h). Ranges are widened, the rest is of finite
// height. Facts only get weaker: as soon as they allow an edge to an error, there
// is no proof.
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Abstract/Abstract.h"

#include "LocationFacts.h"
#include "PolynomialFacts.h"
#include "ProductVariables.h"
#include "StepQuery.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Transform/Cfa/LargeBlock.h"
#include "sooth/Transform/Cfa/LiveVariables.h"

#include "llvm/ADT/STLExtras.h"

#include <deque>
#include <random>
#include <set>

using namespace sooth;
using namespace sooth::abstraction;
using llvm::APInt;
using ReasonKind = UnknownReason::Kind;

namespace {
/// The fixed point for one automaton in large blocks.
class Analysis {
public:
  /// Proof: it is over as soon as the facts allow an error.
  enum class Aim { Proof, Facts };
  using ProductList = llvm::ArrayRef<std::pair<Expr, Expr>>;
  /// Nothing is found out about variables that stand for \p Products, which
  /// must outlive this.
  Analysis(const Cfa &C, const AbstractOptions &O, Aim For,
           ProductList Products = {});

  enum class Outcome { Proof, ErrorAllowed, Unknown };
  Outcome run(const Budget &B);
  /// Requires a Proof, which for Facts is that they are inductive.
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
  llvm::BitVector branchVariables(llvm::ArrayRef<Expr> Vars) const;
  void add(LocationId L, const Valuation &State);
  bool step(LocationId &L, Valuation &State);
  void runFrom(LocationId L, Valuation State);
  void addProducts(Valuation &State) const;
  Value randomValue(Sort S);
  void schedule(LocationId L, const PartKey &Part);
  Outcome begin(const Budget &B);
  Outcome look(const Task &T, const Budget &B);
  Outcome lookAtErrors(const Budget &B);
  Outcome weaken(StepQuery &Q, LocationId To,
                 llvm::function_ref<Expr()> Before, const Budget &B);
  StepQuery &queryOf(EdgeId E);

  const Cfa &C;
  ExprContext &Ctx;
  const Aim For;
  const ProductList Products;
  std::vector<LocationFacts> At;
  /// By location: the variables that are live, arrays among them.
  std::vector<std::vector<Expr>> LiveVars;
  /// Those of them that the solver is asked for: not those for products.
  std::vector<std::vector<Expr>> AskedVars;
  std::vector<bool> IsError;
  /// Whether a run from a state that the facts allow has reached an error.
  bool MetError = false;
  std::mt19937_64 Random{1};
  ExprSet BranchVars;
  Thresholds WidenTo;
  std::deque<Task> Pending; // to be looked at, each once
  std::set<Task> IsPending;
  std::set<Task> ErrorEdges; // the same
  std::unique_ptr<SolverFamily<Solver>> Solvers = createZ3Family();
  SolverOptions::Theories Over;
  std::map<EdgeId, StepQuery> QueryOf;
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
  Analysis::Outcome run(Analysis &A, const Budget &B);
  std::optional<CfaInvariant> proveWithProducts(const Cfa &Blocks,
                                                const Budget &B);

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
  std::vector<Expr> Roots, Conditions;
  for (const Edge &E : C.edges()) {
    Conditions.push_back(E.Guard);
    for (const Update &U : E.Updates)
      Roots.push_back(U.Val);
  }
  postOrder(Roots, [&](Expr E) {
    if (E.is(Kind::Ite))
      Conditions.push_back(E.operand(0));
  });
  const std::vector<Expr> Found = variables(Conditions);
  return ExprSet(Found.begin(), Found.end());
}

static std::vector<Expr> formulasWithInit(const Cfa &C) {
  std::vector<Expr> Formulas = formulasOf(C);
  Formulas.push_back(C.init());
  return Formulas;
}

Analysis::Analysis(const Cfa &C, const AbstractOptions &O, Aim For,
                   ProductList Products)
    : C(C), Ctx(C.context()), For(For), Products(Products),
      IsError(C.locations().size()),
      BranchVars(findBranchVariables(C)), WidenTo(findThresholds(C)),
      Over(theoriesOf(formulasWithInit(C))) {
  const LiveVariables Live(C);
  for (const ErrorLocation &E : C.errors())
    IsError[E.Loc] = true;
  for (LocationId L = 0; L < C.locations().size(); ++L) {
    std::vector<Expr> &All = LiveVars.emplace_back(), Vars;
    std::vector<Expr> &Asked = AskedVars.emplace_back();
    for (unsigned I : Live.at(L).set_bits())
      All.push_back(C.variables()[I].Var);
    llvm::copy_if(All, std::back_inserter(Asked), [&](Expr Var) {
      return llvm::none_of(Products, [&](auto &P) { return P.first == Var; });
    });
    llvm::copy_if(Asked, std::back_inserter(Vars), isScalar);
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
// The fixed point
//===----------------------------------------------------------------------===//

void Analysis::schedule(LocationId L, const PartKey &Part) {
  for (EdgeId E : C.outgoing(L))
    if (IsError[C.edge(E).Target]) {
      if (For == Aim::Proof)
        ErrorEdges.insert({E, Part});
    } else if (IsPending.insert({E, Part}).second)
      Pending.push_back({E, Part});
}

void Analysis::add(LocationId L, const Valuation &State) {
  std::vector<APInt> Bits;
  for (Expr Var : At[L].variables())
    Bits.push_back(bitsOf(State.lookup(Var)));
  const PartKey Key = At[L].keyOf(Bits);
  const LocationFacts::Change Now = At[L].add(std::move(Bits), WidenTo);
  if (Now == LocationFacts::Change::None)
    return;
  ++Weakenings;
  if (Now == LocationFacts::Change::Part)
    schedule(L, Key);
  else
    for (const auto &[Other, Facts] : At[L].parts())
      schedule(L, Other);
}

/// Small, a constant of the program or beside one, or any.
Value Analysis::randomValue(Sort S) {
  if (S.isBool())
    return Value(bool(Random() % 2));
  if (!S.isBitVec())
    return Value::zero(S);
  const unsigned Width = S.width();
  const std::vector<APInt> &Constants = WidenTo[Width];
  switch (Random() % 4) {
  case 0:
    return Value(APInt(64, Random() % 8).zextOrTrunc(Width));
  case 1:
    if (!Constants.empty())
      return Value(Constants[Random() % Constants.size()]);
    [[fallthrough]];
  default: {
    llvm::SmallVector<uint64_t, 2> Words((Width + 63) / 64);
    for (uint64_t &Word : Words)
      Word = Random();
    return Value(APInt(Width, Words));
  }
  }
}

/// Takes some edge, if one can be taken with the first inputs that are tried.
bool Analysis::step(LocationId &L, Valuation &State) {
  for (EdgeId Id : C.outgoing(L))
    for (const Input &In : C.edge(Id).Inputs)
      State[In.Var] = randomValue(In.Var.sort());
  Evaluator Eval(State);
  llvm::SmallVector<EdgeId, 4> Possible;
  for (EdgeId Id : C.outgoing(L))
    if (Eval.isTrue(C.edge(Id).Guard))
      Possible.push_back(Id);
  if (Possible.empty())
    return false;
  const Edge &E = C.edge(Possible[Random() % Possible.size()]);
  Valuation Next;
  for (Expr Var : LiveVars[E.Target])
    Next[Var] = State.lookup(Var);
  for (const Update &U : E.Updates)
    if (Next.count(U.Var))
      Next[U.Var] = Eval(U.Val);
  L = E.Target;
  State = std::move(Next);
  return true;
}

void Analysis::runFrom(LocationId L, Valuation State) {
  static constexpr unsigned MaxSteps = 30, MaxTries = 4;
  for (unsigned I = 0; I < MaxSteps && !MetError; ++I) {
    unsigned Tries = 0;
    while (Tries < MaxTries && !step(L, State))
      ++Tries;
    if (Tries == MaxTries)
      return;
    if (!IsError[L]) {
      add(L, State);
      continue;
    }
    MetError = For == Aim::Proof;
    return;
  }
}

/// Of a state from the solver. A product of a variable that does not matter any
/// more may be anything.
void Analysis::addProducts(Valuation &State) const {
  for (const auto &[Var, Product] : Products)
    State[Var] = anyVariable(Product, [&](Expr V) { return !State.count(V); })
                     ? Value::zero(Var.sort())
                     : Evaluator(State)(Product);
}

StepQuery &Analysis::queryOf(EdgeId E) {
  auto It = QueryOf.find(E);
  if (It == QueryOf.end())
    It = QueryOf
             .try_emplace(E, C, E, AskedVars[C.edge(E).Target], *Solvers, Over)
             .first;
  return It->second;
}

/// Weakens what is known at \p To until each step from \p Before leads to
/// states that it allows. \p Before is null once there are none.
Analysis::Outcome Analysis::weaken(StepQuery &Q, LocationId To,
                                   llvm::function_ref<Expr()> Before,
                                   const Budget &B) {
  while (Expr From = Before()) {
    ++Queries;
    Answer A = Q.check(From, At[To].partFormulas(Ctx), B);
    if (A != Answer::Sat)
      return A == Answer::Unsat ? Outcome::Proof : Outcome::Unknown;
    Valuation State = Q.target();
    const uint64_t Weaker = Weakenings;
    add(To, State);
    if (Weakenings == Weaker)
      return Outcome::Unknown; // not what was asked for
    addProducts(State);
    runFrom(To, std::move(State));
    if (MetError)
      return Outcome::ErrorAllowed;
  }
  return Outcome::Proof;
}

Analysis::Outcome Analysis::begin(const Budget &B) {
  StepQuery Q(C, std::nullopt, AskedVars[C.entry()], *Solvers, Over);
  return weaken(Q, C.entry(), [&] { return Ctx.trueExpr(); }, B);
}

Analysis::Outcome Analysis::look(const Task &T, const Budget &B) {
  const Edge &E = C.edge(T.Via);
  // A step may weaken the very facts it was taken from.
  auto Before = [&] { return At[E.Source].partFormula(Ctx, T.Part); };
  return weaken(queryOf(T.Via), E.Target, Before, B);
}

Analysis::Outcome Analysis::lookAtErrors(const Budget &B) {
  for (const Task &T : std::exchange(ErrorEdges, {})) {
    Expr Before = At[C.edge(T.Via).Source].partFormula(Ctx, T.Part);
    if (!Before)
      continue; // there is no such part any more
    ++Queries;
    switch (queryOf(T.Via).check(Before, {}, B)) {
    case Answer::Unsat:
      continue;
    case Answer::Sat:
      return Outcome::ErrorAllowed;
    case Answer::Unknown:
      return Outcome::Unknown;
    }
  }
  return Outcome::Proof;
}

Analysis::Outcome Analysis::run(const Budget &B) {
  // A proof that fails should fail soon, but an error edge is looked at each
  // time that facts before it have changed.
  static constexpr unsigned Pause = 50;
  Outcome Now = begin(B);
  for (unsigned Looks = 1; Now == Outcome::Proof; ++Looks) {
    if (MetError)
      return Outcome::ErrorAllowed;
    if (B.exhausted())
      return Outcome::Unknown;
    if (Pending.empty() || Looks % Pause == 0) {
      if (Pending.empty() && ErrorEdges.empty())
        return Outcome::Proof;
      Now = lookAtErrors(B);
      continue;
    }
    Task T = std::move(Pending.front());
    Pending.pop_front();
    IsPending.erase(T);
    Now = look(T, B);
  }
  return Now;
}

CfaInvariant Analysis::invariant() const {
  CfaInvariant I;
  for (LocationId L = 0; L < At.size(); ++L)
    I.Formulas[L] = !IsError[L]         ? At[L].formula(Ctx)
                    : For == Aim::Proof ? Ctx.falseExpr()
                                        : Ctx.trueExpr();
  return I;
}

//===----------------------------------------------------------------------===//
// The engine
//===----------------------------------------------------------------------===//

Analysis::Outcome AbstractEngine::run(Analysis &A, const Budget &B) {
  const Analysis::Outcome Found = A.run(B.onThisThread(O.MaxSeconds));
  Figures.add("abstract.queries", double(A.Queries));
  Figures.add("abstract.weakenings", double(A.Weakenings));
  return Found;
}

/// With products as variables: equations between them come from linear algebra,
/// and what else is needed then takes no multiplication.
std::optional<CfaInvariant> AbstractEngine::proveWithProducts(const Cfa &Blocks,
                                                              const Budget &B) {
  const std::optional<WithProducts> Linear = withProducts(Blocks);
  if (!Linear)
    return std::nullopt;
  ExprContext &Ctx = Blocks.context();
  Figures.add("abstract.products", double(Linear->Products.size()));
  std::vector<Equations> Known(Blocks.locations().size());
  std::map<unsigned, std::vector<Expr>> OfWidth;
  ExprSet Products;
  for (const auto &[Var, Product] : Linear->Products) {
    OfWidth[Var.sort().width()];
    Products.insert(Var);
  }
  for (const StateVariable &V : Linear->Model.variables())
    if (V.Var.sort().isBitVec())
      if (auto It = OfWidth.find(V.Var.sort().width()); It != OfWidth.end())
        It->second.push_back(V.Var);
  for (const auto &[Width, Vars] : OfWidth) {
    auto Found = linearEquations(Linear->Model, Width, Vars,
                                 B.onThisThread(O.MaxSeconds));
    for (auto [Here, More] : llvm::zip(Known, Found))
      llvm::append_range(Here, More);
  }
  Known = neededEquations(Linear->Model, Known, Products);
  Cfa Model = Linear->Model;
  Model.changeEdges([&](Edge &E) {
    Substitution S(Ctx);
    std::vector<Expr> Guard;
    for (const auto &[Var, Val] : Known[E.Source]) {
      if (Products.contains(Var))
        S.set(Var, Val);
      else
        Guard.push_back(Ctx.mkEq(Var, Val));
    }
    Guard.push_back(S(E.Guard));
    E.Guard = Ctx.mkAnd(Guard);
    for (Update &U : E.Updates)
      U.Val = S(U.Val);
  });
  Analysis A(Model, O, Analysis::Aim::Proof, Linear->Products);
  if (run(A, B) != Analysis::Outcome::Proof)
    return std::nullopt;
  CfaInvariant I = A.invariant();
  for (auto &[L, Formula] : I.Formulas)
    for (const auto &[Var, Val] : Known[L])
      Formula = Ctx.mkAnd(Formula, Ctx.mkEq(Var, Val));
  return Linear->original(I);
}

CfaResult AbstractEngine::check(const Cfa &C, const Budget &B) {
  progress("weakening facts");
  TransformedCfa Blocks = encodeBlocks(C, Encoding::Large);
  if (auto Proof = proveWithProducts(Blocks.Model, B))
    return Blocks.Back->back(CfaResult::safe(std::move(*Proof)));
  Analysis A(Blocks.Model, O, Analysis::Aim::Proof);
  const Analysis::Outcome Found = run(A, B);
  if (Found == Analysis::Outcome::Proof)
    return Blocks.Back->back(CfaResult::safe(A.invariant()));
  if (auto Why = B.exhausted())
    return CfaResult::unknown(reasonOf(*Why));
  return CfaResult::unknown(ReasonKind::NoProgress,
                            Found == Analysis::Outcome::Unknown
                                ? Cause::Kind::SlowWeakening
                                : Cause::Kind::WeakFacts);
}

std::optional<CfaInvariant> sooth::findFacts(const Cfa &C, const Budget &B,
                                             AbstractOptions O) {
  Analysis A(C, O, Analysis::Aim::Facts);
  if (A.run(B.onThisThread(O.MaxSeconds)) != Analysis::Outcome::Proof)
    return std::nullopt;
  return A.invariant();
}

std::unique_ptr<CfaEngine> sooth::createAbstract(AbstractOptions O) {
  return std::make_unique<AbstractEngine>(O);
}
