//===- UnsupportedError.h - What cannot be modelled -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_UNSUPPORTEDERROR_H
#define SOOTH_FRONTEND_LLVM_UNSUPPORTEDERROR_H

#include "sooth/Model/Cause.h"
#include "sooth/Support/SourceLocation.h"

#include "llvm/Support/Error.h"

namespace llvm {
class DebugLoc;
}

namespace sooth {

/// A construct outside the model. A program with it is neither safe nor
/// unsafe.
class UnsupportedError : public llvm::ErrorInfo<UnsupportedError> {
public:
  static char ID;

  explicit UnsupportedError(Cause Why, SourceLocation Where = {})
      : Why(std::move(Why)), Where(std::move(Where)) {}
  UnsupportedError(Cause Why, const llvm::DebugLoc &Where);

  /// The construct: "exceptions", "call of 'f', which is recursive".
  const Cause &why() const { return Why; }
  /// May be unknown.
  const SourceLocation &where() const { return Where; }

  /// "t.c:3:1: unsupported: exceptions", or without the place.
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  Cause Why;
  SourceLocation Where;
};

} // namespace sooth

#endif
