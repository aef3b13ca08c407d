//===- Settings.h - When and how an editor's files are verified -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LANGUAGESERVER_SETTINGS_H
#define SOOTH_LANGUAGESERVER_SETTINGS_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace sooth {

struct Settings {
  /// OnSave: when a file is opened or saved. OnChange: after a pause, too.
  enum class When { OnSave, OnChange, Never } Verify = When::OnSave;
  /// Whether checks that need something or are unknown are told as hints.
  enum class Hints { Off, On } Remarks = Hints::Off;
  /// Options of sooth that clang takes, too: "check=overflow,div".
  std::vector<std::string> Options;

  friend bool operator==(const Settings &, const Settings &) = default;
};

/// "on-save", "on-change" or "never"; an error is a sentence for the user.
llvm::Error setWhen(Settings &S, llvm::StringRef Text);

/// \p S with what \p O, an object {"verify", "hints", "options"}, says in place
/// of it. Fails with a sentence for the user.
llvm::Expected<Settings> settingsFrom(Settings S, const llvm::json::Object &O);

/// Whether \p Options are such options; an error is a sentence for the user.
llvm::Error checkOptions(llvm::ArrayRef<std::string> Options);

} // namespace sooth

#endif
