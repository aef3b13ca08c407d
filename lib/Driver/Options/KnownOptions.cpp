//===- KnownOptions.cpp - What options there are ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Options/KnownOptions.h"

#include "OptionIds.h"

#include "sooth/Support/OptionValues.h"

#include "llvm/ADT/StringExtras.h"

#include <deque>
#include <vector>

using namespace sooth;
using namespace llvm::opt;
using llvm::Error;
using llvm::StringRef;

#define PREFIX(NAME, VALUE)                                                    \
  static constexpr llvm::StringLiteral NAME##_init[] = VALUE;                  \
  static constexpr llvm::ArrayRef<llvm::StringLiteral> NAME(                   \
      NAME##_init, std::size(NAME##_init) - 1);
#include "SoothOptions.inc"
#undef PREFIX

#define OPTTABLE_VALUES_CODE
#include "SoothOptions.inc"
#undef OPTTABLE_VALUES_CODE

static constexpr OptTable::Info Infos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "SoothOptions.inc"
#undef OPTION
};

static constexpr StringRef PlaceOfValues = "%values";

/// Options with their values in their help.
static std::vector<OptTable::Info> explainedInfos() {
  static std::deque<std::string> Texts;
  std::vector<OptTable::Info> Result(std::begin(Infos), std::end(Infos));
  for (OptTable::Info &Info : Result) {
    StringRef Help = Info.HelpText ? Info.HelpText : "";
    auto [Before, After] = Help.split(PlaceOfValues);
    if (Before.size() == Help.size())
      continue;
    std::string Values = llvm::join(llvm::split(Info.Values, ','), ", ");
    Texts.push_back((Before + Values + After).str());
    Info.HelpText = Texts.back().c_str();
  }
  return Result;
}

const OptTable &sooth::knownOptions() {
  static const std::vector<OptTable::Info> Explained = explainedInfos();
  struct SoothOptTable : GenericOptTable {
    SoothOptTable() : GenericOptTable(Explained) {}
  };
  static const SoothOptTable Table;
  return Table;
}

StringRef sooth::namedValues(const Option &O) {
  const char *Names = Infos[O.getID() - 1].Values;
  return Names ? Names : "";
}

bool sooth::isAboutAnswers(const Option &O) {
  const Option Group = O.getGroup();
  return Group.isValid() && (Group.getID() == OPT_verify_group ||
                             Group.getID() == OPT_engine_group);
}

static StringRef metavar(const Option &O) {
  const char *Text = Infos[O.getID() - 1].MetaVar;
  return Text ? Text : "";
}

static bool isList(const Option &O) { return metavar(O) == "KINDS"; }

/// The element that is none of the names.
static std::optional<StringRef> unknownName(const Option &O,
                                            StringRef Value) {
  llvm::SmallVector<StringRef, 12> Names, Given;
  namedValues(O).split(Names, ',');
  if (isList(O))
    Value.split(Given, ',');
  else
    Given.push_back(Value);
  for (StringRef Each : Given)
    if (!llvm::is_contained(Names, Each))
      return Each;
  return std::nullopt;
}

Error sooth::checkValue(const Option &O, StringRef Value) {
  if (!namedValues(O).empty()) {
    auto Unknown = unknownName(O, Value);
    if (!Unknown)
      return Error::success();
    StringRef Name = Infos[O.getID() - 1].getName().rtrim('=');
    return wrong("--" + Name + " takes " + (isList(O) ? "a list" : "one") +
                 " of " +
                 llvm::join(llvm::split(namedValues(O), ','), ", ") +
                 ", not '" + *Unknown + "'");
  }
  double Seconds;
  uint64_t MB;
  unsigned Count;
  StringRef Kind = metavar(O);
  if (Kind == "SECONDS")
    return parseTimeout(Value, Seconds);
  if (Kind == "MB")
    return parseMemory(Value, MB);
  if (Kind == "COUNT")
    return parseCount(Infos[O.getID() - 1].getName().rtrim('='), Value,
                      Count);
  if (Kind == "LIST" && Value.empty())
    return wrong("--" + Infos[O.getID() - 1].getName().rtrim('=') +
                 " takes a list");
  return Error::success();
}

OptionCheck sooth::checkOption(StringRef Text, OptionAudience For) {
  using Outcome = OptionCheck::Outcome;
  std::string Argument = ("--" + Text).str();
  const char *Arguments[] = {Argument.c_str()};
  unsigned MissingIndex, MissingCount;
  InputArgList Args = knownOptions().ParseArgs(Arguments, MissingIndex,
                                               MissingCount, Visibility(For));
  if (MissingCount)
    return {Outcome::WrongValue};
  for (const Arg *A : Args) {
    llvm::opt::Option O = A->getOption().getUnaliasedOption();
    if (O.getKind() == Option::UnknownClass || O.getKind() == Option::InputClass)
      return {Outcome::UnknownOption};
    if (A->getNumValues() == 0)
      continue;
    if (Error E = checkValue(O, A->getValue())) {
      llvm::consumeError(std::move(E));
      StringRef Value = A->getValue();
      if (!namedValues(O).empty())
        Value = unknownName(O, Value).value_or(Value);
      return {Outcome::WrongValue, Value.str()};
    }
  }
  return {Outcome::Good};
}
