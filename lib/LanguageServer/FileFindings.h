//===- FileFindings.h - What an editor shows of a verification ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_LANGUAGESERVER_FILEFINDINGS_H
#define SOOTH_LIB_LANGUAGESERVER_FILEFINDINGS_H

#include "FileVerification.h"

#include "sooth/LanguageServer/SourceText.h"

#include <functional>

namespace sooth {

/// What is known of the checks in a function, as clients are told.
enum class FunctionState {
  Stale,   ///< its text has changed, or it has not been verified
  Queued,  ///< it waits for others
  Running, ///< it is being verified
  Violated,
  Proved, ///< all its checks hold, perhaps if its arguments are as it needs
  Unknown,
  NoChecks
};

/// "stale", "queued".
llvm::StringRef nameOf(FunctionState S);

struct FunctionFindings {
  std::string Name;
  Position Start;
  FunctionState State = FunctionState::NoChecks;
  /// How many checks are what; those in the function only.
  FunctionReport Checks = {};

  /// "12 checks: 11 proved, 1 unknown"; empty if there are none.
  std::string text() const;
};

/// A check that fails, with a run on which it does.
struct FailingCheck {
  TextRange Where;
  std::string Check;
  std::string Message;
  struct Step {
    std::string Uri;
    TextRange Where;
    std::string Text;
  };
  std::vector<Step> Run;
};

/// What is not a violation but may be of use.
struct Hint {
  TextRange Where;
  std::string Text;
};

struct FileFindings {
  /// Why nothing is known; empty if the file was verified.
  std::string Obstacle;
  std::vector<FunctionFindings> Functions; ///< of this file, by their places
  std::vector<FailingCheck> Violations;
  std::vector<Hint> Hints;

  /// The function that \p P is in; null if there is none.
  const FunctionFindings *functionAt(Position P) const;
};

/// The text of a file, by its real path; null if there is none.
using TextOfFile = std::function<const SourceText *(const std::string &)>;

/// What \p A says of the file \p Path.
FileFindings findingsOf(const FileAnswer &A, llvm::StringRef Path,
                        const TextOfFile &TextOf, ColumnUnit Unit);

/// As diagnostics of the protocol. Clients that cannot show related places get
/// the run in the message.
enum class RunAs { RelatedInformation, Message };
llvm::json::Array diagnosticsOf(const FileFindings &F, RunAs How,
                                bool WithHints);

/// A run as lines of text.
std::string runText(const FailingCheck &V);

} // namespace sooth

#endif
