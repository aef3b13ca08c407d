//===- Story.cpp - A trace in the user's terms ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Report/Story.h"

#include "Replay/MemoryImage.h"
#include "Replay/ProgramArguments.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Model/ObjectTable.h"

#include "sooth/Expr/FloatingPoint.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using llvm::APInt;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static std::string digits(const APInt &V, unsigned Radix, bool Signed) {
  llvm::SmallString<48> Text;
  V.toString(Text, Radix, Signed);
  return llvm::StringRef(Text).lower();
}

static std::string characterText(const APInt &V) {
  std::string Number = digits(V, 10, /*Signed=*/true);
  if (V.getActiveBits() > 7 || !llvm::isPrint(char(V.getZExtValue())))
    return Number;
  char C = char(V.getZExtValue());
  return Number + (C == '\'' || C == '\\' ? " '\\" : " '") + C + "'";
}

/// The formats that C programs have on x86 differ in their widths.
static std::string floatText(const APInt &V) {
  switch (V.getBitWidth()) {
  case 16:
    return fpText(FpFormat::Half, V);
  case 32:
    return fpText(FpFormat::Single, V);
  case 64:
    return fpText(FpFormat::Double, V);
  case 80:
    return fpText(FpFormat::Extended, V);
  case 128:
    return fpText(FpFormat::Quad, V);
  default:
    return "0x" + digits(V, 16, /*Signed=*/false);
  }
}

static std::string bitsText(const APInt &V, ValueStyle Style) {
  switch (Style) {
  case ValueStyle::Bool:
    return V.isZero() ? "false" : "true";
  case ValueStyle::Character:
    return characterText(V);
  case ValueStyle::Bits:
    return "0x" + digits(V, 16, /*Signed=*/false);
  case ValueStyle::Float:
    return floatText(V);
  case ValueStyle::Signed:
    return digits(V, 10, /*Signed=*/true);
  case ValueStyle::Unsigned:
    // Large ones are often masks or wrapped around: the digits say so.
    return digits(V, 10, /*Signed=*/false) +
           (V.isNegative() && V.getBitWidth() > 16
                ? " (0x" + digits(V, 16, /*Signed=*/false) + ")"
                : "");
  }
  llvm_unreachable("unknown style");
}

std::string sooth::valueText(const Value &V, ValueStyle Style) {
  if (V.isBool())
    return V.boolean() ? "true" : "false";
  if (V.isBitVec())
    return bitsText(V.bits(), Style);
  if (V.isInt())
    return toString(V.integer());
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  V.print(OS);
  return Text;
}

//===----------------------------------------------------------------------===//
// Runs of programs
//===----------------------------------------------------------------------===//

/// What text there is at an address: the characters before the zero, with a
/// remark if there is none; nothing if it is no text.
static std::optional<std::string> textAt(const ShownValue &V, Evaluator &Eval) {
  const llvm::APInt Number = Eval(V.Val).bits();
  const ObjectTable::Object *Object = V.Objects->find(Number.getZExtValue());
  const int64_t Offset = Eval(V.Offset).bits().getSExtValue();
  const bool IsHeap =
      Object && Object->What == ObjectTable::Object::Kind::Other;
  if (!Object || !Object->Content || !V.Memory || Offset < 0)
    return std::nullopt;
  auto Now = [&](Expr Var) -> std::optional<Value> {
    for (const auto &[Changed, New] : *V.Memory)
      if (Changed == Var)
        return New ? std::optional(Eval(New)) : std::nullopt;
    return Eval(Var);
  };
  const MemoryBytes Bytes =
      bytesOf(Object->Content, Number, Object->Size.value_or(UINT64_MAX), Now);
  std::string Text;
  for (size_t I = Offset; I < Bytes.size(); ++I) {
    if (!Bytes[I])
      return std::nullopt;
    // New memory is not the empty text yet.
    if (*Bytes[I] == 0 && IsHeap && Text.empty())
      return std::nullopt;
    if (*Bytes[I] == 0)
      return ObjectTable::quoted(Text);
    if (!llvm::isPrint(char(*Bytes[I])) && !llvm::isSpace(char(*Bytes[I])))
      return std::nullopt;
    Text += char(*Bytes[I]);
  }
  if (Text.empty() || Object->Size != Bytes.size())
    return std::nullopt;
  return ObjectTable::quoted(Text) + " without a zero at its end";
}

static std::string valueText(const ShownValue &V, Evaluator &Eval) {
  if (!V.Offset)
    return sooth::valueText(Eval(V.Val), V.Style);
  std::string Text = V.Objects->text(Eval(V.Val).bits().getZExtValue(),
                                     Eval(V.Offset).bits().getSExtValue());
  std::optional<std::string> Characters = textAt(V, Eval);
  return Characters ? Text + " (" + *Characters + ")" : Text;
}

namespace {
class StoryTeller {
public:
  explicit StoryTeller(const Cfa &C) : C(C) {}
  std::vector<Remark> tell(const CfaTrace &T);

private:
  void take(const Edge &E, const Valuation &Inputs);
  void tell(const SourceStep &S, Evaluator &Eval);
  void tellChanges(const SourceStep &S, Evaluator &Eval);
  void tellTexts(const SourceStep &S, Evaluator &Eval);
  bool isAbout(const std::string &Array) const;
  void enter(const std::string &Call);
  void leave();
  bool isInput(const std::string &Val, const SourceLocation &Where) const;
  std::string valuesText(const SourceStep &S, Evaluator &Eval);

  const Cfa &C;
  Valuation State;
  /// What was told of variables last.
  llvm::StringMap<std::string> Shown;
  /// The calls that have not ended, and what was told before one that is
  /// recursive.
  std::vector<
      std::pair<std::string, std::optional<llvm::StringMap<std::string>>>>
      Calls;
  std::vector<Remark> Steps;
};
} // namespace

std::string StoryTeller::valuesText(const SourceStep &S, Evaluator &Eval) {
  std::string Text;
  for (const ShownValue &V : S.Values)
    Text += (Text.empty() ? "" : ", ") + V.Name +
            (V.Name.empty() ? "" : " = ") + valueText(V, Eval);
  return Text;
}

/// Whether \p Val has just been read on this line: worth telling even if the
/// variable had the same value before.
bool StoryTeller::isInput(const std::string &Val,
                          const SourceLocation &Where) const {
  return !Steps.empty() && Steps.back().Where.Line == Where.Line &&
         llvm::StringRef(Steps.back().Text).ends_with("() = " + Val);
}

void StoryTeller::tellChanges(const SourceStep &S, Evaluator &Eval) {
  std::string Text = S.Text;
  for (const ShownValue &V : S.Values) {
    std::string Val = valueText(V, Eval);
    std::string &Before = Shown[V.Name];
    if (Before == Val && !isInput(Val, S.Where))
      continue;
    Before = Val;
    Text += (Text.empty() ? "" : ", ") + V.Name + " = " + Val;
  }
  if (!Text.empty())
    Steps.push_back({S.Where, std::move(Text)});
}

/// Variables of a function that calls itself have the names that they have in
/// the call around it, but are others.
void StoryTeller::enter(const std::string &Call) {
  bool IsRecursive = llvm::is_contained(
      llvm::map_range(Calls, [](const auto &C) { return C.first; }), Call);
  Calls.push_back({Call, std::nullopt});
  if (IsRecursive)
    Calls.back().second = std::exchange(Shown, {});
}

void StoryTeller::leave() {
  if (Calls.empty())
    return;
  if (Calls.back().second) {
    // Globals may have changed.
    llvm::StringMap<std::string> Inside =
        std::exchange(Shown, std::move(*Calls.back().second));
    for (const auto &Entry : Inside)
      Shown.erase(Entry.getKey());
  }
  Calls.pop_back();
}

/// Whether the story so far is about an array.
bool StoryTeller::isAbout(const std::string &Array) const {
  return llvm::any_of(Steps, [&](const Remark &R) {
    llvm::StringRef Text = R.Text;
    return Text.starts_with(Array + "[") ||
           Text.contains(" = " + Array + " (") ||
           Text.contains(" = &" + Array + "[");
  });
}

/// The texts in arrays at the end.
void StoryTeller::tellTexts(const SourceStep &S, Evaluator &Eval) {
  for (const ShownValue &V : S.Values)
    if (auto Text = isAbout(V.Name) ? textAt(V, Eval) : std::nullopt)
      Steps.push_back({S.Where, V.Name + " = " + *Text});
}

void StoryTeller::tell(const SourceStep &S, Evaluator &Eval) {
  if (S.When && !Eval.isTrue(S.When))
    return;
  switch (S.What) {
  case SourceStep::Kind::Statement:
    return tellChanges(S, Eval);
  case SourceStep::Kind::Input:
    if (S.Values.size() == 1 && !S.Text.empty()) {
      const ShownValue &V = S.Values.front();
      Steps.push_back({S.Where, S.Text + " = " + valueText(V, Eval)});
      return;
    }
    break;
  case SourceStep::Kind::Violation:
    return tellTexts(S, Eval);
  case SourceStep::Kind::Call:
    enter(S.Text);
    break;
  case SourceStep::Kind::Return:
    leave();
    break;
  case SourceStep::Kind::Branch:
    break;
  }
  std::string Values = valuesText(S, Eval);
  std::string Text = S.Text;
  if (!Values.empty())
    Text += (Text.empty() ? "" : ": ") + Values;
  if (!Text.empty())
    Steps.push_back({S.Where, std::move(Text)});
}

namespace {
/// What a variable gets: a value, or some of its cells.
struct NewValue {
  Expr Var;
  std::optional<Value> Whole;
  std::vector<std::pair<Value, Value>> Cells; // the last write first
};
} // namespace

static NewValue newValue(const Update &U, const Valuation &State,
                         Evaluator &Eval) {
  NewValue New{U.Var, std::nullopt, {}};
  // A variable that nothing was said of yet.
  if (!State.count(U.Var)) {
    New.Whole = Eval(U.Val);
    return New;
  }
  Expr Below = U.Val;
  for (; Below.is(Kind::Store); Below = Below.operand(0))
    New.Cells.push_back({Eval(Below.operand(1)), Eval(Below.operand(2))});
  if (Below != U.Var) {
    New.Whole = Eval(U.Val);
    New.Cells.clear();
  }
  return New;
}

void StoryTeller::take(const Edge &E, const Valuation &Inputs) {
  std::vector<NewValue> New;
  {
    Valuation WithInputs;
    if (!Inputs.empty())
      WithInputs = State;
    for (const auto &[Var, V] : Inputs)
      WithInputs[Var] = V;
    Evaluator Eval(Inputs.empty() ? State : WithInputs);
    for (const SourceStep &S : E.Steps)
      tell(S, Eval);
    for (const Update &U : E.Updates)
      New.push_back(newValue(U, State, Eval));
  }
  // Now nobody else has the arrays, and writing a cell copies none.
  for (NewValue &N : New) {
    Value &Var = State[N.Var];
    if (N.Whole)
      Var = std::move(*N.Whole);
    for (const auto &[Index, Element] : llvm::reverse(N.Cells))
      Var = std::move(Var).store(Index, Element);
  }
}

/// "f() = 3" and, on the same line, "x = 3" are one step "x = f() = 3".
static std::vector<Remark> joinInputs(std::vector<Remark> Steps) {
  std::vector<Remark> Joined;
  for (Remark &S : Steps) {
    llvm::StringRef Var, Val;
    std::tie(Var, Val) = llvm::StringRef(S.Text).split(" = ");
    bool IsInput = Var.ends_with("()");
    // Another variable that gets the same value may have it from elsewhere.
    bool MayJoin =
        !Joined.empty() &&
        llvm::StringRef(Joined.back().Text).split(" = ").first.ends_with("()");
    if (MayJoin && !Val.empty() && !IsInput &&
        Joined.back().Where.Line == S.Where.Line &&
        Joined.back().Where.File == S.Where.File &&
        llvm::StringRef(Joined.back().Text).ends_with("() = " + Val.str()))
      Joined.back() = {S.Where, (Var + " = " + Joined.back().Text).str()};
    else
      Joined.push_back(std::move(S));
  }
  return Joined;
}

namespace {
/// "a[3] = 7", in parts.
struct CellStep {
  llvm::StringRef Array, Val;
  uint64_t Index;
};
} // namespace

static std::optional<CellStep> cellStep(const Remark &R) {
  auto [Place, Val] = llvm::StringRef(R.Text).split("] = ");
  auto [Array, Digits] = Place.rsplit('[');
  CellStep Step{Array, Val, 0};
  if (Val.empty() || Val.contains(" = ") || Digits.getAsInteger(10, Step.Index))
    return std::nullopt;
  return Step;
}

/// Cells that one line writes one after the other, as in an initializer, are
/// one step "a[0..3] = {1, 2, 3, 4}".
static std::vector<Remark> joinCells(std::vector<Remark> Steps) {
  constexpr size_t MinCells = 3;
  std::vector<Remark> Joined;
  for (size_t I = 0; I < Steps.size();) {
    std::optional<CellStep> First = cellStep(Steps[I]);
    std::string Values = First ? First->Val.str() : "";
    size_t Count = 1;
    for (; First && I + Count < Steps.size(); ++Count) {
      std::optional<CellStep> Next = cellStep(Steps[I + Count]);
      if (!Next || Next->Array != First->Array ||
          Next->Index != First->Index + Count ||
          Steps[I + Count].Where.Line != Steps[I].Where.Line ||
          Steps[I + Count].Where.File != Steps[I].Where.File)
        break;
      Values += (", " + Next->Val).str();
    }
    if (Count < MinCells) {
      Joined.push_back(std::move(Steps[I++]));
      continue;
    }
    Joined.push_back(
        {Steps[I].Where,
         (First->Array + "[" + llvm::Twine(First->Index) + ".." +
          llvm::Twine(First->Index + Count - 1) + "] = {" + Values + "}")
             .str()});
    I += Count;
  }
  return Joined;
}

std::vector<Remark> StoryTeller::tell(const CfaTrace &T) {
  State = T.Initial;
  if (auto Arguments = argumentsOf(C, T))
    for (const std::string &Text : describe(*Arguments))
      Steps.push_back({C.location(C.entry()).Where, Text});
  for (const CfaTrace::Step &S : T.Steps)
    take(C.edge(S.Taken), S.Inputs);
  return foldRounds(joinCells(joinInputs(std::move(Steps))));
}

std::vector<Remark> sooth::tellStory(const Cfa &C, const CfaTrace &T) {
  return StoryTeller(C).tell(T);
}

//===----------------------------------------------------------------------===//
// Runs of transition systems
//===----------------------------------------------------------------------===//

static std::string variableText(Expr Var, const Value &V) {
  return (Var.name() + " = " + valueText(V, ValueStyle::Unsigned)).str();
}

std::vector<Remark> sooth::tellStory(const TransitionSystem &M,
                                     const TsTrace &T) {
  std::vector<Remark> Steps;
  auto Tell = [&](const std::string &Who, llvm::ArrayRef<std::string> Parts) {
    if (!Parts.empty())
      Steps.push_back({{}, Who + ": " + llvm::join(Parts, ", ")});
  };
  for (size_t I = 0; I < T.States.size(); ++I) {
    std::vector<std::string> Parts;
    for (const TsVariable &V : M.variables()) {
      auto Now = T.States[I].find(V.Cur);
      if (Now == T.States[I].end())
        continue;
      if (I > 0) {
        auto Last = T.States[I - 1].find(V.Cur);
        if (Last != T.States[I - 1].end() && Last->second == Now->second)
          continue;
      }
      Parts.push_back(variableText(V.Cur, Now->second));
    }
    if (Parts.empty())
      Parts.push_back("as before");
    Tell("state " + std::to_string(I), Parts);
    Parts.clear();
    if (I < T.Inputs.size())
      for (Expr Y : M.inputs())
        if (auto It = T.Inputs[I].find(Y); It != T.Inputs[I].end())
          Parts.push_back(variableText(Y, It->second));
    Tell("input", Parts);
  }
  return Steps;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// What a step is about, whatever the values: rounds are equal up to values.
static bool sameKind(const Remark &A, const Remark &B) {
  return A.Where == B.Where && llvm::StringRef(A.Text).split(" = ").first ==
                                   llvm::StringRef(B.Text).split(" = ").first;
}

/// How often the \p Length steps at \p From repeat, at least 1.
static size_t countRounds(const std::vector<Remark> &Steps, size_t From,
                          size_t Length) {
  size_t At = From + Length;
  while (At < Steps.size() && sameKind(Steps[At], Steps[At - Length]))
    ++At;
  return (At - From) / Length;
}

std::vector<Remark> sooth::foldRounds(std::vector<Remark> Steps) {
  // Fewer rounds, or rounds that are longer, are not worth a summary.
  constexpr size_t MinRounds = 5, MaxLength = 100;
  std::vector<Remark> Folded;
  for (size_t I = 0; I < Steps.size();) {
    size_t Length = 1, Rounds = 1;
    for (; Length <= MaxLength && I + Length * MinRounds <= Steps.size();
         ++Length)
      if ((Rounds = countRounds(Steps, I, Length)) >= MinRounds)
        break;
    if (Rounds < MinRounds) {
      Folded.push_back(std::move(Steps[I++]));
      continue;
    }
    size_t Shown = 2 * Length, Hidden = (Rounds - 3) * Length;
    std::move(Steps.begin() + I, Steps.begin() + I + Shown,
              std::back_inserter(Folded));
    Folded.push_back({Steps[I + Shown].Where,
                      "(" + std::to_string(Rounds - 3) + " more rounds)"});
    std::move(Steps.begin() + I + Shown + Hidden,
              Steps.begin() + I + Rounds * Length, std::back_inserter(Folded));
    I += Rounds * Length;
  }
  return Folded;
}
