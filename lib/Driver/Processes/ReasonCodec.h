//===- ReasonCodec.h - Failures and reasons as JSON ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROCESSES_REASONCODEC_H
#define SOOTH_LIB_DRIVER_PROCESSES_REASONCODEC_H

#include "sooth/Result/Result.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace sooth {

llvm::json::Value encodeFailure(const Failure &F);
/// What cannot be read is Other.
Failure decodeFailure(const llvm::json::Value &V);

llvm::json::Value encodeReason(const UnknownReason &R);
llvm::Expected<UnknownReason> decodeReason(const llvm::json::Value &V);

/// \p Text with what is not UTF-8, which JSON cannot have, replaced.
std::string jsonText(llvm::StringRef Text);

} // namespace sooth

#endif
