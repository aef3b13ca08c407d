//===- ArgPicture.h - The reachability graph for people -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CEGAR_ARGPICTURE_H
#define SOOTH_LIB_ENGINE_CEGAR_ARGPICTURE_H

#include "Arg.h"

#include <string>

namespace sooth::cegar {

/// The graph for Graphviz: dashed covered-by edges, the path to the first
/// error node in red. Long formulas are cut.
std::string drawDot(const Cfa &C, const Arg &G, StateTable &Table);

/// One page without references to others: the graph and the automaton, to be
/// panned and zoomed; a click on a node shows its whole state, the command
/// that leads to it and what covers it.
std::string drawHtml(const Cfa &C, const Arg &G, StateTable &Table);

} // namespace sooth::cegar

#endif
