//===- CheckKinds.cpp - Groups of checks ----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Options/CheckKinds.h"

#include "llvm/ADT/StringExtras.h"

using namespace sooth;
using llvm::StringRef;

static void addCheck(StringRef Kind, VerificationTask &Task) {
  Task.Prepare.Memory.merge(memoryProperties(Kind));
  if (auto Check = runtimeCheck(Kind)) // or assert, or about memory
    Task.Compile.Checks.insert(*Check);
}

void sooth::addChecks(StringRef Kinds, VerificationTask &Task) {
  for (StringRef Kind : llvm::split(Kinds, ','))
    if (Kind == "default")
      addChecks(DefaultChecks, Task);
    else
      addCheck(Kind, Task);
}
