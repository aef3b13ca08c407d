//===- VariableNeeds.h - Needs about variables of the program -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_VARIABLENEEDS_H
#define SOOTH_MODEL_VARIABLENEEDS_H

#include "sooth/Model/Need.h"

#include <climits>

namespace sooth {

/// That what \p Given leads to is not in the variable \p Name, which callers
/// may know. Of pointers that are found in memory if \p Given has no name.
inline Need apartFromVariable(Need::Argument Given, std::string Name) {
  return {.What = Need::Kind::Apart,
          .Given = std::move(Given),
          .Other = {std::move(Name), UINT_MAX}};
}

/// Whether \p A is not an argument, but a variable of the program.
inline bool isVariable(const Need::Argument &A) { return A.Number == UINT_MAX; }

} // namespace sooth

#endif
