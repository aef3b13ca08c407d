//===- AnalysisManagers.h - What passes of LLVM ask ------------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_BASE_ANALYSISMANAGERS_H
#define SOOTH_FRONTEND_LLVM_BASE_ANALYSISMANAGERS_H

#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/PassManager.h"

namespace sooth {

/// The managers of all analyses of LLVM, which know each other.
struct AnalysisManagers {
  AnalysisManagers();
  AnalysisManagers(const AnalysisManagers &) = delete;

  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Components;
  llvm::ModuleAnalysisManager Modules;
};

} // namespace sooth

#endif
