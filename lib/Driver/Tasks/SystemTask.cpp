//===- SystemTask.cpp - Tasks on transition systems -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramTask.h"
#include "SystemInput.h"
#include "UsageError.h"
#include "Verify/Proof.h"

#include "sooth/Support/ChildProcess.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using Form = VerificationTask::Form;

namespace {
/// Verifies one system, and gathers the witnesses that are asked for.
class SystemTask {
public:
  SystemTask(const VerificationTask &T, const Budget &B, const SystemInput &In)
      : T(T), B(B), In(In) {}
  Report run();

private:
  Report verify();
  void addWitness(unsigned Property, const TsTrace &Run);

  const VerificationTask &T;
  const Budget &B;
  const SystemInput &In;
  std::string Witnesses;
  std::vector<std::string> Notes;
};
} // namespace

void SystemTask::addWitness(unsigned Property, const TsTrace &Run) {
  auto Text = In.witness(Property, Run);
  if (Text)
    Witnesses += *Text;
  else
    Notes.push_back("no witness of '" +
                    In.system().properties()[Property].Name +
                    "': " + llvm::toString(Text.takeError()));
}

Report SystemTask::verify() {
  VerifierOptions O = T.Verifier;
  O.Confirm = [&](unsigned Property, const TsTrace &Run) {
    return reasonAgainst(In.simulate(Property, Run), Evidence::Trace);
  };
  if (!T.WitnessPath.empty())
    O.OnViolation = [&](unsigned Property, const TsTrace &Run) {
      addWitness(Property, Run);
    };
  Report R = verifySystem(In.system(), B, O);
  if (!Witnesses.empty() && R.Outcome == Report::Status::Unsafe)
    R.Outputs.push_back({T.WitnessPath, std::move(Witnesses)});
  R.Notes.insert(R.Notes.end(), Notes.begin(), Notes.end());
  return R;
}

Report SystemTask::run() {
  if (T.Emit == Form::None)
    return verify();
  auto Emitted = emitSystem(In.system(), T);
  if (!Emitted)
    return usageError(llvm::toString(Emitted.takeError()));
  Report R = Report::done();
  R.Outputs.push_back({T.EmitPath, std::move(*Emitted)});
  return R;
}

Report sooth::runSystemTask(const VerificationTask &T, const Budget &B) {
  const std::string &Path = T.Files.front();
  // Formats may hold any bytes.
  auto Text = llvm::MemoryBuffer::getFile(Path, /*IsText=*/false);
  if (!Text)
    return usageError("cannot read '" + Path +
                      "': " + Text.getError().message());
  limitMemory(T.Verifier.Engines.MemoryMB);
  ExprContext Ctx;
  double ReadSeconds = 0;
  auto In = [&] {
    ScopedTimer Timer(ReadSeconds);
    return readSystem(Ctx, (*Text)->getMemBufferRef());
  }();
  if (!In)
    return Report::badInput(llvm::toString(In.takeError()) + "\n");
  Report R = SystemTask(T, B, **In).run();
  R.Notes.insert(R.Notes.begin(), (*In)->Warnings.begin(),
                 (*In)->Warnings.end());
  R.Figures.set("time.read.seconds", ReadSeconds);
  return R;
}
