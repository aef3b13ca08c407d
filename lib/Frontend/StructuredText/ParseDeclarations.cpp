//===- ParseDeclarations.cpp - Declarations of Structured Text
//----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::st;
using llvm::StringRef;
using TokenKind = Token::Kind;
using Section = Variable::Section;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

void Parser::parseBounds(WrittenType &T, StringRef End) {
  do {
    ExpressionPtr First = parseExpression();
    expect("..");
    T.Bounds.emplace_back(std::move(First), parseExpression());
  } while (take(","));
  expect(End);
}

void Parser::parseEnumerators(WrittenType &T) {
  T.What = WrittenType::Kind::Enumeration;
  do {
    auto &E = T.Enumerators.emplace_back();
    E.Where = place();
    E.Name = name("the name of a value");
    if (take(":="))
      E.Value = parseExpression();
  } while (take(","));
  expect(")");
  if (now().What == TokenKind::Word && !isKeyword(now().Text))
    T.Name = name("a type");
}

std::unique_ptr<WrittenType> Parser::parseType() {
  Nesting Here(*this);
  auto T = std::make_unique<WrittenType>();
  T->Where = place();
  if (take("(")) {
    parseEnumerators(*T);
  } else if (takeWord("ARRAY")) {
    T->What = WrittenType::Kind::Array;
    expect("[");
    parseBounds(*T, "]");
    expectWord("OF");
    T->Element = parseType();
  } else if (takeWord("STRUCT")) {
    T->What = WrittenType::Kind::Structure;
    while (!isAtEnd() && !now().isWord("END_STRUCT"))
      parseDeclaration(Section::Member, false, T->Members);
    expectWord("END_STRUCT");
  } else {
    if (now().isWord("STRING") || now().isWord("WSTRING"))
      fail("strings are not supported");
    if (now().isWord("POINTER") || now().isWord("REF_TO") ||
        now().isWord("REFERENCE"))
      fail("pointers and references are not supported");
    T->Name = name("a type");
    if (take("(")) {
      T->What = WrittenType::Kind::Subrange;
      parseBounds(*T, ")");
    }
  }
  return T;
}

void Parser::parseTypes() {
  while (!isAtEnd() && !now().isWord("END_TYPE")) {
    WrittenTypeName &T = Result.Types.emplace_back();
    T.Where = place();
    T.Name = name("the name of a type");
    expect(":");
    T.Type = parseType();
    if (take(":="))
      T.Initial = parseInitializer();
    take(";");
  }
  expectWord("END_TYPE");
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

void Parser::parseInitializerList(Initializer &I, StringRef End) {
  I.IsList = true;
  if (take(End))
    return;
  do {
    if (then().is(":=")) {
      std::string Member = name("the name of a member");
      skip();
      if (isAtEnd())
        break;
      I.Elements.push_back(parseInitializer());
      I.Elements.back()->Member = std::move(Member);
      continue;
    }
    if (now().What == TokenKind::Integer && then().is("(")) {
      ExpressionPtr Count = parseInteger();
      expect("(");
      I.Elements.push_back(now().is(")") ? defaultInitializer()
                                         : parseInitializer());
      I.Elements.back()->Repeat = std::move(Count);
      expect(")");
      continue;
    }
    I.Elements.push_back(parseInitializer());
  } while (take(","));
  expect(End);
}

std::unique_ptr<Initializer> Parser::defaultInitializer() const {
  auto I = std::make_unique<Initializer>();
  I->Where = place();
  I->IsDefault = true;
  return I;
}

std::unique_ptr<Initializer> Parser::parseInitializer() {
  Nesting Here(*this);
  auto I = std::make_unique<Initializer>();
  I->Where = place();
  if (take("["))
    parseInitializerList(*I, "]");
  else if (now().is("(") && then(2).is(":=") && take("("))
    parseInitializerList(*I, ")");
  else
    I->Value = parseExpression();
  return I;
}

/// What follows AT.
Variable::Place Parser::parseAddress() {
  const StringRef Text = now().Text;
  if (now().What != TokenKind::Address || Text.size() < 2) {
    failExpected("an address");
    return Variable::Place::None;
  }
  skip();
  switch (Text[1]) {
  case 'I':
  case 'i':
  case 'E': // in German
    return Variable::Place::Input;
  case 'Q':
  case 'q':
  case 'A':
    return Variable::Place::Output;
  default:
    return Variable::Place::Memory;
  }
}

void Parser::parseDeclaration(Section In, bool IsConstant,
                              std::vector<WrittenVariables> &To) {
  WrittenVariables V;
  V.Section = In;
  V.IsConstant = IsConstant;
  do {
    V.Names.emplace_back("", place());
    V.Names.back().first = name("the name of a variable");
    if (takeWord("AT"))
      V.Address = parseAddress();
  } while (take(","));
  expect(":");
  V.Type = parseType();
  if (take(":="))
    V.Initial = parseInitializer();
  expect(";");
  To.push_back(std::move(V));
}

bool Parser::parseVariables(std::vector<WrittenVariables> &To) {
  static constexpr std::pair<StringRef, Section> Sections[] = {
      {"VAR", Section::Local},
      {"VAR_INPUT", Section::Input},
      {"VAR_OUTPUT", Section::Output},
      {"VAR_IN_OUT", Section::InOut},
      {"VAR_TEMP", Section::Temporary},
      {"VAR_GLOBAL", Section::Global},
      {"VAR_EXTERNAL", Section::External},
      {"VAR_STAT", Section::Local}};
  auto *Found =
      llvm::find_if(Sections, [&](auto &S) { return now().isWord(S.first); });
  if (Found == std::end(Sections))
    return false;
  skip();
  bool IsConstant = false;
  while (now().isWord("CONSTANT") || now().isWord("RETAIN") ||
         now().isWord("NON_RETAIN") || now().isWord("PERSISTENT")) {
    IsConstant |= now().isWord("CONSTANT");
    skip();
  }
  while (!isAtEnd() && !now().isWord("END_VAR"))
    parseDeclaration(Found->second, IsConstant, To);
  expectWord("END_VAR");
  take(";");
  return true;
}

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

void Parser::parseUnit(Unit::Kind What) {
  WrittenUnit U;
  U.What = What;
  U.Where = place();
  U.Name = name("a name");
  if (What == Unit::Kind::Function && take(":")) {
    if (!takeWord("VOID"))
      U.Result = parseType();
  }
  take(";");
  while (parseVariables(U.Variables)) {
  }
  takeWord("BEGIN");
  U.Body = parseBlock();
  expectWord(What == Unit::Kind::Program ? "END_PROGRAM"
             : What == Unit::Kind::Block ? "END_FUNCTION_BLOCK"
                                         : "END_FUNCTION");
  take(";");
  Result.Units.push_back(std::move(U));
}

/// Of a configuration only the global variables matter: when which program runs
/// is not modelled.
void Parser::parseConfiguration() {
  name("a name");
  while (!isAtEnd() && !takeWord("END_CONFIGURATION"))
    if (!parseVariables(Result.Globals))
      skip();
}

llvm::Expected<WrittenFile> Parser::run() {
  while (!isAtEnd()) {
    if (take(";"))
      continue;
    if (takeWord("TYPE"))
      parseTypes();
    else if (takeWord("PROGRAM"))
      parseUnit(Unit::Kind::Program);
    else if (takeWord("FUNCTION_BLOCK"))
      parseUnit(Unit::Kind::Block);
    else if (takeWord("FUNCTION"))
      parseUnit(Unit::Kind::Function);
    else if (takeWord("CONFIGURATION"))
      parseConfiguration();
    else if (now().What == TokenKind::Assert || now().What == TokenKind::Assume)
      fail("annotations stand among the statements of a program or block");
    else if (!now().isWord("VAR_GLOBAL") || !parseVariables(Result.Globals))
      failExpected("PROGRAM, FUNCTION_BLOCK, FUNCTION, TYPE or VAR_GLOBAL");
  }
  if (Error)
    return llvm::make_error<Diagnostic>(std::move(*Error));
  return std::move(Result);
}
