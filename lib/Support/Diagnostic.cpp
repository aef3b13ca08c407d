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

std::string sooth::textOf(llvm::Error E, llvm::StringRef Program) {
  std::string Text;
  auto Add = [&](const llvm::Twine &Line) {
    Text += (Text.empty() ? Line : "\n" + Line).str();
  };
  llvm::handleAllErrors(
      std::move(E), [&](const Diagnostic &D) { Add(D.message()); },
      [&](const llvm::ErrorInfoBase &Other) {
        Add(Program + ": error: " + Other.message());
      });
  return Text;
}

std::error_code Diagnostic::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}
