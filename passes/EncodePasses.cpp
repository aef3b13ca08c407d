//===- EncodePasses.cpp - Passes that print the model ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EncodePasses.h"

#include "sooth/Frontend/LLVM/Encode/Encoder.h"
#include "sooth/Model/CfaPrinter.h"
#include "sooth/Model/Vmt.h"
#include "sooth/Transform/Cfa/CfaToTs.h"
#include "sooth/Transform/Cfa/LargeBlock.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace sooth;

/// The model of \p Entry, or nothing and a diagnostic.
static std::optional<EncodedProgram> encode(ExprContext &Ctx, Module &M,
                                            StringRef Entry) {
  const Function *F = M.getFunction(Entry);
  if (!F || F->isDeclaration()) {
    M.getContext().emitError("no definition of '" + Entry + "'");
    return std::nullopt;
  }
  Expected<EncodedProgram> Program = encodeCfa(Ctx, *F);
  if (!Program) {
    M.getContext().emitError(toString(Program.takeError()));
    return std::nullopt;
  }
  return std::move(*Program);
}

PreservedAnalyses EncodeCfaPass::run(Module &M, ModuleAnalysisManager &) {
  ExprContext Ctx;
  if (auto Program = encode(Ctx, M, Entry)) {
    if (Printed == Form::Dot)
      printCfaDot(outs(), *Program->Model);
    else
      printCfa(outs(), *Program->Model,
               Printed == Form::Text ? PrintedSteps::None : PrintedSteps::All);
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses EncodeVmtPass::run(Module &M, ModuleAnalysisManager &) {
  ExprContext Ctx;
  if (auto Program = encode(Ctx, M, Entry)) {
    Encoding Blocks =
        Granularity == Steps::LargeBlocks ? Encoding::Large : Encoding::Small;
    TransformedCfa Encoded = encodeBlocks(*Program->Model, Blocks);
    writeVmt(outs(), toTransitionSystem(Encoded.Model).Model);
  }
  return PreservedAnalyses::all();
}
