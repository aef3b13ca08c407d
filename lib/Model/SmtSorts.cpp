//===- SmtSorts.cpp - Reading SMT-LIB sorts -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmtReader.h"

using namespace sooth;
using llvm::Error;
using llvm::Expected;
using TokenKind = SmtToken::Kind;

/// Bounds on sorts: definitions can make a short text stand for a huge one.
static constexpr unsigned MaxSortSize = 1000;
static constexpr unsigned MaxSortDepth = 200;
static constexpr unsigned MaxSortWork = 100000;

Expected<Sort> SmtReader::readSort() {
  SortWork = 0;
  return readSort({}, 0);
}

Expected<Sort> SmtReader::readSort(const SortParams &Params, unsigned Depth) {
  const SmtToken T = Lex.peek();
  if (Depth > MaxSortDepth || ++SortWork > MaxSortWork)
    return error(T, "sort is too large");
  if (T.is(TokenKind::LParen))
    return readCompoundSort(Params, Depth);
  if (!T.is(TokenKind::Symbol))
    return expected("a sort", T);
  Lex.take();
  if (Sort S = Params.lookup(T.Text))
    return S;
  if (T.Text == "Bool")
    return Ctx.boolSort();
  if (T.Text == "Int")
    return Ctx.intSort();
  if (T.Text == "Real")
    return Ctx.realSort();
  auto It = SortDefs.find(T.Text);
  if (It == SortDefs.end())
    return error(T, "unknown sort '" + T.Text.str() + "'");
  if (!It->second.Params.empty())
    return error(T, "sort '" + T.Text.str() + "' expects arguments");
  return It->second.Value;
}

Expected<Sort> SmtReader::readCompoundSort(const SortParams &Params,
                                           unsigned Depth) {
  Lex.take();
  auto Head = take(TokenKind::Symbol, "a sort");
  if (!Head)
    return Head.takeError();
  if (Head->isWord("_")) {
    auto Name = take(TokenKind::Symbol, "BitVec");
    if (!Name)
      return Name.takeError();
    if (Name->Text != "BitVec")
      return error(*Name, "unknown sort '" + Name->Text.str() + "'");
    auto Width = takeWidth();
    if (!Width)
      return Width.takeError();
    if (Error E = expect(TokenKind::RParen, "')'"))
      return E;
    return Ctx.bitVecSort(*Width);
  }
  if (Head->Text != "Array") {
    auto It = SortDefs.find(Head->Text);
    if (It == SortDefs.end() || It->second.Params.empty())
      return error(*Head, "unknown sort '" + Head->Text.str() + "'");
    return expandSort(*Head, It->second, Params, Depth);
  }
  auto Index = readSort(Params, Depth + 1);
  if (!Index)
    return Index;
  auto Element = readSort(Params, Depth + 1);
  if (!Element)
    return Element;
  if (Error E = expect(TokenKind::RParen, "')'"))
    return E;
  return makeArraySort(*Head, *Index, *Element);
}

Expected<Sort> SmtReader::makeArraySort(const SmtToken &At, Sort Index,
                                        Sort Element) {
  auto SizeOf = [&](Sort S) { return S.isArray() ? SortSizes.lookup(S) : 1; };
  unsigned Size = 1 + SizeOf(Index) + SizeOf(Element);
  if (Size > MaxSortSize)
    return error(At, "sort is too large");
  Sort S = Ctx.arraySort(Index, Element);
  SortSizes[S] = Size;
  return S;
}

Expected<Sort> SmtReader::expandSort(const SmtToken &Name,
                                     const SortDefinition &Def,
                                     const SortParams &Params, unsigned Depth) {
  SortParams Args;
  for (llvm::StringRef Param : Def.Params) {
    auto Arg = readSort(Params, Depth + 1);
    if (!Arg)
      return Arg;
    Args[Param] = *Arg;
  }
  if (Error E = expect(TokenKind::RParen, "')'"))
    return E;
  // Read the body again with these arguments.
  SmtLexer Body = Def.Body;
  std::swap(Lex, Body);
  auto Result = readSort(Args, Depth + 1);
  std::swap(Lex, Body);
  return Result;
}

Expected<std::pair<SmtToken, Sort>>
SmtReader::readSortedName(llvm::StringRef What) {
  if (Error E = expect(TokenKind::LParen, "'(' of " + What.str()))
    return std::move(E);
  auto Name = take(TokenKind::Symbol, What);
  if (!Name)
    return Name.takeError();
  auto S = readSort();
  if (!S)
    return S.takeError();
  if (Error E = expect(TokenKind::RParen, "')'"))
    return std::move(E);
  return std::pair(*Name, *S);
}

Error SmtReader::readDefineSort() {
  auto Name = take(TokenKind::Symbol, "the name of a sort");
  if (!Name)
    return Name.takeError();
  if (SortDefs.count(Name->Text))
    return error(*Name, "redefinition of sort '" + Name->Text.str() + "'");
  if (Error E = expect(TokenKind::LParen, "'('"))
    return E;
  std::vector<llvm::StringRef> Params;
  // Any sort serves to check the body.
  SortParams Placeholders;
  while (!Lex.peek().is(TokenKind::RParen)) {
    auto Param = take(TokenKind::Symbol, "a sort parameter or ')'");
    if (!Param)
      return Param.takeError();
    Params.push_back(Param->Text);
    Placeholders[Param->Text] = Ctx.boolSort();
  }
  Lex.take();
  SmtLexer Body = Lex;
  SortWork = 0;
  auto Value = readSort(Placeholders, 0);
  if (!Value)
    return Value.takeError();
  SortDefs.try_emplace(Name->Text,
                       SortDefinition{std::move(Params), *Value, Body});
  return Error::success();
}
