//===- WordChooser.cpp - Values that are likely to matter -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WordChooser.h"

#include "sooth/Expr/FloatingPoint.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace sooth;
using namespace sooth::run;

/// Of one width.
static constexpr size_t MaxConstants = 1000, MaxBefore = 16;

static uint64_t cut(uint64_t Word, unsigned Bits) {
  return Word & llvm::maskTrailingOnes<uint64_t>(Bits);
}

WordChooser::WordChooser(const Cfa &C, uint64_t Seed)
    : State(Seed * 0x9e3779b97f4a7c15) {
  std::vector<llvm::APFloat> Fractions;
  postOrder(formulasOf(C), [&](Expr E) { learn(E, Fractions); });
  for (const llvm::APFloat &X : Fractions)
    addFraction(X);
}

/// SplitMix64 (Steele, Lea, Flood, 2014).
uint64_t WordChooser::next() {
  uint64_t Z = State += 0x9e3779b97f4a7c15;
  Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9;
  Z = (Z ^ (Z >> 27)) * 0x94d049bb133111eb;
  return Z ^ (Z >> 31);
}

/// Special ones, and some with few digits.
static std::vector<uint64_t> floatsOf(FpFormat F) {
  const llvm::fltSemantics &S = fpSemantics(F);
  using llvm::APFloat;
  std::vector<APFloat> Found{APFloat::getNaN(S)};
  for (bool Negative : {false, true})
    for (const APFloat &X :
         {APFloat::getZero(S, Negative), APFloat::getInf(S, Negative),
          APFloat::getLargest(S, Negative), APFloat::getSmallest(S, Negative),
          APFloat::getSmallestNormalized(S, Negative)})
      Found.push_back(X);
  for (const char *Text :
       {"1",   "2",        "3",          "5",    "10",   "100",     "1000",
        "0.5", "0.25",     "0.1",        "0.01", "1.5",  "3.14159", "1e-6",
        "1e6", "16777216", "2147483648", "1e10", "1e15", "1e30",    "1e-20"}) {
    APFloat X(S);
    llvm::consumeError(
        X.convertFromString(Text, APFloat::rmNearestTiesToEven).takeError());
    Found.push_back(X);
    X.changeSign();
    Found.push_back(X);
  }
  std::vector<uint64_t> Words;
  for (const APFloat &X : Found)
    Words.push_back(X.bitcastToAPInt().getRawData()[0]);
  return Words;
}

/// The format of the operands; nothing if they are no floating-point numbers.
static std::optional<FpFormat> operandFormat(Expr E) {
  if (!isFpOperator(E.kind()) || E.is(Kind::FpFromSigned) ||
      E.is(Kind::FpFromUnsigned))
    return std::nullopt;
  return E.is(Kind::FpConvert) ? fpSource(E.param(1)) : FpFormat(E.param(0));
}

void WordChooser::learn(Expr E, std::vector<llvm::APFloat> &Fractions) {
  if (E.isConst() && E.sort().isBitVec()) {
    const unsigned Bits = std::min(E.sort().width(), 64u);
    for (uint64_t Beside : {0, 1, -1})
      addConstant(E.value().bits().getRawData()[0] + Beside, Bits);
    addCharacter(E.value());
    addBytes(E.value().bits());
  }
  if (E.isConst() && E.sort().isArray() && E.sort().element().isBitVec())
    for (const auto &[Index, Element] : E.value().array().Entries)
      addCharacter(Element);
  const std::optional<FpFormat> Format = operandFormat(E);
  if (isFpOperator(E.kind()))
    for (FpFormat F :
         {FpFormat(E.param(0)), Format.value_or(FpFormat(E.param(0)))})
      if (fpWidth(F) <= 64 && Formats.try_emplace(fpWidth(F), F).second)
        Floats[fpWidth(F)] = floatsOf(F);
  if (Format)
    for (Expr Op : E.operands())
      if (Op.isConst())
        Fractions.emplace_back(fpSemantics(*Format), Op.value().bits());
}

/// In all formats of inputs that might become it, and as an integer.
void WordChooser::addFraction(llvm::APFloat X) {
  bool LosesInfo;
  for (auto [Bits, Format] : Formats) {
    llvm::APFloat Y = X;
    Y.convert(fpSemantics(Format), llvm::APFloat::rmNearestTiesToEven,
              &LosesInfo);
    if (Floats[Bits].size() < MaxConstants)
      Floats[Bits].push_back(Y.bitcastToAPInt().getRawData()[0]);
  }
  for (unsigned Bits : {32, 64}) {
    llvm::APSInt Whole(Bits, /*isUnsigned=*/false);
    bool IsExact;
    if (X.convertToInteger(Whole, llvm::APFloat::rmTowardZero, &IsExact) !=
        llvm::APFloat::opInvalidOp)
      for (uint64_t Beside : {0, 1, -1})
        addConstant(Whole.getRawData()[0] + Beside, Bits);
  }
}

void WordChooser::addConstant(uint64_t Word, unsigned Bits) {
  std::vector<uint64_t> &Known = Constants[Bits];
  Word = cut(Word, Bits);
  if (Known.size() < MaxConstants && !llvm::is_contained(Known, Word))
    Known.push_back(Word);
}

/// Programs put numbers together from bytes.
void WordChooser::addBytes(const llvm::APInt &Number) {
  if (Number.getBitWidth() > 64 || Number.getActiveBits() <= 8)
    return;
  for (unsigned At = 0; At < Number.getBitWidth(); At += 8) {
    const uint64_t Byte = cut(Number.getZExtValue() >> At, 8);
    if (Byte != 0 && Byte != 0xff)
      addConstant(Byte, 8);
  }
}

void WordChooser::addCharacter(const Value &V) {
  const llvm::APInt &Bits = V.bits();
  if (Bits.getBitWidth() < TextBits || Bits.getActiveBits() >= TextBits)
    return;
  const uint64_t Word = Bits.getRawData()[0];
  if (llvm::isPrint(char(Word)) && !llvm::is_contained(Characters, Word))
    Characters.push_back(Word);
}

void WordChooser::beginRun() {
  size_t Next = below(2 * NumTastes);
  Preferred = Next < NumTastes ? std::optional(Taste(Next)) : std::nullopt;
  Before.clear();
  Habits.clear();
  static constexpr size_t OnceIn[] = {0, 0, 0, 8, 32, 128};
  ChangesOnceIn = OnceIn[below(std::size(OnceIn))];
  Text = Style(below(3));
  IsAllText = below(2);
}

uint64_t WordChooser::chooseFor(unsigned Input, unsigned Bits, bool MayStay) {
  if (Now != Mode::Likely || ChangesOnceIn == 0)
    return choose(Bits);
  auto [It, IsNew] = Habits.try_emplace(Input);
  Habit &Own = It->second;
  if (IsNew)
    Own.IsSteady = below(3) != 0;
  if (IsNew || !MayStay || !Own.IsSteady || below(ChangesOnceIn) == 0)
    Own.Last = choose(Bits);
  return cut(Own.Last, Bits);
}

/// A power of two, or beside one.
uint64_t WordChooser::boundary(unsigned Bits) {
  const uint64_t Power = below(Bits + 1) < Bits ? uint64_t(1) << below(Bits)
                                                : uint64_t(1) << (Bits - 1);
  const uint64_t Near = Power + below(3) - 1;
  return below(2) ? Near : -Near;
}

uint64_t WordChooser::number(Taste T, unsigned Bits) {
  switch (T) {
  case Taste::Small:
    return below(20) - 4;
  case Taste::Boundary:
    return boundary(Bits);
  case Taste::Any:
    return next();
  case Taste::Again:
    return Before.empty() ? 0 : Before[below(Before.size())];
  case Taste::Constant:
    if (auto Of = Constants.find(Bits); Of != Constants.end())
      return Of->second[below(Of->second.size())];
    return below(256);
  case Taste::Float:
    if (auto Of = Floats.find(Bits); Of != Floats.end())
      return below(4) ? Of->second[below(Of->second.size())] : next();
    return below(4);
  }
  return 0;
}

uint64_t WordChooser::choose(unsigned Bits) {
  if (Now == Mode::Likely)
    return likely(Bits);
  return Now == Mode::Zeros ? 0 : any(Bits);
}

uint64_t WordChooser::any(unsigned Bits) { return cut(next(), Bits); }

uint64_t WordChooser::likely(unsigned Bits) {
  if (Bits == 1)
    return below(2);
  if (Bits == TextBits && IsAllText)
    return cut(character(), Bits);
  Taste T = Preferred && below(4) ? *Preferred : Taste(below(NumTastes));
  const uint64_t Word = cut(number(T, Bits), Bits);
  if (Before.size() < MaxBefore)
    Before.push_back(Word);
  else
    Before[below(MaxBefore)] = Word;
  return Word;
}

/// Of text: mostly of the style of this run, or its end.
uint64_t WordChooser::character() {
  constexpr size_t OtherOnceIn = 8, EndsOnceIn = 6;
  if (below(EndsOnceIn) == 0)
    return 0;
  switch (below(OtherOnceIn) ? Text : Style(below(3))) {
  case Style::Digits:
    return '0' + below(10);
  case Style::Characters:
    if (!Characters.empty())
      return Characters[below(Characters.size())];
    return 'a' + below('z' - 'a' + 1);
  case Style::Any:
    return below(2) ? ' ' + below('~' - ' ' + 1) : next();
  }
  return 0;
}

uint64_t WordChooser::chooseCell(unsigned Bits) {
  return Now == Mode::Likely && Bits == TextBits ? cut(character(), Bits)
                                                 : choose(Bits);
}

uint64_t WordChooser::change(uint64_t Word, unsigned Bits) {
  switch (below(4)) {
  case 0:
    return cut(Word ^ uint64_t(1) << below(Bits), Bits);
  case 1:
    return cut(Word + below(35) - 17, Bits);
  case 2:
    return cut(-Word, Bits);
  default:
    return choose(Bits);
  }
}
