//===- Links.h - Facts about a cell and the one that it leads to ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What holds of the nodes of one list and not of others cannot be said of each
// cell by itself. It follows from where the list begins and from what each link
// preserves: if a node is positive, its successor is, too. Such facts speak of
// cell k and of the object that a pointer in it leads to.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CELLS_LINKS_H
#define SOOTH_LIB_ENGINE_CELLS_LINKS_H

#include "Vocabulary.h"

namespace sooth::cells {

class LinkGuesser {
public:
  explicit LinkGuesser(const Vocabulary &V);

  /// Whether the cells of an array hold numbers of objects, and objects have
  /// cells.
  static bool mayHelp(const Vocabulary &V);

  /// Facts about what pointers lead to, those of the state and those of any
  /// cell in \p ForAll. \p Contents are about cell \p Object, one of
  /// \p ForAll, of arrays with a cell for each object.
  /// Requires \ref mayHelp.
  ExprList guess(llvm::ArrayRef<Expr> ForAll, Expr Object,
                 llvm::ArrayRef<Expr> Contents);

private:
  Expr isNull(Expr Pointer) const;
  Expr isAllocated(Expr Number) const;
  void addHeads(Expr Object);
  void addAges(Expr Object);
  void addOrderOfAllocation(Expr Object);
  void addLink(Expr Cell, Expr Pointers, Expr Object);
  void addOrders(Expr Guard, Expr A, Expr B);

  const Vocabulary &V;
  ExprContext &Ctx;
  /// Variables that are numbers of objects, arrays with such cells, and arrays
  /// with a cell for each object.
  std::vector<Expr> Heads, Links, Members;
  /// Of the contents, those about one member that holds no pointer, and of
  /// these, those about no variable.
  std::vector<Expr> OfOne, Properties;
  ExprList Facts;
};

} // namespace sooth::cells

#endif
