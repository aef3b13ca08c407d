//===- Z3EufSolver.cpp - The backend without meaning ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The abstraction mapping of EUFORIA dissertation 3.3.1, as a second way of
// translating the same expressions: every operator but Boolean structure, ite
// and equality becomes an uninterpreted function, named by its kind,
// parameters and operand sorts. Operators of an Interpretation, and the sorts
// that they touch, are translated as they are.
//
//===----------------------------------------------------------------------===//

#include "Z3Context.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;

namespace {
class EufTerms final : public Z3ConcreteTerms {
public:
  explicit EufTerms(Interpretation I) : Meaning(std::move(I)) {}

  /// What solvers have to know about the terms so far: for each constant of an
  /// uninterpreted sort an equation that tells it from the others, and what
  /// links the instances of an operator that are interpreted to the others.
  llvm::ArrayRef<Z3_ast> axioms() const { return Axioms; }
  /// Requires a constant: whether one of the first \p Known axioms is about it.
  bool isKnownConstant(Expr E, size_t Known) const {
    return AxiomOf.lookup(E) < Known;
  }
  /// \p E with values for its operands.
  Z3_ast apply(Expr E, llvm::ArrayRef<Z3_ast> Ops) {
    return translateNode(E, Ops);
  }
  const Interpretation &meaning() const { return Meaning; }

private:
  Z3_func_decl function(Expr E);
  Z3_sort sort(Sort S) override;
  Z3_ast constant(Expr E);
  Z3_ast translateNode(Expr E, llvm::ArrayRef<Z3_ast> Ops) override;
  void addInstance(Expr E, llvm::ArrayRef<Z3_ast> Ops, Z3_ast A);
  Z3_ast freshValue();

  Interpretation Meaning;
  llvm::DenseMap<Sort, Z3_sort> Sorts;
  llvm::StringMap<Z3_func_decl> Functions;
  llvm::DenseMap<Sort, Z3_func_decl> IdentityOf;
  std::vector<Z3_ast> Axioms, Values;
  ExprMap<size_t> AxiomOf; // of a constant, in Axioms
};

class Z3EufSolver final : public EufSolver, private Z3Base {
public:
  Z3EufSolver(std::shared_ptr<EufTerms> T, SolverOptions O)
      : Z3Base(T, O), T(*T) {}
  ~Z3EufSolver() override { reset(); }

  void push() override { Z3Base::push(); }
  void pop() override { Z3Base::pop(); }
  void add(Expr E) override { Z3Base::add(E); }
  Answer check(llvm::ArrayRef<Expr> A, const Budget &B) override {
    reset();
    return Z3Base::check(A, B);
  }
  std::vector<Expr> core() override { return Z3Base::core(); }
  std::string reasonUnknown() const override { return Z3Base::reasonUnknown(); }
  Value value(Expr E) override;
  unsigned classOf(Expr Term) override;

private:
  bool knowsMore() const override { return true; }
  void beforeCheck() override;
  void afterPop(unsigned Scopes) override;
  void reset();
  Z3_ast evaluate(Expr E);
  Z3_ast evaluateLeaf(Z3_ast A);
  bool areEqual(Z3_ast A, Z3_ast B, Sort S);

  EufTerms &T;
  size_t Known = 0;                // axioms asserted
  std::vector<size_t> KnownAtPush; // Known when each scope began
  ExprMap<Z3_ast> Values;          // under the current model
  llvm::DenseMap<Sort, std::vector<Z3_ast>> ArrayValues; // none two are equal
  std::vector<Z3_ast> Held;
};

class Z3EufFamily final : public SolverFamily<EufSolver> {
public:
  explicit Z3EufFamily(Interpretation I)
      : T(std::make_shared<EufTerms>(std::move(I))) {}
  std::unique_ptr<EufSolver> create(SolverOptions O) override {
    return std::make_unique<Z3EufSolver>(T, O);
  }

private:
  std::shared_ptr<EufTerms> T;
};
} // namespace

Z3_sort EufTerms::sort(Sort S) {
  if (S.isBool() || Meaning.isConcrete(S))
    return Z3ConcreteTerms::sort(S);
  Z3_sort &Z = Sorts[S];
  if (!Z) {
    std::string Name;
    llvm::raw_string_ostream OS(Name);
    S.print(OS);
    Z = Z3_mk_uninterpreted_sort(C, Z3_mk_string_symbol(C, Name.c_str()));
    keep(Z3_sort_to_ast(C, Z));
  }
  return Z;
}

Z3_func_decl EufTerms::function(Expr E) {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  OS << kindName(E.kind());
  if (E.param(0) || E.param(1))
    OS << '_' << E.param(0) << '_' << E.param(1);
  for (Expr Op : E.operands()) {
    OS << ' ';
    Op.sort().print(OS);
  }
  if (E.is(Kind::ConstArray)) {
    OS << ' ';
    E.sort().print(OS);
  }
  Z3_func_decl &F = Functions[Name];
  if (!F) {
    llvm::SmallVector<Z3_sort, 3> Domain;
    for (Expr Op : E.operands()) {
      Domain.push_back(sort(Op.sort()));
      keep(Z3_sort_to_ast(C, Domain.back()));
    }
    F = Z3_mk_func_decl(C, Z3_mk_string_symbol(C, Name.c_str()), Domain.size(),
                        Domain.data(), sort(E.sort()));
    keep(Z3_func_decl_to_ast(C, F));
  }
  return F;
}

/// One more value of a sort that serves only to be different: z3 knows that
/// the elements of a model's universe are, as it does where it says `distinct`.
Z3_ast EufTerms::freshValue() {
  size_t Next = AxiomOf.size();
  if (Next < Values.size())
    return Values[Next];
  // All of them again: the elements have numbers, so the first are the same.
  size_t Size = std::max<size_t>(64, 2 * Values.size());
  Z3_sort Element =
      Z3_mk_uninterpreted_sort(C, Z3_mk_string_symbol(C, "identity"));
  keep(Z3_sort_to_ast(C, Element));
  llvm::SmallVector<Z3_ast, 0> All;
  for (size_t I = 0; I < Size; ++I)
    All.push_back(keep(Z3_mk_fresh_const(C, "identity", Element)));
  Z3_solver S = Z3_mk_simple_solver(C);
  Z3_solver_inc_ref(C, S);
  Z3_solver_assert(C, S, keep(Z3_mk_distinct(C, All.size(), All.data())));
  Z3_lbool Answer = Z3_solver_check(C, S);
  assert(Answer == Z3_L_TRUE);
  (void)Answer;
  Z3_model M = Z3_solver_get_model(C, S);
  Z3_model_inc_ref(C, M);
  llvm::DenseSet<Z3_ast> Seen(Values.begin(), Values.end());
  for (Z3_ast A : All) {
    Z3_ast V = nullptr;
    Z3_model_eval(C, M, A, /*model_completion=*/true, &V);
    if (Seen.insert(V).second)
      Values.push_back(keep(V));
  }
  Z3_model_dec_ref(C, M);
  Z3_solver_dec_ref(C, S);
  return Values[Next];
}

/// Different constants are distinct, line 10 of Algorithm 1, without a
/// disequality for every two of them: a function of each sort gives every
/// constant an identity of its own.
Z3_ast EufTerms::constant(Expr E) {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  E.value().print(OS);
  Z3_sort Domain = sort(E.sort());
  Z3_ast A = keep(Z3_mk_const(C, Z3_mk_string_symbol(C, Name.c_str()), Domain));
  Z3_ast Id = freshValue();
  Z3_func_decl &F = IdentityOf[E.sort()];
  if (!F) {
    F = Z3_mk_fresh_func_decl(C, "identity", 1, &Domain, Z3_get_sort(C, Id));
    keep(Z3_func_decl_to_ast(C, F));
  }
  AxiomOf[E] = Axioms.size();
  Axioms.push_back(keep(Z3_mk_eq(C, keep(Z3_mk_app(C, F, 1, &A)), Id)));
  return A;
}

/// Applications of the same operator to other terms, which are uninterpreted,
/// agree with \p A where their operands do.
void EufTerms::addInstance(Expr E, llvm::ArrayRef<Z3_ast> Ops, Z3_ast A) {
  Z3_ast Other = keep(Z3_mk_app(C, function(E), Ops.size(), Ops.data()));
  Axioms.push_back(keep(Z3_mk_eq(C, Other, A)));
}

Z3_ast EufTerms::translateNode(Expr E, llvm::ArrayRef<Z3_ast> Ops) {
  bool HasMeaning = true;
  if (E.isConst())
    HasMeaning = E.isBool() || Meaning.isConcrete(E.sort());
  else if (Operator::isApplication(E))
    HasMeaning = Meaning.isInterpreted(E);
  if (HasMeaning) {
    Z3_ast A = Z3ConcreteTerms::translateNode(E, Ops);
    if (Operator::isApplication(E) && Operator(E).isInstance())
      addInstance(E, Ops, keep(A));
    return A;
  }
  return E.isConst() ? constant(E)
                     : Z3_mk_app(C, function(E), Ops.size(), Ops.data());
}

void Z3EufSolver::beforeCheck() {
  llvm::ArrayRef<Z3_ast> All = T.axioms();
  if (Known == All.size())
    return;
  KnownAtPush.resize(scopes(), Known);
  for (; Known < All.size(); ++Known)
    assertAst(All[Known]);
}

void Z3EufSolver::afterPop(unsigned Scopes) {
  reset();
  if (KnownAtPush.size() > Scopes) {
    Known = KnownAtPush[Scopes];
    KnownAtPush.resize(Scopes);
  }
}

void Z3EufSolver::reset() {
  Values.clear();
  ArrayValues.clear();
  for (Z3_ast A : Held)
    Z3_dec_ref(C, A);
  Held.clear();
}

Z3_ast Z3EufSolver::evaluateLeaf(Z3_ast A) {
  Z3_ast Result = nullptr;
  Z3_model_eval(C, model(), A, /*model_completion=*/true, &Result);
  Z3_inc_ref(C, Result);
  Held.push_back(Result);
  return Result;
}

/// Values of most sorts are the same term if they are equal; those of arrays
/// are tables that can be written in many ways.
bool Z3EufSolver::areEqual(Z3_ast A, Z3_ast B, Sort S) {
  if (A == B || !S.isArray() || !T.meaning().isConcrete(S))
    return A == B;
  Z3_ast Equation = Z3_mk_eq(C, A, B);
  Z3_inc_ref(C, Equation);
  Held.push_back(Equation);
  return evaluateLeaf(Equation) == Z3_mk_true(C);
}

/// Evaluates bottom-up, but only what matters: one branch of an ite, and a
/// conjunction or disjunction up to the operand that decides it.
Z3_ast Z3EufSolver::evaluate(Expr Root) {
  Z3_ast True = Z3_mk_true(C), False = Z3_mk_false(C);
  llvm::SmallVector<Expr, 32> Stack{Root};
  llvm::SmallVector<Z3_ast, 4> Ops;
  // The value if it is known; else its computation is scheduled.
  auto Need = [&](Expr E) {
    Z3_ast A = Values.lookup(E);
    if (!A)
      Stack.push_back(E);
    return A;
  };
  while (!Stack.empty()) {
    Expr E = Stack.back();
    if (Values.lookup(E)) {
      Stack.pop_back();
      continue;
    }
    switch (E.kind()) {
    case Kind::Const: {
      // What the solver has not heard of differs from all else.
      Z3_ast A = translate(E);
      Values[E] = E.isBool() || T.meaning().isConcrete(E.sort()) ||
                          T.isKnownConstant(E, Known)
                      ? evaluateLeaf(A)
                      : A;
      break;
    }
    case Kind::Var:
      Values[E] = evaluateLeaf(translate(E));
      break;
    case Kind::Not:
      if (Z3_ast A = Need(E.operand(0)))
        Values[E] = A == True ? False : True;
      break;
    case Kind::And:
    case Kind::Or: {
      Z3_ast Decides = E.is(Kind::And) ? False : True;
      Z3_ast Result = E.is(Kind::And) ? True : False;
      for (Expr Op : E.operands()) {
        Z3_ast A = Need(Op);
        if (A && A != Decides)
          continue;
        Result = A;
        break;
      }
      if (Result)
        Values[E] = Result;
      break;
    }
    case Kind::Ite:
      if (Z3_ast Cond = Need(E.operand(0)))
        if (Z3_ast A = Need(E.operand(Cond == True ? 1 : 2)))
          Values[E] = A;
      break;
    default: {
      Ops.clear();
      for (Expr Op : E.operands())
        if (Z3_ast A = Need(Op))
          Ops.push_back(A);
      if (Ops.size() != E.numOperands())
        break;
      if (E.is(Kind::Eq))
        Values[E] =
            areEqual(Ops[0], Ops[1], E.operand(0).sort()) ? True : False;
      else
        Values[E] = evaluateLeaf(T.apply(E, Ops));
      break;
    }
    }
  }
  return Values.lookup(Root);
}

Value Z3EufSolver::value(Expr E) {
  assert(E.isBool());
  return Value(evaluate(E) == Z3_mk_true(C));
}

unsigned Z3EufSolver::classOf(Expr Term) {
  assert(!Term.isBool());
  Z3_ast Value = evaluate(Term);
  if (Term.sort().isArray() && T.meaning().isConcrete(Term.sort())) {
    std::vector<Z3_ast> &Different = ArrayValues[Term.sort()];
    auto Same = llvm::find_if(Different, [&](Z3_ast Other) {
      return areEqual(Value, Other, Term.sort());
    });
    if (Same == Different.end())
      Different.push_back(Value);
    else
      Value = *Same;
  }
  return Z3_get_ast_id(C, Value);
}

std::unique_ptr<SolverFamily<EufSolver>>
sooth::createZ3EufFamily(Interpretation I) {
  return std::make_unique<Z3EufFamily>(std::move(I));
}

std::unique_ptr<EufSolver>
sooth::createZ3EufSolver(ExprContext &, SolverOptions O, Interpretation I) {
  return Z3EufFamily(std::move(I)).create(O);
}
