//===- CertificateFolder.h - The files of a certificate -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/Certificates.md says what is in such a folder: files of evidence, and a
// manifest that names them, and the files that were verified, with their
// hashes.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_WITNESS_CERTIFICATEFOLDER_H
#define SOOTH_DRIVER_WITNESS_CERTIFICATEFOLDER_H

#include "sooth/Driver/Report/Report.h"

#include "llvm/Support/JSON.h"

namespace sooth {

/// Collects texts; nothing is written.
class CertificateFolder {
public:
  explicit CertificateFolder(std::string Path) : Path(std::move(Path)) {}

  /// Adds a file. Returns how the manifest tells of it.
  llvm::json::Object add(llvm::StringRef Name, std::string Text);
  /// All files, and the manifest: \p Manifest, to which are added the version
  /// of the format and of this program, and the hashes of \p Inputs.
  std::vector<Report::Output> finish(llvm::json::Object Manifest,
                                     llvm::ArrayRef<std::string> Inputs);

private:
  std::string pathOf(llvm::StringRef Name) const;

  std::string Path;
  std::vector<Report::Output> Files;
};

} // namespace sooth

#endif
