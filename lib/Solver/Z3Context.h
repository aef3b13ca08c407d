//===- Z3Context.h - z3 behind our interfaces -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What the two z3 backends share: scopes and the assumptions' proxies.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_SOLVER_Z3CONTEXT_H
#define SOOTH_LIB_SOLVER_Z3CONTEXT_H

#include "Z3Terms.h"

#include "sooth/Solver/Solver.h"

namespace sooth {

/// A z3 solver over Expr.
class Z3Base {
public:
  Z3Base(std::shared_ptr<Z3Terms> T, SolverOptions O);
  virtual ~Z3Base();
  Z3Base(const Z3Base &) = delete;
  Z3Base &operator=(const Z3Base &) = delete;

  void push();
  void pop();
  void add(Expr E);
  Answer check(llvm::ArrayRef<Expr> Assumptions, const Budget &B);
  /// As check(), but by a tactic that sees the whole question at once, from
  /// the beginning each time. All assumptions are its core.
  Answer checkAtOnce(const char *Tactic, llvm::ArrayRef<Expr> Assumptions,
                     const Budget &B);
  std::vector<Expr> core();
  const std::string &reasonUnknown() const { return Reason; }

protected:
  Z3_ast translate(Expr E) { return Terms->translate(E); }
  /// Whether the solver knows more than what was added.
  virtual bool knowsMore() const { return false; }
  /// Called before every check.
  virtual void beforeCheck() {}
  /// Called after a pop to the given number of scopes.
  virtual void afterPop(unsigned Scopes) {}
  /// The model of the last Sat; owned here.
  Z3_model model();
  void assertAst(Z3_ast A) { Z3_solver_assert(C, S, A); }
  unsigned scopes() const { return Scopes.size(); }
  /// What was added and is in scope.
  llvm::ArrayRef<Expr> added() const { return Added; }
  const SolverOptions &options() const { return Options; }

  std::shared_ptr<Z3Terms> Terms;
  Z3_context C;
  Z3_solver S;

private:
  struct Scope {
    size_t Proxies, Added; // how many there were when it began
  };
  /// A literal that implies \p E, to assume in its place.
  Z3_ast proxy(Expr E);
  Answer ask(Z3_solver Whom, llvm::ArrayRef<Z3_ast> Assumptions,
             const Budget &B, bool &WasInterrupted);
  void dropModel();
  void makeSolver();
  void startAgain();

  ExprMap<Z3_ast> Proxies;
  std::vector<Expr> ProxyTrail; // in order of creation
  std::vector<Expr> Added;      // asserted by users
  std::vector<Scope> Scopes;
  SolverOptions Options;
  bool Interrupted = false;             // in its last check
  llvm::DenseMap<Z3_ast, Expr> Assumed; // of the last check
  std::vector<Expr> CoreAtOnce;         // of the last check, if at once
  Z3_model Model = nullptr;
  std::string Reason;
};

} // namespace sooth

#endif
