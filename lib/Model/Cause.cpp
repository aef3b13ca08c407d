//===- Cause.cpp - Why something is not known -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/Cause.h"

using namespace sooth;
using llvm::StringRef;

static StringRef wordsOf(Cause::Kind K) {
  switch (K) {
  case Cause::Kind::None:
  case Cause::Kind::Fault:
  case Cause::Kind::End:
    return "";
#define CAUSE(Name, Words)                                                     \
  case Cause::Kind::Name:                                                      \
    return Words;
#include "sooth/Model/Causes.def"
  }
  llvm_unreachable("a cause without words");
}

static std::string valueOf(const Cause &C, StringRef Name) {
  return Name == "subject"  ? C.Subject
         : Name == "object" ? C.Object
                            : std::to_string(C.Number);
}

std::string sooth::message(const Cause &C) {
  if (C.Fault)
    return message(*C.Fault);
  std::string Text;
  for (StringRef Rest = wordsOf(C.What); !Rest.empty();) {
    auto [Before, After] = Rest.split('{');
    auto [Name, Left] = After.split('}');
    Text += Before;
    if (!Name.empty())
      Text += valueOf(C, Name);
    Rest = Left;
  }
  return Text;
}
