//===- Compile.cpp - From LLVM IR to machine code -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ThreadSafeModule.h"
#include "llvm/Support/TargetSelect.h"

using namespace sooth;
using namespace sooth::run;
namespace orc = llvm::orc;

static llvm::Expected<std::unique_ptr<orc::LLJIT>> createJit() {
  static const bool IsMissing = llvm::InitializeNativeTarget() ||
                                llvm::InitializeNativeTargetAsmPrinter();
  if (IsMissing)
    return llvm::createStringError("there is no compiler for this machine");
  auto Target = orc::JITTargetMachineBuilder::detectHost();
  if (!Target)
    return Target.takeError();
  // Blocks are short and their variables in memory: there is little to gain by
  // more, and programs have thousands of them.
  Target->setCodeGenOptLevel(llvm::CodeGenOptLevel::None);
  return orc::LLJITBuilder()
      .setJITTargetMachineBuilder(std::move(*Target))
      .setPlatformSetUp(orc::setUpInactivePlatform)
      .create();
}

void Machine::compile() {
  auto Created = createJit();
  if (!Created) {
    Failed = Cause::quote(llvm::toString(Created.takeError()));
    return;
  }
  Jit = std::move(*Created);
  Code = compileAs("run", nullptr);
}

/// Null after a failure, which it keeps. With \p Log, the code writes there
/// what it compares.
Machine::Compiled Machine::compileAs(llvm::StringRef Name, ComparisonLog *Log) {
  auto Context = std::make_unique<llvm::LLVMContext>();
  auto Module = std::make_unique<llvm::Module>(Name, *Context);
  Module->setDataLayout(Jit->getDataLayout());
  CodeGenerator Generator(C, L,
                          {this, &Arrays, &Copies, &Constants, &Pool, &Numbers,
                           Operands.data(), this->Log.data(), Log},
                          Beginning, *Module);
  Generator.generate(Name);
  IgnoresChoices = Generator.ignoresChoices();
  llvm::Error Added = Jit->addIRModule(
      orc::ThreadSafeModule(std::move(Module), std::move(Context)));
  if (Added) {
    Failed = Cause::quote(llvm::toString(std::move(Added)));
    return nullptr;
  }
  auto Address = Jit->lookup(Name);
  if (Address)
    return Address->toPtr<Compiled>();
  Failed = Cause::quote(llvm::toString(Address.takeError()));
  return nullptr;
}
