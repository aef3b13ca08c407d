//===- ContractFile.h - Contracts of functions in a file ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of contracts is C. Empty lines divide it into parts. What Sooth has
// written is marked by a comment that says what it is about, with a hash of the
// rest: once somebody changes such a part, it is theirs.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_CONTRACTFILE_H
#define SOOTH_FRONTEND_LLVM_CONTRACTFILE_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace sooth {

struct ContractPart {
  /// Its lines, with the mark.
  std::string Text;
  /// What the mark says that it is about, and whether it is as Sooth wrote it.
  std::string About = "";
  bool IsOwn = false;
  /// The functions that it has contracts of.
  std::vector<std::string> Functions = {};
};

/// The parts of a file, in order.
std::vector<ContractPart> contractParts(llvm::StringRef Text);

/// A part about \p About, with its mark. \p Lines has no empty line, and ends
/// with the end of a line.
ContractPart markedPart(llvm::StringRef About, llvm::StringRef Lines);

/// The file \p Path, which has the text \p Text, for the compiler, with its
/// lines: what is as Sooth wrote it is known as such.
std::string contractsInC(llvm::StringRef Text, llvm::StringRef Path);

} // namespace sooth

#endif
