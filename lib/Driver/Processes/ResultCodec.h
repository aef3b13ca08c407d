//===- ResultCodec.h - Results as text ------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_RESULTCODEC_H
#define SOOTH_LIB_DRIVER_RESULTCODEC_H

#include "Report/ReasonJson.h"

#include "sooth/Driver/Processes/Portfolio.h"
#include "sooth/Result/Result.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace sooth {

/// A result as JSON with SMT-LIB terms, and back in a context that has the
/// variables of \p Q. What cannot be read is an error.
llvm::json::Value encodeResult(const Question &Q, const AnyResult &R);
llvm::Expected<AnyResult> decodeResult(const Question &Q,
                                       const llvm::json::Value &V);

/// A run of \p C, and back.
llvm::json::Value encodeRun(const Cfa &C, const CfaTrace &Run);
llvm::Expected<CfaTrace> decodeRun(const Cfa &C, const llvm::json::Value &V);

/// An invariant of formulas, and back in a context that has the variables of
/// \p C.
llvm::json::Value encodeInvariant(const CfaInvariant &I);
llvm::Expected<CfaInvariant> decodeInvariant(const Cfa &C,
                                             const llvm::json::Value &V);

} // namespace sooth

#endif
