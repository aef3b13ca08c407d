//===- OptionPages.h - Help, manual pages and completion of options -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that is told of the options of a program comes from its table of options
// and a few words about the program.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SUPPORT_OPTIONPAGES_H
#define SOOTH_SUPPORT_OPTIONPAGES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace sooth {

/// An option as it is shown.
struct ShownOption {
  /// Where its value may be.
  enum class Place { None, InWord, NextWord, Either };
  struct NamedValue {
    std::string Name, Help;
  };

  /// With dashes, and with "=" if that comes before its value.
  std::string Word;
  std::string Metavar;
  Place Value = Place::None;
  std::string Help;
  std::vector<NamedValue> Values = {};

  /// "--volatile=HOW", "-o <file>".
  std::string spelling() const;
  /// Without dashes and "=".
  llvm::StringRef name() const;
};

/// Options under a heading.
struct ShownOptions {
  std::string Title;
  std::vector<ShownOption> Options;
};

/// What is said of a program besides its options.
struct ProgramDescription {
  struct Section {
    llvm::StringRef Title, Text;
  };

  llvm::StringRef Name;
  llvm::StringRef Purpose;
  /// What follows the name of the program, in each way to call it.
  std::vector<llvm::StringRef> Usages;
  std::vector<Section> Sections = {};
  /// Other names of it.
  std::vector<llvm::StringRef> Aliases = {};
  /// The option that the help begins with, and its group: "--check". Other
  /// options are in the order of their names.
  llvm::StringRef First = {};
};

/// The option \p O of \p Table.
ShownOption shownOption(const llvm::opt::OptTable &Table,
                        const llvm::opt::Option &O);

/// Those that have help and \p Shows wants, by group.
std::vector<ShownOptions> shownOptions(
    const llvm::opt::OptTable &Table,
    llvm::function_ref<bool(const llvm::opt::Option &)> Shows =
        [](const llvm::opt::Option &) { return true; });

void printHelp(llvm::raw_ostream &OS, const llvm::opt::OptTable &Table,
               const ProgramDescription &Program);

/// The forms that options are printed in.
enum class OptionPage { Help, Man, Bash, Zsh };

/// A page of the manual or a completion, by name: "man", "bash", "zsh"; an
/// error is a sentence for the user.
llvm::Error parseOptionPage(llvm::StringRef Text, OptionPage &Page);

/// \p Page is not Help.
void printOptionPage(llvm::raw_ostream &OS, OptionPage Page,
                     const ProgramDescription &Program,
                     llvm::ArrayRef<ShownOptions> Options);

/// Any page of a program of which \p Table has all options.
void printOptionPage(llvm::raw_ostream &OS, OptionPage Page,
                     const ProgramDescription &Program,
                     const llvm::opt::OptTable &Table);

} // namespace sooth

#endif
