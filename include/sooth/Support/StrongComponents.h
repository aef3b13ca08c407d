//===- StrongComponents.h - Strongly connected components -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For graphs whose nodes are numbers. For those that have llvm::GraphTraits,
// such as call graphs and the blocks of a function, there is
// llvm::scc_iterator.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SUPPORT_STRONGCOMPONENTS_H
#define SOOTH_SUPPORT_STRONGCOMPONENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace sooth {

/// The strongly connected components of a graph with the nodes 0 to \p Count -
/// 1 (Tarjan, SIAM J. Comput. 1972), without recursion and in time that is
/// linear in the edges. \p Successors is asked often, and has to give the same
/// list each time.
///
/// Each node is in one component. A component comes after those that it leads
/// to; in a component, the node that was reached first comes first. Nodes, and
/// successors of each, are looked at in their order.
std::vector<llvm::SmallVector<unsigned, 1>> strongComponents(
    unsigned Count,
    llvm::function_ref<llvm::ArrayRef<unsigned>(unsigned)> Successors);

} // namespace sooth

#endif
