//===- OpenFile.cpp - A document that the editor has open -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace sooth;
using llvm::StringRef;
using Stage = OpenFile::Stage;
namespace json = llvm::json;

bool OpenFile::isVerifiable() const {
  StringRef Name = Path;
  return Name.ends_with(".c") || Name.ends_with(".i");
}

bool OpenFile::isOnDisk() const {
  auto OnDisk = llvm::MemoryBuffer::getFile(Path);
  return OnDisk && (*OnDisk)->getBuffer() == Text.text();
}

bool OpenFile::dependsOn(const std::string &Source) const {
  return !Findings.Obstacle.empty() || llvm::is_contained(Sources, Source);
}

FunctionState OpenFile::stateOf(const FunctionFindings &F) const {
  switch (Now) {
  case Stage::Stale:
    return FunctionState::Stale;
  case Stage::Queued:
    return FunctionState::Queued;
  case Stage::Running:
    return FunctionState::Running;
  case Stage::Verified:
    return F.State;
  }
  llvm_unreachable("unknown stage");
}

/// The places in a diagnostic of clangd's that are in its own file.
static void moveDiagnostic(json::Value &V, const TextChange &C,
                           ColumnUnit Unit) {
  json::Object *O = V.getAsObject();
  auto Where = O ? rangeFrom(O->get("range")) : std::nullopt;
  if (Where)
    (*O)["range"] = toJson(
        TextRange{moved(Where->Start, C, Unit), moved(Where->End, C, Unit)});
}

void OpenFile::apply(llvm::ArrayRef<TextChange> Changes, ColumnUnit Unit) {
  ++Edition;
  Edited = true;
  for (const TextChange &C : Changes) {
    Text.apply(C, Unit);
    for (FunctionFindings &F : Findings.Functions)
      F.Start = moved(F.Start, C, Unit);
    for (json::Value &D : ClangdDiagnostics)
      moveDiagnostic(D, C, Unit);
  }
}

//===----------------------------------------------------------------------===//
// Lenses
//===----------------------------------------------------------------------===//

static json::Value lensAt(Position P, std::string Title, StringRef Command,
                          json::Array Arguments) {
  return json::Object{
      {"range", toJson(TextRange{P, P})},
      {"command", json::Object{{"title", json::fixUTF8(Title)},
                               {"command", Command},
                               {"arguments", std::move(Arguments)}}}};
}

static void addLens(json::Array &To, const OpenFile &F, Position P,
                    StringRef Known) {
  switch (F.Now) {
  case Stage::Stale:
    To.push_back(
        lensAt(P, "not verified: run", VerifyCommand, json::Array{F.Uri}));
    break;
  case Stage::Queued:
    To.push_back(
        lensAt(P, "waiting: cancel", CancelCommand, json::Array{F.Uri}));
    break;
  case Stage::Running:
    To.push_back(
        lensAt(P, "verifying: cancel", CancelCommand, json::Array{F.Uri}));
    break;
  case Stage::Verified:
    To.push_back(lensAt(P, Known.str(), VerifyCommand, json::Array{F.Uri}));
    break;
  }
}

json::Array sooth::lensesOf(const OpenFile &F) {
  json::Array All;
  if (!F.isVerifiable())
    return All;
  for (const FunctionFindings &Function : F.Findings.Functions)
    if (std::string Known = Function.text(); !Known.empty())
      addLens(All, F, Function.Start, Known);
  if (F.Now == Stage::Verified && !F.Findings.Obstacle.empty())
    addLens(All, F, {}, "not verified: " + F.Findings.Obstacle);
  else if (F.Now != Stage::Verified && All.empty())
    addLens(All, F, {}, "");
  if (F.Now != Stage::Verified)
    return All;
  for (const auto &[Index, V] : llvm::enumerate(F.Findings.Violations)) {
    const FunctionFindings *In = F.Findings.functionAt(V.Where.Start);
    All.push_back(
        lensAt(In ? In->Start : Position(),
               "show the run to line " + std::to_string(V.Where.Start.Line + 1),
               ShowRunCommand, json::Array{F.Uri, int64_t(Index)}));
  }
  return All;
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

/// Of the file as a whole.
static FunctionState stateOfAll(const OpenFile &F) {
  const auto &Functions = F.Findings.Functions;
  const bool IsOpen = !F.Findings.Obstacle.empty();
  if (F.Now != Stage::Verified || (Functions.empty() && !IsOpen))
    return F.stateOf({});
  auto Some = [&](FunctionState S) {
    return llvm::any_of(Functions, [&](const auto &G) { return G.State == S; });
  };
  if (!F.Findings.Violations.empty())
    return FunctionState::Violated;
  if (IsOpen || Some(FunctionState::Unknown))
    return FunctionState::Unknown;
  return Some(FunctionState::Proved) ? FunctionState::Proved
                                     : FunctionState::NoChecks;
}

json::Object sooth::functionStatesOf(const OpenFile &F) {
  json::Array Functions;
  for (const FunctionFindings &G : F.Findings.Functions) {
    json::Object O{{"name", json::fixUTF8(G.Name)},
                   {"range", toJson(TextRange{G.Start, G.Start})},
                   {"state", nameOf(F.stateOf(G))}};
    // What was known of another text is not told.
    if (F.Now == Stage::Verified) {
      O["text"] = json::fixUTF8(G.text());
      O["proved"] = G.Checks.Proved;
      O["provedIf"] = G.Checks.ProvedIf;
      O["violated"] = G.Checks.Violated;
      O["open"] = G.Checks.Open;
      O["unknown"] = G.Checks.Unknown;
    }
    Functions.push_back(std::move(O));
  }
  json::Object All{{"uri", F.Uri},
                   {"version", F.Version},
                   {"state", nameOf(stateOfAll(F))},
                   {"functions", std::move(Functions)}};
  if (F.Now == Stage::Verified && !F.Findings.Obstacle.empty())
    All["text"] = json::fixUTF8("not verified: " + F.Findings.Obstacle);
  return All;
}
