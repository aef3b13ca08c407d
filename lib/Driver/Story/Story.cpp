//===- Story.cpp - A trace in the user's terms ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Story/Story.h"

#include "Replay/MemoryImage.h"
#include "Replay/ProgramArguments.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Model/ObjectTable.h"

#include "sooth/Expr/FloatingPoint.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>

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
  if (V.isInt() && Style == ValueStyle::Bits &&
      V.integer() >= llvm::DynamicAPInt(0)) {
    const std::string Decimal = toString(V.integer());
    const unsigned MostBits = unsigned(Decimal.size()) * 4;
    return "0x" + digits(APInt(MostBits, Decimal, 10), 16, /*Signed=*/false);
  }
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

/// With the numbers that indices are.
static AccessPath pathNow(const ShownValue &V, Evaluator &Eval) {
  using Kind = AccessPath::Step::Kind;
  AccessPath Path = V.Path;
  for (AccessPath::Step &S : Path.Inside) {
    if (S.What != Kind::ElementAt || S.Index == 0 ||
        S.Index > V.Indices.size() || !V.Indices[S.Index - 1])
      continue;
    const int64_t Index = Eval(V.Indices[S.Index - 1]).bits().getSExtValue();
    S = Index < 0 ? AccessPath::Step{Kind::ElementAt, std::to_string(Index)}
                  : AccessPath::Step{Kind::Element, "", uint64_t(Index)};
  }
  return Path;
}

static StoryValue storyValue(const ShownValue &V, Evaluator &Eval) {
  StoryValue Result{pathNow(V, Eval), "", V.What};
  if (!V.Offset) {
    Result.Text = valueText(Eval(V.Val), V.Style);
    return Result;
  }
  const uint64_t Number = Eval(V.Val).bits().getZExtValue();
  const int64_t Offset = Eval(V.Offset).bits().getSExtValue();
  Result.Text = V.Objects->text(Number, Offset);
  std::optional<std::string> Characters = textAt(V, Eval);
  if (Characters)
    Result.Text += " (" + *Characters + ")";
  const ObjectTable::Object *Object = V.Objects->find(Number);
  if (Object && (Characters || Offset != 0))
    Result.Target = Object->Name;
  return Result;
}

namespace {
class StoryTeller {
public:
  explicit StoryTeller(const Cfa &C) : C(C) {}
  std::vector<StoryStep> tell(const CfaTrace &T);

private:
  /// What was told last of variables.
  using ShownTexts = std::map<std::string, std::string>;

  void take(EdgeId Id, const Valuation &Inputs);
  void tell(const SourceStep &S, Evaluator &Eval);
  void tellChanges(const SourceStep &S, Evaluator &Eval);
  void tellContents(const SourceStep &S, Evaluator &Eval);
  bool isAbout(const std::string &Array) const;
  void enter(const SourceStep &S);
  void leave();
  void tellReturn(const SourceStep &S);
  bool isInput(const std::string &Val, const SourceLocation &Where) const;

  const Cfa &C;
  Valuation State; // with inputs of earlier edges
  /// In a part of the run that is not told.
  bool IsSilent = false;
  /// Returns, by their numbers among Steps, from calls that are told even if
  /// nothing in them is.
  std::set<size_t> Kept;
  ShownTexts Shown;
  struct Call {
    std::string Function;
    SourceLocation Where;
    bool IsTail, IsShown;
    /// What was told before it.
    ShownTexts Before;
  };
  /// Those that have not ended.
  std::vector<Call> Calls;
  std::vector<StoryStep> Steps;
};
} // namespace

/// Whether \p Val has just been read on this line: worth telling even if the
/// variable had the same value before.
bool StoryTeller::isInput(const std::string &Val,
                          const SourceLocation &Where) const {
  return !Steps.empty() && Steps.back().Where.Line == Where.Line &&
         Steps.back().What == StoryStep::Kind::Input &&
         Steps.back().Values[0].Text == Val;
}

/// "x", or what else a value is; tells values apart.
static std::string keyOf(const StoryValue &V) {
  return std::to_string(int(V.What)) + V.Path.str();
}

static StoryStep::Kind storyKind(SourceStep::Kind K) {
  switch (K) {
  case SourceStep::Kind::Assignment:
    return StoryStep::Kind::Assignment;
  case SourceStep::Kind::Operands:
    return StoryStep::Kind::Operands;
  case SourceStep::Kind::Input:
    return StoryStep::Kind::Input;
  case SourceStep::Kind::VolatileRead:
    return StoryStep::Kind::VolatileRead;
  case SourceStep::Kind::InitialValue:
    return StoryStep::Kind::InitialValue;
  case SourceStep::Kind::Condition:
    return StoryStep::Kind::Condition;
  case SourceStep::Kind::Case:
    return StoryStep::Kind::Case;
  case SourceStep::Kind::Default:
    return StoryStep::Kind::Default;
  case SourceStep::Kind::Call:
  case SourceStep::Kind::TailCall:
    return StoryStep::Kind::Call;
  case SourceStep::Kind::Return:
    return StoryStep::Kind::Return;
  case SourceStep::Kind::AllocationFails:
    return StoryStep::Kind::AllocationFails;
  case SourceStep::Kind::Violation:
    return StoryStep::Kind::Content;
  }
  llvm_unreachable("a step of no kind");
}

void StoryTeller::tellChanges(const SourceStep &S, Evaluator &Eval) {
  StoryStep Step{storyKind(S.What), S.Where};
  for (const ShownValue &V : S.Values) {
    StoryValue Now = storyValue(V, Eval);
    std::string &Before = Shown[keyOf(Now)];
    if (Before == Now.Text && !isInput(Now.Text, S.Where))
      continue;
    Before = Now.Text;
    Step.Values.push_back(std::move(Now));
  }
  if (!Step.Values.empty())
    Steps.push_back(std::move(Step));
}

/// Variables of a function may have names that others have in the call around
/// it.
void StoryTeller::enter(const SourceStep &S) {
  Calls.push_back({S.Function, S.Where, S.What == SourceStep::Kind::TailCall,
                   !IsSilent, std::exchange(Shown, {})});
}

void StoryTeller::leave() {
  // Globals may have changed.
  ShownTexts Inside = std::exchange(Shown, std::move(Calls.back().Before));
  for (const auto &[Key, Val] : Inside)
    Shown.erase(Key);
  Calls.pop_back();
}

/// Before the return of \p S: those of the tail calls that it is the return of,
/// and of what made them.
void StoryTeller::tellReturn(const SourceStep &S) {
  auto IsOuter = [&](const Call &C) {
    return C.Function == S.Function && !C.IsTail;
  };
  auto Outer = std::find_if(Calls.rbegin(), Calls.rend(), IsOuter);
  if (Outer == Calls.rend())
    return;
  for (size_t Left = Calls.rend() - Outer; Calls.size() > Left; leave()) {
    if (!Calls.back().IsShown || IsSilent)
      continue;
    Steps.push_back({StoryStep::Kind::Return, Calls.back().Where});
    Steps.back().Function = Calls.back().Function;
  }
  if (Calls.size() == 1 && C.source().makesCallsOnly())
    Kept.insert(Steps.size());
  leave();
}

/// Whether the story so far is about an array.
bool StoryTeller::isAbout(const std::string &Array) const {
  return llvm::any_of(Steps, [&](const StoryStep &S) {
    return llvm::any_of(S.Values, [&](const StoryValue &V) {
      return V.Target == Array ||
             (V.Path.Variable == Array && !V.Path.Inside.empty());
    });
  });
}

/// The texts in arrays at the end.
void StoryTeller::tellContents(const SourceStep &S, Evaluator &Eval) {
  for (const ShownValue &V : S.Values)
    if (auto Text = isAbout(V.Path.Variable) ? textAt(V, Eval) : std::nullopt)
      Steps.push_back({StoryStep::Kind::Content, S.Where, {{V.Path, *Text}}});
}

void StoryTeller::tell(const SourceStep &S, Evaluator &Eval) {
  const bool IsCall = S.What == SourceStep::Kind::Call ||
                      S.What == SourceStep::Kind::TailCall ||
                      S.What == SourceStep::Kind::Return;
  if ((IsSilent && !IsCall) || (S.When && !Eval.isTrue(S.When)))
    return;
  switch (S.What) {
  case SourceStep::Kind::Assignment:
  case SourceStep::Kind::Operands:
    return tellChanges(S, Eval);
  case SourceStep::Kind::Violation:
    return tellContents(S, Eval);
  case SourceStep::Kind::Call:
  case SourceStep::Kind::TailCall:
    enter(S);
    break;
  case SourceStep::Kind::Return:
    tellReturn(S);
    break;
  default:
    break;
  }
  if (IsSilent)
    return;
  StoryStep Step{storyKind(S.What), S.Where};
  Step.Function = S.Function;
  for (const ShownValue &V : S.Values)
    Step.Values.push_back(storyValue(V, Eval));
  Step.Holds = S.Holds && Eval.isTrue(S.Holds);
  if (S.Text)
    Step.Text = *S.Text;
  if (S.What == SourceStep::Kind::Input && Step.Values.empty())
    return;
  Steps.push_back(std::move(Step));
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

void StoryTeller::take(EdgeId Id, const Valuation &Inputs) {
  std::vector<NewValue> New;
  {
    for (const auto &[Var, V] : Inputs)
      State[Var] = V;
    Evaluator Eval(State);
    for (const SourceStep &S : C.source().at(Id).Steps)
      tell(S, Eval);
    for (const Update &U : C.edge(Id).Updates)
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

static bool isOnSameLine(const StoryStep &A, const StoryStep &B) {
  return A.Where.Line == B.Where.Line && A.Where.File == B.Where.File;
}

/// Whether \p Symbol is that of \p Variable or of a part of it: "f.count" and
/// "table.0" are of count and table.
static bool isSymbolOf(llvm::StringRef Symbol, llvm::StringRef Variable) {
  llvm::SmallVector<llvm::StringRef, 4> Names;
  Symbol.split(Names, '.');
  return llvm::is_contained(Names, Variable);
}

/// Whether \p S says what \p Input, a value from outside, is assigned to.
static bool isAssignmentOf(const StoryStep &S, const StoryStep &Input) {
  using Kind = StoryStep::Kind;
  if (S.What != Kind::Assignment || !S.Function.empty() ||
      S.Values.size() != 1 || !isOnSameLine(S, Input))
    return false;
  const StoryValue &To = S.Values[0];
  return (Input.What == Kind::Input && To.Text == Input.Values[0].Text) ||
         (Input.What == Kind::InitialValue && To.Text == Input.Values[0].Text &&
          isSymbolOf(Input.Values[0].Path.Variable, To.Path.Variable));
}

/// "f() = 3" and, on the same line, "x = 3" are one step "x = f() = 3".
static std::vector<StoryStep> joinInputs(std::vector<StoryStep> Steps) {
  std::vector<StoryStep> Joined;
  for (StoryStep &S : Steps) {
    // Another variable that gets the same value may have it from elsewhere.
    if (Joined.empty() || !isAssignmentOf(S, Joined.back())) {
      Joined.push_back(std::move(S));
      continue;
    }
    StoryStep &Input = Joined.back();
    if (Input.What == StoryStep::Kind::Input)
      Input.What = StoryStep::Kind::Assignment;
    Input.Where = S.Where;
    Input.Values = std::move(S.Values);
  }
  return Joined;
}

/// Without calls in which nothing is told, as what they do does not matter, but
/// for those whose returns are the steps \p Mattering.
static std::vector<StoryStep>
withoutEmptyCalls(std::vector<StoryStep> Steps,
                  const std::set<size_t> &Mattering) {
  std::vector<StoryStep> Kept;
  for (auto [I, S] : llvm::enumerate(Steps)) {
    bool IsEmpty = S.What == StoryStep::Kind::Return && S.Values.empty() &&
                   !Mattering.count(I) && !Kept.empty() &&
                   Kept.back().What == StoryStep::Kind::Call &&
                   Kept.back().Function == S.Function;
    if (IsEmpty)
      Kept.pop_back();
    else
      Kept.push_back(std::move(S));
  }
  return Kept;
}

/// Whether \p S is an assignment to one element of an array.
static bool isElement(const StoryStep &S) {
  return S.What == StoryStep::Kind::Assignment && S.Function.empty() &&
         S.Values.size() == 1 && !S.Values[0].Path.Inside.empty() &&
         S.Values[0].Path.Inside.back().What == AccessPath::Step::Kind::Element;
}

/// Whether \p Next is an assignment to the element \p Distance after that of
/// \p First, which is one, on the same line.
static bool isNextElement(const StoryStep &First, const StoryStep &Next,
                          size_t Distance) {
  if (!isElement(Next) || !isOnSameLine(First, Next))
    return false;
  AccessPath Wanted = First.Values[0].Path;
  Wanted.Inside.back().Index += Distance;
  return Next.Values[0].Path == Wanted;
}

/// Elements that one line writes one after the other, as in an initializer, are
/// one step "a[0..3] = {1, 2, 3, 4}".
static std::vector<StoryStep> joinElements(std::vector<StoryStep> Steps) {
  constexpr size_t MinElements = 3;
  std::vector<StoryStep> Joined;
  for (size_t I = 0; I < Steps.size();) {
    size_t Count = 1;
    while (isElement(Steps[I]) && I + Count < Steps.size() &&
           isNextElement(Steps[I], Steps[I + Count], Count))
      ++Count;
    if (Count < MinElements) {
      Joined.push_back(std::move(Steps[I++]));
      continue;
    }
    StoryStep All{StoryStep::Kind::Elements, Steps[I].Where};
    for (size_t K = 0; K < Count; ++K)
      All.Values.push_back(std::move(Steps[I + K].Values[0]));
    Joined.push_back(std::move(All));
    I += Count;
  }
  return Joined;
}

/// The steps of a long run that nobody is told of, as numbers of edges.
static std::pair<size_t, size_t> middleOf(const Cfa &C, const CfaTrace &T) {
  constexpr size_t MaxAtBegin = 20'000, MaxAtEnd = 80'000;
  auto Size = [&](size_t I) {
    return C.source().at(T.Steps[I].Taken).Steps.size();
  };
  size_t First = 0, Last = T.Steps.size();
  for (size_t Count = 0; First < Last && Count < MaxAtBegin; ++First)
    Count += Size(First);
  for (size_t Count = 0; First < Last && Count < MaxAtEnd; --Last)
    Count += Size(Last - 1);
  return {First, Last};
}

static StoryStep leftOut(StoryStep::Kind What, SourceLocation Where,
                         size_t Count) {
  StoryStep Step{What, std::move(Where)};
  Step.Number = Count;
  return Step;
}

/// Nobody reads more.
static std::vector<StoryStep> withoutMiddle(std::vector<StoryStep> Steps) {
  constexpr size_t MaxSteps = 5000, AtBegin = 1000, AtEnd = 3000;
  if (Steps.size() <= MaxSteps)
    return Steps;
  const auto First = Steps.begin() + AtBegin, Last = Steps.end() - AtEnd;
  *First = leftOut(StoryStep::Kind::Steps, First->Where, Last - First);
  Steps.erase(First + 1, Last);
  return Steps;
}

std::vector<StoryStep> StoryTeller::tell(const CfaTrace &T) {
  State = T.Initial;
  if (auto Arguments = argumentsOf(C, T))
    for (const StoryValue &V : describe(*Arguments))
      Steps.push_back(
          {StoryStep::Kind::Assignment, C.location(C.entry()).Where, {V}});
  const auto [First, Last] = middleOf(C, T);
  for (size_t I = 0; I < T.Steps.size(); ++I) {
    const Edge &E = C.edge(T.Steps[I].Taken);
    IsSilent = First <= I && I < Last;
    if (I == Last && First < Last)
      Steps.push_back(leftOut(StoryStep::Kind::Blocks,
                              C.location(E.Source).Where, Last - First));
    take(T.Steps[I].Taken, T.Steps[I].Inputs);
  }
  return joinElements(joinInputs(withoutEmptyCalls(std::move(Steps), Kept)));
}

std::vector<StoryStep> sooth::tellStory(const Cfa &C, const CfaTrace &T) {
  return withoutMiddle(foldRounds(StoryTeller(C).tell(T)));
}

std::vector<StoryStep> sooth::tellEachRound(const Cfa &C, const CfaTrace &T) {
  return withoutMiddle(StoryTeller(C).tell(T));
}

//===----------------------------------------------------------------------===//
// Runs of transition systems
//===----------------------------------------------------------------------===//

static StoryValue storyVariable(Expr Var, const Value &V) {
  return {Var.name().str(), valueText(V, ValueStyle::Unsigned)};
}

std::vector<StoryStep> sooth::tellStory(const TransitionSystem &M,
                                        const TsTrace &T) {
  std::vector<StoryStep> Steps;
  for (size_t I = 0; I < T.States.size(); ++I) {
    StoryStep State{StoryStep::Kind::State, {}};
    State.Number = I;
    for (const TsVariable &V : M.variables()) {
      auto Now = T.States[I].find(V.Cur);
      if (Now == T.States[I].end())
        continue;
      if (I > 0) {
        auto Last = T.States[I - 1].find(V.Cur);
        if (Last != T.States[I - 1].end() && Last->second == Now->second)
          continue;
      }
      State.Values.push_back(storyVariable(V.Cur, Now->second));
    }
    Steps.push_back(std::move(State));
    StoryStep Input{StoryStep::Kind::ModelInput, {}};
    if (I < T.Inputs.size())
      for (Expr Y : M.inputs())
        if (auto It = T.Inputs[I].find(Y); It != T.Inputs[I].end())
          Input.Values.push_back(storyVariable(Y, It->second));
    if (!Input.Values.empty())
      Steps.push_back(std::move(Input));
  }
  return Steps;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Whether two places are the same up to the elements of arrays.
static bool isSameUpToElements(const AccessPath &A, const AccessPath &B) {
  auto IsSame = [](const AccessPath::Step &S, const AccessPath::Step &T) {
    return S.What == T.What && S.Name == T.Name;
  };
  return A.Variable == B.Variable && llvm::equal(A.Inside, B.Inside, IsSame);
}

/// Whether two steps are the same up to values.
static bool isSameUpToValues(const StoryStep &A, const StoryStep &B) {
  auto IsAboutSame = [](const StoryValue &V, const StoryValue &W) {
    return V.What == W.What && isSameUpToElements(V.Path, W.Path);
  };
  // States are told apart by their numbers, and are what changes.
  return A.What == B.What && A.Where == B.Where && A.Function == B.Function &&
         A.Holds == B.Holds && A.Number == B.Number &&
         llvm::equal(A.Values, B.Values, IsAboutSame);
}

/// How often the \p Length steps at \p From repeat, at least 1.
static size_t countRounds(const std::vector<StoryStep> &Steps, size_t From,
                          size_t Length) {
  size_t At = From + Length;
  while (At < Steps.size() && isSameUpToValues(Steps[At], Steps[At - Length]))
    ++At;
  return (At - From) / Length;
}

std::vector<StoryStep> sooth::foldRounds(std::vector<StoryStep> Steps) {
  // Fewer rounds, or rounds that are longer, are not worth a summary.
  constexpr size_t MinRounds = 5, MaxLength = 100;
  std::vector<StoryStep> Folded;
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
    StoryStep Rest{StoryStep::Kind::Rounds, Steps[I + Shown].Where};
    Rest.Number = Rounds - 3;
    Folded.push_back(std::move(Rest));
    std::move(Steps.begin() + I + Shown + Hidden,
              Steps.begin() + I + Rounds * Length, std::back_inserter(Folded));
    I += Rounds * Length;
  }
  return Folded;
}
