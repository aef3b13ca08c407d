//===- ReasonJson.cpp - Failures, reasons and figures as JSON -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fields.h"

#include <cmath>

using namespace sooth;
namespace json = llvm::json;

std::string sooth::jsonText(llvm::StringRef Text) {
  return json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text);
}

std::string sooth::textAt(const json::Object &O, llvm::StringRef Key) {
  return O.getString(Key).value_or("").str();
}

uint64_t sooth::numberAt(const json::Object &O, llvm::StringRef Key) {
  const json::Value *Number = O.get(Key);
  return Number ? Number->getAsUINT64().value_or(0) : 0;
}

double sooth::numberOf(const json::Value &V) {
  const double Number = V.getAsNumber().value_or(0);
  return std::isfinite(Number) ? Number : 0;
}

namespace sooth {
template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, NamedObject> &N) {
  C.numberIfKnown("kind", N.What, NamedObject::Kind::OfLibrary);
  C.field("name", N.Name);
  C.field("line", N.Line);
  C.field("size", N.Size);
}

template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, Failure> &F) {
  C.number("kind", F.What, Failure::Kind::ArgumentNotFunction);
  C.field("subject", F.Subject);
  C.field("callee", F.Callee);
  C.field("objects", F.Objects);
  C.field("lines", F.Lines);
  C.field("number", F.Number);
  C.field("isWrite", F.IsWrite);
  C.field("isPossible", F.IsPossible);
}

template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, Cause> &Why) {
  C.number("kind", Why.What, Cause::Kind::End);
  C.field("subject", Why.Subject);
  C.field("object", Why.Object);
  C.field("number", Why.Number);
  C.field("fault", Why.Fault);
}

template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, UnknownReason> &R) {
  C.number("kind", R.What, UnknownReason::Kind::Internal);
  C.field("why", R.Why);
  C.numberIfKnown("help", R.Help, Remedy::JoinedMembers);
  C.field("engine", R.Engine);
  C.place(R.Where);
  C.field("depth", R.Depth);
  C.allIfAny("each", R.Each);
}
} // namespace sooth

json::Value sooth::encodeFailure(const Failure &F) { return written(F); }

Failure sooth::decodeFailure(const json::Value &V) {
  return readFrom<Failure>(V).value_or(Failure());
}

json::Value sooth::encodeReason(const UnknownReason &R) { return written(R); }

llvm::Expected<UnknownReason> sooth::decodeReason(const json::Value &V) {
  if (auto R = readFrom<UnknownReason>(V))
    return std::move(*R);
  return llvm::createStringError("malformed result: no reason");
}

void sooth::addPlace(json::Object &O, const SourceLocation &Where) {
  if (!Where.File.empty())
    O["file"] = jsonText(Where.File);
  if (Where.Line)
    O["line"] = Where.Line;
  if (Where.Column)
    O["column"] = Where.Column;
}

SourceLocation sooth::decodePlace(const json::Object &O) {
  return {textAt(O, "file"), unsigned(numberAt(O, "line")),
          unsigned(numberAt(O, "column"))};
}

json::Value sooth::encodeStatistics(const Statistics &S) {
  json::Object O;
  for (const auto &[Name, Figure] : S.values())
    O[Name] = Figure;
  return O;
}

void sooth::decodeStatistics(const json::Value *V, Statistics &S) {
  const json::Object *O = V ? V->getAsObject() : nullptr;
  if (!O)
    return;
  for (const auto &[Name, Figure] : *O)
    if (Figure.getAsNumber())
      S.set(Name, numberOf(Figure));
}
