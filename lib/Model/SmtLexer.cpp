//===- SmtLexer.cpp - Tokens of SMT-LIB -----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmtLexer.h"

#include "llvm/ADT/StringExtras.h"

using namespace sooth;
using llvm::StringRef;
using TokenKind = SmtToken::Kind;

SmtLexer::SmtLexer(StringRef Text)
    : Cur(Text.begin()), End(Text.end()), LineStart(Text.begin()) {
  Next = scan();
}

SmtToken SmtLexer::take() {
  SmtToken T = Next;
  if (T.is(TokenKind::LParen))
    Open.push_back(T);
  else if (T.is(TokenKind::RParen) && !Open.empty())
    Open.pop_back();
  if (!T.is(TokenKind::End) && !T.is(TokenKind::Malformed))
    Next = scan();
  return T;
}

void SmtLexer::newLine(const char *AfterBreak) {
  ++Line;
  LineStart = AfterBreak;
}

void SmtLexer::skipSpace() {
  for (; Cur != End; ++Cur) {
    if (*Cur == '\n')
      newLine(Cur + 1);
    else if (*Cur == ';')
      while (Cur + 1 != End && Cur[1] != '\n')
        ++Cur;
    else if (*Cur != ' ' && *Cur != '\t' && *Cur != '\r')
      return;
  }
}

static bool isSymbolChar(char C) {
  return llvm::isAlnum(C) || StringRef("~!@$%^&*_-+=<>.?/").contains(C);
}

SmtToken SmtLexer::scan() {
  skipSpace();
  SmtToken T;
  T.Line = Line;
  T.Column = Cur - LineStart + 1;
  if (Cur == End)
    return T;
  switch (*Cur) {
  case '(':
  case ')':
    T.What = *Cur == '(' ? TokenKind::LParen : TokenKind::RParen;
    T.Text = StringRef(Cur++, 1);
    return T;
  case '|':
    return scanQuotedSymbol(T);
  case '"':
    return scanString(T);
  case '#':
    return scanHash(T);
  default:
    break;
  }
  if (llvm::isDigit(*Cur))
    return scanNumber(T);
  bool Keyword = *Cur == ':';
  const char *Begin = Keyword ? ++Cur : Cur;
  while (Cur != End && isSymbolChar(*Cur))
    ++Cur;
  T.Text = StringRef(Begin, Cur - Begin);
  T.What = Keyword ? TokenKind::Keyword : TokenKind::Symbol;
  if (T.Text.empty()) {
    T.What = TokenKind::Malformed;
    T.Text = "unexpected character";
  }
  return T;
}

SmtToken SmtLexer::scanNumber(SmtToken T) {
  const char *Begin = Cur;
  T.What = TokenKind::Numeral;
  while (Cur != End && llvm::isDigit(*Cur))
    ++Cur;
  if (Cur + 1 < End && *Cur == '.' && llvm::isDigit(Cur[1])) {
    T.What = TokenKind::Decimal;
    for (++Cur; Cur != End && llvm::isDigit(*Cur);)
      ++Cur;
  }
  T.Text = StringRef(Begin, Cur - Begin);
  if (Cur != End && isSymbolChar(*Cur)) {
    T.What = TokenKind::Malformed;
    T.Text = "malformed number";
  }
  return T;
}

SmtToken SmtLexer::scanHash(SmtToken T) {
  bool Hex = Cur + 1 != End && Cur[1] == 'x';
  bool Binary = Cur + 1 != End && Cur[1] == 'b';
  const char *Begin = Cur + 2;
  auto IsDigit = [&](char C) {
    return Hex ? llvm::isHexDigit(C) : C == '0' || C == '1';
  };
  if (Hex || Binary)
    for (Cur += 2; Cur != End && IsDigit(*Cur);)
      ++Cur;
  if ((!Hex && !Binary) || Cur == Begin || (Cur != End && isSymbolChar(*Cur))) {
    T.What = TokenKind::Malformed;
    T.Text = "malformed bit-vector constant";
    return T;
  }
  T.What = Hex ? TokenKind::Hex : TokenKind::Binary;
  T.Text = StringRef(Begin, Cur - Begin);
  return T;
}

SmtToken SmtLexer::scanString(SmtToken T) {
  const char *Begin = ++Cur;
  for (; Cur != End; ++Cur) {
    if (*Cur == '\n')
      newLine(Cur + 1);
    if (*Cur != '"')
      continue;
    if (Cur + 1 != End && Cur[1] == '"') { // A quote is written twice.
      ++Cur;
      continue;
    }
    T.What = TokenKind::String;
    T.Text = StringRef(Begin, Cur++ - Begin);
    return T;
  }
  T.What = TokenKind::Malformed;
  T.Text = "string without an end";
  return T;
}

static bool isQuotable(char C) {
  return C != '\\' &&
         (!llvm::isASCII(C) || llvm::isPrint(C) || llvm::isSpace(C));
}

SmtToken SmtLexer::scanQuotedSymbol(SmtToken T) {
  const char *Begin = ++Cur;
  for (; Cur != End && isQuotable(*Cur); ++Cur) {
    if (*Cur == '\n')
      newLine(Cur + 1);
    if (*Cur != '|')
      continue;
    T.What = TokenKind::Symbol;
    T.Quoted = SmtToken::Quotes::Yes;
    T.Text = StringRef(Begin, Cur++ - Begin);
    return T;
  }
  T.What = TokenKind::Malformed;
  T.Text = Cur == End ? "quoted symbol without an end"
                      : "character that a quoted symbol cannot have";
  return T;
}
