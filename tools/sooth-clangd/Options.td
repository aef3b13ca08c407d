//===- Options.td - Command-line options of sooth-clangd ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "sooth/Support/OptionClasses.td"

// What clangd takes, too, has to be told apart from what is ours.
def server_group : OptionGroup<"server">, HelpText<"SERVER">;
defm clangd : Value<"clangd", "PATH",
  "The clangd to stand in front of (default: clangd-19)", server_group>;
def alone : Switch<"alone",
  "No clangd: a second server for editors that can have two", server_group>;

def verify_group : OptionGroup<"verification">, HelpText<"VERIFICATION">;
defm verify : Choice<"verify", "WHEN", "on-save,on-change,never",
  "When a file is verified: on-save (also when it is opened; default), on-change "
  "(also after a pause), or never (only when it is asked for)", verify_group>;
def hints : Switch<"verify-hints",
  "Show as hints what functions need, and what is unknown", verify_group>;
def option : Joined<["--"], "verify-">, MetaVarName<"OPTION=VALUE">,
  HelpText<"--OPTION=VALUE of sooth, such as --verify-check=overflow,div or "
  "--verify-timeout=60 (default: 20)">, Group<verify_group>;

def other_group : OptionGroup<"other">, HelpText<"OTHER">;
def help : Flag<["--", "-"], "help">, HelpText<"Print this">,
  Group<other_group>;
def help_short : Flag<["-"], "h">, Alias<help>;
def version : Flag<["--"], "version">, HelpText<"Print the version">,
  Group<other_group>;
defm print_options : PrintOptions<other_group>;
