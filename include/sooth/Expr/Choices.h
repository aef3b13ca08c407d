//===- Choices.h - What choices are between -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_EXPR_CHOICES_H
#define SOOTH_EXPR_CHOICES_H

#include "sooth/Expr/Expr.h"

#include "llvm/ADT/SmallVector.h"

namespace sooth {

/// The terms that the choices (ite) at the top of \p E are between, each once,
/// in order of appearance; \p E alone if it is no choice.
llvm::SmallVector<Expr, 8> alternatives(Expr E);

} // namespace sooth

#endif
