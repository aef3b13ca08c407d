//===- Options.cpp - How CEGAR on systems is configured -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/StsCegar/StsCegar.h"

#include "llvm/ADT/StringExtras.h"

using namespace sooth;
using Options = StsCegarOptions;

static OptionTable<Options> makeTable() {
  OptionTable<Options> T;
  T.add("maxvalues", "COUNT",
        "how many values or abstract states to enumerate");
  T.setParser([](Options &O, llvm::StringRef Text) {
    return llvm::to_integer(Text, O.MaxValues, 10);
  });
  T.addValue(
      "10000", [](Options &O) { O.MaxValues = 10000; }, "or any other number");

  T.add("table", "COUNT",
        "of how many states a system's steps are worked out at first, so that "
        "no solver is asked");
  T.setParser([](Options &O, llvm::StringRef Text) {
    return llvm::to_integer(Text, O.MaxTable, 10);
  });
  T.addValue(
      "4096", [](Options &O) { O.MaxTable = 4096; },
      "or any other number; 0: never");

  T.add("interpolation", "KIND", "which states of a counterexample are split");
  T.addValue(
      "sequence",
      [](Options &O) { O.Split = Options::Interpolation::Sequence; },
      "all of them: simple formulas, fewer rounds");
  T.addValue(
      "craig", [](Options &O) { O.Split = Options::Interpolation::Craig; },
      "the last one that can be reached: fewer abstract states");

  T.add("predicates", "FROM", "what predicates there are from the start");
  T.addValue(
      "none",
      [](Options &O) {
        O.PredicatesOfConditions = O.PredicatesOfProperty = false;
      },
      "none: the coarsest abstraction");
  T.addValue(
      "conditions",
      [](Options &O) {
        O.PredicatesOfConditions = true;
        O.PredicatesOfProperty = false;
      },
      "conditions of the transition relation; where they are few");
  T.addValue(
      "property",
      [](Options &O) {
        O.PredicatesOfConditions = false;
        O.PredicatesOfProperty = true;
      },
      "what the property speaks of");
  T.addValue(
      "both",
      [](Options &O) {
        O.PredicatesOfConditions = O.PredicatesOfProperty = true;
      },
      "both");

  T.add("incremental", "HOW", "what becomes of the search after a refinement");
  T.addValue(
      "on", [](Options &O) { O.Incremental = true; },
      "it goes on before the first state that was split");
  T.addValue(
      "off", [](Options &O) { O.Incremental = false; }, "it starts again");

  T.add("track", "VARIABLES", "variables whose values are tracked explicitly");
  T.setParser([](Options &O, llvm::StringRef Text) {
    if (Text == "control" || Text == "none")
      return false;
    O.TrackControl = false;
    O.Track.clear();
    for (llvm::StringRef Name : llvm::split(Text, ','))
      O.Track.push_back(Name.str());
    return true;
  });
  T.addValue(
      "control",
      [](Options &O) {
        O.TrackControl = true;
        O.Track.clear();
      },
      "those that only take values written in the system, such as "
      "program counters");
  T.addValue(
      "none",
      [](Options &O) {
        O.TrackControl = false;
        O.Track.clear();
      },
      "none");
  T.addValue(
      "x,y",
      [](Options &O) {
        O.TrackControl = false;
        O.Track = {"x", "y"};
      },
      "or any other list of names");
  return T;
}

const OptionTable<StsCegarOptions> &sooth::stsCegarOptions() {
  static const OptionTable<Options> Table = makeTable();
  return Table;
}
