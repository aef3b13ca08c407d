//===- Wording.cpp - Words for the steps of a run -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Report/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace sooth;
using StepKind = StoryStep::Kind;
using Role = ShownValue::Role;

static std::string nameOf(const StoryValue &V) {
  switch (V.What) {
  case Role::Variable:
    return V.Path.str();
  case Role::LeftOperand:
    return "left operand";
  case Role::RightOperand:
    return "right operand";
  case Role::Offset:
    return "offset";
  case Role::Size:
    return "size";
  case Role::Result:
    return "result";
  }
  llvm_unreachable("a value without a name");
}

static std::string equation(const StoryValue &V) {
  return nameOf(V) + " = " + V.Text;
}

static std::string equations(llvm::ArrayRef<StoryValue> Values) {
  return llvm::join(llvm::map_range(Values, equation), ", ");
}

/// "1, 2, 3", "0, ..." of zeros, "1, 2, 3, 4, ..." of many.
static std::string listed(llvm::ArrayRef<StoryValue> Values) {
  constexpr size_t MostTold = 8, ToldOfMany = 4;
  const bool AreSame =
      Values.size() > ToldOfMany && llvm::all_of(Values, [&](auto &V) {
        return V.Text == Values.front().Text;
      });
  const size_t Count = AreSame                    ? 1
                       : Values.size() > MostTold ? ToldOfMany
                                                  : Values.size();
  auto Texts =
      llvm::map_range(Values.take_front(Count), [](auto &V) { return V.Text; });
  return llvm::join(Texts, ", ") + (Count < Values.size() ? ", ..." : "");
}

/// "a[0..3] = {1, 2, 3, 4}".
static std::string elements(llvm::ArrayRef<StoryValue> Values) {
  AccessPath Array = Values.front().Path;
  const uint64_t First = Array.Inside.back().Index;
  Array.Inside.pop_back();
  return Array.str() + "[" + std::to_string(First) + ".." +
         std::to_string(First + Values.size() - 1) + "] = {" + listed(Values) +
         "}";
}

/// What \p S returns, sets or is given, where something is known of it.
static std::string with(const StoryStep &S, llvm::StringRef Words) {
  return (Words + (S.Values.empty() ? "" : ": ") + equations(S.Values)).str();
}

/// Whether \p Text, an operand, says what it is itself: 7, -1, 'a', NULL.
static bool isLiteral(llvm::StringRef Text) {
  Text.consume_front("-");
  return Text == "NULL" || Text == "true" || Text == "false" ||
         Text.starts_with("'") || (!Text.empty() && llvm::isDigit(Text[0]));
}

/// "missed (2)".
static std::string operand(const std::string &Text, const StoryStep &S,
                           Role As) {
  auto V = llvm::find_if(S.Values, [As](auto &V) { return V.What == As; });
  return V == S.Values.end() || isLiteral(Text) || V->Text == Text
             ? Text
             : Text + " (" + V->Text + ")";
}

/// "missed (2) >= 2 is true".
static std::string condition(const StoryStep &S) {
  const ConditionText &T = S.Text;
  std::string Words =
      T.Left.empty() ? "condition" : operand(T.Left, S, Role::LeftOperand);
  if (!T.Operator.empty())
    Words += " " + T.Operator + " " + operand(T.Right, S, Role::RightOperand);
  return Words + (S.Holds ? " is true" : " is false");
}

std::string sooth::wordsFor(const StoryStep &S) {
  switch (S.What) {
  case StepKind::Assignment:
    if (!S.Function.empty())
      return nameOf(S.Values[0]) + " = " + S.Function +
             "() = " + S.Values[0].Text;
    return equations(S.Values);
  case StepKind::Elements:
    return elements(S.Values);
  case StepKind::Operands:
    return equations(S.Values);
  case StepKind::Input:
    return S.Function + "() = " + S.Values[0].Text;
  case StepKind::VolatileRead:
    return "read of volatile " + equation(S.Values[0]);
  case StepKind::InitialValue:
    return "at the beginning " + equation(S.Values[0]);
  case StepKind::Condition:
    return condition(S);
  case StepKind::Case:
    return "case " + S.Values[0].Text;
  case StepKind::Default:
    return "default";
  case StepKind::Call:
    return with(S, "call " + S.Function);
  case StepKind::Return:
    return with(S, "return from " + S.Function);
  case StepKind::AllocationFails:
    return S.Function + " returns null";
  case StepKind::Content:
    return equation(S.Values[0]);
  case StepKind::Rounds:
    return "(" + std::to_string(S.Number) + " more rounds)";
  case StepKind::Steps:
    return "(" + std::to_string(S.Number) + " more steps)";
  case StepKind::Blocks:
    return "(" + std::to_string(S.Number) + " more blocks of code)";
  case StepKind::State:
    return "state " + std::to_string(S.Number) + ": " +
           (S.Values.empty() ? "as before" : equations(S.Values));
  case StepKind::ModelInput:
    return with(S, "input");
  case StepKind::Fact:
    return S.Values[0].Text;
  case StepKind::Fails:
    return message(S.Failing);
  case StepKind::Cycle:
    return with(S, "cycle " + std::to_string(S.Number));
  }
  llvm_unreachable("a step without words");
}
