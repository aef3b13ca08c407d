//===- RunSearch.cpp - Many violations by running -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunSearch.h"

#include "ResultCodec.h"

#include "sooth/Engine/Run/Run.h"
#include "sooth/Support/WorkerPool.h"

#include "llvm/Support/raw_ostream.h"

using namespace sooth;

void sooth::findViolationsInProcess(const Cfa &C, const Budget &B,
                                    double IdleSeconds, uint64_t LimitMB,
                                    llvm::function_ref<void(CfaTrace)> Tell) {
  auto Read = [&](auto, llvm::StringRef Line) {
    llvm::Expected<llvm::json::Value> V = llvm::json::parse(Line);
    if (!V)
      return llvm::consumeError(V.takeError());
    llvm::Expected<CfaTrace> Run = decodeRun(C, *V);
    if (!Run)
      return llvm::consumeError(Run.takeError());
    Tell(std::move(*Run));
  };
  WorkerPool Pool(B, {.Line = Read});
  Pool.start({.Process = {.MemoryMB = LimitMB}}, [&](LineWriter &Out) {
    const Budget Own = WorkerPool::budgetWithin(B, LimitMB);
    findViolations(C, Own, IdleSeconds, [&](const CfaTrace &Run) {
      std::string Line;
      llvm::raw_string_ostream(Line) << encodeRun(C, Run);
      Out.send(Line);
    });
  });
  while (Pool.anyRunning())
    Pool.listen();
}
