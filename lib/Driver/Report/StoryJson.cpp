//===- StoryJson.cpp - Steps of runs as JSON ------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoryJson.h"

#include "Fields.h"

#include "sooth/Driver/Report/Wording.h"

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

namespace sooth {
template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, AccessPath::Step> &S) {
  C.name("kind", S.What, PathNames);
  C.fieldIfAny("name", S.Name);
  C.fieldIf(S.What == AccessPath::Step::Kind::Element, "index", S.Index);
}

template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, StoryValue> &V) {
  C.field("value", V.Text);
  C.nameIfAny("as", V.What, RoleNames);
  C.fieldIfAny("variable", V.Path.Variable);
  C.allIfAny("path", V.Path.Inside);
  C.nameIfAny("part", V.Column, PartNames);
  C.nameIfAny("level", V.Signal, LevelNames);
  C.fieldIfAny("target", V.Target);
}

template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, StoryStep> &S) {
  C.name("kind", S.What, StepNames);
  C.fieldIfAny("function", S.Function);
  C.fieldIf(S.What == StepKind::Condition, "holds", S.Holds);
  C.fieldIfAny("left", S.Text.Left);
  C.fieldIfAny("operator", S.Text.Operator);
  C.fieldIf(!S.Text.Operator.empty(), "right", S.Text.Right);
  C.fieldIfAny("number", S.Number);
  C.fieldIf(S.What == StepKind::Fails, "failure", S.Failing);
  C.allIfAny("values", S.Values);
  C.place(S.Where);
}
} // namespace sooth

json::Object sooth::encodeStep(const StoryStep &S) {
  json::Object O = written(S);
  O["text"] = jsonText(wordsFor(S));
  return O;
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
  auto S = readFrom<StoryStep>(O);
  return S && hasItsValues(*S) ? std::move(S) : std::nullopt;
}
