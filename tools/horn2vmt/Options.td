//===- Options.td - Command-line options of horn2vmt ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "sooth/Support/OptionClasses.td"

def options_group : OptionGroup<"options">, HelpText<"OPTIONS">;
defm encoding : Choice<"encoding", "HOW", "functional,relational",
  "The transition relation: functional, an update for every variable (default); "
  "relational, a disjunction of the clauses", options_group>;
def output : JoinedOrSeparate<["-"], "o">, MetaVarName<"<file>">,
  HelpText<"Where to write to (default: standard output)">,
  Group<options_group>;
def help : Flag<["--", "-"], "help">, HelpText<"Print this">,
  Group<options_group>;
def help_short : Flag<["-"], "h">, Alias<help>;
def version : Flag<["--"], "version">, HelpText<"Print the version">,
  Group<options_group>;
defm print_options : PrintOptions<options_group>;
