//===- Contracts.h - Files of contracts of a project ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TOOLS_PROJECT_CONTRACTS_H
#define SOOTH_TOOLS_PROJECT_CONTRACTS_H

#include "Results.h"

namespace sooth {

/// The files of contracts in the folder of \p Line, which need not exist.
llvm::Expected<std::vector<std::string>>
contractsOf(const ProjectOptions &Line);

/// What is made of the file of contracts \p File: C, and from that LLVM IR.
struct CompiledContracts {
  std::string Source, Bitcode;
};
CompiledContracts compiledContracts(const ProjectOptions &Line,
                                    llvm::StringRef File);

/// Says of \p Units that they have these contracts. Fails with a message for
/// the user if some are not compiled; the compiler has said why.
llvm::Error useContracts(const ProjectOptions &Line,
                         llvm::MutableArrayRef<Unit> Units);

/// Writes what the libraries among \p Units need, or renews what is written,
/// and lets \p R tell of it. Of libraries that share a file, which are made of
/// the same sources, the first counts.
llvm::Error writeContracts(const ProjectOptions &Line,
                           llvm::ArrayRef<Unit> Units, Results &R);

} // namespace sooth

#endif
