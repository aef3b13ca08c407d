//===- Links.cpp - What is linked to what ---------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Links.h"

#include "sooth/Support/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace sooth;
using llvm::StringRef;
namespace json = llvm::json;

StringRef LinkedUnit::name() const { return llvm::sys::path::filename(Output); }

void sooth::forEachFile(llvm::ArrayRef<LinkInput> Inputs,
                        llvm::function_ref<void(const LinkInput &)> Visit) {
  for (const LinkInput &I : Inputs) {
    if (I.What == LinkInput::Kind::File)
      Visit(I);
    forEachFile(I.Members, Visit);
  }
}

std::string sooth::linksPath(StringRef Folder) {
  return (Folder + "/link_commands.json").str();
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static json::Value encodeInput(const LinkInput &I) {
  json::Object O;
  switch (I.What) {
  case LinkInput::Kind::File:
    O["file"] = json::fixUTF8(I.Source);
    if (!I.Path.empty())
      O["object"] = json::fixUTF8(I.Path);
    break;
  case LinkInput::Kind::Archive: {
    O["archive"] = json::fixUTF8(I.Path);
    json::Array Members;
    for (const LinkInput &Member : I.Members)
      Members.push_back(encodeInput(Member));
    O["members"] = std::move(Members);
    if (I.IsWhole)
      O["whole"] = true;
    break;
  }
  case LinkInput::Kind::Unknown:
    O["unknown"] = json::fixUTF8(I.Path);
    break;
  }
  if (!I.Arguments.empty()) {
    O["directory"] = json::fixUTF8(I.Directory);
    O["arguments"] = json::Array(I.Arguments);
  }
  return O;
}

static StringRef nameOfKind(LinkedUnit::Kind What) {
  switch (What) {
  case LinkedUnit::Kind::Program:
    return "program";
  case LinkedUnit::Kind::Library:
    return "library";
  case LinkedUnit::Kind::Archive:
    return "archive";
  }
  llvm_unreachable("a kind without a name");
}

llvm::Error sooth::writeLinks(StringRef File,
                              llvm::ArrayRef<LinkedUnit> Units) {
  json::Array All;
  for (const LinkedUnit &U : Units) {
    json::Array Inputs;
    for (const LinkInput &I : U.Inputs)
      Inputs.push_back(encodeInput(I));
    json::Object O{{"kind", nameOfKind(U.What)},
                   {"output", json::fixUTF8(U.Output)},
                   {"inputs", std::move(Inputs)}};
    if (U.IsOpen)
      O["open"] = true;
    if (!U.VersionScript.empty())
      O["versionScript"] = json::fixUTF8(U.VersionScript);
    All.push_back(std::move(O));
  }
  return writeOutput(File.str(), [&](llvm::raw_ostream &OS) {
    OS << llvm::formatv("{0:2}", json::Value(std::move(All))) << '\n';
  });
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static std::string textIn(const json::Object &O, StringRef Name) {
  return O.getString(Name).value_or("").str();
}

static bool readInputs(const json::Array *All, std::vector<LinkInput> &Inputs);

static bool readInput(const json::Object &O, LinkInput &I) {
  if (O.get("file")) {
    I.What = LinkInput::Kind::File;
    I.Source = textIn(O, "file");
    I.Path = textIn(O, "object");
    I.Directory = textIn(O, "directory");
    if (const json::Array *Words = O.getArray("arguments"))
      for (const json::Value &Word : *Words)
        I.Arguments.push_back(Word.getAsString().value_or("").str());
    return !I.Source.empty();
  }
  if (O.get("archive")) {
    I.What = LinkInput::Kind::Archive;
    I.Path = textIn(O, "archive");
    I.IsWhole = O.getBoolean("whole").value_or(false);
    return readInputs(O.getArray("members"), I.Members);
  }
  I.Path = textIn(O, "unknown");
  return !I.Path.empty();
}

static bool readInputs(const json::Array *All, std::vector<LinkInput> &Inputs) {
  if (!All)
    return false;
  return llvm::all_of(*All, [&](const json::Value &V) {
    const json::Object *O = V.getAsObject();
    return O && readInput(*O, Inputs.emplace_back());
  });
}

static bool readUnit(const json::Object &O, LinkedUnit &U) {
  const std::string Name = textIn(O, "kind");
  bool IsKind = false;
  for (auto What : {LinkedUnit::Kind::Program, LinkedUnit::Kind::Library,
                    LinkedUnit::Kind::Archive})
    if (Name == nameOfKind(What)) {
      U.What = What;
      IsKind = true;
    }
  U.Output = textIn(O, "output");
  U.IsOpen = O.getBoolean("open").value_or(false);
  U.VersionScript = textIn(O, "versionScript");
  return IsKind && !U.Output.empty() &&
         readInputs(O.getArray("inputs"), U.Inputs);
}

llvm::Expected<std::vector<LinkedUnit>> sooth::readLinks(StringRef File) {
  std::vector<LinkedUnit> Units;
  auto Text = llvm::MemoryBuffer::getFile(File);
  if (!Text)
    return Units;
  auto V = json::parse((*Text)->getBuffer());
  if (!V)
    return llvm::createStringError(
        "'" + File + "' is not JSON: " + llvm::toString(V.takeError()));
  const json::Array *All = V->getAsArray();
  const bool IsWhole = All && llvm::all_of(*All, [&](const json::Value &Unit) {
                         const json::Object *O = Unit.getAsObject();
                         return O && readUnit(*O, Units.emplace_back());
                       });
  if (!IsWhole)
    return llvm::createStringError(
        "'" + File + "' has a unit without 'kind', 'output' or 'inputs'");
  return Units;
}
