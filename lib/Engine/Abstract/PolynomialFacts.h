//===- PolynomialFacts.h - Equations between products -----------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_ABSTRACT_POLYNOMIALFACTS_H
#define SOOTH_LIB_ENGINE_ABSTRACT_POLYNOMIALFACTS_H

#include "sooth/Model/Cfa.h"
#include "sooth/Support/Budget.h"

#include "llvm/ADT/APInt.h"

namespace sooth::abstraction {

using Equations = std::vector<std::pair<Expr, Expr>>;

/// An affine space of vectors of rational numbers whose denominators are odd,
/// up to a precision that is much more than that of the machine.
class LinearSpace {
public:
  using Vector = std::vector<llvm::APInt>;
  static constexpr unsigned Precision = 512;

  explicit LinearSpace(unsigned Dimensions) : Dimensions(Dimensions) {}
  bool isEmpty() const { return Base.empty(); }
  /// Return true if the space has grown. \ref addDirection requires a point.
  bool addPoint(const Vector &P);
  bool addDirection(Vector D);

  const Vector &base() const { return Base; }
  std::vector<Vector> directions() const;
  /// Equations that the space is the set of solutions of, between \p Terms of
  /// \p Width bits: some of them, and what each of these is in others that are
  /// none of these. Whatever integer equation follows from them over the
  /// rational numbers is a sum of multiples of them modulo 2^w, too. Requires
  /// a point.
  Equations equations(ExprContext &Ctx, llvm::ArrayRef<Expr> Terms,
                      unsigned Width) const;

private:
  struct Row {
    unsigned Pivot; // where it is one, and all other rows are zero
    Vector V;
  };
  unsigned Dimensions;
  Vector Base; // empty if there is no point
  std::vector<Row> Rows;
};

/// By location of \p C: linear equations between its variables of \p Width
/// bits, \p Vars. They hold whenever a run is there, and are inductive
/// together. Guards are not looked at, so that this takes no solver (Karr,
/// "Affine relationships among variables of a program", Acta Informatica 1976).
/// Earlier variables of \p Vars are preferred on right-hand sides. Empty if
/// \p B does not suffice.
std::vector<Equations> linearEquations(const Cfa &C, unsigned Width,
                                       llvm::ArrayRef<Expr> Vars,
                                       const Budget &B);

/// Of \p All, by location of \p C, those for variables that \p C reads, and
/// those that are needed to see that these are inductive.
std::vector<Equations> neededEquations(const Cfa &C,
                                       llvm::ArrayRef<Equations> All,
                                       const ExprSet &Products);

} // namespace sooth::abstraction

#endif
