//===- VerifyPasses.cpp - The pass that runs the engines ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyPasses.h"

#include "sooth/Driver/Report/Verdict.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace sooth;

static void print(const SourceLocation &Where, StringRef Severity,
                  const Twine &Text) {
  const std::string Place = Where.str();
  errs() << Place << (Place.empty() ? "" : ": ") << Severity << ": " << Text
         << '\n';
}

static constexpr StringLiteral Suffix = " [verify-assertions]";

static void print(const AssertionReport &Violated) {
  print(Violated.Where, "warning", message(Violated.What) + Suffix);
  for (const ToldStep &S : toldRun(Violated))
    print(S.Where, "note", S.Text);
}

static void print(const Report &R) {
  switch (R.Outcome) {
  case Report::Status::Safe:
    print({}, "remark", "all assertions hold" + Suffix);
    break;
  case Report::Status::NothingToCheck:
    print({}, "remark", "no assertion to check" + Suffix);
    break;
  case Report::Status::Unknown: {
    const Remark Why = whyOpen(R);
    print(Why.Where, isBroken(R) ? "warning" : "remark",
          "assertions not verified: " + Why.Text + Suffix);
    break;
  }
  case Report::Status::Unsafe:
  case Report::Status::BadInput: // is no answer
  case Report::Status::Done:
    break;
  }
  for (const AssertionReport &A : R.Assertions)
    if (A.Outcome == AssertionReport::Status::Unsafe && !A.Suppressed)
      print(A);
}

PreservedAnalyses VerifyAssertionsPass::run(Module &M,
                                            ModuleAnalysisManager &) {
  if (auto R = verifyModule(CloneModule(M), Task))
    print(*R);
  else
    M.getContext().emitError(toString(R.takeError()));
  return PreservedAnalyses::all();
}
