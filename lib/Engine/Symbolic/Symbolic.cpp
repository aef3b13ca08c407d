//===- Symbolic.cpp - Forward symbolic execution --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Symbolic/Symbolic.h"

#include "Exploration.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

namespace {
class SymbolicEngine final : public CfaEngine {
public:
  explicit SymbolicEngine(SymbolicOptions O) : O(O) {}
  llvm::StringRef name() const override { return "symbolic"; }
  void report(Statistics &S) const override {
    for (const auto &[Name, Figure] : Figures.values())
      S.add(Name, Figure);
  }
  CfaResult check(const Cfa &C, const Budget &B) override;

private:
  SymbolicOptions O;
  Statistics Figures;
};
} // namespace

CfaResult SymbolicEngine::check(const Cfa &C, const Budget &B) {
  progress("running");
  const Budget Own = O.MaxSeconds > 0 ? B.onThisThread(O.MaxSeconds) : B;
  symbolic::Exploration Runs(C, O, Own);
  CfaResult R = Runs.run();
  const auto Counts = Runs.counts();
  Figures.add("symbolic.steps", double(Counts.Steps));
  Figures.add("symbolic.nodes", double(Counts.Nodes));
  Figures.add("symbolic.merges", double(Counts.Merges));
  Figures.add("symbolic.questions", double(Counts.Questions));
  return R;
}

bool sooth::isClosed(const Cfa &C) {
  return llvm::all_of(C.edges(), [](const Edge &E) {
    return llvm::all_of(E.Inputs, [](const Input &In) {
      return In.What == Input::Kind::Havoc;
    });
  });
}

std::unique_ptr<CfaEngine> sooth::createSymbolic(SymbolicOptions O) {
  return std::make_unique<SymbolicEngine>(O);
}
