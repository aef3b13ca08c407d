//===- LinearSolver.cpp - Integer and linear programming ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A question is one lp_solve model: columns are the variables, constraints
// over one variable become its bounds. For a certificate that a relaxation has
// no solution a second model is solved, in which each row may be missed at a
// price of one per unit; it always has an optimum, and that optimum's dual
// values are Farkas' multipliers. They come as doubles, but are ratios of
// determinants, so that they are found again as fractions with small
// denominators; the sum of the rows is then checked in integers.
//
//===----------------------------------------------------------------------===//

#include "sooth/Solver/LinearSolver.h"

#include "sooth/Expr/ExprContext.h"
#include "sooth/Solver/Solver.h"

#include "llvm/ADT/STLExtras.h"

#include <lpsolve/lp_lib.h>

#include <cmath>
#include <numeric>

using namespace sooth;

namespace {
/// Integers beyond this are not exact as doubles.
constexpr int64_t Exact = int64_t(1) << 53;
/// How far lp_solve's values may be from an integer.
constexpr double Tolerance = 1e-5;

enum class Variables { Integer, Real };

/// One lp_solve model, freed at its end.
class Model {
public:
  Model(unsigned Columns, const Budget &B);
  ~Model() { delete_lp(Lp); }
  Model(const Model &) = delete;
  Model &operator=(const Model &) = delete;

  int solve() { return ::solve(Lp); }
  lprec *get() { return Lp; }

private:
  static int __WINAPI mustStop(lprec *, void *B) {
    return static_cast<const Budget *>(B)->exhausted().has_value();
  }
  lprec *Lp;
};

struct Bounds {
  double Lower = 0, Upper = 1e30;
};
} // namespace

Model::Model(unsigned Columns, const Budget &B) : Lp(make_lp(0, Columns)) {
  set_verbose(Lp, NEUTRAL);
  set_minim(Lp);
  set_scaling(Lp, 0);
  put_abortfunc(Lp, mustStop, const_cast<Budget *>(&B));
  // Whole seconds only; the callback is finer, but is not asked everywhere.
  if (std::optional<int64_t> Ms = B.remainingMs())
    set_timeout(Lp, std::max<int64_t>(1, (*Ms + 999) / 1000));
}

static bool representable(const LinearProblem &P) {
  auto Small = [](int64_t V) { return V < Exact && V > -Exact; };
  for (const LinearRowRef &R : P.Rows) {
    if (!Small(R->Bound))
      return false;
    for (const RowTerm &T : R->Terms)
      if (!Small(T.Coefficient))
        return false;
  }
  return true;
}

static int constraintType(const LinearRow &R) {
  return R.Rel == LinearRow::Kind::Equal ? EQ : GE;
}

/// Whether every x ≥ 0 satisfies \p R. Of places that only get tokens there may
/// be thousands.
static bool isTrivial(const LinearRow &R) {
  return R.Rel == LinearRow::Kind::AtLeast && R.Bound <= 0 &&
         llvm::all_of(R.Terms,
                      [](const RowTerm &T) { return T.Coefficient > 0; });
}

/// Narrows the bounds of the variable of a row with one term. \p Over integers
/// only whole numbers count.
static void narrow(Bounds &B, const LinearRow &R, Variables Over) {
  double Limit = double(R.Bound) / double(R.Terms[0].Coefficient);
  bool Below = R.Terms[0].Coefficient > 0;
  bool Both = R.Rel == LinearRow::Kind::Equal;
  // An equation that no integer satisfies leaves an empty range.
  bool Whole = Over == Variables::Integer;
  if (Below || Both)
    B.Lower = std::max(B.Lower, Whole ? std::ceil(Limit) : Limit);
  if (!Below || Both)
    B.Upper = std::min(B.Upper, Whole ? std::floor(Limit) : Limit);
}

/// Adds \p P's rows and the objective; false if the bounds of a variable
/// already contradict each other.
static bool fill(lprec *Lp, const LinearProblem &P, Variables Over) {
  std::vector<Bounds> Range(P.Variables);
  std::vector<double> Coefficients;
  std::vector<int> Columns;
  set_add_rowmode(Lp, TRUE);
  Columns.resize(P.Variables);
  std::iota(Columns.begin(), Columns.end(), 1);
  Coefficients.assign(P.Variables, 1.0);
  set_obj_fnex(Lp, P.Variables, Coefficients.data(), Columns.data());
  for (const LinearRowRef &R : P.Rows) {
    if (isTrivial(*R))
      continue;
    if (R->Terms.size() == 1) {
      narrow(Range[R->Terms[0].Variable], *R, Over);
      continue;
    }
    Columns.clear();
    Coefficients.clear();
    for (const RowTerm &T : R->Terms) {
      Columns.push_back(T.Variable + 1);
      Coefficients.push_back(double(T.Coefficient));
    }
    add_constraintex(Lp, Columns.size(), Coefficients.data(), Columns.data(),
                     constraintType(*R), double(R->Bound));
  }
  set_add_rowmode(Lp, FALSE);
  for (unsigned V = 0; V < P.Variables; ++V) {
    if (Range[V].Lower > Range[V].Upper)
      return false;
    set_bounds(Lp, V + 1, Range[V].Lower, Range[V].Upper);
    if (Over == Variables::Integer)
      set_int(Lp, V + 1, TRUE);
  }
  return true;
}

/// Whether a row without terms contradicts itself.
static std::optional<unsigned> contradiction(const LinearProblem &P) {
  for (unsigned I = 0; I < P.Rows.size(); ++I)
    if (P.Rows[I]->Terms.empty() && !P.Rows[I]->holds({}))
      return I;
  return std::nullopt;
}

static bool satisfies(const LinearProblem &P, llvm::ArrayRef<int64_t> Values) {
  for (const LinearRowRef &R : P.Rows)
    if (!R->holds(Values))
      return false;
  return true;
}

/// The solution of \p Lp rounded, if it is integral and checks out exactly.
static std::optional<std::vector<int64_t>>
integerSolution(llvm::ArrayRef<double> Point, const LinearProblem &P) {
  std::vector<int64_t> Values(P.Variables);
  for (unsigned V = 0; V < P.Variables; ++V) {
    double Rounded = std::nearbyint(Point[V]);
    if (!(std::fabs(Point[V] - Rounded) <= Tolerance) || Rounded < 0 ||
        Rounded >= double(Exact))
      return std::nullopt;
    Values[V] = int64_t(Rounded);
  }
  if (!satisfies(P, Values))
    return std::nullopt;
  return Values;
}

static std::vector<double> pointOf(lprec *Lp, unsigned Variables) {
  std::vector<double> Point(Variables);
  if (Variables)
    get_variables(Lp, Point.data());
  return Point;
}

static std::string explain(const Budget &B, int Code) {
  if (B.exhausted() || Code == TIMEOUT || Code == USERABORT)
    return "timeout";
  return "lp_solve gave up (" + std::to_string(Code) + ")";
}

IntegerAnswer LinearSolver::minimize(const LinearProblem &P, const Budget &B) {
  if (contradiction(P))
    return {IntegerAnswer::Status::Infeasible, {}, ""};
  if (!representable(P))
    return exact(P, B);
  int Code;
  {
    ++Count.Integer;
    ScopedTimer Timer(Count.Seconds);
    Model M(P.Variables, B);
    if (!fill(M.get(), P, Variables::Integer))
      return {IntegerAnswer::Status::Infeasible, {}, ""};
    Code = M.solve();
    if (Code == OPTIMAL || Code == SUBOPTIMAL || Code == PRESOLVED) {
      if (auto Values = integerSolution(pointOf(M.get(), P.Variables), P))
        return {IntegerAnswer::Status::Feasible, std::move(*Values), ""};
      ++Count.Rejected;
    }
  }
  if (Code == INFEASIBLE)
    return {IntegerAnswer::Status::Infeasible, {}, ""};
  if (B.exhausted() || Code == TIMEOUT || Code == USERABORT)
    return {IntegerAnswer::Status::Unknown, {}, explain(B, Code)};
  return exact(P, B);
}

//===----------------------------------------------------------------------===//
// Certificates
//===----------------------------------------------------------------------===//

/// The denominator, at most \p Limit, of the fraction that continued fractions
/// find next to \p V; 0 if there is none.
static int64_t denominatorNear(double V, int64_t Limit) {
  double Rest = std::fabs(V);
  int64_t Before = 0, Denominator = 1;
  double Target = Rest;
  for (unsigned Step = 0; Step < 40; ++Step) {
    double Scaled = Target * double(Denominator);
    if (std::fabs(Scaled - std::nearbyint(Scaled)) < 1e-7 * double(Denominator))
      return Denominator;
    double Fraction = Rest - std::floor(Rest);
    if (Fraction < 1e-12)
      return 0;
    Rest = 1 / Fraction;
    double Next = std::floor(Rest) * double(Denominator) + double(Before);
    if (Next > double(Limit))
      return 0;
    Before = std::exchange(Denominator, int64_t(Next));
  }
  return 0;
}

/// Integer multipliers in the ratios of \p Duals.
static std::optional<FarkasCertificate>
roundDuals(llvm::ArrayRef<double> Duals) {
  constexpr double Zero = 1e-9;
  constexpr int64_t Limit = 1'000'000;
  int64_t Common = 1;
  for (double D : Duals) {
    if (std::fabs(D) < Zero)
      continue;
    int64_t Denominator = denominatorNear(D, Limit);
    if (!Denominator)
      return std::nullopt;
    int64_t Factor = Denominator / std::gcd(Common, Denominator);
    if (Common > Exact / Factor)
      return std::nullopt;
    Common *= Factor;
  }
  FarkasCertificate C;
  for (unsigned I = 0; I < Duals.size(); ++I) {
    double Scaled = std::nearbyint(Duals[I] * double(Common));
    if (std::fabs(Scaled) >= double(Exact))
      return std::nullopt;
    if (Scaled != 0)
      C.Entries.push_back({I, int64_t(Scaled)});
  }
  return C;
}

/// The dual values of the model in which rows may be missed at a price.
static std::optional<std::vector<double>> elasticDuals(const LinearProblem &P,
                                                       const Budget &B) {
  unsigned Rows = P.Rows.size(), Slacks = 0;
  for (const LinearRowRef &R : P.Rows)
    Slacks += R->Rel == LinearRow::Kind::Equal ? 2 : 1;
  Model M(P.Variables + Slacks, B);
  lprec *Lp = M.get();
  set_add_rowmode(Lp, TRUE);
  std::vector<int> Columns(Slacks);
  std::iota(Columns.begin(), Columns.end(), P.Variables + 1);
  std::vector<double> Coefficients(Slacks, 1.0);
  set_obj_fnex(Lp, Slacks, Coefficients.data(), Columns.data());
  int Slack = P.Variables + 1;
  for (const LinearRowRef &R : P.Rows) {
    Columns.clear();
    Coefficients.clear();
    auto Add = [&](int Column, double C) {
      Columns.push_back(Column);
      Coefficients.push_back(C);
    };
    for (const RowTerm &T : R->Terms)
      Add(T.Variable + 1, double(T.Coefficient));
    Add(Slack++, 1);
    if (R->Rel == LinearRow::Kind::Equal)
      Add(Slack++, -1);
    add_constraintex(Lp, Columns.size(), Coefficients.data(), Columns.data(),
                     constraintType(*R), double(R->Bound));
  }
  set_add_rowmode(Lp, FALSE);
  int Code = M.solve();
  if (Code != OPTIMAL && Code != PRESOLVED)
    return std::nullopt;
  std::vector<double> Duals(1 + Rows + P.Variables + Slacks);
  if (!get_dual_solution(Lp, Duals.data()))
    return std::nullopt;
  return std::vector<double>(Duals.begin() + 1, Duals.begin() + 1 + Rows);
}

static std::optional<FarkasCertificate> certify(const LinearProblem &P,
                                                const Budget &B) {
  std::optional<std::vector<double>> Duals = elasticDuals(P, B);
  if (!Duals)
    return std::nullopt;
  std::optional<FarkasCertificate> C = roundDuals(*Duals);
  if (!C || !refutes(*C, P))
    return std::nullopt;
  return C;
}

RelaxedAnswer LinearSolver::relax(const LinearProblem &P, const Budget &B) {
  RelaxedAnswer A;
  if (std::optional<unsigned> Row = contradiction(P)) {
    A.What = RelaxedAnswer::Status::Infeasible;
    int64_t Sign = P.Rows[*Row]->Bound < 0 ? -1 : 1;
    A.Certificate.Entries.push_back({*Row, Sign});
    return A;
  }
  if (!representable(P)) {
    A.Why = "numbers beyond 2^53";
    return A;
  }
  ++Count.Relaxed;
  ScopedTimer Timer(Count.Seconds);
  Model M(P.Variables, B);
  int Code = fill(M.get(), P, Variables::Real) ? M.solve() : INFEASIBLE;
  if (Code == OPTIMAL || Code == SUBOPTIMAL || Code == PRESOLVED) {
    A.What = RelaxedAnswer::Status::Feasible;
    A.Point = pointOf(M.get(), P.Variables);
    A.Values = integerSolution(A.Point, P);
    return A;
  }
  if (Code == INFEASIBLE) {
    if (std::optional<FarkasCertificate> C = certify(P, B)) {
      A.What = RelaxedAnswer::Status::Infeasible;
      A.Certificate = std::move(*C);
      return A;
    }
    ++Count.Uncertified;
    A.Why = B.exhausted() ? "timeout" : "no certificate found";
    return A;
  }
  A.Why = explain(B, Code);
  return A;
}

//===----------------------------------------------------------------------===//
// Exact arithmetic
//===----------------------------------------------------------------------===//

IntegerAnswer LinearSolver::exact(const LinearProblem &P, const Budget &B) {
  ++Count.Exact;
  ScopedTimer Timer(Count.Seconds);
  ExprContext Ctx;
  std::unique_ptr<Solver> S = createZ3Solver(Ctx);
  std::vector<Expr> Variables;
  for (unsigned V = 0; V < P.Variables; ++V) {
    Variables.push_back(Ctx.var("x" + std::to_string(V), Ctx.intSort()));
    S->add(Ctx.make(Kind::Le, {Ctx.integer(int64_t(0)), Variables[V]}));
  }
  for (const LinearRowRef &R : P.Rows) {
    std::vector<Expr> Parts;
    for (const RowTerm &T : R->Terms)
      Parts.push_back(Ctx.make(
          Kind::Mul, {Ctx.integer(T.Coefficient), Variables[T.Variable]}));
    Expr Sum = Ctx.mkSum(Parts), Bound = Ctx.integer(R->Bound);
    S->add(R->Rel == LinearRow::Kind::Equal ? Ctx.mkEq(Sum, Bound)
                                            : Ctx.make(Kind::Le, {Bound, Sum}));
  }
  switch (S->check(B)) {
  case Answer::Unsat:
    return {IntegerAnswer::Status::Infeasible, {}, ""};
  case Answer::Unknown:
    return {IntegerAnswer::Status::Unknown, {}, S->reasonUnknown()};
  case Answer::Sat:
    break;
  }
  IntegerAnswer A;
  for (Expr V : Variables) {
    llvm::DynamicAPInt I = S->value(V).integer();
    if (I > INT64_MAX)
      return {IntegerAnswer::Status::Unknown, {}, "values beyond 64 bits"};
    A.Values.push_back(int64_t(I));
  }
  if (!satisfies(P, A.Values))
    return {
        IntegerAnswer::Status::Unknown, {}, "z3's model does not check out"};
  A.What = IntegerAnswer::Status::Feasible;
  return A;
}

void LinearSolver::report(Statistics &S) const {
  S.set("linear.integer", Count.Integer);
  S.set("linear.relaxed", Count.Relaxed);
  S.set("linear.exact", Count.Exact);
  S.set("linear.rejected", Count.Rejected);
  S.set("linear.uncertified", Count.Uncertified);
  S.set("linear.seconds", Count.Seconds);
}
