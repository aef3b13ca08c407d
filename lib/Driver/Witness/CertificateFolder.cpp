//===- CertificateFolder.cpp - The files of a certificate -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Witness/CertificateFolder.h"

#include "Report/ReasonJson.h"

#include "sooth/Driver/Witness/WitnessFile.h"
#include "sooth/Support/Version.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace sooth;
namespace json = llvm::json;

/// Of the files and of what they say; sooth-check has the same.
static constexpr int FormatVersion = 1;

std::string CertificateFolder::pathOf(llvm::StringRef Name) const {
  llvm::SmallString<64> Full(Path);
  llvm::sys::path::append(Full, Name);
  return Full.str().str();
}

json::Object CertificateFolder::add(llvm::StringRef Name, std::string Text) {
  json::Object O{{"file", Name.str()}, {"sha256", hashOfText(Text)}};
  Files.push_back({pathOf(Name), std::move(Text)});
  return O;
}

std::vector<Report::Output>
CertificateFolder::finish(json::Object Manifest,
                          llvm::ArrayRef<std::string> Inputs) {
  json::Array All;
  for (const std::string &Input : Inputs)
    All.push_back(
        json::Object{{"path", jsonText(Input)}, {"sha256", hashOfFile(Input)}});
  Manifest["format"] = FormatVersion;
  Manifest["sooth"] = versionText();
  Manifest["inputs"] = std::move(All);
  Files.push_back(
      {pathOf("manifest.json"),
       llvm::formatv("{0:2}\n", json::Value(std::move(Manifest))).str()});
  return std::move(Files);
}
