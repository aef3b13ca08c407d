//===- Value.h - Concrete values ------------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_EXPR_VALUE_H
#define SOOTH_EXPR_VALUE_H

#include "sooth/Expr/Sort.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DynamicAPInt.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace sooth {

/// An exact fraction in lowest terms with a positive denominator.
struct Rational {
  llvm::DynamicAPInt Num{0};
  llvm::DynamicAPInt Den{1};

  Rational() = default;
  /// Requires \p D to be nonzero.
  Rational(llvm::DynamicAPInt N, llvm::DynamicAPInt D);

  friend bool operator==(const Rational &A, const Rational &B) {
    return A.Num == B.Num && A.Den == B.Den;
  }
  friend bool operator<(const Rational &A, const Rational &B) {
    return A.Num * B.Den < B.Num * A.Den;
  }
};

/// Decimal digits with an optional leading '-'; nothing if malformed.
std::optional<llvm::DynamicAPInt> parseInteger(llvm::StringRef Text);
std::string toString(const llvm::DynamicAPInt &I);

class Value;
struct ArrayValue;

/// An element of a sort. Immutable, cheap to copy but for wide bit-vectors.
class Value {
public:
  Value() : Data(false) {}
  explicit Value(bool B) : Data(B) {}
  explicit Value(llvm::APInt Bits) : Data(std::move(Bits)) {}
  explicit Value(llvm::DynamicAPInt I) : Data(std::move(I)) {}
  explicit Value(Rational R) : Data(std::move(R)) {}

  /// The array that maps every index of \p S to \p Default.
  static Value constArray(Sort S, Value Default);

  bool isBool() const { return std::holds_alternative<bool>(Data); }
  bool isBitVec() const { return std::holds_alternative<llvm::APInt>(Data); }
  bool isInt() const {
    return std::holds_alternative<llvm::DynamicAPInt>(Data);
  }
  bool isReal() const { return std::holds_alternative<Rational>(Data); }
  bool isArray() const {
    return std::holds_alternative<std::shared_ptr<const ArrayValue>>(Data);
  }

  bool boolean() const { return std::get<bool>(Data); }
  const llvm::APInt &bits() const { return std::get<llvm::APInt>(Data); }
  const llvm::DynamicAPInt &integer() const {
    return std::get<llvm::DynamicAPInt>(Data);
  }
  const Rational &real() const { return std::get<Rational>(Data); }
  const ArrayValue &array() const {
    return *std::get<std::shared_ptr<const ArrayValue>>(Data);
  }

  /// Require an array. `store` keeps arrays canonical, so that == is
  /// extensional. It copies the array unless this is about to die and nobody
  /// else has it.
  Value select(const Value &Index) const;
  Value store(const Value &Index, const Value &Element) const &;
  Value store(const Value &Index, const Value &Element) &&;

  /// The value all whose bits are zero: false, 0, the constant zero array.
  static Value zero(Sort S);

  /// As an SMT-LIB term: "#x0f", "(- 3)", "true".
  void print(llvm::raw_ostream &OS) const;

  friend bool operator==(const Value &A, const Value &B);
  friend bool operator!=(const Value &A, const Value &B) { return !(A == B); }
  /// Some total order on the values of one sort.
  friend bool operator<(const Value &A, const Value &B);

private:
  std::variant<bool, llvm::APInt, llvm::DynamicAPInt, Rational,
               std::shared_ptr<const ArrayValue>>
      Data;
};

/// A default and finitely many exceptions, none equal to the default. (Over a
/// finite index sort the default is the value that occurs most, and of those
/// the least, so that equal arrays look the same.)
struct ArrayValue {
  Sort S;
  Value Default;
  std::map<Value, Value> Entries;
};

size_t hashValue(const Value &V);

} // namespace sooth

#endif
