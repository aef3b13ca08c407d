//===- RecordAssignments.h - Remember where variables are assigned --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mem2reg forgets the place of an assignment: the store goes, and the debug
// record that takes its place has line 0. This puts a record with the store's
// own place before each store of an integer to a variable, so that a trace can
// say "x = 5" where the user wrote it. Globals, which become locals later, are
// told by an artificial local variable of the same name; so is what a function
// was given a pointer to, once it is inlined.
//
// To be run before anything is promoted, and after calls were inlined. Changes
// debug records only.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_RECORDASSIGNMENTS_H
#define SOOTH_FRONTEND_LLVM_RECORDASSIGNMENTS_H

#include "llvm/IR/PassManager.h"

namespace sooth {

class RecordAssignmentsPass
    : public llvm::PassInfoMixin<RecordAssignmentsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace sooth

#endif
