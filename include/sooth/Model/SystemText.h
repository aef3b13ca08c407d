//===- SystemText.h - Transition systems in the words of TTMC -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The language of Hajdu's thesis (Listing 4.1); docs/System.md describes it.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_SYSTEMTEXT_H
#define SOOTH_MODEL_SYSTEMTEXT_H

#include "sooth/Model/TransitionSystem.h"
#include "sooth/Support/Diagnostic.h"

#include "llvm/Support/MemoryBufferRef.h"

#include <memory>

namespace sooth {

/// Requires that no variable of \p Ctx has been made yet. Fails, with the
/// place, for what is malformed or ill-sorted.
llvm::Expected<std::unique_ptr<TransitionSystem>>
readSystemText(ExprContext &Ctx, llvm::MemoryBufferRef Text);

/// Writes \p M so that readSystemText() gives the same system. Inputs become
/// variables with any next value. Fails, with a sentence for the user, if there
/// is not exactly one property, for other sorts than Bool, Int and Real, and
/// for terms that are too large without sharing.
llvm::Error writeSystemText(llvm::raw_ostream &OS, const TransitionSystem &M);

} // namespace sooth

#endif
