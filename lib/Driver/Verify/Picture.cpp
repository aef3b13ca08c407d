//===- Picture.cpp - What an engine drew ----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Picture.h"

using namespace sooth;

void sooth::takePicture(PortfolioAnswer &A, const VerifierOptions &O,
                        Report &R) {
  if (O.PicturePath.empty())
    return;
  if (A.Picture.empty())
    R.Notes.push_back("no graph to write to '" + O.PicturePath +
                      "': engine cegar was stopped before it drew one");
  else
    R.Outputs = {{O.PicturePath, std::move(A.Picture)}};
}
