//===- SmtHorn.cpp - Reading predicates, quantifiers and rules ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the logic HORN and z3's fixedpoint format have on top of the rest of
// SMT-LIB: predicates (declare-fun, declare-rel), quantifiers, variables that
// are quantified over each rule (declare-var), rules and queries.
//
//===----------------------------------------------------------------------===//

#include "HornStatements.h"
#include "SmtReader.h"

using namespace sooth;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using TokenKind = SmtToken::Kind;

/// Names that no text can have.
static constexpr const char *AtomPrefix = "\1atom",
                            *QuantifierPrefix = "\1quantified";

bool SmtReader::isHornCommand(llvm::StringRef Name) {
  return Name == "declare-rel" || Name == "declare-fun" ||
         Name == "declare-const" || Name == "declare-var" || Name == "assert" ||
         Name == "rule" || Name == "query";
}

Error SmtReader::readHornCommand(const SmtToken &Command) {
  if (Command.Text == "declare-var")
    return readRuleVariable();
  if (Command.Text == "assert" || Command.Text == "rule")
    return readRule(Command);
  if (Command.Text == "query")
    return readQuery(Command);
  return readPredicate(Command);
}

/// The name, the parameters' sorts and, but for declare-rel, Bool.
Error SmtReader::readPredicate(const SmtToken &Command) {
  auto Name = take(TokenKind::Symbol, "a symbol");
  if (!Name)
    return Name.takeError();
  if (Error E = checkNew(*Name))
    return E;
  HornPredicate P{Name->Text.str(), {}, locate(*Name)};
  if (Command.Text != "declare-const") {
    if (Error E = expect(TokenKind::LParen, "'('"))
      return E;
    while (!Lex.peek().is(TokenKind::RParen)) {
      auto S = readSort();
      if (!S)
        return S.takeError();
      P.Params.push_back(Ctx.freshVar(Name->Text, *S));
    }
    Lex.take();
  }
  if (Command.Text != "declare-rel") {
    auto S = readSort();
    if (!S)
      return S.takeError();
    if (!S->isBool())
      return error(*Name, "'" + P.Name +
                              "' is no predicate; Horn clauses have no other "
                              "functions");
  }
  Horn->PredicateOf[Name->Text] = Horn->Predicates.size();
  Horn->Predicates.push_back(std::move(P));
  return Error::success();
}

Error SmtReader::readRuleVariable() {
  auto Name = take(TokenKind::Symbol, "a symbol");
  if (!Name)
    return Name.takeError();
  if (Error E = checkNew(*Name))
    return E;
  auto S = readSort();
  if (!S)
    return S.takeError();
  Names[Name->Text] = Ctx.freshVar(Name->Text, *S);
  return Error::success();
}

Error SmtReader::readRule(const SmtToken &Command) {
  SmtToken At = Lex.peek();
  auto E = readTerm();
  if (!E)
    return E.takeError();
  if (!E->isBool())
    return error(At, (Command.Text == "rule" ? "rule" : "assertion") +
                         (" is of sort " + sortsOf(*E)));
  // A rule may have a name.
  if (Command.Text == "rule" && Lex.peek().is(TokenKind::Symbol))
    Lex.take();
  Horn->Statements.push_back(
      {HornStatements::Statement::Kind::Assertion, *E, locate(At)});
  return Error::success();
}

/// (query P), about any arguments, or (query formula), and options.
Error SmtReader::readQuery(const SmtToken &Command) {
  SmtToken At = Lex.peek();
  Expected<Expr> E = Expr();
  auto P = Horn->PredicateOf.find(At.Text);
  if (At.is(TokenKind::Symbol) && P != Horn->PredicateOf.end()) {
    Lex.take();
    std::vector<Expr> Any;
    for (Expr Param : Horn->Predicates[P->second].Params)
      Any.push_back(Ctx.freshVar("any", Param.sort()));
    E = applyPredicate(At, P->second, Any);
  } else {
    E = readTerm();
  }
  if (!E)
    return E.takeError();
  if (!E->isBool())
    return error(At, "query is of sort " + sortsOf(*E));
  while (!Lex.peek().is(TokenKind::RParen))
    if (Error Err = skipExpression())
      return Err;
  Horn->Statements.push_back(
      {HornStatements::Statement::Kind::Query, *E, locate(Command)});
  return Error::success();
}

Expected<Expr> SmtReader::applyPredicate(const SmtToken &At, PredicateId Id,
                                         ArrayRef<Expr> Ops) {
  const HornPredicate &P = Horn->Predicates[Id];
  if (!DefinedFunction.empty())
    return error(At, "predicate '" + P.Name + "' inside function '" + DefinedFunction +
                         "' with arguments");
  HornAtom Atom{Id, {}};
  bool Fits = Ops.size() == P.Params.size();
  for (size_t I = 0; Fits && I < Ops.size(); ++I) {
    Atom.Args.push_back(coerceToSort(Ctx, Ops[I], P.Params[I].sort()));
    Fits = Atom.Args.back().sort() == P.Params[I].sort();
  }
  if (!Fits)
    return error(At, "ill-sorted arguments of " + P.Name + ": " +
                         (Ops.empty() ? "none" : sortsOf(Ops)) + "; expected " +
                         (P.Params.empty() ? "none" : sortsOf(P.Params)));
  Expr Marker = Ctx.freshVar(AtomPrefix, Ctx.boolSort());
  Horn->Applications[Marker] = {std::move(Atom), locate(At)};
  return Marker;
}

/// Variables are new ones for each quantifier.
Error SmtReader::startQuantifier(const SmtToken &Word) {
  if (!DefinedFunction.empty())
    return error(Word, "a quantifier inside function '" + DefinedFunction +
                           "' with arguments");
  if (Error E = expect(TokenKind::LParen, "'('"))
    return E;
  std::vector<Binding> Variables;
  do {
    auto Variable = readSortedName("a variable");
    if (!Variable)
      return Variable.takeError();
    llvm::StringRef Name = Variable->first.Text;
    Variables.push_back({Name, Ctx.freshVar(Name, Variable->second)});
  } while (!Lex.peek().is(TokenKind::RParen));
  Lex.take();
  Frames.push_back({Frame::Kind::Quantifier, Word, Variables.size()});
  for (const Binding &V : Variables)
    bind(V.Name, V.Value);
  return Error::success();
}

Expected<Expr> SmtReader::finishQuantifier(Expr Body) {
  if (Error E = expect(TokenKind::RParen, "')'"))
    return E;
  SmtToken Word = Frames.back().Head;
  unbind(Frames.back().Base);
  Frames.pop_back();
  if (!Body.isBool())
    return error(Word, "quantified term is of sort " + sortsOf(Body));
  using Quantifier = HornStatements::Quantified::Quantifier;
  Expr Marker = Ctx.freshVar(QuantifierPrefix, Ctx.boolSort());
  Horn->Quantifieds[Marker] = {Word.Text == "forall" ? Quantifier::ForAll
                                                     : Quantifier::Exists,
                               Body, locate(Word)};
  return Marker;
}
