//===- SourceText.cpp - A text as editors speak of it ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/LanguageServer/SourceText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace sooth;
using llvm::StringRef;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

json::Value sooth::toJson(Position P) {
  return json::Object{{"line", P.Line}, {"character", P.Character}};
}

json::Value sooth::toJson(const TextRange &R) {
  return json::Object{{"start", toJson(R.Start)}, {"end", toJson(R.End)}};
}

std::optional<Position> sooth::positionFrom(const json::Value *V) {
  const json::Object *O = V ? V->getAsObject() : nullptr;
  auto Line = O ? O->getInteger("line") : std::nullopt;
  auto Character = O ? O->getInteger("character") : std::nullopt;
  if (!Line || !Character || *Line < 0 || *Character < 0)
    return std::nullopt;
  return Position{unsigned(*Line), unsigned(*Character)};
}

std::optional<TextRange> sooth::rangeFrom(const json::Value *V) {
  const json::Object *O = V ? V->getAsObject() : nullptr;
  auto Start = O ? positionFrom(O->get("start")) : std::nullopt;
  auto End = O ? positionFrom(O->get("end")) : std::nullopt;
  if (!Start || !End)
    return std::nullopt;
  return TextRange{*Start, *End};
}

std::optional<std::vector<TextChange>>
sooth::changesFrom(const json::Array &A) {
  std::vector<TextChange> Changes;
  for (const json::Value &V : A) {
    const json::Object *O = V.getAsObject();
    auto Text = O ? O->getString("text") : std::nullopt;
    if (!Text)
      return std::nullopt;
    TextChange C{std::nullopt, Text->str()};
    if (const json::Value *Range = O->get("range")) {
      C.Where = rangeFrom(Range);
      if (!C.Where)
        return std::nullopt;
    }
    Changes.push_back(std::move(C));
  }
  return Changes;
}

//===----------------------------------------------------------------------===//
// Columns
//===----------------------------------------------------------------------===//

/// The number of bytes of the character that \p Text begins with. What is no
/// UTF-8 is one byte.
static size_t bytesOfCharacter(StringRef Text) {
  const auto Lead = static_cast<unsigned char>(Text.front());
  const size_t Size = Lead >= 0xf0   ? 4
                      : Lead >= 0xe0 ? 3
                      : Lead >= 0xc0 ? 2
                                     : 1;
  return std::min(Size, Text.size());
}

static unsigned unitsOf(size_t Bytes, ColumnUnit Unit) {
  switch (Unit) {
  case ColumnUnit::Utf8:
    return unsigned(Bytes);
  case ColumnUnit::Utf16:
    return Bytes == 4 ? 2 : 1;
  case ColumnUnit::Utf32:
    return 1;
  }
  llvm_unreachable("unknown unit");
}

/// How many units the first \p Bytes bytes of \p Text are.
static unsigned columns(StringRef Text, size_t Bytes, ColumnUnit Unit) {
  if (Unit == ColumnUnit::Utf8)
    return unsigned(std::min(Bytes, Text.size()));
  unsigned Count = 0;
  for (size_t At = 0; At < std::min(Bytes, Text.size());) {
    const size_t Size = bytesOfCharacter(Text.substr(At));
    Count += unitsOf(Size, Unit);
    At += Size;
  }
  return Count;
}

/// Where the column \p Column of \p Text is, at most its end.
static size_t bytes(StringRef Text, unsigned Column, ColumnUnit Unit) {
  size_t At = 0;
  for (unsigned Count = 0; At < Text.size() && Count < Column;) {
    const size_t Size =
        Unit == ColumnUnit::Utf8 ? 1 : bytesOfCharacter(Text.substr(At));
    Count += unitsOf(Size, Unit);
    At += Size;
  }
  return At;
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

SourceText::SourceText(std::string T) : Text(std::move(T)) { findLines(); }

void SourceText::findLines() {
  Lines = {0};
  for (size_t At = Text.find('\n'); At != std::string::npos;
       At = Text.find('\n', At + 1))
    Lines.push_back(At + 1);
}

/// Without its end.
StringRef SourceText::line(size_t Index) const {
  const size_t End = Index + 1 < Lines.size() ? Lines[Index + 1] : Text.size();
  return StringRef(Text).slice(Lines[Index], End).rtrim("\r\n");
}

size_t SourceText::offsetOf(Position P, ColumnUnit Unit) const {
  if (P.Line >= Lines.size())
    return Text.size();
  return Lines[P.Line] + bytes(line(P.Line), P.Character, Unit);
}

Position SourceText::positionOf(unsigned Line, unsigned Column,
                                ColumnUnit Unit) const {
  if (Line == 0 || Line > Lines.size())
    return {unsigned(Line == 0 ? 0 : Lines.size() - 1), 0};
  StringRef All = line(Line - 1);
  const size_t Before =
      Column ? Column - 1 : std::min(All.find_first_not_of(" \t"), All.size());
  return {Line - 1, columns(All, Before, Unit)};
}

TextRange SourceText::wordAt(unsigned Line, unsigned Column,
                             ColumnUnit Unit) const {
  const Position Start = positionOf(Line, Column, Unit);
  StringRef Rest = StringRef(Text).drop_front(offsetOf(Start, Unit));
  auto IsWord = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  size_t Size = Rest.take_while(IsWord).size();
  if (Size == 0 && !Rest.empty() && Rest.front() != '\n' &&
      Rest.front() != '\r')
    Size = bytesOfCharacter(Rest);
  return {Start, {Start.Line, Start.Character + columns(Rest, Size, Unit)}};
}

void SourceText::apply(const TextChange &C, ColumnUnit Unit) {
  if (!C.Where) {
    Text = C.Text;
  } else {
    const size_t Start = offsetOf(C.Where->Start, Unit);
    const size_t End = std::max(Start, offsetOf(C.Where->End, Unit));
    Text.replace(Start, End - Start, C.Text);
  }
  findLines();
}

Position sooth::moved(Position P, const TextChange &C, ColumnUnit Unit) {
  if (!C.Where || P <= C.Where->Start)
    return P;
  const auto &[Start, End] = *C.Where;
  if (P < End)
    return Start;
  StringRef New = C.Text;
  const unsigned NewLines = unsigned(New.count('\n'));
  StringRef Last = New.substr(New.rfind('\n') + 1); // npos + 1 is 0
  Position Result{P.Line - End.Line + Start.Line + NewLines, P.Character};
  if (P.Line == End.Line)
    Result.Character = P.Character - End.Character +
                       columns(Last, Last.size(), Unit) +
                       (NewLines ? 0 : Start.Character);
  return Result;
}
