//===- ExprContext.h - Building expressions -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_EXPR_EXPRCONTEXT_H
#define SOOTH_EXPR_EXPRCONTEXT_H

#include "sooth/Expr/Expr.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Allocator.h"

#include <deque>

namespace sooth {

/// Owns sorts and expressions, and builds them with local simplification:
/// constants are folded, units and absorbing elements removed, operands of
/// commutative operators ordered (constants last), `ite` and equalities over
/// constants pushed out. Simplification looks a few levels down at most, so
/// building is constant time per node. Not thread-safe; handles die with it.
class ExprContext {
public:
  ExprContext();
  ExprContext(const ExprContext &) = delete;
  ExprContext &operator=(const ExprContext &) = delete;
  ~ExprContext();

  // Sorts.
  Sort boolSort() const { return BoolS; }
  Sort intSort() const { return IntS; }
  Sort realSort() const { return RealS; }
  /// Requires \p Width > 0.
  Sort bitVecSort(unsigned Width);
  Sort arraySort(Sort Index, Sort Element);

  // Leaves.
  /// The variable of this name; requires that it has no other sort already.
  Expr var(llvm::StringRef Name, Sort S);
  /// The variable of this name, or null.
  Expr lookupVar(llvm::StringRef Name) const;
  /// A variable with a name that starts with \p Prefix and was never used.
  Expr freshVar(llvm::StringRef Prefix, Sort S);
  /// Array values become ConstArray and Store.
  Expr constant(const Value &V, Sort S);
  Expr boolean(bool B) const { return B ? TrueE : FalseE; }
  Expr trueExpr() const { return TrueE; }
  Expr falseExpr() const { return FalseE; }
  Expr bv(uint64_t V, unsigned Width) { return bv(llvm::APInt(Width, V)); }
  Expr bv(const llvm::APInt &V);
  Expr integer(int64_t V) { return integer(llvm::DynamicAPInt(V)); }
  Expr integer(const llvm::DynamicAPInt &V);
  Expr real(const Rational &V);

  // Core.
  Expr mkNot(Expr A);
  Expr mkAnd(llvm::ArrayRef<Expr> Ops);
  Expr mkOr(llvm::ArrayRef<Expr> Ops);
  Expr mkAnd(Expr A, Expr B) { return mkAnd({A, B}); }
  Expr mkOr(Expr A, Expr B) { return mkOr({A, B}); }
  Expr mkImplies(Expr A, Expr B) { return mkOr(mkNot(A), B); }
  Expr mkXor(Expr A, Expr B) { return mkNot(mkEq(A, B)); }
  Expr mkIte(Expr C, Expr T, Expr E);
  Expr mkEq(Expr A, Expr B);
  Expr mkDistinct(llvm::ArrayRef<Expr> Ops);
  /// Of integers, as a balanced tree: sums of thousands of terms are common,
  /// and a chain of them is as deep.
  Expr mkSum(llvm::ArrayRef<Expr> Terms);

  /// Any operator by kind, for readers, substitution and translation.
  /// Requires operand sorts that fit; \p S is needed for ConstArray only.
  Expr make(Kind K, llvm::ArrayRef<Expr> Ops, uint32_t Param0 = 0,
            uint32_t Param1 = 0, Sort S = Sort());
  /// \p E with other operands, of the same sorts.
  Expr rebuild(Expr E, llvm::ArrayRef<Expr> Ops);
  /// Without any simplification, folding or reordering (but for the operands
  /// of `=`), for callers to whom operators have no meaning: the EUF
  /// abstraction tells bvadd(0, 1) from 1. Not, And, Or, Boolean equality and
  /// ite are still simplified.
  Expr makeRaw(Kind K, llvm::ArrayRef<Expr> Ops, uint32_t Param0 = 0,
               uint32_t Param1 = 0, Sort S = Sort());
  Expr rebuildRaw(Expr E, llvm::ArrayRef<Expr> Ops);

  // Bit-vectors; the shorthands that SMT-LIB spells in several ways.
  Expr mkExtract(unsigned Hi, unsigned Lo, Expr A) {
    return make(Kind::Extract, {A}, Hi, Lo);
  }
  Expr mkZeroExt(unsigned AddedBits, Expr A) {
    return make(Kind::ZeroExt, {A}, AddedBits);
  }
  Expr mkSignExt(unsigned AddedBits, Expr A) {
    return make(Kind::SignExt, {A}, AddedBits);
  }
  Expr mkUlt(Expr A, Expr B) { return make(Kind::BvUlt, {A, B}); }
  Expr mkUle(Expr A, Expr B) { return make(Kind::BvUle, {A, B}); }
  Expr mkSlt(Expr A, Expr B) { return make(Kind::BvSlt, {A, B}); }
  Expr mkSle(Expr A, Expr B) { return make(Kind::BvSle, {A, B}); }
  /// Bool to a one-bit vector and back.
  Expr boolToBv(Expr A) { return mkIte(A, bv(1, 1), bv(0, 1)); }
  Expr bvToBool(Expr A) { return mkEq(A, bv(1, 1)); }

  // Arrays.
  Expr mkSelect(Expr A, Expr I) { return make(Kind::Select, {A, I}); }
  Expr mkStore(Expr A, Expr I, Expr V) { return make(Kind::Store, {A, I, V}); }
  Expr mkConstArray(Sort S, Expr V) {
    return make(Kind::ConstArray, {V}, 0, 0, S);
  }

  /// Nodes made so far, and the memory they take.
  size_t size() const { return NextId; }
  size_t bytes() const { return Arena.getBytesAllocated(); }

  /// The sort of an operator applied to these operands; null if ill-sorted.
  /// \p S as in make().
  Sort resultSort(Kind K, llvm::ArrayRef<Expr> Ops, uint32_t Param0 = 0,
                  uint32_t Param1 = 0, Sort S = Sort());

private:
  struct NodeInfo;
  struct SortInfo;
  Sort internSort(const SortNode &S);
  Expr intern(Kind K, Sort S, llvm::ArrayRef<Expr> Ops, uint32_t Param0 = 0,
              uint32_t Param1 = 0, const Value *Val = nullptr,
              const std::string *Str = nullptr);
  Expr internConst(Value V, Sort S);
  // Simplify.cpp: null if there is nothing to simplify.
  Expr simplify(Kind K, llvm::ArrayRef<Expr> Ops, uint32_t P0, uint32_t P1,
                Sort S);
  Expr simplifyBitVec(Kind K, llvm::ArrayRef<Expr> Ops, uint32_t P0,
                      uint32_t P1, Sort S);
  Expr mkEq(Expr A, Expr B, unsigned Fuel);
  Expr mkIff(Expr A, Expr B);
  Expr simplifyEqConst(Expr A, Expr B, unsigned Fuel);
  Expr zeroDivisor(Expr Div, Expr Other);
  Expr simplifyOrder(Kind K, Expr A, Expr B);
  Expr simplifyExtract(Expr A, uint32_t Hi, uint32_t Lo);
  Expr simplifyArith(Kind K, llvm::ArrayRef<Expr> Ops, Sort S);
  Expr simplifyArray(Kind K, llvm::ArrayRef<Expr> Ops);
  Expr mkAndOr(Kind K, llvm::ArrayRef<Expr> Ops);
  Sort fpResultSort(Kind K, llvm::ArrayRef<Expr> Ops, uint32_t P0, uint32_t P1);
  Expr simplifyFp(Kind K, llvm::ArrayRef<Expr> Ops, uint32_t P0, uint32_t P1);

  llvm::BumpPtrAllocator Arena;
  llvm::DenseSet<const SortNode *, SortInfo> Sorts;
  llvm::DenseSet<const ExprNode *, NodeInfo> Nodes;
  llvm::StringMap<Expr> Vars;
  std::deque<Value> Values;
  std::deque<std::string> Names;
  llvm::StringMap<unsigned> FreshCounters;
  uint32_t NextId = 0;
  Sort BoolS, IntS, RealS;
  Expr TrueE, FalseE;
};

} // namespace sooth

#endif
