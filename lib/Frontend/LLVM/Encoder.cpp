//===- Encoder.cpp - From LLVM IR to guarded commands ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Encoder.h"

#include "FunctionEncoder.h"
#include "SupportedConstructs.h"
#include "sooth/Frontend/LLVM/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

using namespace sooth;
using namespace llvm;

static std::vector<EncodedProgram::Approximation>
approximationsOf(const Cfa &Model) {
  std::vector<EncodedProgram::Approximation> Result;
  StringSet<> Seen;
  for (const Edge &E : Model.edges())
    for (const Input &In : E.Inputs)
      if (In.What == Input::Kind::Havoc &&
          Seen.insert(In.Source + " at " + In.Where.str()).second)
        Result.push_back({In.Source, In.Where});
  return Result;
}

/// Whether all calls of functions with bodies are encoded.
static Error checkModular(const Procedures &Called) {
  for (const Function *F : Called.topDown())
    for (const Instruction &I : instructions(*F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (Call && classify(*Call) == CalleeKind::Defined &&
          calledFunction(*Call) != &Called.entry() && Called.calledBy(I))
        continue;
      if (Call && classify(*Call) == CalleeKind::Defined)
        return make_error<UnsupportedError>(
            "call of '" + calledFunction(*Call)->getName().str() +
                "', which has no contract",
            nearestLocation(I));
    }
  return checkSupported(Called);
}

/// All but the ways back from calls.
static void encodeBodies(ProgramEncoding &Program, const Function &Entry) {
  for (const Function *F : Program.Called.topDown())
    Program.Encoders.insert(
        {F, std::make_unique<FunctionEncoder>(Program, *F)});
  for (auto &[F, Encoder] : Program.Encoders)
    Encoder->addLocationsAndVariables();
  Program.Model->setEntry(Program.encoderOf(Entry).start());
  for (auto &[F, Encoder] : Program.Encoders)
    Encoder->encodeBlocks();
}

Expected<ModularProgram> sooth::encodeModular(ExprContext &Ctx,
                                              const Function &Entry) {
  EncodeOptions Options;
  ProgramEncoding Program(Ctx, Entry, Options, Procedures::Recursion::Allowed);
  Program.Encode = ProgramEncoding::Calls::Modular;
  if (Error E = checkModular(Program.Called))
    return std::move(E);
  encodeBodies(Program, Entry);
  ModularProgram Result;
  for (auto &[F, Encoder] : Program.Encoders) {
    Result.Procedures.push_back(Encoder->describe());
    append_range(Result.Calls, Encoder->describeCalls());
  }
  Result.Model = std::move(Program.Model);
  return Result;
}

Expected<EncodedProgram> sooth::encodeCfa(ExprContext &Ctx,
                                          const Function &Entry,
                                          const EncodeOptions &Options) {
  assert(!Entry.isDeclaration());
  ProgramEncoding Program(Ctx, Entry, Options);
  if (Error E = checkSupported(Program.Called))
    return std::move(E);
  encodeBodies(Program, Entry);
  for (auto &[F, Encoder] : Program.Encoders)
    Encoder->encodeReturns();
  EncodedProgram Result;
  for (auto &[F, Encoder] : Program.Encoders)
    if (Encoder->memory().points().hasZones())
      Result.HowMembers = Members::Separate;
  Result.Approximations = approximationsOf(*Program.Model);
  Result.Model = std::move(Program.Model);
  return Result;
}
