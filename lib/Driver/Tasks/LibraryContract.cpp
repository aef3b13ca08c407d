//===- LibraryContract.cpp - What a library needs of its callers, in C ----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Tasks/LibraryContract.h"

#include "CDeclarations.h"
#include "NeedClauses.h"
#include "Programs/LinkedFiles.h"

#include "sooth/Driver/Tasks/RunTask.h"
#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Compile/ContractFile.h"
#include "sooth/Frontend/LLVM/Source/Places.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <set>

using namespace sooth;
using llvm::StringRef;

/// What parts of a file are about.
static constexpr StringRef AboutFile = "file", AboutTypes = "types";

//===----------------------------------------------------------------------===//
// One function
//===----------------------------------------------------------------------===//

namespace {
/// A line of a contract.
struct ExportedClause {
  /// What it says, as a condition in C, or in words if it is only a comment.
  std::string Text;
  bool IsClause = true;
  /// The number of the need that is lost without it.
  size_t Of = 0;
};

struct ExportedContract {
  std::string Name, Prototype;
  std::vector<ExportedClause> Lines = {};
  /// By its needs: whether clauses say all of it.
  std::vector<bool> IsInFile = {};

  std::string text() const;
};
} // namespace

static std::string inComment(std::string Text) {
  for (StringRef Mark : {"/*", "*/"})
    for (size_t At; (At = Text.find(Mark)) != std::string::npos;)
      Text.insert(At + 1, " ");
  return "/* " + Text + " */";
}

std::string ExportedContract::text() const {
  std::string All = "sooth_contract(" + Name + ")(" + Prototype + ") {\n";
  for (const ExportedClause &L : Lines)
    All +=
        "  " +
        (L.IsClause ? "sooth_requires(" + L.Text + ");" : inComment(L.Text)) +
        "\n";
  return All + "}\n";
}

/// Whether a contract gets what calls of \p F pass as the source says it.
static bool hasPlainParameters(const llvm::Function &F) {
  const llvm::DISubprogram *Source = F.getSubprogram();
  const llvm::DISubroutineType *Type = Source ? Source->getType() : nullptr;
  const unsigned Declared =
      Type && Type->getTypeArray().size() ? Type->getTypeArray().size() - 1 : 0;
  return Type && !F.isVarArg() && !F.hasStructRetAttr() &&
         F.arg_size() == Declared &&
         llvm::all_of(F.args(), [](const llvm::Argument &A) {
           llvm::Type *T = A.getType();
           return !A.hasByValAttr() && (T->isIntegerTy() || T->isPointerTy() ||
                                        T->isFloatTy() || T->isDoubleTy());
         });
}

static std::vector<NamedParameter> parametersOf(const llvm::Function &F) {
  std::vector<NamedParameter> All;
  for (const llvm::Argument &A : F.args())
    All.push_back(
        {A.getName().str(),
         A.getType()->isIntegerTy() ? A.getType()->getIntegerBitWidth() : 0,
         isDeclaredSigned(A)});
  return All;
}

static std::string prototypeOf(const llvm::Function &F, CDeclarations &Types) {
  std::string Text;
  const auto Declared = F.getSubprogram()->getType()->getTypeArray();
  for (const llvm::Argument &A : F.args()) {
    const std::string Name = A.getName().empty()
                                 ? "unnamed" + std::to_string(A.getArgNo() + 1)
                                 : A.getName().str();
    Text += (Text.empty() ? "" : ", ") +
            Types.declare(Declared[A.getArgNo() + 1], Name);
  }
  return Text.empty() ? "void" : Text;
}

/// Adds what \p N says to \p To.
static void addNeedTo(ExportedContract &To, const Need &N, const NeedInC &C) {
  const size_t Number = To.IsInFile.size();
  To.IsInFile.push_back(C.IsWhole);
  for (const std::string &Condition : C.Conditions)
    To.Lines.push_back({Condition, true, Number});
  if (!C.IsWhole)
    To.Lines.push_back(
        {"not in C: " + describeNeed(N), /*IsClause=*/false, Number});
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

namespace {
class ContractWriter {
public:
  ContractWriter(StringRef Name, const llvm::Module &M,
                 const VerificationTask &T, StringRef Old)
      : Name(Name), M(M), T(T), Old(contractParts(Old)) {
    for (const ContractPart &Part : this->Old)
      if (!Part.IsOwn)
        Kept.insert(Part.Functions.begin(), Part.Functions.end());
  }
  void add(const FunctionReport &F);
  LibraryContract finish();

private:
  void write(CDeclarations::Structures Told);
  void addLines(const FunctionReport &Of, ExportedContract &To,
                const llvm::Function &F) const;
  std::vector<ContractPart> ownParts();
  std::string text();
  bool dropWrong();
  std::vector<unsigned> wrongLines(StringRef Text) const;

  const StringRef Name;
  const llvm::Module &M;
  const VerificationTask &T;
  const std::vector<ContractPart> Old;
  /// The functions whose contracts somebody else has written.
  std::set<std::string> Kept;
  /// Those of which too little is known this time.
  std::set<std::string> NotVerified;
  /// Those that Sooth writes.
  std::vector<ExportedContract> Own;
  std::vector<std::string> Types;
  /// What the file is to be about.
  std::vector<std::pair<const FunctionReport *, const llvm::Function *>> Found;
  LibraryContract Result;
};
} // namespace

/// The exported function that \p F is about, or null.
static const llvm::Function *exportedFunction(const llvm::Module &M,
                                              const FunctionReport &F) {
  const llvm::Function *Found = M.getFunction(F.Name);
  // (A static function may have the same name.)
  return Found && !Found->isDeclaration() && !Found->hasLocalLinkage() &&
                 placeOf(*Found).Line == F.Where.Line
             ? Found
             : nullptr;
}

void ContractWriter::add(const FunctionReport &F) {
  const llvm::Function *Function = exportedFunction(M, F);
  if (!Function)
    return;
  if (F.NotVerified)
    NotVerified.insert(F.Name);
  Result.Needs += unsigned(F.Needs.size());
  Result.Functions += !F.Needs.empty();
  const bool IsKept = Kept.count(F.Name),
             IsPlain = hasPlainParameters(*Function);
  if (IsKept || !IsPlain)
    Result.NotInFile += unsigned(F.Needs.size());
  if (IsPlain && (IsKept || !F.Needs.empty() || !F.OpenUnless.empty()))
    Found.push_back({&F, Function});
}

void ContractWriter::addLines(const FunctionReport &Of, ExportedContract &To,
                              const llvm::Function &F) const {
  const std::vector<NamedParameter> Parameters = parametersOf(F);
  const unsigned Bits = M.getDataLayout().getPointerSizeInBits();
  for (const Need &N : Of.Needs)
    addNeedTo(To, N, needInC(N, Parameters, Bits));
  for (const Need &N : Of.OpenUnless) {
    if (llvm::is_contained(Of.Needs, N))
      continue;
    const NeedInC C = needInC(N, Parameters, Bits);
    for (const std::string &Condition : C.Conditions)
      To.Lines.push_back({"open unless: sooth_requires(" + Condition + ");",
                          /*IsClause=*/false});
  }
}

static std::string beginningOf(StringRef Library) {
  return ("/* What functions of " + Library +
          " need where they are called, as Sooth has found out.\n"
          "   That is enough for them, and may be more than enough.\n"
          "   What you change or add stays, and counts where the library "
          "itself is verified:\n"
          "   change a part, or write one of your own, with empty lines "
          "around it.\n"
          "   docs/Contracts.md says what clauses there are. */\n"
          "#include <stddef.h>\n"
          "#include <sooth.h>\n")
      .str();
}

std::vector<ContractPart> ContractWriter::ownParts() {
  std::vector<ContractPart> Parts{markedPart(AboutFile, beginningOf(Name))};
  if (!Types.empty())
    Parts.push_back(markedPart(AboutTypes, llvm::join(Types, "\n") + "\n"));
  for (const ExportedContract &F : Own)
    Parts.push_back(markedPart(F.Name, F.text()));
  return Parts;
}

/// What was there stays in its place, and what is new comes to the end; what
/// all need is at the beginning.
std::string ContractWriter::text() {
  std::vector<ContractPart> New = ownParts();
  std::vector<ContractPart> All;
  auto Take = [&](StringRef About) {
    auto At = llvm::find_if(
        New, [&](const ContractPart &P) { return P.About == About; });
    if (At == New.end())
      return;
    All.push_back(std::move(*At));
    New.erase(At);
  };
  auto IsOthers = [&](StringRef About) {
    return llvm::any_of(Old, [&](const ContractPart &P) {
      return P.About == About && !P.IsOwn;
    });
  };
  for (StringRef About : {AboutFile, AboutTypes}) {
    if (IsOthers(About))
      llvm::erase_if(New,
                     [&](const ContractPart &P) { return P.About == About; });
    Take(About);
  }
  for (const ContractPart &Part : Old)
    if (Part.IsOwn && !NotVerified.count(Part.About))
      Take(Part.About);
    else
      All.push_back(Part);
  llvm::append_range(All, New);
  std::string Text;
  for (const ContractPart &Part : All)
    Text += (Text.empty() ? "" : "\n") + Part.Text;
  return Text;
}

/// The lines of \p Text in which clang finds errors.
std::vector<unsigned> ContractWriter::wrongLines(StringRef Text) const {
  llvm::SmallString<64> Source, Errors;
  if (llvm::sys::fs::createTemporaryFile("sooth", "c", Source) ||
      llvm::sys::fs::createTemporaryFile("sooth", "txt", Errors))
    return {};
  llvm::FileRemover RemoveSource(Source), RemoveErrors(Errors);
  std::error_code Problem;
  llvm::raw_fd_ostream(Source, Problem) << Text;
  CompileOptions Options = compileOptions(T);
  Options.ExtraArgs.push_back("-fsyntax-only");
  Options.ExtraArgs.push_back("-ferror-limit=0");
  Options.ExtraArgs.push_back("--target=" + M.getTargetTriple());
  const std::vector<std::string> Args =
      clangArguments(Options, Source, "/dev/null");
  const std::optional<StringRef> Redirected[] = {"", "", Errors.str()};
  llvm::sys::ExecuteAndWait(
      Args.front(), llvm::SmallVector<StringRef>(Args.begin(), Args.end()),
      std::nullopt, Redirected);
  std::vector<unsigned> Lines;
  auto Said = llvm::MemoryBuffer::getFile(Errors);
  const StringRef All = Said ? (*Said)->getBuffer() : StringRef();
  for (StringRef Line : llvm::split(All, '\n')) {
    unsigned Number;
    if (Line.consume_front(Source) && Line.consume_front(":") &&
        !Line.consumeInteger(10, Number) && Line.contains(": error: "))
      Lines.push_back(Number);
  }
  return Lines;
}

/// Makes comments of clauses that the compiler does not take, as they name what
/// is not declared in the file. Returns whether there were some.
bool ContractWriter::dropWrong() {
  const std::string Text = text();
  const std::vector<unsigned> Wrong = wrongLines(Text);
  if (Wrong.empty())
    return false;
  llvm::SmallVector<StringRef> Lines;
  StringRef(Text).split(Lines, '\n');
  bool Changes = false;
  for (unsigned Number : Wrong)
    for (ExportedContract &F : Own)
      for (ExportedClause &L : F.Lines)
        if (L.IsClause && Number <= Lines.size() &&
            Lines[Number - 1] == "  sooth_requires(" + L.Text + ");") {
          L.IsClause = false;
          L.Text = "not in C: " + L.Text;
          F.IsInFile[L.Of] = false;
          Changes = true;
        }
  return Changes;
}

/// Types are declared for what others have written, too.
void ContractWriter::write(CDeclarations::Structures Told) {
  CDeclarations Declarations(Told);
  Own.clear();
  for (const auto &[F, Function] : Found) {
    ExportedContract New{F->Name, prototypeOf(*Function, Declarations)};
    if (Kept.count(F->Name))
      continue;
    addLines(*F, New, *Function);
    Own.push_back(std::move(New));
  }
  Types = Declarations.takeDeclarations();
  while (dropWrong())
    ;
}

LibraryContract ContractWriter::finish() {
  write(CDeclarations::Structures::Complete);
  if (!wrongLines(text()).empty()) // there is a type that is told wrongly
    write(CDeclarations::Structures::Incomplete);
  for (const ExportedContract &F : Own)
    Result.NotInFile += unsigned(llvm::count(F.IsInFile, false));
  if (!Own.empty() ||
      llvm::any_of(Old, [](const ContractPart &P) { return !P.IsOwn; }))
    Result.Text = text();
  return std::move(Result);
}

llvm::Expected<LibraryContract>
sooth::contractOf(StringRef Name, llvm::ArrayRef<std::string> Parts,
                  const LinkedAs &As, const Report &R,
                  const VerificationTask &T, StringRef Old) {
  llvm::LLVMContext Context;
  CompileOptions Options = compileOptions(T);
  Options.CLibrary = Library::Unknown;
  auto M = compileProgram(Parts, Options, Context);
  if (!M)
    return M.takeError();
  hideFromOthers(**M, As);
  ContractWriter Writer(Name, **M, T, Old);
  for (const FunctionReport &F : R.Functions)
    Writer.add(F);
  return Writer.finish();
}
