//===- SourceFile.h - Texts that a program is made of ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SUPPORT_SOURCEFILE_H
#define SOOTH_SUPPORT_SOURCEFILE_H

#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace sooth {

/// The text of the file that places in a program name; null if it cannot be
/// read, or is no file: #line says what it wants, and a device may have no end.
std::unique_ptr<llvm::MemoryBuffer> readSourceFile(llvm::StringRef Path);

} // namespace sooth

#endif
