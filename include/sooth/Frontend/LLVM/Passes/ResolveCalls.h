//===- ResolveCalls.h - Calls through pointers become direct --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `resolve-calls` replaces each call through a pointer by a choice between
// direct calls (EUFORIA dissertation, 5.2: "an ite to test which function is
// being invoked"). The candidates are
//
//  * the functions that the pointer is, where phis, selects and constant tables
//    tell (for whose accesses SliceAssertions.h's assumption holds);
//  * where they do not (the pointer was in memory, say): the functions whose
//    address is taken and whose type is the call's. Which one is then
//    arbitrary, an over-approximation. Not if the program may get pointers from
//    functions and variables that it does not define, or from a caller other
//    than main's, because then others are possible: such calls stay.
//
// A function whose address is taken but that is no candidate anywhere is so no
// longer of interest. A call through anything else, null among it, traps.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_RESOLVECALLS_H
#define SOOTH_FRONTEND_LLVM_RESOLVECALLS_H

#include "llvm/IR/PassManager.h"

namespace sooth {

class ResolveCallsPass : public llvm::PassInfoMixin<ResolveCallsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace sooth

#endif
