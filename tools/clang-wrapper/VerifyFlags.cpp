//===- VerifyFlags.cpp - The flags that clang does not know ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyFlags.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace sooth;

static bool isCheckKind(StringRef Name) {
  static constexpr StringLiteral Kinds[] = {
#define CHECK_KIND(NAME, ENUMERATOR, SANITIZERS) NAME,
#include "sooth/Driver/CheckKinds.def"
  };
  return is_contained(Kinds, Name);
}

static Error invalidValue(StringRef Value, StringRef Arg) {
  return createStringError("invalid value '" + Value + "' in '" + Arg + "'");
}

static Error validateChecks(StringRef Value, StringRef Arg) {
  SmallVector<StringRef, 4> Kinds;
  Value.split(Kinds, ',');
  for (StringRef Kind : Kinds)
    if (!isCheckKind(Kind))
      return invalidValue(Kind, Arg);
  return Error::success();
}

static Error validateTimeout(StringRef Value, StringRef Arg) {
  double Seconds = 0;
  if (Value.getAsDouble(Seconds) || !(Seconds > 0))
    return invalidValue(Value, Arg);
  return Error::success();
}

static Error validateProcedures(StringRef Value, StringRef Arg) {
  if (Value != "inline" && Value != "wait" && Value != "auto")
    return invalidValue(Value, Arg);
  return Error::success();
}

static Error validateVolatile(StringRef Value, StringRef Arg) {
  if (Value != "memory" && Value != "arbitrary")
    return invalidValue(Value, Arg);
  return Error::success();
}

Error VerifyFlags::parse(ArrayRef<const char *> Args) {
  for (const char *Arg : Args)
    if (Error E = Arg[0] == '@' ? addResponseFile(Arg) : addArgument(Arg))
      return E;
  return Error::success();
}

Error VerifyFlags::addResponseFile(const char *Arg) {
  SmallVector<const char *, 64> Expanded = {Arg};
  cl::ExpansionContext Context(Allocator, cl::TokenizeGNUCommandLine);
  if (Error E = Context.expandResponseFiles(Expanded)) {
    consumeError(std::move(E)); // clang will say what is wrong with it
    Rest.push_back(Arg);
    return Error::success();
  }
  size_t Before = Rest.size();
  for (const char *Inner : Expanded)
    if (Error E = addArgument(Inner))
      return E;
  if (Rest.size() - Before == Expanded.size()) {
    Rest.resize(Before);
    Rest.push_back(Arg);
  }
  return Error::success();
}

/// Whether the argument to come is the value of the one before it, which hands
/// it on to another program or part of clang.
bool VerifyFlags::belongsToPrevious() const {
  static constexpr StringLiteral Forwarders[] = {
      "-Xclang", "-Xpreprocessor", "-Xassembler", "-Xlinker", "-mllvm"};
  return !Rest.empty() && is_contained(Forwarders, StringRef(Rest.back()));
}

Error VerifyFlags::addArgument(const char *Arg) {
  if (!OnlyInputs && !belongsToPrevious()) {
    Expected<Flag> Taken = takeFlag(Arg);
    if (!Taken)
      return Taken.takeError();
    if (*Taken == Flag::Ours)
      return Error::success();
    OnlyInputs = StringRef(Arg) == "--";
  }
  Rest.push_back(Saver.save(Arg).data());
  return Error::success();
}

Expected<VerifyFlags::Flag> VerifyFlags::takeFlag(StringRef Arg) {
  StringRef Value = Arg;
  if (Arg == "-fverify-assertions") {
    Wanted = Verification::On;
  } else if (Arg == "-fno-verify-assertions") {
    Wanted = Verification::Off;
  } else if (Arg == "-fverify-remarks") {
    Remarks = true;
  } else if (Value.consume_front("-fverify=")) {
    if (Error E = validateChecks(Value, Arg))
      return std::move(E);
    Wanted = Verification::On;
    Checks = Value.str();
  } else if (Value.consume_front("-fverify-timeout=")) {
    if (Error E = validateTimeout(Value, Arg))
      return std::move(E);
    Timeout = Value.str();
  } else if (Value.consume_front("-fverify-engine=")) {
    Engine = Value.str();
  } else if (Value.consume_front("-fverify-procedures=")) {
    if (Error E = validateProcedures(Value, Arg))
      return std::move(E);
    Procedures = Value.str();
  } else if (Value.consume_front("-fverify-volatile=")) {
    if (Error E = validateVolatile(Value, Arg))
      return std::move(E);
    Volatile = Value.str();
  } else if (Value.consume_front("-fverify-entry=")) {
    Entries.push_back(Value.str());
  } else {
    return Flag::Clangs;
  }
  return Flag::Ours;
}

std::vector<std::string> VerifyFlags::pluginArguments() const {
  std::vector<std::string> Arguments;
  if (!Checks.empty())
    Arguments.push_back("checks=" + Checks);
  if (!Timeout.empty())
    Arguments.push_back("timeout=" + Timeout);
  if (!Engine.empty())
    Arguments.push_back("engine=" + Engine);
  if (!Procedures.empty())
    Arguments.push_back("procedures=" + Procedures);
  if (!Volatile.empty())
    Arguments.push_back("volatile=" + Volatile);
  for (const std::string &Entry : Entries)
    Arguments.push_back("entry=" + Entry);
  if (Remarks)
    Arguments.push_back("remarks");
  return Arguments;
}
