//===- UserSecret.cpp - What only one user knows --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UserSecret.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace sooth;
using llvm::StringRef;

static constexpr size_t Length = 32;

/// Empty if there is no place.
static std::string folder() {
  llvm::SmallString<128> Path;
  if (const char *State = getenv("XDG_STATE_HOME"); State && *State == '/')
    Path = State;
  else if (const char *Home = getenv("HOME"); Home && *Home == '/')
    llvm::sys::path::append(Path, Home, ".local", "state");
  else
    return "";
  llvm::sys::path::append(Path, "sooth");
  return std::string(Path);
}

static std::string read(const std::string &Path) {
  const int File = open(Path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (File < 0)
    return "";
  std::array<char, Length> Bytes;
  struct stat Status;
  const bool IsGood = fstat(File, &Status) == 0 && S_ISREG(Status.st_mode) &&
                      Status.st_uid == geteuid() &&
                      (Status.st_mode & 077) == 0 &&
                      ::read(File, Bytes.data(), Length) == ssize_t(Length);
  close(File);
  return IsGood ? std::string(Bytes.data(), Length) : "";
}

/// Several processes may do so at the same time; one of them succeeds.
static void create(const std::string &Folder, const std::string &Path) {
  std::array<char, Length> Bytes;
  llvm::SmallString<128> Temporary;
  int File;
  if (getrandom(Bytes.data(), Length, 0) != ssize_t(Length) ||
      llvm::sys::fs::create_directories(Folder) ||
      llvm::sys::fs::createUniqueFile(
          Path + "-%%%%%%", File, Temporary, llvm::sys::fs::OF_None,
          llvm::sys::fs::owner_read | llvm::sys::fs::owner_write))
    return;
  if (write(File, Bytes.data(), Length) == ssize_t(Length) && fsync(File) == 0)
    (void)!link(Temporary.c_str(), Path.c_str());
  close(File);
  unlink(Temporary.c_str());
}

std::string sooth::userSecret() {
  const std::string Folder = folder();
  if (Folder.empty())
    return "";
  const std::string Path = Folder + "/cache-secret";
  if (!llvm::sys::fs::exists(Path))
    create(Folder, Path);
  return read(Path);
}

std::string sooth::sealOf(StringRef Text, StringRef Secret) {
  constexpr size_t Block = 64;
  std::string Inner(Block, '\x36'), Outer(Block, '\x5c');
  for (size_t I = 0; I < Secret.size() && I < Block; ++I) {
    Inner[I] ^= Secret[I];
    Outer[I] ^= Secret[I];
  }
  llvm::SHA256 First;
  First.update(Inner);
  First.update(Text);
  const auto Digest = First.final();
  llvm::SHA256 Second;
  Second.update(Outer);
  Second.update(Digest);
  return llvm::toHex(Second.final(), /*LowerCase=*/true);
}
