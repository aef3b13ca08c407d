//===- ContractFile.cpp - Contracts of functions in a file ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Compile/ContractFile.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

using namespace sooth;
using llvm::StringRef;

static constexpr StringRef MarkBegin = "/* by sooth: ", MarkEnd = " */";
static constexpr StringRef Macro = "sooth_contract(";

static std::string hashOfLines(StringRef Lines) {
  static constexpr size_t Digits = 12;
  return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(Lines)),
                     /*LowerCase=*/true)
      .substr(0, Digits);
}

static std::string markFor(StringRef About, StringRef Lines) {
  return (MarkBegin + About + " " + hashOfLines(Lines) + MarkEnd + "\n").str();
}

/// Reads the mark of \p Part, if it begins with one.
static void readMark(ContractPart &Part) {
  auto [First, Rest] = StringRef(Part.Text).split('\n');
  if (!First.consume_front(MarkBegin) || !First.consume_back(MarkEnd))
    return;
  auto [About, Hash] = First.rsplit(' ');
  Part.About = About;
  Part.IsOwn = Hash == hashOfLines(Rest);
}

/// Functions that \p Text has contracts of.
static std::vector<std::string> contractedIn(StringRef Text) {
  std::vector<std::string> Names;
  for (size_t At = Text.find(Macro); At != StringRef::npos;
       At = Text.find(Macro, At + 1))
    Names.push_back(
        Text.substr(At + Macro.size()).split(')').first.trim().str());
  return Names;
}

static ContractPart partOf(StringRef Text) {
  ContractPart Part{Text.str()};
  readMark(Part);
  Part.Functions = contractedIn(Text);
  return Part;
}

std::vector<ContractPart> sooth::contractParts(StringRef Text) {
  std::vector<ContractPart> Parts;
  std::string Lines;
  auto Finish = [&] {
    if (!Lines.empty())
      Parts.push_back(partOf(Lines));
    Lines.clear();
  };
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    if (Line.trim().empty())
      Finish();
    else
      Lines += (Line + "\n").str();
  }
  Finish();
  return Parts;
}

ContractPart sooth::markedPart(StringRef About, StringRef Lines) {
  return partOf(markFor(About, Lines) + Lines.str());
}

/// The line directive's string.
static std::string quotedPath(StringRef Path) {
  std::string Text;
  for (char C : Path) {
    if (C == '"' || C == '\\')
      Text += '\\';
    Text += C;
  }
  return Text;
}

std::string sooth::contractsInC(StringRef Text, StringRef Path) {
  std::string Result = "#line 1 \"" + quotedPath(Path) + "\"\n";
  const std::vector<ContractPart> Parts = contractParts(Text);
  auto Part = Parts.begin();
  bool IsInside = false;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    const bool IsEmpty = Line.trim().empty();
    if (IsEmpty && IsInside)
      ++Part;
    IsInside = !IsEmpty;
    if (IsInside && Part->IsOwn && Line.starts_with(Macro))
      Line.consume_front("sooth_"), Result += "sooth_found_";
    Result += (Line + "\n").str();
  }
  return Result;
}
