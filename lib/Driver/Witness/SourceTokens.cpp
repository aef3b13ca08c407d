//===- SourceTokens.cpp - C sources as tokens -----------------------------===//
//-------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceTokens.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace sooth;
using llvm::StringRef;

/// Replaces "# 12 \"file.h\" 3" by blanks: lines are those of this file.
static void blankLineMarkers(std::string &Text) {
  bool IsBegin = true;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (IsBegin && Text[I] == '#' && I + 2 < Text.size() &&
        Text[I + 1] == ' ' && llvm::isDigit(Text[I + 2]))
      while (I < Text.size() && Text[I] != '\n')
        Text[I++] = ' ';
    IsBegin = I < Text.size() && Text[I] == '\n';
  }
}

std::optional<SourceTokens> SourceTokens::read(StringRef Path) {
  auto File = llvm::MemoryBuffer::getFile(Path);
  if (!File)
    return std::nullopt;
  return of((*File)->getBuffer().str());
}

SourceTokens SourceTokens::of(std::string Text) {
  blankLineMarkers(Text);
  return SourceTokens(std::move(Text));
}

SourceTokens::SourceTokens(std::string T)
    : Text(std::make_unique<std::string>(std::move(T))) {
  readTokens();
  pairBrackets();
}

/// Behind the comment, string or directive at \p I; \p I if there is none.
static size_t skip(StringRef Text, size_t I, bool IsFirstOnLine) {
  auto Behind = [&](size_t End, size_t Length) {
    return End == StringRef::npos ? Text.size() : End + Length;
  };
  StringRef Rest = Text.substr(I);
  if (Rest.starts_with("/*"))
    return Behind(Text.find("*/", I + 2), 2);
  if (Rest.starts_with("//") || (IsFirstOnLine && Rest.starts_with("#"))) {
    size_t End = Text.find('\n', I);
    while (End != StringRef::npos && Text[End - 1] == '\\')
      End = Text.find('\n', End + 1);
    return Behind(End, 0);
  }
  return I;
}

static size_t endOfQuoted(StringRef Text, size_t I) {
  const char Quote = Text[I++];
  while (I < Text.size() && Text[I] != Quote && Text[I] != '\n')
    I += Text[I] == '\\' ? 2 : 1;
  return std::min(I + 1, Text.size());
}

void SourceTokens::readTokens() {
  StringRef All = *Text;
  unsigned Line = 1;
  size_t LineBegin = 0;
  bool IsFirst = true;
  auto Pass = [&](size_t From, size_t To) {
    for (size_t I = From; I < To; ++I)
      if (All[I] == '\n') {
        ++Line;
        LineBegin = I + 1;
        IsFirst = true;
      }
  };
  auto IsWord = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  for (size_t I = 0; I < All.size();) {
    size_t End = llvm::isSpace(All[I]) ? I + 1 : skip(All, I, IsFirst);
    if (End > I) {
      if (All[I] == '/')
        Comments.push_back(
            {I, Line, unsigned(I - LineBegin + 1), All.slice(I, End)});
      Pass(I, End);
      I = End;
      continue;
    }
    Token T{I, Line, unsigned(I - LineBegin + 1), {}};
    End = I + 1;
    if (All[I] == '"' || All[I] == '\'') {
      T.What = Token::Kind::Quoted;
      End = endOfQuoted(All, I);
    } else if (IsWord(All[I])) {
      T.What = llvm::isDigit(All[I]) ? Token::Kind::Number : Token::Kind::Word;
      while (End < All.size() && IsWord(All[End]))
        ++End;
    } else if (All.substr(I).starts_with("->") ||
               (End < All.size() && All[End] == '=')) {
      ++End; // "==", "<=", "+=" are no "="
    }
    T.Text = All.substr(I, End - I);
    Tokens.push_back(T);
    IsFirst = false;
    I = End;
  }
}

void SourceTokens::pairBrackets() {
  Partners.assign(Tokens.size(), None);
  std::vector<size_t> Open;
  for (size_t I = 0; I < Tokens.size(); ++I) {
    StringRef T = Tokens[I].Text;
    if (T == "(" || T == "[" || T == "{")
      Open.push_back(I);
    if (Open.empty() || (T != ")" && T != "]" && T != "}"))
      continue;
    StringRef Before = Tokens[Open.back()].Text;
    if ((T == ")" && Before == "(") || (T == "]" && Before == "[") ||
        (T == "}" && Before == "{")) {
      Partners[I] = Open.back();
      Partners[Open.back()] = I;
      Open.pop_back();
    }
  }
}

size_t SourceTokens::find(unsigned Line, unsigned Column) const {
  auto It = llvm::find_if(Tokens, [&](const Token &T) {
    return T.Line == Line && (Column == 0 || T.Column == Column);
  });
  return It == Tokens.end() ? None : It - Tokens.begin();
}

bool SourceTokens::closesHead(size_t I) const {
  if (!is(I, ")") || Partners[I] == None || Partners[I] == 0)
    return false;
  StringRef Before = Tokens[Partners[I] - 1].Text;
  return Before == "if" || Before == "while" || Before == "for" ||
         Before == "switch";
}

bool SourceTokens::beginsInBlock(size_t I) const {
  if (I == 0 || I >= Tokens.size() || is(I, "}") || is(I, "else") ||
      is(I, "case") || is(I, "default") || is(I, ")"))
    return false;
  if (is(I - 1, "{"))
    return I < 2 || !is(I - 2, "=");
  if (is(I - 1, "}"))
    return true;
  if (!is(I - 1, ";"))
    return false;
  // Not of the head of a `for`: the bracket around it is a brace.
  for (size_t K = I - 1; K-- > 0;) {
    if (Partners[K] != None && Partners[K] > I)
      return is(K, "{");
    if (Partners[K] != None && Partners[K] < K)
      K = Partners[K];
  }
  return false;
}

size_t SourceTokens::beginOf(size_t I) const {
  auto Ends = [&](size_t K) {
    StringRef T = Tokens[K].Text;
    return T == ";" || T == "{" || T == "}" || T == "else" || T == "do" ||
           T == "return" || closesHead(K);
  };
  while (I > 0 && !Ends(I - 1))
    --I;
  return I;
}

std::optional<SourceTokens::Loop> SourceTokens::loopOf(size_t Keyword) const {
  Loop L{Keyword, Keyword + 1, None};
  if (is(Keyword, "do")) {
    size_t K = Keyword + 1;
    if (!is(K, "{") || Partners[K] == None)
      return std::nullopt;
    K = Partners[K] + 1;
    if (!is(K, "while"))
      return std::nullopt;
    L.Open = K + 1;
  } else if (!is(Keyword, "for") && !is(Keyword, "while")) {
    return std::nullopt;
  }
  if (!is(L.Open, "(") || Partners[L.Open] == None)
    return std::nullopt;
  L.Close = Partners[L.Open];
  if (!is(Keyword, "for"))
    return L;
  for (size_t K = L.Open + 1; K < L.Close; ++K) {
    if (Partners[K] != None && Partners[K] > K)
      K = Partners[K];
    else if (is(K, ";"))
      (L.First == None ? L.First : L.Second) = K;
  }
  return L.Second == None ? std::nullopt : std::optional(L);
}

/// Whether a statement ends there, that of a `do` loop before its condition.
static bool isOfDo(const SourceTokens &S, size_t While) {
  if (While == 0 || !S.is(While - 1, "}"))
    return false;
  const size_t Open = S.partner(While - 1);
  return Open != SourceTokens::None && Open > 0 && S.is(Open - 1, "do");
}

std::optional<SourceTokens::Loop>
SourceTokens::loopAt(const SourceLocation &Where) const {
  std::optional<Loop> Found;
  for (size_t I = 0; I < Tokens.size(); ++I) {
    if ((!is(I, "while") && !is(I, "for")) || isOfDo(*this, I))
      continue;
    std::optional<Loop> L = loopOf(I);
    if (!L)
      continue;
    const Token &Key = Tokens[I];
    const Token &From = Tokens[L->First == None ? L->Open : L->First];
    const Token &To = Tokens[L->Second == None ? L->Close : L->Second];
    auto Place = std::make_pair(Where.Line, Where.Column);
    if (Place == std::make_pair(Key.Line, Key.Column) ||
        (Place > std::make_pair(From.Line, From.Column) &&
         Place < std::make_pair(To.Line, To.Column)))
      Found = L;
  }
  return Found;
}

bool SourceTokens::mayDeclare(StringRef Name, const Loop &L) const {
  // Back from the loop, over blocks that have ended.
  for (size_t I = L.First == None ? L.Keyword : L.First; I-- > 0;) {
    if (is(I, "}") && Partners[I] != None) {
      I = Partners[I];
      continue;
    }
    if (I == 0 || Tokens[I].Text != Name)
      continue;
    const Token &Before = Tokens[I - 1];
    if (Before.What == Token::Kind::Word
            ? Before.Text != "return" && Before.Text != "else"
            : Before.Text == "*" || Before.Text == ",")
      return true;
  }
  return false;
}

/// One after the statement that begins there, for those that end with a
/// semicolon, or a block, behind heads of others.
static size_t endOfStatement(const SourceTokens &S, size_t I) {
  for (; I < S.tokens().size(); ++I) {
    if (S.is(I, ";"))
      return I + 1;
    const size_t Partner = S.partner(I);
    if (Partner == SourceTokens::None || Partner < I)
      continue;
    if (S.is(I, "{"))
      return Partner + 1;
    I = Partner;
  }
  return I;
}

bool SourceTokens::mentions(StringRef Word, const Loop &L) const {
  const size_t End =
      is(L.Keyword, "do") ? L.Close : endOfStatement(*this, L.Close + 1);
  return llvm::any_of(llvm::ArrayRef(Tokens).slice(L.Keyword, End - L.Keyword),
                      [&](const Token &T) { return T.Text == Word; });
}
