//===- KnownOptions.h - What options there are --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_OPTIONS_KNOWNOPTIONS_H
#define SOOTH_DRIVER_OPTIONS_KNOWNOPTIONS_H

#include "llvm/Option/Option.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Error.h"

#include <string>

namespace sooth {

/// Who gives an option: a user of sooth, of clang, or of the opt pass.
using OptionAudience = unsigned;
constexpr OptionAudience DefaultOption = llvm::opt::DefaultVis;
constexpr OptionAudience ClangOption = 1 << 1;
constexpr OptionAudience OptOption = 1 << 2;

/// Those of Options.td, without the engines'.
const llvm::opt::OptTable &knownOptions();

/// The values of an option, separated by commas, if they have names.
llvm::StringRef namedValues(const llvm::opt::Option &O);

/// Whether an option is one of those that say what is verified, or how.
bool isAboutAnswers(const llvm::opt::Option &O);

/// Whether the value of an option is one of those it takes, as far as that can
/// be told without knowing engines, functions and files.
struct OptionCheck {
  enum class Outcome { Good, UnknownOption, WrongValue } What;
  /// What is wrong with the value: all of it, or an element of a list.
  std::string WrongPart = {};
};

/// \p Text is "name=value" or "name", without dashes.
OptionCheck checkOption(llvm::StringRef Text, OptionAudience For);

/// The same for an option and its value; an error is a sentence for the user,
/// "--timeout takes a positive number of seconds, not 'soon'".
llvm::Error checkValue(const llvm::opt::Option &O, llvm::StringRef Value);

} // namespace sooth

#endif
