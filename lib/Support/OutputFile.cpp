//===- OutputFile.cpp - Files and standard output of programs -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/OutputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstdlib>
#include <unistd.h>

using namespace llvm;
using Printer = function_ref<void(raw_ostream &)>;

/// What went wrong. An error that nobody has taken would end the process.
static std::error_code take(raw_fd_ostream &OS) {
  std::error_code EC = OS.error();
  OS.clear_error();
  return EC;
}

static std::error_code print(raw_fd_ostream &OS, Printer Print) {
  Print(OS);
  OS.flush();
  return take(OS);
}

/// A device or a pipe must not be replaced by a file.
static std::error_code writeInPlace(StringRef Path, Printer Print) {
  std::error_code EC;
  raw_fd_ostream OS(Path, EC, sys::fs::CD_OpenExisting, sys::fs::FA_Write,
                    sys::fs::OF_None);
  if (EC)
    return EC;
  std::error_code Failed = print(OS, Print);
  OS.close();
  std::error_code Closing = take(OS);
  return Failed ? Failed : Closing;
}

static Error replace(StringRef Path, Printer Print) {
  const unsigned ReadWrite = sys::fs::all_read | sys::fs::all_write;
  Expected<sys::fs::TempFile> Temp =
      sys::fs::TempFile::create(Path + ".temp-%%%%%%", ReadWrite);
  if (!Temp)
    return Temp.takeError();
  raw_fd_ostream OS(Temp->FD, /*shouldClose=*/false);
  if (std::error_code EC = print(OS, Print)) {
    consumeError(Temp->discard());
    return errorCodeToError(EC);
  }
  return Temp->keep(Path);
}

static Error writeFile(StringRef Path, Printer Print) {
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status) || !sys::fs::exists(Status))
    return replace(Path, Print);
  if (!sys::fs::is_regular_file(Status))
    return errorCodeToError(writeInPlace(Path, Print));
  // The file behind a link, not the link.
  SmallString<256> Real;
  if (std::error_code EC = sys::fs::real_path(Path, Real))
    return errorCodeToError(EC);
  return replace(Real, Print);
}

Error sooth::writeOutput(StringRef Path, Printer Print) {
  if (Path == "-") {
    Print(outs());
    return Error::success();
  }
  if (Error E = writeFile(Path, Print))
    return createStringError(inconvertibleErrorCode(),
                             "cannot write '" + Path +
                                 "': " + toString(std::move(E)));
  return Error::success();
}

static const char *GuardedProgram = nullptr;

/// The stream's own destructor, which comes later, would abort.
static void finishStandardOutput() {
  outs().flush();
  std::error_code EC = take(outs());
  errs().clear_error();
  if (!EC || EC == std::errc::broken_pipe)
    return;
  errs() << GuardedProgram
         << ": error: cannot write the result: " << EC.message() << '\n';
  errs().clear_error();
  constexpr int BadInput = 3;
  _exit(BadInput);
}

void sooth::guardStandardOutput(const char *Program) {
  GuardedProgram = Program;
  std::signal(SIGPIPE, SIG_IGN);
  // Files that get too large are an error as others (ulimit -f).
  std::signal(SIGXFSZ, SIG_IGN);
  // These must exist before the handler is registered, to live longer.
  outs();
  errs();
  std::atexit(finishStandardOutput);
}

std::string sooth::stemFor(StringRef File) {
  const auto Hash = SHA256::hash(arrayRefFromStringRef(File));
  std::string Stem;
  for (char C : sys::path::filename(File))
    Stem += isAlnum(C) || C == '.' || C == '_' || C == '-' ? C : '_';
  return Stem + "-" + toHex(Hash, /*LowerCase=*/true).substr(0, 12);
}
