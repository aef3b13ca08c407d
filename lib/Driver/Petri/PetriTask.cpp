//===- PetriTask.cpp - What a user asks about a net -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Petri/PetriTask.h"

#include "sooth/Model/Horn.h"
#include "sooth/Model/Pnml.h"
#include "sooth/Model/Vmt.h"
#include "sooth/Transform/Petri/PetriToCfa.h"
#include "sooth/Transform/Cfa/CfaToTs.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace sooth;
using llvm::Expected;

static Expected<std::unique_ptr<llvm::MemoryBuffer>>
readFile(const std::string &Path) {
  auto File = llvm::MemoryBuffer::getFileOrSTDIN(Path);
  if (!File)
    return llvm::make_error<Diagnostic>(SourceLocation{Path, 0, 0},
                                        "cannot read the file: " +
                                            File.getError().message());
  return std::move(*File);
}

Expected<PetriNet> sooth::readNetFile(const std::string &Path) {
  auto File = readFile(Path);
  if (!File)
    return File.takeError();
  return readPnml(**File);
}

/// One question about one formula.
static Expected<std::vector<MccProperty>> ask(Expected<PetriFormula> Goal) {
  if (!Goal)
    return Goal.takeError();
  MccProperty P;
  P.Id = "question";
  P.Goal = *Goal;
  return std::vector<MccProperty>{P};
}

Expected<std::vector<MccProperty>> sooth::readQuestions(const PetriTask &T,
                                                        const PetriNet &N) {
  switch (T.Question) {
  case PetriTask::Ask::Nothing:
    return std::vector<MccProperty>();
  case PetriTask::Ask::Reach:
    return ask(parsePetriFormula(N, llvm::MemoryBufferRef(T.Text, "--reach")));
  case PetriTask::Ask::Marking:
    return ask(parseMarking(N, llvm::MemoryBufferRef(T.Text, "--marking"),
                            OtherPlaces::Empty));
  case PetriTask::Ask::Submarking:
    return ask(parseMarking(N, llvm::MemoryBufferRef(T.Text, "--submarking"),
                            OtherPlaces::Free));
  case PetriTask::Ask::Deadlock:
    return ask(PetriFormula::deadlock());
  case PetriTask::Ask::Mcc: {
    auto File = readFile(T.Text);
    if (!File)
      return File.takeError();
    return readMccProperties(N, **File);
  }
  }
  llvm_unreachable("a question without meaning");
}

Expected<std::string> sooth::emitNet(const PetriTask &T, const PetriNet &N,
                                     llvm::ArrayRef<MccProperty> Questions) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (T.Emit == PetriTask::Form::Pnml) {
    writePnml(OS, N);
    return Text;
  }
  if (Questions.size() != 1 ||
      Questions.front().What == MccProperty::Kind::Bound)
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "--emit needs one question about reachability");
  ExprContext Ctx;
  Cfa C = toCfa(Ctx, N, Questions.front().Goal);
  if (T.Emit == PetriTask::Form::Vmt)
    writeVmt(OS, toTransitionSystem(C).Model);
  else
    writeHorn(OS, C);
  return Text;
}
