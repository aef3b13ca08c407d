//===- Lexer.cpp - Tokens of Structured Text
//----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace sooth;
using namespace sooth::st;
using llvm::StringRef;
using TokenKind = Token::Kind;

namespace {
class Lexer {
public:
  explicit Lexer(llvm::MemoryBufferRef Buffer)
      : File(Buffer.getBufferIdentifier()), Text(Buffer.getBuffer()),
        Limit(Text.size()) {}
  llvm::Expected<Tokens> run();

private:
  char at(size_t I) const { return I < Limit ? Text[I] : '\0'; }
  bool startsWith(StringRef S) const {
    return Text.slice(Pos, Limit).starts_with(S);
  }
  void advance(size_t To);
  void fail(size_t Offset, std::string Message);
  SourceLocation placeOf(size_t Offset);
  void add(TokenKind What, size_t Length);
  bool skipComment();
  void skipTo(size_t From, StringRef End);
  void skipNested();
  bool beginAnnotation(size_t From, size_t End, size_t After);
  void endAnnotation(StringRef Name);
  void lexWord();
  void lexNumber();
  void lexToken();

  StringRef File, Text;
  size_t Limit; ///< where the text ends, or an annotation
  size_t Pos = 0;
  unsigned Line = 1;
  size_t LineStart = 0;
  bool IsAnnotation = false;
  size_t AfterAnnotation = 0;
  Tokens Result;
  std::optional<Diagnostic> Error;
};
} // namespace

static bool isWordStart(char C) { return llvm::isAlpha(C) || C == '_'; }
static bool isWordPart(char C) { return llvm::isAlnum(C) || C == '_'; }

void Lexer::advance(size_t To) {
  for (; Pos < To; ++Pos)
    if (Text[Pos] == '\n') {
      ++Line;
      LineStart = Pos + 1;
    }
}

/// Requires an offset that is not before the current line.
SourceLocation Lexer::placeOf(size_t Offset) {
  return {File.str(), Line, unsigned(Offset - LineStart + 1)};
}

void Lexer::fail(size_t Offset, std::string Message) {
  if (!Error)
    Error.emplace(placeOf(Offset), std::move(Message));
  IsAnnotation = false;
  Pos = Limit = Text.size();
}

void Lexer::add(TokenKind What, size_t Length) {
  Token T;
  T.What = What;
  T.Text = Text.substr(Pos, Length);
  T.Offset = Pos;
  T.Line = Line;
  T.Column = unsigned(Pos - LineStart + 1);
  Result.All.push_back(T);
  advance(Pos + Length);
}

//===----------------------------------------------------------------------===//
// Comments
//===----------------------------------------------------------------------===//

/// Whether what is between \p From and \p End is an assertion or assumption.
bool Lexer::beginAnnotation(size_t From, size_t End, size_t After) {
  while (at(From) == ' ')
    ++From;
  if (IsAnnotation || at(From) != '#')
    return false;
  size_t Stop = From + 1;
  while (Stop < End && isWordPart(Text[Stop]))
    ++Stop;
  const StringRef Word = Text.slice(From + 1, Stop);
  const bool IsAssert = Word.equals_insensitive("ASSERT");
  if (!IsAssert && !Word.equals_insensitive("ASSUME")) {
    const bool LooksLikeOne = Word.size() > 3 && llvm::all_of(Word, [](char C) {
                                return C >= 'A' && C <= 'Z';
                              });
    if (LooksLikeOne)
      Result.Warnings.push_back(placeOf(Pos).str() + ": '#" + Word.str() +
                                "' is no annotation and is ignored");
    return false;
  }
  add(IsAssert ? TokenKind::Assert : TokenKind::Assume, Stop - Pos);
  IsAnnotation = true;
  Limit = End;
  AfterAnnotation = After;
  return true;
}

void Lexer::endAnnotation(StringRef Name) {
  add(TokenKind::AnnotationEnd, 0);
  Result.All.back().Text = Name.trim();
  IsAnnotation = false;
  Limit = Text.size();
  advance(AfterAnnotation);
}

void Lexer::skipTo(size_t From, StringRef End) {
  const size_t Found = Text.slice(0, Limit).find(End, From);
  if (Found == StringRef::npos)
    return fail(Pos, "this comment does not end");
  advance(Found + End.size());
}

void Lexer::skipNested() {
  unsigned Depth = 0;
  for (size_t I = Pos; I + 1 < Limit; ++I) {
    const StringRef Two = Text.substr(I, 2);
    if (Two == "(*")
      ++Depth, ++I;
    else if (Two == "*)" && (++I, --Depth == 0))
      return advance(I + 1);
  }
  fail(Pos, "this comment does not end");
}

bool Lexer::skipComment() {
  if (startsWith("//")) {
    const size_t End = std::min(Text.find('\n', Pos), Limit);
    if (!beginAnnotation(Pos + 2, End, End))
      advance(End);
    return true;
  }
  if (startsWith("(*")) {
    const size_t End = Text.find("*)", Pos + 2);
    if (End == StringRef::npos || !beginAnnotation(Pos + 2, End, End + 2))
      skipNested();
    return true;
  }
  if (startsWith("/*"))
    return skipTo(Pos + 2, "*/"), true;
  if (at(Pos) == '{')
    return skipTo(Pos + 1, "}"), true;
  return false;
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

void Lexer::lexWord() {
  size_t End = Pos;
  while (isWordPart(at(End)))
    ++End;
  const StringRef Word = Text.slice(Pos, End);
  if (at(End) != '#')
    return add(TokenKind::Word, End - Pos);
  const bool IsDuration =
      Word.equals_insensitive("T") || Word.equals_insensitive("TIME");
  if (!IsDuration) {
    add(TokenKind::Prefix, End - Pos);
    return advance(Pos + 1);
  }
  advance(End + 1);
  End = Pos + (at(Pos) == '-' || at(Pos) == '+');
  while (isWordPart(at(End)) || (at(End) == '.' && llvm::isDigit(at(End + 1))))
    ++End;
  add(TokenKind::Duration, End - Pos);
}

void Lexer::lexNumber() {
  size_t End = Pos;
  auto SkipDigits = [&] {
    while (llvm::isDigit(at(End)) || at(End) == '_')
      ++End;
  };
  SkipDigits();
  if (at(End) == '#') {
    ++End;
    while (llvm::isAlnum(at(End)) || at(End) == '_')
      ++End;
    return add(TokenKind::Integer, End - Pos);
  }
  if (at(End) != '.' || !llvm::isDigit(at(End + 1)))
    return add(TokenKind::Integer, End - Pos);
  ++End;
  SkipDigits();
  if (at(End) == 'e' || at(End) == 'E') {
    size_t Sign = End + 1 + (at(End + 1) == '+' || at(End + 1) == '-');
    if (llvm::isDigit(at(Sign))) {
      End = Sign;
      SkipDigits();
    }
  }
  add(TokenKind::Real, End - Pos);
}

void Lexer::lexToken() {
  const char C = at(Pos);
  if (IsAnnotation && C == ':' && at(Pos + 1) != '=')
    return endAnnotation(Text.slice(Pos + 1, Limit));
  if (isWordStart(C))
    return lexWord();
  if (llvm::isDigit(C))
    return lexNumber();
  if (C == '%') {
    size_t End = Pos + 1;
    while (isWordPart(at(End)) || at(End) == '*' ||
           (at(End) == '.' && llvm::isDigit(at(End + 1))))
      ++End;
    return add(TokenKind::Address, End - Pos);
  }
  // A name in quotes, as some controllers' have them.
  if (C == '"') {
    const size_t End = Text.slice(0, Limit).find('"', Pos + 1);
    if (End == StringRef::npos || Text.slice(Pos, End).contains('\n'))
      return fail(Pos, "this name does not end");
    add(TokenKind::Word, End + 1 - Pos);
    Result.All.back().Text = Result.All.back().Text.drop_front().drop_back();
    return;
  }
  if (C == '\'')
    return fail(Pos, "strings are not supported");
  for (StringRef Symbol : {":=", "=>", "<=", ">=", "<>", "..", "**"})
    if (startsWith(Symbol))
      return add(TokenKind::Symbol, 2);
  if (StringRef("()[],;:.+-*/<>=&#^").contains(C))
    return add(TokenKind::Symbol, 1);
  fail(Pos, llvm::isPrint(C) ? "'" + std::string(1, C) + "' has no meaning here"
                             : "a character that has no meaning here");
}

llvm::Expected<Tokens> Lexer::run() {
  if (Text.starts_with("\xEF\xBB\xBF"))
    LineStart = Pos = 3;
  for (;;) {
    if (Pos >= Limit) {
      if (!IsAnnotation)
        break;
      endAnnotation("");
    } else if (llvm::isSpace(at(Pos))) {
      advance(Pos + 1);
    } else if (!skipComment()) {
      lexToken();
    }
  }
  if (Error)
    return llvm::make_error<Diagnostic>(std::move(*Error));
  add(TokenKind::End, 0);
  return std::move(Result);
}

llvm::Expected<Tokens> st::tokenize(llvm::MemoryBufferRef Text) {
  return Lexer(Text).run();
}
