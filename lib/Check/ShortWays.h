//===- ShortWays.h - The few ways from one location to the next -*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_CHECK_SHORTWAYS_H
#define SOOTH_LIB_CHECK_SHORTWAYS_H

#include "sooth/Expr/Traversal.h"
#include "sooth/Model/Cfa.h"

#include <optional>

namespace sooth {

/// A path in the terms of its beginning.
struct ShortWay {
  LocationId End = 0;
  /// That it is taken; no part is true.
  std::vector<Expr> Conditions;
  /// The variables that it changes, and their values at the end.
  ExprMap<Expr> Values;
};

/// The paths from \p Start to the next locations at which \p Stops holds, by
/// substitution, or nothing if there are too many for that or one has many
/// edges, as on a cycle.
std::optional<std::vector<ShortWay>>
shortWays(const Cfa &C, LocationId Start,
          llvm::function_ref<bool(LocationId)> Stops);

} // namespace sooth

#endif
