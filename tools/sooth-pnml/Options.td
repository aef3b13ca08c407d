//===- Options.td - Command-line options of sooth-pnml --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "sooth/Support/OptionClasses.td"

// What to ask.
def ask_group : OptionGroup<"what to ask">, HelpText<"WHAT TO ASK">;
defm reach : Value<"reach", "FORMULA",
  "Is a marking that satisfies FORMULA reachable? 'p0 >= 1 and p3 + 2*p4 = 7'",
  ask_group>;
defm marking : Value<"marking", "LIST",
  "Is this marking reachable? 'p0=1,p3=2', other places being empty",
  ask_group>;
defm submarking : Value<"submarking", "LIST",
  "Is a marking with these counts reachable, whatever is in other places?",
  ask_group>;
def deadlock : Switch<"deadlock",
  "Is a marking reachable in which no transition is enabled?", ask_group>;
defm mcc : Value<"mcc", "FILE",
  "Answer the properties of a Model Checking Contest file, in its format",
  ask_group>;

// How to answer.
def engine_group : OptionGroup<"how to answer">, HelpText<"HOW TO ANSWER">;
defm engine : Value<"engine", "LIST",
  "Engines to run side by side (default: state,walk,reduce,explore,ic3ia; "
  "--version lists all)",
  engine_group>;
defm timeout : Value<"timeout", "SECONDS",
  "Stop after SECONDS with Inconclusive (default: no limit)", engine_group>;
defm memory : Value<"memory", "MB",
  "Stop when more than MB megabytes are used (default: no limit)",
  engine_group>;

// What to print.
def output_group : OptionGroup<"what to print">, HelpText<"WHAT TO PRINT">;
def json : Switch<"json", "Print everything as JSON", output_group>;
def stats : Switch<"stats", "Print times, memory and other figures",
  output_group>;
defm trace : Value<"trace", "FILE",
  "Write the firing sequence to FILE, one run on a line", output_group>;
defm certificate : Value<"certificate", "DIR",
  "Write what the answers are based on into the folder DIR: firing sequences, and "
  "proofs by the marking equation or by all markings; sooth-check goes through them",
  output_group>;
defm dot : Value<"dot", "FILE", "Write the net as a graph to FILE",
  output_group>;
defm emit : Choice<"emit", "FORM", "vmt,smt2,pnml",
  "Write the model instead of answering: vmt, smt2 (Horn clauses) or pnml",
  output_group>;
def output : JoinedOrSeparate<["-"], "o">, MetaVarName<"<file>">,
  HelpText<"Where --emit writes to (default: standard output)">,
  Group<output_group>;
def help : Flag<["--", "-"], "help">, HelpText<"Print this">,
  Group<output_group>;
def help_short : Flag<["-"], "h">, Alias<help>;
def version : Flag<["--"], "version">,
  HelpText<"Print the version and the names of the engines">,
  Group<output_group>;
defm print_options : PrintOptions<output_group>;
