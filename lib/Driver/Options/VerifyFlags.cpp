//===- VerifyFlags.cpp - The flags that clang does not know ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Options/VerifyFlags.h"

#include "sooth/Driver/Options/KnownOptions.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace sooth;

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

/// What sooth calls the option, "timeout=5"; empty for a flag of clang's.
static std::string optionOf(StringRef Flag) {
  if (Flag.consume_front("-fverify="))
    return ("check=" + Flag).str();
  return Flag.consume_front("-fverify-") ? Flag.str() : "";
}

Expected<VerifyFlags::Flag> VerifyFlags::takeFlag(StringRef Arg) {
  if (Arg == "-fverify-assertions" || Arg == "-fno-verify-assertions") {
    Wanted =
        Arg == "-fverify-assertions" ? Verification::On : Verification::Off;
    Said = true;
    return Flag::Ours;
  }
  if (Arg == "-Wverify-undecided" || Arg == "-Wno-verify-undecided") {
    PluginArguments.push_back(Arg == "-Wverify-undecided" ? "undecided=remark"
                                                          : "undecided=silent");
    return Flag::Ours;
  }
  std::string Option = optionOf(Arg);
  if (Option.empty())
    return Flag::Clangs;
  OptionCheck Check = checkOption(Option, ClangOption);
  switch (Check.What) {
  case OptionCheck::Outcome::UnknownOption:
    // Perhaps one of an engine's, which only the plugin knows.
    if (!StringRef(Option).contains('='))
      return Flag::Clangs;
    break;
  case OptionCheck::Outcome::WrongValue:
    return createStringError("invalid value '" + Check.WrongPart + "' in '" +
                             Arg + "'");
  case OptionCheck::Outcome::Good:
    break;
  }
  if (StringRef(Option).starts_with("check=")) {
    Wanted = Verification::On;
    Said = true;
  } else if (FirstHow.empty()) {
    FirstHow = Arg.str();
  }
  PluginArguments.push_back(std::move(Option));
  return Flag::Ours;
}
