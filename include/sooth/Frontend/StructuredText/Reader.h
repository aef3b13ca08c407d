//===- Reader.h - Reading Structured Text ---------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_STRUCTUREDTEXT_READER_H
#define SOOTH_FRONTEND_STRUCTUREDTEXT_READER_H

#include "sooth/Frontend/StructuredText/Ast.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace sooth::st {

/// Reads a file, resolves names and checks types. Fails, with a Diagnostic, for
/// the first thing that is wrong. Takes linear time.
llvm::Expected<std::unique_ptr<File>>
readStructuredText(llvm::MemoryBufferRef Text);

/// What is called \p Name; or, if that is empty, the only program, or the only
/// unit that none calls. Fails with a sentence for the user.
llvm::Expected<const Unit *> entryOf(const File &F, llvm::StringRef Name);

} // namespace sooth::st

#endif
