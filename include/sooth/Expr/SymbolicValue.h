//===- SymbolicValue.h - Values that may be terms ---------------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a variable holds on a symbolic run: a number where that is known, a
// term over symbols where it is not; and arrays by their cells.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_EXPR_SYMBOLICVALUE_H
#define SOOTH_EXPR_SYMBOLICVALUE_H

#include "sooth/Expr/ExprContext.h"

#include <memory>
#include <optional>

namespace sooth {

/// A Boolean or a bit-vector of at most 64 bits that is known, or a term of any
/// sort.
class SymbolicValue {
public:
  SymbolicValue() = default;
  explicit SymbolicValue(uint64_t Bits) : Bits(Bits) {}
  /// Constants become known where they are small enough.
  static SymbolicValue of(Expr E);

  bool isKnown() const { return !Term; }
  bool isTrue() const { return isKnown() && Bits; }
  bool isFalse() const { return isKnown() && !Bits; }
  /// Requires that it is known.
  uint64_t bits() const { return Bits; }
  /// The same as a term of sort \p S, which is its own.
  Expr term(ExprContext &Ctx, Sort S) const;

  friend bool operator==(const SymbolicValue &A, const SymbolicValue &B) {
    return A.Bits == B.Bits && A.Term == B.Term;
  }

private:
  uint64_t Bits = 0;
  Expr Term; // null if known
};

/// \p E, an ite over constants (or a tree of a few), with \p Change applied to
/// each of them; null for other terms.
Expr mapConstants(ExprContext &Ctx, Expr E,
                  llvm::function_ref<Expr(Expr)> Change);
/// ExprContext::make, but an operator on constants and one tree of constants is
/// a tree of constants again.
Expr makeOverConstants(ExprContext &Ctx, Kind K, llvm::ArrayRef<Expr> Ops,
                       uint32_t Param0 = 0, uint32_t Param1 = 0,
                       Sort S = Sort());

/// An array with bit-vectors of at most 64 bits as indices: what its cells at
/// constant indices hold, and how the others came about.
class SymbolicArray {
public:
  using Ptr = std::shared_ptr<SymbolicArray>;

  static bool supports(Sort S) {
    return S.isArray() && S.index().isBitVec() && S.index().width() <= 64 &&
           !S.element().isArray();
  }
  static Ptr filled(Sort S, SymbolicValue Element);
  static Ptr ofTerm(Expr A);
  /// \p A if \p Condition holds, otherwise \p B.
  static Ptr choice(ExprContext &Ctx, Expr Condition, const Ptr &A,
                    const Ptr &B);

  SymbolicValue read(ExprContext &Ctx, uint64_t Index);
  /// Requires an index of the array's index sort.
  SymbolicValue read(ExprContext &Ctx, SymbolicValue Index);
  /// Replaces \p A, in place if nobody else has it.
  static void write(ExprContext &Ctx, Ptr &A, SymbolicValue Index,
                    SymbolicValue Element);
  Expr term(ExprContext &Ctx) {
    LayerTerms Done;
    return term(Ctx, Done);
  }
  Sort sort() const { return S; }

private:
  /// All 64-bit numbers can be keys, which llvm::DenseMap does not allow.
  class CellMap {
  public:
    const SymbolicValue *find(uint64_t Index) const;
    void set(uint64_t Index, SymbolicValue V);
    /// In the order of indices.
    std::vector<std::pair<uint64_t, SymbolicValue>> sorted() const;
    size_t size() const { return Most.size(); }

  private:
    static constexpr uint64_t FirstReserved = ~uint64_t(0) - 1;
    llvm::DenseMap<uint64_t, SymbolicValue> Most;
    std::optional<SymbolicValue> Reserved[2];
  };
  enum class Base {
    Filled,  ///< all other cells hold Element
    Term,    ///< they are those of a term
    Written, ///< those of First, with Element at Index
    Choice   ///< those of First if Index, a condition, holds, else Second's
  };

  SymbolicArray(Sort S, Base From) : S(S), From(From) {}
  static Ptr layer(Sort S, Base From);
  static Ptr mergeCells(ExprContext &Ctx, Expr Condition, const Ptr &A,
                        const Ptr &B);
  bool hasSameBase(const SymbolicArray &Other) const;
  SymbolicValue below(ExprContext &Ctx, uint64_t Index);
  /// Layers below may be there more than once: choices share what they were
  /// made of.
  using LayerTerms = llvm::DenseMap<const SymbolicArray *, Expr>;
  Expr readAnywhere(ExprContext &Ctx, Expr Index, LayerTerms &Done);
  Expr term(ExprContext &Ctx, LayerTerms &Done);
  Expr constantIndex(ExprContext &Ctx, uint64_t Index) const {
    return Ctx.bv(Index, S.index().width());
  }
  /// An array of its own for a caller that changes it.
  static void own(Ptr &A);

  Sort S;
  Base From;
  CellMap Cells;
  SymbolicValue Element;
  Expr Index; // or the term, or the condition
  Ptr First, Second;
  unsigned Depth = 0; // of layers below
};

} // namespace sooth

#endif
