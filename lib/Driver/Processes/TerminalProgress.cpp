//===- TerminalProgress.cpp - A line that rewrites itself -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Processes/TerminalProgress.h"

#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

using namespace sooth;

TerminalProgress::TerminalProgress()
    : Shown(isatty(STDERR_FILENO)), Start(Budget::Clock::now()), Last(Start) {}

void TerminalProgress::update(llvm::StringRef Who, const llvm::Twine &What) {
  Doing[Who.str()] = What.str();
  auto Now = Budget::Clock::now();
  if (!Shown || Now - Last < std::chrono::milliseconds(200))
    return;
  Last = Now;
  auto Seconds =
      std::chrono::duration_cast<std::chrono::seconds>(Now - Start).count();
  std::string Line = std::to_string(Seconds) + " s";
  for (const auto &[Engine, Activity] : Doing)
    Line += "  " + Engine + ": " + Activity;
  // Cut to what fits, as a line that wraps cannot be rewritten.
  llvm::errs() << "\r\033[K" << llvm::StringRef(Line).take_front(79);
}

void TerminalProgress::clear() {
  if (Shown)
    llvm::errs() << "\r\033[K";
}
