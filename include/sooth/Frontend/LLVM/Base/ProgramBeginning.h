//===- ProgramBeginning.h - main under another name -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_PROGRAMBEGINNING_H
#define SOOTH_FRONTEND_LLVM_PROGRAMBEGINNING_H

#include "llvm/ADT/StringRef.h"

namespace sooth {

/// An attribute of a function that is a program's main under another name, so
/// that it is looked at as other functions are. It gets arguments as main does.
inline constexpr llvm::StringLiteral BeginsProgramName = "sooth.begins.program";

/// Whether what is in \p Section, or pointers there lead to, runs before main.
inline bool runsBeforeMain(llvm::StringRef Section) {
  return Section.starts_with(".preinit_array") ||
         Section.starts_with(".init") || Section.starts_with(".ctors");
}
/// The same after main.
inline bool runsAfterMain(llvm::StringRef Section) {
  return Section.starts_with(".fini") || Section.starts_with(".dtors");
}

} // namespace sooth

#endif
