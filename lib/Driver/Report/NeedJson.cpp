//===- NeedJson.cpp - Needs of functions as JSON --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NeedJson.h"

#include "sooth/Model/VariableNeeds.h"

#include "Fields.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using llvm::StringRef;
namespace json = llvm::json;

/// In the order of the enumerators.
static constexpr StringRef NeedNames[] = {
    "memory",         "enoughMemory",  "string",       "counted",
    "countedMembers", "storedIndices", "keptMembers",  "apart",
    "targets",        "found",         "foundStrings", "calls",
    "accesses",       "notCalledBack", "notReached",   "notUsed",
    "notCompared",    "inOneObject",   "modelled",     "resultsApart",
    "inRange",        "valid",         "extent",       "conditions",
    "aligned",        "foundAligned",  "freeable",     "function"};
static constexpr StringRef LeftNames[] = {"nullOrValid", "valid",
                                          "validAndUsed"};

namespace sooth {
template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, Need::Argument> &A) {
  bool IsVariable = isVariable(A);
  C.field("name", A.Name);
  C.fieldIfAny("isVariable", IsVariable);
  C.fieldIf(!IsVariable, "number", A.Number);
  if constexpr (Codec::Reads)
    if (IsVariable)
      A = apartFromVariable({}, std::move(A.Name)).Other;
}

template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, Need::Callee> &Callee) {
  C.field("symbol", Callee.Symbol);
  C.field("name", Callee.Name);
  C.field("ensures", Callee.Ensures);
}

/// All but its places.
template <class Codec> static void fieldsOf(Codec &C, Fields<Codec, Need> &N) {
  C.name("kind", N.What, NeedNames);
  C.fieldIf(!N.Given.Name.empty(), "argument", N.Given);
  C.fieldIf(!N.Other.Name.empty(), "other", N.Other);
  C.fieldIfAny("mayBeNull", N.MayBeNull);
  C.fieldIfAny("isNatural", N.IsNatural);
  C.fieldIfAny("bytes", N.Bytes);
  C.fieldIfAny("bytesBefore", N.Before);
  const bool IsOfCalls = N.What == Need::Kind::Calls;
  C.fieldIf(IsOfCalls || !N.Needy.empty(), "needy", N.Needy);
  C.fieldIf(IsOfCalls, "changing", N.Changing);
  if (IsOfCalls)
    C.name("after", N.After, LeftNames);
  C.fieldIfAny("expressions", N.Expressions);
}
} // namespace sooth

static bool isOfPlaces(Need::Kind What) {
  return What == Need::Kind::Accesses || What == Need::Kind::NotReached ||
         What == Need::Kind::NotUsed || What == Need::Kind::NotCompared ||
         What == Need::Kind::InOneObject || What == Need::Kind::Modelled;
}

namespace {
/// Places that many needs have in common, each once.
class PlaceTable {
public:
  size_t add(const SourceLocation &Where);
  bool empty() const { return InOrder.empty(); }
  json::Array encode() const;

private:
  std::map<SourceLocation, size_t> NumberOf;
  std::vector<SourceLocation> InOrder;
};
} // namespace

size_t PlaceTable::add(const SourceLocation &Where) {
  auto [It, IsNew] = NumberOf.try_emplace(Where, InOrder.size());
  if (IsNew)
    InOrder.push_back(Where);
  return It->second;
}

static json::Object encodePlace(const SourceLocation &Where) {
  json::Object Place;
  addPlace(Place, Where);
  return Place;
}

json::Array PlaceTable::encode() const {
  json::Array All;
  All.reserve(InOrder.size());
  for (const SourceLocation &Where : InOrder)
    All.push_back(encodePlace(Where));
  return All;
}

/// Its places are objects, or numbers of those in \p Table.
static json::Object encodeNeed(const Need &N, PlaceTable *Table) {
  json::Object O = written(N);
  O["text"] = jsonText(describeNeed(N));
  json::Array Places;
  Places.reserve(N.Places.size());
  for (const SourceLocation &Where : N.Places)
    if (Table)
      Places.push_back(Table->add(Where));
    else
      Places.push_back(encodePlace(Where));
  if (!Places.empty())
    O["places"] = std::move(Places);
  return O;
}

json::Array sooth::encodeNeeds(const std::vector<Need> &Needs) {
  json::Array All;
  All.reserve(Needs.size());
  for (const Need &N : Needs)
    All.push_back(encodeNeed(N, nullptr));
  return All;
}

json::Array sooth::needTexts(const std::vector<Need> &Needs) {
  json::Array All;
  All.reserve(Needs.size());
  for (const Need &N : Needs)
    All.push_back(jsonText(describeNeed(N)));
  return All;
}

json::Array NeedTable::add(const std::vector<Need> &Needs) {
  json::Array Numbers;
  Numbers.reserve(Needs.size());
  for (const Need &N : Needs)
    Numbers.push_back(NumberOf.try_emplace(N, NumberOf.size()).first->second);
  return Numbers;
}

void NeedTable::encode(json::Object &O) const {
  PlaceTable Places;
  std::vector<const Need *> InOrder(NumberOf.size());
  for (const auto &[N, Number] : NumberOf)
    InOrder[Number] = &N;
  json::Array All;
  All.reserve(InOrder.size());
  for (const Need *N : InOrder)
    All.push_back(encodeNeed(*N, &Places));
  O["preconditions"] = std::move(All);
  if (!Places.empty())
    O["places"] = Places.encode();
}

static std::optional<SourceLocation>
decodePlace(const json::Value &V, llvm::ArrayRef<SourceLocation> Table) {
  if (const json::Object *Place = V.getAsObject())
    return decodePlace(*Place);
  if (auto Number = V.getAsUINT64(); Number && *Number < Table.size())
    return Table[*Number];
  return std::nullopt;
}

/// Its places are objects, or numbers of those in \p Table.
static std::optional<Need> decodeNeed(const json::Object *At,
                                      llvm::ArrayRef<SourceLocation> Table) {
  auto Read = At ? readFrom<Need>(*At) : std::nullopt;
  if (!Read)
    return std::nullopt;
  Need &N = *Read;
  if (const json::Array *Places = At->getArray("places"))
    for (const json::Value &P : *Places)
      if (auto Place = decodePlace(P, Table))
        N.Places.push_back(std::move(*Place));
  // What it is about has to be there.
  if ((isOfPlaces(N.What) && N.Places.empty()) ||
      (restatesCheck(N) && N.Expressions.empty()) ||
      (N.What == Need::Kind::CountedMembers && N.Expressions.size() != 3) ||
      ((N.What == Need::Kind::StoredIndices ||
        N.What == Need::Kind::KeptMembers) &&
       N.Expressions.size() != 2) ||
      ((N.What == Need::Kind::NotCalledBack ||
        N.What == Need::Kind::ResultsApart) &&
       N.Needy.empty()))
    return std::nullopt;
  return Read;
}

std::vector<std::optional<Need>> sooth::decodeNeedTable(const json::Object &O) {
  std::vector<std::optional<Need>> Table;
  std::vector<SourceLocation> Places;
  if (const json::Array *All = O.getArray("places"))
    for (const json::Value &V : *All)
      Places.push_back(V.getAsObject() ? decodePlace(*V.getAsObject())
                                       : SourceLocation());
  if (const json::Array *Needs = O.getArray("preconditions"))
    for (const json::Value &V : *Needs)
      Table.push_back(decodeNeed(V.getAsObject(), Places));
  return Table;
}

std::optional<std::vector<Need>>
sooth::needsAt(const json::Object &O, StringRef Key,
               llvm::ArrayRef<std::optional<Need>> Table) {
  const json::Array *Numbers = O.getArray(Key);
  if (!Numbers)
    return std::nullopt;
  std::vector<Need> All;
  for (const json::Value &V : *Numbers) {
    const std::optional<uint64_t> Number = V.getAsUINT64();
    if (!Number || *Number >= Table.size() || !Table[*Number])
      return std::nullopt;
    All.push_back(*Table[*Number]);
  }
  return All;
}

std::vector<Need> sooth::decodeNeeds(const json::Object &O, StringRef Key) {
  std::vector<Need> All;
  if (const json::Array *Needs = O.getArray(Key))
    for (const json::Value &V : *Needs)
      if (auto N = decodeNeed(V.getAsObject(), {}))
        All.push_back(std::move(*N));
  return All;
}
