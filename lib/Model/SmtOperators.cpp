//===- SmtOperators.cpp - The operators of SMT-LIB's theories -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmtOperators.h"

#include "sooth/Expr/FloatingPoint.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <limits>

using namespace sooth;
using llvm::ArrayRef;
using llvm::StringRef;

using App = SmtApplication;

std::string sooth::sortsOf(ArrayRef<Expr> Ops) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  constexpr size_t Shown = 4;
  for (size_t I = 0; I < Ops.size() && I < Shown; ++I) {
    OS << (I ? ", " : "");
    Ops[I].sort().print(OS);
  }
  if (Ops.size() > Shown)
    OS << ", ...";
  return Text;
}

static Expr illSorted(App &A) {
  A.Problem = "ill-sorted operands of " + A.Name.str() + ": " + sortsOf(A.Ops);
  return Expr();
}

/// Makes the node if it is well-sorted and not enormous.
static Expr checked(App &A, Kind K, ArrayRef<Expr> Ops, uint32_t P0 = 0,
                    uint32_t P1 = 0) {
  if (P0 > MaxSmtWidth) {
    A.Problem = "index of " + A.Name.str() + " is too large";
    return Expr();
  }
  Sort S = A.Ctx.resultSort(K, Ops, P0, P1);
  if (!S)
    return illSorted(A);
  if (S.isBitVec() && S.width() > MaxSmtWidth) {
    A.Problem = "bit-vector is wider than " + std::to_string(MaxSmtWidth);
    return Expr();
  }
  return A.Ctx.make(K, Ops, P0, P1);
}

//===----------------------------------------------------------------------===//
// Shapes that several operators have
//===----------------------------------------------------------------------===//

template <Kind K> static Expr plain(App &A) { return checked(A, K, A.Ops); }

template <Kind K> static Expr negated(App &A) {
  Expr E = checked(A, K, A.Ops);
  return E ? A.Ctx.make(E.isBool() ? Kind::Not : Kind::BvNot, {E}) : E;
}

template <Kind K> static Expr swapped(App &A) {
  return checked(A, K, {A.Ops[1], A.Ops[0]});
}

template <Kind K> static Expr leftAssoc(App &A) {
  Expr E = A.Ops[0];
  for (Expr Op : llvm::drop_begin(A.Ops))
    if (!(E = checked(A, K, {E, Op})))
      return E;
  return E;
}

/// Operands of both Int and Real are all meant as Real.
static void unifyArith(App &A) {
  Sort Real = A.Ctx.realSort();
  if (llvm::any_of(A.Ops, [&](Expr Op) { return Op.sort() == Real; }))
    for (Expr &Op : A.Ops)
      Op = coerceToSort(A.Ctx, Op, Real);
}

template <Kind K> static Expr arith(App &A) {
  if (!A.Ops[0].sort().isArith())
    return illSorted(A);
  unifyArith(A);
  return leftAssoc<K>(A);
}

/// a ~ b ~ c is a ~ b and b ~ c.
template <Expr (*Compare)(App &, Expr, Expr)> static Expr chain(App &A) {
  unifyArith(A);
  llvm::SmallVector<Expr, 4> Parts;
  for (size_t I = 0; I + 1 < A.Ops.size(); ++I) {
    Parts.push_back(Compare(A, A.Ops[I], A.Ops[I + 1]));
    if (!Parts.back())
      return Expr();
  }
  return A.Ctx.mkAnd(Parts);
}

template <Kind K> static Expr upward(App &A, Expr X, Expr Y) {
  return checked(A, K, {X, Y});
}
template <Kind K> static Expr downward(App &A, Expr X, Expr Y) {
  return checked(A, K, {Y, X});
}

//===----------------------------------------------------------------------===//
// Single operators
//===----------------------------------------------------------------------===//

static Expr allBool(App &A) {
  return llvm::all_of(A.Ops, [](Expr E) { return E.isBool(); })
             ? A.Ctx.trueExpr()
             : illSorted(A);
}

static Expr implies(App &A) {
  if (!allBool(A))
    return Expr();
  // a => b => c is a => (b => c), so one disjunction.
  llvm::SmallVector<Expr, 4> Parts;
  for (Expr Op : llvm::drop_end(A.Ops))
    Parts.push_back(A.Ctx.mkNot(Op));
  Parts.push_back(A.Ops.back());
  return A.Ctx.mkOr(Parts);
}

static Expr exclusiveOr(App &A) {
  if (!allBool(A))
    return Expr();
  Expr E = A.Ops[0];
  for (Expr Op : llvm::drop_begin(A.Ops))
    E = A.Ctx.mkXor(E, Op);
  return E;
}

static Expr distinct(App &A) {
  // The number of pairs is quadratic.
  constexpr size_t MaxOperands = 1000;
  unifyArith(A);
  if (A.Ops.size() > MaxOperands) {
    A.Problem =
        "distinct of more than " + std::to_string(MaxOperands) + " operands";
    return Expr();
  }
  for (Expr Op : A.Ops)
    if (Op.sort() != A.Ops[0].sort())
      return illSorted(A);
  return A.Ctx.mkDistinct(A.Ops);
}

static Expr choice(App &A) {
  Sort Real = A.Ctx.realSort();
  if (A.Ops[1].sort() == Real || A.Ops[2].sort() == Real)
    for (unsigned I : {1, 2})
      A.Ops[I] = coerceToSort(A.Ctx, A.Ops[I], Real);
  return plain<Kind::Ite>(A);
}

static Expr bvComp(App &A) {
  Expr E =
      A.Ops[0].sort().isBitVec() ? checked(A, Kind::Eq, A.Ops) : illSorted(A);
  return E ? A.Ctx.boolToBv(E) : E;
}

/// The remainder with the sign of the divisor.
static Expr bvSmod(App &A) {
  Expr R = checked(A, Kind::BvSrem, A.Ops);
  if (!R)
    return R;
  ExprContext &Ctx = A.Ctx;
  Expr D = A.Ops[1], Zero = Ctx.bv(llvm::APInt::getZero(R.sort().width()));
  Expr SameSign = Ctx.mkEq(Ctx.mkSlt(R, Zero), Ctx.mkSlt(D, Zero));
  return Ctx.mkIte(Ctx.mkOr(Ctx.mkEq(R, Zero), SameSign), R,
                   Ctx.make(Kind::BvAdd, {R, D}));
}

static Expr extract(App &A) {
  return checked(A, Kind::Extract, A.Ops, A.Indices[0], A.Indices[1]);
}

template <Kind K> static Expr extend(App &A) {
  return checked(A, K, A.Ops, A.Indices[0]);
}

static Expr rotateLeft(App &A, uint32_t By) {
  Expr X = A.Ops[0];
  unsigned Width = X.sort().width();
  By %= Width;
  if (By == 0)
    return X;
  return A.Ctx.make(Kind::Concat, {A.Ctx.mkExtract(Width - By - 1, 0, X),
                                   A.Ctx.mkExtract(Width - 1, Width - By, X)});
}

static Expr rotateLeft(App &A) {
  return A.Ops[0].sort().isBitVec() ? rotateLeft(A, A.Indices[0])
                                    : illSorted(A);
}

static Expr rotateRight(App &A) {
  if (!A.Ops[0].sort().isBitVec())
    return illSorted(A);
  unsigned Width = A.Ops[0].sort().width();
  return rotateLeft(A, Width - A.Indices[0] % Width);
}

static Expr repeat(App &A) {
  uint32_t Times = A.Indices[0];
  if (Times == 0 || Times > MaxSmtWidth) {
    A.Problem = "index of repeat must be positive and not too large";
    return Expr();
  }
  // By doubling, from the highest bit of Times on.
  Expr E = A.Ops[0].sort().isBitVec() ? A.Ops[0] : illSorted(A);
  for (unsigned Bit = llvm::Log2_32(Times); E && Bit-- > 0;) {
    E = checked(A, Kind::Concat, {E, E});
    if (E && (Times >> Bit & 1))
      E = checked(A, Kind::Concat, {E, A.Ops[0]});
  }
  return E;
}

static Expr minus(App &A) {
  if (A.Ops.size() == 1)
    return plain<Kind::Neg>(A);
  return arith<Kind::Sub>(A);
}

static Expr absolute(App &A) {
  Expr X = A.Ops[0];
  Expr Minus = checked(A, Kind::Neg, {X});
  if (!Minus)
    return Minus;
  Expr Zero = A.Ctx.constant(Value::zero(X.sort()), X.sort());
  return A.Ctx.mkIte(A.Ctx.make(Kind::Lt, {X, Zero}), Minus, X);
}

template <Kind K> static Expr divide(App &A) {
  if (K == Kind::RealDiv)
    for (Expr &Op : A.Ops)
      Op = coerceToSort(A.Ctx, Op, A.Ctx.realSort());
  Expr E = A.Ops[0];
  for (Expr D : llvm::drop_begin(A.Ops)) {
    Expr Div = checked(A, K, {E, D});
    if (!Div)
      return Div;
    Expr Zero = A.Ctx.constant(Value::zero(D.sort()), D.sort());
    bool NeverZero = D.isConst() && D != Zero;
    E = NeverZero ? Div
                  : A.Ctx.mkIte(A.Ctx.mkEq(D, Zero), A.AtZero(K, E, D), Div);
  }
  return E;
}

static Expr divisible(App &A) {
  if (A.Indices[0] == 0) {
    A.Problem = "index of divisible must be positive";
    return Expr();
  }
  Expr Mod = checked(A, Kind::IntMod, {A.Ops[0], A.Ctx.integer(A.Indices[0])});
  return Mod ? A.Ctx.mkEq(Mod, A.Ctx.integer(0)) : Mod;
}

static Expr toReal(App &A) {
  return A.Ops[0].sort().isReal() ? A.Ops[0] : plain<Kind::ToReal>(A);
}

static Expr isInt(App &A) {
  Expr Floor = plain<Kind::ToInt>(A);
  return Floor ? A.Ctx.mkEq(A.Ctx.make(Kind::ToReal, {Floor}), A.Ops[0])
               : Floor;
}

template <Kind K> static Expr arrayAccess(App &A) {
  Sort S = A.Ops[0].sort();
  if (S.isArray()) {
    A.Ops[1] = coerceToSort(A.Ctx, A.Ops[1], S.index());
    if (A.Ops.size() == 3)
      A.Ops[2] = coerceToSort(A.Ctx, A.Ops[2], S.element());
  }
  return plain<K>(A);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {
constexpr unsigned Many = std::numeric_limits<unsigned>::max();

struct Operator {
  Expr (*Build)(App &);
  unsigned MinOps, MaxOps;
  unsigned Indices = 0;
};
} // namespace

static const llvm::StringMap<Operator> &operators() {
  using enum Kind;
  static const llvm::StringMap<Operator> Table{
      {"not", {plain<Not>, 1, 1}},
      {"and", {plain<And>, 1, Many}},
      {"or", {plain<Or>, 1, Many}},
      {"=>", {implies, 2, Many}},
      {"xor", {exclusiveOr, 2, Many}},
      {"=", {chain<upward<Eq>>, 2, Many}},
      {"distinct", {distinct, 2, Many}},
      {"ite", {choice, 3, 3}},
      {"bvnot", {plain<BvNot>, 1, 1}},
      {"bvneg", {plain<BvNeg>, 1, 1}},
      {"bvand", {leftAssoc<BvAnd>, 2, Many}},
      {"bvor", {leftAssoc<BvOr>, 2, Many}},
      {"bvxor", {leftAssoc<BvXor>, 2, Many}},
      {"bvnand", {negated<BvAnd>, 2, 2}},
      {"bvnor", {negated<BvOr>, 2, 2}},
      {"bvxnor", {negated<BvXor>, 2, 2}},
      {"bvcomp", {bvComp, 2, 2}},
      {"bvadd", {leftAssoc<BvAdd>, 2, Many}},
      {"bvsub", {leftAssoc<BvSub>, 2, Many}},
      {"bvmul", {leftAssoc<BvMul>, 2, Many}},
      {"bvudiv", {plain<BvUdiv>, 2, 2}},
      {"bvurem", {plain<BvUrem>, 2, 2}},
      {"bvsdiv", {plain<BvSdiv>, 2, 2}},
      {"bvsrem", {plain<BvSrem>, 2, 2}},
      {"bvsmod", {bvSmod, 2, 2}},
      {"bvshl", {plain<BvShl>, 2, 2}},
      {"bvlshr", {plain<BvLshr>, 2, 2}},
      {"bvashr", {plain<BvAshr>, 2, 2}},
      {"bvult", {plain<BvUlt>, 2, 2}},
      {"bvule", {plain<BvUle>, 2, 2}},
      {"bvugt", {swapped<BvUlt>, 2, 2}},
      {"bvuge", {swapped<BvUle>, 2, 2}},
      {"bvslt", {plain<BvSlt>, 2, 2}},
      {"bvsle", {plain<BvSle>, 2, 2}},
      {"bvsgt", {swapped<BvSlt>, 2, 2}},
      {"bvsge", {swapped<BvSle>, 2, 2}},
      {"concat", {leftAssoc<Concat>, 2, Many}},
      {"extract", {extract, 1, 1, 2}},
      {"zero_extend", {extend<ZeroExt>, 1, 1, 1}},
      {"sign_extend", {extend<SignExt>, 1, 1, 1}},
      {"rotate_left", {rotateLeft, 1, 1, 1}},
      {"rotate_right", {rotateRight, 1, 1, 1}},
      {"repeat", {repeat, 1, 1, 1}},
      {"+", {arith<Add>, 1, Many}},
      {"-", {minus, 1, Many}},
      {"*", {arith<Mul>, 1, Many}},
      {"/", {divide<RealDiv>, 2, Many}},
      {"div", {divide<IntDiv>, 2, Many}},
      {"mod", {divide<IntMod>, 2, 2}},
      {"abs", {absolute, 1, 1}},
      {"divisible", {divisible, 1, 1, 1}},
      {"<", {chain<upward<Lt>>, 2, Many}},
      {"<=", {chain<upward<Le>>, 2, Many}},
      {">", {chain<downward<Lt>>, 2, Many}},
      {">=", {chain<downward<Le>>, 2, Many}},
      {"to_real", {toReal, 1, 1}},
      {"to_int", {plain<ToInt>, 1, 1}},
      {"is_int", {isInt, 1, 1}},
      {"select", {arrayAccess<Select>, 2, 2}},
      {"store", {arrayAccess<Store>, 3, 3}},
  };
  return Table;
}

bool sooth::isSmtOperator(StringRef Name) {
  return operators().count(Name) || isFpOperatorName(Name);
}

/// "2 operands", "at least 1 operand".
static std::string expectation(unsigned Min, unsigned Max, StringRef What) {
  return (Max == Many ? "at least " : "") + std::to_string(Min) + " " +
         What.str() + (Min == 1 ? "" : "s");
}

/// What the evidence of our own runs is written with.
static Expr floatingPoint(App &A) {
  if (!A.Indices.empty()) {
    A.Problem = A.Name.str() + " expects no index, got " +
                std::to_string(A.Indices.size());
    return Expr();
  }
  Expr E = fpOperatorNamed(A.Ctx, A.Name, A.Ops);
  return E ? E : illSorted(A);
}

Expr sooth::applySmtOperator(App &A) {
  auto Known = operators().find(A.Name);
  if (Known == operators().end())
    return floatingPoint(A);
  const Operator &Op = Known->second;
  size_t Count = A.Ops.size();
  if (Count < Op.MinOps || Count > Op.MaxOps) {
    A.Problem = A.Name.str() + " expects " +
                expectation(Op.MinOps, Op.MaxOps, "operand") + ", got " +
                std::to_string(Count);
    return Expr();
  }
  if (A.Indices.size() != Op.Indices) {
    A.Problem = A.Name.str() + " expects " +
                (Op.Indices == 1   ? "1 index"
                 : Op.Indices == 0 ? "no index"
                                   : "2 indices") +
                ", got " + std::to_string(A.Indices.size());
    return Expr();
  }
  return Op.Build(A);
}

Expr sooth::coerceToSort(ExprContext &Ctx, Expr E, Sort S) {
  return E.sort().isInt() && S.isReal() ? Ctx.make(Kind::ToReal, {E}) : E;
}
