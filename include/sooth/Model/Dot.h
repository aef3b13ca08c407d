//===- Dot.h - Models as graphs -------------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_DOT_H
#define SOOTH_MODEL_DOT_H

#include "sooth/Model/Cfa.h"

namespace llvm {
class raw_ostream;
}

namespace sooth {

/// Writes a graph for Graphviz's dot: locations with their names (the entry
/// bold, errors red), edges with their guards and updates, large terms
/// abbreviated. For people, not for programs.
void writeDot(llvm::raw_ostream &OS, const Cfa &Program);

} // namespace sooth

#endif
