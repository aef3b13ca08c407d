//===- Options.td - Command-line options of sooth-sol ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "sooth/Support/OptionClasses.td"

// What to verify.
def verify_group : OptionGroup<"what to verify">, HelpText<"WHAT TO VERIFY">;
def modular : Switch<"modular",
  "Each function by itself, against its annotations (default: each contract, "
  "over all sequences of transactions)", verify_group>;
defm arithmetic : Choice<"arithmetic", "HOW", "mod,mod-overflow,bv,int",
  "What numbers are: mod, integers that wrap around (default); mod-overflow, "
  "where that is an error; bv, bit-vectors; int, integers without bounds",
  verify_group>;
defm loops : Choice<"loops", "HOW", "inferred,annotated",
  "inferred: engines find what holds in loops (default); annotated: only the "
  "annotated invariants are known after them", verify_group>;

// How to read.
def input_group : OptionGroup<"input">, HelpText<"INPUT">;
defm solc : Value<"solc", "COMMAND",
  "The Solidity compiler (default: solc or solcjs on the path, or in "
  "node_modules)", input_group>;
def ast : Switch<"ast",
  "The file is what --emit=ast has written; no compiler is needed",
  input_group>;

// How to answer.
def engine_group : OptionGroup<"how to answer">, HelpText<"HOW TO ANSWER">;
defm engine : Value<"engine", "LIST",
  "Engines to run side by side (default: as sooth; 'sooth --version' lists all)",
  engine_group>;
defm timeout : Value<"timeout", "SECONDS",
  "Stop after SECONDS in all (default: no limit)", engine_group>;
defm timeout_each : Value<"timeout-each", "SECONDS",
  "Stop after SECONDS with each function or contract (default: no limit)",
  engine_group>;
defm solver : Value<"solver", "NAME",
  "Taken for the sake of scripts that call solc-verify, and ignored", engine_group>;
defm memory : Value<"memory", "MB",
  "Stop when more than MB megabytes are used (default: no limit)",
  engine_group>;

// What to print.
def output_group : OptionGroup<"what to print">, HelpText<"WHAT TO PRINT">;
defm emit : Choice<"emit", "FORM", "ast",
  "Write the compiled file instead of verifying it: ast", output_group>;
def output : JoinedOrSeparate<["-"], "o">, MetaVarName<"<file>">,
  HelpText<"Where --emit writes to (default: standard output)">,
  Group<output_group>;
defm replay : Value<"replay", "FILE",
  "Write a program for node to FILE that replays the violations of contracts in "
  "an Ethereum Virtual Machine (packages solc and @ethereumjs/evm)",
  output_group>;
defm confirm : Choice<"confirm", "WHEN", "on,off",
  "Whether violations of contracts are run in an Ethereum Virtual Machine, if "
  "that is installed, before they are told (default: on)", output_group>;
def stats : Switch<"stats", "Print how long each took", output_group>;
def help : Flag<["--", "-"], "help">, HelpText<"Print this">,
  Group<output_group>;
def help_short : Flag<["-"], "h">, Alias<help>;
def version : Flag<["--"], "version">, HelpText<"Print the version">,
  Group<output_group>;
defm print_options : PrintOptions<output_group>;
