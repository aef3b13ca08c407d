//===- EncodeOptions.h - How programs are encoded -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_ENCODE_ENCODEOPTIONS_H
#define SOOTH_FRONTEND_LLVM_ENCODE_ENCODEOPTIONS_H

#include "sooth/Frontend/LLVM/Base/Environment.h"
#include "sooth/Frontend/LLVM/Base/Members.h"

namespace sooth {

struct EncodeOptions {
  /// Steps tell a trace in the user's terms; engines do not read them.
  enum class SourceSteps { Keep, Omit };
  SourceSteps Steps = SourceSteps::Keep;
  Members HowMembers = Members::Separate;
  /// Of an entry other than main.
  Environment Outside = Environment::Any;
  /// Whether members are taken to be in the bounds in which the program keeps
  /// them (KeptName).
  bool TakesKept = false;

  bool operator==(const EncodeOptions &) const = default;
};

} // namespace sooth

#endif
