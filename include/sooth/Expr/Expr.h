//===- Expr.h - Hash-consed expressions -----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// An expression is a node of one DAG, made by an ExprContext and never
// changed. Equal expressions are the same node, so comparing is comparing
// pointers. Nothing here recurses over depth.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_EXPR_EXPR_H
#define SOOTH_EXPR_EXPR_H

#include "sooth/Expr/Sort.h"
#include "sooth/Expr/Value.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"

namespace sooth {

enum class Kind : uint8_t {
#define SOOTH_KIND(NAME, SMT) NAME,
#include "sooth/Expr/Kinds.def"
};

/// "BvAdd" and "bvadd".
llvm::StringRef kindName(Kind K);
llvm::StringRef smtName(Kind K);

class Expr;

struct ExprNode {
  Sort S;
  uint32_t Id;   // in order of creation: operands have smaller ids
  uint32_t Hash; // of everything but Id
  Kind K;
  uint32_t NumOps;
  uint32_t Param0; // Extract: hi; extensions: added bits
  uint32_t Param1; // Extract: lo
  uint64_t VarBits; // one for each variable below, which others may share
  union {
    const Value *Val;       // Const
    const std::string *Str; // Var
  };
  const Expr *ops() const { return reinterpret_cast<const Expr *>(this + 1); }
};

/// A handle, one pointer wide. Null by default.
class Expr {
public:
  Expr() = default;
  explicit Expr(const ExprNode *Node) : Node(Node) {}

  explicit operator bool() const { return Node; }
  Kind kind() const { return Node->K; }
  Sort sort() const { return Node->S; }
  /// Unique and increasing within a context; operands come first.
  uint32_t id() const { return Node->Id; }
  llvm::ArrayRef<Expr> operands() const { return {Node->ops(), Node->NumOps}; }
  unsigned numOperands() const { return Node->NumOps; }
  Expr operand(unsigned I) const {
    assert(I < Node->NumOps);
    return Node->ops()[I];
  }
  uint32_t param(unsigned I) const { return I ? Node->Param1 : Node->Param0; }

  bool is(Kind K) const { return Node->K == K; }
  bool isConst() const { return is(Kind::Const); }
  bool isVar() const { return is(Kind::Var); }
  bool isBool() const { return sort().isBool(); }
  bool isTrue() const { return isConst() && isBool() && value().boolean(); }
  bool isFalse() const { return isConst() && isBool() && !value().boolean(); }
  /// A set of bits that includes those of all variables that occur in it, each
  /// of which has one: what has none in common has no variable in common.
  uint64_t variableBits() const { return Node->VarBits; }
  /// A Boolean variable, equality or predicate: no Boolean structure on top.
  bool isAtom() const;

  /// Requires a Const.
  const Value &value() const {
    assert(isConst());
    return *Node->Val;
  }
  /// Requires a Var.
  llvm::StringRef name() const {
    assert(isVar());
    return *Node->Str;
  }

  const ExprNode *node() const { return Node; }
  friend bool operator==(Expr A, Expr B) { return A.Node == B.Node; }
  friend bool operator!=(Expr A, Expr B) { return A.Node != B.Node; }

private:
  const ExprNode *Node = nullptr;
};

} // namespace sooth

template <> struct llvm::DenseMapInfo<sooth::Expr> {
  using Ptr = DenseMapInfo<const sooth::ExprNode *>;
  static sooth::Expr getEmptyKey() { return sooth::Expr(Ptr::getEmptyKey()); }
  static sooth::Expr getTombstoneKey() {
    return sooth::Expr(Ptr::getTombstoneKey());
  }
  static unsigned getHashValue(sooth::Expr E) {
    return Ptr::getHashValue(E.node());
  }
  static bool isEqual(sooth::Expr A, sooth::Expr B) { return A == B; }
};

namespace sooth {

template <class T> using ExprMap = llvm::DenseMap<Expr, T>;
using ExprSet = llvm::DenseSet<Expr>;
/// Values of variables.
using Valuation = llvm::DenseMap<Expr, Value>;

} // namespace sooth

#endif
