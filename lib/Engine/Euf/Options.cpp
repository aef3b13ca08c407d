//===- Options.cpp - How IC3 over EUF can be configured -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Euf/Euf.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace sooth;
using llvm::StringRef;

namespace {
struct NamedValue {
  StringRef Name;
  void (*Set)(EufOptions &);
};

struct NamedOption {
  StringRef Name;
  std::vector<NamedValue> Values;
};

/// With EufOptions' own names in scope.
struct Setters : EufOptions {
  static std::vector<NamedOption> all() {
    std::vector<NamedOption> Options;
#define EUF_OPTION(NAME) Options.push_back({NAME, {}});
#define EUF_VALUE(NAME, SET)                                                   \
  Options.back().Values.push_back({NAME, [](EufOptions &O) { O.SET; }});
#include "Options.def"
    return Options;
  }
};
} // namespace

llvm::Error sooth::setEufOption(EufOptions &O, StringRef Name,
                                StringRef Value) {
  static const std::vector<NamedOption> Options = Setters::all();
  auto Option = llvm::find_if(
      Options, [&](const NamedOption &Each) { return Each.Name == Name; });
  if (Option == Options.end())
    return llvm::createStringError("EUF has no option " + Name);
  auto Chosen = llvm::find_if(
      Option->Values, [&](const NamedValue &V) { return V.Name == Value; });
  if (Chosen == Option->Values.end())
    return llvm::createStringError(
        "--euf-" + Name + " takes one of " +
        llvm::join(llvm::map_range(Option->Values,
                                   [](const NamedValue &V) { return V.Name; }),
                   ", ") +
        ", not '" + Value + "'");
  Chosen->Set(O);
  return llvm::Error::success();
}
