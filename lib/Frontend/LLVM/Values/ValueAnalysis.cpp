//===- ValueAnalysis.cpp - What values a whole program computes -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Values/ValueAnalysis.h"

#include "Source/Messages.h"
#include "ValueInterpreter.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include <map>

using namespace sooth;

/// Whether it has a place of its own, and what that is.
static SourceLocation placeOf(const llvm::CallBase &Call) {
  return classify(Call) == CalleeKind::MemoryCheck ? nearestLocation(Call)
                                                   : errorLocation(Call);
}

llvm::Expected<std::vector<CheckByValues>>
sooth::analyzeValues(const llvm::Function &Entry,
                     const ValueAnalysisOptions &Options) {
  ValueInterpreter Interpreter(*Entry.getParent(), Options);
  if (llvm::Error E = Interpreter.run(Entry))
    return std::move(E);
  const ValueInterpreter::Findings Found = Interpreter.findings();
  std::map<std::pair<SourceLocation, std::string>, CheckByValues> All;
  auto Of = [&](const SourceLocation &Where,
                const std::string &Check) -> CheckByValues & {
    return All.try_emplace({Where, Check}, CheckByValues{Where, Check, true})
        .first->second;
  };
  for (const auto &[Check, MayFail] : Found.MayFailInLibrary)
    Of(errorLocation(*Check.CalledAt), Check.Check).Holds &= !MayFail;
  for (const llvm::Function &F : *Entry.getParent()) {
    if (isLibraryModel(F))
      continue;
    for (const llvm::Instruction &I : llvm::instructions(F)) {
      auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
      if (!Call)
        continue;
      const CalleeKind Kind = classify(*Call);
      if (Kind != CalleeKind::MemoryCheck && Kind != CalleeKind::Error &&
          Kind != CalleeKind::Assert)
        continue;
      CheckByValues &Here = Of(placeOf(*Call), checkOf(*Call).str());
      Here.Holds &= !Found.Failing.contains(Call);
      Here.MayLeaveArray |= Found.Leaving.contains(Call);
    }
  }
  std::vector<CheckByValues> Result;
  for (auto &[Key, Of] : All)
    Result.push_back(std::move(Of));
  return Result;
}
