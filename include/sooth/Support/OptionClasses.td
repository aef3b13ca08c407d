//===- OptionClasses.td - Kinds of options of programs of their own -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

// An option --name=VALUE, or --name VALUE, into the group.
multiclass Value<string name, string metavar, string help, OptionGroup group> {
  def NAME : Joined<["--"], name # "=">, MetaVarName<metavar>, HelpText<help>,
             Group<group>;
  def NAME # _separate : Separate<["--"], name>, Alias<!cast<Option>(NAME)>;
}

class Switch<string name, string help, OptionGroup group>
    : Flag<["--"], name>, HelpText<help>, Group<group>;

// One of the values, of which the first is the default.
multiclass Choice<string name, string metavar, string values, string help,
                  OptionGroup group> {
  def NAME : Joined<["--"], name # "=">, MetaVarName<metavar>, Values<values>,
             HelpText<help>, Group<group>;
  def NAME # _separate : Separate<["--"], name>, Alias<!cast<Option>(NAME)>;
}

// See Support/OptionPages.h.
multiclass PrintOptions<OptionGroup group> {
  defm NAME : Choice<"print-options", "FORM", "man,bash,zsh",
    "Print all options as a page of the manual, or completions for bash or zsh",
    group>;
}
