//===- ShellWord.cpp - Words of commands for a shell --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/ShellWord.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

std::string sooth::quotedForShell(llvm::StringRef Word) {
  auto IsPlain = [](char C) {
    return llvm::isAlnum(C) || llvm::StringRef("_-+=/.,:@%").contains(C);
  };
  if (!Word.empty() && llvm::all_of(Word, IsPlain))
    return Word.str();
  std::string Text = "'";
  for (char C : Word)
    Text += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Text + "'";
}
