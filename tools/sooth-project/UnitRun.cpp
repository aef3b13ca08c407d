//===- UnitRun.cpp - Verifying one file of a project ----------------------===//
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
// What is sent: the version and the request, a line each, and LLVM IR
//===----------------------------------------------------------------------===//

std::string sooth::encodeRequest(const UnitRequest &R) {
  return llvm::formatv("{0}\n{1}\n", cacheVersion(),
                       json::Value(json::Object{{"name", R.Name},
                                                {"options", R.Options}}))
      .str();
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
  UnitRequest R{Name->str(), {}};
  for (const json::Value &Option : *Options)
    R.Options.push_back(Option.getAsString().value_or("").str());
  return R;
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

static Report verify(const UnitRequest &R, StringRef Bitcode) {
  llvm::SmallString<64> File;
  int Descriptor;
  if (std::error_code E =
          fs::createTemporaryFile("sooth-unit", "bc", Descriptor, File))
    return badInput("cannot create a temporary file: " + E.message());
  llvm::FileRemover Remover(File);
  llvm::raw_fd_ostream(Descriptor, /*shouldClose=*/true) << Bitcode;
  auto T = taskOf(R.Options, File);
  if (!T)
    return badInput(llvm::toString(T.takeError()));
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

int sooth::runUnit() {
  auto Input = llvm::MemoryBuffer::getSTDIN();
  if (!Input)
    return failUnit("cannot read what to verify: " +
                    Input.getError().message());
  const StringRef Sent = (*Input)->getBuffer();
  auto [Version, Rest] = Sent.split('\n');
  auto [Line, Bitcode] = Rest.split('\n');
  if (Version != cacheVersion())
    return failUnit("this is " + cacheVersion() + ", but was sent to by " +
                    Version);
  auto R = decodeRequest(Line);
  if (!R)
    return failUnit("what was sent is not complete");
  const Report Answer = verify(*R, Bitcode);
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

/// Of a number in the environment.
static unsigned countOf(const char *Name) {
  unsigned Count = 0;
  if (const char *Text = getenv(Name))
    (void)StringRef(Text).getAsInteger(10, Count);
  return Count;
}

int sooth::sendUnit(const char *Request, const char *Bitcode,
                    const char *Answer) {
  fs::remove(Answer);
  auto Line = llvm::MemoryBuffer::getFile(Request),
       Code = llvm::MemoryBuffer::getFile(Bitcode);
  if (!Line || !Code)
    return failUnit(llvm::Twine("cannot read '") + (Line ? Bitcode : Request) +
                    "'");
  const std::string Sent = ((*Line)->getBuffer() + (*Code)->getBuffer()).str();
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
