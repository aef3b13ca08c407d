//===- Readers.h - What libFuzzer's texts are given to ---------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_FUZZ_READERS_H
#define SOOTH_TEST_FUZZ_READERS_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <optional>
#include <string>

namespace sooth {

/// The value; if there is none, the error must have words.
template <class T> std::optional<T> valueOf(llvm::Expected<T> E) {
  if (E)
    return std::move(*E);
  if (llvm::toString(E.takeError()).empty())
    abort();
  return std::nullopt;
}

/// Tells what is wrong, and ends as a crash does.
[[noreturn]] inline void fail(llvm::StringRef What, llvm::StringRef Text) {
  llvm::errs() << What << '\n' << Text << '\n';
  abort();
}

/// What was written by us must be read.
template <class T> T readAgain(llvm::Expected<T> E, llvm::StringRef Text) {
  if (!E)
    fail("not read again: " + llvm::toString(E.takeError()), Text);
  return std::move(*E);
}

inline std::string textOf(const llvm::json::Value &V) {
  std::string Text;
  llvm::raw_string_ostream(Text) << V;
  return Text;
}

/// A file without a name that has a text.
class UnnamedFile {
public:
  explicit UnnamedFile(llvm::StringRef Text);
  UnnamedFile(const UnnamedFile &) = delete;
  ~UnnamedFile();
  std::string path() const {
    return "/proc/self/fd/" + std::to_string(Descriptor);
  }

private:
  const int Descriptor;
};

// What is made of bytes, in Reports.cpp and Editor.cpp.

/// A report with any strings, which all writers of reports get.
void writesReport(llvm::StringRef Bytes);
/// A report as processes tell it each other.
void readsReport(llvm::StringRef Text);
/// A witness with any strings.
void writesWitness(llvm::StringRef Bytes);
/// What an editor sends.
void readsMessages(llvm::StringRef Bytes);
/// A text, edits of it and places in it.
void editsText(llvm::StringRef Bytes);

} // namespace sooth

#endif
