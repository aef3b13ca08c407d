//===- SourceTokens.h - C sources as tokens -------------------------------===//
//---------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Debug information and witnesses say lines and columns; where statements,
// loops and calls begin and end there, the text tells.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_WITNESS_SOURCETOKENS_H
#define SOOTH_LIB_DRIVER_WITNESS_SOURCETOKENS_H

#include "sooth/Support/SourceLocation.h"

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sooth {

/// A C source, without comments and directives, as tokens.
class SourceTokens {
public:
  struct Token {
    size_t Offset = 0;
    unsigned Line = 0, Column = 0;
    llvm::StringRef Text;
    enum class Kind { Word, Number, Quoted, Sign } What = Kind::Sign;
  };
  static constexpr size_t None = ~size_t(0);

  /// A loop: the keyword and the parentheses of its condition, as tokens.
  struct Loop {
    size_t Keyword = 0, Open = 0, Close = 0;
    /// Of a `for`: the semicolons.
    size_t First = None, Second = None;
  };

  /// Nothing if the file cannot be read. Lines that a preprocessor has left
  /// ("# 1 \"a.h\"") are blank.
  static std::optional<SourceTokens> read(llvm::StringRef Path);
  /// The same of a text.
  static SourceTokens of(std::string Text);

  const std::string &text() const { return *Text; }
  const std::vector<Token> &tokens() const { return Tokens; }
  /// But for those in directives; signs all.
  const std::vector<Token> &comments() const { return Comments; }

  /// The token at this place; without a column the first one of the line. None
  /// if none begins there.
  size_t find(unsigned Line, unsigned Column) const;
  /// The bracket that belongs to this one, or None.
  size_t partner(size_t Bracket) const { return Partners[Bracket]; }
  bool is(size_t I, llvm::StringRef Text) const {
    return I < Tokens.size() && Tokens[I].Text == Text;
  }

  /// Whether a statement of a block begins there, so that another one may be
  /// put before it.
  bool beginsInBlock(size_t I) const;
  /// Whether the token closes the head of an `if` or of a loop.
  bool closesHead(size_t I) const;
  /// Where the full expression or statement begins that the token is in.
  size_t beginOf(size_t I) const;
  /// The loop that \p Where, its keyword or a place in its condition, is of.
  std::optional<Loop> loopAt(const SourceLocation &Where) const;
  /// The loop that has this keyword.
  std::optional<Loop> loopOf(size_t Keyword) const;
  /// Whether a variable \p Name may be declared where the loop is checked.
  bool mayDeclare(llvm::StringRef Name, const Loop &L) const;

  /// Whether the loop has that word.
  bool mentions(llvm::StringRef Word, const Loop &L) const;

private:
  explicit SourceTokens(std::string Text);
  void readTokens();
  void pairBrackets();

  std::unique_ptr<std::string> Text;
  std::vector<Token> Tokens, Comments;
  std::vector<size_t> Partners;
};

} // namespace sooth

#endif
