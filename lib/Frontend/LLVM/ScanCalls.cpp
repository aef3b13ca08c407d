//===- ScanCalls.cpp - What scanf and its kin write -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScanCalls.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include <optional>

using namespace llvm;

namespace {
/// One that is assigned.
struct Conversion {
  /// The model is sooth_libc_scan_NAME(assigned, pointer, width).
  const char *Model;
  /// Characters at most; 0 if none are given.
  uint64_t Width;
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
  case 's':
    return Length == "" ? "string" : nullptr;
  case '[':
    return Length == "" ? "set" : nullptr;
  default:
    return nullptr;
  }
}

/// Removes the set after "%[" from \p Rest. Returns false if it has no end.
static bool skipSet(StringRef &Rest) {
  Rest.consume_front("^");
  size_t End = Rest.find(']', 1); // The first one may be in the set.
  Rest = Rest.drop_front(End == StringRef::npos ? Rest.size() : End + 1);
  return End != StringRef::npos;
}

/// The conversions that \p Format assigns; nothing if one is not modelled.
static std::optional<SmallVector<Conversion>> parse(StringRef Rest,
                                                    bool Is64Bit) {
  SmallVector<Conversion> All;
  while (true) {
    size_t At = Rest.find('%');
    if (At == StringRef::npos)
      return All;
    Rest = Rest.drop_front(At + 1);
    if (Rest.consume_front("%"))
      continue;
    bool IsAssigned = !Rest.consume_front("*");
    unsigned long long Width = 0;
    if (!Rest.empty() && isDigit(Rest[0]) &&
        consumeUnsignedInteger(Rest, 10, Width))
      return std::nullopt;
    StringRef Length = Rest.take_while(
        [](char C) { return StringRef("hljztqL").contains(C); });
    Rest = Rest.drop_front(Length.size());
    if (Rest.empty())
      return std::nullopt;
    char Letter = Rest[0];
    Rest = Rest.drop_front();
    const char *Model = modelOf(Letter, Length, Is64Bit);
    if (!Model || (Letter == '[' && !skipSet(Rest)))
      return std::nullopt;
    if (IsAssigned)
      All.push_back({Model, Width});
  }
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
      .Case("fscanf", 1)
      .Default(std::nullopt);
}

/// Returns true if \p Call is gone.
static bool expand(CallInst &Call, unsigned FormatAt) {
  StringRef Format;
  if (Call.arg_size() <= FormatAt || !Call.getType()->isIntegerTy(32) ||
      !getConstantStringInfo(Call.getArgOperand(FormatAt), Format))
    return false;
  Module &M = *Call.getModule();
  auto All = parse(Format, M.getDataLayout().getPointerSize() == 8);
  if (!All || All->size() > Call.arg_size() - FormatAt - 1)
    return false;
  for (unsigned I = 0; I < All->size(); ++I)
    if (!Call.getArgOperand(FormatAt + 1 + I)->getType()->isPointerTy())
      return false;
  IRBuilder<> Build(&Call);
  auto Model = [&](const Twine &Name, Type *Result, ArrayRef<Value *> Args) {
    SmallVector<Type *> Types;
    for (Value *A : Args)
      Types.push_back(A->getType());
    return Build.CreateCall(
        M.getOrInsertFunction(("sooth_libc_scan_" + Name).str(),
                              FunctionType::get(Result, Types, false)),
        Args);
  };
  Value *Assigned =
      Model("result", Build.getInt32Ty(), {Build.getInt32(All->size())});
  for (auto [I, C] : enumerate(*All)) {
    Value *IsAssigned = Build.CreateZExt(
        Build.CreateICmpSGT(Assigned, Build.getInt32(I)), Build.getInt32Ty());
    Model(C.Model, Build.getVoidTy(),
          {IsAssigned, Call.getArgOperand(FormatAt + 1 + I),
           Build.getInt32(std::min<uint64_t>(C.Width, INT32_MAX))});
  }
  Call.replaceAllUsesWith(Assigned);
  Call.eraseFromParent();
  return true;
}

void sooth::expandScanCalls(Module &Program) {
  for (Function &F : Program)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Call = dyn_cast<CallInst>(&I))
        if (auto FormatAt = formatOf(Call->getCalledFunction()))
          expand(*Call, *FormatAt);
}
