//===- Interpretation.h - Operators that keep their meaning ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between the EUF reading of expressions and the bit-precise one lie all those
// that know the meaning of some operators (EUFORIA dissertation 6.2: concrete
// reasoning mixed with EUF abstraction). A sort that such an operator touches
// is read as what it is, with its true constants, everywhere; operators over it
// that are not among them remain uninterpreted functions, over that sort.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SOLVER_INTERPRETATION_H
#define SOOTH_SOLVER_INTERPRETATION_H

#include "sooth/Expr/Expr.h"

#include <set>
#include <tuple>

namespace sooth {

/// An operator as EUF tells it from others: by kind, parameters and sorts.
/// Applications of a multiplication, division or shift in which an operand is
/// a constant are a (cheaper) operator by themselves.
class Operator {
public:
  /// Requires an application that is not Boolean structure, ite or equality.
  explicit Operator(Expr Application);
  static bool isApplication(Expr E);

  /// Whether it is about applications to a constant only.
  bool isInstance() const { return About == Applications::ToConstants; }
  /// Whether solvers can reason about it well: not about products and quotients
  /// of terms.
  bool isCheap() const { return About != Applications::ToTerms; }
  friend bool operator<(const Operator &A, const Operator &B) {
    return A.Key < B.Key;
  }

private:
  enum class Applications { Any, ToConstants, ToTerms } About;
  std::tuple<Kind, uint32_t, uint32_t, const void *, const void *, Applications>
      Key;
};

class Interpretation {
public:
  /// All array operators.
  void addArrays() { Arrays = true; }
  /// The operator of \p Application.
  void add(Expr Application);

  bool isInterpreted(Expr Application) const;
  bool isConcrete(Sort S) const {
    return Concrete.contains(S) || (Arrays && S.isArray());
  }
  /// Whether no operator and no sort of \p E is uninterpreted: solvers know
  /// then what it means.
  bool isPrecise(Expr E) const;
  /// Grows with every operator that is added; array operators are one.
  size_t size() const { return Operators.size() + Arrays; }
  bool empty() const { return size() == 0; }

private:
  std::set<Operator> Operators;
  llvm::DenseSet<Sort> Concrete;
  bool Arrays = false;
};

} // namespace sooth

#endif
