//===- ScanCalls.cpp - What scanf and its kin write -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScanCalls.h"

#include "LibraryCalls.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <optional>

using namespace llvm;
using namespace sooth;

namespace {
/// A part of the format.
struct Directive {
  /// Of conversions, with '[' for sets; ' ' for white space; 0 for a character
  /// that has to be there.
  char Letter = 0;
  char Character = 0;
  /// The models are sooth_libc_scan_NAME(assigned, pointer, ...) and
  /// sooth_libc_sscan_NAME(where, pointer, ...).
  const char *Model = nullptr;
  /// Characters at most; 0 if none are given.
  uint64_t Width = 0;
  bool IsAssigned = false;
  /// What is between the brackets.
  StringRef Set;

  bool isConversion() const { return Model; }
  bool isInteger() const { return StringRef("diuoxX").contains(Letter); }
  /// The largest number that an integer of the type can be.
  uint64_t most() const {
    return StringSwitch<uint64_t>(Model)
        .Case("char", UINT8_MAX)
        .Case("short", UINT16_MAX)
        .Case("int", UINT32_MAX)
        .Default(UINT64_MAX);
  }
  bool isReal() const { return StringRef("efgaEFGA").contains(Letter); }
};
} // namespace

/// The model for an integer of this length modifier; null if there is none.
static const char *integerModel(StringRef Length, bool Is64Bit) {
  const char *Long = Is64Bit ? "long_long" : "int";
  return StringSwitch<const char *>(Length)
      .Case("", "int")
      .Case("h", "short")
      .Case("hh", "char")
      .Cases("l", "z", "t", Long)
      .Cases("ll", "j", "q", "long_long")
      .Default(nullptr);
}

static const char *modelOf(char Letter, StringRef Length, bool Is64Bit) {
  switch (Letter) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
    return integerModel(Length, Is64Bit);
  case 'e':
  case 'f':
  case 'g':
  case 'a':
  case 'E':
  case 'F':
  case 'G':
  case 'A':
    return Length == "" ? "float" : Length == "l" ? "double" : nullptr;
  case 'c':
    return Length == "" ? "characters" : nullptr;
  case 'n':
    return integerModel(Length, Is64Bit);
  case 's':
    return Length == "" ? "string" : nullptr;
  case '[':
    return Length == "" ? "set" : nullptr;
  default:
    return nullptr;
  }
}

/// Removes the set after "%[" from \p Rest. Returns nothing if it has no end.
static std::optional<StringRef> takeSet(StringRef &Rest) {
  size_t First = Rest.starts_with("^") ? 1 : 0;
  size_t End = Rest.find(']', First + 1); // The first one may be in the set.
  if (End == StringRef::npos)
    return std::nullopt;
  StringRef Set = Rest.take_front(End);
  Rest = Rest.drop_front(End + 1);
  return Set;
}

/// Parses what follows a '%', and takes it off \p Rest.
static std::optional<Directive> parseConversion(StringRef &Rest, bool Is64Bit) {
  Directive D;
  D.IsAssigned = !Rest.consume_front("*");
  unsigned long long Width = 0;
  if (!Rest.empty() && isDigit(Rest[0]) &&
      consumeUnsignedInteger(Rest, 10, Width))
    return std::nullopt;
  D.Width = std::min<uint64_t>(Width, INT32_MAX);
  StringRef Length =
      Rest.take_while([](char C) { return StringRef("hljztqL").contains(C); });
  Rest = Rest.drop_front(Length.size());
  if (Rest.empty())
    return std::nullopt;
  D.Letter = Rest[0];
  Rest = Rest.drop_front();
  D.Model = modelOf(D.Letter, Length, Is64Bit);
  if (!D.Model)
    return std::nullopt;
  if (D.Letter == '[') {
    auto Set = takeSet(Rest);
    if (!Set)
      return std::nullopt;
    D.Set = *Set;
  }
  return D;
}

/// The parts of \p Format; nothing if one is not modelled.
static std::optional<SmallVector<Directive>> parse(StringRef Rest,
                                                   bool Is64Bit) {
  SmallVector<Directive> All;
  while (!Rest.empty()) {
    char C = Rest[0];
    Rest = Rest.drop_front();
    Directive D;
    if (isSpace(C)) {
      D.Letter = ' ';
    } else if (C != '%') {
      D.Character = C;
    } else if (Rest.consume_front("%")) {
      D.Character = '%'; // White space before it does not count.
      Directive Space;
      Space.Letter = ' ';
      All.push_back(Space);
    } else {
      auto Parsed = parseConversion(Rest, Is64Bit);
      if (!Parsed)
        return std::nullopt;
      D = *Parsed;
    }
    All.push_back(D);
  }
  return All;
}

/// Which argument of the function is the format; nothing for other functions.
static std::optional<unsigned> formatOf(const Function *Callee) {
  if (!Callee || !Callee->isDeclaration())
    return std::nullopt;
  StringRef Name = Callee->getName();
  if (!Name.consume_front("__isoc99_"))
    Name.consume_front("__isoc23_");
  return StringSwitch<std::optional<unsigned>>(Name)
      .Case("scanf", 0)
      .Cases("fscanf", "sscanf", 1)
      .Default(std::nullopt);
}

namespace {
class ScanExpansion {
public:
  ScanExpansion(CallInst &Call, unsigned FormatAt, Files Kind)
      : M(*Call.getModule()), Call(Call), FormatAt(FormatAt), Kind(Kind),
        Build(&Call) {}
  void run();

private:
  bool findDirectives(bool IsText);
  Value *model(const Twine &Name, Type *Result, ArrayRef<Value *> Arguments) {
    return sooth::callModel(Build, Name, Result, Arguments);
  }
  Value *fromFile();
  Value *fromText(Value *Text);
  Value *fromKept();
  void readFile(const Directive &D, Value *IsAssigned, Value *To);
  void readText(const Directive &D, Value *Where, unsigned &Next);
  SmallVector<Value *, 3> setArguments(StringRef Set);
  Constant *flag(bool Value) { return Build.getInt1(Value); }

  Module &M;
  CallInst &Call;
  const unsigned FormatAt;
  const Files Kind;
  IRBuilder<> Build;
  StringRef Format;
  SmallVector<Directive> All;
};
} // namespace

/// What text is not read with: "%5lf", "%*n".
static bool isModelledForText(const Directive &D) {
  if (!D.isConversion())
    return true;
  return !(D.isReal() && D.Width) && (D.Letter != 'n' || D.IsAssigned);
}

bool ScanExpansion::findDirectives(bool IsText) {
  if (Call.arg_size() <= FormatAt || !Call.getType()->isIntegerTy(32) ||
      !getConstantStringInfo(Call.getArgOperand(FormatAt), Format))
    return false;
  auto Parsed = parse(Format, M.getDataLayout().getPointerSize() == 8);
  if (!Parsed)
    return false;
  All = std::move(*Parsed);
  unsigned Next = FormatAt + 1;
  for (const Directive &D : All) {
    if (IsText ? !isModelledForText(D) : D.Letter == 'n')
      return false;
    if (D.IsAssigned && (Next >= Call.arg_size() ||
                         !Call.getArgOperand(Next++)->getType()->isPointerTy()))
      return false;
  }
  return true;
}

Value *ScanExpansion::fromFile() {
  unsigned Count =
      count_if(All, [](const Directive &D) { return D.IsAssigned; });
  Value *Assigned =
      model("scan_result", Build.getInt32Ty(), {Build.getInt32(Count)});
  unsigned I = 0;
  for (const Directive &D : All) {
    if (!D.IsAssigned)
      continue;
    Value *IsAssigned = Build.CreateZExt(
        Build.CreateICmpSGT(Assigned, Build.getInt32(I)), Build.getInt32Ty());
    readFile(D, IsAssigned, Call.getArgOperand(FormatAt + 1 + I));
    ++I;
  }
  return Assigned;
}

static unsigned baseOf(char Letter) {
  return Letter == 'i'                    ? 0
         : Letter == 'o'                  ? 8
         : Letter == 'x' || Letter == 'X' ? 16
                                          : 10;
}

/// The largest number of \p Digits digits to \p Base; UINT64_MAX if it is
/// larger than that.
static uint64_t largest(unsigned Base, uint64_t Digits) {
  uint64_t N = 0;
  for (; Digits > 0; --Digits) {
    if (N > (UINT64_MAX - (Base - 1)) / Base)
      return UINT64_MAX;
    N = N * Base + (Base - 1);
  }
  return N;
}

/// The same for all ways to write one in \p Width characters: a "0x" is none of
/// the digits.
static uint64_t largestIn(uint64_t Width, char Letter) {
  if (unsigned Base = baseOf(Letter))
    return largest(Base, Width);
  return std::max(largest(10, Width), largest(16, Width < 2 ? 0 : Width - 2));
}

/// The characters between the brackets, how many they are, and whether those or
/// all others are read.
SmallVector<Value *, 3> ScanExpansion::setArguments(StringRef Set) {
  bool IsIncluded = !Set.consume_front("^");
  Value *Text = Build.CreateConstInBoundsGEP1_64(Build.getInt8Ty(),
                                                 Call.getArgOperand(FormatAt),
                                                 Set.data() - Format.data());
  return {Text, Build.getInt32(Set.size()), flag(IsIncluded)};
}

/// One conversion that assigns.
void ScanExpansion::readFile(const Directive &D, Value *IsAssigned, Value *To) {
  SmallVector<Value *> Arguments{IsAssigned, To};
  std::string Name = "scan_";
  if (D.isInteger()) {
    const uint64_t Most = largestIn(D.Width, D.Letter);
    if (D.Width && Most < D.most()) {
      Name += "narrow_";
      Arguments.push_back(Build.getInt64(Most));
      Arguments.push_back(Build.getInt64(largestIn(D.Width - 1, D.Letter)));
    }
  } else if (D.isReal()) {
    if (D.Width)
      Name += "narrow_";
  } else {
    Arguments.push_back(Build.getInt32(D.Width));
    if (D.Letter == '[')
      Arguments.append(setArguments(D.Set));
  }
  model(Name + D.Model, Build.getVoidTy(), Arguments);
}

void ScanExpansion::readText(const Directive &D, Value *Where, unsigned &Next) {
  Type *None = Build.getVoidTy();
  if (!D.isConversion()) {
    if (D.Letter)
      model("sscan_space", None, {Where});
    else
      model("sscan_literal", None,
            {Where, Build.getInt8(uint8_t(D.Character))});
    return;
  }
  Value *To = D.IsAssigned ? Call.getArgOperand(Next++)
                           : Constant::getNullValue(Build.getPtrTy());
  if (!D.IsAssigned)
    model("sscan_suppress", None, {Where});
  const std::string Name = std::string("sscan_") + D.Model;
  Value *Width = Build.getInt32(D.Width);
  if (D.Letter == 'n') {
    model(std::string("sscan_count_") + D.Model, None, {Where, To});
  } else if (D.isInteger()) {
    bool IsSigned = D.Letter == 'd' || D.Letter == 'i';
    model(Name, None,
          {Where, To, Width, Build.getInt32(baseOf(D.Letter)), flag(IsSigned)});
  } else if (D.Letter == '[') {
    SmallVector<Value *> Arguments{Where, To, Width};
    Arguments.append(setArguments(D.Set));
    model(Name, None, Arguments);
  } else if (D.Letter == 's' || D.Letter == 'c') {
    model(Name, None, {Where, To, Width});
  } else {
    model(Name, None, {Where, To});
  }
}

Value *ScanExpansion::fromText(Value *Text) {
  // As struct scan in runtime/libc/scan.c.
  Type *Int = Build.getInt32Ty();
  StructType *State = StructType::get(
      M.getContext(), {Build.getPtrTy(), Build.getPtrTy(), Int, Int, Int, Int});
  BasicBlock &Entry = Call.getFunction()->getEntryBlock();
  Value *Where =
      IRBuilder<>(&Entry, Entry.begin()).CreateAlloca(State, nullptr, "scan");
  model("sscan_begin", Build.getVoidTy(), {Where, Text});
  unsigned Next = FormatAt + 1;
  for (const Directive &D : All)
    readText(D, Where, Next);
  Value *Result = model("sscan_result", Int, {Where});
  if (Text != Call.getArgOperand(0))
    model("scan_kept_end", Build.getVoidTy(), {Where});
  return Result;
}

/// From a file whose text may be known.
Value *ScanExpansion::fromKept() {
  if (!all_of(All, isModelledForText)) {
    model("lose_kept", Build.getVoidTy(), {});
    return fromFile();
  }
  Constant *None = Constant::getNullValue(Build.getPtrTy());
  Value *File =
      FormatAt ? Call.getArgOperand(0) : model("stdin", Build.getPtrTy(), {});
  Value *Text = model("scan_kept", Build.getPtrTy(), {File});
  Instruction *Known, *Open, *Fails, *Read;
  SplitBlockAndInsertIfThenElse(Build.CreateICmpNE(Text, None), &Call, &Known,
                                &Open);
  Build.SetInsertPoint(Open);
  Value *OfFile = fromFile();
  Build.SetInsertPoint(Known);
  Value *HasFailed = Build.getFalse();
  if (!Call.use_empty())
    HasFailed = model("scan_kept_fails", Build.getInt1Ty(), {File});
  SplitBlockAndInsertIfThenElse(HasFailed, Known, &Fails, &Read);
  Build.SetInsertPoint(Read);
  Value *OfText = fromText(Text);
  Build.SetInsertPoint(Known);
  PHINode *OfKept = Build.CreatePHI(Call.getType(), 2);
  OfKept->addIncoming(OfText, Read->getParent());
  OfKept->addIncoming(ConstantInt::getSigned(Call.getType(), -1),
                      Fails->getParent());
  Build.SetInsertPoint(&Call);
  PHINode *Result = Build.CreatePHI(Call.getType(), 2);
  Result->addIncoming(OfKept, Known->getParent());
  Result->addIncoming(OfFile, Open->getParent());
  return Result;
}

void ScanExpansion::run() {
  bool IsText = Call.getCalledFunction()->getName().ends_with("sscanf");
  if (FormatAt && !IsText && Call.arg_size() &&
      Call.getArgOperand(0)->getType()->isPointerTy())
    model("use_file", Build.getVoidTy(), {Call.getArgOperand(0)});
  if (!findDirectives(IsText)) {
    if (Kind == Files::Kept)
      model("lose_kept", Build.getVoidTy(), {});
    return;
  }
  Value *Result = IsText                ? fromText(Call.getArgOperand(0))
                  : Kind == Files::Kept ? fromKept()
                                        : fromFile();
  Call.replaceAllUsesWith(Result);
  Call.eraseFromParent();
}

bool sooth::isScanner(const Function &F) {
  return formatOf(&F) && !F.use_empty();
}

void sooth::expandScanCalls(Module &Program, Files Kind) {
  SmallVector<std::pair<CallInst *, unsigned>> Calls;
  for (Function &F : Program)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I))
        if (auto FormatAt = formatOf(Call->getCalledFunction()))
          Calls.push_back({Call, *FormatAt});
  for (auto [Call, FormatAt] : Calls)
    ScanExpansion(*Call, FormatAt, Kind).run();
}
