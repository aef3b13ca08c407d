//===- Lexer.h - Tokens of Structured Text
//------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_STRUCTUREDTEXT_LEXER_H
#define SOOTH_LIB_FRONTEND_STRUCTUREDTEXT_LEXER_H

#include "sooth/Support/Diagnostic.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <vector>

namespace sooth::st {

struct Token {
  enum class Kind {
    End,
    Word,    ///< a name or keyword
    Integer, ///< with its base, "16#FF"
    Real,
    Duration, ///< what follows "T#"
    Prefix,   ///< the type before "#"
    Address,  ///< "%IX0.1"
    Symbol,
    Assert, ///< "//#ASSERT"; its tokens follow, and AnnotationEnd
    Assume,
    AnnotationEnd ///< Text is what follows the colon, if there is one
  };
  Kind What = Kind::End;
  llvm::StringRef Text;
  size_t Offset = 0;
  unsigned Line = 1, Column = 1;

  bool is(llvm::StringRef Symbol) const {
    return What == Kind::Symbol && Text == Symbol;
  }
  bool isWord(llvm::StringRef Word) const {
    return What == Kind::Word && Text.equals_insensitive(Word);
  }
};

struct Tokens {
  std::vector<Token> All; ///< the last is End
  std::vector<std::string> Warnings;
};

/// Fails, with a Diagnostic, for what is no token. The text must outlive them.
llvm::Expected<Tokens> tokenize(llvm::MemoryBufferRef Text);

} // namespace sooth::st

#endif
