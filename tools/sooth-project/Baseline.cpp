//===- Baseline.cpp - Violations that are known ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Baseline.h"

#include "sooth/Support/OutputFile.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace sooth;
namespace json = llvm::json;

static constexpr llvm::StringLiteral Violations = "violations";

llvm::Expected<Baseline> Baseline::read(llvm::StringRef Path) {
  auto Text = llvm::MemoryBuffer::getFile(Path);
  if (!Text)
    return llvm::createStringError("cannot read '" + Path +
                                   "': " + Text.getError().message());
  llvm::Expected<json::Value> V = json::parse((*Text)->getBuffer());
  if (!V)
    return llvm::createStringError(
        "'" + Path + "' is not JSON: " + llvm::toString(V.takeError()));
  const json::Object *O = V->getAsObject();
  const json::Array *All = O ? O->getArray(Violations) : nullptr;
  if (!All)
    return llvm::createStringError("'" + Path +
                                   "' is no file of --write-baseline");
  Baseline B;
  for (const json::Value &Entry : *All)
    if (auto Text = Entry.getAsString())
      B.Known.insert(Text->str());
  return B;
}

Baseline Baseline::of(const Report &R) {
  Baseline B;
  for (const auto &[A, Fingerprint] : fingerprints(R))
    B.Known.insert(Fingerprint);
  return B;
}

llvm::Error Baseline::write(llvm::StringRef Path) const {
  return writeOutput(Path, [&](llvm::raw_ostream &OS) {
    OS << llvm::formatv("{0:2}", json::Value(json::Object{
                                     {Violations, json::Array(Known)}}))
       << '\n';
  });
}

std::vector<const AssertionReport *> Baseline::newIn(const Report &R) const {
  std::vector<const AssertionReport *> New;
  for (const auto &[A, Fingerprint] : fingerprints(R))
    if (!Known.count(Fingerprint))
      New.push_back(A);
  return New;
}
