//===- EndingReason.cpp - Why a child process has no answer ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EndingReason.h"

#include "llvm/Support/ErrorHandling.h"

using namespace sooth;

UnknownReason sooth::reasonOf(const ChildProcess::Ending &E,
                              llvm::StringRef Who) {
  using How = ChildProcess::Ending::Kind;
  using What = UnknownReason::Kind;
  switch (E.How) {
  case How::OutOfMemory:
    return {What::Memory, "", {}};
  case How::Killed:
    return {What::Timeout, "", {}};
  case How::Finished:
  case How::Crashed:
    return {What::Internal, (Who + E.str()).str(), {}};
  }
  llvm_unreachable("unknown ending");
}
