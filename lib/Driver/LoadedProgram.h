//===- LoadedProgram.h - From a module to a model -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_LOADEDPROGRAM_H
#define SOOTH_LIB_DRIVER_LOADEDPROGRAM_H

#include "sooth/Driver/Verifier.h"
#include "sooth/Frontend/LLVM/Encoder.h"
#include "sooth/Frontend/LLVM/Prepare.h"
#include "sooth/Result/Result.h"

namespace sooth {

/// Prepares \p M and encodes the entry, which it must define.
llvm::Expected<EncodedProgram> loadProgram(ExprContext &Ctx, llvm::Module &M,
                                           const PrepareOptions &Options,
                                           const EncodeOptions &How = {});

/// Verifies \p Program, which \p Entry was encoded as. If there might be an
/// answer once members are joined, verifies that, and makes it \p Program.
VerifiedProgram verifyLoaded(ExprContext &Ctx, const llvm::Function &Entry,
                             EncodedProgram &Program, const Budget &B,
                             const VerifierOptions &O);

/// The same with recursive functions as procedures. Requires that recursion is
/// left alone in \p Options.
llvm::Expected<ModularProgram> loadModular(ExprContext &Ctx, llvm::Module &M,
                                           const PrepareOptions &Options);

/// The calls in \p M at which there may be an error: assertions and checks.
unsigned countAssertions(const llvm::Module &M);

/// Why there is no model, in the user's terms.
UnknownReason reasonOf(llvm::Error E);

} // namespace sooth

#endif
