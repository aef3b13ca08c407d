//===- Standalone.cpp - Readers without libFuzzer -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives a reader the files of folders, as libFuzzer does at first: a test of
// every day.
//
//===----------------------------------------------------------------------===//

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>

extern "C" int LLVMFuzzerInitialize(int *Argc, char ***Argv);
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size);

int main(int Argc, char **Argv) {
  LLVMFuzzerInitialize(&Argc, &Argv);
  unsigned Texts = 0;
  for (int I = 1; I < Argc; ++I) {
    std::error_code Error;
    for (llvm::sys::fs::directory_iterator It(Argv[I], Error), End;
         It != End && !Error; It.increment(Error)) {
      auto Text = llvm::MemoryBuffer::getFile(It->path());
      if (!Text)
        continue;
      llvm::outs() << It->path() << '\n';
      llvm::outs().flush();
      LLVMFuzzerTestOneInput(
          reinterpret_cast<const uint8_t *>((*Text)->getBufferStart()),
          (*Text)->getBufferSize());
      ++Texts;
    }
    if (Error)
      llvm::errs() << Argv[I] << ": " << Error.message() << '\n';
  }
  return Texts ? 0 : 1;
}
