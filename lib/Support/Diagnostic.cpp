//===- Diagnostic.cpp - An error at a place of the user's text ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/Diagnostic.h"

#include "llvm/Support/raw_ostream.h"

using namespace sooth;

char Diagnostic::ID = 0;

void Diagnostic::log(llvm::raw_ostream &OS) const {
  std::string Place = Where.str();
  if (!Place.empty())
    OS << Place << ": ";
  OS << "error: " << Message;
}

std::error_code Diagnostic::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}
