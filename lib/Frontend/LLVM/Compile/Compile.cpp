//===- Compile.cpp - From C files to one LLVM module ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Compile/Compile.h"

#include "ElementAccesses.h"

#include "CLibrary/LibraryVariables.h"
#include "CLibrary/MemberWrites.h"
#include "CLibrary/RuntimeFiles.h"
#include "Passes/ScopeLifetimes.h"
#include "sooth/Frontend/LLVM/Base/GeneratedCode.h"
#include "sooth/Frontend/LLVM/Base/Promises.h"
#include "sooth/Frontend/LLVM/CLibrary/LibraryModels.h"
#include "sooth/Frontend/LLVM/Compile/ContractFile.h"
#include "sooth/Frontend/LLVM/Passes/DeclaredContracts.h"
#include "sooth/Frontend/LLVM/Source/Places.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using namespace llvm;

std::optional<RuntimeCheck> sooth::runtimeCheck(StringRef Name) {
#define SANITIZER_CHECK(KIND, NAME, SANITIZER, VIOLATION, ...)                 \
  if (Name == NAME)                                                            \
    return RuntimeCheck::KIND;
#include "sooth/Frontend/LLVM/Base/Checks.def"
  return std::nullopt;
}

StringRef sooth::sanitizerName(RuntimeCheck Check) {
  switch (Check) {
#define SANITIZER_CHECK(KIND, NAME, SANITIZER, VIOLATION, ...)                 \
  case RuntimeCheck::KIND:                                                     \
    return SANITIZER;
#include "sooth/Frontend/LLVM/Base/Checks.def"
  }
  llvm_unreachable("a check without a name");
}

//===----------------------------------------------------------------------===//
// Running clang
//===----------------------------------------------------------------------===//

static Error failure(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

/// Whether a preprocessed file says which function frees what another one
/// allocates, as glibc's headers do for gcc since version 11. clang rejects
/// that.
static bool namesDeallocators(StringRef File) {
  if (sys::path::extension(File) != ".i")
    return false;
  auto Text = MemoryBuffer::getFile(File);
  return Text && (*Text)->getBuffer().contains("__malloc__ (");
}

static ArrayRef<std::string> flagsOf(const CompileOptions &Options,
                                     StringRef File) {
  auto Found = Options.FlagsOfFile.find(File.str());
  if (Found == Options.FlagsOfFile.end())
    return {};
  return Found->second;
}

/// What makes clang take C89.
static constexpr StringLiteral Lenience[] = {
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-type",
    "-Wno-error=return-mismatch"};

std::string sooth::headerFolder() {
  return sys::path::parent_path(runtimeFile("sooth.h")).str();
}

/// clang's front end alone (tools/sooth-cc); empty if it is not there.
static std::string frontEnd() {
  static const char InThisProgram = 0;
  SmallString<128> Installed(
      sys::fs::getMainExecutable(nullptr, const_cast<char *>(&InThisProgram)));
  sys::path::remove_filename(Installed);
  sys::path::append(Installed, SOOTH_LIBDIR_FROM_BINDIR);
  for (StringRef Place : {Installed.str(), StringRef(SOOTH_LIBDIR_BUILT)}) {
    SmallString<128> Path(Place);
    sys::path::append(Path, "sooth-cc");
    if (sys::fs::can_execute(Path))
      return Path.str().str();
  }
  return "";
}

/// What compiles \p File. Plugins can be loaded into a whole clang alone.
static std::string compiler(const CompileOptions &Options, StringRef File) {
  if (!Options.Clang.empty())
    return Options.Clang;
  auto IsPlugin = [](StringRef Arg) {
    return Arg.starts_with("-fplugin=") || Arg.starts_with("-fpass-plugin=") ||
           Arg == "-load";
  };
  std::string Found = frontEnd();
  return Found.empty() || any_of(Options.ExtraArgs, IsPlugin) ||
                 any_of(flagsOf(Options, File), IsPlugin)
             ? SOOTH_CLANG
             : Found;
}

static constexpr StringLiteral ContractExtension = ".contracts";

static bool isContractFile(StringRef File) {
  return sys::path::extension(File) == ContractExtension;
}

CompileOptions sooth::contractOptions(CompileOptions Options, StringRef File) {
  StringRef Folder = sys::path::parent_path(File);
  append_values(Options.ExtraArgs, "-iquote",
                Folder.empty() ? "." : Folder.str());
  return Options;
}

/// By default clang takes any array at the end of a structure for one that goes
/// on behind it, and checks no index of it.
static std::vector<std::string> boundsArguments(const CompileOptions &Options) {
  if (!Options.Checks.count(RuntimeCheck::Bounds))
    return {};
  return {"-fstrict-flex-arrays=1"};
}

/// Whether the program says of one of its files that this is so.
static LastArrays lastArrays(ArrayRef<std::string> Files,
                             const CompileOptions &Options) {
  auto Says = [](ArrayRef<std::string> Flags) {
    auto IsAbout = [](StringRef Flag) {
      return Flag.starts_with("-fstrict-flex-arrays");
    };
    auto At = find_if(reverse(Flags), IsAbout);
    return At != reverse(Flags).end() && (*At == "-fstrict-flex-arrays=0");
  };
  return Says(Options.ExtraArgs) ||
                 any_of(Files,
                        [&](const std::string &File) {
                          return Says(flagsOf(Options, File));
                        })
             ? LastArrays::MayGoOn
             : LastArrays::End;
}

std::vector<std::string> sooth::clangArguments(const CompileOptions &Options,
                                               StringRef File,
                                               StringRef Output) {
  std::vector<std::string> Args{
      compiler(Options, File),
      // -O0 alone would mark functions as not to be touched by any pass.
      "-O0", "-Xclang", "-disable-O0-optnone", "-g", "-gcolumn-info",
      "-fno-discard-value-names", "-emit-llvm", "-c", "-w"};
  append_range(Args, Lenience);
  append_range(Args, boundsArguments(Options));
  append_range(Args, flagsOf(Options, File));
  if (!Options.Standard.empty())
    Args.push_back("-std=" + Options.Standard);
  for (const std::string &D : Options.Defines)
    Args.push_back("-D" + D);
  for (const std::string &I : Options.IncludeDirs)
    Args.push_back("-I" + I);
  // Elsewhere they are nothing.
  Args.push_back("-DSOOTH_CONTRACTS=1");
  // Functions can be modelled, what ctype.h has for macros not as well.
  if (Options.CLibrary == Library::Models)
    Args.push_back("-D__NO_CTYPE");
  if (std::string Folder = headerFolder(); !Folder.empty())
    append_values(Args, "-idirafter", Folder);
  if (Options.Model == DataModel::Bits32) {
    // Without the 32-bit C library installed, the headers of the 64-bit one
    // do, but for a list of stubs that m32/ has an empty one of.
    append_values(Args, "-m32", "-idirafter", SOOTH_HOST_INCLUDE_DIR,
                  "-idirafter", runtimeFile("m32"));
  }
  if (!Options.Checks.empty()) {
    Args.push_back("-fsanitize=" +
                   join(map_range(Options.Checks, sanitizerName), ","));
    Args.push_back("-fsanitize-trap=all");
  }
  // Where inner blocks end: our own front end says that better.
  if (Options.OfLibrary == Accesses::Checked && Args.front() != frontEnd())
    append_values(Args, "-Xclang", "-fsanitize-address-use-after-scope");
  append_range(Args, Options.ExtraArgs);
  // Preprocessed once more, with no macro but one that takes the names away.
  if (namesDeallocators(File))
    append_values(Args, "-x", "c", "-undef", "-D__malloc__(...)=__malloc__");
  append_values(Args, "-o", Output.str(), File.str());
  return Args;
}

std::vector<std::string> sooth::nativeFiles(ArrayRef<std::string> Files) {
  std::vector<std::string> Args;
  for (const std::string &File : Files) {
    const bool Again = namesDeallocators(File);
    // Names that compilers define in programs, too.
    if (Again)
      append_values(Args, "-Ulinux", "-Uunix", "-Ui386",
                    "-D__malloc__(...)=__malloc__", "-x", "c");
    Args.push_back(File);
    if (Again)
      append_values(Args, "-x", "none");
  }
  return Args;
}

/// Whether clang, without lenience, has errors to tell.
static bool isRejected(const CompileOptions &Options,
                       std::vector<std::string> Args,
                       ArrayRef<std::string> Files) {
  Args[0] = Options.Clang.empty() ? SOOTH_CLANG : Options.Clang;
  append_values(Args, "-w", "-fsyntax-only");
  append_range(Args, nativeFiles(Files));
  const std::optional<StringRef> Silent[] = {std::nullopt, "", ""};
  return sys::ExecuteAndWait(
             Args[0], SmallVector<StringRef>(Args.begin(), Args.end()),
             std::nullopt, Silent, Options.TimeLimitSeconds) != 0;
}

/// Whether a file speaks of sooth.h, or of a header of the program, which may.
static bool mayIncludeHeader(StringRef File) {
  auto Text = MemoryBuffer::getFile(File);
  return Text && ((*Text)->getBuffer().contains("sooth.h") ||
                  Regex("^[ \t]*#[ \t]*include[ \t]*\"", Regex::Newline)
                      .match((*Text)->getBuffer()));
}

std::vector<std::string> sooth::nativeArguments(const CompileOptions &Options,
                                                ArrayRef<std::string> Files) {
  std::vector<std::string> Args{"clang-" + std::to_string(LLVM_VERSION_MAJOR)};
  append_range(Args, boundsArguments(Options));
  // One command compiles all files.
  std::vector<ArrayRef<std::string>> Seen;
  for (const std::string &File : Files)
    if (ArrayRef<std::string> Flags = flagsOf(Options, File);
        !is_contained(Seen, Flags)) {
      Seen.push_back(Flags);
      append_range(Args, Flags);
    }
  if (Options.Model == DataModel::Bits32)
    Args.push_back("-m32");
  if (!Options.Standard.empty())
    Args.push_back("-std=" + Options.Standard);
  for (const std::string &D : Options.Defines)
    Args.push_back("-D" + D);
  for (const std::string &I : Options.IncludeDirs)
    Args.push_back("-I" + I);
  std::string Folder = headerFolder();
  if ((any_of(Files, mayIncludeHeader) || !Options.IncludeDirs.empty()) &&
      !Folder.empty())
    append_values(Args, "-idirafter", Folder);
  append_range(Args, Options.ExtraArgs);
  if (isRejected(Options, Args, Files))
    append_range(Args, Lenience);
  return Args;
}

namespace {
/// A file that lives as long as this, even if the process is interrupted.
class TemporaryFile {
public:
  static Expected<std::unique_ptr<TemporaryFile>> create(StringRef Extension) {
    auto File = std::unique_ptr<TemporaryFile>(new TemporaryFile);
    if (std::error_code E =
            sys::fs::createTemporaryFile("sooth", Extension, File->Path))
      return failure("cannot create a temporary file: " + E.message());
    sys::RemoveFileOnSignal(File->Path);
    return std::move(File);
  }
  ~TemporaryFile() {
    if (Path.empty())
      return;
    sys::fs::remove(Path);
    sys::DontRemoveFileOnSignal(Path);
  }
  StringRef path() const { return Path; }

private:
  TemporaryFile() = default;
  SmallString<64> Path;
};
} // namespace

static Error runClang(const CompileOptions &Options, StringRef File,
                      StringRef Output) {
  std::vector<std::string> Args = clangArguments(Options, File, Output);
  std::string Message;
  int Code = sys::ExecuteAndWait(
      Args[0], SmallVector<StringRef>(Args.begin(), Args.end()), std::nullopt,
      {}, Options.TimeLimitSeconds, Options.MemoryLimitMB, &Message);
  if (Code == 0)
    return Error::success();
  if (Code > 0)
    return failure("clang does not compile '" + File + "'");
  return failure("cannot run '" + Args[0] + "' on '" + File + "': " + Message);
}

//===----------------------------------------------------------------------===//
// Reading and linking
//===----------------------------------------------------------------------===//

static Expected<std::unique_ptr<Module>> readModule(StringRef File,
                                                    LLVMContext &Context) {
  SMDiagnostic Problem;
  std::unique_ptr<Module> M = parseIRFile(File, Problem, Context);
  std::string Message;
  raw_string_ostream Text(Message);
  if (!M) {
    Problem.print(/*ProgName=*/nullptr, Text, /*ShowColors=*/false);
    // What is no text is not to be printed.
    if (!json::isUTF8(Message) || StringRef(Message).contains('\0'))
      return failure("'" + File +
                     "' is not valid LLVM IR: " + Problem.getMessage());
    return failure(StringRef(Message).rtrim());
  }
  if (verifyModule(*M, &Text))
    return failure("'" + File +
                   "' is not valid LLVM IR: " + StringRef(Message).rtrim());
  if (!M->IsNewDbgInfoFormat)
    M->setIsNewDbgInfoFormat(true);
  readPromises(*M);
  placeScopeLifetimes(*M);
  keepAliasRules(*M);
  return std::move(M);
}

/// Undoes what our front end does for types.
static void beAsInSource(Module &M) {
  takeNoteOfOptimizers(M);
  undoForOptimizers(M);
  markAssumptions(M);
}

/// The C file \p File as a module.
static Expected<std::unique_ptr<Module>>
loadC(StringRef File, const CompileOptions &Options, LLVMContext &Context) {
  auto Output = TemporaryFile::create("bc");
  if (!Output)
    return Output.takeError();
  if (Error E = runClang(Options, File, (*Output)->path()))
    return std::move(E);
  auto M = readModule((*Output)->path(), Context);
  if (M)
    beAsInSource(**M);
  return M;
}

static Expected<std::unique_ptr<Module>>
loadContracts(StringRef File, const CompileOptions &Options,
              LLVMContext &Context) {
  auto Text = MemoryBuffer::getFile(File);
  if (!Text)
    return failure("cannot read '" + File + "': " + Text.getError().message());
  auto Source = TemporaryFile::create("c");
  if (!Source)
    return Source.takeError();
  std::error_code Problem;
  raw_fd_ostream((*Source)->path(), Problem)
      << contractsInC((*Text)->getBuffer(), File);
  if (Problem)
    return failure("cannot write a temporary file: " + Problem.message());
  auto M = loadC((*Source)->path(), contractOptions(Options, File), Context);
  if (M)
    return M;
  consumeError(M.takeError());
  return failure("clang does not compile '" + File + "'");
}

static Expected<std::unique_ptr<Module>>
loadFile(StringRef File, const CompileOptions &Options, LLVMContext &Context) {
  StringRef Extension = sys::path::extension(File);
  if (Extension == ".bc" || Extension == ".ll") {
    auto M = readModule(File, Context);
    // (It may have been compiled by us before, as those of projects are.)
    if (M && takeNoteOfOptimizers(**M))
      beAsInSource(**M);
    return M;
  }
  if (isContractFile(File))
    return loadContracts(File, Options, Context);
  if (Extension != ".c" && Extension != ".i")
    return failure("'" + File +
                   "' is neither C (.c, .i) nor LLVM IR (.bc, .ll)");
  return loadC(File, Options, Context);
}

namespace {
/// Gathers LLVM's errors instead of printing them.
class GatheringHandler : public DiagnosticHandler {
public:
  explicit GatheringHandler(std::string &Text) : Text(Text) {}
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (Info.getSeverity() != DS_Error)
      return true;
    raw_string_ostream OS(Text);
    DiagnosticPrinterRawOStream Printer(OS);
    OS << (Text.empty() ? "" : "; ");
    Info.print(Printer);
    return true;
  }

private:
  std::string &Text;
};
} // namespace

static Error linkInto(Module &Program, std::unique_ptr<Module> M,
                      StringRef File) {
  LLVMContext &Context = Program.getContext();
  std::string Problems;
  auto Before = Context.getDiagnosticHandler();
  Context.setDiagnosticHandler(std::make_unique<GatheringHandler>(Problems));
  addPromises(Program, *M);
  addPromises(*M, Program);
  bool Failed = Linker::linkModules(Program, std::move(M));
  Context.setDiagnosticHandler(std::move(Before));
  if (Failed)
    return failure("cannot link '" + File + "': " + Problems);
  return Error::success();
}

Expected<std::vector<std::string>> sooth::contractFiles(StringRef Path) {
  if (sys::fs::is_regular_file(Path))
    return std::vector<std::string>{Path.str()};
  if (!sys::fs::is_directory(Path))
    return failure("there is no '" + Path + "' with contracts");
  std::vector<std::string> Files;
  std::error_code Problem;
  for (sys::fs::directory_iterator At(Path, Problem), End;
       At != End && !Problem; At.increment(Problem))
    if (isContractFile(At->path()))
      Files.push_back(At->path());
  if (Problem)
    return failure("cannot read '" + Path + "': " + Problem.message());
  llvm::sort(Files);
  return Files;
}

/// Whether \p M, made of a file of contracts, has nothing else that matters.
static Error checkContracts(const Module &M, StringRef File) {
  for (const GlobalObject &G : M.global_objects()) {
    auto *F = dyn_cast<Function>(&G);
    if (G.isDeclarationForLinker() || G.hasLocalLinkage() ||
        G.hasAppendingLinkage() || G.getName().starts_with("llvm."))
      continue;
    const SourceLocation Where = F ? placeOf(*F) : SourceLocation();
    return failure((Where.isValid() ? Where.str() : File.str()) + ": '" +
                   G.getName() +
                   "' is defined in a file of contracts; a contract is "
                   "sooth_contract(NAME)(PARAMETERS) { CLAUSES }");
  }
  return Error::success();
}

Error sooth::addContracts(Module &Program, const CompileOptions &Options) {
  for (const std::string &File : Options.Contracts) {
    auto M = loadFile(File, Options, Program.getContext());
    if (!M)
      return M.takeError();
    if (Error E = checkContracts(**M, File))
      return E;
    // What headers define inline says nothing of the program.
    for (Function &F : **M)
      if (F.hasAvailableExternallyLinkage())
        F.deleteBody();
    if (Error E = linkInto(Program, std::move(*M), File))
      return E;
  }
  return applyDeclaredContracts(Program);
}

Expected<std::unique_ptr<Module>>
sooth::compileProgram(ArrayRef<std::string> Files,
                      const CompileOptions &Options, LLVMContext &Context) {
  std::unique_ptr<Module> Program;
  for (const std::string &File : Files) {
    auto M = loadFile(File, Options, Context);
    if (!M)
      return M.takeError();
    if (!Program)
      Program = std::move(*M);
    else if (Error E = linkInto(*Program, std::move(*M), File))
      return std::move(E);
  }
  if (!Program)
    return failure("no input files");
  if (Error E = addContracts(*Program, Options))
    return std::move(E);
  joinNamesOfVariables(*Program);
  giveMeanings(*Program, Options.Functions);
  if (Options.Checks.count(RuntimeCheck::Bounds))
    checkElementAccesses(*Program);
  if (Options.Checks.count(RuntimeCheck::Bounds) &&
      Options.CLibrary == Library::Models)
    checkMemberWrites(*Program, lastArrays(Files, Options));
  if (Options.CLibrary == Library::Models)
    if (Error E =
            linkLibraryModels(*Program, Options.OfLibrary, Options.OfOutput))
      return std::move(E);
  return std::move(Program);
}
