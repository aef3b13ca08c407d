//===- CertificateFiles.h - The folder of a certificate -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/Certificates.md says what is in it.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_CERTIFICATEFILES_H
#define SOOTH_LIB_DRIVER_TASKS_CERTIFICATEFILES_H

#include "sooth/Driver/Options/VerificationTask.h"

namespace sooth {

/// Adds the files that T.CertificatePath is to have to the outputs of \p R, if
/// that is an answer. What is replayed is among the outputs already.
void addCertificateFiles(const VerificationTask &T, Report &R);

} // namespace sooth

#endif
