//===- Search.h - Asking a path whether it can turn bad -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_BMC_SEARCH_H
#define SOOTH_LIB_ENGINE_BMC_SEARCH_H

#include "Unroller.h"

#include <memory>
#include <set>

namespace sooth {

/// A path whose states but the last are good, in a solver of its own; the
/// question is whether the last can be bad. The model must outlive it.
class Search {
public:
  struct Statistics {
    unsigned Queries = 0;
    unsigned Separations = 0; // pairs of states made different
    double Seconds = 0;
  };

  Search(const TransitionSystem &M, Expr Bad, Unroller::Options O);

  unsigned depth() const { return Path.depth(); }
  /// Whether the last state can be bad, as things stand.
  Answer ask(const Budget &B);
  /// The same over paths whose states differ pairwise (Eén and Sörensson
  /// 2003, section 3): pairs that a model makes equal are made different.
  Answer askSimple(const Budget &B);
  /// Whether there is such a path at all whose states differ pairwise; if not,
  /// then none of more states either.
  Answer askDifferent(const Budget &B);
  /// From now on the last state is good and followed by another one.
  void extend();

  /// After Sat: the path that the solver found.
  TsTrace path() { return Path.path(); }
  /// After Unknown.
  std::string reasonUnknown() const { return S->reasonUnknown(); }
  const Statistics &statistics() const { return Stats; }

private:
  using Pair = std::pair<unsigned, unsigned>;
  std::vector<Pair> equalStates(std::set<Pair> &Known);

  const TransitionSystem &M;
  Expr Bad;
  std::unique_ptr<Solver> S;
  Unroller Path;
  std::set<Pair> Separated; // states that are asserted to differ
  Statistics Stats;
};

} // namespace sooth

#endif
