//===- TestedSolver.cpp - Solvers that are asked what is known ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestedSolver.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/ExprContext.h"
#include "sooth/Expr/FloatingPoint.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Solver/Solver.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <random>
#include <tuple>

using namespace sooth;
using llvm::APInt;
using llvm::DynamicAPInt;

/// Mostly a millisecond is enough.
static constexpr double SecondsForOperators = 0.5;

namespace {
/// Values that tell operators, and the order of operands, from each other.
class Examples {
public:
  /// For operands of these sorts.
  llvm::SmallVector<Value, 3> operator()(llvm::ArrayRef<Sort> Sorts,
                                         unsigned Round);
  /// How many are worth it, and where there are few values.
  static constexpr unsigned Rounds = 6, MostRounds = 10;

private:
  enum class Size { Any, Small };
  Value draw(Sort S, Size How);
  DynamicAPInt number(Size How);
  uint64_t below(uint64_t N) { return Random() % N; }

  std::mt19937_64 Random{1};
};
} // namespace

DynamicAPInt Examples::number(Size How) {
  return DynamicAPInt(How == Size::Small ? int64_t(below(2))
                                         : int64_t(below(41)) - 20);
}

Value Examples::draw(Sort S, Size How) {
  switch (S.kind()) {
  case SortKind::Bool:
    return Value(below(2) == 1);
  case SortKind::BitVec: {
    // Small ones are numbers of bits to shift by.
    const unsigned Width = S.width();
    if (How == Size::Small)
      return Value(APInt(64, below(Width + 1)).zextOrTrunc(Width));
    llvm::SmallVector<uint64_t, 2> Words(llvm::divideCeil(Width, 64));
    for (uint64_t &W : Words)
      W = Random();
    return Value(APInt(Width, Words));
  }
  case SortKind::Int:
    return Value(number(How));
  case SortKind::Real:
    return Value(Rational(number(How), DynamicAPInt(int64_t(below(4)) + 1)));
  case SortKind::Array: {
    Value Array = Value::constArray(S, draw(S.element(), How));
    for (unsigned I = 0; I < 2; ++I)
      Array =
          std::move(Array).store(draw(S.index(), How), draw(S.element(), How));
    return Array;
  }
  }
  llvm_unreachable("unknown sort");
}

static bool hasFewValues(Sort S) {
  return S.isBool() || (S.isBitVec() && S.width() <= 3);
}

/// Anything, in two orders; something by something small, as in shifts, also
/// the same where sorts are the same; small.
llvm::SmallVector<Value, 3> Examples::operator()(llvm::ArrayRef<Sort> Sorts,
                                                 unsigned Round) {
  llvm::SmallVector<Value, 3> Values;
  Random.seed(Round == 2 ? 0 : Round);
  for (Sort S : Sorts)
    Values.push_back(draw(S, Round == 4 || (Round % 2 && !Values.empty())
                                 ? Size::Small
                                 : Size::Any));
  if (Round == 1)
    for (size_t I = Sorts.size(); I-- > 0;)
      Values[I] = Values[llvm::find(Sorts, Sorts[I]) - Sorts.begin()];
  if (Round == 2 && llvm::all_equal(Sorts))
    std::reverse(Values.begin(), Values.end());
  return Values;
}

/// Not circuits, which take long; and so does it to compare arrays. Constants
/// are operands of others, but truth values may be all there is.
static bool isTested(Expr E) {
  if (!E.numOperands())
    return E.isConst() && E.isBool();
  return !isFpOperator(E.kind()) &&
         !(E.is(Kind::Eq) && E.operand(0).sort().isArray());
}

/// The operands that count: And and Or have any number, for which three stand.
static llvm::ArrayRef<Expr> operandsThatCount(Expr E) {
  llvm::ArrayRef<Expr> Ops = E.operands();
  return E.is(Kind::And) || E.is(Kind::Or) ? Ops.take_front(3) : Ops;
}

/// What expressions have in common that apply the same operator.
static std::string nameOfOperator(Expr E) {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  OS << (E.is(Kind::ConstArray) ? "const" : smtName(E.kind()));
  for (uint32_t P : {E.param(0), E.param(1)})
    OS << ' ' << P;
  for (Expr Op : operandsThatCount(E)) {
    OS << ' ';
    Op.sort().print(OS);
  }
  OS << " -> ";
  E.sort().print(OS);
  return Name;
}

namespace {
/// What a family is asked: operators, applied to values.
class Question {
public:
  explicit Question(ExprContext &Ctx) : Ctx(Ctx) {}
  /// The operator of \p Applied.
  void add(Expr Applied);
  /// What is wrong with the answers of \p S, or nothing.
  std::string test(Solver &S, Meaning Of, const Budget &B) const;

private:
  Expr operand(const Value &V, Sort S);
  void yields(Expr E, const Value &Is);

  ExprContext &Ctx;
  Examples Draw;
  std::vector<Expr> Facts; // what the value of an operand is
  std::vector<Expr> Right; // what operators yield
  std::vector<std::string> Names;
};

class TestedSolver final : public Solver {
public:
  TestedSolver(ExprContext &Ctx, std::shared_ptr<SolverFamily<Solver>> Family,
               SolverOptions O, Meaning Of, llvm::StringSet<> &Tested)
      : Ctx(Ctx), Family(std::move(Family)), Of(Of), Tested(Tested),
        Inner(this->Family->create(O)) {}

  void push() override { Inner->push(); }
  void pop() override { Inner->pop(); }
  void add(Expr E) override;
  Answer check(llvm::ArrayRef<Expr> Assumptions, const Budget &B) override;
  Value value(Expr E) override { return Inner->value(E); }
  std::vector<Expr> core() override { return Inner->core(); }
  std::string reasonUnknown() const override {
    return Wrong.empty() ? Inner->reasonUnknown() : Wrong;
  }

private:
  void look(llvm::ArrayRef<Expr> Roots);
  void test(const Budget &B);

  ExprContext &Ctx;
  std::shared_ptr<SolverFamily<Solver>> Family;
  const Meaning Of;
  llvm::StringSet<> &Tested;
  std::unique_ptr<Solver> Inner;
  std::vector<Expr> Added; // since they were last looked at
  SeenExprs Seen;
  /// Kind, parameters, number of operands, sorts of the result and of the first
  /// and last operand (from which the others follow): names are slow.
  using Operator =
      std::tuple<unsigned, unsigned, unsigned, unsigned, Sort, Sort, Sort>;
  llvm::DenseSet<Operator> Operators;
  std::vector<Expr> New; // one for each operator that is to be tested
  std::string Wrong;
};

class TestedFamily final : public SolverFamily<Solver> {
public:
  TestedFamily(ExprContext &Ctx, std::unique_ptr<SolverFamily<Solver>> Inner,
               Meaning Of, llvm::StringSet<> &Tested)
      : Ctx(Ctx), Inner(std::move(Inner)), Of(Of), Tested(Tested) {}

  std::unique_ptr<Solver> create(SolverOptions O) override {
    return std::make_unique<TestedSolver>(Ctx, Inner, O, Of, Tested);
  }

private:
  ExprContext &Ctx;
  std::shared_ptr<SolverFamily<Solver>> Inner;
  const Meaning Of;
  llvm::StringSet<> &Tested;
};

/// z3's solvers where operators have no meaning, of which nothing is asked that
/// others do not answer.
class Z3EufFamily final : public SolverFamily<Solver> {
public:
  std::unique_ptr<Solver> create(SolverOptions O) override {
    return Inner->create(O);
  }

private:
  std::unique_ptr<SolverFamily<EufSolver>> Inner = createZ3EufFamily();
};
} // namespace

void Question::add(Expr Applied) {
  if (Applied.isConst()) {
    Right.push_back(Ctx.trueExpr());
    Names.push_back("true");
    return;
  }
  llvm::SmallVector<Sort, 3> Sorts;
  for (Expr Op : operandsThatCount(Applied))
    Sorts.push_back(Op.sort());
  const Sort Result = Applied.sort();
  const uint32_t P0 = Applied.param(0), P1 = Applied.param(1);
  const unsigned Rounds = llvm::all_of(Sorts, hasFewValues)
                              ? Examples::MostRounds
                              : Examples::Rounds;
  for (unsigned Round = 0; Round < Rounds; ++Round) {
    llvm::SmallVector<Value, 3> Values = Draw(Sorts, Round);
    llvm::SmallVector<Expr, 3> Ops;
    for (auto [S, V] : llvm::zip_equal(Sorts, Values))
      Ops.push_back(operand(V, S));
    Value Is = applyKind(Applied.kind(), Values, P0, P1, Result);
    yields(Ctx.makeRaw(Applied.kind(), Ops, P0, P1, Result), Is);
    Names.resize(Right.size(), nameOfOperator(Applied));
  }
}

/// A constant; but a variable for a truth value, as whatever has one that is
/// known is simplified, also by makeRaw().
Expr Question::operand(const Value &V, Sort S) {
  if (!S.isBool())
    return Ctx.constant(V, S);
  Expr Var = Ctx.freshVar("example", S);
  Facts.push_back(V.boolean() ? Var : Ctx.mkNot(Var));
  return Var;
}

/// (Solvers are slow to compare arrays.)
void Question::yields(Expr E, const Value &Is) {
  if (!E.sort().isArray()) {
    Right.push_back(Ctx.makeRaw(Kind::Eq, {E, Ctx.constant(Is, E.sort())}));
    return;
  }
  llvm::SmallVector<Value, 3> Indices{Value::zero(E.sort().index())};
  for (const auto &[Index, Element] : Is.array().Entries)
    Indices.push_back(Index);
  for (const Value &I : Indices)
    yields(Ctx.makeRaw(Kind::Select, {E, Ctx.constant(I, E.sort().index())}),
           Is.select(I));
}

std::string Question::test(Solver &S, Meaning Of, const Budget &B) const {
  for (Expr E : Facts)
    S.add(E);
  auto IsWrong = [&](llvm::ArrayRef<Expr> All) {
    return S.check(All, B) == Answer::Unsat ||
           (Of == Meaning::Concrete &&
            S.check({Ctx.mkNot(Ctx.mkAnd(All))}, B) == Answer::Sat);
  };
  if (!IsWrong(Right))
    return "";
  for (auto [E, Name] : llvm::zip_equal(Right, Names))
    if (IsWrong(E))
      return "the solver is wrong about the operator " + Name;
  return "the solver is wrong about operators";
}

void TestedSolver::add(Expr E) {
  Inner->add(E);
  Added.push_back(E);
}

void TestedSolver::look(llvm::ArrayRef<Expr> Roots) {
  postOrder(Roots, Seen, [&](Expr E) {
    if (!isTested(E))
      return;
    llvm::ArrayRef<Expr> Ops = operandsThatCount(E);
    if (Operators
            .insert({unsigned(E.kind()), E.param(0), E.param(1),
                     unsigned(Ops.size()), E.sort(),
                     Ops.empty() ? Sort() : Ops.front().sort(),
                     Ops.empty() ? Sort() : Ops.back().sort()})
            .second &&
        Tested.insert(nameOfOperator(E)).second)
      New.push_back(E);
  });
}

void TestedSolver::test(const Budget &B) {
  Question Q(Ctx);
  for (Expr E : New)
    Q.add(E);
  Wrong = Q.test(*Family->create({}), Of, B.child(SecondsForOperators));
  if (Wrong.empty())
    return;
  for (Expr E : New)
    Tested.erase(nameOfOperator(E));
}

Answer TestedSolver::check(llvm::ArrayRef<Expr> Assumptions, const Budget &B) {
  Answer A = Inner->check(Assumptions, B);
  if (A != Answer::Unsat)
    return A;
  look(std::exchange(Added, {}));
  look(Assumptions);
  if (Wrong.empty() && !New.empty()) {
    test(B);
    New.clear();
  }
  return Wrong.empty() ? A : Answer::Unknown;
}

std::unique_ptr<SolverFamily<Solver>>
sooth::createTestedFamily(ExprContext &Ctx,
                          std::unique_ptr<SolverFamily<Solver>> Inner,
                          Meaning Of, llvm::StringSet<> &Tested) {
  return std::make_unique<TestedFamily>(Ctx, std::move(Inner), Of, Tested);
}

std::unique_ptr<SolverFamily<Solver>>
sooth::createTestedZ3Family(ExprContext &Ctx) {
  static thread_local llvm::StringSet<> Tested;
  return createTestedFamily(Ctx, createZ3Family(), Meaning::Concrete, Tested);
}

std::unique_ptr<SolverFamily<Solver>>
sooth::createTestedZ3EufFamily(ExprContext &Ctx) {
  static thread_local llvm::StringSet<> Tested;
  return createTestedFamily(Ctx, std::make_unique<Z3EufFamily>(),
                            Meaning::Uninterpreted, Tested);
}

std::unique_ptr<Solver> sooth::createTestedZ3Solver(ExprContext &Ctx,
                                                    SolverOptions O) {
  return createTestedZ3Family(Ctx)->create(O);
}
