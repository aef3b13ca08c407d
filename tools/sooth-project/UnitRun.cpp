//===- UnitRun.cpp - Verifying one unit of a project ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitRun.h"

#include "sooth/Driver/Options/UserOptions.h"
#include "sooth/Driver/Processes/Supervisor.h"
#include "sooth/Support/Interrupt.h"
#include "sooth/Support/OutputFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SHA256.h"

#include <chrono>
#include <cstdlib>
#include <thread>

using namespace sooth;
using llvm::errs;
using llvm::outs;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace json = llvm::json;

static constexpr int Failed = 1;

std::string sooth::ownPath() {
  static int Anchor;
  return fs::getMainExecutable(nullptr, &Anchor);
}

static int failUnit(const llvm::Twine &Message) {
  errs() << "sooth-project: error: " << Message << '\n';
  return Failed;
}

//===----------------------------------------------------------------------===//
// What is sent: the version, the request, and the sizes of the parts, a line
// each; and the parts, which are LLVM IR
//===----------------------------------------------------------------------===//

std::string sooth::encodeRequest(const UnitRequest &R) {
  json::Object O{{"name", R.Name}, {"options", R.Options}};
  if (R.As)
    O["linked"] =
        json::Object{{"program", R.As->What == LinkedAs::Kind::Program},
                     {"visible", R.As->IsVisible},
                     {"exported", R.As->Exported},
                     {"values", R.As->IsByValues}};
  if (R.Contracts)
    O["contracts"] = R.Contracts;
  return llvm::formatv("{0}\n{1}\n", cacheVersion(), json::Value(std::move(O)))
      .str();
}

static std::vector<std::string> textsOf(const json::Array *Values) {
  std::vector<std::string> Texts;
  if (Values)
    for (const json::Value &V : *Values)
      Texts.push_back(V.getAsString().value_or("").str());
  return Texts;
}

static std::optional<LinkedAs> decodeLinked(const json::Object &O) {
  const json::Object *Linked = O.getObject("linked");
  if (!Linked)
    return std::nullopt;
  LinkedAs As;
  if (!Linked->getBoolean("program").value_or(true))
    As.What = LinkedAs::Kind::Library;
  As.IsVisible = Linked->getBoolean("visible").value_or(true);
  As.Exported = textsOf(Linked->getArray("exported"));
  As.IsByValues = Linked->getBoolean("values").value_or(false);
  return As;
}

static std::optional<UnitRequest> decodeRequest(StringRef Line) {
  llvm::Expected<json::Value> V = json::parse(Line);
  if (!V) {
    llvm::consumeError(V.takeError());
    return std::nullopt;
  }
  const json::Object *O = V->getAsObject();
  auto Name = O ? O->getString("name") : std::nullopt;
  const json::Array *Options = O ? O->getArray("options") : nullptr;
  if (!Name || !Options)
    return std::nullopt;
  return UnitRequest{Name->str(), textsOf(Options), decodeLinked(*O),
                     size_t(O->getInteger("contracts").value_or(0))};
}

/// Of all that was sent; the answer says it again.
static std::string idOf(StringRef Sent) {
  return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(Sent)),
                     /*LowerCase=*/true);
}

static std::optional<Report> decodeAnswer(StringRef Text, StringRef Id) {
  llvm::Expected<json::Value> V = json::parse(Text);
  if (!V) {
    llvm::consumeError(V.takeError());
    return std::nullopt;
  }
  const json::Object *O = V->getAsObject();
  const json::Value *Encoded = O ? O->get("report") : nullptr;
  if (!Encoded || (!Id.empty() && O->getString("to") != Id))
    return std::nullopt;
  llvm::Expected<Report> R = decodeReport(*Encoded);
  if (R)
    return std::move(*R);
  llvm::consumeError(R.takeError());
  return std::nullopt;
}

std::optional<Report> sooth::readAnswer(StringRef Path) {
  auto Text = llvm::MemoryBuffer::getFile(Path);
  return Text ? decodeAnswer((*Text)->getBuffer(), "") : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Who verifies
//===----------------------------------------------------------------------===//

llvm::Expected<VerificationTask>
sooth::taskOf(llvm::ArrayRef<std::string> Options, StringRef File) {
  std::vector<const char *> Words;
  for (const std::string &Option : Options)
    Words.push_back(Option.c_str());
  const std::string Name = File.str();
  Words.push_back(Name.c_str());
  auto Line = parseCommandLine(llvm::ArrayRef<const char *>(Words));
  if (!Line)
    return Line.takeError();
  Line->Task.Verifier.Until = VerifierOptions::Goal::EveryAssertion;
  if (Line->Task.Jobs == 0)
    Line->Task.Jobs = 1; // other units run beside it
  return std::move(Line->Task);
}

static Report badInput(const llvm::Twine &Message) {
  return Report::badInput(("sooth: error: " + Message + "\n").str());
}

namespace {
/// The parts of a unit as files, which are removed in the end.
class PartFiles {
public:
  /// Fails with a sentence for the user.
  llvm::Error add(StringRef Bitcode) {
    llvm::SmallString<64> File;
    int Descriptor;
    if (std::error_code E =
            fs::createTemporaryFile("sooth-unit", "bc", Descriptor, File))
      return llvm::createStringError("cannot create a temporary file: " +
                                     E.message());
    llvm::raw_fd_ostream(Descriptor, /*shouldClose=*/true) << Bitcode;
    Names.push_back(std::string(File));
    return llvm::Error::success();
  }
  ~PartFiles() {
    for (const std::string &Name : Names)
      fs::remove(Name);
  }
  const std::vector<std::string> &names() const { return Names; }

private:
  std::vector<std::string> Names;
};
} // namespace

/// Of a number in the environment.
static unsigned countOf(const char *Name) {
  unsigned Count = 0;
  if (const char *Text = getenv(Name))
    (void)StringRef(Text).getAsInteger(10, Count);
  return Count;
}

/// Lets \p T be about all of a program or library, which has the time of all of
/// its files.
static void askAboutAll(const LinkedAs &As, size_t Parts, bool HasJobs,
                        VerificationTask &T) {
  T.Linked = As;
  T.TimeoutSeconds *= double(Parts);
  if (!HasJobs)
    T.Jobs = std::max(1u, countOf(LanesName));
  // Answers are about that, too.
  T.CountingOptions.push_back(As.What == LinkedAs::Kind::Program
                                  ? "linked as a program"
                                  : "linked as a library");
  if (As.IsByValues)
    T.CountingOptions.push_back("values");
}

static Report verify(const UnitRequest &R, llvm::ArrayRef<StringRef> Bitcodes) {
  PartFiles Files;
  for (StringRef Bitcode : Bitcodes)
    if (llvm::Error E = Files.add(Bitcode))
      return badInput(llvm::toString(std::move(E)));
  auto T = taskOf(R.Options, Files.names().front());
  if (!T)
    return badInput(llvm::toString(T.takeError()));
  const llvm::ArrayRef<std::string> All = Files.names();
  const size_t Contracts = std::min(R.Contracts, All.size() - 1);
  T->Files = All.drop_back(Contracts).vec();
  T->Compile.Contracts = All.take_back(Contracts).vec();
  if (R.As)
    askAboutAll(*R.As, T->Files.size(),
                llvm::any_of(R.Options,
                             [](StringRef Option) {
                               return Option.starts_with("--jobs=");
                             }),
                *T);
  if (llvm::Error E = openCache(*T))
    return badInput(llvm::toString(std::move(E)));
  Budget B = Budget::secondsOrNone(T->TimeoutSeconds);
  B.cancelWith(&installInterruptHandler());
  const Budget OfWork = budgetOfWork(B);
  double Seconds = 0;
  Report Answer;
  {
    ScopedTimer Timer(Seconds);
    Answer = runSupervised(B,
                           {.Files = SupervisorOptions::Scratch::Directory,
                            .End = SupervisorOptions::Deadline::Users},
                           [&] { return runTask(*T, OfWork); });
  }
  Answer.Figures.set("time.total.seconds", Seconds);
  if (T->Verifier.Cache)
    T->Verifier.Cache->prune();
  return Answer;
}

/// As large as \p Sizes says; nothing if that is not what there is.
static std::vector<StringRef> partsOf(StringRef Sizes, StringRef All) {
  std::vector<StringRef> Parts;
  for (StringRef Text : llvm::split(Sizes, ' ')) {
    size_t Size;
    if (Text.getAsInteger(10, Size) || Size > All.size())
      return {};
    Parts.push_back(All.take_front(Size));
    All = All.drop_front(Size);
  }
  return All.empty() ? Parts : std::vector<StringRef>();
}

int sooth::runUnit() {
  auto Input = llvm::MemoryBuffer::getSTDIN();
  if (!Input)
    return failUnit("cannot read what to verify: " +
                    Input.getError().message());
  const StringRef Sent = (*Input)->getBuffer();
  auto [Version, Rest] = Sent.split('\n');
  auto [Line, AfterLine] = Rest.split('\n');
  auto [Sizes, Bitcode] = AfterLine.split('\n');
  if (Version != cacheVersion())
    return failUnit("this is " + cacheVersion() + ", but was sent to by " +
                    Version);
  auto R = decodeRequest(Line);
  const std::vector<StringRef> Parts = partsOf(Sizes, Bitcode);
  if (!R || Parts.empty())
    return failUnit("what was sent is not complete");
  const Report Answer = verify(*R, Parts);
  if (Answer.Outcome == Report::Status::Unknown &&
      Answer.Reason.What == UnknownReason::Kind::Cancelled)
    return InterruptedExitCode;
  outs() << json::Value(json::Object{{"to", idOf(Sent)},
                                     {"report", encodeReport(Answer)}})
         << '\n';
  return 0;
}

//===----------------------------------------------------------------------===//
// Who asks
//===----------------------------------------------------------------------===//

/// One try; nothing without a whole answer.
static std::optional<std::string> ask(const std::string &Command,
                                      StringRef Input, StringRef Id) {
  llvm::SmallString<64> Output;
  if (fs::createTemporaryFile("sooth-answer", "", Output))
    return std::nullopt;
  llvm::FileRemover Remover(Output);
  const StringRef Words[] = {"/bin/sh", "-c", Command};
  const std::optional<StringRef> Redirected[] = {Input, Output.str(),
                                                 std::nullopt};
  llvm::sys::ExecuteAndWait(Words[0], Words, std::nullopt, Redirected);
  auto Text = llvm::MemoryBuffer::getFile(Output);
  if (!Text || !decodeAnswer((*Text)->getBuffer(), Id))
    return std::nullopt;
  return (*Text)->getBuffer().str();
}

/// The file \p Request, and what \p Parts are; nothing if they cannot be read.
static std::optional<std::string> whatIsSent(const char *Request,
                                             llvm::ArrayRef<char *> Parts) {
  auto Line = llvm::MemoryBuffer::getFile(Request);
  if (!Line)
    return std::nullopt;
  std::string Sizes, Code;
  for (const char *Part : Parts) {
    auto Text = llvm::MemoryBuffer::getFile(Part);
    if (!Text)
      return std::nullopt;
    Sizes +=
        (Sizes.empty() ? "" : " ") + std::to_string((*Text)->getBufferSize());
    Code += (*Text)->getBuffer();
  }
  return ((*Line)->getBuffer() + Sizes + "\n" + Code).str();
}

int sooth::sendUnit(const char *Request, const char *Answer,
                    llvm::ArrayRef<char *> Parts) {
  fs::remove(Answer);
  auto Text = whatIsSent(Request, Parts);
  if (!Text)
    return failUnit(llvm::Twine("cannot read what '") + Request + "' is about");
  const std::string Sent = std::move(*Text);
  const std::string Input = std::string(Answer) + ".sent";
  llvm::FileRemover Remover(Input);
  if (llvm::Error E =
          writeOutput(Input, [&](llvm::raw_ostream &OS) { OS << Sent; }))
    return failUnit(llvm::toString(std::move(E)));
  const char *Launcher = getenv(LauncherName);
  const std::string Command =
      std::string(Launcher ? Launcher : "") + " '" + ownPath() + "' unit";
  const unsigned Retries = countOf(RetriesName);
  for (unsigned Try = 0; Try <= Retries; ++Try) {
    if (Try > 0)
      std::this_thread::sleep_for(std::chrono::seconds(1));
    auto Text = ask(Command, Input, idOf(Sent));
    if (!Text)
      continue;
    if (llvm::Error E =
            writeOutput(Answer, [&](llvm::raw_ostream &OS) { OS << *Text; }))
      return failUnit(llvm::toString(std::move(E)));
    return 0;
  }
  return failUnit("no answer from '" + StringRef(Command).ltrim() + "'");
}
