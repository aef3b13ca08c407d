//===- ReportFiles.h - Reports that clang leaves in files -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef SOOTH_PASSES_CLANG_REPORTFILES_H
#define SOOTH_PASSES_CLANG_REPORTFILES_H

#include "sooth/Driver/Options/UserOptions.h"
#include "sooth/Driver/Report/Report.h"

namespace sooth {

/// Whether -fverify-sarif= or -fverify-report= asks for a file.
bool wantsReportFiles(const UserOptions &Options);

/// Writes what these ask for about the file \p Source. Of bad input there is
/// no page; an old one is removed.
llvm::Error writeReportFiles(const Report &R, const UserOptions &Options,
                             const std::string &Source);

} // namespace sooth

#endif
