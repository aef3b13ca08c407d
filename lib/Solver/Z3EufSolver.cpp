//===- Z3EufSolver.cpp - The backend without meaning
//-----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The abstraction mapping of EUFORIA dissertation 3.3.1, as a second way of
// translating the same expressions: every operator but Boolean structure, ite
// and equality becomes an uninterpreted function, named by its kind,
// parameters and operand sorts.
//
//===----------------------------------------------------------------------===//

#include "Z3Context.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;

namespace {
class EufTerms final : public Z3Terms {
public:
  /// The constants of all sorts so far, each with an equation that tells it
  /// from the others of its sort.
  llvm::ArrayRef<Z3_ast> identities() const { return Identities; }
  bool isKnownConstant(Expr E, size_t Identities) const {
    return NumberOf.lookup(E) < Identities;
  }
  Z3_func_decl function(Expr E);

private:
  Z3_sort sort(Sort S);
  Z3_ast constant(Expr E);
  Z3_ast translateNode(Expr E, llvm::ArrayRef<Z3_ast> Ops) override;
  Z3_ast freshValue();

  llvm::DenseMap<Sort, Z3_sort> Sorts;
  llvm::StringMap<Z3_func_decl> Functions;
  llvm::DenseMap<Sort, Z3_func_decl> IdentityOf;
  std::vector<Z3_ast> Identities, Values;
  ExprMap<size_t> NumberOf; // of a constant, in Identities
};

class Z3EufSolver final : public EufSolver, private Z3Base {
public:
  Z3EufSolver(std::shared_ptr<EufTerms> T, SolverOptions O)
      : Z3Base(T, O), T(*T) {}
  ~Z3EufSolver() override { forget(); }

  void push() override { Z3Base::push(); }
  void pop() override { Z3Base::pop(); }
  void add(Expr E) override { Z3Base::add(E); }
  Answer check(llvm::ArrayRef<Expr> A, const Budget &B) override {
    forget();
    return Z3Base::check(A, B);
  }
  std::vector<Expr> core() override { return Z3Base::core(); }
  std::string reasonUnknown() const override { return Z3Base::reasonUnknown(); }
  Value value(Expr E) override;
  unsigned classOf(Expr Term) override;

private:
  void beforeCheck() override;
  void afterPop(unsigned Scopes) override;
  void forget();
  Z3_ast evaluate(Expr E);
  Z3_ast evaluateLeaf(Z3_ast A);

  EufTerms &T;
  size_t Distinct = 0;                // identities asserted
  std::vector<size_t> DistinctAtPush; // Distinct when each scope began
  ExprMap<Z3_ast> Values;             // under the current model
  std::vector<Z3_ast> Held;
};

class Z3EufFamily final : public SolverFamily<EufSolver> {
public:
  std::unique_ptr<EufSolver> create(SolverOptions O) override {
    return std::make_unique<Z3EufSolver>(T, O);
  }

private:
  std::shared_ptr<EufTerms> T = std::make_shared<EufTerms>();
};
} // namespace

Z3_sort EufTerms::sort(Sort S) {
  if (S.isBool())
    return Z3_mk_bool_sort(C);
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
    for (Expr Op : E.operands())
      Domain.push_back(sort(Op.sort()));
    F = Z3_mk_func_decl(C, Z3_mk_string_symbol(C, Name.c_str()), Domain.size(),
                        Domain.data(), sort(E.sort()));
    keep(Z3_func_decl_to_ast(C, F));
  }
  return F;
}

/// One more value of a sort that serves only to be different: z3 knows that
/// the elements of a model's universe are, as it does where it says `distinct`.
Z3_ast EufTerms::freshValue() {
  size_t Next = Identities.size();
  if (Next < Values.size())
    return Values[Next];
  // All of them again: the elements have numbers, so the first are the same.
  size_t Size = std::max<size_t>(64, 2 * Values.size());
  Z3_sort Element = Z3_mk_uninterpreted_sort(
      C, Z3_mk_string_symbol(C, "identity"));
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
  NumberOf[E] = Identities.size();
  Identities.push_back(
      keep(Z3_mk_eq(C, keep(Z3_mk_app(C, F, 1, &A)), Id)));
  return A;
}

Z3_ast EufTerms::translateNode(Expr E, llvm::ArrayRef<Z3_ast> Ops) {
  switch (E.kind()) {
  case Kind::Const:
    if (E.isBool())
      return E.isTrue() ? Z3_mk_true(C) : Z3_mk_false(C);
    return constant(E);
  case Kind::Var:
    return Z3_mk_const(C, Z3_mk_string_symbol(C, E.name().str().c_str()),
                       sort(E.sort()));
  case Kind::Not:
  case Kind::And:
  case Kind::Or:
  case Kind::Ite:
  case Kind::Eq:
    return translateCore(E, Ops);
  default:
    return Z3_mk_app(C, function(E), Ops.size(), Ops.data());
  }
}

void Z3EufSolver::beforeCheck() {
  llvm::ArrayRef<Z3_ast> All = T.identities();
  if (Distinct == All.size())
    return;
  DistinctAtPush.resize(scopes(), Distinct);
  for (; Distinct < All.size(); ++Distinct)
    assertAst(All[Distinct]);
}

void Z3EufSolver::afterPop(unsigned Scopes) {
  forget();
  if (DistinctAtPush.size() > Scopes) {
    Distinct = DistinctAtPush[Scopes];
    DistinctAtPush.resize(Scopes);
  }
}

void Z3EufSolver::forget() {
  Values.clear();
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
      Values[E] = E.isBool() || T.isKnownConstant(E, Distinct)
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
        Values[E] = Ops[0] == Ops[1] ? True : False;
      else
        Values[E] =
            evaluateLeaf(Z3_mk_app(C, T.function(E), Ops.size(), Ops.data()));
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
  return Z3_get_ast_id(C, evaluate(Term));
}

std::unique_ptr<SolverFamily<EufSolver>> sooth::createZ3EufFamily() {
  return std::make_unique<Z3EufFamily>();
}

std::unique_ptr<EufSolver> sooth::createZ3EufSolver(ExprContext &,
                                                    SolverOptions O) {
  return Z3EufFamily().create(O);
}
