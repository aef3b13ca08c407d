//===- Projection.cpp - Facts over live variables -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Strongest postconditions have quantifiers: ∃Locals. Facts. Three steps get
// rid of them, each only as far as it is needed:
//
// 1. Equations define most locals (EquationSolving.h). This is exact.
// 2. Facts without locals may do already.
// 3. Otherwise the projection is covered from the inside, as interpolants are
//    computed without proofs by Chockler, Ivrii and Matsliah (HVC 2012): a
//    model of the facts outside of the cover becomes a cube of literals over
//    live variables that are true in it, generalized as far as it contradicts
//    the rest. Where literals come from (Literals.h) affects how many cubes are
//    needed, but never soundness.
//
//===----------------------------------------------------------------------===//

#include "Projection.h"

#include "Literals.h"
#include "sooth/Expr/EquationSolving.h"

#include "sooth/Expr/EquationSolving.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace sooth;

std::vector<Expr> sooth::minimalCore(Solver &S, llvm::ArrayRef<Expr> Core,
                                     const Budget &B) {
  std::vector<Expr> Needed(Core);
  for (size_t I = Needed.size(); I-- > 0;) {
    std::vector<Expr> Fewer = Needed;
    Fewer.erase(Fewer.begin() + I);
    Answer A = S.check(Fewer, B);
    if (A == Answer::Unknown)
      return Needed;
    if (A == Answer::Sat)
      continue;
    // Whatever is not in the core goes too; positions before I are kept.
    std::vector<Expr> Small = S.core();
    ExprSet InCore(Small.begin(), Small.end());
    size_t Before = 0;
    for (size_t J = 0; J < I; ++J)
      Before += InCore.contains(Fewer[J]);
    llvm::erase_if(Fewer, [&](Expr E) { return !InCore.contains(E); });
    Needed = std::move(Fewer);
    I = Before;
  }
  return Needed;
}

namespace {
class Cover {
public:
  Cover(ExprContext &Ctx, llvm::ArrayRef<Expr> Facts, const ExprSet &Locals,
        const Rest &R, const Budget &B);

  Projected compute();

private:
  /// More than this many cubes are no explanation.
  static constexpr unsigned MaxCubes = 256;

  bool mentionsLocals(Expr E) const {
    return anyVariable(E, [&](Expr V) { return Locals.contains(V); });
  }
  Projected failed(const std::string &Why) const {
    return {std::nullopt, "projection: " + Why};
  }
  Projected result() const;
  Answer addCube();
  Answer refute(std::vector<Expr> &Assumptions);
  void weaken(std::vector<Expr> &Assumptions, size_t At);

  ExprContext &Ctx;
  llvm::ArrayRef<Expr> Facts;
  const ExprSet &Locals;
  const Rest &R;
  const Budget &B;
  std::unique_ptr<Solver> Inside; // the facts, outside of the cover
  LiteralSource Source;
  std::vector<Expr> Global; // facts without locals
  ExprSet GlobalsUsed;      // by a cube
  std::vector<Expr> Cubes;
};
} // namespace

Cover::Cover(ExprContext &Ctx, llvm::ArrayRef<Expr> Facts,
             const ExprSet &Locals, const Rest &R, const Budget &B)
    : Ctx(Ctx), Facts(Facts), Locals(Locals), R(R), B(B),
      Source(Ctx, Facts, Locals, R.Facts) {
  std::vector<Expr> All(Facts);
  All.insert(All.end(), R.Facts.begin(), R.Facts.end());
  SolverOptions O;
  O.Over = theoriesOf(All);
  Inside = R.Family.create(O);
  for (Expr F : Facts) {
    Inside->add(F);
    if (!mentionsLocals(F))
      Global.push_back(F);
  }
}

Projected Cover::result() const {
  std::vector<Expr> Result(GlobalsUsed.begin(), GlobalsUsed.end());
  llvm::sort(Result, [](Expr X, Expr Y) { return X.id() < Y.id(); });
  Result.push_back(Ctx.mkOr(Cubes));
  return {std::move(Result), {}};
}

Projected Cover::compute() {
  while (Cubes.size() < MaxCubes) {
    switch (Inside->check(B)) {
    case Answer::Unknown:
      return failed(Inside->reasonUnknown());
    case Answer::Unsat:
      return result();
    case Answer::Sat:
      break;
    }
    switch (addCube()) {
    case Answer::Unknown:
      return failed(R.S.reasonUnknown());
    case Answer::Sat:
      return failed("a model of the parts");
    case Answer::Unsat:
      break;
    }
  }
  return failed("too many cubes");
}

/// Unsat if the cube of the current model contradicts the rest.
Answer Cover::addCube() {
  Valuation Model;
  for (Expr V : variables(Facts))
    Model[V] = Inside->value(V);
  std::vector<std::vector<Expr>> Groups;
  Source.propose(Model, Groups);
  std::vector<Expr> Assumptions = Global;
  Answer A = Answer::Sat;
  for (size_t I = 0; I < Groups.size() && A == Answer::Sat; ++I) {
    llvm::append_range(Assumptions, Groups[I]);
    A = R.S.check(Assumptions, B);
  }
  if (A != Answer::Unsat)
    return A;
  std::vector<Expr> Small = R.S.core();
  ExprSet InCore(Small.begin(), Small.end());
  llvm::erase_if(Assumptions, [&](Expr E) { return !InCore.erase(E); });
  Assumptions = minimalCore(R.S, Assumptions, B);
  for (size_t I = 0; I < Assumptions.size(); ++I)
    weaken(Assumptions, I);
  std::vector<Expr> Cube;
  for (Expr E : Assumptions)
    if (llvm::is_contained(Global, E))
      GlobalsUsed.insert(E);
    else
      Cube.push_back(E);
  Cubes.push_back(Ctx.mkAnd(Cube));
  Inside->add(Ctx.mkNot(Cubes.back()));
  return Answer::Unsat;
}

/// Moves a bound as far as the assumptions still contradict the rest, one bit
/// of the distance after the other; not at all if not by one.
void Cover::weaken(std::vector<Expr> &Assumptions, size_t At) {
  const Bound *Start = Source.boundOf(Assumptions[At]);
  if (!Start)
    return;
  auto Try = [&](const llvm::APInt &Distance) {
    std::optional<Bound> Weaker = Start->weakened(Distance);
    if (!Weaker)
      return false;
    Expr Before = Assumptions[At];
    Assumptions[At] = Weaker->literal(Ctx);
    bool Contradicts = R.S.check(Assumptions, B) == Answer::Unsat;
    if (!Contradicts)
      Assumptions[At] = Before;
    return Contradicts;
  };
  unsigned Bits = Start->distanceBits();
  if (!Try(llvm::APInt(Bits, 1)))
    return;
  llvm::APInt Distance = llvm::APInt::getZero(Bits);
  for (unsigned Bit = Bits; Bit-- > 0;) {
    llvm::APInt Further = Distance;
    Further.setBit(Bit);
    if (Try(Further))
      Distance = Further;
  }
}

Projected sooth::project(ExprContext &Ctx, llvm::ArrayRef<Expr> Facts,
                         const Rest &R, const Budget &B) {
  ExprSet Locals;
  for (Expr V : variables(Facts))
    if (!R.Live.contains(V))
      Locals.insert(V);
  llvm::SmallVector<Expr, 32> Solved(Facts);
  solveEquations(Ctx, Solved, Locals);
  std::vector<Expr> Global;
  for (Expr F : Solved)
    if (!anyVariable(F, [&](Expr V) { return Locals.contains(V); }))
      Global.push_back(F);
  switch (R.S.check(Global, B)) {
  case Answer::Unsat:
    return {minimalCore(R.S, R.S.core(), B), {}};
  case Answer::Unknown:
    return {std::nullopt, "projection: " + R.S.reasonUnknown()};
  case Answer::Sat:
    return Cover(Ctx, Solved, Locals, R, B).compute();
  }
  llvm_unreachable("unknown answer");
}
