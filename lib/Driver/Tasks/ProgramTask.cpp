//===- ProgramTask.cpp - Tasks on C programs ------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramTask.h"

#include "ContractConsistency.h"
#include "EveryEntry.h"
#include "ExplainedAnswer.h"
#include "FirstRun.h"
#include "KnownAnswers.h"
#include "LinkedTask.h"
#include "OpenFunction.h"
#include "OpenFunctionTimes.h"
#include "Processes/Race.h"
#include "Programs/ArbitraryGlobals.h"
#include "Programs/CheckedValues.h"
#include "Programs/LinkedFiles.h"
#include "Programs/LoadedProgram.h"
#include "Programs/MissingFunctions.h"
#include "Programs/SeparateFunctions.h"
#include "Programs/UsedCode.h"
#include "ProofsInC.h"
#include "SelfCheck/SelfCheck.h"
#include "UsageError.h"
#include "ViolationReplay.h"
#include "Witness/Evidence.h"
#include "WitnessTask.h"

#include "sooth/Driver/Options/CheckKinds.h"
#include "sooth/Driver/Processes/Supervisor.h"
#include "sooth/Driver/Suppress/Suppressions.h"
#include "sooth/Driver/Tasks/RunTask.h"
#include "sooth/Driver/Witness/WitnessFile.h"
#include "sooth/Engine/Run/Run.h"
#include "sooth/Frontend/LLVM/Base/OperationNumbers.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/ApplyContracts.h"
#include "sooth/Frontend/LLVM/Passes/FunctionFields.h"
#include "sooth/Frontend/LLVM/Passes/WeakSymbols.h"
#include "sooth/Frontend/LLVM/Source/Places.h"
#include "sooth/Support/ChildProcess.h"
#include "sooth/Transform/Horn/ModularToHorn.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace sooth;
using Form = VerificationTask::Form;

namespace {
class ProgramTask {
public:
  ProgramTask(const VerificationTask &T, const Budget &B) : T(T), B(B) {}
  Report run();

private:
  std::optional<Report> compile();
  void beginAnywhere(llvm::Function &Entry);
  PrepareOptions preparation() const;
  Report emitModule();
  Report emitModel();
  Report emitValues();
  Report emitRules();
  Report verify();
  Report verifyEntry(const VerificationTask &Of, const Budget &Own,
                     VerifiedListener Finish,
                     llvm::StringRef How = "asked for");
  bool mayRunFirst() const;
  bool isUnchecked() const;
  void lookBehindSuppressed();
  std::optional<Report> compileWithChecks();
  std::optional<Report> compareWithModel();
  std::string whyNoCertificate() const;
  std::string hashOfPrepared() const;
  void tellIfNothing(Report &R) const;
  bool startsEverywhere() const;
  bool isLong() const;
  Report verifyLongFunction(VerifiedListener Finish);
  std::vector<std::string> assumptions() const;
  void explain(Report &R) const;
  void addWitness(const VerifiedModel &Of, const VerifiedProgram &Verified,
                  Report &R);

  VerificationTask T;
  const Budget &B;
  llvm::LLVMContext Context;
  /// As it was compiled.
  std::unique_ptr<llvm::Module> Program;
  BoundRecursionOptions Recursion;
  double CompileSeconds = 0;
  /// Whether it is checked for what nobody has asked for, as nothing else is.
  bool ChecksByDefault = false;
  /// What came of comparing runs with the model, in words; empty if nobody
  /// asked for that.
  std::string SelfCheck;
  /// What the run passes that violates something.
  std::optional<WitnessRun> Run;
};
} // namespace

static std::string fileList(llvm::ArrayRef<std::string> Files) {
  return Files.size() == 1 ? "'" + Files.front() + "'"
                           : "these " + std::to_string(Files.size()) + " files";
}

CompileOptions sooth::compileOptions(const VerificationTask &T) {
  CompileOptions Options = T.Compile;
  if (!T.Prepare.Memory.empty())
    Options.OfLibrary = Accesses::Checked;
  return Options;
}

std::optional<Report> ProgramTask::compile() {
  ScopedTimer Timer(CompileSeconds);
  CompileOptions Options = compileOptions(T);
  if (auto Left = B.remainingMs())
    Options.TimeLimitSeconds = unsigned(*Left / 1000) + 1;
  SourceCopies Copies;
  std::vector<std::string> Files = T.Files;
  if (T.LinesOf == VerificationTask::Lines::OfFile)
    Files = Copies.withOwnLines(Files, Options);
  auto M = compileProgram(Files, Options, Context);
  if (!M) {
    std::string Message = llvm::toString(M.takeError());
    if (auto Why = B.exhausted())
      return Report::unknown({reasonOf(*Why)});
    return usageError(Message);
  }
  Program = std::move(*M);
  T.OnCompiled(*Program);
  if (T.Linked)
    hideFromOthers(*Program, *T.Linked);
  showWhatAliasesShow(*Program);
  openWeakSymbols(*Program, T.Prepare.Entry == "main" && !startsEverywhere()
                                ? OtherFiles::Libraries
                                : OtherFiles::Any);
  // Of a whole program all is known.
  if (T.Prepare.Entry != "main")
    noteFieldsOfFunctions(*Program);
  llvm::Function *Entry = Program->getFunction(T.Prepare.Entry);
  if (Entry && classify(*Entry) == CalleeKind::Error)
    return usageError("function '" + T.Prepare.Entry +
                      "' is an error by its name: to call it is to fail");
  if (Entry && !Entry->isDeclaration()) {
    if (T.Prepare.Entry != "main") {
      KeptRanges(*Program).tellLoads(*Program);
      beginAnywhere(*Entry);
    }
    return std::nullopt;
  }
  // Without main, each function that others may call is verified; there may be
  // none.
  const bool HasOwn = llvm::any_of(*Program, [](const llvm::Function &F) {
    return !F.isDeclaration() && !isLibraryModel(F);
  });
  if (!Entry && T.Prepare.Entry == "main" && T.Entries.empty() &&
      T.Emit == Form::None &&
      (!HasOwn || llvm::any_of(*Program, isCalledByOthers)))
    return std::nullopt;
  std::string Where = fileList(T.Files);
  if (Entry)
    return usageError("function '" + T.Prepare.Entry + "' has no body in " +
                      Where);
  return usageError("no function '" + T.Prepare.Entry + "' in " + Where +
                    "; --entry=FUNCTION verifies another one");
}

/// Nobody says what variables of other files hold when \p Entry is called.
void ProgramTask::beginAnywhere(llvm::Function &Entry) {
  if (llvm::none_of(Program->globals(), [](const llvm::GlobalVariable &G) {
        return isDefinedElsewhere(G) || mayBeReplaced(G);
      }))
    return;
  // Before it gets more at its beginning. If that fails, it does so again when
  // the program is prepared.
  llvm::consumeError(applyContracts(*Program, Entry));
  makeGlobalsArbitrary(Entry, ProgramGlobals(*Program),
                       ArbitraryVariables::OfOtherFiles);
}

PrepareOptions ProgramTask::preparation() const {
  PrepareOptions Options = T.Prepare;
  Options.Recursion = Recursion;
  return Options;
}

Report ProgramTask::emitModule() {
  Report R = Report::done();
  PrepareOptions How = preparation();
  How.Figures = &R.Figures;
  if (llvm::Error E = prepareModule(*Program, How))
    return Report::unknown(reasonOf(std::move(E)));
  std::string Text;
  llvm::raw_string_ostream(Text) << *Program;
  R.Outputs.push_back({T.EmitPath, std::move(Text)});
  return R;
}

Report ProgramTask::emitValues() {
  if (T.Prepare.Entry != "main" || startsEverywhere())
    return usageError("--emit=values needs a program with main");
  // What happens after an access that nobody checks is not known.
  if (!T.Prepare.Memory.count(MemoryProperty::Access))
    return usageError("--emit=values needs --check=access or --check=memory");
  numberOperations(*Program);
  auto Values = valuesOfProgram(*Program, T.Prepare, B);
  if (!Values)
    return Report::unknown(reasonOf(Values.takeError()));
  Report R = Report::done();
  std::map<std::pair<SourceLocation, std::string>, CheckByValues> ByPlace;
  for (const CheckByValues &C : Values->Checks) {
    CheckByValues &All = ByPlace[{C.Where, C.Check}];
    All.MayFail |= C.MayFail;
    All.MayLeaveArray |= C.MayLeaveArray;
  }
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (const auto &[Place, C] : ByPlace)
    OS << Place.first.str() << ": " << Place.second << ": "
       << (C.holds()         ? "holds"
           : C.MayLeaveArray ? "may leave an array"
                             : "may fail")
       << "\n";
  R.Outputs.push_back({T.EmitPath, std::move(Text)});
  return R;
}

void ProgramTask::addWitness(const VerifiedModel &Of,
                             const VerifiedProgram &Verified, Report &R) {
  addClaimsInC(T, Of, Verified, R);
  if (T.WitnessPath.empty() || Verified.Violations.empty())
    return;
  const Witness &Violation = Verified.Violations.front();
  RecordedViolation Recorded = recordViolation(T, Of, Violation);
  if (Recorded.MayLackInputs)
    R.Notes.push_back("the witness may lack inputs that do not influence the "
                      "violation");
  Run = {
      Violation.Violated,
      waypointsOf(Recorded.Complete ? Recorded.Complete->Outside : Recorded.Run,
                  Violation.Violated, *Program, T.Files)};
}

/// What the answer takes to be true of functions without a body.
std::vector<std::string> ProgramTask::assumptions() const {
  std::vector<const llvm::Function *> Entries;
  for (const llvm::Function &F : *Program)
    if (F.getName() == T.Prepare.Entry ||
        (startsEverywhere() && isCalledByOthers(F)))
      Entries.push_back(&F);
  std::vector<std::string> Found =
      assumptionsAbout(missingFunctions(*Program, Entries));
  // (Where all of a program is given, so are these functions.)
  if (T.Prepare.Entry == "main" && !startsEverywhere()) {
    if (std::string Of = assumptionAboutSignals(*Program); !Of.empty())
      Found.push_back(std::move(Of));
    return Found;
  }
  if (std::string Of = assumptionAboutTargets(*Program, Entries); !Of.empty())
    Found.push_back(std::move(Of));
  return Found;
}

void ProgramTask::explain(Report &R) const {
  ExplainedProgram P;
  P.Machine = Program->getTargetTriple();
  P.Assumptions = assumptions();
  for (const llvm::Function &F : *Program)
    if (isLibraryModel(F) && !F.hasInternalLinkage())
      P.LibraryModels.push_back(F.getName().str());
  P.SelfCheck = SelfCheck;
  P.StartsEverywhere = startsEverywhere();
  P.MayHaveCertificate = whyNoCertificate().empty();
  explainProgram(T, P, R);
}

Report ProgramTask::emitRules() {
  Recursion.Depth = 0;
  ExprContext Ctx;
  auto Modular = loadModular(Ctx, *Program, preparation());
  if (!Modular)
    return Report::unknown(reasonOf(Modular.takeError()));
  Report R = Report::done();
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printClauses(OS, toHorn(*Modular).Clauses);
  R.Outputs.push_back({T.EmitPath, std::move(Text)});
  return R;
}

Report ProgramTask::emitModel() {
  if (T.Emit == Form::Horn)
    return emitRules();
  ExprContext Ctx;
  PrepareOptions How = preparation();
  // Without a check all of the program would be left out.
  if (T.Emit == Form::Regions && countAssertions(*Program) == 0 &&
      How.Memory.empty())
    How.Slice = PrepareOptions::Slice::Off;
  auto Loaded = LoadedProgram::load(Ctx, *Program, How, encodeOptions(T));
  if (!Loaded)
    return Report::unknown(reasonOf(Loaded.takeError()));
  Report R = Report::done();
  std::string Text;
  if (T.Emit == Form::Regions) {
    llvm::raw_string_ostream OS(Text);
    printRegions(OS, *Loaded->prepared().getFunction(T.Prepare.Entry),
                 T.Regions, T.HowMembers, encodeOptions(T).Outside);
  } else {
    auto Emitted = emitProgram(Loaded->model(), T);
    if (!Emitted)
      return Report::badInput(
          "sooth: error: " + llvm::toString(Emitted.takeError()) + "\n");
    Text = std::move(*Emitted);
  }
  R.Outputs.push_back({T.EmitPath, std::move(Text)});
  return R;
}

/// A proof that is about nothing is none: somebody may have left out what to
/// check. Checks of memory are about the whole program, if it runs.
void ProgramTask::tellIfNothing(Report &R) const {
  if (R.Outcome == Report::Status::Safe && R.Written == 0 &&
      R.Assertions.empty() &&
      (T.Prepare.Memory.empty() || ChecksByDefault || startsEverywhere() ||
       (T.Linked && !usesMemory(*Program))))
    R.Outcome = Report::Status::NothingToCheck;
  if (R.Outcome == Report::Status::NothingToCheck && ChecksByDefault)
    R.Explanation = "No assertions in this program, and nothing in it that "
                    "--check=default is about.";
}

/// What is found out of several models is backed by none of them.
std::string ProgramTask::whyNoCertificate() const {
  if (startsEverywhere())
    return "--certificate needs a program with main, or --entry=FUNCTION";
  if (T.Prepare.Entry != "main" && !T.Outside)
    return "--certificate for another function than main needs --environment, "
           "which says what is taken to be true of its arguments";
  return "";
}

/// Of what --emit=ll prints after the first line; empty if that is nothing.
std::string ProgramTask::hashOfPrepared() const {
  std::unique_ptr<llvm::Module> Copy = llvm::CloneModule(*Program);
  if (llvm::Error E = prepareModule(*Copy, preparation())) {
    llvm::consumeError(std::move(E));
    return "";
  }
  std::string Text;
  llvm::raw_string_ostream(Text) << *Copy;
  // The first line names a file that is gone.
  llvm::StringRef Rest = llvm::StringRef(Text).split('\n').second;
  return hashOfText(Rest);
}

bool ProgramTask::startsEverywhere() const {
  return T.Prepare.Entry == "main" && !Program->getFunction("main");
}

/// How many instructions \p F has with all that it calls by name.
static size_t sizeWithCallees(const llvm::Function &F) {
  llvm::SmallSetVector<const llvm::Function *, 16> Found;
  Found.insert(&F);
  size_t Size = 0;
  for (size_t I = 0; I < Found.size(); ++I) {
    Size += Found[I]->getInstructionCount();
    for (const llvm::Instruction &At : llvm::instructions(Found[I]))
      if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&At))
        if (const llvm::Function *Callee = Call->getCalledFunction())
          Found.insert(Callee);
  }
  return Size;
}

/// Whether a function has so many checks that time may be up before all means
/// were tried, and nobody wants what only the last one leaves.
bool ProgramTask::isLong() const {
  static constexpr size_t Least = 2000;
  return B.remainingMs() && T.CertificatePath.empty() &&
         T.WitnessPath.empty() &&
         T.ProofsAre == VerificationTask::Proofs::InModel &&
         sizeWithCallees(*Program->getFunction(T.Prepare.Entry)) > Least;
}

/// By one means after the other: what was found out is not lost when time is
/// up.
Report ProgramTask::verifyLongFunction(VerifiedListener Finish) {
  // The rest is for engines, which find violations.
  const Budget Own = B.share(QuestionTimes::EasyOfLongFunction);
  VerificationTask Each = T;
  Each.Verifier.Until = VerifierOptions::Goal::EveryAssertion;
  Report Easy =
      proveEasyChecks(*Program, Each, Own, Finish, CalledFrom::Anywhere);
  if (Easy.Assertions.empty())
    return verifyOpenFunction(*Program, T, B, Finish);
  if (!isOpen(Easy))
    return Easy;
  Report All =
      verifyOpenChecks(Easy, *Program, T, B, Finish, CalledFrom::Anywhere);
  return All.Assertions.empty() ? Easy : All;
}

/// Returns what to tell if no answer about the model is one about the program.
std::optional<Report> ProgramTask::compareWithModel() {
  static constexpr double Share = 0.3;
  if (T.SelfCheckRuns == 0)
    return std::nullopt;
  if (T.Prepare.Entry != "main" || startsEverywhere())
    return usageError("--self-check needs a program with main");
  SelfCheckOptions O;
  O.Runs = T.SelfCheckRuns;
  if (T.SelfCheckSteps)
    O.Of = SelfCheckOptions::Steps::Always;
  const SelfCheckResult Found =
      selfCheck(*Program, preparation(), encodeOptions(T), O, B.share(Share));
  SelfCheck = describe(Found);
  if (Found.Difference.empty())
    return std::nullopt;
  return Report::unknown(
      {UnknownReason::Kind::Internal, Cause::quote(SelfCheck)});
}

/// Of runs that begin in the entry, unless that is known; what is found out in
/// another way, as \p How says, is kept apart.
Report ProgramTask::verifyEntry(const VerificationTask &Of, const Budget &Own,
                                VerifiedListener Finish, llvm::StringRef How) {
  const KnownAnswers Known(Of, Of.TimeoutSeconds > 0
                                   ? std::optional(Of.TimeoutSeconds)
                                   : std::nullopt);
  std::string Key;
  if (Known.areUsed())
    Key = Known.keyOf({KnownAnswers::codeOf(copyUsedCode(*Program), Of),
                       Of.Prepare.Needs, How.str()});
  if (auto R = Known.find(Key, KnownAnswers::Counted::Yes))
    return std::move(*R);
  Report R = T.Prepare.Entry == "main"
                 ? verifyFromEntry(*Program, Of, Own, Finish)
             : isLong() ? verifyLongFunction(Finish)
                        : verifyOpenFunction(*Program, Of, Own, Finish);
  Known.keep(Key, R);
  return R;
}

/// \p T with the engine that runs the program, however large that is, if it is
/// among others: for a short time only where something comes from outside.
static VerificationTask runningTask(VerificationTask T) {
  static constexpr double SecondsWithInputs = 2;
  std::vector<EngineChoice> &Engines = T.Verifier.Engines.Engines;
  const bool MayRun = llvm::any_of(
      Engines, [](const EngineChoice &E) { return E.Name == NameOfRun; });
  Engines.clear();
  if (MayRun)
    Engines.push_back({NameOfRun, makeFactoryForPrograms(NameOfRun, [] {
                         return createRun({.MaxSeconds = SecondsWithInputs});
                       })});
  return T;
}

/// Whether one run may say all: nobody wants more of it than that it is told.
bool ProgramTask::mayRunFirst() const {
  const std::vector<EngineChoice> &Engines = T.Verifier.Engines.Engines;
  return T.Prepare.Entry == "main" && T.HarnessPath.empty() &&
         T.WitnessPath.empty() && T.CertificatePath.empty() && !T.Explain &&
         T.ProofsAre == VerificationTask::Proofs::InModel && !T.Property &&
         T.Prepare.Volatile == Volatile::Memory && !T.Verifier.IsAsked &&
         T.Verifier.Until == VerifierOptions::Goal::FirstViolation &&
         !T.RecursionDepth && Engines.size() > 1 &&
         llvm::any_of(Engines, [](const EngineChoice &E) {
           return E.Name == NameOfRun;
         });
}

/// Smaller programs are verified at once, or not for their size.
static constexpr size_t LeastToSearch = 400;
/// When the search begins: most programs have been verified before.
static constexpr std::chrono::seconds HeadStart{2};

Report ProgramTask::verify() {
  auto Finish = [&](const VerifiedModel &Of, const VerifiedProgram &Verified,
                    Report &R) {
    if (!T.HarnessPath.empty() && Of.Are == VerifiedModel::Violations::Reported)
      addReplays(T, *Program, Of, Verified, R);
    addWitness(Of, Verified, R);
    R.Figures.set("time.compile.seconds", CompileSeconds);
  };
  if (startsEverywhere()) {
    VerificationTask Each = T;
    Each.Verifier.Until = VerifierOptions::Goal::EveryAssertion;
    return verifyFromEveryEntry(*Program, Each, B, Finish);
  }
  if (T.Prepare.Entry != "main" &&
      excludesAllRuns(*Program, T.Prepare.Entry, GlobalsAre::AsInitialized, T,
                      B)
          .value_or(false))
    return Report::unknown(reasonOfContradiction(T.Prepare.Entry));
  if (mayRunFirst()) {
    if (auto R = reportOfOnlyRun(*Program, T, B))
      return std::move(*R);
    if (sizeWithCallees(*Program->getFunction("main")) >= LeastToSearch)
      return race(
          B, [&] { return verifyEntry(T, B, Finish); },
          [&] { return reportOfSearch(*Program, T, B); }, AfterMain::AsLong,
          HeadStart);
  }
  if (!T.Linked || T.Prepare.Entry != "main")
    return verifyEntry(T, B, Finish);
  VerificationTask Each = T;
  Each.Verifier.Until = VerifierOptions::Goal::EveryAssertion;
  const VerificationTask Run = runningTask(Each);
  if (T.Linked->IsByValues)
    numberOperations(*Program);
  return verifyLinkedProgram(
      *Program, Each, B, Finish, [&](LookedAtBy How, const Budget &Own) {
        if (How == LookedAtBy::Any)
          return verifyEntry(Each, Own, Finish);
        return Run.Verifier.Engines.Engines.empty()
                   ? Report::unknown({UnknownReason::Kind::Timeout})
                   : verifyEntry(Run, Own, Finish, "run");
      });
}

/// Whether nothing is asserted or promised, and nobody says what else to look
/// for.
bool ProgramTask::isUnchecked() const {
  return T.IfUnchecked == VerificationTask::Unchecked::ByDefault &&
         T.Emit == Form::None && countAssertions(*Program) == 0 &&
         llvm::none_of(*Program, hasContract);
}

std::optional<Report> ProgramTask::compileWithChecks() {
  auto Failed = compile();
  if (Failed || !isUnchecked())
    return Failed;
  addChecks("default", T);
  T.CountingOptions.push_back("--check=default");
  ChecksByDefault = true;
  return compile();
}

/// The files that the functions of \p M are in.
static std::vector<std::string> sourceFiles(const llvm::Module &M) {
  std::set<std::string> Files;
  for (const llvm::Function &F : M)
    if (!F.isDeclaration())
      Files.insert(placeOf(F).File);
  return {Files.begin(), Files.end()};
}

/// Where the first violation may be one that does not count, the others are
/// wanted, too.
void ProgramTask::lookBehindSuppressed() {
  if (!T.Property && mayHaveSuppressions(sourceFiles(*Program)))
    T.Verifier.Until = VerifierOptions::Goal::EveryAssertion;
}

Report ProgramTask::run() {
  auto Failed = compileWithChecks();
  removeScratchDirectory();
  if (Failed)
    return *Failed;
  lookBehindSuppressed();
  if (T.RecursionDepth)
    Recursion.Depth = *T.RecursionDepth;
  if (T.Prepare.Entry != "main" &&
      T.Calls == VerificationTask::CallsOf::Summarized)
    T.Prepare.Summarized = separateFunctions(*Program, SizeOfSmall);
  if (T.Emit == Form::Llvm)
    return emitModule();
  if (T.Emit == Form::Values)
    return emitValues();
  // Only now, as it would hold for the compiler, too.
  limitMemory(T.Verifier.Engines.MemoryMB);
  if (auto Differs = compareWithModel())
    return *Differs;
  if (T.Emit != Form::None) {
    Report R = emitModel();
    if (!SelfCheck.empty())
      R.Notes.push_back(SelfCheck);
    return R;
  }
  const std::string WhyNone = whyNoCertificate();
  if (!T.CertificatePath.empty() && !WhyNone.empty())
    return usageError(WhyNone);
  if (T.Explain && WhyNone.empty()) // they tell what the evidence is
    T.Verifier.HaveCertificates = VerifierOptions::Certificates::Wanted;
  Report R = verify();
  if (T.Linked) {
    LinkedFunctions All = linkedFunctions(*Program);
    if (R.Linked)
      All.OnValues = std::move(R.Linked->OnValues);
    R.Linked = std::move(All);
  }
  concludeOpen(R);
  if (!SelfCheck.empty())
    R.Notes.push_back(SelfCheck);
  if (!T.CertificatePath.empty())
    R.PreparedHash = hashOfPrepared();
  if (T.Verifier.Cache)
    T.Verifier.Cache->addFigures(R.Figures);
  if (!T.HarnessPath.empty())
    writeReplays(T, *Program, R);
  tellIfNothing(R);
  if (T.ProofsAre == VerificationTask::Proofs::InC) {
    addFactsInC(*Program, T, B, R);
    confirmClaims(T, B, R);
  }
  if (!T.WitnessPath.empty())
    addWitnessFile(T, Run, R);
  if (R.Outcome == Report::Status::NothingToCheck)
    return R;
  if (ChecksByDefault)
    R.Notes.push_back("no assertions in this program; checking for bugs "
                      "(--check=" +
                      DefaultChecks.str() + ")");
  for (const std::string &Text : assumptions())
    R.Notes.push_back("assumed: " + Text);
  if (T.Explain)
    explain(R);
  return R;
}

Report sooth::runProgramTask(const VerificationTask &T, const Budget &B) {
  // Never freed: of a large program that takes seconds, in which the time to
  // tell what was found is over, and the process ends soon.
  return (new ProgramTask(T, B))->run();
}
