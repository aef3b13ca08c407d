//===- Clusters.h - Which variables belong together -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_STSCEGAR_CLUSTERS_H
#define SOOTH_LIB_ENGINE_STSCEGAR_CLUSTERS_H

#include "Questions.h"

#include <set>

namespace sooth::stscegar {

/// Variables that atoms join, and a partition of their values.
struct Cluster {
  std::vector<Expr> Vars;
  /// Formulas over these, of which each state satisfies one.
  std::vector<Expr> Parts;
};

/// Of all state variables. Variables that occur in one atom, of a condition or
/// of the property, are in one cluster, and its parts tell the truth of all its
/// atoms. Stops the questions when a cluster has more than \p MaxParts.
std::vector<Cluster> initialClusters(Questions &Q, unsigned MaxParts);

/// The values of one cluster's variables.
using ClusterValue = std::vector<Value>;
/// Algorithm 3, PolyRefine: the values of cluster \p Of that dead ends have,
/// those together that have them with the same values of all other clusters.
/// A dead end has a value for each cluster.
std::vector<std::vector<ClusterValue>>
separateDeadEnds(llvm::ArrayRef<std::vector<ClusterValue>> DeadEnds,
                 unsigned Of);

} // namespace sooth::stscegar

#endif
