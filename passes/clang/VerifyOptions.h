//===- VerifyOptions.h - Arguments of the plugin --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef SOOTH_PASSES_CLANG_VERIFYOPTIONS_H
#define SOOTH_PASSES_CLANG_VERIFYOPTIONS_H

#include "sooth/Driver/Programs/ModuleVerifier.h"

#include "clang/Basic/Sanitizers.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sooth {

/// Whether to tell what is not a violation: proofs and what stayed open.
enum class Remarks { Off, On };

struct VerifyOptions {
  /// clang's checks that count as assertions; those in the source always do.
  clang::SanitizerSet Checks;
  Remarks Report = Remarks::Off;
  ModuleVerifierOptions Verifier;
};

/// Reads the arguments that -fplugin-arg-soothverify-ARG hands over: checks=,
/// timeout=, engine=, procedures=, entry= and remarks. An error names the
/// argument.
llvm::Expected<VerifyOptions>
parseVerifyOptions(const std::vector<std::string> &Args);

} // namespace sooth

#endif
