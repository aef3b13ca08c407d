//===- Contracts.cpp - Files of contracts of a project --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contracts.h"

#include "UnitRun.h"

#include "sooth/Driver/Tasks/LibraryContract.h"
#include "sooth/Frontend/LLVM/Compile/CompileCommands.h"
#include "sooth/Support/OutputFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace sooth;
using llvm::Error;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

llvm::Expected<std::vector<std::string>>
sooth::contractsOf(const ProjectOptions &Line) {
  if (Line.Contracts.empty() || !fs::exists(Line.Contracts))
    return std::vector<std::string>();
  return contractFiles(Line.Contracts);
}

CompiledContracts sooth::compiledContracts(const ProjectOptions &Line,
                                           StringRef File) {
  const std::string Stem =
      Line.ResultFolder + "/units/" + stemFor(File) + "-contracts";
  return {Stem + ".c", Stem + ".bc"};
}

Error sooth::useContracts(const ProjectOptions &Line,
                          llvm::MutableArrayRef<Unit> Units) {
  auto Files = contractsOf(Line);
  if (!Files)
    return Files.takeError();
  std::vector<std::string> Compiled;
  for (const std::string &File : *Files) {
    Compiled.push_back(compiledContracts(Line, File).Bitcode);
    if (!fs::exists(Compiled.back()))
      return llvm::createStringError("clang does not compile '" + File + "'");
  }
  for (Unit &U : Units)
    U.Contracts = Compiled;
  return Error::success();
}

/// "libbz2" for "libbz2.so.1.0.8".
static StringRef stemOfLibrary(StringRef Library) {
  for (StringRef Ending : {".so", ".a", ".dylib"})
    if (const size_t At = Library.rfind(Ending); At != StringRef::npos && At)
      return Library.take_front(At);
  return Library;
}

static std::string howMany(size_t Count, const char *One, const char *Many) {
  return std::to_string(Count) + " " + (Count == 1 ? One : Many);
}

/// "31 needs of 14 exported functions: contracts/libbz2.contracts".
static std::string told(const LibraryContract &C, StringRef File) {
  llvm::SmallString<128> Here;
  if (!fs::current_path(Here))
    Here += path::get_separator();
  File.consume_front(Here);
  std::string Text =
      howMany(C.Needs, "need", "needs") + " of " +
      howMany(C.Functions, "exported function", "exported functions") + ": " +
      File.str();
  return C.NotInFile ? Text + ", without " + std::to_string(C.NotInFile) +
                           " that it does not say, or not all of"
                     : Text;
}

/// The file of the contract of \p U. The versions of a library, shared and not,
/// have one.
static std::string fileFor(const ProjectOptions &Line, const Unit &U) {
  return (Line.Contracts + "/" + stemOfLibrary(path::filename(U.Name)) +
          ".contracts")
      .str();
}

static Error writeContract(const ProjectOptions &Line, const Unit &U,
                           Results &R) {
  const Report *Answer = R.answerOf(U);
  if (!Answer || Answer->Functions.empty())
    return Error::success();
  auto T = taskOf(Line.Options, "file.bc");
  if (!T)
    return T.takeError();
  const std::string File = fileFor(Line, U);
  auto Old = llvm::MemoryBuffer::getFile(File);
  const StringRef OldText = Old ? (*Old)->getBuffer() : StringRef();
  auto New =
      contractOf(path::filename(U.Name), U.Parts, *U.As, *Answer, *T, OldText);
  if (!New)
    return New.takeError();
  if (New->Text.empty() && !Old)
    return Error::success();
  R.tell(U, told(*New, File));
  if (OldText == New->Text)
    return Error::success();
  if (std::error_code E = fs::create_directories(Line.Contracts))
    return llvm::createStringError("cannot make '" + Line.Contracts +
                                   "': " + E.message());
  return writeOutput(File, [&](llvm::raw_ostream &OS) { OS << New->Text; });
}

Error sooth::writeContracts(const ProjectOptions &Line,
                            llvm::ArrayRef<Unit> Units, Results &R) {
  if (Line.Contracts.empty())
    return Error::success();
  std::set<std::string> Written;
  for (const Unit &U : Units)
    if (U.As && U.As->What == LinkedAs::Kind::Library && R.answerOf(U) &&
        Written.insert(fileFor(Line, U)).second)
      if (Error E = writeContract(Line, U, R))
        return E;
  return Error::success();
}
