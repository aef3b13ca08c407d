//===- Z3Context.h - z3 behind our interfaces
//------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What the two z3 backends share: the context, the translation's memo, the
// assumptions' proxies and the watchdog. Only the C interface is used, which
// does not throw.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_SOLVER_Z3CONTEXT_H
#define SOOTH_LIB_SOLVER_Z3CONTEXT_H

#include "sooth/Solver/Solver.h"

#include <condition_variable>
#include <mutex>
#include <thread>

#include <z3.h>

namespace sooth {

/// Interrupts a z3 context when a budget ends: z3's own timeouts start a
/// thread per query and do not know about cancellation.
class Z3Watchdog {
public:
  explicit Z3Watchdog(Z3_context C) : C(C) {}
  ~Z3Watchdog();
  /// Watches from now until disarm(); starts the thread when first needed.
  void arm(const Budget &B);
  void disarm();

private:
  void run();

  Z3_context C;
  std::mutex Lock;
  std::condition_variable Wake;
  const Budget *Watched = nullptr;
  bool Stop = false;
  std::thread Thread;
};

/// A z3 context (16 MB each, and slow to make) and the expressions translated
/// into it. Several solvers may share one, but not at the same time: no two of
/// them are used by different threads. Derived classes say what expressions
/// mean.
class Z3Translation {
public:
  Z3Translation();
  virtual ~Z3Translation();
  Z3Translation(const Z3Translation &) = delete;
  Z3Translation &operator=(const Z3Translation &) = delete;

  Z3_context context() const { return C; }
  Z3_ast translate(Expr E);
  /// Keeps \p A alive as long as this object.
  Z3_ast keep(Z3_ast A);
  Z3Watchdog &watchdog() { return Watchdog; }

protected:
  /// The translation of one node whose operands are translated.
  virtual Z3_ast translateNode(Expr E, llvm::ArrayRef<Z3_ast> Ops) = 0;
  /// The nodes that mean the same everywhere: Not, And, Or, Ite and Eq.
  Z3_ast translateCore(Expr E, llvm::ArrayRef<Z3_ast> Ops);

  Z3_context C;

private:
  ExprMap<Z3_ast> Memo;
  std::vector<Z3_ast> Kept;
  Z3Watchdog Watchdog;
};

/// A z3 solver over Expr.
class Z3Base {
public:
  Z3Base(std::shared_ptr<Z3Translation> T, SolverOptions O);
  virtual ~Z3Base();
  Z3Base(const Z3Base &) = delete;
  Z3Base &operator=(const Z3Base &) = delete;

  void push();
  void pop();
  void add(Expr E);
  Answer check(llvm::ArrayRef<Expr> Assumptions, const Budget &B);
  std::vector<Expr> core();
  const std::string &reasonUnknown() const { return Reason; }

protected:
  Z3_ast translate(Expr E) { return Translation->translate(E); }
  /// Called before every check.
  virtual void beforeCheck() {}
  /// Called after a pop to the given number of scopes.
  virtual void afterPop(unsigned Scopes) {}
  /// The model of the last Sat; owned here.
  Z3_model model();
  void assertAst(Z3_ast A) { Z3_solver_assert(C, S, A); }
  unsigned scopes() const { return Scopes.size(); }

  std::shared_ptr<Z3Translation> Translation;
  Z3_context C;
  Z3_solver S;

private:
  struct Scope {
    size_t Proxies, Added; // how many there were when it began
  };
  /// A literal that implies \p E, to assume in its place.
  Z3_ast proxy(Expr E);
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
  Z3_model Model = nullptr;
  std::string Reason;
};

} // namespace sooth

#endif
