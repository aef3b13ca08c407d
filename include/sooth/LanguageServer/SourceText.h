//===- SourceText.h - A text as editors speak of it -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LANGUAGESERVER_SOURCETEXT_H
#define SOOTH_LANGUAGESERVER_SOURCETEXT_H

#include "llvm/Support/JSON.h"

#include <optional>
#include <string>
#include <vector>

namespace sooth {

/// What a column of the protocol counts. Clients that say nothing mean Utf16.
enum class ColumnUnit { Utf8, Utf16, Utf32 };

/// Both count from 0.
struct Position {
  unsigned Line = 0, Character = 0;

  friend auto operator<=>(const Position &, const Position &) = default;
};

/// Without its end.
struct TextRange {
  Position Start, End;

  friend bool operator==(const TextRange &, const TextRange &) = default;
};

llvm::json::Value toJson(Position P);
llvm::json::Value toJson(const TextRange &R);
std::optional<Position> positionFrom(const llvm::json::Value *V);
std::optional<TextRange> rangeFrom(const llvm::json::Value *V);

/// An edit: what is put in place of a part, or of everything.
struct TextChange {
  std::optional<TextRange> Where;
  std::string Text;
};

/// The edits of a didChange; nothing if they cannot be read.
std::optional<std::vector<TextChange>> changesFrom(const llvm::json::Array &A);

/// A text, and where its lines are.
class SourceText {
public:
  explicit SourceText(std::string Text = "");

  llvm::StringRef text() const { return Text; }
  /// A position behind the end of its line or of the text is that end.
  size_t offsetOf(Position P, ColumnUnit Unit) const;
  /// What a compiler calls \p Line and \p Column, in bytes, from 1; a column 0
  /// is the first character of the line that is no blank.
  Position positionOf(unsigned Line, unsigned Column, ColumnUnit Unit) const;
  /// The word, or the character, that begins there.
  TextRange wordAt(unsigned Line, unsigned Column, ColumnUnit Unit) const;

  void apply(const TextChange &C, ColumnUnit Unit);

private:
  llvm::StringRef line(size_t Index) const;
  void findLines();

  std::string Text;
  std::vector<size_t> Lines; ///< where they begin
};

/// Where what was at \p P is after the edit. What is in a part that is replaced
/// goes to its beginning. Columns are counted in \p Unit.
Position moved(Position P, const TextChange &C, ColumnUnit Unit);

} // namespace sooth

#endif
