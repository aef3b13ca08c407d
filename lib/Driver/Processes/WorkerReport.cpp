//===- WorkerReport.cpp - What a worker says of a task --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkerReport.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
namespace json = llvm::json;

void sooth::sendReport(LineWriter &Out, const Report &R) {
  std::string Line;
  llvm::raw_string_ostream(Line) << encodeReport(R);
  Out.send(Line);
}

Report sooth::receivedReport(llvm::StringRef Line) {
  llvm::Expected<json::Value> V = json::parse(Line);
  llvm::Expected<Report> R =
      V ? decodeReport(*V) : llvm::Expected<Report>(V.takeError());
  if (R)
    return std::move(*R);
  return Report::unknown({UnknownReason::Kind::Internal,
                          Cause::quote(llvm::toString(R.takeError()))});
}

Report sooth::reportWithout(const ChildProcess::Ending &E) {
  return Report::unknown(reasonOf(E, Cause::Kind::VerifierEnded));
}

UnknownReason sooth::reasonOf(const ChildProcess::Ending &E, Cause::Kind Who) {
  using How = ChildProcess::Ending::Kind;
  using What = UnknownReason::Kind;
  switch (E.How) {
  case How::OutOfMemory:
    return {What::Memory};
  case How::Killed:
    return {What::Timeout};
  case How::NotStarted:
    return {What::Internal, Cause::quote(E.str())};
  case How::Finished:
  case How::Crashed:
  case How::Flooded:
    return {What::Internal, {Who, E.str()}};
  }
  llvm_unreachable("unknown ending");
}
