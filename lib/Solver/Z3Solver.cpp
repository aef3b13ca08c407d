//===- Z3Solver.cpp - The concrete backend
//---------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Z3Context.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"

using namespace sooth;
using llvm::APInt;

Solver::~Solver() = default;

namespace {
/// Every operator means what it means.
class ConcreteTranslation final : public Z3Translation {
private:
  Z3_sort sort(Sort S);
  Z3_ast constant(const Value &V, Sort S);
  Z3_ast translateNode(Expr E, llvm::ArrayRef<Z3_ast> Ops) override;
  Z3_ast arithmetic(Expr E, llvm::ArrayRef<Z3_ast> Ops);
};

class Z3Solver final : public Solver, private Z3Base {
public:
  Z3Solver(std::shared_ptr<ConcreteTranslation> T, SolverOptions O)
      : Z3Base(std::move(T), O) {}

  void push() override { Z3Base::push(); }
  void pop() override { Z3Base::pop(); }
  void add(Expr E) override { Z3Base::add(E); }
  Answer check(llvm::ArrayRef<Expr> A, const Budget &B) override {
    return Z3Base::check(A, B);
  }
  std::vector<Expr> core() override { return Z3Base::core(); }
  std::string reasonUnknown() const override { return Z3Base::reasonUnknown(); }
  Value value(Expr E) override;

private:
  Value read(Z3_ast A, Sort S);
  Value readArray(Z3_ast A, Sort S);
};

class Z3Family final : public SolverFamily<Solver> {
public:
  std::unique_ptr<Solver> create(SolverOptions O) override {
    return std::make_unique<Z3Solver>(T, O);
  }

private:
  std::shared_ptr<ConcreteTranslation> T =
      std::make_shared<ConcreteTranslation>();
};
} // namespace

Z3_sort ConcreteTranslation::sort(Sort S) {
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

Z3_ast ConcreteTranslation::constant(const Value &V, Sort S) {
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

Z3_ast ConcreteTranslation::arithmetic(Expr E, llvm::ArrayRef<Z3_ast> Ops) {
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

Z3_ast ConcreteTranslation::translateNode(Expr E, llvm::ArrayRef<Z3_ast> Ops) {
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
  case Kind::Select:
    return Z3_mk_select(C, Ops[0], Ops[1]);
  case Kind::Store:
    return Z3_mk_store(C, Ops[0], Ops[1], Ops[2]);
  case Kind::ConstArray:
    return Z3_mk_const_array(C, sort(E.sort().index()), Ops[0]);
  default:
    return arithmetic(E, Ops);
  }
}

Value Z3Solver::value(Expr E) {
  Z3_ast Result = nullptr;
  if (!Z3_model_eval(C, model(), translate(E), /*model_completion=*/true,
                     &Result))
    return Value::zero(E.sort());
  Z3_inc_ref(C, Result);
  Value V = read(Result, E.sort());
  Z3_dec_ref(C, Result);
  return V;
}

Value Z3Solver::read(Z3_ast A, Sort S) {
  if (S.isBool())
    return Value(Z3_get_bool_value(C, A) == Z3_L_TRUE);
  if (S.isArray())
    return readArray(A, S);
  // Model completion leaves nothing but numerals (and algebraic numbers,
  // which no engine here produces).
  if (!Z3_is_numeral_ast(C, A))
    return Value::zero(S);
  llvm::StringRef Text = Z3_get_numeral_string(C, A);
  if (S.isBitVec())
    return Value(APInt(S.width() + 1, Text, 10).trunc(S.width()));
  auto [Num, Den] = Text.split('/');
  llvm::DynamicAPInt N = *parseInteger(Num);
  if (S.isInt())
    return Value(N);
  return Value(
      Rational(N, Den.empty() ? llvm::DynamicAPInt(1) : *parseInteger(Den)));
}

/// Model values of arrays are chains of stores on a constant array, or refer
/// to a function's table.
Value Z3Solver::readArray(Z3_ast A, Sort S) {
  llvm::SmallVector<std::pair<Value, Value>, 8> Stores;
  for (;;) {
    Z3_app App = Z3_to_app(C, A);
    Z3_func_decl D = Z3_get_app_decl(C, App);
    Value Base;
    switch (Z3_get_decl_kind(C, D)) {
    case Z3_OP_STORE:
      Stores.push_back({read(Z3_get_app_arg(C, App, 1), S.index()),
                        read(Z3_get_app_arg(C, App, 2), S.element())});
      A = Z3_get_app_arg(C, App, 0);
      continue;
    case Z3_OP_CONST_ARRAY:
      Base = Value::constArray(S, read(Z3_get_app_arg(C, App, 0), S.element()));
      break;
    case Z3_OP_AS_ARRAY: {
      Z3_func_interp F =
          Z3_model_get_func_interp(C, model(), Z3_get_as_array_func_decl(C, A));
      Z3_func_interp_inc_ref(C, F);
      Base = Value::constArray(
          S, read(Z3_func_interp_get_else(C, F), S.element()));
      for (unsigned I = 0, N = Z3_func_interp_get_num_entries(C, F); I < N;
           ++I) {
        Z3_func_entry Entry = Z3_func_interp_get_entry(C, F, I);
        Z3_func_entry_inc_ref(C, Entry);
        Base = Base.store(read(Z3_func_entry_get_arg(C, Entry, 0), S.index()),
                          read(Z3_func_entry_get_value(C, Entry), S.element()));
        Z3_func_entry_dec_ref(C, Entry);
      }
      Z3_func_interp_dec_ref(C, F);
      break;
    }
    default:
      Base = Value::zero(S);
      break;
    }
    for (auto &[Index, Element] : llvm::reverse(Stores))
      Base = Base.store(Index, Element);
    return Base;
  }
}

SolverOptions::Theories sooth::theoriesOf(llvm::ArrayRef<Expr> Roots) {
  auto Over = SolverOptions::Theories::BitVectors;
  ExprSet Seen;
  postOrder(Roots, Seen, [&](Expr E) {
    if (!E.isBool() && !E.sort().isBitVec())
      Over = SolverOptions::Theories::Any;
  });
  return Over;
}

std::unique_ptr<SolverFamily<Solver>> sooth::createZ3Family() {
  return std::make_unique<Z3Family>();
}

std::unique_ptr<Solver> sooth::createZ3Solver(ExprContext &,
                                              SolverOptions O) {
  return Z3Family().create(O);
}
