//===- Editor.cpp - What editors send -------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Readers.h"

#include "sooth/LanguageServer/SourceText.h"
#include "sooth/LanguageServer/Transport.h"
#include "sooth/LanguageServer/Uri.h"

#include <fuzzer/FuzzedDataProvider.h>

using namespace sooth;
using llvm::StringRef;
namespace json = llvm::json;

/// What is in a request may be anything.
static void readsRequest(const json::Value &V) {
  rangeFrom(&V);
  const json::Object *O = V.getAsObject();
  if (!O)
    return;
  for (const auto &[Key, Member] : *O) {
    rangeFrom(&Member);
    if (auto Uri = Member.getAsString()) {
      const std::string Path = pathOfUri(*Uri);
      if (!Path.empty() && pathOfUri(uriOfPath(Path)) != Path)
        fail("another path", Path);
    }
    if (const json::Array *Changes = Member.getAsArray())
      if (auto Read = changesFrom(*Changes)) {
        SourceText Text("first line\n\tsecond \xc3\xa4 \xf0\x9f\x98\x80\n");
        for (const TextChange &C : *Read)
          Text.apply(C, ColumnUnit::Utf16);
      }
    readsRequest(Member);
  }
}

void sooth::readsMessages(StringRef Bytes) {
  // In parts, as they arrive; how large these are does not matter.
  MessageReader Whole, Parts;
  Whole.append(Bytes);
  std::vector<std::string> Bodies;
  bool IsBroken = false;
  while (!IsBroken) {
    llvm::Expected<std::optional<Message>> M = Whole.next();
    if (!M) {
      valueOf(std::move(M));
      IsBroken = true;
    } else if (!*M) {
      break;
    } else {
      Bodies.push_back((*M)->body().str());
    }
  }
  size_t Known = 0;
  for (size_t At = 0; At < Bytes.size() && Known < Bodies.size(); At += 7) {
    Parts.append(Bytes.substr(At, 7));
    for (auto M = Parts.next();; M = Parts.next()) {
      if (!M)
        fail("no message any more: " + llvm::toString(M.takeError()), Bytes);
      if (!*M)
        break;
      if ((*M)->body() != Bodies[Known++])
        fail("another message", Bytes);
      if (Known == Bodies.size())
        break;
    }
  }
  for (StringRef Body : Bodies) {
    auto V = json::parse(Body);
    if (!V) {
      llvm::consumeError(V.takeError());
      continue;
    }
    readsRequest(*V);
    MessageReader Again;
    Again.append(framed(*V));
    auto M = readAgain(Again.next(), Body);
    if (!M || readAgain(json::parse(M->body()), M->body()) != *V)
      fail("another message", Body);
  }
}

void sooth::editsText(StringRef Bytes) {
  FuzzedDataProvider Data(reinterpret_cast<const uint8_t *>(Bytes.data()),
                          Bytes.size());
  const ColumnUnit Unit = Data.PickValueInArray(
      {ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::Utf32});
  auto Number = [&] {
    return Data.ConsumeBool() ? Data.ConsumeIntegralInRange(0u, 20u)
                              : Data.ConsumeIntegral<unsigned>();
  };
  auto At = [&] { return Position{Number(), Number()}; };
  SourceText Text(Data.ConsumeRandomLengthString(200));
  while (Data.remaining_bytes()) {
    TextChange C{std::nullopt, Data.ConsumeRandomLengthString(40)};
    if (Data.ConsumeBool())
      C.Where = {At(), At()};
    const std::string Before = Text.text().str();
    // What is in front of and behind an edit stays.
    const size_t Start = C.Where ? Text.offsetOf(C.Where->Start, Unit) : 0;
    const size_t End = C.Where
                           ? std::max(Start, Text.offsetOf(C.Where->End, Unit))
                           : Before.size();
    Text.apply(C, Unit);
    if (Text.text() != Before.substr(0, Start) + C.Text + Before.substr(End))
      fail("another text", Text.text());
    moved(At(), C, Unit);
    // A place that a compiler names is one in the text, and found again.
    const TextRange Word = Text.wordAt(Number(), Number(), Unit);
    const size_t Begin = Text.offsetOf(Word.Start, Unit);
    if (Begin > Text.text().size() ||
        Text.offsetOf(Word.End, Unit) > Text.text().size())
      fail("a place that is not there", Text.text());
  }
}
