//===- Types.cpp - Types of Solidity --------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Types.h"

#include "sooth/Expr/Value.h"

#include "llvm/ADT/StringExtras.h"

using namespace sooth::solidity;
using llvm::StringRef;
using TypeKind = Type::Kind;

/// Exactly \p Count types: "$_" type "_$_" type "_$"; for a tuple, 0, as many
/// as there are.
std::vector<const Type *> Types::parseList(StringRef &Text, unsigned Count) {
  std::vector<const Type *> Result;
  if (!Text.consume_front("$_"))
    return Result;
  if (Count == 0 && Text.consume_front("_$"))
    return Result;
  while (true) {
    Result.push_back(Text.starts_with("t_") ? parse(Text) : nullptr);
    if (Count && Result.size() == Count)
      break;
    const bool GoesOn =
        Count || Text.starts_with("_$_t_") || Text.starts_with("_$__$");
    if (!GoesOn || !Text.consume_front("_$_"))
      break;
  }
  Text.consume_front("_$");
  return Result;
}

static void takeLocation(StringRef &Text, Type &T) {
  if (Text.consume_front("_storage"))
    T.Where = Type::Location::Storage;
  else if (Text.consume_front("_memory") || Text.consume_front("_calldata"))
    T.Where = Type::Location::Memory;
  T.IsPointer = Text.consume_front("_ptr");
  Text.consume_front("_slice");
}

/// "$_Name_$12": the declaration's number.
static int64_t takeDeclaration(StringRef &Text) {
  int64_t Number = 0;
  size_t End = Text.find("_$");
  Text = Text.drop_front(End == StringRef::npos ? Text.size() : End + 2);
  Text.consumeInteger(10, Number);
  return Number;
}

static void parseLiteral(StringRef &Text, Type &T) {
  const bool IsNegative = Text.consume_front("minus_");
  StringRef Digits = Text.take_while(llvm::isDigit);
  Text = Text.drop_front(Digits.size());
  if (auto N = sooth::parseInteger(Digits))
    T.Number = IsNegative ? -*N : *N;
  Text.consume_front("_by_");
  StringRef Below = Text.take_while(llvm::isDigit);
  Text = Text.drop_front(Below.size());
  T.IsWhole = Below == "1" && !Digits.empty();
}

const Type *Types::parse(StringRef &Text) {
  // Values of a type with a name of its own are those of the type that it is.
  if (Underlying && Text.consume_front("t_userDefinedValueType"))
    return get(Underlying(takeDeclaration(Text)));
  const StringRef Before = Text;
  auto T = std::make_unique<Type>();
  auto Bits = [&](unsigned Default) {
    unsigned N = Default;
    Text.consumeInteger(10, N);
    return N;
  };
  if (Text.consume_front("t_bool")) {
    T->What = TypeKind::Bool;
  } else if (Text.consume_front("t_uint")) {
    T->What = TypeKind::Integer;
    T->Bits = Bits(256);
  } else if (Text.consume_front("t_int")) {
    T->What = TypeKind::Integer;
    T->IsSigned = true;
    T->Bits = Bits(256);
  } else if (Text.consume_front("t_address")) {
    Text.consume_front("_payable");
    T->What = TypeKind::Address;
    T->Bits = 160;
  } else if (Text.consume_front("t_contract")) {
    T->What = TypeKind::Contract;
    T->Bits = 160;
    T->Declaration = takeDeclaration(Text);
  } else if (Text.consume_front("t_super")) {
    T->What = TypeKind::Contract;
    T->IsSuper = true;
    T->Declaration = takeDeclaration(Text);
  } else if (Text.consume_front("t_enum")) {
    T->What = TypeKind::Enum;
    T->Bits = 8;
    T->Declaration = takeDeclaration(Text);
  } else if (Text.consume_front("t_rational_")) {
    T->What = TypeKind::Literal;
    parseLiteral(Text, *T);
  } else if (Text.consume_front("t_stringliteral_")) {
    T->What = TypeKind::Text;
    Text = Text.drop_while(llvm::isHexDigit);
  } else if (Text.consume_front("t_string")) {
    T->What = TypeKind::Opaque;
    takeLocation(Text, *T);
  } else if (Text.starts_with("t_bytes") && Text.size() > 7 &&
             llvm::isDigit(Text[7])) {
    Text = Text.drop_front(7);
    T->What = TypeKind::Bytes;
    T->Bits = Bits(32) * 8;
  } else if (Text.consume_front("t_bytes")) {
    T->What = TypeKind::Opaque;
    takeLocation(Text, *T);
  } else if (Text.consume_front("t_byte")) {
    T->What = TypeKind::Bytes;
    T->Bits = 8;
  } else if (Text.consume_front("t_mapping")) {
    T->What = TypeKind::Mapping;
    T->Where = Type::Location::Storage;
    T->Parts = parseList(Text, 2);
  } else if (Text.consume_front("t_array")) {
    T->What = TypeKind::Array;
    T->Parts = parseList(Text, 1);
    uint64_t Length = 0;
    if (!Text.consume_front("dyn") && !Text.consumeInteger(10, Length))
      T->Length = Length;
    takeLocation(Text, *T);
  } else if (Text.consume_front("t_struct")) {
    T->What = TypeKind::Struct;
    T->Declaration = takeDeclaration(Text);
    takeLocation(Text, *T);
  } else if (Text.consume_front("t_tuple")) {
    T->What = TypeKind::Tuple;
    T->Parts = parseList(Text, 0);
  } else if (Text.consume_front("t_type")) {
    T->What = TypeKind::TypeName;
    T->Parts = parseList(Text, 1);
  } else {
    Text = "";
  }
  T->Id = Before.take_front(Before.size() - Text.size()).str();
  std::unique_ptr<Type> &Slot = Known[T->Id];
  if (!Slot)
    Slot = std::move(T);
  return Slot.get();
}

const Type *Types::get(StringRef Id) {
  auto Found = Known.find(Id);
  if (Found != Known.end())
    return Found->second.get();
  StringRef Text = Id;
  return parse(Text);
}

const Type *Types::moved(const Type *T, Type::Location To) {
  if (!T || (!T->isReference() && T->What != TypeKind::Opaque) ||
      T->is(TypeKind::Mapping) || (T->Where == To && T->IsPointer))
    return T;
  Type Copy = *T;
  Copy.Where = To;
  Copy.IsPointer = true;
  for (const Type *&Part : Copy.Parts)
    Part = moved(Part, To);
  StringRef Id = T->Id;
  for (StringRef End : {"_ptr", "_storage", "_memory", "_calldata"})
    Id.consume_back(End);
  Copy.Id =
      (Id + (To == Type::Location::Memory ? "_memory_ptr" : "_storage_ptr"))
          .str();
  std::unique_ptr<Type> &Slot = Known[Copy.Id];
  if (!Slot)
    Slot = std::make_unique<Type>(std::move(Copy));
  return Slot.get();
}

const Type *Types::inMemory(const Type *T) {
  return moved(T, Type::Location::Memory);
}
const Type *Types::inStorage(const Type *T) {
  return moved(T, Type::Location::Storage);
}
