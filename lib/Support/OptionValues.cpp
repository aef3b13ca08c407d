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

static Error unknownOption(const OptTable &Table, StringRef Text,
                           Visibility For) {
  std::string Nearest;
  std::string Message = ("unknown option '" + Text + "'").str();
  if (Table.findNearest(Text, Nearest, For) <= 2)
    Message += "; did you mean '" + Nearest + "'?";
  return sooth::wrong(Message);
}

Error sooth::parseArguments(
    const OptTable &Table, ArrayRef<const char *> Arguments,
    function_ref<Error(const Arg &, const InputArgList &)> Take,
    Visibility For) {
  unsigned MissingIndex, MissingCount;
  InputArgList Args =
      Table.ParseArgs(Arguments, MissingIndex, MissingCount, For);
  if (MissingCount)
    return wrong("option '" + StringRef(Args.getArgString(MissingIndex)) +
                 "' needs a value");
  for (const Arg *A : Args) {
    if (A->getOption().getKind() == Option::UnknownClass)
      return unknownOption(Table, A->getAsString(Args), For);
    if (Error E = Take(*A, Args))
      return E;
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
