//===- SourceFile.cpp - Texts that a program is made of -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/SourceFile.h"

#include "llvm/Support/FileSystem.h"

std::unique_ptr<llvm::MemoryBuffer>
sooth::readSourceFile(llvm::StringRef Path) {
  if (!llvm::sys::fs::is_regular_file(Path))
    return nullptr;
  auto Text = llvm::MemoryBuffer::getFile(Path);
  return Text ? std::move(*Text) : nullptr;
}
