//===- FloatTexts.cpp - How constants look that are printed ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatTexts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <cstdio>
#include <optional>
#include <string>

using namespace llvm;

namespace sooth {

static constexpr StringLiteral LengthName = "sooth_nondet_libc_float_length";
static constexpr StringLiteral WordName = "sooth_nondet_libc_float_word";

/// As in runtime/libc/print.c.
static constexpr size_t MostCharacters = 32;
enum TextArgument : unsigned { Number, Letter, Flags, Width, Precision, Word };

/// What C says in all implementations: correctly rounded up to so many digits,
/// those of the widest type in which double is evaluated.
static constexpr unsigned MostDigits = 17;

static std::string formatOf(int Letter, unsigned Flags, int Width,
                            int Precision) {
  std::string Format = "%";
  for (auto [I, Flag] : enumerate(StringRef("-+ #0")))
    if (Flags & (1u << I))
      Format += Flag;
  if (Width)
    Format += std::to_string(Width);
  if (Precision >= 0)
    Format += "." + std::to_string(Precision);
  return Format + char(Letter);
}

/// Digits before an exponent.
static unsigned digitsIn(StringRef Text) {
  return count_if(Text.take_until([](char C) { return C == 'e' || C == 'E'; }),
                  [](char C) { return isDigit(C); });
}

/// The text that \p Call asks for; nothing if it is not known.
static std::optional<std::string> textFor(const CallInst &Call) {
  auto *X = dyn_cast<ConstantFP>(Call.getArgOperand(Number));
  if (!X || !X->getType()->isDoubleTy() || !X->getValueAPF().isFinite())
    return std::nullopt;
  int Numbers[Word] = {};
  for (unsigned I = Letter; I < Word; ++I) {
    auto *C = dyn_cast<ConstantInt>(Call.getArgOperand(I));
    if (!C)
      return std::nullopt;
    Numbers[I] = int(C->getSExtValue());
  }
  if (!StringRef("eEfFgG").contains(char(Numbers[Letter])))
    return std::nullopt;
  const std::string Format = formatOf(Numbers[Letter], unsigned(Numbers[Flags]),
                                      Numbers[Width], Numbers[Precision]);
  char Text[MostCharacters + 1];
  // (This process has the locale "C" and rounds to nearest, as programs do.)
  const int Length = snprintf(Text, sizeof Text, Format.c_str(),
                              X->getValueAPF().convertToDouble());
  if (Length < 0 || size_t(Length) > MostCharacters ||
      digitsIn(Text) > MostDigits)
    return std::nullopt;
  return std::string(Text);
}

/// Named metadata of modules that have a function which changes what texts look
/// like. (It may be inlined.)
static constexpr StringLiteral ChangesTextsName = "sooth.changes.texts";

void noteChangesOfTexts(Module &M) {
  for (StringRef Name :
       {"setlocale", "uselocale", "fesetround", "fesetenv", "feupdateenv"}) {
    const llvm::Function *F = M.getFunction(Name);
    if (F && !F->use_empty())
      M.getOrInsertNamedMetadata(ChangesTextsName);
  }
}

static Constant *answerTo(const CallInst &Call, bool IsLength) {
  const auto Text = Call.getModule()->getNamedMetadata(ChangesTextsName)
                        ? std::nullopt
                        : textFor(Call);
  if (IsLength)
    return ConstantInt::getSigned(Call.getType(),
                                  Text ? int64_t(Text->size()) : -1);
  uint64_t Bits = 0;
  auto *Which = dyn_cast<ConstantInt>(Call.getArgOperand(Word));
  if (Text && Which)
    for (auto [I, C] : enumerate(StringRef(*Text).substr(
             sizeof Bits * Which->getZExtValue(), sizeof Bits)))
      Bits |= uint64_t(uint8_t(C)) << (8 * I);
  return ConstantInt::get(Call.getType(), Bits);
}

bool tellFloatTexts(llvm::Function &F) {
  bool Found = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallInst>(&I);
    const llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    const bool IsLength = Callee && Callee->getName() == LengthName;
    if (!IsLength && !(Callee && Callee->getName() == WordName))
      continue;
    Call->replaceAllUsesWith(answerTo(*Call, IsLength));
    Call->eraseFromParent();
    Found = true;
  }
  return Found;
}

} // namespace sooth
