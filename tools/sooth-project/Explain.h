//===- Explain.h - What is known of one function --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TOOLS_PROJECT_EXPLAIN_H
#define SOOTH_TOOLS_PROJECT_EXPLAIN_H

#include "Plan.h"

namespace sooth {

/// Remembers in the results which units have been verified, and of what.
llvm::Error writeUnitList(const ProjectOptions &Line,
                          llvm::ArrayRef<Unit> Units);

/// Prints, from the results of an earlier run, of each unit that has a function
/// of that name: what became of its checks, what it needs, who calls it, and
/// what each call was asked. \p Arguments are those after "explain". Returns an
/// exit code.
int explain(llvm::ArrayRef<const char *> Arguments);

} // namespace sooth

#endif
