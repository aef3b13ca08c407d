//===- Approximations.h - Why a result may be anything --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_ENCODE_APPROXIMATIONS_H
#define SOOTH_LIB_FRONTEND_LLVM_ENCODE_APPROXIMATIONS_H

#include "Source/SourceMap.h"
#include "sooth/Model/Cause.h"

namespace llvm {
class Instruction;
}

namespace sooth {

/// Why the result of \p I is arbitrary: "read of array 'a'", "floating-point
/// remainder". Requires an instruction that is not modelled.
Cause causeOfApproximation(const llvm::Instruction &I, const SourceMap &Names);

} // namespace sooth

#endif
