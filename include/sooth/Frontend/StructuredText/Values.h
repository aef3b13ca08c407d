//===- Values.h - Values as Structured Text has them
//--------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_STRUCTUREDTEXT_VALUES_H
#define SOOTH_FRONTEND_STRUCTUREDTEXT_VALUES_H

#include "sooth/Frontend/StructuredText/Ast.h"

namespace sooth::st {

/// "TRUE", "-5", "16#00FF", "T#1m30s", "3.5", "Opening". Requires a value of
/// \p T, an elementary type.
std::string textOf(const llvm::APInt &V, const Type &T);

} // namespace sooth::st

#endif
