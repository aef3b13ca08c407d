//===- Z3Terms.cpp - Expressions in a z3 context --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Z3Terms.h"

#include "sooth/Solver/Prepare.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"

using namespace sooth;

Z3Watchdog::~Z3Watchdog() { stop(); }

void Z3Watchdog::stop() {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    Stop = true;
  }
  Wake.notify_all();
  if (Thread.joinable())
    Thread.join();
}

void Z3Watchdog::arm(const Budget &B) {
  std::lock_guard<std::mutex> Guard(Lock);
  Watched = &B;
  InterruptedSinceArmed = false;
  if (!Thread.joinable())
    Thread = std::thread([this] { run(); });
}

bool Z3Watchdog::disarm() {
  std::lock_guard<std::mutex> Guard(Lock);
  Watched = nullptr;
  if (InterruptedSinceArmed)
    forgetInterruption();
  return InterruptedSinceArmed;
}

/// An interruption that comes when z3 has its answer stays until the next
/// question. Until then z3 drops what it is told: assertions, which makes it
/// answer Sat too often, and scopes, without which what is popped stays.
void Z3Watchdog::forgetInterruption() {
  Z3_solver Nothing = Z3_mk_simple_solver(C);
  Z3_solver_inc_ref(C, Nothing);
  Z3_solver_check(C, Nothing);
  Z3_solver_dec_ref(C, Nothing);
}

void Z3Watchdog::interrupt() {
  Interrupted = InterruptedSinceArmed = true;
  Z3_interrupt(C);
}

void Z3Watchdog::run() {
  std::unique_lock<std::mutex> Guard(Lock);
  while (!Stop) {
    if (Watched && Watched->exhausted())
      interrupt();
    Wake.wait_for(Guard, std::chrono::milliseconds(20));
  }
}

static Z3_context makeContext() {
  Z3_config Cfg = Z3_mk_config();
  Z3_context C = Z3_mk_context_rc(Cfg);
  Z3_del_config(Cfg);
  // Errors are read from the context; the default handler would exit.
  Z3_set_error_handler(C, [](Z3_context, Z3_error_code) {});
  return C;
}

namespace {
/// Contexts that nobody uses. What was in them is gone when its last owner is,
/// but for the names that z3 makes up: they are numbered, always on, and it
/// forgets no name. A new context begins with the same names again.
class IdleContexts {
public:
  Z3_context take();
  /// Keeps \p C, or deletes it.
  void giveBack(Z3_context C, bool IsAsItWas);
  void deleteAll();

private:
  static constexpr size_t Enough = 2;
  static constexpr unsigned MostUses = 16;

  std::mutex Lock;
  llvm::SmallVector<Z3_context, 2> Idle;
  /// Of those that exist: how often they were given back.
  llvm::DenseMap<Z3_context, unsigned> Uses;
};
} // namespace

Z3_context IdleContexts::take() {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    if (!Idle.empty())
      return Idle.pop_back_val();
  }
  return makeContext();
}

void IdleContexts::giveBack(Z3_context C, bool IsAsItWas) {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    if (IsAsItWas && Idle.size() < Enough && ++Uses[C] < MostUses) {
      Idle.push_back(C);
      return;
    }
    Uses.erase(C);
  }
  Z3_del_context(C);
}

void IdleContexts::deleteAll() {
  llvm::SmallVector<Z3_context, 2> All;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    All.swap(Idle);
    for (Z3_context C : All)
      Uses.erase(C);
  }
  for (Z3_context C : All)
    Z3_del_context(C);
}

/// Never destroyed: the end of a process frees contexts faster than z3 does.
static IdleContexts &idleContexts() {
  static IdleContexts *Only = new IdleContexts;
  return *Only;
}

void sooth::prepareZ3() {
  idleContexts().giveBack(idleContexts().take(), /*IsAsItWas=*/true);
}

void sooth::releaseZ3() { idleContexts().deleteAll(); }

Z3Terms::Z3Terms() : C(idleContexts().take()), Watchdog(C) {}

Z3Terms::~Z3Terms() {
  for (Z3_ast A : Kept)
    Z3_dec_ref(C, A);
  Watchdog.stop();
  // z3 is not always the same after an interruption.
  idleContexts().giveBack(C, !Watchdog.hasInterrupted());
}

Z3_ast Z3Terms::keep(Z3_ast A) {
  Z3_inc_ref(C, A);
  Kept.push_back(A);
  return A;
}

Z3_ast Z3Terms::translateCore(Expr E, llvm::ArrayRef<Z3_ast> Ops) {
  switch (E.kind()) {
  case Kind::Not:
    return Z3_mk_not(C, Ops[0]);
  case Kind::And:
    return Z3_mk_and(C, Ops.size(), Ops.data());
  case Kind::Or:
    return Z3_mk_or(C, Ops.size(), Ops.data());
  case Kind::Ite:
    return Z3_mk_ite(C, Ops[0], Ops[1], Ops[2]);
  case Kind::Eq:
    return Z3_mk_eq(C, Ops[0], Ops[1]);
  default:
    llvm_unreachable("not a core operator");
  }
}

Z3_ast Z3Terms::translate(Expr Root) {
  if (Z3_ast A = Memo.lookup(Root))
    return A;
  llvm::SmallVector<Expr, 32> Stack{Root};
  llvm::SmallVector<Z3_ast, 8> Ops;
  while (!Stack.empty()) {
    Expr E = Stack.back();
    if (Memo.lookup(E)) {
      Stack.pop_back();
      continue;
    }
    Ops.clear();
    for (Expr Op : E.operands()) {
      Z3_ast A = Memo.lookup(Op);
      if (A)
        Ops.push_back(A);
      else
        Stack.push_back(Op);
    }
    if (Ops.size() == E.numOperands())
      Memo[E] = keep(translateNode(E, Ops));
  }
  return Memo.lookup(Root);
}
