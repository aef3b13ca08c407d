//===- Propagation.h - Contradictions seen in single terms ------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most checks hold because a few conditions just before them say something of
// the very terms that they are about: that a pointer is not null, that a size
// is at least a constant. That needs no solver: what is known of each term, as
// a range, is passed on to the terms around it until a term has no value left
// (bounds propagation; for Booleans, unit propagation). Terms that are equal by
// an equation, by the branch that an ite takes, or as reads of the same array
// at the same index, share what is known of them.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CELLS_PROPAGATION_H
#define SOOTH_LIB_ENGINE_CELLS_PROPAGATION_H

#include "Premises.h"

#include "sooth/Domain/Range.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace sooth::cells {

class Propagation {
public:
  /// What is done where ranges do not suffice.
  enum class Effort {
    Ranges, ///< nothing
    Sums    ///< inequalities are asked, and alternatives one by one
  };
  explicit Propagation(Effort Most = Effort::Sums) : Most(Most) {}

  /// Some of \p Facts that are seen not to be true together, none of which can
  /// be left out; empty if that is not seen. Facts after the first
  /// Premises::MostFacts are not
  /// looked at.
  std::vector<Expr> contradiction(llvm::ArrayRef<Expr> Facts);

private:
  struct Term {
    Expr E;
    llvm::SmallVector<unsigned, 3> Operands; // by number
    /// Arrays have none.
    bool HasRange;
    bool OperandsHaveRanges;
    Range Values;
    /// Of which Values are a consequence.
    Premises Why;
    /// A term that it is equal to, by EqualBy, or itself.
    unsigned Equal;
    Premises EqualBy;
    /// When Values changed, and when what that says of operands, and what these
    /// say of it, was last passed on.
    unsigned ChangedAt = 1, DownAt = 0, UpAt = 0;
  };
  /// The one of those that are equal to a term which all of them lead to.
  struct Representative {
    unsigned Of;
    Premises Why;
  };

  class Linear;
  /// One of Ways is OneHolds, by Why.
  struct Alternatives {
    llvm::SmallVector<unsigned, 4> Ways;
    bool OneHolds;
    Premises Why;
  };
  /// Of two numbers that are different, which one is taken to be less, without
  /// signs.
  struct Order {
    unsigned Less, Greater;
    Premises Why;
  };

  bool contradict(llvm::ArrayRef<Expr> Facts);
  bool refute(unsigned Splits);
  bool refuteEach(unsigned Splits);
  bool refuteWays(const Alternatives &Of, unsigned Splits);
  bool refuteOrders(unsigned Splits);
  std::optional<Alternatives> openWays(const Term &T) const;
  bool isNear(unsigned Number, unsigned Depth) const;
  bool refuteLinear();
  std::vector<Expr> conflicting(llvm::ArrayRef<Expr> Facts) const;
  void add(Expr Fact);
  bool propagate();
  bool hasNewOperand(const Term &T, unsigned Since) const;
  bool up(Term &T);
  bool down(Term &T);
  bool downConnective(const Term &T);
  bool downComparison(const Term &T);
  bool downIte(const Term &T);
  Representative find(unsigned Number) const;
  bool unite(unsigned A, unsigned B, const Premises &Why);
  bool uniteEqual();
  bool share();
  bool narrow(Term &T, const Range &To, const Premises &Why);
  Term &operand(const Term &T, unsigned I) { return Terms[T.Operands[I]]; }

  const Effort Most;
  std::vector<Term> Terms; // operands first
  ExprMap<unsigned> Numbers;
  SeenExprs Seen;
  bool Changed = false;
  std::vector<Order> Assumed;
  /// The terms that inequalities connect with the first fact.
  llvm::BitVector Near;
  /// Counts changes of Values.
  unsigned Clock = 1;
  Premises Conflict;
};

} // namespace sooth::cells

#endif
