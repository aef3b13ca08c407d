//===- Server.h - Verification as a language server -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The server stands between an editor and clangd, and passes on what they say.
// It mirrors the documents that the editor has open, verifies each in a process
// of its own, and shows what that finds together with what clangd says.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LANGUAGESERVER_SERVER_H
#define SOOTH_LANGUAGESERVER_SERVER_H

#include "sooth/LanguageServer/Settings.h"

#include <atomic>

namespace sooth {

struct ServerOptions {
  /// What clients' settings change.
  Settings AtFirst;
  /// The path of clangd; empty for a server that only verifies.
  std::string Clangd;
  std::vector<std::string> ClangdArguments;
  /// Where compile_commands.json is; empty to look for it.
  std::string BuildFolder;
};

/// Serves the client that writes to \p In and reads from \p Out until it ends
/// the session, or \p Stop is set. Returns the exit code. No process is left.
int runServer(const ServerOptions &O, int In, int Out,
              const std::atomic<bool> &Stop);

} // namespace sooth

#endif
