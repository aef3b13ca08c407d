//===- ProgramText.cpp - What verifying a program looks at ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramText.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using namespace llvm;

/// What a compilation unit says of others than the functions that are here.
static void dropOthers(DICompileUnit &Unit) {
  Unit.replaceEnumTypes(nullptr);
  Unit.replaceRetainedTypes(nullptr);
  Unit.replaceGlobalVariables(nullptr);
  Unit.replaceImportedEntities(nullptr);
  Unit.replaceMacros(nullptr);
}

/// Lists of what is in whole files; functions lead to what is theirs of it.
static constexpr StringLiteral OfFiles[] = {"llvm.dbg.cu", "llvm.ident",
                                            "llvm.commandline"};

void sooth::dropWhatIsOfFiles(Module &M) {
  for (Function &F : M)
    if (DISubprogram *S = F.getSubprogram(); S && S->getUnit())
      dropOthers(*S->getUnit());
  for (StringRef Name : OfFiles)
    if (NamedMDNode *List = M.getNamedMetadata(Name))
      M.eraseNamedMetadata(List);
  forgetStructures(M);
  M.setModuleIdentifier("");
  M.setSourceFileName("");
}

/// Removes what is not used, and names that depend on how much else there is.
static void reduce(Module &M) {
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && F.use_empty())
      F.eraseFromParent();
  for (GlobalVariable &V : make_early_inc_range(M.globals()))
    if (V.isDeclaration() && V.use_empty())
      V.eraseFromParent();
  for (GlobalVariable &V : M.globals())
    if (V.hasPrivateLinkage() || V.getName().starts_with(".str"))
      V.setName("");
  dropWhatIsOfFiles(M);
}

/// Without the hashes of files, which change with any other function. (Quotes
/// in names and strings are printed as numbers, so nothing else looks so.)
static std::string withoutHashes(StringRef Text) {
  static constexpr StringLiteral Begin = ", checksum: \"";
  std::string Result;
  while (!Text.empty()) {
    const size_t At = Text.find(Begin);
    Result += Text.substr(0, At);
    if (At == StringRef::npos)
      break;
    Text = Text.substr(Text.find('"', At + Begin.size()) + 1);
  }
  return Result;
}

std::string sooth::printedWithoutHashes(const Module &M) {
  std::string Text;
  raw_string_ostream(Text) << M;
  return withoutHashes(Text);
}

std::string sooth::textOf(std::unique_ptr<Module> Program) {
  reduce(*Program);
  return printedWithoutHashes(*Program);
}

std::string sooth::wholeTextOf(const Module &M) {
  const std::string Text = printedWithoutHashes(M);
  // The first line may name a file that is gone.
  const bool HasName = StringRef(Text).starts_with("; ModuleID");
  return HasName ? Text.substr(Text.find('\n')) : Text;
}
