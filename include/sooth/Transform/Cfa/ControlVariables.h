//===- ControlVariables.h - Variables that say where a program is ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_CFA_CONTROLVARIABLES_H
#define SOOTH_TRANSFORM_CFA_CONTROLVARIABLES_H

#include "sooth/Transform/Cfa/LiveVariables.h"

#include <vector>

namespace sooth {

/// Variables that only ever have a few values, all of them written in the
/// program: constants are assigned, or other such variables. A program's state
/// machines look like that, and its own program counters.
ExprSet controlVariables(const Cfa &C);

/// Variables that are one to the programmer: those of one source name, as the
/// front end has one for each place where paths join.
struct ControlGroup {
  /// Indices into Cfa::variables().
  std::vector<unsigned> Vars;
  /// To how many constants its variables, or those of a group that they are
  /// copied into, are compared.
  unsigned Comparisons = 0;
};

/// The groups whose variables are assigned only constants, variables of such
/// groups and small expressions over them, or choices between these (whatever
/// the choice depends on): what can be unfolded, which is more than
/// controlVariables(), as places where paths join are split. The most compared
/// ones come first.
std::vector<ControlGroup> controlGroups(const Cfa &C);

/// For each variable of \p C the values that it can have wherever it is live,
/// if it is assigned only constants and variables for which that is known, or
/// choices between these; else nothing. That a variable is one of them where
/// it is live is inductive: each value assigned to it is one, and if it is live
/// at the entry, init says that it has one.
std::vector<std::vector<Expr>> possibleValues(const Cfa &C,
                                              const LiveVariables &Live);

} // namespace sooth

#endif
