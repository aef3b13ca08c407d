//===- SystemInput.cpp - Formats of transition systems --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SystemInput.h"

#include "sooth/Check/AigerSimulator.h"
#include "sooth/Check/Btor2Simulator.h"
#include "sooth/Model/SystemText.h"
#include "sooth/Model/Vmt.h"
#include "sooth/Transform/Bits/AigerToTs.h"
#include "sooth/Transform/Bits/Btor2ToTs.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using llvm::Expected;
using ReadInput = Expected<std::unique_ptr<SystemInput>>;

namespace {
/// The text is the system, so there is nothing more to run.
class TextInput final : public SystemInput {
public:
  explicit TextInput(std::unique_ptr<TransitionSystem> M) : M(std::move(M)) {}
  const TransitionSystem &system() const override { return *M; }
  CheckResult simulate(unsigned, const TsTrace &) const override {
    return CheckResult::confirmed();
  }
  Expected<std::string> witness(unsigned, const TsTrace &) const override {
    return llvm::createStringError("there is no format for such witnesses");
  }

private:
  std::unique_ptr<TransitionSystem> M;
};

class Btor2Input final : public SystemInput {
public:
  Btor2Input(ExprContext &Ctx, Btor2Model Read)
      : M(std::move(Read)), System(Ctx, M) {}
  const TransitionSystem &system() const override { return System.system(); }
  CheckResult simulate(unsigned Property, const TsTrace &T) const override {
    return sooth::simulate(M, Property, System.run(T)).Checked;
  }
  Expected<std::string> witness(unsigned Property,
                                const TsTrace &T) const override;

private:
  Btor2Model M;
  Btor2System System;
};

class AigerInput final : public SystemInput {
public:
  AigerInput(ExprContext &Ctx, AigerModel Read)
      : M(std::move(Read)), System(Ctx, M) {}
  const TransitionSystem &system() const override { return System.system(); }
  CheckResult simulate(unsigned Property, const TsTrace &T) const override {
    return sooth::simulate(M, Property, System.run(T));
  }
  Expected<std::string> witness(unsigned Property,
                                const TsTrace &T) const override {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    writeAigerWitness(OS, Property, System.run(T));
    return Text;
  }

private:
  AigerModel M;
  AigerSystem System;
};
} // namespace

Expected<std::string> Btor2Input::witness(unsigned Property,
                                          const TsTrace &T) const {
  Btor2Run Run = System.run(T);
  Run = withZeroDefaults(Run, sooth::simulate(M, Property, Run).Indices);
  if (!sooth::simulate(M, Property, Run).Checked.isConfirmed())
    return llvm::createStringError("the run depends on elements of arrays that "
                                   "are never read, which witnesses of BTOR2 "
                                   "cannot say");
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeBtor2Witness(OS, M, Property, Run);
  return Text;
}

static ReadInput readVmtInput(ExprContext &Ctx, llvm::MemoryBufferRef Text) {
  std::vector<std::string> Warnings;
  auto M = readVmt(Ctx, Text, [&](const Diagnostic &D) {
    Warnings.push_back(D.where().str() + ": " + D.text());
  });
  if (!M)
    return M.takeError();
  auto Result = std::make_unique<TextInput>(std::move(*M));
  Result->Warnings = std::move(Warnings);
  return Result;
}

template <class InputT, class ModelT>
static ReadInput made(ExprContext &Ctx, Expected<ModelT> Read) {
  if (!Read)
    return Read.takeError();
  return std::make_unique<InputT>(Ctx, std::move(*Read));
}

ReadInput sooth::readSystem(ExprContext &Ctx, llvm::MemoryBufferRef Text) {
  llvm::StringRef Ending =
      llvm::sys::path::extension(Text.getBufferIdentifier());
  if (Ending == ".btor2" || Ending == ".btor")
    return made<Btor2Input>(Ctx, readBtor2(Text));
  if (Ending == ".aig" || Ending == ".aag")
    return made<AigerInput>(Ctx, readAiger(Text));
  if (Ending == ".system") {
    auto M = readSystemText(Ctx, Text);
    if (!M)
      return M.takeError();
    return std::make_unique<TextInput>(std::move(*M));
  }
  return readVmtInput(Ctx, Text);
}
