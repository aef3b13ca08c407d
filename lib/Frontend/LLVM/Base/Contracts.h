//===- Contracts.h - What functions require of their calls --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_BASE_CONTRACTS_H
#define SOOTH_LIB_FRONTEND_LLVM_BASE_CONTRACTS_H

#include "llvm/ADT/StringRef.h"

namespace sooth {

/// What programs call to say what a function requires (sooth.h).
inline constexpr llvm::StringLiteral RequiresName = "sooth_requires";

/// An Assert that passes put in where a function is called that requires
/// something; the attributes of its calls say what function it is, and which of
/// its clauses, from 1 on.
inline constexpr llvm::StringLiteral RequiredName = "sooth.required";
inline constexpr llvm::StringLiteral ClauseName = "sooth.clause";

} // namespace sooth

#endif
