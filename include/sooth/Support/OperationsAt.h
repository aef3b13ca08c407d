//===- OperationsAt.h - Which operations at one place of the source -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SUPPORT_OPERATIONSAT_H
#define SOOTH_SUPPORT_OPERATIONSAT_H

#include <algorithm>
#include <vector>

namespace sooth {

/// Which operations at one place of the source something is about. There are
/// several where a macro is expanded. They are numbered in the order of the
/// code, from 0. None if that is not known: then it may be about any.
using OperationsAt = std::vector<unsigned>;

/// Lets \p Known, which is sorted, be about those of \p More, too.
inline void addOperations(OperationsAt &Known, const OperationsAt &More) {
  if (Known.empty() || More.empty())
    return Known.clear();
  for (unsigned Number : More)
    if (auto At = std::ranges::lower_bound(Known, Number);
        At == Known.end() || *At != Number)
      Known.insert(At, Number);
}

} // namespace sooth

#endif
