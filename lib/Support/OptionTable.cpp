//===- OptionTable.cpp - Options and their values by name ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/OptionTable.h"

#include "llvm/ADT/StringExtras.h"

using namespace sooth;

llvm::Error sooth::noSuchValue(const OptionInfo &Option,
                               llvm::StringRef Value) {
  auto Names = llvm::map_range(Option.Values,
                               [](const OptionValue &V) { return V.Name; });
  return llvm::createStringError("--" + Option.Name + " takes one of " +
                                 llvm::join(Names, ", ") + ", not '" + Value +
                                 "'");
}
