//===- Z3Solver.cpp - The concrete backend --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Z3Context.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace sooth;
using llvm::APInt;

Solver::~Solver() = default;

namespace {
class Z3Solver final : public Solver, private Z3Base {
public:
  Z3Solver(std::shared_ptr<Z3ConcreteTerms> T, SolverOptions O)
      : Z3Base(std::move(T), O) {}

  void push() override { Z3Base::push(); }
  void pop() override { Z3Base::pop(); }
  void add(Expr E) override { Z3Base::add(E); }
  Answer check(llvm::ArrayRef<Expr> Assumptions, const Budget &B) override;
  std::vector<Expr> core() override { return Z3Base::core(); }
  std::string reasonUnknown() const override { return Z3Base::reasonUnknown(); }
  Value value(Expr E) override;

private:
  bool suitsPreprocessing(llvm::ArrayRef<Expr> Assumptions);
  Value read(Z3_ast A, Sort S);
  Value readArray(Z3_ast A, Sort S);

  /// How long a question may take before it is asked at once, in seconds.
  static constexpr double ShortestPatience = 0.02, LongestPatience = 8;
  double Patience = 0.3;
};

class Z3Family final : public SolverFamily<Solver> {
public:
  std::unique_ptr<Solver> create(SolverOptions O) override {
    return std::make_unique<Z3Solver>(T, O);
  }

private:
  std::shared_ptr<Z3ConcreteTerms> T = std::make_shared<Z3ConcreteTerms>();
};
} // namespace

static bool isMadeOfBits(Sort S) {
  if (S.isArray())
    return isMadeOfBits(S.index()) && isMadeOfBits(S.element());
  return S.isBool() || S.isBitVec();
}

/// Whether the question is about bits and arrays of them only.
bool Z3Solver::suitsPreprocessing(llvm::ArrayRef<Expr> Assumptions) {
  bool Suits = true;
  SeenExprs Seen;
  auto Look = [&](Expr E) { Suits &= isMadeOfBits(E.sort()); };
  postOrder(added(), Seen, Look);
  postOrder(Assumptions, Seen, Look);
  return Suits;
}

/// What is added step by step is seldom simplified as a whole, and now and then
/// a question takes far longer than one that is asked with all preprocessing.
/// The two take turns, each four times as long as the one before: where this
/// helps it does so soon, so it gets half the time. How long the first turn is,
/// earlier questions tell.
Answer Z3Solver::check(llvm::ArrayRef<Expr> Assumptions, const Budget &B) {
  if (options().WhenHard == SolverOptions::Hard::GoOn ||
      options().Core == SolverOptions::Cores::Minimal)
    return Z3Base::check(Assumptions, B);
  for (double Slice = Patience;; Slice *= 4) {
    Budget Some = B.onThisThread(Slice);
    Answer A = Z3Base::check(Assumptions, Some);
    if (A != Answer::Unknown && Slice > Patience)
      Patience = std::min(Slice, LongestPatience);
    if (A != Answer::Unknown || B.exhausted())
      return A;
    if (!suitsPreprocessing(Assumptions))
      return Some.exhausted() ? Z3Base::check(Assumptions, B) : A;
    bool GaveUp = !Some.exhausted();
    A = checkAtOnce("qfaufbv", Assumptions,
                    GaveUp ? B : B.onThisThread(Slice / 2));
    if (A != Answer::Unknown)
      Patience = std::max(Patience / 2, ShortestPatience);
    if (A != Answer::Unknown || GaveUp || B.exhausted())
      return A;
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
        Base = std::move(Base).store(
            read(Z3_func_entry_get_arg(C, Entry, 0), S.index()),
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
      Base = std::move(Base).store(Index, Element);
    return Base;
  }
}

SolverOptions::Theories sooth::theoriesOf(llvm::ArrayRef<Expr> Roots) {
  auto Over = SolverOptions::Theories::BitVectors;
  postOrder(Roots, [&](Expr E) {
    if (!E.isBool() && !E.sort().isBitVec())
      Over = SolverOptions::Theories::Any;
  });
  return Over;
}

std::unique_ptr<SolverFamily<Solver>> sooth::createZ3Family() {
  return std::make_unique<Z3Family>();
}

std::unique_ptr<Solver> sooth::createZ3Solver(ExprContext &, SolverOptions O) {
  return Z3Family().create(O);
}

std::string sooth::z3Version() {
  unsigned Major, Minor, Build, Revision;
  Z3_get_version(&Major, &Minor, &Build, &Revision);
  return llvm::formatv("{0}.{1}.{2}.{3}", Major, Minor, Build, Revision);
}
