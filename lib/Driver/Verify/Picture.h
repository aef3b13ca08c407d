//===- Picture.h - What an engine drew ------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PICTURE_H
#define SOOTH_LIB_DRIVER_PICTURE_H

#include "sooth/Driver/Verify/Verifier.h"

namespace sooth {

/// Makes the picture in \p A an output of \p R, in place of an earlier
/// question's, if one was asked for; says so if there is none.
void takePicture(PortfolioAnswer &A, const VerifierOptions &O, Report &R);

} // namespace sooth

#endif
