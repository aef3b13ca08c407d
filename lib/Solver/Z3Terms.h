//===- Z3Terms.h - Expressions in a z3 context ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only z3's C interface is used, which does not throw.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_SOLVER_Z3TERMS_H
#define SOOTH_LIB_SOLVER_Z3TERMS_H

#include "sooth/Expr/ExprContext.h"
#include "sooth/Support/Budget.h"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

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
  /// Whether the context was interrupted since arm(). It is not any more: what
  /// z3 is told from now on counts.
  bool disarm();
  /// Ends the thread; to be called before the context is given away.
  void stop();
  /// After stop(): whether it has ever interrupted the context.
  bool hasInterrupted() const { return Interrupted; }

private:
  void run();
  void interrupt();
  void forgetInterruption();

  Z3_context C;
  bool Interrupted = false, InterruptedSinceArmed = false;
  std::mutex Lock;
  std::condition_variable Wake;
  const Budget *Watched = nullptr;
  bool Stop = false;
  std::thread Thread;
};

/// A context with the expressions translated to it. (To make one costs 17 MB
/// and as much time as many a task. So one that is no longer used is given to
/// the next who wants one, also in processes that are started in the meantime.)
/// Several solvers may share one, but not at the same time: no two of them
/// are used by different threads. Derived classes say what operators mean.
class Z3Terms {
public:
  Z3Terms();
  virtual ~Z3Terms();
  Z3Terms(const Z3Terms &) = delete;
  Z3Terms &operator=(const Z3Terms &) = delete;

  Z3_context context() const { return C; }
  Z3_ast translate(Expr E);
  /// Keeps \p A alive as long as this object: z3 frees what nobody holds.
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

/// Operators with their meaning.
class Z3ConcreteTerms : public Z3Terms {
protected:
  virtual Z3_sort sort(Sort S);
  Z3_ast translateNode(Expr E, llvm::ArrayRef<Z3_ast> Ops) override;

private:
  Z3_ast constant(const Value &V, Sort S);
  Z3_ast bitVectors(Expr E, llvm::ArrayRef<Z3_ast> Ops);
  Z3_ast arithmetic(Expr E, llvm::ArrayRef<Z3_ast> Ops);
  Z3_ast floatingPoint(Expr E, llvm::ArrayRef<Z3_ast> Ops);
  Z3_ast circuitNode(Expr E, llvm::ArrayRef<Z3_ast> Ops);

  /// Floating-point operators in terms of bits, over variables that stand for
  /// z3's operands: one for each, so that what circuits compute of the same
  /// number they share.
  ExprContext Circuits;
  llvm::DenseMap<Z3_ast, Expr> Input;
  ExprMap<Z3_ast> CircuitMemo;
};

} // namespace sooth

#endif
