//===- LibraryContract.h - What a library needs of its callers, in C ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What was found out that exported functions need becomes a file of contracts
// (ContractFile.h). In an earlier version of it, what somebody has changed or
// added stays, and what Sooth has written is made anew.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_LIBRARYCONTRACT_H
#define SOOTH_DRIVER_LIBRARYCONTRACT_H

#include "sooth/Driver/Options/VerificationTask.h"
#include "sooth/Driver/Report/Report.h"

namespace sooth {

struct LibraryContract {
  /// The file; empty if there is nothing to say.
  std::string Text;
  /// How many needs how many exported functions have, and how many of these the
  /// file does not say, or not all of.
  unsigned Needs = 0, Functions = 0, NotInFile = 0;
};

/// The contract of the library \p Name, linked from the LLVM files \p Parts as
/// \p As says, of which \p R is the answer to \p T. \p Old is the text of its
/// file. Fails with a message for the user if the files cannot be read.
llvm::Expected<LibraryContract> contractOf(llvm::StringRef Name,
                                           llvm::ArrayRef<std::string> Parts,
                                           const LinkedAs &As, const Report &R,
                                           const VerificationTask &T,
                                           llvm::StringRef Old);

} // namespace sooth

#endif
