//===- Z3Context.cpp - z3 behind our interfaces ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Z3Context.h"

#include "sooth/Solver/SolverCount.h"

#include "llvm/ADT/SmallVector.h"

using namespace sooth;

Z3Base::Z3Base(std::shared_ptr<Z3Terms> T, SolverOptions O)
    : Terms(std::move(T)), C(Terms->context()), S(nullptr), Options(O) {
  makeSolver();
}

/// QF_FD selects z3's SAT solver behind a bit-blaster, which is far faster than
/// the general one where it applies.
void Z3Base::makeSolver() {
  noteSolver();
  S = Options.Over == SolverOptions::Theories::BitVectors
          ? Z3_mk_solver_for_logic(C, Z3_mk_string_symbol(C, "QF_FD"))
          : Z3_mk_simple_solver(C);
  Z3_solver_inc_ref(C, S);
  Z3_params P = Z3_mk_params(C);
  Z3_params_inc_ref(C, P);
  auto Symbol = [&](const char *Name) { return Z3_mk_string_symbol(C, Name); };
  Z3_params_set_uint(C, P, Symbol("random_seed"), Options.Seed);
  if (Options.Relevant == SolverOptions::Relevancy::Off)
    Z3_params_set_uint(C, P, Symbol("relevancy"), 0);
  if (Options.Core == SolverOptions::Cores::Minimal)
    Z3_params_set_bool(C, P, Symbol("core.minimize"), true);
  Z3_solver_set_params(C, S, P);
  Z3_params_dec_ref(C, P);
}

/// The bit-blaster, if interrupted, forgets which bits a variable has and
/// gives it new ones, without the constraints on the old ones: the solver
/// would answer Sat too often from then on. So does the general solver.
void Z3Base::startAgain() {
  Interrupted = false;
  if (knowsMore())
    return;
  Z3_solver_dec_ref(C, S);
  makeSolver();
  Proxies.clear();
  ProxyTrail.clear();
  size_t Next = 0;
  auto AddUpTo = [&](size_t End) {
    for (; Next < End; ++Next)
      Z3_solver_assert(C, S, translate(Added[Next]));
  };
  for (Scope &Sc : Scopes) {
    AddUpTo(Sc.Added);
    Sc.Proxies = 0;
    Z3_solver_push(C, S);
  }
  AddUpTo(Added.size());
}

Z3Base::~Z3Base() {
  dropModel();
  Z3_solver_dec_ref(C, S);
}

void Z3Base::dropModel() {
  if (Model)
    Z3_model_dec_ref(C, Model);
  Model = nullptr;
}

Z3_model Z3Base::model() {
  if (!Model) {
    Model = Z3_solver_get_model(C, S);
    Z3_model_inc_ref(C, Model);
  }
  return Model;
}

void Z3Base::push() {
  dropModel();
  Scopes.push_back({ProxyTrail.size(), Added.size()});
  Z3_solver_push(C, S);
}

void Z3Base::pop() {
  dropModel();
  Z3_solver_pop(C, S, 1);
  // The proxies' definitions of this scope are gone with it.
  Scope Last = Scopes.back();
  for (size_t I = Last.Proxies; I < ProxyTrail.size(); ++I)
    Proxies.erase(ProxyTrail[I]);
  ProxyTrail.resize(Last.Proxies);
  Added.resize(Last.Added);
  Scopes.pop_back();
  afterPop(Scopes.size());
}

void Z3Base::add(Expr E) {
  dropModel();
  Added.push_back(E);
  Z3_solver_assert(C, S, translate(E));
}

Z3_ast Z3Base::proxy(Expr E) {
  if (E.isVar() || (E.is(Kind::Not) && E.operand(0).isVar()))
    return translate(E);
  if (Z3_ast P = Proxies.lookup(E))
    return P;
  Z3_ast P = Terms->keep(Z3_mk_fresh_const(C, "assume", Z3_mk_bool_sort(C)));
  Z3_solver_assert(C, S, Z3_mk_implies(C, P, translate(E)));
  Proxies[E] = P;
  ProxyTrail.push_back(E);
  return P;
}

/// Sets \p WasInterrupted if \p Whom was, whatever it answers.
Answer Z3Base::ask(Z3_solver Whom, llvm::ArrayRef<Z3_ast> Assumptions,
                   const Budget &B, bool &WasInterrupted) {
  if (B.exhausted()) {
    Reason = "out of budget";
    return Answer::Unknown;
  }
  Terms->watchdog().arm(B);
  Z3_lbool R = Z3_solver_check_assumptions(C, Whom, Assumptions.size(),
                                           Assumptions.data());
  const bool IsLate = Terms->watchdog().disarm();
  // An interruption that came too late for the answer may have come while the
  // model was made, and spoils what the solver knows.
  WasInterrupted = IsLate || R == Z3_L_UNDEF;
  if (R == Z3_L_TRUE && !IsLate)
    return Answer::Sat;
  if (R == Z3_L_FALSE)
    return Answer::Unsat;
  Reason =
      B.exhausted() ? "out of budget" : Z3_solver_get_reason_unknown(C, Whom);
  return Answer::Unknown;
}

Answer Z3Base::check(llvm::ArrayRef<Expr> Assumptions, const Budget &B) {
  dropModel();
  if (Interrupted)
    startAgain();
  Assumed.clear();
  CoreAtOnce.clear();
  llvm::SmallVector<Z3_ast, 16> Asts;
  for (Expr E : Assumptions) {
    if (E.isTrue())
      continue;
    Z3_ast A = proxy(E);
    if (Assumed.try_emplace(A, E).second)
      Asts.push_back(A);
  }
  beforeCheck();
  return ask(S, Asts, B, Interrupted);
}

Answer Z3Base::checkAtOnce(const char *Tactic, llvm::ArrayRef<Expr> Assumptions,
                           const Budget &B) {
  dropModel();
  Assumed.clear();
  noteSolver();
  Z3_tactic T = Z3_mk_tactic(C, Tactic);
  Z3_tactic_inc_ref(C, T);
  Z3_solver Once = Z3_mk_solver_from_tactic(C, T);
  Z3_solver_inc_ref(C, Once);
  for (llvm::ArrayRef<Expr> Parts : {llvm::ArrayRef<Expr>(Added), Assumptions})
    for (Expr E : Parts)
      Z3_solver_assert(C, Once, translate(E));
  bool IsSpoilt = false; // nobody asks it again
  Answer A = ask(Once, {}, B, IsSpoilt);
  if (A == Answer::Sat) {
    Model = Z3_solver_get_model(C, Once);
    Z3_model_inc_ref(C, Model);
  }
  CoreAtOnce.assign(Assumptions.begin(), Assumptions.end());
  Z3_solver_dec_ref(C, Once);
  Z3_tactic_dec_ref(C, T);
  return A;
}

std::vector<Expr> Z3Base::core() {
  if (!CoreAtOnce.empty())
    return CoreAtOnce;
  std::vector<Expr> Core;
  Z3_ast_vector V = Z3_solver_get_unsat_core(C, S);
  Z3_ast_vector_inc_ref(C, V);
  for (unsigned I = 0, N = Z3_ast_vector_size(C, V); I < N; ++I)
    if (Expr E = Assumed.lookup(Z3_ast_vector_get(C, V, I)))
      Core.push_back(E);
  Z3_ast_vector_dec_ref(C, V);
  return Core;
}
