//===- CfaPrinter.h - Control-flow automata as text -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For people and tests; nothing reads it back. A line per location's edge,
//
//   loop -> body when (bvslt i #x00000005) do j := (bvadd i #x00000001)
//
// with terms in SMT-LIB, followed by indented lines for its inputs and, if
// wanted, for the steps a trace shows.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_CFAPRINTER_H
#define SOOTH_MODEL_CFAPRINTER_H

#include "sooth/Model/Cfa.h"

namespace llvm {
class raw_ostream;
}

namespace sooth {

enum class PrintedSteps { None, All };

void printCfa(llvm::raw_ostream &OS, const Cfa &Model,
              PrintedSteps Steps = PrintedSteps::None);

/// The graph in Graphviz's language, edges labelled with guards and updates.
void printCfaDot(llvm::raw_ostream &OS, const Cfa &Model);

/// "nondet", "havoc" and so on.
llvm::StringRef inputKindName(Input::Kind K);

} // namespace sooth

#endif
