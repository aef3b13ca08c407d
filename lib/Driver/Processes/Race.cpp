//===- Race.cpp - Two ways to an answer, side by side ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Race.h"

#include "EndingReason.h"

#include "sooth/Support/ChildProcess.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <poll.h>

using namespace sooth;
namespace json = llvm::json;

namespace {
class Runner {
public:
  explicit Runner(llvm::function_ref<Report()> Work)
      : Child(ChildProcess::start({}, [&](LineWriter &Out) {
          std::string Line;
          llvm::raw_string_ostream(Line) << encodeReport(Work());
          Out.send(Line);
        })) {
    if (Child)
      return;
    Answer = Report::unknown(
        {UnknownReason::Kind::Internal, llvm::toString(Child.takeError()), {}});
    Running = false;
  }
  ~Runner() {
    if (Running)
      Child->kill();
  }
  bool isRunning() const { return Running; }
  int descriptor() const { return Running ? Child->descriptor() : -1; }
  void listen();
  bool isConclusive() const {
    return Answer && (Answer->Outcome != Report::Status::Unknown ||
                      Answer->Reason.What == UnknownReason::Kind::Internal);
  }
  Report report() { return std::move(*Answer); }

private:
  void take(llvm::StringRef Line);

  llvm::Expected<ChildProcess> Child;
  std::optional<Report> Answer;
  bool Running = true;
};
} // namespace

void Runner::take(llvm::StringRef Line) {
  llvm::Expected<json::Value> V = json::parse(Line);
  llvm::Expected<Report> R =
      V ? decodeReport(*V) : llvm::Expected<Report>(V.takeError());
  Answer = R ? std::move(*R)
             : Report::unknown({UnknownReason::Kind::Internal,
                                llvm::toString(R.takeError()),
                                {}});
}

void Runner::listen() {
  auto State = Child->read([&](llvm::StringRef Line) { take(Line); });
  if (State == ChildProcess::Stream::Open)
    return;
  Running = false;
  ChildProcess::Ending E = Child->wait();
  if (!Answer)
    Answer = Report::unknown(reasonOf(E, "the verifier "));
}

Report sooth::race(const Budget &B, llvm::function_ref<Report()> Main,
                   llvm::function_ref<Report()> Other) {
  Runner First(Main), Second(Other);
  while (First.isRunning()) {
    pollfd Polled[] = {{First.descriptor(), POLLIN, 0},
                       {Second.descriptor(), POLLIN, 0}};
    poll(Polled, 2, 50);
    for (Runner *R : {&First, &Second}) {
      if (!R->isRunning())
        continue;
      R->listen();
      if (R->isConclusive())
        return R->report();
    }
    // What is tried besides may still succeed when nothing else is left.
  }
  while (Second.isRunning() && !B.exhausted()) {
    pollfd Polled{Second.descriptor(), POLLIN, 0};
    poll(&Polled, 1, 50);
    Second.listen();
  }
  return Second.isConclusive() ? Second.report() : First.report();
}
