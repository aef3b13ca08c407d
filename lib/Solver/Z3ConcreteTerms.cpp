//===- Z3ConcreteTerms.cpp - Operators with their meaning -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Z3Terms.h"

#include "sooth/Expr/FloatingPoint.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/ErrorHandling.h"

using namespace sooth;
using llvm::APInt;

Z3_sort Z3ConcreteTerms::sort(Sort S) {
  switch (S.kind()) {
  case SortKind::Bool:
    return Z3_mk_bool_sort(C);
  case SortKind::BitVec:
    return Z3_mk_bv_sort(C, S.width());
  case SortKind::Int:
    return Z3_mk_int_sort(C);
  case SortKind::Real:
    return Z3_mk_real_sort(C);
  case SortKind::Array: {
    Z3_sort Index = sort(S.index()), Element = sort(S.element());
    Z3_sort Array = Z3_mk_array_sort(C, Index, Element);
    keep(Z3_sort_to_ast(C, Array)); // may be part of a larger one
    return Array;
  }
  }
  llvm_unreachable("unknown sort");
}

static std::string decimal(const APInt &V) {
  llvm::SmallString<40> Text;
  V.toStringUnsigned(Text);
  return Text.str().str();
}

Z3_ast Z3ConcreteTerms::constant(const Value &V, Sort S) {
  if (S.isBool())
    return V.boolean() ? Z3_mk_true(C) : Z3_mk_false(C);
  std::string Text;
  if (S.isBitVec())
    Text = decimal(V.bits());
  else if (S.isInt())
    Text = toString(V.integer());
  else
    Text = toString(V.real().Num) + "/" + toString(V.real().Den);
  return Z3_mk_numeral(C, Text.c_str(), sort(S));
}

Z3_ast Z3ConcreteTerms::arithmetic(Expr E, llvm::ArrayRef<Z3_ast> Ops) {
  // Division is total here and partial there: x div 0 = 0, x mod 0 = x.
  // (What is built meanwhile must be kept: z3 frees what nobody holds.)
  auto Total = [&](Z3_ast Quotient, Z3_ast AtZero) {
    Sort S = E.operand(1).sort();
    if (E.operand(1).isConst() && E.operand(1).value() != Value::zero(S))
      return Quotient;
    keep(Quotient);
    Z3_ast IsZero =
        keep(Z3_mk_eq(C, Ops[1], keep(constant(Value::zero(S), S))));
    return Z3_mk_ite(C, IsZero,
                     AtZero ? AtZero
                            : keep(constant(Value::zero(E.sort()), E.sort())),
                     Quotient);
  };
  switch (E.kind()) {
  case Kind::Add:
    return Z3_mk_add(C, 2, Ops.data());
  case Kind::Sub:
    return Z3_mk_sub(C, 2, Ops.data());
  case Kind::Neg:
    return Z3_mk_unary_minus(C, Ops[0]);
  case Kind::Mul:
    return Z3_mk_mul(C, 2, Ops.data());
  case Kind::IntDiv:
  case Kind::RealDiv:
    return Total(Z3_mk_div(C, Ops[0], Ops[1]), nullptr);
  case Kind::IntMod:
    return Total(Z3_mk_mod(C, Ops[0], Ops[1]), Ops[0]);
  case Kind::Lt:
    return Z3_mk_lt(C, Ops[0], Ops[1]);
  case Kind::Le:
    return Z3_mk_le(C, Ops[0], Ops[1]);
  case Kind::ToReal:
    return Z3_mk_int2real(C, Ops[0]);
  case Kind::ToInt:
    return Z3_mk_real2int(C, Ops[0]);
  default:
    llvm_unreachable("not arithmetic");
  }
}

Z3_ast Z3ConcreteTerms::bitVectors(Expr E, llvm::ArrayRef<Z3_ast> Ops) {
  switch (E.kind()) {
  case Kind::BvNot:
    return Z3_mk_bvnot(C, Ops[0]);
  case Kind::BvNeg:
    return Z3_mk_bvneg(C, Ops[0]);
  case Kind::BvAnd:
    return Z3_mk_bvand(C, Ops[0], Ops[1]);
  case Kind::BvOr:
    return Z3_mk_bvor(C, Ops[0], Ops[1]);
  case Kind::BvXor:
    return Z3_mk_bvxor(C, Ops[0], Ops[1]);
  case Kind::BvAdd:
    return Z3_mk_bvadd(C, Ops[0], Ops[1]);
  case Kind::BvSub:
    return Z3_mk_bvsub(C, Ops[0], Ops[1]);
  case Kind::BvMul:
    return Z3_mk_bvmul(C, Ops[0], Ops[1]);
  case Kind::BvUdiv:
    return Z3_mk_bvudiv(C, Ops[0], Ops[1]);
  case Kind::BvUrem:
    return Z3_mk_bvurem(C, Ops[0], Ops[1]);
  case Kind::BvSdiv:
    return Z3_mk_bvsdiv(C, Ops[0], Ops[1]);
  case Kind::BvSrem:
    return Z3_mk_bvsrem(C, Ops[0], Ops[1]);
  case Kind::BvShl:
    return Z3_mk_bvshl(C, Ops[0], Ops[1]);
  case Kind::BvLshr:
    return Z3_mk_bvlshr(C, Ops[0], Ops[1]);
  case Kind::BvAshr:
    return Z3_mk_bvashr(C, Ops[0], Ops[1]);
  case Kind::BvUlt:
    return Z3_mk_bvult(C, Ops[0], Ops[1]);
  case Kind::BvUle:
    return Z3_mk_bvule(C, Ops[0], Ops[1]);
  case Kind::BvSlt:
    return Z3_mk_bvslt(C, Ops[0], Ops[1]);
  case Kind::BvSle:
    return Z3_mk_bvsle(C, Ops[0], Ops[1]);
  case Kind::Concat:
    return Z3_mk_concat(C, Ops[0], Ops[1]);
  case Kind::Extract:
    return Z3_mk_extract(C, E.param(0), E.param(1), Ops[0]);
  case Kind::ZeroExt:
    return Z3_mk_zero_ext(C, E.param(0), Ops[0]);
  case Kind::SignExt:
    return Z3_mk_sign_ext(C, E.param(0), Ops[0]);
  default:
    llvm_unreachable("not a bit-vector operator");
  }
}

/// Where some operators have no meaning, those of circuits still have theirs,
/// and their sorts are bit-vectors.
Z3_ast Z3ConcreteTerms::circuitNode(Expr E, llvm::ArrayRef<Z3_ast> Ops) {
  switch (E.kind()) {
  case Kind::Const:
    return E.isBool() ? constant(E.value(), E.sort())
                      : Z3_mk_numeral(C, decimal(E.value().bits()).c_str(),
                                      Z3_mk_bv_sort(C, E.sort().width()));
  case Kind::Not:
  case Kind::And:
  case Kind::Or:
  case Kind::Ite:
  case Kind::Eq:
    return translateCore(E, Ops);
  default:
    return bitVectors(E, Ops);
  }
}

/// The values of operands that z3 knows; nothing if it does not know all.
static std::optional<llvm::SmallVector<Value, 3>>
numerals(Z3_context C, llvm::ArrayRef<Z3_ast> Ops) {
  llvm::SmallVector<Value, 3> Values;
  for (Z3_ast A : Ops) {
    if (Z3_get_ast_kind(C, A) != Z3_NUMERAL_AST)
      return std::nullopt;
    unsigned Width = Z3_get_bv_sort_size(C, Z3_get_sort(C, A));
    // Ten needs four bits where ten digits need 34.
    llvm::StringRef Text = Z3_get_numeral_string(C, A);
    Values.push_back(Value(APInt(Width + 4, Text, 10).trunc(Width)));
  }
  return Values;
}

/// z3's own theory of floating-point numbers is not used: neither its SAT
/// solver nor Spacer know it, and what they say could not be read back.
Z3_ast Z3ConcreteTerms::floatingPoint(Expr E, llvm::ArrayRef<Z3_ast> Ops) {
  if (auto Known = numerals(C, Ops)) {
    Value V = applyFp(E.kind(), *Known, E.param(0), E.param(1));
    return V.isBool() ? constant(V, E.sort())
                      : Z3_mk_numeral(C, decimal(V.bits()).c_str(),
                                      Z3_mk_bv_sort(C, E.sort().width()));
  }
  llvm::SmallVector<Expr, 3> Inputs;
  for (auto [Op, A] : llvm::zip_equal(E.operands(), Ops)) {
    if (Op.isConst()) {
      Inputs.push_back(Circuits.bv(Op.value().bits()));
      continue;
    }
    Expr &Var = Input[A];
    if (!Var) {
      Var = Circuits.freshVar("x", Circuits.bitVecSort(Op.sort().width()));
      CircuitMemo[Var] = keep(A);
    }
    Inputs.push_back(Var);
  }
  Expr Root = fpAsBits(Circuits, E.kind(), Inputs, E.param(0), E.param(1));
  llvm::SmallVector<Expr, 32> Stack{Root};
  llvm::SmallVector<Z3_ast, 8> Known;
  while (!Stack.empty()) {
    Expr Top = Stack.back();
    if (CircuitMemo.lookup(Top)) {
      Stack.pop_back();
      continue;
    }
    Known.clear();
    for (Expr Op : Top.operands())
      if (Z3_ast A = CircuitMemo.lookup(Op))
        Known.push_back(A);
      else
        Stack.push_back(Op);
    if (Known.size() == Top.numOperands())
      CircuitMemo[Top] = keep(circuitNode(Top, Known));
  }
  return CircuitMemo.lookup(Root);
}

Z3_ast Z3ConcreteTerms::translateNode(Expr E, llvm::ArrayRef<Z3_ast> Ops) {
  switch (E.kind()) {
  case Kind::Const:
    return constant(E.value(), E.sort());
  case Kind::Var:
    return Z3_mk_const(C, Z3_mk_string_symbol(C, E.name().str().c_str()),
                       sort(E.sort()));
  case Kind::Not:
  case Kind::And:
  case Kind::Or:
  case Kind::Ite:
  case Kind::Eq:
    return translateCore(E, Ops);
  case Kind::Select:
    return Z3_mk_select(C, Ops[0], Ops[1]);
  case Kind::Store:
    return Z3_mk_store(C, Ops[0], Ops[1], Ops[2]);
  case Kind::ConstArray:
    return Z3_mk_const_array(C, sort(E.sort().index()), Ops[0]);
  default:
    if (isFpOperator(E.kind()))
      return floatingPoint(E, Ops);
    return E.operand(0).sort().isArith() ? arithmetic(E, Ops)
                                         : bitVectors(E, Ops);
  }
}
