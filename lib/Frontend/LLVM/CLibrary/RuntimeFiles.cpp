//===- RuntimeFiles.cpp - Where our files for programs are ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeFiles.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

/// Next to the folder of the running program.
static SmallString<128> besideProgram() {
  static const char InThisProgram = 0;
  SmallString<128> Place(
      sys::fs::getMainExecutable(nullptr, const_cast<char *>(&InThisProgram)));
  sys::path::remove_filename(Place);
  sys::path::append(Place, "..", "share", "sooth", "runtime");
  return Place;
}

std::string sooth::runtimeFile(StringRef Name) {
  SmallString<128> Beside = besideProgram();
  for (StringRef Place :
       {Beside.str(), StringRef(SOOTH_RUNTIME_SOURCE_DIR),
        StringRef(SOOTH_RUNTIME_BUILD_DIR), StringRef(SOOTH_RUNTIME_DIR)}) {
    SmallString<128> Path(Place);
    sys::path::append(Path, Name);
    if (sys::fs::exists(Path))
      return Path.str().str();
  }
  return "";
}
