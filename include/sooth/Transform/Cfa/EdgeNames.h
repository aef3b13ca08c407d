//===- EdgeNames.h - What terms are called behind an edge -------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Behind x := a[i], what was known of a[i] is known of x, also if i changes. So
// a fact of the state before an edge is one of the state behind it, if all that
// changes in it has a name there.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_CFA_EDGENAMES_H
#define SOOTH_TRANSFORM_CFA_EDGENAMES_H

#include "sooth/Expr/Traversal.h"
#include "sooth/Model/Cfa.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace sooth {

/// Variables that stand for what others were before an edge.
class OldNames {
public:
  explicit OldNames(ExprContext &Ctx) : Ctx(Ctx) {}
  Expr of(Expr Var);

private:
  ExprContext &Ctx;
  ExprMap<Expr> Names;
};

class EdgeNames {
public:
  /// \p Changed are the variables that the edge changes. The values of
  /// \p Updates, some of the edge's or consequences of them, that are no
  /// constants are named by what they are assigned to, each once.
  EdgeNames(ExprContext &Ctx, OldNames &Before, const ExprSet &Changed,
            llvm::ArrayRef<Update> Updates);

  /// Whether a term with the variables \p Vars may have another name.
  bool mayName(llvm::ArrayRef<Expr> Vars) const;
  /// \p T, with names; what changes and has none is an old name.
  Expr operator()(Expr T) { return New(Old(T)); }
  /// The same without a name for the whole of \p T.
  Expr ofParts(Expr T);

private:
  ExprContext &Ctx;
  std::vector<Update> Names;
  ExprSet Named; // variables of the values that have names
  Substitution Old, New;
};

} // namespace sooth

#endif
