//===- ContractTemplates.cpp - Facts that may hold in all runs ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractTemplates.h"

#include "sooth/Expr/Choices.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

#include <map>

using namespace sooth;
using llvm::APInt;
using PointKind = FactPoint::Kind;
using ExprList = llvm::SetVector<Expr>;

/// Narrower numbers are flags and characters; wider ones are vectors.
static constexpr unsigned MinWidth = 8, MaxWidth = 64;
/// Of one width.
static constexpr size_t MaxConstants = 16;
static constexpr size_t MaxEquationTerms = 60, MaxGuards = 10;
static constexpr size_t MaxCells = 12;

namespace {
/// How much is tried at each point.
struct Limits {
  size_t Facts, Pairs, Thresholds;
  /// Whether conditions are put before what seems to hold anyway, and whether
  /// they may be about what a loop changes.
  bool GuardsWhatHolds, GuardsChange;
};

class Templates {
public:
  Templates(const ModularProgram &P, const ContractSteps &Steps,
            llvm::ArrayRef<std::vector<Sample>> Samples, Limits Most)
      : P(P), Steps(Steps), Samples(Samples), Most(Most),
        Ctx(P.Model->context()), Atoms(Steps.Points.size()),
        Leaves(Steps.Points.size()), Reads(Steps.Points.size()) {}
  Guesses run();

private:
  void readText();
  void readBlock(const Block &B);
  void learnConstant(const APInt &Bits);
  void addTerm(const Block &B, Expr Term, std::vector<ExprList> &To);
  void guessAt(unsigned Point);
  ExprSet fixedAt(unsigned Point);
  ExprList guardsAt(unsigned Point);
  void addVariants(Expr Atom, ExprList &To);
  void addComparisons(unsigned Point, ExprList &To);
  void addOrders(Expr A, Expr B, ExprList &To);
  void addThresholds(Expr V, ExprList &To);
  void addSlopes(Expr Of, Expr Over, ExprList &To);
  void addEquations(unsigned Point, const ExprList &Guards);
  std::vector<Expr> numbersAt(unsigned Point) const;
  bool isResult(unsigned Point, Expr Term) const;

  const ModularProgram &P;
  const ContractSteps &Steps;
  llvm::ArrayRef<std::vector<Sample>> Samples;
  const Limits Most;
  ExprContext &Ctx;
  /// By point: comparisons in the program, what is returned, cells that are
  /// read.
  std::vector<ExprList> Atoms, Leaves, Reads;
  std::map<unsigned, std::vector<APInt>> Constants; // by width
  /// How the program compares numbers.
  bool HasSigned = false, HasUnsigned = false;
  Guesses Result;
  /// At the point that is looked at: one for each sample.
  std::vector<Valuation> States;
  std::vector<std::unique_ptr<Evaluator>> Evals;
};
} // namespace

//===----------------------------------------------------------------------===//
// Equations
//===----------------------------------------------------------------------===//

bool AffineGuess::add(Evaluator &State) {
  if (!State.isTrue(Guard))
    return false;
  AffineHull::Point Values;
  for (Expr Term : Terms)
    Values.push_back(State(Term).bits());
  return Hull.add(Values);
}

std::vector<Expr> AffineGuess::formulas(ExprContext &Ctx) const {
  if (Hull.isEmpty())
    return {Ctx.mkNot(Guard)};
  std::vector<Expr> Result;
  for (Expr Equation : Hull.formulas(Ctx, Terms))
    Result.push_back(Ctx.mkImplies(Guard, Equation));
  return Result;
}

static bool isNumber(Expr V) {
  return V.sort().isBitVec() && V.sort().width() >= MinWidth &&
         V.sort().width() <= MaxWidth;
}

/// Whether \p Term depends on what is returned.
bool Templates::isResult(unsigned Point, Expr Term) const {
  const FactPoint &At = Steps.Points[Point];
  return At.What == PointKind::Return && anyVariable(Term, [&](Expr V) {
           return llvm::is_contained(P.Procedures[At.Procedure].Results, V);
         });
}

/// Variables, and cells of arrays that they are indices of or that the program
/// reads.
std::vector<Expr> Templates::numbersAt(unsigned Point) const {
  const std::vector<Expr> &Vars = Steps.Points[Point].Vars;
  ExprList Result, Cells;
  for (Expr V : Vars)
    if (isNumber(V))
      Result.insert(V);
  for (Expr A : Vars)
    if (A.sort().isArray())
      for (Expr Index : Result)
        if (Index.sort() == A.sort().index() && !isResult(Point, Index))
          Cells.insert(Ctx.mkSelect(A, Index));
  Cells.insert(Reads[Point].begin(), Reads[Point].end());
  for (Expr Cell : Cells.getArrayRef().take_front(MaxCells))
    if (isNumber(Cell))
      Result.insert(Cell);
  return {Result.begin(), Result.end()};
}

/// For each width that a variable has: those of it and, extended, narrower
/// ones.
void Templates::addEquations(unsigned Point, const ExprList &Guards) {
  const FactPoint &At = Steps.Points[Point];
  const std::vector<Expr> Numbers = numbersAt(Point);
  std::map<unsigned, std::vector<Expr>> Terms;
  for (Expr V : Numbers)
    Terms[V.sort().width()];
  for (auto &[Width, Of] : Terms)
    for (Expr V : Numbers)
      if (V.sort().width() <= Width)
        Of.push_back(V.sort().width() == Width
                         ? V
                         : Ctx.mkZeroExt(Width - V.sort().width(), V));
  for (auto &[Width, Of] : Terms) {
    if (Of.size() > MaxEquationTerms ||
        (At.What == PointKind::Return &&
         llvm::none_of(Of, [&](Expr Term) { return isResult(Point, Term); })))
      continue;
    auto Add = [&](Expr Guard) {
      AffineGuess G{Point, Guard, Of, AffineHull(Width, Of.size())};
      for (auto &Eval : Evals)
        G.add(*Eval);
      Result.Equations.push_back(std::move(G));
    };
    Add(Ctx.trueExpr());
    for (Expr Guard : Guards)
      Add(Guard);
  }
}

//===----------------------------------------------------------------------===//
// From the text
//===----------------------------------------------------------------------===//

void Templates::learnConstant(const APInt &Bits) {
  const unsigned Width = Bits.getBitWidth();
  if (Width < MinWidth || Width > MaxWidth)
    return;
  std::vector<APInt> &Of = Constants[Width];
  for (const APInt &Near : {Bits, Bits + 1, Bits - 1})
    if (Of.size() < MaxConstants && !llvm::is_contained(Of, Near))
      Of.push_back(Near);
}

/// What \p Arg says of a variable if it is Param: replaced by a term over it.
static void addInverse(ExprContext &Ctx, Substitution &S, Expr Arg,
                       Expr Param) {
  if (Arg.isConst())
    return;
  S.set(Arg, Param);
  if (Arg.is(Kind::BvAdd) && Arg.numOperands() == 2 && Arg.operand(0).isVar() &&
      Arg.operand(1).isConst())
    S.set(Arg.operand(0), Ctx.make(Kind::BvSub, {Param, Arg.operand(1)}));
}

/// Adds \p Term at all points at which it has a meaning: where \p B begins, if
/// it is over variables there, where that procedure returns, and for procedures
/// that are called, in terms of what is passed to them and returned.
void Templates::addTerm(const Block &B, Expr Term, std::vector<ExprList> &To) {
  auto Add = [&](unsigned Point, Expr E) {
    const std::vector<Expr> &Vars = Steps.Points[Point].Vars;
    if (!E.isConst() &&
        !anyVariable(E, [&](Expr V) { return !llvm::is_contained(Vars, V); }))
      To[Point].insert(E);
  };
  const FactPoint &From = Steps.Points[B.From];
  Add(B.From, Term);
  if (From.What == PointKind::Call)
    if (auto Return = Steps.Returns[From.Procedure])
      Add(*Return, Term);
  for (const StepCall &C : B.Calls) {
    const Procedure &Callee = P.Procedures[C.Callee];
    Substitution There(Ctx);
    for (auto [Param, Arg] : llvm::zip_equal(Callee.Params, C.Args))
      addInverse(Ctx, There, Arg, Param);
    if (Callee.Exit)
      for (auto [Placeholder, Got] : llvm::zip_equal(Callee.Results, C.Results))
        There.set(Got, Placeholder);
    Expr E = There(Term);
    Add(Steps.Calls[C.Callee], E);
    if (auto Return = Steps.Returns[C.Callee])
      Add(*Return, E);
  }
}

void Templates::readBlock(const Block &B) {
  std::vector<Expr> Roots;
  for (const Block::Way &W : B.Ways) {
    Roots.push_back(W.Guard);
    llvm::append_range(Roots, W.Values);
    if (!W.To || Steps.Points[*W.To].What != PointKind::Return)
      continue;
    for (auto [Var, Val] :
         llvm::zip_equal(Steps.Points[*W.To].Vars, W.Values)) {
      if (!isResult(*W.To, Var) || Var.sort().isArray())
        continue;
      for (Expr Leaf : alternatives(Val))
        if (!anyVariable(Leaf, [&](Expr V) {
              return !llvm::is_contained(Steps.Points[*W.To].Vars, V);
            }))
          Leaves[*W.To].insert(Ctx.mkEq(Var, Leaf));
    }
  }
  postOrder(Roots, [&](Expr E) {
    switch (E.kind()) {
    case Kind::Const:
      if (E.sort().isBitVec())
        learnConstant(E.value().bits());
      return;
    case Kind::BvSlt:
    case Kind::BvSle:
      HasSigned = true;
      break;
    case Kind::BvUlt:
    case Kind::BvUle:
      HasUnsigned = true;
      break;
    case Kind::Select:
      addTerm(B, E, Reads);
      break;
    case Kind::BvUrem:
    case Kind::BvUdiv:
      HasUnsigned = true;
      return;
    default:
      break;
    }
    if (E.isAtom())
      addTerm(B, E, Atoms);
  });
}

void Templates::readText() {
  for (const Block &B : Steps.Blocks)
    readBlock(B);
  if (!HasSigned && !HasUnsigned)
    HasSigned = HasUnsigned = true;
  for (auto &[Width, Of] : Constants)
    for (int N : {0, 1, -1}) {
      APInt Bits(Width, uint64_t(N), /*isSigned=*/true);
      if (!llvm::is_contained(Of, Bits))
        Of.push_back(Bits);
    }
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// Those that the program makes, their opposites, and weaker and stronger ones.
void Templates::addVariants(Expr Atom, ExprList &To) {
  To.insert(Atom);
  To.insert(Ctx.mkNot(Atom));
  if (Atom.numOperands() != 2)
    return;
  Expr A = Atom.operand(0), B = Atom.operand(1);
  if (!A.sort().isBitVec())
    return;
  const bool Either = Atom.is(Kind::Eq);
  if (!Either && !Atom.is(Kind::BvSlt) && !Atom.is(Kind::BvSle) &&
      !Atom.is(Kind::BvUlt) && !Atom.is(Kind::BvUle))
    return;
  To.insert(Ctx.mkEq(A, B));
  To.insert(Ctx.mkNot(Ctx.mkEq(A, B)));
  const bool IsSigned = Atom.is(Kind::BvSlt) || Atom.is(Kind::BvSle);
  if (IsSigned || (Either && HasSigned)) {
    To.insert(Ctx.mkSle(A, B));
    To.insert(Ctx.mkSle(B, A));
  }
  if ((!IsSigned && !Either) || (Either && HasUnsigned)) {
    To.insert(Ctx.mkUle(A, B));
    To.insert(Ctx.mkUle(B, A));
  }
}

void Templates::addOrders(Expr A, Expr B, ExprList &To) {
  for (auto [X, Y] : {std::pair(A, B), std::pair(B, A)}) {
    if (HasSigned) {
      To.insert(Ctx.mkSle(X, Y));
      To.insert(Ctx.mkSlt(X, Y));
    }
    if (HasUnsigned) {
      To.insert(Ctx.mkUle(X, Y));
      To.insert(Ctx.mkUlt(X, Y));
    }
  }
  To.insert(Ctx.mkNot(Ctx.mkEq(A, B)));
}

/// That \p V is no more and no less than constants: the nearest that samples
/// allow come first.
void Templates::addThresholds(Expr V, ExprList &To) {
  auto It = Constants.find(V.sort().width());
  if (It == Constants.end())
    return;
  std::vector<APInt> Of = It->second;
  auto AddNearest = [&](auto Less, auto Make) {
    llvm::sort(Of, Less);
    size_t Added = 0;
    for (const APInt &C : Of) {
      Expr Fact = Make(Ctx.bv(C));
      if (Fact.isTrue() ||
          llvm::any_of(Evals, [&](auto &Eval) { return !Eval->isTrue(Fact); }))
        continue;
      To.insert(Fact);
      if (++Added == Most.Thresholds)
        break;
    }
  };
  auto Signed = [](const APInt &A, const APInt &B) { return A.slt(B); };
  auto Unsigned = [](const APInt &A, const APInt &B) { return A.ult(B); };
  auto Reverse = [](auto Less) {
    return [Less](const APInt &A, const APInt &B) { return Less(B, A); };
  };
  if (HasSigned) {
    AddNearest(Signed, [&](Expr C) { return Ctx.mkSle(V, C); });
    AddNearest(Reverse(Signed), [&](Expr C) { return Ctx.mkSle(C, V); });
  }
  if (HasUnsigned) {
    AddNearest(Unsigned, [&](Expr C) { return Ctx.mkUle(V, C); });
    AddNearest(Reverse(Unsigned), [&](Expr C) { return Ctx.mkUle(C, V); });
  }
}

/// That \p Of grows no faster, or no slower, than some small multiple of
/// \p Over, as far as samples tell.
void Templates::addSlopes(Expr Of, Expr Over, ExprList &To) {
  constexpr int64_t MaxFactor = 1000;
  const unsigned Width = Of.sort().width();
  int64_t Least = MaxFactor, Most = -MaxFactor;
  for (auto &Eval : Evals) {
    const int64_t X = (*Eval)(Over).bits().getSExtValue();
    const int64_t Y = (*Eval)(Of).bits().getSExtValue();
    if (X <= 0 || X > MaxFactor * MaxFactor)
      continue;
    Most = std::max(Most, Y / X + (Y % X > 0));
    Least = std::min(Least, Y / X - (Y % X < 0));
  }
  auto Times = [&](int64_t Factor) {
    return Ctx.make(Kind::BvMul,
                    {Ctx.bv(APInt(Width, uint64_t(Factor), true)), Over});
  };
  // A factor of 1 or 0 is no news.
  if (Most > 1 && Most < MaxFactor)
    addOrders(Of, Times(Most), To);
  if (Least > 1 && Least < MaxFactor)
    addOrders(Of, Times(Least), To);
}

void Templates::addComparisons(unsigned Point, ExprList &To) {
  const FactPoint &At = Steps.Points[Point];
  const bool IsReturn = At.What == PointKind::Return;
  std::vector<Expr> Terms = numbersAt(Point);
  for (Expr V : At.Vars)
    if (!isNumber(V))
      Terms.push_back(V);
  for (Expr V : Terms) {
    if (IsReturn && !isResult(Point, V))
      continue;
    if (V.sort().isBool()) {
      To.insert(V);
      To.insert(Ctx.mkNot(V));
    } else if (isNumber(V)) {
      addThresholds(V, To);
    }
  }
  size_t Pairs = 0;
  for (size_t I = Terms.size(); I-- > 0;)
    for (size_t J = 0; J < I && Pairs < Most.Pairs; ++J) {
      Expr A = Terms[J], B = Terms[I];
      if (A.sort() != B.sort() ||
          (IsReturn && !isResult(Point, A) && !isResult(Point, B)))
        continue;
      ++Pairs;
      if (isNumber(A)) {
        addOrders(A, B, To);
        addSlopes(B, A, To);
      } else {
        To.insert(Ctx.mkEq(A, B));
      }
    }
}

/// The variables at \p Point that stay what they are: parameters, and what a
/// loop does not change.
ExprSet Templates::fixedAt(unsigned Point) {
  const FactPoint &At = Steps.Points[Point];
  ExprSet Fixed(At.Vars.begin(), At.Vars.end());
  if (At.What == PointKind::Return)
    for (Expr Placeholder : P.Procedures[At.Procedure].Results)
      Fixed.erase(Placeholder);
  if (At.What == PointKind::Loop)
    for (const Block &B : Steps.Blocks)
      for (const Block::Way &W : B.Ways)
        if (B.From == Point && W.To == Point)
          for (auto [Var, Val] : llvm::zip_equal(At.Vars, W.Values))
            if (Var != Val)
              Fixed.erase(Var);
  return Fixed;
}

/// Conditions of what stays as it is that runs decide either way.
ExprList Templates::guardsAt(unsigned Point) {
  ExprList Result;
  if (Steps.Points[Point].What == PointKind::Call)
    return Result;
  const ExprSet Fixed = fixedAt(Point);
  const bool MayChange =
      Most.GuardsChange && Steps.Points[Point].What == PointKind::Loop;
  ExprList Conditions;
  for (Expr Atom : Atoms[Point])
    if (MayChange ||
        !anyVariable(Atom, [&](Expr V) { return !Fixed.contains(V); }))
      Conditions.insert(Atom);
  // Whether something has changed yet.
  if (MayChange)
    for (Expr V : Steps.Points[Point].Vars)
      for (Expr W : Steps.Points[Point].Vars)
        if (isNumber(V) && !Fixed.contains(V) && Fixed.contains(W) &&
            V.sort() == W.sort())
          Conditions.insert(Ctx.mkEq(V, W));
  for (Expr Param : Steps.Points[Point].Vars)
    if (isNumber(Param) && Fixed.contains(Param)) {
      Expr Zero = Ctx.bv(0, Param.sort().width());
      Conditions.insert(Ctx.mkEq(Param, Zero));
      if (HasSigned)
        Conditions.insert(Ctx.mkSlt(Param, Zero));
    }
  for (Expr C : Conditions) {
    const size_t Holds =
        llvm::count_if(Evals, [&](auto &Eval) { return Eval->isTrue(C); });
    if (Holds == 0 || Holds == Evals.size())
      continue;
    Result.insert(C);
    Result.insert(Ctx.mkNot(C));
    if (Result.size() >= 2 * MaxGuards)
      break;
  }
  return Result;
}

void Templates::guessAt(unsigned Point) {
  States.clear();
  Evals.clear();
  for (const Sample &S : Samples[Point]) {
    Valuation &State = States.emplace_back();
    for (auto [Var, Val] : llvm::zip_equal(Steps.Points[Point].Vars, S))
      State[Var] = Val;
  }
  for (const Valuation &State : States)
    Evals.push_back(std::make_unique<Evaluator>(State));
  const ExprList Guards = guardsAt(Point);
  ExprList All;
  for (Expr Atom : Atoms[Point])
    addVariants(Atom, All);
  All.insert(Leaves[Point].begin(), Leaves[Point].end());
  addComparisons(Point, All);
  std::vector<Expr> &Facts = Result.Facts[Point];
  auto HoldsWhere = [&](Expr Guard, Expr Fact) {
    return llvm::all_of(Evals, [&](auto &Eval) {
      return !Eval->isTrue(Guard) || Eval->isTrue(Fact);
    });
  };
  auto Add = [&](Expr Fact) {
    if (!Fact.isConst() && Facts.size() < Most.Facts)
      Facts.push_back(Fact);
  };
  for (Expr Fact : All)
    if (HoldsWhere(Ctx.trueExpr(), Fact))
      Add(Fact);
  const ExprSet Always(Facts.begin(), Facts.end());
  const ExprSet Fixed = fixedAt(Point);
  for (Expr Guard : Guards)
    for (Expr Fact : All)
      if ((Most.GuardsWhatHolds || !Always.contains(Fact)) &&
          anyVariable(Fact, [&](Expr V) { return !Fixed.contains(V); }) &&
          HoldsWhere(Guard, Fact))
        Add(Ctx.mkImplies(Guard, Fact));
  addEquations(Point, Guards);
}

Guesses Templates::run() {
  Result.Facts.resize(Steps.Points.size());
  readText();
  for (unsigned I = 0; I < Steps.Points.size(); ++I)
    guessAt(I);
  return std::move(Result);
}

Guesses sooth::guessFacts(const ModularProgram &P, const ContractSteps &Steps,
                          llvm::ArrayRef<std::vector<Sample>> Samples,
                          GuessSize Size) {
  const Limits Most = Size == GuessSize::Few ? Limits{300, 30, 2, false, false}
                                             : Limits{1500, 150, 8, true, true};
  return Templates(P, Steps, Samples, Most).run();
}
