//===- UnsupportedError.cpp - What cannot be modelled ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Base/UnsupportedError.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;

char UnsupportedError::ID = 0;

static SourceLocation placeOf(const llvm::DebugLoc &L) {
  if (!L)
    return {};
  return {L->getFilename().str(), L.getLine(), L.getCol()};
}

UnsupportedError::UnsupportedError(Cause Why, const llvm::DebugLoc &L)
    : Why(std::move(Why)), Where(placeOf(L)) {}

void UnsupportedError::log(llvm::raw_ostream &OS) const {
  if (Where.isValid())
    OS << Where.str() << ": ";
  OS << "unsupported: " << sooth::message(Why);
}

std::error_code UnsupportedError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}
