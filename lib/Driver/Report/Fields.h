//===- Fields.h - One list of fields for both directions of JSON ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A structure is written and read by one function that lists its fields:
//
//   template <class Codec>
//   static void fieldsOf(Codec &C, Fields<Codec, Need::Callee> &Callee) {
//     C.field("symbol", Callee.Symbol);
//     C.field("ensures", Callee.Ensures);
//   }
//
// The codec is a FieldWriter or a FieldReader. What is not there when it is
// read stays as it is. Functions whose names end with "IfAny" do not write what
// is empty, 0 or false.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_REPORT_FIELDS_H
#define SOOTH_LIB_DRIVER_REPORT_FIELDS_H

#include "NeedJson.h"
#include "ReasonJson.h"
#include "StoryJson.h"

#include <concepts>
#include <type_traits>
#include <utility>

namespace sooth {

/// What a function lists the fields of: constant where they are written.
template <class Codec, class T> using Fields = typename Codec::template Of<T>;

/// Users get reasons as text only, and the needs of each check in full.
enum class JsonReader { User, Parent };

class FieldWriter {
public:
  template <class T> using Of = const T;
  static constexpr bool Reads = false;

  /// Needs become numbers in \p Table.
  explicit FieldWriter(llvm::json::Object &To,
                       JsonReader For = JsonReader::Parent,
                       NeedTable *Table = nullptr)
      : To(To), For(For), Table(Table) {}
  bool isForUser() const { return For == JsonReader::User; }

  template <class T> void field(llvm::StringRef Key, const T &Value) {
    To[Key] = valueOf(Value);
  }
  template <class T>
  void field(llvm::StringRef Key, const std::optional<T> &Value) {
    if (Value)
      field(Key, *Value);
  }
  template <class T>
  void fieldIf(bool Is, llvm::StringRef Key, const T &Value) {
    if (Is)
      field(Key, Value);
  }
  template <class T> void fieldIfAny(llvm::StringRef Key, const T &Value) {
    fieldIf(Value != T(), Key, Value);
  }
  /// A list of which all has to be read.
  template <class T>
  void allIfAny(llvm::StringRef Key, const std::vector<T> &List) {
    fieldIf(!List.empty(), Key, List);
  }
  /// An enumerator as a number; there is none after \p Last.
  template <class Enum>
  void number(llvm::StringRef Key, Enum Value, Enum /*Last*/) {
    To[Key] = int(Value);
  }
  /// The same if it need not be read.
  template <class Enum>
  void numberIfKnown(llvm::StringRef Key, Enum Value, Enum Last) {
    number(Key, Value, Last);
  }
  /// An enumerator as a name.
  template <class Enum, size_t N>
  void name(llvm::StringRef Key, Enum Value,
            const llvm::StringRef (&Names)[N]) {
    To[Key] = Names[size_t(Value)];
  }
  template <class Enum, size_t N>
  void nameIfAny(llvm::StringRef Key, Enum Value,
                 const llvm::StringRef (&Names)[N]) {
    if (Value != Enum())
      name(Key, Value, Names);
  }
  void place(const SourceLocation &Where) { addPlace(To, Where); }
  /// For users also the words, at \p Words.
  void needs(llvm::StringRef Key, llvm::StringRef Words,
             const std::vector<Need> &All) {
    if (isForUser() && !All.empty())
      To[Words] = needTexts(All);
    if (!isForUser() || !All.empty())
      To[Key] = Table->add(All);
  }
  /// Words for what others say, which are not read.
  void told(llvm::StringRef Key, llvm::json::Value Words) {
    To[Key] = std::move(Words);
  }

private:
  llvm::json::Value valueOf(const std::string &Text) { return jsonText(Text); }
  llvm::json::Value valueOf(const Failure &F) { return encodeFailure(F); }
  llvm::json::Value valueOf(const UnknownReason &R) { return encodeReason(R); }
  llvm::json::Value valueOf(const StoryStep &S) { return encodeStep(S); }
  template <class T> llvm::json::Value valueOf(const std::vector<T> &List) {
    llvm::json::Array All;
    All.reserve(List.size());
    for (const T &Each : List)
      All.push_back(valueOf(Each));
    return All;
  }
  template <class T> llvm::json::Value valueOf(const T &Value) {
    if constexpr (std::is_arithmetic_v<T>) {
      return Value;
    } else {
      llvm::json::Object O;
      FieldWriter C(O, For, Table);
      fieldsOf(C, Value);
      return O;
    }
  }

  llvm::json::Object &To;
  const JsonReader For;
  NeedTable *Table;
};

class FieldReader {
public:
  template <class T> using Of = T;
  static constexpr bool Reads = true;
  using NeedsByNumber = llvm::ArrayRef<std::optional<Need>>;

  explicit FieldReader(const llvm::json::Object &From, NeedsByNumber Table = {})
      : From(From), Table(Table) {}
  static bool isForUser() { return false; }
  /// Whether all could be read that has to be.
  bool isGood() const { return IsGood; }
  /// The same, and what follows counts whatever it is.
  bool wasGood() { return std::exchange(IsGood, true); }

  template <class T> void field(llvm::StringRef Key, T &To) {
    if (const llvm::json::Value *V = From.get(Key))
      read(*V, To);
  }
  template <class T> void field(llvm::StringRef Key, std::optional<T> &To) {
    if (const llvm::json::Value *V = From.get(Key))
      if (!read(*V, To.emplace()))
        To.reset();
  }
  template <class T> void fieldIf(bool, llvm::StringRef Key, T &To) {
    field(Key, To);
  }
  template <class T> void fieldIfAny(llvm::StringRef Key, T &To) {
    field(Key, To);
  }
  template <class T> void allIfAny(llvm::StringRef Key, std::vector<T> &To) {
    if (const llvm::json::Array *List = From.getArray(Key))
      for (const llvm::json::Value &V : *List)
        IsGood &= read(V, To.emplace_back());
  }
  template <class Enum> void number(llvm::StringRef Key, Enum &To, Enum Last) {
    const std::optional<Enum> Read = kindAt(From, Key, Last);
    IsGood &= Read.has_value();
    To = Read.value_or(To);
  }
  template <class Enum>
  void numberIfKnown(llvm::StringRef Key, Enum &To, Enum Last) {
    To = kindAt(From, Key, Last).value_or(To);
  }
  template <class Enum, size_t N>
  void name(llvm::StringRef Key, Enum &To, const llvm::StringRef (&Names)[N]) {
    const size_t Read = indexOf(Names, textAt(From, Key));
    IsGood &= Read < N;
    if (Read < N)
      To = Enum(Read);
  }
  template <class Enum, size_t N>
  void nameIfAny(llvm::StringRef Key, Enum &To,
                 const llvm::StringRef (&Names)[N]) {
    if (From.get(Key))
      name(Key, To, Names);
  }
  void place(SourceLocation &Where) { Where = decodePlace(From); }
  void needs(llvm::StringRef Key, llvm::StringRef /*Words*/,
             std::vector<Need> &To) {
    auto Read = needsAt(From, Key, Table);
    IsGood &= Read.has_value();
    To = std::move(Read).value_or(std::vector<Need>());
  }
  void told(llvm::StringRef, const llvm::json::Value &) {}

private:
  using Value = llvm::json::Value;
  static bool read(const Value &V, std::string &To) {
    To = V.getAsString().value_or("").str();
    return true;
  }
  static bool read(const Value &V, bool &To) {
    To = V.getAsBoolean().value_or(false);
    return true;
  }
  static bool read(const Value &V, double &To) {
    To = numberOf(V);
    return true;
  }
  template <std::unsigned_integral T> static bool read(const Value &V, T &To) {
    To = T(V.getAsUINT64().value_or(0));
    return true;
  }
  static bool read(const Value &V, Failure &To) {
    To = decodeFailure(V);
    return true;
  }
  static bool read(const Value &V, UnknownReason &To) {
    return take(llvm::expectedToOptional(decodeReason(V)), To);
  }
  static bool read(const Value &V, StoryStep &To) {
    const llvm::json::Object *O = V.getAsObject();
    return O && take(decodeStep(*O), To);
  }
  /// Without what cannot be read.
  template <class T> bool read(const Value &V, std::vector<T> &To) {
    if (const llvm::json::Array *List = V.getAsArray())
      for (const Value &Each : *List)
        if (!read(Each, To.emplace_back()))
          To.pop_back();
    return true;
  }
  template <class T> bool read(const Value &V, T &To) {
    const llvm::json::Object *O = V.getAsObject();
    if (!O)
      return false;
    FieldReader C(*O, Table);
    fieldsOf(C, To);
    return C.isGood();
  }
  template <class T> static bool take(std::optional<T> Read, T &To) {
    if (Read)
      To = std::move(*Read);
    return Read.has_value();
  }

  const llvm::json::Object &From;
  const NeedsByNumber Table;
  bool IsGood = true;
};

/// An object with the fields of \p Structure.
template <class T> llvm::json::Object written(const T &Structure) {
  llvm::json::Object O;
  FieldWriter C(O);
  fieldsOf(C, Structure);
  return O;
}

/// The structure whose fields \p V has; nothing if it cannot be read.
template <class T> std::optional<T> readFrom(const llvm::json::Object &V) {
  T Structure;
  FieldReader C(V);
  fieldsOf(C, Structure);
  return C.isGood() ? std::optional(std::move(Structure)) : std::nullopt;
}
template <class T> std::optional<T> readFrom(const llvm::json::Value &V) {
  const llvm::json::Object *O = V.getAsObject();
  return O ? readFrom<T>(*O) : std::nullopt;
}

} // namespace sooth

#endif
