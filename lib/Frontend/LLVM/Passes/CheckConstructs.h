//===- CheckConstructs.h - What cannot be modelled ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PASSES_CHECKCONSTRUCTS_H
#define SOOTH_LIB_FRONTEND_LLVM_PASSES_CHECKCONSTRUCTS_H

#include "sooth/Frontend/LLVM/Passes/VolatileMeaning.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace sooth {

/// Refuses functions that run before or after main because of the section that
/// something is in.
llvm::Error checkSections(const llvm::Module &M);

/// Fails if \p M has what Prepare.h says that it must not.
llvm::Error checkConstructs(llvm::Module &M, Volatile How);

/// Whether what the function of that name starts runs beside the program, which
/// nobody models.
bool startsThread(llvm::StringRef Name);

} // namespace sooth

#endif
