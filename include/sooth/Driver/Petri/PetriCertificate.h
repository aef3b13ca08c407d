//===- PetriCertificate.h - Certificates of answers about nets ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Firing sequences and proofs as files that need nothing of ours; sooth-check
// goes through them (docs/Certificates.md).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_PETRI_PETRICERTIFICATE_H
#define SOOTH_DRIVER_PETRI_PETRICERTIFICATE_H

#include "sooth/Driver/Petri/PetriTask.h"
#include "sooth/Driver/Report/Report.h"

namespace sooth {

/// What backs \p R, the answers to \p Questions, as files in \p Folder.
/// Requires that they were answered with PetriPortfolioOptions::Proofs::Told.
std::vector<Report::Output>
certificateFiles(const PetriTask &T, const PetriNet &N,
                 llvm::ArrayRef<MccProperty> Questions, const PetriReport &R,
                 std::string Folder);

} // namespace sooth

#endif
