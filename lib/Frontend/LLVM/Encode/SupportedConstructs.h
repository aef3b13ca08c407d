//===- SupportedConstructs.h - What cannot be encoded soundly -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_SUPPORTEDCONSTRUCTS_H
#define SOOTH_LIB_FRONTEND_LLVM_SUPPORTEDCONSTRUCTS_H

#include "sooth/Frontend/LLVM/Base/Environment.h"

#include "llvm/Support/Error.h"

namespace sooth {

class Procedures;

/// Fails with an UnsupportedError if one of \p Encoded does something that is
/// not even over-approximated by giving unknown values to what it yields.
llvm::Error checkSupported(const Procedures &Encoded, Environment Outside);

} // namespace sooth

#endif
