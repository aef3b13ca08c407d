//===- Places.h - Where in the source something is ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_SOURCE_PLACES_H
#define SOOTH_FRONTEND_LLVM_SOURCE_PLACES_H

#include "sooth/Model/Cfa.h"

namespace llvm {
class Function;
} // namespace llvm

namespace sooth {

/// Where \p F is declared, its file as seen from the current folder; nowhere
/// without debug information.
SourceLocation placeOf(const llvm::Function &F);

} // namespace sooth

#endif
