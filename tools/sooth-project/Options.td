//===- Options.td - Command-line options of sooth-project -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "sooth/Support/OptionClasses.td"

// What to verify.
def input_group : OptionGroup<"what to verify">, HelpText<"WHAT TO VERIFY">;
def build_dir : Separate<["-"], "p">, MetaVarName<"<dir>">,
  HelpText<"Verify the files that DIR/compile_commands.json compiles (default: "
  "the current folder's)">, Group<input_group>;
def build_dir_joined : Joined<["-"], "p=">, Alias<build_dir>;
defm changed_since : Value<"changed-since", "REV",
  "Only files that, or of which headers, differ from REV in git, or are new",
  input_group>;

def programs : Flag<["--"], "programs">,
  HelpText<"Verify programs and libraries as a whole, where link_commands.json "
  "or CMake says what they are linked from (default if link_commands.json does)">, Group<input_group>;
def each_file : Flag<["--"], "each-file">,
  HelpText<"Verify each file by itself (default if nothing says what is linked)">, Group<input_group>;
defm link : Value<"link", "NAME=FILES",
  "As --programs, and NAME is linked from FILES, separated by commas: a "
  "program if one of them has main, otherwise a library", input_group>;

def values : Flag<["--"], "values">,
  HelpText<"Of programs with --check=memory: what holds by the values that the "
  "program computes is proved, too; there is no certificate for that">, Group<input_group>;

defm contracts : Value<"contracts", "DIR",
  "Calls keep to the contracts in the files of DIR; of libraries that are "
  "verified as a whole, what they need is written there", input_group>;

// How to run.
def run_group : OptionGroup<"how to run">, HelpText<"HOW TO RUN">;
def jobs : JoinedOrSeparate<["-"], "j">, MetaVarName<"<count>">,
  HelpText<"Verify COUNT files at a time (default: as ninja)">,
  Group<run_group>;
defm launcher : Value<"launcher", "COMMAND",
  "Words before the command that verifies a file, as in 'srun -n1'; it reads "
  "from standard input and writes to standard output only", run_group>;
defm retries : Value<"retries", "COUNT",
  "How often a file is tried again if its launcher fails (default: 2)",
  run_group>;

// What to write.
def output_group : OptionGroup<"what to write">, HelpText<"WHAT TO WRITE">;
def output : JoinedOrSeparate<["-"], "o">, MetaVarName<"<dir>">,
  HelpText<"Where results are written, and kept for the next time (default: "
  "sooth-results in the folder of -p)">, Group<output_group>;
defm baseline : Value<"baseline", "FILE",
  "Violations that FILE has are told, but do not count", output_group>;
defm write_baseline : Value<"write-baseline", "FILE",
  "Write the violations found for --baseline", output_group>;
def help : Flag<["--", "-"], "help">, HelpText<"Print this">,
  Group<output_group>;
def help_short : Flag<["-"], "h">, Alias<help>;
def version : Flag<["--"], "version">, HelpText<"Print the version">,
  Group<output_group>;
defm print_options : PrintOptions<output_group>;
