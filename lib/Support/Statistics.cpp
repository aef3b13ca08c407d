//===- Statistics.cpp - Named figures of a run ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/Statistics.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>

using namespace sooth;

double Statistics::get(llvm::StringRef Name) const {
  auto It = Values.find(Name.str());
  return It == Values.end() ? 0 : It->second;
}

void Statistics::print(llvm::raw_ostream &OS) const {
  size_t Width = 0;
  for (const auto &[Name, Value] : Values)
    Width = std::max(Width, Name.size());
  for (const auto &[Name, Value] : Values) {
    OS << llvm::left_justify(Name, Width + 2);
    if (Value == std::floor(Value) && std::fabs(Value) < 1e15)
      OS << int64_t(Value) << '\n';
    else
      OS << llvm::format("%.3f", Value) << '\n';
  }
}
