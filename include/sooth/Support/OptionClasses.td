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
