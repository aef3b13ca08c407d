//===- ConditionPlaces.h - Where conditions are in the source -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_CONDITIONPLACES_H
#define SOOTH_LIB_FRONTEND_LLVM_CONDITIONPLACES_H

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// Debug information has one place for all conditions of an `assert`, and that
/// of the keyword for those of some loops. Gives each its own. Requires
/// functions as clang made them.
void locateConditions(llvm::Module &M);

} // namespace sooth

#endif
