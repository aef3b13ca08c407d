//===- Pnml.h - Petri nets as PNML text -----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Place/transition nets in the Petri Net Markup Language, as standardized in
// 2009 and as older tools wrote it; docs/Petri.md says what is accepted.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_PNML_H
#define SOOTH_MODEL_PNML_H

#include "sooth/Model/PetriNet.h"
#include "sooth/Support/Diagnostic.h"

#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"

namespace sooth {

/// Reads the one net of a file, in linear time. What has a meaning that nets
/// of this project cannot express (colours, time, capacities, arcs of an
/// unknown type) is an error with its place, never left out. What tools have
/// added to the standard without changing what nets do (final markings) is
/// passed over with a remark (PetriNet::remarks).
llvm::Expected<PetriNet> readPnml(llvm::MemoryBufferRef Text);

/// Writes \p N so that readPnml() gives the same net.
void writePnml(llvm::raw_ostream &OS, const PetriNet &N);

} // namespace sooth

#endif
