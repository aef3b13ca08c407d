//===- MemoryState.h - Addresses and what memory holds ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORY_MEMORYSTATE_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORY_MEMORYSTATE_H

#include "Scalars.h"
#include "sooth/Model/SourceTable.h"

#include "llvm/ADT/MapVector.h"

namespace sooth {

/// Widths of a pointer's scalars.
inline constexpr unsigned ObjectBits = 32, OffsetBits = 64;

/// A pointer's scalars by name.
struct Address {
  Expr Object, Offset;
};
inline Scalars scalarsOf(const Address &A) { return {A.Object, A.Offset}; }

/// What the memory's variables hold at some point of an edge.
class MemoryState {
public:
  Expr now(Expr Var) const {
    auto It = Changed.find(Var);
    return It == Changed.end() ? Var : It->second;
  }
  void set(Expr Var, Expr New) { Changed[Var] = New; }
  const llvm::MapVector<Expr, Expr> &changes() const { return Changed; }

private:
  llvm::MapVector<Expr, Expr> Changed;
};

/// Makes an input of a sort.
using FreshInput = llvm::function_ref<Expr(Sort)>;

/// The state variables that make up memory, and what they hold at first.
struct MemoryVariables {
  explicit MemoryVariables(ExprContext &Ctx) : Ctx(Ctx), Init(Ctx.trueExpr()) {}

  /// With another name if that is taken.
  Expr add(llvm::StringRef Name, Sort S) {
    Expr Var = Ctx.lookupVar(Name) ? Ctx.freshVar(Name, S) : Ctx.var(Name, S);
    All.push_back({Var, "", ValueStyle::Signed});
    return Var;
  }

  ExprContext &Ctx;
  std::vector<StateVariable> All;
  /// Those of them that hold the arguments of main.
  std::vector<ArgumentVariable> Arguments;
  Expr Init;
};

} // namespace sooth

#endif
