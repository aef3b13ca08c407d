//===- OnSystem.cpp - CEGAR on transition systems -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A system is an automaton of one location. If it has a program counter, or
// other variables that say where it is, they become locations first: the
// strategies of the paper are about control flow.
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Cegar/Cegar.h"

#include "sooth/Transform/Cfa/TsToCfa.h"
#include "sooth/Transform/Cfa/UnfoldControl.h"

using namespace sooth;

namespace {
class OnSystem final : public TsEngine {
public:
  explicit OnSystem(std::unique_ptr<CfaEngine> Inner)
      : Inner(std::move(Inner)) {}
  llvm::StringRef name() const override { return Inner->name(); }
  void report(Statistics &S) const override { Inner->report(S); }

  TsResult check(const TransitionSystem &M, const Property &P,
                 const Budget &B) override {
    SystemProgram Program = toCfa(M, P);
    TransformedCfa Unfolded = unfoldControl(Program.Model);
    Inner->setProgress(listener());
    return Program.Back.back(
        Unfolded.Back->back(Inner->check(Unfolded.Model, B)));
  }

private:
  std::unique_ptr<CfaEngine> Inner;
};
} // namespace

std::unique_ptr<TsEngine>
sooth::createCegarOnSystem(std::unique_ptr<CfaEngine> Inner) {
  return std::make_unique<OnSystem>(std::move(Inner));
}
