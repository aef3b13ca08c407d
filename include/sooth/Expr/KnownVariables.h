//===- KnownVariables.h - The variables of terms, found once ----*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_EXPR_KNOWNVARIABLES_H
#define SOOTH_EXPR_KNOWNVARIABLES_H

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace sooth {

/// For who asks for the variables of the same terms again and again.
class KnownVariables {
public:
  /// Valid as long as this object.
  llvm::ArrayRef<Expr> of(Expr E) {
    auto [It, IsNew] = All.try_emplace(E);
    if (IsNew)
      It->second = variables({E});
    return It->second;
  }

private:
  ExprMap<std::vector<Expr>> All;
};

} // namespace sooth

#endif
