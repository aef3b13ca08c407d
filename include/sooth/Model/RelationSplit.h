//===- RelationSplit.h - Updates in a transition relation -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_RELATIONSPLIT_H
#define SOOTH_MODEL_RELATIONSPLIT_H

#include "sooth/Model/TransitionSystem.h"

namespace sooth {

/// Gives \p Vars the updates that conjuncts of the relation \p Trans say: the
/// first that makes a next value equal to a term over current values and
/// inputs. Returns what else the relation says.
Expr splitUpdates(ExprContext &Ctx, std::vector<TsVariable> &Vars, Expr Trans);

} // namespace sooth

#endif
