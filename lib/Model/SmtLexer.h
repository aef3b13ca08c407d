//===- SmtLexer.h - Tokens of SMT-LIB -------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_MODEL_SMTLEXER_H
#define SOOTH_LIB_MODEL_SMTLEXER_H

#include "llvm/ADT/StringRef.h"

#include <vector>

namespace sooth {

struct SmtToken {
  enum class Kind {
    LParen,
    RParen,
    Symbol,  // without bars
    Keyword, // without ':'
    Numeral,
    Decimal,
    Hex,    // digits only
    Binary, // digits only
    String, // without quotes
    End,
    Malformed // Text says why
  };
  Kind What = Kind::End;
  /// Whether a symbol has bars, and so is no reserved word.
  enum class Quotes { No, Yes } Quoted = Quotes::No;
  llvm::StringRef Text;
  unsigned Line = 0, Column = 0;

  bool is(Kind K) const { return What == K; }
  /// Whether this is the reserved word \p Word.
  bool isWord(llvm::StringRef Word) const {
    return is(Kind::Symbol) && Quoted == Quotes::No && Text == Word;
  }
};

/// Cuts a text, which must outlive it, into tokens.
class SmtLexer {
public:
  explicit SmtLexer(llvm::StringRef Text);

  const SmtToken &peek() const { return Next; }
  SmtToken take();

  /// The parentheses taken and not yet closed, outermost first.
  const std::vector<SmtToken> &open() const { return Open; }

private:
  SmtToken scan();
  void skipSpace();
  SmtToken scanNumber(SmtToken T);
  SmtToken scanHash(SmtToken T);
  SmtToken scanString(SmtToken T);
  SmtToken scanQuotedSymbol(SmtToken T);
  void newLine(const char *AfterBreak);

  const char *Cur, *End, *LineStart;
  unsigned Line = 1;
  SmtToken Next;
  std::vector<SmtToken> Open;
};

} // namespace sooth

#endif
