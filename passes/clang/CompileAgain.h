//===- CompileAgain.h - The file that is compiled with another text -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_PASSES_CLANG_COMPILEAGAIN_H
#define SOOTH_PASSES_CLANG_COMPILEAGAIN_H

#include "PrivateCodeGen.h"

namespace sooth {

/// Compiles \p Text in place of the file that \p Compiler compiles, with all
/// its options, to what generatePrivateModule makes. Nothing is said to the
/// user, and nothing written. There is no module if the text has errors.
GeneratedModule compileAgain(clang::CompilerInstance &Compiler,
                             llvm::StringRef Text);

/// Whether \p Compiler was made by compileAgain.
bool isCompiledAgain(const clang::CompilerInstance &Compiler);

} // namespace sooth

#endif
