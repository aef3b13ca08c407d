//===- Parser.cpp - Statements of Structured Text
//-----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace sooth;
using namespace sooth::st;
using llvm::StringRef;
using TokenKind = Token::Kind;
using StatementKind = Statement::Kind;

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

bool st::isKeyword(StringRef Word) {
  static constexpr StringRef Keywords[] = {
      "AND",          "ARRAY",   "AT",       "BEGIN",
      "BY",           "CASE",    "CONSTANT", "CONTINUE",
      "DO",           "ELSE",    "ELSIF",    "EXIT",
      "FALSE",        "FOR",     "FUNCTION", "FUNCTION_BLOCK",
      "IF",           "MOD",     "NOT",      "OF",
      "OR",           "PROGRAM", "REPEAT",   "RETAIN",
      "RETURN",       "STRUCT",  "THEN",     "TO",
      "TRUE",         "TYPE",    "UNTIL",    "VAR",
      "WHILE",        "XOR",     "AND_THEN", "OR_ELSE",
      "CONFIGURATION"};
  return Word.starts_with_insensitive("END_") ||
         Word.starts_with_insensitive("VAR_") ||
         llvm::any_of(Keywords,
                      [&](StringRef K) { return Word.equals_insensitive(K); });
}

Parser::Parser(llvm::MemoryBufferRef B, Tokens T)
    : Buffer(B.getBufferIdentifier()), Text(B.getBuffer()),
      All(std::move(T.All)) {
  Result.Warnings = std::move(T.Warnings);
}

SourceLocation Parser::place() const {
  return {Buffer, now().Line, now().Column};
}

void Parser::failAt(SourceLocation Where, std::string Message) {
  if (!Error)
    Error.emplace(std::move(Where), std::move(Message));
  Next = All.size() - 1;
}

void Parser::fail(std::string Message) { failAt(place(), std::move(Message)); }

static std::string describe(const Token &T) {
  switch (T.What) {
  case TokenKind::End:
    return "the end of the file";
  case TokenKind::Assert:
  case TokenKind::Assume:
    return "an annotation";
  case TokenKind::AnnotationEnd:
    return "the end of the annotation";
  default:
    return "'" + T.Text.str() + "'";
  }
}

void Parser::failExpected(StringRef What) {
  fail(What.str() + " is expected, not " + describe(now()));
}

bool Parser::take(StringRef Symbol) {
  if (!now().is(Symbol))
    return false;
  skip();
  return true;
}

bool Parser::takeWord(StringRef Word) {
  if (!now().isWord(Word))
    return false;
  skip();
  return true;
}

void Parser::expect(StringRef Symbol) {
  if (!take(Symbol))
    failExpected(("'" + Symbol + "'").str());
}

void Parser::expectWord(StringRef Word) {
  if (!takeWord(Word))
    failExpected(Word);
}

std::string Parser::name(StringRef What) {
  if (now().What != TokenKind::Word || isKeyword(now().Text)) {
    failExpected(What);
    return "";
  }
  std::string Name = now().Text.str();
  skip();
  return Name;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

bool Parser::endsBlock() const {
  const Token &T = now();
  return isAtEnd() || T.isWord("ELSE") || T.isWord("ELSIF") ||
         T.isWord("UNTIL") ||
         (T.What == TokenKind::Word && T.Text.starts_with_insensitive("END_"));
}

bool Parser::isCaseLabel() const {
  const Token &T = now();
  if (T.What == TokenKind::Integer || T.What == TokenKind::Prefix || T.is("-"))
    return true;
  if (T.What != TokenKind::Word)
    return false;
  const size_t After = then().is(".") ? 3 : 1;
  return then(After).is(":") || then(After).is(",") || then(After).is("..");
}

Block Parser::parseBlock(bool IsInCase) {
  Nesting Here(*this);
  Block B;
  while (!endsBlock() && !(IsInCase && isCaseLabel()))
    if (!take(";"))
      B.push_back(parseStatement());
  return B;
}

std::unique_ptr<Statement> Parser::parseStatement() {
  auto S = std::make_unique<Statement>();
  S->Where = place();
  if (now().What == TokenKind::Assert || now().What == TokenKind::Assume) {
    parseAnnotation(*S);
  } else if (takeWord("IF")) {
    parseIf(*S);
  } else if (takeWord("CASE")) {
    parseCase(*S);
  } else if (takeWord("FOR")) {
    parseFor(*S);
  } else if (takeWord("WHILE")) {
    S->What = StatementKind::While;
    S->Value = parseExpression();
    expectWord("DO");
    S->Branches.emplace_back().Body = parseBlock();
    expectWord("END_WHILE");
  } else if (takeWord("REPEAT")) {
    S->What = StatementKind::Repeat;
    S->Branches.emplace_back().Body = parseBlock();
    expectWord("UNTIL");
    S->Value = parseExpression();
    take(";");
    expectWord("END_REPEAT");
  } else if (takeWord("EXIT")) {
    S->What = StatementKind::Exit;
  } else if (takeWord("CONTINUE")) {
    S->What = StatementKind::Continue;
  } else if (takeWord("RETURN")) {
    S->What = StatementKind::Return;
  } else {
    parseSimple(*S);
    if (!isAtEnd())
      expect(";");
    else
      failExpected("';'");
  }
  return S;
}

/// An assignment, or a call.
void Parser::parseSimple(Statement &S) {
  take("#");
  auto Name = make(Expression::Kind::Name);
  Name->Name = name("a statement");
  ExpressionPtr To = parsePostfix(std::move(Name));
  if (now().is("(")) {
    S.What = StatementKind::Call;
    S.Target = std::move(To);
    S.Arguments = parseArguments();
    return;
  }
  S.What = StatementKind::Assign;
  S.Target = std::move(To);
  expect(":=");
  S.Value = parseExpression();
}

void Parser::parseIf(Statement &S) {
  S.What = StatementKind::If;
  do {
    auto &B = S.Branches.emplace_back();
    B.Condition = parseExpression();
    expectWord("THEN");
    B.Body = parseBlock();
  } while (takeWord("ELSIF"));
  if (takeWord("ELSE"))
    S.Otherwise = parseBlock();
  expectWord("END_IF");
}

std::vector<CaseLabel> Parser::parseLabels() {
  std::vector<CaseLabel> Labels;
  do {
    CaseLabel &L = Labels.emplace_back();
    L.First = parseExpression();
    if (take(".."))
      L.Last = parseExpression();
  } while (take(","));
  expect(":");
  return Labels;
}

void Parser::parseCase(Statement &S) {
  S.What = StatementKind::Case;
  S.Value = parseExpression();
  expectWord("OF");
  while (!endsBlock()) {
    if (!isCaseLabel())
      return failExpected("a label of CASE");
    auto &B = S.Branches.emplace_back();
    B.Labels = parseLabels();
    B.Body = parseBlock(/*IsInCase=*/true);
  }
  if (takeWord("ELSE"))
    S.Otherwise = parseBlock();
  expectWord("END_CASE");
}

void Parser::parseFor(Statement &S) {
  S.What = StatementKind::For;
  take("#");
  auto Name = make(Expression::Kind::Name);
  Name->Name = name("a variable");
  S.Target = parsePostfix(std::move(Name));
  expect(":=");
  S.Value = parseExpression();
  expectWord("TO");
  S.Last = parseExpression();
  if (takeWord("BY"))
    S.Step = parseExpression();
  expectWord("DO");
  S.Branches.emplace_back().Body = parseBlock();
  expectWord("END_FOR");
}

void Parser::parseAnnotation(Statement &S) {
  S.What = now().What == TokenKind::Assert ? StatementKind::Assert
                                           : StatementKind::Assume;
  skip();
  const size_t Begin = now().Offset;
  S.Value = parseExpression();
  take(";");
  if (now().What != TokenKind::AnnotationEnd)
    return failExpected("the end of the annotation, or ':' and a name,");
  S.Name = (now().Text.empty() ? Text.slice(Begin, now().Offset).trim(" \t\r;")
                               : now().Text)
               .str();
  skip();
}

llvm::Expected<WrittenFile> st::parse(llvm::MemoryBufferRef Text) {
  auto T = tokenize(Text);
  if (!T)
    return T.takeError();
  return Parser(Text, std::move(*T)).run();
}
