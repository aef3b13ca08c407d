//===- ReasonJson.cpp - Failures, reasons and figures as JSON -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReasonJson.h"

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

double sooth::fractionAt(const json::Object &O, llvm::StringRef Key) {
  const double Number = O.getNumber(Key).value_or(0);
  return std::isfinite(Number) ? Number : 0;
}

static json::Value encodeObject(const NamedObject &N) {
  json::Object O{
      {"kind", int(N.What)}, {"name", jsonText(N.Name)}, {"line", N.Line}};
  if (N.Size)
    O["size"] = *N.Size;
  return O;
}

static NamedObject decodeObject(const json::Value &V) {
  NamedObject N;
  const json::Object *O = V.getAsObject();
  if (!O)
    return N;
  N.What = kindAt(*O, "kind", NamedObject::Kind::OfLibrary).value_or(N.What);
  N.Name = textAt(*O, "name");
  N.Line = unsigned(numberAt(*O, "line"));
  if (O->get("size"))
    N.Size = numberAt(*O, "size");
  return N;
}

json::Value sooth::encodeFailure(const Failure &F) {
  json::Array Objects;
  for (const NamedObject &N : F.Objects)
    Objects.push_back(encodeObject(N));
  return json::Object{
      {"kind", int(F.What)},           {"subject", jsonText(F.Subject)},
      {"callee", jsonText(F.Callee)},  {"objects", std::move(Objects)},
      {"lines", json::Array(F.Lines)}, {"number", F.Number},
      {"isWrite", F.IsWrite},          {"isPossible", F.IsPossible}};
}

Failure sooth::decodeFailure(const json::Value &V) {
  Failure F;
  const json::Object *O = V.getAsObject();
  auto What =
      O ? kindAt(*O, "kind", Failure::Kind::ArgumentNotFunction) : std::nullopt;
  if (!What)
    return F;
  F.What = *What;
  F.Subject = textAt(*O, "subject");
  F.Callee = textAt(*O, "callee");
  if (const json::Array *Objects = O->getArray("objects"))
    for (const json::Value &N : *Objects)
      F.Objects.push_back(decodeObject(N));
  if (const json::Array *Lines = O->getArray("lines"))
    for (const json::Value &Line : *Lines)
      F.Lines.push_back(unsigned(Line.getAsUINT64().value_or(0)));
  F.Number = numberAt(*O, "number");
  F.IsWrite = O->getBoolean("isWrite").value_or(false);
  F.IsPossible = O->getBoolean("isPossible").value_or(false);
  return F;
}

static json::Value encodeCause(const Cause &C) {
  json::Object O{{"kind", int(C.What)},
                 {"subject", jsonText(C.Subject)},
                 {"object", jsonText(C.Object)},
                 {"number", C.Number}};
  if (C.Fault)
    O["fault"] = encodeFailure(*C.Fault);
  return O;
}

static Cause decodeCause(const json::Value &V) {
  const json::Object *O = V.getAsObject();
  auto What = O ? kindAt(*O, "kind", Cause::Kind::End) : std::nullopt;
  if (!What)
    return {};
  Cause C(*What, textAt(*O, "subject"), textAt(*O, "object"));
  C.Number = numberAt(*O, "number");
  if (const json::Value *Fault = O->get("fault"))
    C.Fault = decodeFailure(*Fault);
  return C;
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

json::Value sooth::encodeReason(const UnknownReason &R) {
  json::Object O{{"kind", int(R.What)},
                 {"why", encodeCause(R.Why)},
                 {"help", int(R.Help)},
                 {"engine", jsonText(R.Engine)}};
  addPlace(O, R.Where);
  if (R.Depth)
    O["depth"] = *R.Depth;
  json::Array Each;
  for (const UnknownReason &One : R.Each)
    Each.push_back(encodeReason(One));
  if (!Each.empty())
    O["each"] = std::move(Each);
  return O;
}

llvm::Expected<UnknownReason> sooth::decodeReason(const json::Value &V) {
  const json::Object *O = V.getAsObject();
  auto What =
      O ? kindAt(*O, "kind", UnknownReason::Kind::Internal) : std::nullopt;
  if (!What)
    return llvm::createStringError("malformed result: no reason");
  UnknownReason R{*What};
  if (const json::Value *Why = O->get("why"))
    R.Why = decodeCause(*Why);
  R.Where = decodePlace(*O);
  R.Help = kindAt(*O, "help", Remedy::JoinedMembers).value_or(Remedy::None);
  R.Engine = textAt(*O, "engine");
  if (O->get("depth"))
    R.Depth = unsigned(numberAt(*O, "depth"));
  if (const json::Array *Each = O->getArray("each"))
    for (const json::Value &One : *Each) {
      llvm::Expected<UnknownReason> Own = decodeReason(One);
      if (!Own)
        return Own.takeError();
      R.Each.push_back(std::move(*Own));
    }
  return R;
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
      S.set(Name, fractionAt(*O, Name));
}
