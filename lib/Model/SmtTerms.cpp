//===- SmtTerms.cpp - Reading SMT-LIB terms -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmtReader.h"

#include "sooth/Expr/SmtPrinter.h"

using namespace sooth;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using TokenKind = SmtToken::Kind;

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

Expected<Expr> SmtReader::readTerm() {
  const size_t Bottom = Frames.size();
  while (true) {
    auto E = startTerm();
    while (E && *E) {
      if (Frames.size() == Bottom)
        return E;
      E = finishTerm(*E);
    }
    if (!E)
      return E;
  }
}

Expected<Expr> SmtReader::startTerm() {
  SmtToken T = Lex.peek();
  if (T.is(TokenKind::RParen) || T.is(TokenKind::End) ||
      T.is(TokenKind::Malformed) || T.is(TokenKind::Keyword) ||
      T.is(TokenKind::String))
    return expected("a term", T);
  Lex.take();
  return T.is(TokenKind::LParen) ? startCompound(T) : readAtom(T);
}

/// Words that only ever start a command: inside a term they tell that a
/// parenthesis is missing before them.
static bool startsCommand(const SmtToken &T) {
  if (!T.is(TokenKind::Symbol) || T.Quoted == SmtToken::Quotes::Yes)
    return false;
  StringRef Word = T.Text;
  return Word == "assert" || Word.starts_with("declare-") ||
         Word.starts_with("define-") || Word == "check-sat";
}

Expected<Expr> SmtReader::startCompound(const SmtToken &Open) {
  SmtToken Head = Lex.peek();
  if (Head.is(TokenKind::LParen)) {
    Lex.take();
    if (Error E = startQualified())
      return E;
    return Expr();
  }
  if (!Head.is(TokenKind::Symbol))
    return expected("an operator", Head);
  Lex.take();
  if (Head.isWord("_"))
    return readIndexedAtom();
  if (Head.isWord("let")) {
    Frames.push_back({Frame::Kind::LetBindings, Head, Bound.size()});
    if (Error E = expect(TokenKind::LParen, "'('"))
      return E;
    if (Error E = startLetBinding())
      return E;
    return Expr();
  }
  if (Head.isWord("!")) {
    Frames.push_back({Frame::Kind::Annotation, Head, 0});
    return Expr();
  }
  if (Head.isWord("forall") || Head.isWord("exists")) {
    if (!Horn)
      return error(Head, "quantifiers are not supported");
    if (Error E = startQuantifier(Head))
      return E;
    return Expr();
  }
  const bool IsOwn = Macros.count(Head.Text) || Functions.count(Head.Text) ||
                     isPredicate(Head.Text);
  if (startsCommand(Head) && !IsOwn)
    return error(Lex.open().front(), "unbalanced parenthesis");
  if (!isSmtOperator(Head.Text) && !IsOwn) {
    if (Names.lookup(Head.Text))
      return error(Head, "'" + Head.Text.str() + "' is not a function");
    return error(Head, "undeclared symbol '" + Head.Text.str() + "'");
  }
  Frames.push_back({Frame::Kind::Application, Head, Operands.size()});
  return Expr();
}

/// ((_ name index…) …) or ((as const Sort) …), after both parentheses.
Error SmtReader::startQualified() {
  auto Word = take(TokenKind::Symbol, "'_' or 'as'");
  if (!Word)
    return Word.takeError();
  Frame F{Frame::Kind::Application, SmtToken(), Operands.size()};
  if (!Word->isWord("_") && !Word->isWord("as"))
    return expected("'_' or 'as'", *Word);
  auto Name = take(TokenKind::Symbol, "an operator");
  if (!Name)
    return Name.takeError();
  F.Head = *Name;
  if (Word->isWord("as")) {
    if (Name->Text != "const")
      return error(*Name, "undeclared symbol '" + Name->Text.str() + "'");
    SmtToken At = Lex.peek();
    auto S = readSort();
    if (!S)
      return S.takeError();
    if (!S->isArray())
      return error(At, "const needs an array sort");
    F.ConstArray = *S;
  } else {
    if (!isSmtOperator(Name->Text))
      return error(*Name, "unknown operator '" + Name->Text.str() + "'");
    while (!Lex.peek().is(TokenKind::RParen)) {
      auto Index = takeIndex();
      if (!Index)
        return Index.takeError();
      F.Indices.push_back(*Index);
    }
  }
  if (Error E = expect(TokenKind::RParen, "')'"))
    return E;
  Frames.push_back(std::move(F));
  return Error::success();
}

Expected<Expr> SmtReader::finishTerm(Expr E) {
  switch (Frames.back().What) {
  case Frame::Kind::Application:
    Operands.push_back(E);
    if (!Lex.peek().is(TokenKind::RParen))
      return Expr();
    Lex.take();
    return applyTop();
  case Frame::Kind::LetBindings:
    return finishLetBinding(E);
  case Frame::Kind::LetBody:
    if (Error Err = expect(TokenKind::RParen, "')'"))
      return Err;
    unbind(Frames.back().Base);
    Frames.pop_back();
    return E;
  case Frame::Kind::Annotation:
    return finishAnnotation(E);
  case Frame::Kind::Quantifier:
    return finishQuantifier(E);
  }
  llvm_unreachable("unknown frame");
}

//===----------------------------------------------------------------------===//
// let
//===----------------------------------------------------------------------===//

Error SmtReader::startLetBinding() {
  if (Error E = expect(TokenKind::LParen, "'(' of a binding"))
    return E;
  auto Name = take(TokenKind::Symbol, "a name to bind");
  if (!Name)
    return Name.takeError();
  Bound.push_back({Name->Text, Expr()});
  return Error::success();
}

/// Bindings see the names outside the `let`, so that all of them are read
/// before the first is bound.
Expected<Expr> SmtReader::finishLetBinding(Expr E) {
  Bound.back().Value = E;
  if (Error Err = expect(TokenKind::RParen, "')'"))
    return Err;
  if (!Lex.peek().is(TokenKind::RParen)) {
    if (Error Err = startLetBinding())
      return Err;
    return Expr();
  }
  Lex.take();
  Frame &F = Frames.back();
  size_t Count = Bound.size() - F.Base;
  for (size_t I = F.Base; I < Bound.size(); ++I)
    bind(Bound[I].Name, Bound[I].Value);
  Bound.resize(F.Base);
  F.What = Frame::Kind::LetBody;
  F.Base = Count;
  return Expr();
}

void SmtReader::bind(StringRef Name, Expr Value) {
  auto &Entry = *Names.try_emplace(Name).first;
  UndoLog.push_back({&Entry, Entry.second});
  Entry.second = Value;
}

void SmtReader::unbind(size_t Count) {
  while (Count--) {
    UndoLog.back().Name->second = UndoLog.back().Old;
    UndoLog.pop_back();
  }
}

//===----------------------------------------------------------------------===//
// Annotations
//===----------------------------------------------------------------------===//

Expected<Expr> SmtReader::finishAnnotation(Expr E) {
  while (!Lex.peek().is(TokenKind::RParen)) {
    auto Keyword = take(TokenKind::Keyword, "an attribute or ')'");
    if (!Keyword)
      return Keyword.takeError();
    if (Error Err = readAttribute(E, *Keyword))
      return Err;
  }
  Lex.take();
  Frames.pop_back();
  return E;
}

Error SmtReader::readAttribute(Expr E, const SmtToken &Keyword) {
  SmtToken Value;
  switch (Lex.peek().What) {
  case TokenKind::Keyword:
  case TokenKind::RParen:
    break;
  case TokenKind::LParen:
    if (Error Err = skipExpression())
      return Err;
    break;
  case TokenKind::End:
  case TokenKind::Malformed:
    return expected("a value of :" + Keyword.Text.str(), Lex.peek());
  default:
    Value = Lex.take();
  }
  if (Keyword.Text == "named") {
    if (!Value.is(TokenKind::Symbol))
      return error(Keyword, ":named needs a symbol");
    if (!DefinedFunction.empty())
      return error(Keyword, ":named inside a function with arguments");
    if (Error Err = checkNew(Value))
      return Err;
    Names[Value.Text] = E;
    return Error::success();
  }
  // The annotated term is the whole definition if nothing else is open.
  bool Whole = Frames.size() == 1;
  if (Whole)
    Attributes.push_back(Keyword.Text.str());
  Script.Annotations.push_back({Keyword.Text.str(), Value.Text.str(), E,
                                locate(Keyword), Whole ? Definition : "",
                                DefinedFunction});
  return Error::success();
}

Error SmtReader::skipExpression() {
  size_t Depth = Lex.open().size();
  do {
    SmtToken T = Lex.peek();
    if (T.is(TokenKind::End) || T.is(TokenKind::Malformed))
      return expected("')'", T);
    Lex.take();
  } while (Lex.open().size() > Depth);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Atoms
//===----------------------------------------------------------------------===//

static Expr readDecimal(ExprContext &Ctx, StringRef Text) {
  auto [Whole, Fraction] = Text.split('.');
  llvm::DynamicAPInt Scale(1);
  for (size_t I = 0; I < Fraction.size(); ++I)
    Scale *= 10;
  std::string Digits = (Whole + Fraction).str();
  return Ctx.real(Rational(*parseInteger(Digits), Scale));
}

Expected<Expr> SmtReader::readAtom(const SmtToken &T) {
  // Digits of a number take quadratic time to convert.
  constexpr size_t MaxDigits = 10000;
  switch (T.What) {
  case TokenKind::Symbol:
    return symbolValue(T);
  case TokenKind::Numeral:
  case TokenKind::Decimal:
    if (T.Text.size() > MaxDigits)
      return error(T, "number has more than " + std::to_string(MaxDigits) +
                          " digits");
    return T.is(TokenKind::Numeral) ? Ctx.integer(*parseInteger(T.Text))
                                    : readDecimal(Ctx, T.Text);
  case TokenKind::Hex:
  case TokenKind::Binary: {
    bool Hex = T.is(TokenKind::Hex);
    size_t Width = T.Text.size() * (Hex ? 4 : 1);
    if (Width > MaxSmtWidth)
      return error(T,
                   "bit-vector is wider than " + std::to_string(MaxSmtWidth));
    return Ctx.bv(llvm::APInt(Width, T.Text, Hex ? 16 : 2));
  }
  default:
    return expected("a term", T);
  }
}

Expected<Expr> SmtReader::symbolValue(const SmtToken &T) {
  if (Expr E = Names.lookup(T.Text))
    return E;
  if (T.isWord("true") || T.isWord("false"))
    return Ctx.boolean(T.Text == "true");
  if (isPredicate(T.Text))
    return applyPredicate(T, Horn->PredicateOf.lookup(T.Text), {});
  if (Vars == Variables::Existing) {
    if (Expr E = Ctx.lookupVar(smtSymbolName(T.Text)))
      return E;
  }
  if (Macros.count(T.Text) || Functions.count(T.Text))
    return error(T, "function '" + T.Text.str() + "' expects arguments");
  return error(T, "undeclared symbol '" + T.Text.str() + "'");
}

/// (_ bv5 32), after "(_".
Expected<Expr> SmtReader::readIndexedAtom() {
  auto Name = take(TokenKind::Symbol, "a constant");
  if (!Name)
    return Name.takeError();
  StringRef Digits = Name->Text;
  if (!Digits.consume_front("bv") || Digits.size() > 10000 ||
      Digits.starts_with("-") || !parseInteger(Digits))
    return error(*Name, "unknown constant '" + Name->Text.str() + "'");
  auto Width = takeWidth();
  if (!Width)
    return Width.takeError();
  if (Error E = expect(TokenKind::RParen, "')'"))
    return E;
  llvm::APInt Wide(std::max<unsigned>(*Width, Digits.size() * 4), Digits, 10);
  if (Wide.getActiveBits() > *Width)
    return error(*Name, Name->Text.str() + " does not fit in " +
                            std::to_string(*Width) + " bits");
  return Ctx.bv(Wide.trunc(*Width));
}

//===----------------------------------------------------------------------===//
// Applications
//===----------------------------------------------------------------------===//

Expected<Expr> SmtReader::applyTop() {
  Frame F = std::move(Frames.back());
  Frames.pop_back();
  ArrayRef<Expr> Ops = ArrayRef(Operands).drop_front(F.Base);
  Expected<Expr> Result = Expr();
  if (F.ConstArray) {
    Expr V = Ops.size() == 1 ? coerceToSort(Ctx, Ops[0], F.ConstArray.element())
                             : Expr();
    if (V && V.sort() == F.ConstArray.element())
      Result = Ctx.mkConstArray(F.ConstArray, V);
    else
      Result = error(F.Head, "ill-sorted operands of const: " + sortsOf(Ops));
  } else if (isPredicate(F.Head.Text) && F.Indices.empty()) {
    Result = applyPredicate(F.Head, Horn->PredicateOf.lookup(F.Head.Text), Ops);
  } else if (auto It = Macros.find(F.Head.Text);
             It != Macros.end() && F.Indices.empty()) {
    Result = expand(F.Head, It->second, Ops);
  } else if (auto It = Functions.find(F.Head.Text);
             It != Functions.end() && F.Indices.empty()) {
    Result = apply(F.Head, It->second, Ops);
  } else {
    Result = applyOperator(F, Ops);
  }
  Operands.resize(F.Base);
  return Result;
}

Expected<Expr> SmtReader::apply(const SmtToken &At, const Function &F,
                                ArrayRef<Expr> Args) {
  Expr Result = F.Map;
  bool Fits = Args.size() == F.Arity;
  for (size_t I = 0; Fits && I < Args.size(); ++I) {
    Expr Arg = coerceToSort(Ctx, Args[I], Result.sort().index());
    Fits = Arg.sort() == Result.sort().index();
    if (Fits)
      Result = Ctx.mkSelect(Result, Arg);
  }
  if (!Fits)
    return error(At, "ill-sorted arguments of '" + At.Text.str() +
                         "': " + sortsOf(Args));
  return Result;
}

Expected<Expr> SmtReader::applyOperator(const Frame &F, ArrayRef<Expr> Ops) {
  LastHead = F.Head;
  auto AtZero = [this](Kind K, Expr X, Expr D) { return zeroCase(K, X, D); };
  SmtApplication A{Ctx,    F.Head.Text, F.Indices, {Ops.begin(), Ops.end()},
                   AtZero, {}};
  if (Expr E = applySmtOperator(A))
    return E;
  return error(F.Head, std::move(A.Problem));
}

Expr SmtReader::zeroCase(Kind K, Expr X, Expr D) {
  if (Vars == Variables::Existing)
    return K == Kind::IntMod ? X
                             : Ctx.constant(Value::zero(X.sort()), X.sort());
  Division Div{unsigned(K), X, D};
  Expr &E = ZeroCases[Div];
  if (!E) {
    E = Ctx.freshVar("division.by.zero", X.sort());
    DivisionOf[E] = Div;
    Script.ZeroDivisions.push_back({E, locate(LastHead)});
  }
  return E;
}

//===----------------------------------------------------------------------===//
// Macros
//===----------------------------------------------------------------------===//

/// A variable that stands for a division by zero depends on what is divided, so
/// that each application of the macro gets its own.
SmtReader::Macro SmtReader::makeMacro(std::vector<Expr> Params, Expr Body) {
  Macro M{std::move(Params), Body, {}};
  ExprSet Seen, Depends(M.Params.begin(), M.Params.end());
  Seen.insert(M.Params.begin(), M.Params.end());
  llvm::SmallVector<std::pair<Expr, unsigned>, 32> Stack;
  auto Below = [&](Expr E) -> llvm::SmallVector<Expr, 4> {
    if (auto It = DivisionOf.find(E); It != DivisionOf.end())
      return {std::get<1>(It->second), std::get<2>(It->second)};
    return {E.operands().begin(), E.operands().end()};
  };
  auto Push = [&](Expr E) {
    if (Seen.insert(E).second)
      Stack.push_back({E, 0});
  };
  for (Push(Body); !Stack.empty();) {
    Expr E = Stack.back().first;
    auto Ops = Below(E);
    if (Stack.back().second++ == 0) {
      for (Expr Op : Ops)
        Push(Op);
      continue;
    }
    Stack.pop_back();
    if (llvm::any_of(Ops, [&](Expr Op) { return Depends.contains(Op); })) {
      Depends.insert(E);
      M.Order.push_back(E);
    }
  }
  return M;
}

Expected<Expr> SmtReader::expand(const SmtToken &At, const Macro &M,
                                 ArrayRef<Expr> Args) {
  ExprMap<Expr> Map;
  bool Fits = Args.size() == M.Params.size();
  for (size_t I = 0; Fits && I < Args.size(); ++I) {
    Sort Wanted = M.Params[I].sort();
    Expr Arg = coerceToSort(Ctx, Args[I], Wanted);
    Fits = Arg.sort() == Wanted;
    Map[M.Params[I]] = Arg;
  }
  if (!Fits)
    return error(At, "ill-sorted arguments of " + At.Text.str() + ": " +
                         sortsOf(Args) + "; expected " + sortsOf(M.Params));
  LastHead = At;
  auto Image = [&](Expr E) {
    Expr To = Map.lookup(E);
    return To ? To : E;
  };
  llvm::SmallVector<Expr, 4> Ops;
  for (Expr E : M.Order) {
    if (auto It = DivisionOf.find(E); It != DivisionOf.end()) {
      auto [K, X, D] = It->second;
      Map[E] = zeroCase(Kind(K), Image(X), Image(D));
      continue;
    }
    Ops.clear();
    for (Expr Op : E.operands())
      Ops.push_back(Image(Op));
    Map[E] = Ctx.rebuild(E, Ops);
  }
  return Image(M.Body);
}
