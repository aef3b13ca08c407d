//===- ParseExpressions.cpp - Expressions of Structured Text
//------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "Types.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace sooth;
using namespace sooth::st;
using llvm::APInt;
using llvm::StringRef;
using TokenKind = Token::Kind;
using ExprKind = Expression::Kind;

ExpressionPtr Parser::make(ExprKind What) {
  auto E = std::make_unique<Expression>();
  E->What = What;
  E->Where = place();
  return E;
}

void Parser::addOperand(Expression &E, ExpressionPtr Operand) {
  // What is deeper would exhaust the stack of those who walk through it.
  constexpr unsigned MaxDepth = 1000;
  E.Depth = std::max(E.Depth, Operand->Depth + 1);
  if (E.Depth > MaxDepth)
    fail("this expression is nested too deep");
  E.Operands.push_back(std::move(Operand));
}

namespace {
struct OperatorText {
  StringRef Text;
  Operator Op;
  unsigned Precedence;
};
} // namespace

static constexpr OperatorText Operators[] = {{"OR", Operator::Or, 1},
                                             {"OR_ELSE", Operator::OrElse, 1},
                                             {"XOR", Operator::Xor, 2},
                                             {"AND", Operator::And, 3},
                                             {"AND_THEN", Operator::AndThen, 3},
                                             {"&", Operator::And, 3},
                                             {"=", Operator::Equal, 4},
                                             {"<>", Operator::Unequal, 4},
                                             {"<", Operator::Less, 5},
                                             {"<=", Operator::LessEqual, 5},
                                             {">", Operator::Greater, 5},
                                             {">=", Operator::GreaterEqual, 5},
                                             {"+", Operator::Add, 6},
                                             {"-", Operator::Subtract, 6},
                                             {"*", Operator::Multiply, 7},
                                             {"/", Operator::Divide, 7},
                                             {"MOD", Operator::Modulo, 7}};
static constexpr unsigned TightestOperator = 7;

static const OperatorText *operatorAt(const Token &T) {
  if (T.What != TokenKind::Symbol && T.What != TokenKind::Word)
    return nullptr;
  for (const OperatorText &O : Operators)
    if (T.Text.equals_insensitive(O.Text))
      return &O;
  return nullptr;
}

ExpressionPtr Parser::parseExpression() {
  Nesting Here(*this);
  return parseOperators(1);
}

ExpressionPtr Parser::parseOperators(unsigned Precedence) {
  if (Precedence > TightestOperator)
    return parseUnary();
  ExpressionPtr Left = parseOperators(Precedence + 1);
  for (;;) {
    const OperatorText *O = operatorAt(now());
    if (!O || O->Precedence != Precedence)
      break;
    auto E = make(ExprKind::Apply);
    E->Op = O->Op;
    skip();
    addOperand(*E, std::move(Left));
    addOperand(*E, parseOperators(Precedence + 1));
    Left = std::move(E);
  }
  if (now().is("**"))
    fail("powers are not supported");
  return Left;
}

ExpressionPtr Parser::parseUnary() {
  Nesting Here(*this);
  if (take("+"))
    return parseUnary();
  const bool IsNegative = now().is("-");
  if (!IsNegative && !now().isWord("NOT"))
    return parsePostfix(parsePrimary());
  auto E = make(ExprKind::Apply);
  E->Op = IsNegative ? Operator::Negate : Operator::Not;
  skip();
  addOperand(*E, parseUnary());
  return E;
}

ExpressionPtr Parser::parsePrimary() {
  if (take("(")) {
    ExpressionPtr E = parseExpression();
    expect(")");
    return E;
  }
  switch (now().What) {
  case TokenKind::Integer:
    return parseInteger();
  case TokenKind::Real:
    return parseReal();
  case TokenKind::Duration:
    return parseDuration();
  case TokenKind::Prefix:
    return parseTyped();
  case TokenKind::Address:
    fail("a variable has to be declared with AT for this address");
    return make(ExprKind::Literal);
  default:
    break;
  }
  if (now().isWord("TRUE") || now().isWord("FALSE")) {
    auto E = make(ExprKind::Literal);
    E->Name = "BOOL";
    E->Value = APInt(AnyBits, now().isWord("TRUE"));
    E->Ty = anyInt();
    skip();
    return E;
  }
  take("#");
  auto E = make(ExprKind::Name);
  E->Name = name("an expression");
  if (!now().is("("))
    return E;
  E->What = ExprKind::Call;
  E->Arguments = parseArguments();
  for (const Argument &A : E->Arguments)
    if (A.Value)
      E->Depth = std::max(E->Depth, A.Value->Depth + 1);
  return E;
}

ExpressionPtr Parser::parseBit(ExpressionPtr E) {
  auto Bit = make(ExprKind::Bit);
  StringRef Number = now().Text;
  if (now().What == TokenKind::Address &&
      !Number.consume_front_insensitive("%X"))
    fail("only bits can be addressed here, as in 'w.%X3'");
  else if (Number.getAsInteger(10, Bit->Number))
    fail("the number of a bit is expected");
  else
    skip();
  addOperand(*Bit, std::move(E));
  return Bit;
}

ExpressionPtr Parser::parsePostfix(ExpressionPtr E) {
  while (now().is(".") || now().is("[") || now().is("^")) {
    if (now().is("^"))
      fail("pointers and references are not supported");
    if (take("[")) {
      do {
        auto Index = make(ExprKind::Index);
        addOperand(*Index, std::move(E));
        addOperand(*Index, parseExpression());
        E = std::move(Index);
      } while (take(","));
      expect("]");
    } else if (take(".")) {
      if (now().What == TokenKind::Integer ||
          now().What == TokenKind::Address) {
        E = parseBit(std::move(E));
        continue;
      }
      auto Member = make(ExprKind::Member);
      Member->Name = name("the name of a member");
      addOperand(*Member, std::move(E));
      E = std::move(Member);
    }
  }
  return E;
}

std::vector<Argument> Parser::parseArguments() {
  std::vector<Argument> All;
  expect("(");
  if (take(")"))
    return All;
  do {
    Argument &A = All.emplace_back();
    A.Where = place();
    if (then().is(":=") || then().is("=>")) {
      A.IsOutput = then().is("=>");
      A.Name = name("the name of a parameter");
      skip();
      if (isAtEnd())
        break;
      if (A.IsOutput && (now().is(",") || now().is(")")))
        continue;
    }
    A.Value = parseExpression();
  } while (take(","));
  expect(")");
  return All;
}

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

static std::string withoutUnderscores(StringRef Text) {
  std::string Result;
  llvm::copy_if(Text, std::back_inserter(Result),
                [](char C) { return C != '_'; });
  return Result;
}

/// "16#FF" or "1_000"; nothing if it is malformed or wants too many bits.
static std::optional<APInt> integerOf(StringRef Text) {
  unsigned Radix = 10;
  if (Text.contains('#')) {
    auto [Base, Digits] = Text.split('#');
    Text = Digits;
    if (Base.getAsInteger(10, Radix) ||
        (Radix != 2 && Radix != 8 && Radix != 10 && Radix != 16))
      return std::nullopt;
  }
  const std::string Digits = withoutUnderscores(Text);
  APInt Value;
  constexpr size_t MaxDigits = 80;
  if (Digits.size() > MaxDigits ||
      StringRef(Digits).getAsInteger(Radix, Value) ||
      Value.getActiveBits() > 64)
    return std::nullopt;
  return Value.zextOrTrunc(AnyBits);
}

ExpressionPtr Parser::parseInteger() {
  auto E = make(ExprKind::Literal);
  auto Value = integerOf(now().Text);
  if (!Value) {
    fail("'" + now().Text.str() + "' is no number of up to 64 bits");
    return E;
  }
  E->Value = *Value;
  E->Ty = anyInt();
  skip();
  return E;
}

ExpressionPtr Parser::parseReal(bool IsNegative) {
  auto E = make(ExprKind::Literal);
  llvm::APFloat Number(llvm::APFloat::IEEEdouble());
  auto Status = Number.convertFromString(withoutUnderscores(now().Text),
                                         llvm::APFloat::rmNearestTiesToEven);
  if (!Status) {
    llvm::consumeError(Status.takeError());
    fail("this number is malformed");
    return E;
  }
  if (IsNegative)
    Number.changeSign();
  E->Value = Number.bitcastToAPInt();
  E->Ty = anyReal();
  skip();
  return E;
}

/// Milliseconds of "1h2m3.5s"; nothing if it is malformed or too long.
static std::optional<int64_t> millisecondsOf(StringRef Text) {
  const bool IsNegative = Text.consume_front("-");
  Text.consume_front("+");
  double Sum = 0;
  if (Text.empty())
    return std::nullopt;
  while (!Text.empty()) {
    const StringRef Digits = Text.take_while(
        [](char C) { return llvm::isDigit(C) || C == '.' || C == '_'; });
    Text = Text.drop_front(Digits.size());
    const StringRef Letters = Text.take_while(llvm::isAlpha);
    Text = Text.drop_front(Letters.size());
    Text.consume_front("_");
    const std::string Unit = Letters.lower();
    const double Factor = Unit == "d"    ? 86'400'000
                          : Unit == "h"  ? 3'600'000
                          : Unit == "m"  ? 60'000
                          : Unit == "s"  ? 1000
                          : Unit == "ms" ? 1
                          : Unit == "us" ? 0.001
                          : Unit == "ns" ? 0.000001
                                         : 0;
    double Number = 0;
    if (Factor == 0 ||
        StringRef(withoutUnderscores(Digits)).getAsDouble(Number))
      return std::nullopt;
    Sum += Number * Factor;
    if (Sum > INT32_MAX)
      return std::nullopt;
  }
  const int64_t Rounded = int64_t(Sum + 0.5);
  return IsNegative ? -Rounded : Rounded;
}

ExpressionPtr Parser::parseDuration() {
  auto E = make(ExprKind::Literal);
  auto Value = millisecondsOf(now().Text);
  if (!Value) {
    fail("'" + now().Text.str() +
         "' is no duration of up to 24 days, as 1h2m3s4ms is one");
    return E;
  }
  E->Value = APInt(32, uint64_t(*Value), /*isSigned=*/true);
  E->Ty = timeType();
  skip();
  return E;
}

/// "INT#-5", "WORD#16#FF", "Color#Red".
ExpressionPtr Parser::parseTyped() {
  const std::string Prefix = now().Text.str();
  const SourceLocation Where = place();
  skip();
  const bool IsNegative = take("-");
  ExpressionPtr E;
  if (now().What == TokenKind::Integer) {
    E = parseInteger();
    if (IsNegative)
      E->Value.negate();
  } else if (now().What == TokenKind::Real) {
    E = parseReal(IsNegative);
  } else if (!IsNegative && now().What == TokenKind::Word) {
    if (now().isWord("TRUE") || now().isWord("FALSE")) {
      E = parsePrimary();
    } else {
      E = make(ExprKind::Member);
      E->Name = name("a value of the type");
      auto Of = make(ExprKind::Name);
      Of->Name = Prefix;
      Of->Where = Where;
      addOperand(*E, std::move(Of));
    }
    return E;
  } else {
    failExpected("a value of the type");
    return make(ExprKind::Literal);
  }
  E->Name = Prefix;
  return E;
}
