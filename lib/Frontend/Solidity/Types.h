//===- Types.h - Types of Solidity ----------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_SOLIDITY_TYPES_H
#define SOOTH_LIB_FRONTEND_SOLIDITY_TYPES_H

#include "llvm/ADT/DynamicAPInt.h"
#include "llvm/ADT/StringMap.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sooth::solidity {

struct Type {
  enum class Kind {
    Bool,
    Integer,
    Address, ///< a contract's is one, too
    Bytes,   ///< of fixed length
    Enum,
    Opaque,  ///< string and bytes
    Literal, ///< a number that has no type yet
    Text,    ///< a literal
    Mapping,
    Array,
    Struct,
    Tuple,
    TypeName, ///< a type as an expression
    Contract,
    Other ///< functions, modules and what is not modelled
  };
  enum class Location { None, Storage, Memory };

  Kind What = Kind::Other;
  std::string Id;
  bool IsSigned = false;
  unsigned Bits = 0;            ///< of Integer, Bytes
  llvm::DynamicAPInt Number{0}; ///< of Literal
  bool IsWhole = true;          ///< of Literal: no fraction
  int64_t Declaration = 0;      ///< of Enum, Struct, Contract
  bool IsSuper = false;
  Location Where = Location::None;
  bool IsPointer = false;
  /// Of Mapping: key and value. Of Array, TypeName: one. Of Tuple: all; null
  /// where a component is left out.
  std::vector<const Type *> Parts;
  std::optional<uint64_t> Length; ///< of Array, if fixed

  bool is(Kind K) const { return What == K; }
  bool isReference() const {
    return What == Kind::Array || What == Kind::Struct || What == Kind::Mapping;
  }
  bool isNumeric() const {
    return What == Kind::Integer || What == Kind::Literal;
  }
  bool isInStorage() const {
    return isReference() && Where != Location::Memory;
  }
  bool isInMemory() const { return isReference() && Where == Location::Memory; }
};

/// Owns types: one for each identifier.
class Types {
public:
  /// \p Underlying has the identifier of the type that a value of the type
  /// declared with a number is ("type Price is uint128").
  using UnderlyingTypes = std::function<llvm::StringRef(int64_t)>;
  explicit Types(UnderlyingTypes Underlying = nullptr)
      : Underlying(std::move(Underlying)) {}

  /// The type with the compiler's identifier \p Id.
  const Type *get(llvm::StringRef Id);
  /// \p T at another place: what an assignment to a variable there copies.
  const Type *inMemory(const Type *T);
  const Type *inStorage(const Type *T);
  const Type *boolean() { return get("t_bool"); }
  const Type *uint256() { return get("t_uint256"); }
  const Type *address() { return get("t_address"); }

private:
  const Type *parse(llvm::StringRef &Text);
  std::vector<const Type *> parseList(llvm::StringRef &Text, unsigned Count);
  const Type *moved(const Type *T, Type::Location To);
  UnderlyingTypes Underlying;
  llvm::StringMap<std::unique_ptr<Type>> Known;
};

} // namespace sooth::solidity

#endif
