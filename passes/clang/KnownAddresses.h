//===- KnownAddresses.h - Objects whose addresses may be known ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_PASSES_CLANG_KNOWNADDRESSES_H
#define SOOTH_PASSES_CLANG_KNOWNADDRESSES_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class CompoundLiteralExpr;
class CompoundStmt;
class Expr;
class Stmt;
class VarDecl;
} // namespace clang

namespace sooth {

/// The local variables and compound literals of a function that something may
/// lead to after they have ended: all but those that are only read and assigned
/// to where they are named.
class KnownAddresses {
public:
  /// Of the function with that \p Body, which is not changed before.
  explicit KnownAddresses(const clang::Stmt &Body);

  bool isObject(const clang::VarDecl &V) const { return Variables.contains(&V); }
  /// Whether some end before the function returns, or when that is, is not
  /// plain.
  bool endBeforeReturn() const { return EndBeforeReturn; }
  /// Whether some belong to this block: not to one in it.
  bool hasObjects(const clang::CompoundStmt &Block) const;
  /// The same of \p S, which is no block.
  bool hasObjectsBeforeBlocks(const clang::Stmt &S) const;
  /// The same of what controls \p S, an if, switch, or loop.
  bool hasObjectsInHead(const clang::Stmt &S) const;

private:
  void look(const clang::Stmt *S, unsigned Depth);
  void lookAtPlace(const clang::Stmt *S, unsigned Depth);
  void declare(const clang::Stmt &S, unsigned Depth);
  bool hasLiteral(const clang::Stmt *E) const;

  llvm::SmallPtrSet<const clang::VarDecl *, 16> Taken, Variables;
  llvm::SmallVector<std::pair<clang::VarDecl *, unsigned>, 16> Declared;
  llvm::SmallPtrSet<const clang::CompoundLiteralExpr *, 4> Literals;
  bool EndBeforeReturn = false;
};

/// Where the statement behind a label is; null if \p S has none.
clang::Stmt **labelled(clang::Stmt &S);

/// Whether jumps may lead into \p S.
bool containsLabel(const clang::Stmt &S);

/// Where the value is, if \p E makes a pointer of an array in one that is no
/// object; else null.
clang::Stmt **valueWithArray(clang::Stmt &E);

/// Whether \p E reads what is behind a name, or changes it.
bool isPlainAccess(const clang::Stmt &E);

} // namespace sooth

#endif
