//===- CertificateJson.h - Certificates as JSON ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_CERTIFICATEJSON_H
#define SOOTH_LIB_DRIVER_CERTIFICATEJSON_H

#include "sooth/Driver/Report/Report.h"

namespace sooth {

/// "invariant", "k-induction", "runs-end", "question", "run", "predicates",
/// "derivation".
llvm::StringRef kindName(Certificate::Kind K);

/// Everything, for another process.
llvm::json::Array encodeCertificates(llvm::ArrayRef<Certificate> All);
/// What is at \p Key of \p O; without what encodeCertificates does not make.
std::vector<Certificate> decodeCertificates(const llvm::json::Object &O,
                                            llvm::StringRef Key);

} // namespace sooth

#endif
