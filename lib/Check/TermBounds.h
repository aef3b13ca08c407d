//===- TermBounds.h - Contradictions seen without a solver ------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most steps of an invariant that says much of each location hold because a few
// facts bound the very terms that they are about. What is known of each term,
// as a range, is passed on to those around it until one has no value left. The
// ranges are LLVM's; nothing is shared with what the engine of such invariants
// does.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_CHECK_TERMBOUNDS_H
#define SOOTH_LIB_CHECK_TERMBOUNDS_H

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/ConstantRange.h"

#include <optional>
#include <vector>

namespace sooth {

class TermBounds {
public:
  /// Whether \p Facts are seen not to be true together.
  bool contradict(llvm::ArrayRef<Expr> Facts);

private:
  struct Term {
    Expr E;
    llvm::SmallVector<unsigned, 3> Operands; // by number
    /// Of a Boolean, 0 or 1; none of arrays and floating-point numbers.
    std::optional<llvm::ConstantRange> Values;
    /// A term that it is equal to, or itself.
    unsigned Equal;
  };

  void add(Expr Fact);
  bool narrow(unsigned Number, const llvm::ConstantRange &To);
  bool narrow(unsigned Number, bool To);
  std::optional<bool> truth(unsigned Number) const;
  bool hasRanges(const Term &T) const;
  bool up(unsigned Number);
  std::optional<llvm::ConstantRange> result(const Term &T) const;
  bool down(unsigned Number);
  bool downParts(const Term &T);
  bool downEq(const Term &T);
  bool downComparison(const Term &T);
  bool downIte(const Term &T);
  unsigned find(unsigned Number) const;
  void unite(unsigned A, unsigned B);
  bool uniteEqual();
  bool share();
  const llvm::ConstantRange &operand(const Term &T, unsigned I) const {
    return *Terms[T.Operands[I]].Values;
  }

  std::vector<Term> Terms; // operands first
  ExprMap<unsigned> Numbers;
  SeenExprs Seen;
  bool Changed = false;
};

} // namespace sooth

#endif
