//===- SmtParser.cpp - Reading SMT-LIB commands ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/SmtParser.h"

#include "SmtReader.h"

#include "sooth/Expr/FloatingPoint.h"

using namespace sooth;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using TokenKind = SmtToken::Kind;

Expected<SmtScript> sooth::readSmtScript(ExprContext &Ctx,
                                         llvm::MemoryBufferRef Text) {
  return SmtReader(Ctx, Text.getBuffer(), Text.getBufferIdentifier(),
                   SmtReader::Variables::Declared)
      .readScript();
}

Expected<Expr> sooth::parseTerm(ExprContext &Ctx, StringRef Text) {
  return SmtReader(Ctx, Text, "", SmtReader::Variables::Existing)
      .readSingleTerm();
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

SourceLocation SmtReader::locate(const SmtToken &T) const {
  return {File.str(), T.Line, T.Column};
}

Error SmtReader::error(const SmtToken &At, std::string Message) const {
  return llvm::make_error<Diagnostic>(locate(At), std::move(Message));
}

/// A token as a message shows it.
static std::string shown(const SmtToken &T) {
  switch (T.What) {
  case TokenKind::Keyword:
    return "':" + T.Text.str() + "'";
  case TokenKind::String:
    return "a string";
  case TokenKind::Hex:
  case TokenKind::Binary:
    return "a bit-vector constant";
  default:
    return "'" + T.Text.take_front(40).str() + "'";
  }
}

Error SmtReader::expected(StringRef What, const SmtToken &T) const {
  if (T.is(TokenKind::Malformed))
    return error(T, T.Text.str());
  if (T.is(TokenKind::End) && !Lex.open().empty())
    return error(Lex.open().back(), "unbalanced parenthesis");
  if (T.is(TokenKind::End))
    return error(T, "expected " + What.str() + ", found the end");
  // A command starts here, so that something before it was not closed.
  if (T.is(TokenKind::LParen) && T.Column == 1 && !Lex.open().empty())
    return error(Lex.open().front(), "unbalanced parenthesis");
  return error(T, "expected " + What.str() + ", found " + shown(T));
}

Expected<SmtToken> SmtReader::take(TokenKind K, StringRef What) {
  if (!Lex.peek().is(K))
    return expected(What, Lex.peek());
  return Lex.take();
}

Error SmtReader::expect(TokenKind K, StringRef What) {
  return take(K, What).takeError();
}

Expected<uint32_t> SmtReader::takeIndex() {
  auto T = take(TokenKind::Numeral, "a number");
  if (!T)
    return T.takeError();
  uint32_t Index;
  if (T->Text.getAsInteger(10, Index))
    return error(*T, "number is too large");
  return Index;
}

Expected<uint32_t> SmtReader::takeWidth() {
  SmtToken First = Lex.peek();
  auto Width = takeIndex();
  if (Width && (*Width == 0 || *Width > MaxSmtWidth))
    return error(First, "width of a bit-vector must be between 1 and " +
                            std::to_string(MaxSmtWidth));
  return Width;
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

Expected<Expr> SmtReader::readSingleTerm() {
  auto E = readTerm();
  if (E && !Lex.peek().is(TokenKind::End))
    return expected("the end", Lex.peek());
  return E;
}

Expected<SmtScript> SmtReader::readScript() {
  while (Progress == State::Reading && !Lex.peek().is(TokenKind::End))
    if (Error E = readCommand())
      return E;
  return std::move(Script);
}

Expected<SmtScript> SmtReader::readHornScript(HornStatements &Statements) {
  Horn = &Statements;
  return readScript();
}

/// Commands that say nothing about the model.
static bool isIgnoredCommand(StringRef Command) {
  return Command == "set-logic" || Command == "set-info" ||
         Command == "set-option" || Command == "check-sat" ||
         Command == "echo" || Command.starts_with("get-");
}

Error SmtReader::readCommand() {
  if (Lex.peek().is(TokenKind::RParen))
    return error(Lex.peek(), "unbalanced parenthesis");
  if (Error E = expect(TokenKind::LParen, "a command"))
    return E;
  auto Command = take(TokenKind::Symbol, "a command");
  if (!Command)
    return Command.takeError();
  StringRef Name = Command->Text;
  if (Horn && isHornCommand(Name)) {
    if (Error E = readHornCommand(*Command))
      return E;
  } else if (Name == "declare-fun" || Name == "declare-const") {
    if (Error E = readDeclaration(*Command))
      return E;
  } else if (Name == "define-fun" || Name == "define-const") {
    if (Error E = readDefinition(*Command))
      return E;
  } else if (Name == "define-sort") {
    if (Error E = readDefineSort())
      return E;
  } else if (Name == "assert") {
    if (Error E = readAssertion())
      return E;
  } else if (Name == "declare-sort") {
    auto Sort = take(TokenKind::Symbol, "the name of a sort");
    if (!Sort)
      return Sort.takeError();
    return error(*Sort, "uninterpreted sort '" + Sort->Text.str() +
                            "' is not supported");
  } else if (Name == "exit") {
    Progress = State::Exited;
  } else if (isIgnoredCommand(Name)) {
    return skipCommand();
  } else {
    return error(*Command, "unknown command '" + Name.str() + "'");
  }
  return expect(TokenKind::RParen, "')'");
}

Error SmtReader::skipCommand() {
  while (!Lex.peek().is(TokenKind::RParen))
    if (Error E = skipExpression())
      return E;
  Lex.take();
  return Error::success();
}

Error SmtReader::checkNew(const SmtToken &Name) {
  if (Names.lookup(Name.Text) || Macros.count(Name.Text) ||
      Functions.count(Name.Text) || isPredicate(Name.Text) ||
      Name.isWord("true") || Name.isWord("false"))
    return error(Name, "redeclaration of '" + Name.Text.str() + "'");
  return Error::success();
}

Error SmtReader::readDeclaration(const SmtToken &Command) {
  auto Name = take(TokenKind::Symbol, "a symbol");
  if (!Name)
    return Name.takeError();
  if (Error E = checkNew(*Name))
    return E;
  if (Command.Text == "declare-fun") {
    if (Error E = expect(TokenKind::LParen, "'('"))
      return E;
    if (!Lex.peek().is(TokenKind::RParen))
      return readFunction(*Name);
    Lex.take();
  }
  auto S = readSort();
  if (!S)
    return S.takeError();
  auto Var = declareVariable(*Name, *S);
  if (!Var)
    return Var.takeError();
  Names[Name->Text] = *Var;
  Script.Declarations.push_back({*Var, locate(*Name)});
  return Error::success();
}

Expected<Expr> SmtReader::declareVariable(const SmtToken &Name, Sort S) {
  Expr Old = Ctx.lookupVar(Name.Text);
  if (Old && Old.sort() != S)
    return error(Name,
                 "'" + Name.Text.str() + "' exists already with another sort");
  return Ctx.var(Name.Text, S);
}

/// The rest of (declare-fun name (S T …) R), from S on.
Error SmtReader::readFunction(const SmtToken &Name) {
  std::vector<Sort> Domain;
  while (!Lex.peek().is(TokenKind::RParen)) {
    auto S = readSort();
    if (!S)
      return S.takeError();
    Domain.push_back(*S);
  }
  Lex.take();
  auto Whole = readSort();
  for (Sort S : llvm::reverse(Domain))
    if (Whole)
      Whole = makeArraySort(Name, S, *Whole);
  if (!Whole)
    return Whole.takeError();
  auto Map = declareVariable(Name, *Whole);
  if (!Map)
    return Map.takeError();
  Functions[Name.Text] = {*Map, unsigned(Domain.size())};
  Script.Functions.push_back({*Map, locate(Name)});
  return Error::success();
}

/// Parameters are variables that no text can name.
Expected<std::vector<SmtReader::Binding>>
SmtReader::readParameters(const SmtToken &Function) {
  std::vector<Binding> Params;
  if (Error E = expect(TokenKind::LParen, "'('"))
    return E;
  while (!Lex.peek().is(TokenKind::RParen)) {
    auto Param = readSortedName("a parameter");
    if (!Param)
      return Param.takeError();
    llvm::StringRef Name = Param->first.Text;
    std::string Hidden = "\1" + Function.Text.str() + "." + Name.str();
    Params.push_back({Name, Ctx.freshVar(Hidden, Param->second)});
  }
  Lex.take();
  return Params;
}

/// The body of a definition, of the sort that is declared. Some tools write
/// Bool for all definitions, or what a variable was once, also for those that
/// are there for what they say of a variable (:next) and are used nowhere: the
/// term says what is meant.
Expected<Expr> SmtReader::readBody(const SmtToken &Name, Sort Declared) {
  Attributes.clear();
  auto Body = readTerm();
  if (!Body)
    return Body;
  Expr E = coerceToSort(Ctx, *Body, Declared);
  if (E.sort() == Declared)
    return E;
  std::string What =
      "definition of '" + Name.Text.str() + "' is of sort " + sortsOf(E);
  if (!DefinedFunction.empty() || !llvm::is_contained(Attributes, "next"))
    return error(Name, What);
  llvm::raw_string_ostream OS(What);
  OS << ", not ";
  Declared.print(OS);
  OS << " as declared";
  Script.Warnings.push_back(Diagnostic(locate(Name), What));
  return E;
}

Error SmtReader::readDefinition(const SmtToken &Command) {
  auto Name = take(TokenKind::Symbol, "a symbol");
  if (!Name)
    return Name.takeError();
  if (Error E = checkNew(*Name))
    return E;
  std::vector<Binding> Params;
  if (Command.Text == "define-fun") {
    auto Read = readParameters(*Name);
    if (!Read)
      return Read.takeError();
    Params = std::move(*Read);
  }
  auto S = readSort();
  if (!S)
    return S.takeError();
  Definition = Name->Text.str();
  DefinedFunction = Params.empty() ? "" : Definition;
  for (const Binding &P : Params)
    bind(P.Name, P.Value);
  auto Body = readBody(*Name, *S);
  if (!Body)
    return Body.takeError();
  unbind(Params.size());
  Definition.clear();
  DefinedFunction.clear();
  Expr E = *Body;
  if (Params.empty()) {
    Names[Name->Text] = E;
    return Error::success();
  }
  std::vector<Expr> Vars;
  for (const Binding &P : Params)
    Vars.push_back(P.Value);
  // Our own definition of a floating-point operator says nothing new.
  Expr Operator = fpOperatorNamed(Ctx, Name->Text, Vars);
  if (Operator && E == fpAsBits(Ctx, Operator.kind(), Vars, Operator.param(0),
                                Operator.param(1)))
    return Error::success();
  Macros[Name->Text] = makeMacro(std::move(Vars), E);
  return Error::success();
}

Error SmtReader::readAssertion() {
  SmtToken At = Lex.peek();
  Attributes.clear();
  auto E = readTerm();
  if (!E)
    return E.takeError();
  if (!E->isBool())
    return error(At, "assertion is of sort " + sortsOf(*E));
  Script.Assertions.push_back({*E, locate(At), std::move(Attributes)});
  return Error::success();
}
