//===- SourceLocation.h - Places in the user's text -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SUPPORT_SOURCELOCATION_H
#define SOOTH_SUPPORT_SOURCELOCATION_H

#include <compare>
#include <string>

namespace sooth {

/// A place in the user's text. Line and Column count from 1; 0 is unknown.
struct SourceLocation {
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;

  bool isValid() const { return Line != 0; }
  /// "file:line:col", without what is unknown.
  std::string str() const {
    std::string S = File;
    if (Line)
      S += (S.empty() ? "" : ":") + std::to_string(Line);
    if (Line && Column)
      S += ":" + std::to_string(Column);
    return S;
  }
  friend auto operator<=>(const SourceLocation &,
                          const SourceLocation &) = default;
};

} // namespace sooth

#endif
