//===- StoryJson.cpp - Steps of runs as JSON ------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoryJson.h"

#include "ReasonJson.h"

#include "sooth/Driver/Report/Wording.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using llvm::StringRef;
namespace json = llvm::json;
using StepKind = StoryStep::Kind;

/// In the order of the enumerators.
static constexpr StringRef StepNames[] = {
    "assignment", "elements",        "operands",   "input",   "volatile",
    "initial",    "condition",       "case",       "default", "call",
    "return",     "allocationFails", "content",    "rounds",  "steps",
    "blocks",     "state",           "modelInput", "fact",    "fails",
    "cycle"};
static constexpr StringRef RoleNames[] = {"variable", "left", "right",
                                          "offset",   "size", "result"};
static constexpr StringRef PartNames[] = {"", "input", "state", "output"};
static constexpr StringRef LevelNames[] = {"", "low", "high"};
static constexpr StringRef PathNames[] = {"member", "element", "elementAt",
                                          "target"};

/// The enumerator with the name at \p Key; nothing if there is none.
template <typename Enum, size_t N>
static std::optional<Enum> enumerator(const json::Object &O, StringRef Key,
                                      const StringRef (&Names)[N]) {
  const StringRef *Found =
      llvm::find(Names, O.getString(Key).value_or(StringRef()));
  return Found == std::end(Names)
             ? std::nullopt
             : std::optional(Enum(Found - std::begin(Names)));
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static json::Object encodePathStep(const AccessPath::Step &S) {
  json::Object O{{"kind", PathNames[size_t(S.What)]}};
  if (!S.Name.empty())
    O["name"] = jsonText(S.Name);
  if (S.What == AccessPath::Step::Kind::Element)
    O["index"] = S.Index;
  return O;
}

static json::Object encodeValue(const StoryValue &V) {
  json::Object O{{"value", jsonText(V.Text)}};
  if (V.What != ShownValue::Role::Variable)
    O["as"] = RoleNames[size_t(V.What)];
  if (!V.Path.Variable.empty())
    O["variable"] = jsonText(V.Path.Variable);
  if (!V.Path.Inside.empty()) {
    json::Array Path;
    for (const AccessPath::Step &S : V.Path.Inside)
      Path.push_back(encodePathStep(S));
    O["path"] = std::move(Path);
  }
  if (V.Column != StoryValue::Part::None)
    O["part"] = PartNames[size_t(V.Column)];
  if (V.Signal != StoryValue::Level::None)
    O["level"] = LevelNames[size_t(V.Signal)];
  if (!V.Target.empty())
    O["target"] = jsonText(V.Target);
  return O;
}

json::Object sooth::encodeStep(const StoryStep &S) {
  json::Object O{{"text", jsonText(wordsFor(S))},
                 {"kind", StepNames[size_t(S.What)]}};
  if (!S.Function.empty())
    O["function"] = jsonText(S.Function);
  if (S.What == StepKind::Condition)
    O["holds"] = S.Holds;
  if (!S.Text.Left.empty())
    O["left"] = jsonText(S.Text.Left);
  if (!S.Text.Operator.empty()) {
    O["operator"] = S.Text.Operator;
    O["right"] = jsonText(S.Text.Right);
  }
  if (S.Number)
    O["number"] = S.Number;
  if (S.What == StepKind::Fails)
    O["failure"] = encodeFailure(S.Failing);
  if (!S.Values.empty()) {
    json::Array Values;
    for (const StoryValue &V : S.Values)
      Values.push_back(encodeValue(V));
    O["values"] = std::move(Values);
  }
  return O;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Calls \p Each with the objects of the array at \p Key; false if it has
/// others, or \p Each refuses one.
static bool forAllObjects(const json::Object &O, StringRef Key,
                          llvm::function_ref<bool(const json::Object &)> Each) {
  const json::Array *All = O.getArray(Key);
  return !All || llvm::all_of(*All, [&](const json::Value &V) {
    return V.getAsObject() && Each(*V.getAsObject());
  });
}

static std::optional<StoryValue> decodeValue(const json::Object &O) {
  StoryValue V{textAt(O, "variable"), textAt(O, "value")};
  V.Target = textAt(O, "target");
  if (O.get("as")) {
    auto As = enumerator<ShownValue::Role>(O, "as", RoleNames);
    if (!As)
      return std::nullopt;
    V.What = *As;
  }
  if (O.get("part")) {
    auto Part = enumerator<StoryValue::Part>(O, "part", PartNames);
    if (!Part)
      return std::nullopt;
    V.Column = *Part;
  }
  if (O.get("level")) {
    auto Level = enumerator<StoryValue::Level>(O, "level", LevelNames);
    if (!Level)
      return std::nullopt;
    V.Signal = *Level;
  }
  bool IsRead = forAllObjects(O, "path", [&](const json::Object &Step) {
    auto What = enumerator<AccessPath::Step::Kind>(Step, "kind", PathNames);
    if (What)
      V.Path.Inside.push_back(
          {*What, textAt(Step, "name"), numberAt(Step, "index")});
    return What.has_value();
  });
  return IsRead ? std::optional(std::move(V)) : std::nullopt;
}

/// Whether the values are there that its words are about.
static bool hasItsValues(const StoryStep &S) {
  switch (S.What) {
  case StepKind::Assignment:
    return S.Function.empty() || !S.Values.empty();
  case StepKind::Elements:
    return !S.Values.empty() && !S.Values.front().Path.Inside.empty();
  case StepKind::Input:
  case StepKind::VolatileRead:
  case StepKind::InitialValue:
  case StepKind::Case:
  case StepKind::Content:
  case StepKind::Fact:
    return !S.Values.empty();
  default:
    return true;
  }
}

std::optional<StoryStep> sooth::decodeStep(const json::Object &O) {
  auto What = enumerator<StepKind>(O, "kind", StepNames);
  if (!What)
    return std::nullopt;
  StoryStep S{*What, {}};
  S.Function = textAt(O, "function");
  S.Holds = O.getBoolean("holds").value_or(false);
  S.Text = {textAt(O, "left"), textAt(O, "operator"), textAt(O, "right")};
  S.Number = size_t(numberAt(O, "number"));
  if (const json::Value *Failing = O.get("failure"))
    S.Failing = decodeFailure(*Failing);
  bool IsRead = forAllObjects(O, "values", [&](const json::Object &V) {
    auto Read = decodeValue(V);
    if (Read)
      S.Values.push_back(std::move(*Read));
    return Read.has_value();
  });
  return IsRead && hasItsValues(S) ? std::optional(std::move(S)) : std::nullopt;
}
