//===- Vmt.h - Transition systems as VMT-LIB text -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// VMT-LIB (https://vmt-lib.fbk.eu) is SMT-LIB with annotations; docs/Vmt.md
// says what is accepted.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_VMT_H
#define SOOTH_MODEL_VMT_H

#include "sooth/Model/TransitionSystem.h"
#include "sooth/Support/Diagnostic.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <memory>

namespace llvm {
class raw_ostream;
}

namespace sooth {

/// Told about what the reader leaves out of the model without harm to the
/// answer about the rest.
using VmtWarning = llvm::function_ref<void(const Diagnostic &)>;

/// Reads a system with at least one invariant property. Conjuncts of :trans
/// that give a next-state variable a value over X and Y become updates, the
/// rest becomes the constraint. An input that :init or a property mentions
/// becomes a state variable whose next value is a new input.
llvm::Expected<std::unique_ptr<TransitionSystem>> readVmt(
    ExprContext &Ctx, llvm::MemoryBufferRef Text,
    VmtWarning OnWarning = [](const Diagnostic &) {});

/// Writes \p TS so that readVmt() gives the same system, up to simplification.
void writeVmt(llvm::raw_ostream &OS, const TransitionSystem &TS);

} // namespace sooth

#endif
