//===- Z3Reader.cpp - What z3 made, as expressions ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Z3Reader.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

using namespace sooth;
using llvm::APInt;
using llvm::DynamicAPInt;

Sort Z3Reader::sort(Z3_sort S) {
  switch (Z3_get_sort_kind(C, S)) {
  case Z3_BOOL_SORT:
    return Ctx.boolSort();
  case Z3_INT_SORT:
    return Ctx.intSort();
  case Z3_REAL_SORT:
    return Ctx.realSort();
  case Z3_BV_SORT:
    return Ctx.bitVecSort(Z3_get_bv_sort_size(C, S));
  case Z3_ARRAY_SORT: {
    Sort Index = sort(Z3_get_array_sort_domain(C, S));
    Sort Element = sort(Z3_get_array_sort_range(C, S));
    return Index && Element ? Ctx.arraySort(Index, Element) : Sort();
  }
  default:
    return Sort();
  }
}

/// The operator, unless its operands have other sorts than ours would.
Expr Z3Reader::make(Kind K, llvm::ArrayRef<Expr> Ops, unsigned P0,
                    unsigned P1) {
  return Ctx.resultSort(K, Ops, P0, P1) ? Ctx.make(K, Ops, P0, P1) : Expr();
}

/// z3's operators take any number of operands.
Expr Z3Reader::fold(Kind K, llvm::ArrayRef<Expr> Ops) {
  Expr Result = Ops[0];
  for (Expr Op : llvm::drop_begin(Ops))
    if (!(Result = make(K, {Result, Op})))
      return Expr();
  return Result;
}

Expr Z3Reader::numeral(Z3_ast A) {
  Sort S = sort(Z3_get_sort(C, A));
  if (!S)
    return Expr();
  llvm::StringRef Text = Z3_get_numeral_string(C, A);
  if (S.isBitVec())
    return Ctx.bv(APInt(S.width() + 1, Text, 10).trunc(S.width()));
  auto [Num, Den] = Text.split('/');
  auto N = parseInteger(Num);
  auto D = Den.empty() ? DynamicAPInt(1) : parseInteger(Den);
  if (!N || !D)
    return Expr();
  return S.isInt() ? Ctx.integer(*N) : Ctx.real(Rational(*N, *D));
}

Expr Z3Reader::leaf(Z3_ast A) {
  switch (Z3_get_ast_kind(C, A)) {
  case Z3_NUMERAL_AST:
    return numeral(A);
  case Z3_APP_AST: {
    Z3_func_decl D = Z3_get_app_decl(C, Z3_to_app(C, A));
    switch (Z3_get_decl_kind(C, D)) {
    case Z3_OP_TRUE:
      return Ctx.trueExpr();
    case Z3_OP_FALSE:
      return Ctx.falseExpr();
    case Z3_OP_UNINTERPRETED: {
      Z3_symbol Name = Z3_get_decl_name(C, D);
      if (Z3_get_symbol_kind(C, Name) != Z3_STRING_SYMBOL)
        return Expr();
      Expr V = Named(Z3_get_symbol_string(C, Name));
      return V && V.sort() == sort(Z3_get_sort(C, A)) ? V : Expr();
    }
    default:
      return Expr();
    }
  }
  default:
    return Expr();
  }
}

Expr Z3Reader::read(Z3_ast Root) {
  llvm::DenseMap<Z3_ast, Expr> Memo;
  llvm::SmallVector<Z3_ast, 32> Stack{Root};
  llvm::SmallVector<Expr, 8> Ops;
  while (!Stack.empty()) {
    Z3_ast A = Stack.back();
    if (Memo.contains(A)) {
      Stack.pop_back();
      continue;
    }
    Expr Result;
    if (!Z3_is_app(C, A) || Z3_get_app_num_args(C, Z3_to_app(C, A)) == 0) {
      Result = leaf(A);
    } else {
      Z3_app App = Z3_to_app(C, A);
      size_t Before = Stack.size();
      Ops.clear();
      for (unsigned I = 0, N = Z3_get_app_num_args(C, App); I < N; ++I) {
        Z3_ast Arg = Z3_get_app_arg(C, App, I);
        if (Expr Op = Memo.lookup(Arg))
          Ops.push_back(Op);
        else
          Stack.push_back(Arg);
      }
      if (Stack.size() > Before)
        continue;
      Result = apply(App, Ops);
    }
    if (!Result)
      return Expr();
    Memo[A] = Result;
  }
  return Memo.lookup(Root);
}

Expr Z3Reader::apply(Z3_app App, llvm::ArrayRef<Expr> Ops) {
  Z3_func_decl D = Z3_get_app_decl(C, App);
  Z3_decl_kind K = Z3_get_decl_kind(C, D);
  if (Expr E = applyCore(K, Ops))
    return E;
  if (Ops[0].sort().isArith() && K != Z3_OP_CONST_ARRAY)
    return applyArithmetic(K, Ops);
  if (Ops[0].sort().isBitVec() && K != Z3_OP_CONST_ARRAY)
    return applyBitVectors(K, D, Ops);
  return applyArrays(App, Ops);
}

Expr Z3Reader::applyCore(Z3_decl_kind K, llvm::ArrayRef<Expr> Ops) {
  switch (K) {
  case Z3_OP_NOT:
    return Ctx.mkNot(Ops[0]);
  case Z3_OP_AND:
    return Ctx.mkAnd(Ops);
  case Z3_OP_OR:
    return Ctx.mkOr(Ops);
  case Z3_OP_IMPLIES:
    return Ctx.mkImplies(Ops[0], Ops[1]);
  case Z3_OP_XOR:
    return Ops.size() == 2 ? Ctx.mkXor(Ops[0], Ops[1]) : Expr();
  case Z3_OP_ITE:
    return Ops[1].sort() == Ops[2].sort() ? Ctx.mkIte(Ops[0], Ops[1], Ops[2])
                                          : Expr();
  case Z3_OP_EQ:
  case Z3_OP_IFF:
    return Ops.size() == 2 && Ops[0].sort() == Ops[1].sort()
               ? Ctx.mkEq(Ops[0], Ops[1])
               : Expr();
  case Z3_OP_DISTINCT:
    return Ctx.mkDistinct(Ops);
  default:
    return Expr();
  }
}

Expr Z3Reader::applyArithmetic(Z3_decl_kind K, llvm::ArrayRef<Expr> Ops) {
  auto KnownDivisor = [&] {
    return Ops[1].isConst() && Ops[1].value() != Value::zero(Ops[1].sort());
  };
  switch (K) {
  case Z3_OP_LE:
    return make(Kind::Le, Ops);
  case Z3_OP_LT:
    return make(Kind::Lt, Ops);
  case Z3_OP_GE:
    return make(Kind::Le, {Ops[1], Ops[0]});
  case Z3_OP_GT:
    return make(Kind::Lt, {Ops[1], Ops[0]});
  case Z3_OP_ADD:
    return fold(Kind::Add, Ops);
  case Z3_OP_SUB:
    return fold(Kind::Sub, Ops);
  case Z3_OP_MUL:
    return fold(Kind::Mul, Ops);
  case Z3_OP_UMINUS:
    return make(Kind::Neg, Ops);
  case Z3_OP_DIV:
    return KnownDivisor() ? make(Kind::RealDiv, Ops) : Expr();
  case Z3_OP_IDIV:
    return KnownDivisor() ? make(Kind::IntDiv, Ops) : Expr();
  case Z3_OP_MOD:
    return KnownDivisor() ? make(Kind::IntMod, Ops) : Expr();
  case Z3_OP_TO_REAL:
    return make(Kind::ToReal, Ops);
  case Z3_OP_TO_INT:
    return make(Kind::ToInt, Ops);
  case Z3_OP_IS_INT:
    return Ctx.mkEq(Ctx.make(Kind::ToReal, {Ctx.make(Kind::ToInt, Ops)}),
                    Ops[0]);
  default:
    return Expr();
  }
}

static std::optional<Kind> bitVectorKind(Z3_decl_kind K) {
  switch (K) {
  case Z3_OP_BNOT:
    return Kind::BvNot;
  case Z3_OP_BNEG:
    return Kind::BvNeg;
  case Z3_OP_BAND:
    return Kind::BvAnd;
  case Z3_OP_BOR:
    return Kind::BvOr;
  case Z3_OP_BXOR:
    return Kind::BvXor;
  case Z3_OP_BADD:
    return Kind::BvAdd;
  case Z3_OP_BSUB:
    return Kind::BvSub;
  case Z3_OP_BMUL:
    return Kind::BvMul;
  case Z3_OP_BUDIV:
    return Kind::BvUdiv;
  case Z3_OP_BUREM:
    return Kind::BvUrem;
  case Z3_OP_BSDIV:
    return Kind::BvSdiv;
  case Z3_OP_BSREM:
    return Kind::BvSrem;
  case Z3_OP_BSHL:
    return Kind::BvShl;
  case Z3_OP_BLSHR:
    return Kind::BvLshr;
  case Z3_OP_BASHR:
    return Kind::BvAshr;
  case Z3_OP_ULT:
    return Kind::BvUlt;
  case Z3_OP_ULEQ:
    return Kind::BvUle;
  case Z3_OP_SLT:
    return Kind::BvSlt;
  case Z3_OP_SLEQ:
    return Kind::BvSle;
  case Z3_OP_CONCAT:
    return Kind::Concat;
  default:
    return std::nullopt;
  }
}

Expr Z3Reader::applyBitVectors(Z3_decl_kind K, Z3_func_decl D,
                               llvm::ArrayRef<Expr> Ops) {
  auto Param = [&](unsigned I) {
    return unsigned(Z3_get_decl_int_parameter(C, D, I));
  };
  if (auto Ours = bitVectorKind(K))
    return Ops.size() == 1 ? make(*Ours, Ops) : fold(*Ours, Ops);
  switch (K) {
  case Z3_OP_UGT:
    return make(Kind::BvUlt, {Ops[1], Ops[0]});
  case Z3_OP_UGEQ:
    return make(Kind::BvUle, {Ops[1], Ops[0]});
  case Z3_OP_SGT:
    return make(Kind::BvSlt, {Ops[1], Ops[0]});
  case Z3_OP_SGEQ:
    return make(Kind::BvSle, {Ops[1], Ops[0]});
  case Z3_OP_EXTRACT:
    return make(Kind::Extract, Ops, Param(0), Param(1));
  case Z3_OP_ZERO_EXT:
    return make(Kind::ZeroExt, Ops, Param(0));
  case Z3_OP_SIGN_EXT:
    return make(Kind::SignExt, Ops, Param(0));
  case Z3_OP_BIT2BOOL:
    return Ctx.bvToBool(make(Kind::Extract, Ops, Param(0), Param(0)));
  case Z3_OP_BCOMP:
    return Ctx.boolToBv(Ctx.mkEq(Ops[0], Ops[1]));
  // The divisor is known not to be zero where these occur.
  case Z3_OP_BUDIV_I:
    return make(Kind::BvUdiv, Ops);
  case Z3_OP_BUREM_I:
    return make(Kind::BvUrem, Ops);
  case Z3_OP_BSDIV_I:
    return make(Kind::BvSdiv, Ops);
  case Z3_OP_BSREM_I:
    return make(Kind::BvSrem, Ops);
  default:
    return Expr();
  }
}

Expr Z3Reader::applyArrays(Z3_app App, llvm::ArrayRef<Expr> Ops) {
  switch (Z3_get_decl_kind(C, Z3_get_app_decl(C, App))) {
  case Z3_OP_SELECT:
    return make(Kind::Select, Ops);
  case Z3_OP_STORE:
    return make(Kind::Store, Ops);
  case Z3_OP_CONST_ARRAY: {
    Sort S = sort(Z3_get_sort(C, Z3_app_to_ast(C, App)));
    return S && S.isArray() && S.element() == Ops[0].sort()
               ? Ctx.mkConstArray(S, Ops[0])
               : Expr();
  }
  default:
    return Expr();
  }
}
