//===- RuntimeFiles.h - Where our files for programs are ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_RUNTIMEFILES_H
#define SOOTH_LIB_FRONTEND_LLVM_RUNTIMEFILES_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace sooth {

/// The path of a file or folder of runtime/: installed with the running
/// program, wherever it was moved, or else as it was built. Empty if there is
/// none.
std::string runtimeFile(llvm::StringRef Name);

} // namespace sooth

#endif
