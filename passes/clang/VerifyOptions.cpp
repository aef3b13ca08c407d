//===- VerifyOptions.cpp - Arguments of the plugin ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyOptions.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>

using namespace clang;
using namespace sooth;

static std::optional<SanitizerMask> sanitizersFor(llvm::StringRef Kind) {
#define CHECK_KIND(NAME, ENUMERATOR, SANITIZERS)                               \
  if (Kind == NAME)                                                            \
    return (SANITIZERS);
#include "sooth/Driver/CheckKinds.def"
  return std::nullopt;
}

static llvm::Error invalid(llvm::StringRef Value, llvm::StringRef Arg) {
  return llvm::createStringError("invalid value '" + Value +
                                 "' in plugin argument '" + Arg + "'");
}

static llvm::Error parseChecks(llvm::StringRef Value, llvm::StringRef Arg,
                               VerifyOptions &Options) {
  llvm::SmallVector<llvm::StringRef, 4> Kinds;
  Value.split(Kinds, ',');
  for (llvm::StringRef Kind : Kinds) {
    std::optional<SanitizerMask> Mask = sanitizersFor(Kind);
    if (!Mask)
      return invalid(Kind, Arg);
    Options.Checks.set(*Mask, true);
    Options.Verifier.Memory.merge(memoryProperties(Kind));
  }
  return llvm::Error::success();
}

static llvm::Error parseArgument(llvm::StringRef Arg, VerifyOptions &Options) {
  auto [Name, Value] = Arg.split('=');
  if (Name == "checks")
    return parseChecks(Value, Arg, Options);
  if (Name == "timeout") {
    double &Seconds = Options.Verifier.TimeoutSeconds;
    if (Value.getAsDouble(Seconds) || !(Seconds > 0))
      return invalid(Value, Arg);
    return llvm::Error::success();
  }
  if (Name == "engine") {
    Options.Verifier.Engine = Value.str();
    return llvm::Error::success();
  }
  if (Name == "procedures") {
    if (Value != "inline" && Value != "wait" && Value != "auto")
      return invalid(Value, Arg);
    Options.Verifier.Procedures = Value.str();
    return llvm::Error::success();
  }
  if (Name == "volatile") {
    auto How = volatileMeaning(Value);
    if (!How)
      return invalid(Value, Arg);
    Options.Verifier.Volatile = *How;
    return llvm::Error::success();
  }
  if (Name == "entry") {
    llvm::SmallVector<llvm::StringRef, 4> Functions;
    Value.split(Functions, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (llvm::StringRef Function : Functions)
      Options.Verifier.EntryFunctions.push_back(Function.str());
    return llvm::Error::success();
  }
  if (Arg == "remarks") {
    Options.Report = Remarks::On;
    return llvm::Error::success();
  }
  return llvm::createStringError("unknown plugin argument '" + Arg + "'");
}

llvm::Expected<VerifyOptions>
sooth::parseVerifyOptions(const std::vector<std::string> &Args) {
  VerifyOptions Options;
  for (const std::string &Arg : Args)
    if (llvm::Error E = parseArgument(Arg, Options))
      return std::move(E);
  return Options;
}
