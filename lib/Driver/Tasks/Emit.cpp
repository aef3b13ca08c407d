//===- Emit.cpp - Models as text ------------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramTask.h"

#include "sooth/Model/Aiger.h"
#include "sooth/Model/Btor2.h"
#include "sooth/Model/CfaPrinter.h"
#include "sooth/Model/Horn.h"
#include "sooth/Model/SystemText.h"
#include "sooth/Model/Vmt.h"
#include "sooth/Transform/Bits/BitLevelSystem.h"
#include "sooth/Transform/Bits/FunctionalSystem.h"
#include "sooth/Transform/Cfa/CfaToTs.h"
#include "sooth/Transform/Cfa/Slice.h"

#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using Form = VerificationTask::Form;

/// What engines see: the sliced program in blocks of the size asked for.
static TransformedCfa blocksOf(const Cfa &C, Encoding E) {
  return applyAll(
      C, {slice, [E](const Cfa &Sliced) { return encodeBlocks(Sliced, E); }});
}

/// Formats of hardware, which has finitely many values.
static llvm::Expected<std::string> emitHardware(const TransitionSystem &M,
                                                Form As) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  const FunctionalSystem Functional = makeFunctional(M);
  if (As == Form::Btor2) {
    if (llvm::Error E = writeBtor2(OS, Functional.Model))
      return std::move(E);
    return Text;
  }
  auto Bits = toBits(Functional.Model);
  if (!Bits)
    return Bits.takeError();
  writeAiger(OS, Bits->Model,
             As == Form::Aag ? AigerFormat::Ascii : AigerFormat::Binary);
  return Text;
}

static llvm::Expected<std::string> emitSystemText(const TransitionSystem &M) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (llvm::Error E = writeSystemText(OS, M))
    return std::move(E);
  return Text;
}

llvm::Expected<std::string> sooth::emitProgram(const Cfa &C,
                                               const VerificationTask &T) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  switch (T.Emit) {
  case Form::None:
  case Form::Llvm:
  case Form::Regions:
  case Form::Values:
  case Form::Horn:
    llvm_unreachable("not a form of the model");
  case Form::Cfa:
    printCfa(OS, C, PrintedSteps::All);
    break;
  case Form::CfaDot:
    printCfaDot(OS, C);
    break;
  case Form::Vmt:
    writeVmt(OS,
             toTransitionSystem(blocksOf(C, T.Verifier.Blocks).Model).Model);
    break;
  case Form::Btor2:
  case Form::Aig:
  case Form::Aag:
    return emitHardware(
        toTransitionSystem(blocksOf(C, T.Verifier.Blocks).Model).Model, T.Emit);
  case Form::System:
    return emitSystemText(
        toTransitionSystem(blocksOf(C, T.Verifier.Blocks).Model).Model);
  case Form::Smt2:
    writeHorn(OS, blocksOf(C, T.Verifier.Blocks).Model);
    break;
  }
  return Text;
}

llvm::Expected<std::string> sooth::emitSystem(const TransitionSystem &M,
                                              const VerificationTask &T) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  switch (T.Emit) {
  case Form::Vmt:
    writeVmt(OS, M);
    break;
  case Form::Smt2:
    writeHorn(OS, M);
    break;
  case Form::Btor2:
  case Form::Aig:
  case Form::Aag:
    return emitHardware(M, T.Emit);
  case Form::System:
    return emitSystemText(M);
  default:
    return llvm::createStringError(
        "a transition system has no locations and no code; --emit takes vmt, "
        "smt2, btor2, aig, aag or system here");
  }
  return Text;
}
