//===- Z3Reader.h - What z3 made, as expressions --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_SOLVER_Z3READER_H
#define SOOTH_LIB_SOLVER_Z3READER_H

#include "sooth/Expr/ExprContext.h"

#include <functional>

#include <z3.h>

namespace sooth {

/// Reads z3's terms.
class Z3Reader {
public:
  /// \p Named is the variable that a constant of z3 stands for, or null.
  using Naming = std::function<Expr(llvm::StringRef Name)>;
  Z3Reader(ExprContext &Ctx, Z3_context C, Naming Named)
      : Ctx(Ctx), C(C), Named(std::move(Named)) {}

  /// \p A, or null if expressions do not have what is in it: quantifiers,
  /// skolem functions, or division by what may be zero, which z3 leaves open.
  /// Requires that the caller holds \p A.
  Expr read(Z3_ast A);

private:
  Expr leaf(Z3_ast A);
  Expr numeral(Z3_ast A);
  Expr apply(Z3_app App, llvm::ArrayRef<Expr> Ops);
  Expr applyCore(Z3_decl_kind K, llvm::ArrayRef<Expr> Ops);
  Expr applyArithmetic(Z3_decl_kind K, llvm::ArrayRef<Expr> Ops);
  Expr applyBitVectors(Z3_decl_kind K, Z3_func_decl D,
                       llvm::ArrayRef<Expr> Ops);
  Expr applyArrays(Z3_app App, llvm::ArrayRef<Expr> Ops);
  Expr make(Kind K, llvm::ArrayRef<Expr> Ops, unsigned P0 = 0, unsigned P1 = 0);
  Expr fold(Kind K, llvm::ArrayRef<Expr> Ops);
  Sort sort(Z3_sort S);

  ExprContext &Ctx;
  Z3_context C;
  Naming Named;
};

} // namespace sooth

#endif
