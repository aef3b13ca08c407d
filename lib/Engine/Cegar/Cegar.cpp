//===- Cegar.cpp - CEGAR over control-flow automata -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Cegar/Cegar.h"

#include "CegarRun.h"

using namespace sooth;
using namespace sooth::cegar;

namespace {
/// One configuration.
class CegarEngine final : public CfaEngine {
public:
  explicit CegarEngine(CegarOptions O) : O(std::move(O)) {}
  llvm::StringRef name() const override { return "cegar"; }

  CfaResult check(const Cfa &C, const Budget &B) override {
    Encodings Encoded(C);
    CegarRun Run(Encoded.get(O), O);
    CfaResult R = Run.run(CegarRun::timeFor(O.Draw, B),
                          [&](std::string What) { progress(What); });
    Run.report(Figures);
    if (O.Draw != CegarOptions::Picture::None && listener())
      listener()->picture(name(), Run.picture());
    return R;
  }

  void report(Statistics &S) const override {
    for (const auto &[Name, Value] : Figures.values())
      S.add(Name, Value);
  }

private:
  CegarOptions O;
  Statistics Figures;
};
} // namespace

std::unique_ptr<CfaEngine> sooth::createCegar(CegarOptions O) {
  return std::make_unique<CegarEngine>(std::move(O));
}
