//===- Version.cpp - Which Sooth this is ----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/Version.h"

llvm::StringRef sooth::versionText() { return SOOTH_VERSION; }
