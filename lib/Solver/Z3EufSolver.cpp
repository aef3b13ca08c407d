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

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;

namespace {
class Z3EufSolver final : public EufSolver, private Z3Base {
public:
  Z3EufSolver(ExprContext &Ctx, SolverOptions O) : Z3Base(Ctx, O) {}

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
  /// The constants of one sort: distinct when asserted to be.
  struct Constants {
    std::vector<Z3_ast> All;
    size_t Distinct = 0;                // the first so many
    std::vector<size_t> DistinctAtPush; // Distinct when each scope began
  };

  Z3_sort sort(Sort S);
  Z3_ast translateNode(Expr E, llvm::ArrayRef<Z3_ast> Ops) override;
  Z3_func_decl function(Expr E);
  void beforeCheck() override;
  void afterPop(unsigned Scopes) override;
  void forget();
  Z3_ast evaluate(Expr E);
  Z3_ast evaluateLeaf(Z3_ast A);

  llvm::DenseMap<Sort, Z3_sort> Sorts;
  llvm::DenseMap<Sort, Constants> ConstantsOf;
  llvm::StringMap<Z3_func_decl> Functions;
  ExprMap<Z3_ast> Values; // under the current model
  std::vector<Z3_ast> Held;
};
} // namespace

Z3_sort Z3EufSolver::sort(Sort S) {
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

Z3_func_decl Z3EufSolver::function(Expr E) {
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

Z3_ast Z3EufSolver::translateNode(Expr E, llvm::ArrayRef<Z3_ast> Ops) {
  switch (E.kind()) {
  case Kind::Const: {
    if (E.isBool())
      return E.isTrue() ? Z3_mk_true(C) : Z3_mk_false(C);
    std::string Name;
    llvm::raw_string_ostream OS(Name);
    E.value().print(OS);
    Z3_ast A = keep(
        Z3_mk_const(C, Z3_mk_string_symbol(C, Name.c_str()), sort(E.sort())));
    ConstantsOf[E.sort()].All.push_back(A);
    return A;
  }
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

/// Asserts that constants are distinct, line 10 of Algorithm 1. z3 takes a
/// large `distinct` without a quadratic number of disequalities.
void Z3EufSolver::beforeCheck() {
  for (auto &[S, K] : ConstantsOf) {
    if (K.Distinct == K.All.size())
      continue;
    K.DistinctAtPush.resize(scopes(), K.Distinct);
    if (K.Distinct == 0) {
      if (K.All.size() > 1)
        assertAst(Z3_mk_distinct(C, K.All.size(), K.All.data()));
    } else {
      for (size_t New = K.Distinct; New < K.All.size(); ++New)
        for (size_t Old = 0; Old < New; ++Old)
          assertAst(Z3_mk_not(C, Z3_mk_eq(C, K.All[Old], K.All[New])));
    }
    K.Distinct = K.All.size();
  }
}

void Z3EufSolver::afterPop(unsigned Scopes) {
  forget();
  for (auto &[S, K] : ConstantsOf)
    if (K.DistinctAtPush.size() > Scopes) {
      K.Distinct = K.DistinctAtPush[Scopes];
      K.DistinctAtPush.resize(Scopes);
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
    case Kind::Const:
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
            evaluateLeaf(Z3_mk_app(C, function(E), Ops.size(), Ops.data()));
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

std::unique_ptr<EufSolver> sooth::createZ3EufSolver(ExprContext &Ctx,
                                                    SolverOptions O) {
  return std::make_unique<Z3EufSolver>(Ctx, O);
}
