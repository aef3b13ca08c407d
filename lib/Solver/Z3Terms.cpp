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
  return InterruptedSinceArmed;
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
/// Contexts that nobody uses. What was in them is gone when its last owner is.
class IdleContexts {
public:
  Z3_context take() {
    std::lock_guard<std::mutex> Guard(Lock);
    return Idle.empty() ? nullptr : Idle.pop_back_val();
  }
  /// Returns false if there are enough.
  bool keep(Z3_context C) {
    constexpr size_t Enough = 2;
    std::lock_guard<std::mutex> Guard(Lock);
    if (Idle.size() >= Enough)
      return false;
    Idle.push_back(C);
    return true;
  }

private:
  std::mutex Lock;
  llvm::SmallVector<Z3_context, 2> Idle;
};
} // namespace

/// Never destroyed: the end of a process frees contexts faster than z3 does.
static IdleContexts &idleContexts() {
  static IdleContexts *Only = new IdleContexts;
  return *Only;
}

static Z3_context someContext() {
  Z3_context C = idleContexts().take();
  return C ? C : makeContext();
}

void sooth::prepareZ3() {
  Z3_context C = someContext();
  if (!idleContexts().keep(C))
    Z3_del_context(C);
}

Z3Terms::Z3Terms() : C(someContext()), Watchdog(C) {}

Z3Terms::~Z3Terms() {
  for (Z3_ast A : Kept)
    Z3_dec_ref(C, A);
  Watchdog.stop();
  // z3 is not always the same after an interruption.
  if (Watchdog.hasInterrupted() || !idleContexts().keep(C))
    Z3_del_context(C);
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
