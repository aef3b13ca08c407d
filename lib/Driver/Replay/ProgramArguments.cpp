//===- ProgramArguments.cpp - What main is given on a run -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramArguments.h"

#include "sooth/Frontend/LLVM/Passes/MainArguments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace sooth;
using llvm::APInt;
using Part = ArgumentVariable::Part;

/// Names under which they are recorded: no parameter is called so.
static constexpr llvm::StringLiteral PlacesName = "argv[]",
                                     TextName = "argv[][]";
/// Keys and elements of recorded arrays.
static constexpr unsigned Bits = 64;

/// How many arguments are told, and how much of each.
static constexpr uint64_t MaxShown = 8, MaxLength = 40;

//===----------------------------------------------------------------------===//
// From variables to arrays of our own, and back
//===----------------------------------------------------------------------===//

static Value wide(const APInt &N) { return Value(N.zextOrTrunc(Bits)); }

/// The number of the element at \p Key; nothing if it has none.
static std::optional<uint64_t> elementAt(const ArgumentVariable &V,
                                         const APInt &Key) {
  const APInt &First = V.FirstKey.bits();
  if (Key.ult(First))
    return std::nullopt;
  uint64_t K = (Key - First).getLimitedValue();
  if (K >= V.Count.value_or(ArgumentBytes))
    return std::nullopt;
  return V.First + K * V.Step;
}

static Value emptyArray(const Cfa &C) {
  ExprContext &Ctx = C.context();
  Sort Number = Ctx.bitVecSort(Bits);
  return Value::constArray(Ctx.arraySort(Number, Number),
                           Value(APInt(Bits, 0)));
}

/// Adds what \p V holds. What has no entry is the default everywhere if that is
/// the only variable.
static void read(const ArgumentVariable &V, const Value &Now, Value &To) {
  if (!Now.isArray()) {
    To = std::move(To).store(Value(APInt(Bits, V.First)), wide(Now.bits()));
    return;
  }
  const ArrayValue &Held = Now.array();
  if (!V.Count)
    To = Value::constArray(To.array().S, wide(Held.Default.bits()));
  else
    for (uint64_t K = 0; K < *V.Count; ++K)
      To = std::move(To).store(Value(APInt(Bits, V.First + K * V.Step)),
                               wide(Held.Default.bits()));
  for (const auto &[Key, Element] : Held.Entries)
    if (auto I = elementAt(V, Key.bits()))
      To = std::move(To).store(Value(APInt(Bits, *I)), wide(Element.bits()));
}

static Value initialValue(const CfaTrace &T, Expr Var) {
  auto It = T.Initial.find(Var);
  return It == T.Initial.end() ? Value::zero(Var.sort()) : It->second;
}

void sooth::recordArguments(const Cfa &C, const CfaTrace &T,
                            std::vector<RecordedInput> &To) {
  for (Part Wanted : {Part::Places, Part::Text}) {
    Value All = emptyArray(C);
    bool IsAny = false;
    for (const ArgumentVariable &V : C.source().arguments())
      if (V.What == Wanted) {
        read(V, initialValue(T, V.Var), All);
        IsAny = true;
      }
    if (IsAny)
      To.push_back({Input::Kind::Argument,
                    (Wanted == Part::Places ? PlacesName : TextName).str(),
                    {},
                    All});
  }
}

static const RecordedInput *findPart(llvm::ArrayRef<RecordedInput> Recorded,
                                     llvm::StringRef Name) {
  auto It = llvm::find_if(
      Recorded, [&](const RecordedInput &In) { return In.Source == Name; });
  return It == Recorded.end() ? nullptr : &*It;
}

/// What \p V holds if the elements are those of \p All.
static Value restored(const ArgumentVariable &V, const ArrayValue &All) {
  const Sort S = V.Var.sort();
  if (!S.isArray()) {
    auto It = All.Entries.find(Value(APInt(Bits, V.First)));
    const Value &Held = It == All.Entries.end() ? All.Default : It->second;
    return Value(Held.bits().zextOrTrunc(S.width()));
  }
  unsigned KeyBits = V.FirstKey.bits().getBitWidth();
  unsigned Width = S.element().width();
  auto Narrow = [&](const Value &N) {
    return Value(N.bits().zextOrTrunc(Width));
  };
  Value New = Value::constArray(S, Narrow(All.Default));
  for (const auto &[Element, Held] : All.Entries) {
    uint64_t I = Element.bits().getZExtValue();
    if (I < V.First || (I - V.First) % V.Step)
      continue;
    uint64_t K = (I - V.First) / V.Step;
    if (!V.Count || K < *V.Count)
      New = std::move(New).store(
          Value(V.FirstKey.bits() + APInt(64, K).zextOrTrunc(KeyBits)),
          Narrow(Held));
  }
  return New;
}

std::vector<RecordedInput>
sooth::restoreArguments(const Cfa &C, llvm::ArrayRef<RecordedInput> Recorded,
                        Valuation &State) {
  std::vector<RecordedInput> Parts;
  const RecordedInput *Places = findPart(Recorded, PlacesName),
                      *Text = findPart(Recorded, TextName);
  for (const RecordedInput *In : {Places, Text})
    if (In)
      Parts.push_back(*In);
  for (const ArgumentVariable &V : C.source().arguments())
    if (const RecordedInput *In = V.What == Part::Places ? Places : Text)
      State[V.Var] = restored(V, In->Val.array());
  return Parts;
}

//===----------------------------------------------------------------------===//
// For people
//===----------------------------------------------------------------------===//

static uint64_t number(const Value &V) { return V.bits().getZExtValue(); }

/// argc: the only number that main is given.
static std::optional<uint64_t> countOf(const Cfa &C, const CfaTrace &T) {
  for (const CfaTrace::Step &S : T.Steps)
    for (const Input &In : C.edge(S.Taken).Inputs)
      if (auto It = S.Inputs.find(In.Var); In.What == Input::Kind::Argument &&
                                           It != S.Inputs.end() &&
                                           It->second.isBitVec())
        return number(It->second);
  return std::nullopt;
}

std::optional<ProgramArguments> sooth::argumentsOf(const Cfa &C,
                                                   const CfaTrace &T) {
  std::vector<RecordedInput> Recorded;
  recordArguments(C, T, Recorded);
  const RecordedInput *Places = findPart(Recorded, PlacesName),
                      *Text = findPart(Recorded, TextName);
  auto Count = Places && Text ? countOf(C, T) : std::nullopt;
  if (!Count)
    return std::nullopt;
  ProgramArguments Arguments;
  Arguments.Count = *Count;
  for (const ArgumentVariable &V : C.source().arguments())
    for (uint64_t I = 0; I < std::min(*Count, MaxShown); ++I)
      if (V.What == Part::Places && I >= V.First &&
          (I - V.First) % V.Step == 0 &&
          (!V.Count || (I - V.First) / V.Step < *V.Count))
        Arguments.Places[I] =
            number(Places->Val.select(Value(APInt(Bits, I)))) % ArgumentBytes;
  const ArrayValue &Characters = Text->Val.array();
  Arguments.Others = number(Characters.Default);
  for (const auto &[At, Character] : Characters.Entries)
    Arguments.Characters[number(At)] = number(Character);
  return Arguments;
}

/// The string at \p Place in quotes, without the end if there is no more than
/// one character again and again, or too much.
static std::string stringAt(const ProgramArguments &Arguments, uint64_t Place) {
  std::string Text = "\"";
  for (uint64_t I = 0; I < MaxLength && Place + I < ArgumentBytes; ++I) {
    auto It = Arguments.Characters.lower_bound(Place + I);
    if (I > 0 && Arguments.Others && It == Arguments.Characters.end())
      return Text + "\"...";
    unsigned char C = It == Arguments.Characters.end() || It->first != Place + I
                          ? Arguments.Others
                          : It->second;
    if (C == 0)
      return Text + '"';
    if (C == '"' || C == '\\')
      Text += '\\';
    if (llvm::isPrint(C))
      Text += C;
    else
      Text += llvm::formatv("\\x{0:x-2}", unsigned(C)).str();
  }
  return Text + "\"...";
}

std::vector<StoryValue> sooth::describe(const ProgramArguments &Arguments) {
  std::vector<StoryValue> Values;
  for (auto [I, Place] : Arguments.Places)
    Values.push_back(
        {AccessPath("argv", {{AccessPath::Step::Kind::Element, "", I}}),
         stringAt(Arguments, Place)});
  return Values;
}

//===----------------------------------------------------------------------===//
// For a harness
//===----------------------------------------------------------------------===//

std::string sooth::argumentsInC(llvm::ArrayRef<RecordedInput> Recorded,
                                uint64_t Count) {
  const RecordedInput *Places = findPart(Recorded, PlacesName),
                      *Text = findPart(Recorded, TextName);
  if (!Places)
    return "";
  std::string C = llvm::formatv(
      "/* The arguments: strings in one text, in which they may overlap. */\n"
      "static char sooth_text[{0}];\n"
      "static char *sooth_argv[{1}];\n"
      "static void sooth_set_arguments(void) {{\n"
      "  for (unsigned long i = 0; i < {2}; i++)\n"
      "    sooth_argv[i] = sooth_text + {3};\n",
      ArgumentBytes, Count + 1, Count,
      number(Places->Val.array().Default) % ArgumentBytes);
  for (const auto &[I, Place] : Places->Val.array().Entries)
    if (number(I) < Count)
      C += llvm::formatv("  sooth_argv[{0}] = sooth_text + {1};\n", number(I),
                         number(Place) % ArgumentBytes);
  if (Text) {
    const ArrayValue &Characters = Text->Val.array();
    if (number(Characters.Default))
      C += llvm::formatv(
          "  for (unsigned long i = 0; i < sizeof sooth_text - 1; i++)\n"
          "    sooth_text[i] = (char){0};\n",
          number(Characters.Default));
    for (const auto &[At, Character] : Characters.Entries)
      if (number(At) < ArgumentBytes)
        C += llvm::formatv("  sooth_text[{0}] = (char){1};\n", number(At),
                           number(Character));
  }
  return C + "}\n";
}
