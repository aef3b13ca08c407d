//===- VerifyPasses.cpp - The pass that runs the engines ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyPasses.h"

#include "sooth/Support/SourceLocation.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace sooth;

static void print(StringRef File, unsigned Line, unsigned Column,
                  StringRef Severity, const Twine &Text) {
  std::string Place = SourceLocation{File.str(), Line, Column}.str();
  errs() << Place << (Place.empty() ? "" : ": ") << Severity << ": " << Text
         << '\n';
}

static void print(const ModuleReport &R) {
  static constexpr StringLiteral Suffix = " [verify-assertions]";
  switch (R.Outcome) {
  case ModuleReport::Status::Safe:
    return print("", 0, 0, "remark", "all assertions hold" + Suffix);
  case ModuleReport::Status::NothingToCheck:
    return print("", 0, 0, "remark", "no assertion to check" + Suffix);
  case ModuleReport::Status::Unknown:
    return print(R.File, R.Line, R.Column, "remark",
                 "assertions not verified: " + R.Reason + Suffix);
  case ModuleReport::Status::Unsafe:
  case ModuleReport::Status::BadInput: // is no answer
    break;
  }
  for (const Violation &V : R.Violations) {
    print(V.File, V.Line, V.Column, "warning", V.Message + Suffix);
    for (const ReportStep &S : V.Steps)
      print(S.File, S.Line, S.Column, "note", S.Text);
  }
}

PreservedAnalyses VerifyAssertionsPass::run(Module &M,
                                            ModuleAnalysisManager &) {
  ModuleReport R = verifyModule(CloneModule(M), Task);
  if (R.Outcome == ModuleReport::Status::BadInput)
    M.getContext().emitError(R.Reason);
  else
    print(R);
  return PreservedAnalyses::all();
}
