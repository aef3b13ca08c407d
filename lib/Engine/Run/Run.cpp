//===- Run.cpp - Compiled runs --------------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Run/Run.h"

#include "Search.h"

#include "sooth/Expr/Traversal.h"
#include "sooth/Support/ChildProcess.h"

using namespace sooth;
using namespace sooth::run;
using ReasonKind = UnknownReason::Kind;

namespace {
class RunEngine final : public CfaEngine {
public:
  explicit RunEngine(RunOptions O) : O(O) {}
  llvm::StringRef name() const override { return NameOfRun; }
  void report(Statistics &S) const override {
    for (const auto &[Name, Figure] : Figures.values())
      S.add(Name, Figure);
  }
  CfaResult check(const Cfa &C, const Budget &B) override;

private:
  RunOptions O;
  Statistics Figures;
};
} // namespace

CfaResult RunEngine::check(const Cfa &C, const Budget &B) {
  if (!Layout::supports(C))
    return CfaResult::unknown(ReasonKind::Unsupported,
                              Cause::Kind::NotCompiled);
  progress("compiling");
  double Seconds = 0;
  std::optional<Machine> M;
  {
    ScopedTimer Timer(Seconds);
    M.emplace(C, O.Seed);
  }
  Figures.add("run.compile.seconds", Seconds);
  if (M->failure())
    return CfaResult::unknown(ReasonKind::NoProgress, *M->failure());
  progress("running");
  Search Runs(C, *M, O, B);
  // Others that work on the same question may be nearer to an answer.
  CfaResult R = Runs.run(giveWay);
  Figures.add("run.runs", double(Runs.Runs));
  Figures.add("run.kept", double(Runs.kept()));
  Figures.add("run.steps", double(M->stepsInAll()));
  return R;
}

void sooth::findViolations(const Cfa &C, const Budget &B, double IdleSeconds,
                           llvm::function_ref<void(CfaTrace)> Tell) {
  const RunOptions O;
  if (!Layout::supports(C))
    return;
  Machine M(C, O.Seed);
  if (!M.failure())
    Search(C, M, O, B).findAll(IdleSeconds, Tell);
}

bool sooth::runsMayHelp(const Cfa &C) {
  constexpr size_t MaxSize = 100'000;
  return dagSize(formulasOf(C)) <= MaxSize && Layout::supports(C);
}

std::unique_ptr<CfaEngine> sooth::createRun(RunOptions O) {
  return std::make_unique<RunEngine>(O);
}
