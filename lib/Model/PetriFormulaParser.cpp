//===- PetriFormulaParser.cpp - Formulas over markings as text ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parentheses may enclose sums as well as formulas, so that one grammar by
// precedence reads both, and operators check what they are given.
//
//===----------------------------------------------------------------------===//

#include "LinearSum.h"

#include "sooth/Model/PetriQuestions.h"

#include "llvm/ADT/StringExtras.h"

using namespace sooth;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace {
struct Token {
  enum class Kind { End, Name, QuotedName, Number, Symbol };
  Kind What = Kind::End;
  StringRef Text;
  size_t Offset = 0;

  bool is(StringRef Symbol) const {
    return (What == Kind::Symbol || What == Kind::Name) && Text == Symbol;
  }
};

/// A formula or a sum of tokens.
struct FormulaOrSum {
  std::optional<PetriFormula> Formula;
  LinearSum Sum; // if there is no formula
  size_t Offset = 0;
};

class Parser {
public:
  Parser(const PetriNet &N, llvm::MemoryBufferRef Text)
      : N(N), Name(Text.getBufferIdentifier()), Text(Text.getBuffer()) {}
  Expected<PetriFormula> formula();
  Expected<PetriFormula> list(OtherPlaces Others);

private:
  Error advance();
  Expected<FormulaOrSum> disjunction();
  Expected<FormulaOrSum> conjunction();
  Expected<FormulaOrSum> negation();
  Expected<FormulaOrSum> relation();
  Expected<FormulaOrSum> sum();
  Expected<FormulaOrSum> product();
  Expected<FormulaOrSum> primary();
  Expected<FormulaOrSum> fireable();
  Expected<FormulaOrSum> name();
  Expected<FormulaOrSum> number();
  Expected<PlaceId> place();
  Expected<PetriFormula> asFormula(Expected<FormulaOrSum> O);
  Expected<LinearSum> asSum(Expected<FormulaOrSum> O);
  Expected<PetriFormula> compare(LinearSum Left, StringRef Operator,
                                 const LinearSum &Right, size_t Offset);
  template <class NextT>
  Expected<FormulaOrSum>
  chain(StringRef Word, StringRef Sign, NextT Next,
        PetriFormula (*Combine)(std::vector<PetriFormula>));

  Error error(size_t Offset, const Twine &Message) {
    return llvm::make_error<Diagnostic>(
        SourceLocation{Name.str(),
                       unsigned(Text.take_front(Offset).count('\n') + 1),
                       unsigned(Offset - (Text.rfind('\n', Offset) + 1) + 1)},
        Message.str());
  }
  Error wrongNumber(size_t Offset) {
    return error(Offset, LinearSum::TooLarge);
  }

  const PetriNet &N;
  StringRef Name, Text;
  Token Next;
  size_t Position = 0;
  unsigned Depth = 0;
};
} // namespace

static constexpr unsigned MaxDepth = 1000;

static bool startsName(char C) {
  return llvm::isAlpha(C) || C == '_' || static_cast<unsigned char>(C) >= 0x80;
}
static bool continuesName(char C) {
  return startsName(C) || llvm::isDigit(C) || C == '.';
}

Error Parser::advance() {
  while (Position < Text.size() && llvm::isSpace(Text[Position]))
    ++Position;
  size_t Begin = Position;
  auto Make = [&](Token::Kind K, StringRef S) {
    Next = {K, S, Begin};
    return Error::success();
  };
  if (Begin == Text.size())
    return Make(Token::Kind::End, "");
  char C = Text[Begin];
  if (C == '"' || C == '\'') {
    size_t End = Text.find(C, Begin + 1);
    if (End == StringRef::npos)
      return error(Begin, "a quoted name does not end");
    Position = End + 1;
    return Make(Token::Kind::QuotedName, Text.slice(Begin + 1, End));
  }
  if (startsName(C) || llvm::isDigit(C)) {
    bool IsNumber = llvm::isDigit(C);
    while (Position < Text.size() && (IsNumber ? llvm::isDigit(Text[Position])
                                               : continuesName(Text[Position])))
      ++Position;
    return Make(IsNumber ? Token::Kind::Number : Token::Kind::Name,
                Text.slice(Begin, Position));
  }
  for (StringRef Symbol : {"<=", ">=", "!=", "==", "&&", "||", "<", ">", "=",
                           "!", "(", ")", "+", "-", "*", ",", ";"})
    if (Text.substr(Begin).starts_with(Symbol)) {
      Position += Symbol.size();
      return Make(Token::Kind::Symbol, Symbol);
    }
  return error(Begin, "unexpected character '" + Twine(C) + "'");
}

Expected<PetriFormula> Parser::asFormula(Expected<FormulaOrSum> O) {
  if (!O)
    return O.takeError();
  if (!O->Formula)
    return error(O->Offset, "expected a condition, found a number of tokens");
  return *O->Formula;
}

Expected<LinearSum> Parser::asSum(Expected<FormulaOrSum> O) {
  if (!O)
    return O.takeError();
  if (O->Formula)
    return error(O->Offset, "expected a number of tokens, found a condition");
  return std::move(O->Sum);
}

/// One or more operands with an operator that has two spellings.
template <class NextT>
Expected<FormulaOrSum>
Parser::chain(StringRef Word, StringRef Sign, NextT ParseNext,
              PetriFormula (*Combine)(std::vector<PetriFormula>)) {
  size_t Offset = Next.Offset;
  Expected<FormulaOrSum> First = (this->*ParseNext)();
  if (!First || !(Next.is(Word) || Next.is(Sign)))
    return First;
  std::vector<PetriFormula> Parts;
  auto Part = asFormula(std::move(First));
  while (true) {
    if (!Part)
      return Part.takeError();
    Parts.push_back(*Part);
    if (!Next.is(Word) && !Next.is(Sign))
      return FormulaOrSum{Combine(std::move(Parts)), {}, Offset};
    if (Error E = advance())
      return std::move(E);
    Part = asFormula((this->*ParseNext)());
  }
}

Expected<FormulaOrSum> Parser::disjunction() {
  if (++Depth > MaxDepth)
    return error(Next.Offset, "the formula is nested too deeply");
  auto Result =
      chain("or", "||", &Parser::conjunction, &PetriFormula::disjunction);
  --Depth;
  return Result;
}

Expected<FormulaOrSum> Parser::conjunction() {
  return chain("and", "&&", &Parser::negation, &PetriFormula::conjunction);
}

Expected<FormulaOrSum> Parser::negation() {
  size_t Offset = Next.Offset;
  bool Negated = false, Any = false;
  while (Next.is("not") || Next.is("!")) {
    Negated = !Negated;
    Any = true;
    if (Error E = advance())
      return std::move(E);
  }
  Expected<FormulaOrSum> O = relation();
  if (!Any)
    return O;
  auto F = asFormula(std::move(O));
  if (!F)
    return F.takeError();
  return FormulaOrSum{Negated ? PetriFormula::negation(*F) : *F, {}, Offset};
}

static bool isRelation(const Token &T) {
  return llvm::any_of(
      std::initializer_list<StringRef>{"<=", ">=", "!=", "==", "<", ">", "="},
      [&](StringRef S) { return T.is(S); });
}

Expected<PetriFormula> Parser::compare(LinearSum Left, StringRef Operator,
                                       const LinearSum &Right, size_t Offset) {
  if (!Left.subtract(Right))
    return wrongNumber(Offset);
  auto F = Left.compareWithZero(Operator);
  if (!F)
    return wrongNumber(Offset);
  return *F;
}

Expected<FormulaOrSum> Parser::relation() {
  size_t Offset = Next.Offset;
  Expected<FormulaOrSum> O = sum();
  if (!O || !isRelation(Next))
    return O;
  auto Left = asSum(std::move(O));
  if (!Left)
    return Left.takeError();
  StringRef Operator = Next.Text;
  if (Error E = advance())
    return std::move(E);
  auto Right = asSum(sum());
  if (!Right)
    return Right.takeError();
  auto F = compare(std::move(*Left), Operator, *Right, Offset);
  if (!F)
    return F.takeError();
  return FormulaOrSum{*F, {}, Offset};
}

Expected<FormulaOrSum> Parser::sum() {
  size_t Offset = Next.Offset;
  FormulaOrSum Result{std::nullopt, {}, Offset};
  if (!Next.is("-")) { // which begins with 0 - ...
    Expected<FormulaOrSum> First = product();
    if (!First || !(Next.is("+") || Next.is("-")))
      return First;
    auto Sum = asSum(std::move(First));
    if (!Sum)
      return Sum.takeError();
    Result.Sum = std::move(*Sum);
  }
  while (Next.is("+") || Next.is("-")) {
    bool Add = Next.is("+");
    if (Error E = advance())
      return std::move(E);
    auto Term = asSum(product());
    if (!Term)
      return Term.takeError();
    if (!(Add ? Result.Sum.add(*Term) : Result.Sum.subtract(*Term)))
      return wrongNumber(Offset);
  }
  return Result;
}

Expected<FormulaOrSum> Parser::product() {
  size_t Offset = Next.Offset;
  Expected<FormulaOrSum> First = primary();
  if (!First || !Next.is("*"))
    return First;
  auto Left = asSum(std::move(First));
  if (!Left)
    return Left.takeError();
  while (Next.is("*")) {
    if (Error E = advance())
      return std::move(E);
    auto Right = asSum(primary());
    if (!Right)
      return Right.takeError();
    if (!Left->isConstant() && !Right->isConstant())
      return error(Offset, "a product of two token counts is not linear");
    if (!Left->multiply(*Right))
      return wrongNumber(Offset);
  }
  return FormulaOrSum{std::nullopt, std::move(*Left), Offset};
}

Expected<FormulaOrSum> Parser::primary() {
  size_t Offset = Next.Offset;
  if (Next.is("(")) {
    if (Error E = advance())
      return std::move(E);
    Expected<FormulaOrSum> O = disjunction();
    if (!O)
      return O;
    if (!Next.is(")"))
      return error(Next.Offset, "expected ')'");
    if (Error E = advance())
      return std::move(E);
    return O;
  }
  if (Next.What == Token::Kind::Number)
    return number();
  if (Next.is("fireable"))
    return fireable();
  std::optional<PetriFormula> F;
  if (Next.is("true") || Next.is("false"))
    F = PetriFormula::constant(Next.is("true"));
  else if (Next.is("deadlock"))
    F = PetriFormula::deadlock();
  if (F) {
    if (Error E = advance())
      return std::move(E);
    return FormulaOrSum{*F, {}, Offset};
  }
  return name();
}

Expected<FormulaOrSum> Parser::number() {
  FormulaOrSum Result;
  Result.Offset = Next.Offset;
  if (!Result.Sum.addNumber(Next.Text))
    return wrongNumber(Next.Offset);
  if (Error E = advance())
    return std::move(E);
  return Result;
}

/// The node of this id, or the only one of this name.
template <class NodesT>
static std::optional<unsigned> byName(const NodesT &Nodes, StringRef Name) {
  std::optional<unsigned> Found;
  for (unsigned I = 0; I < Nodes.size(); ++I)
    if (Nodes[I].Name == Name) {
      if (Found)
        return std::nullopt;
      Found = I;
    }
  return Found;
}

template <class NodesT>
static std::string unknownNode(const NodesT &Nodes, StringRef Kind,
                               StringRef Name) {
  StringRef Best;
  unsigned Least = 3;
  if (Nodes.size() < 100000)
    for (const auto &Node : Nodes) {
      unsigned Distance = Name.edit_distance(Node.Id, true, Least);
      if (Distance < Least) {
        Least = Distance;
        Best = Node.Id;
      }
    }
  return ("no " + Kind + " '" + Name + "'" +
          (Best.empty() ? "" : "; did you mean '" + Best.str() + "'?"))
      .str();
}

Expected<PlaceId> Parser::place() {
  if (Next.What != Token::Kind::Name && Next.What != Token::Kind::QuotedName)
    return error(Next.Offset, Next.What == Token::Kind::End
                                  ? Twine("unexpected end")
                                  : "unexpected '" + Next.Text + "'");
  auto P = N.findPlace(Next.Text);
  if (!P)
    P = byName(N.places(), Next.Text);
  if (!P)
    return error(Next.Offset, unknownNode(N.places(), "place", Next.Text));
  if (Error E = advance())
    return std::move(E);
  return *P;
}

Expected<FormulaOrSum> Parser::name() {
  FormulaOrSum Result;
  Result.Offset = Next.Offset;
  auto P = place();
  if (!P)
    return P.takeError();
  Result.Sum.addPlace(*P);
  return Result;
}

Expected<FormulaOrSum> Parser::fireable() {
  size_t Offset = Next.Offset;
  if (Error E = advance())
    return std::move(E);
  if (!Next.is("("))
    return error(Next.Offset, "expected '(' after 'fireable'");
  if (Error E = advance())
    return std::move(E);
  if (Next.What != Token::Kind::Name && Next.What != Token::Kind::QuotedName)
    return error(Next.Offset, "expected a transition");
  auto T = N.findTransition(Next.Text);
  if (!T)
    T = byName(N.transitions(), Next.Text);
  if (!T)
    return error(Next.Offset,
                 unknownNode(N.transitions(), "transition", Next.Text));
  if (Error E = advance())
    return std::move(E);
  if (!Next.is(")"))
    return error(Next.Offset, "expected ')'");
  if (Error E = advance())
    return std::move(E);
  return FormulaOrSum{PetriFormula::fireable(N, *T), {}, Offset};
}

Expected<PetriFormula> Parser::formula() {
  if (Error E = advance())
    return std::move(E);
  auto F = asFormula(disjunction());
  if (F && Next.What != Token::Kind::End)
    return error(Next.Offset, "unexpected '" + Next.Text + "'");
  return F;
}

Expected<PetriFormula> Parser::list(OtherPlaces Others) {
  std::vector<PetriFormula> Parts;
  std::vector<bool> Named(N.places().size(), false);
  if (Error E = advance())
    return std::move(E);
  while (Next.What != Token::Kind::End) {
    size_t Offset = Next.Offset;
    auto P = place();
    if (!P)
      return P.takeError();
    StringRef Operator = Next.Text;
    if (!isRelation(Next))
      return error(Next.Offset, "expected '=' after a place");
    if (Others == OtherPlaces::Empty && !Next.is("=") && !Next.is("=="))
      return error(Next.Offset, "a marking takes only '='");
    if (Others == OtherPlaces::Empty && Named[*P])
      return error(Offset, "a place occurs twice");
    Named[*P] = true;
    if (Error E = advance())
      return std::move(E);
    if (Next.What != Token::Kind::Number)
      return error(Next.Offset, "expected a number of tokens");
    auto Count = number();
    if (!Count)
      return Count.takeError();
    LinearSum Left;
    Left.addPlace(*P);
    auto F = compare(std::move(Left), Operator, Count->Sum, Offset);
    if (!F)
      return F.takeError();
    Parts.push_back(*F);
    if (Next.is(",") || Next.is(";")) {
      if (Error E = advance())
        return std::move(E);
    } else if (Next.What != Token::Kind::End)
      return error(Next.Offset, "expected ','");
  }
  if (Others == OtherPlaces::Empty)
    for (PlaceId P = 0; P < Named.size(); ++P)
      if (!Named[P])
        Parts.push_back(
            *PetriFormula::constraint({{P, 1}}, Relation::Equal, 0));
  return PetriFormula::conjunction(std::move(Parts));
}

Expected<PetriFormula> sooth::parsePetriFormula(const PetriNet &N,
                                                llvm::MemoryBufferRef Text) {
  return Parser(N, Text).formula();
}

Expected<PetriFormula> sooth::parseMarking(const PetriNet &N,
                                           llvm::MemoryBufferRef Text,
                                           OtherPlaces Others) {
  return Parser(N, Text).list(Others);
}
