//===- OptionValues.cpp - What command lines have in common ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/OptionValues.h"

#include <cmath>

using namespace llvm;
using namespace llvm::opt;

Error sooth::wrong(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

Error sooth::unknownOption(const OptTable &Table, StringRef Text,
                           Visibility For) {
  std::string Nearest;
  std::string Message = ("unknown option '" + Text + "'").str();
  if (Table.findNearest(Text, Nearest, For) <= 2)
    Message += "; did you mean '" + Nearest + "'?";
  return wrong(Message);
}

Error sooth::parseArguments(
    const OptTable &Table, ArrayRef<const char *> Arguments,
    function_ref<Error(const Arg &, const InputArgList &)> Take, Visibility For,
    ForeignOption Otherwise) {
  InputArgList Args(Arguments.begin(), Arguments.end());
  for (unsigned Index = 0; Index < Arguments.size();) {
    const unsigned Start = Index;
    StringRef Text = Arguments[Index];
    if (Text.empty()) {
      ++Index;
      continue;
    }
    std::unique_ptr<Arg> A = Table.ParseOneArg(Args, Index, For);
    if (!A)
      return wrong("option '" + Text + "' needs a value");
    if (A->getOption().getKind() != Option::UnknownClass) {
      if (Error E = Take(*A, Args))
        return E;
      continue;
    }
    Index = Start;
    if (Otherwise)
      if (Error E = Otherwise(Arguments, Index))
        return E;
    if (Index == Start)
      return unknownOption(Table, Text, For);
  }
  return Error::success();
}

Error sooth::parseTimeout(StringRef Text, double &Seconds) {
  double Value;
  if (Text.getAsDouble(Value) || !std::isfinite(Value) || Value <= 0 ||
      Value > 1e8)
    return wrong("--timeout takes a positive number of seconds, not '" + Text +
                 "'");
  Seconds = Value;
  return Error::success();
}

Error sooth::parseCount(StringRef Option, StringRef Text, unsigned &Count) {
  if (Text.getAsInteger(10, Count))
    return wrong("--" + Option + " takes a number, not '" + Text + "'");
  return Error::success();
}

Error sooth::parsePositiveCount(StringRef Option, StringRef Text,
                                unsigned &Count) {
  if (Text.getAsInteger(10, Count) || Count == 0)
    return wrong("--" + Option + " takes a positive number, not '" + Text +
                 "'");
  return Error::success();
}

Error sooth::parseMemory(StringRef Text, uint64_t &MB) {
  uint64_t Value;
  if (Text.getAsInteger(10, Value) || Value == 0 || Value >> 40)
    return wrong("--memory takes a positive number of megabytes, not '" + Text +
                 "'");
  MB = Value;
  return Error::success();
}

Error sooth::parsePath(const Arg &A, std::string &Path) {
  Path = A.getValue();
  return Path.empty() ? wrong("'" + A.getSpelling() + "' needs a file name")
                      : Error::success();
}
