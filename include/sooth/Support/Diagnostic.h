//===- Diagnostic.h - An error at a place of the user's text --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SUPPORT_DIAGNOSTIC_H
#define SOOTH_SUPPORT_DIAGNOSTIC_H

#include "sooth/Support/SourceLocation.h"

#include "llvm/Support/Error.h"

#include <string>

namespace sooth {

/// What is wrong with the user's text, and where. As an llvm::Error it reads
/// "file:line:col: error: message".
class Diagnostic : public llvm::ErrorInfo<Diagnostic> {
public:
  static char ID;

  Diagnostic(SourceLocation Where, std::string Message)
      : Where(std::move(Where)), Message(std::move(Message)) {}

  const SourceLocation &where() const { return Where; }
  const std::string &text() const { return Message; }

  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  SourceLocation Where;
  std::string Message;
};

/// \p E for users of \p Program, a line for each error: what is wrong at a
/// place of a file begins with that, and all else with the program's name.
std::string textOf(llvm::Error E, llvm::StringRef Program);

} // namespace sooth

#endif
