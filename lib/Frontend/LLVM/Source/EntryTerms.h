//===- EntryTerms.h - Values by what a function is given, in C ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that is computed from a function's arguments, and from memory as it
// was when the function was called, is written as the C expression that a
// caller would use: `s->n - 1`, `y * g->w + x`.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_SOURCE_ENTRYTERMS_H
#define SOOTH_LIB_FRONTEND_LLVM_SOURCE_ENTRYTERMS_H

#include "SourceMap.h"

#include <functional>
#include <set>

namespace llvm {
class BinaryOperator;
class CastInst;
class LoadInst;
} // namespace llvm

namespace sooth {

class EntryTerms {
public:
  /// \p IsAsAtFirst says whether a load gets what was there when the function
  /// was called. \p Names, of its program, must outlive this.
  EntryTerms(const SourceMap &Names,
             std::function<bool(const llvm::LoadInst &)> IsAsAtFirst)
      : Names(Names), IsAsAtFirst(std::move(IsAsAtFirst)) {}

  struct Number {
    /// Empty if it is not such a value, or too long to tell.
    std::string Text = "";
    /// Where a wider number is made of it.
    bool MayBeNegative = false;
    /// The numbers that it is computed from, as they are given or read, and
    /// that have names; also of a value without a text.
    std::set<std::string> Sources = {};
  };
  Number number(const llvm::Value *V) const;
  /// The \p Bytes bytes that \p Pointer leads to, if a part of what is declared
  /// there has as many; empty if not, if the pointer is not such a value, or if
  /// it leads into a local variable.
  std::string target(const llvm::Value *Pointer, uint64_t Bytes) const;
  /// The pointer itself, if it is given or read.
  std::string pointer(const llvm::Value *Pointer) const;

private:
  const SourceMap &Names;
  const std::function<bool(const llvm::LoadInst &)> IsAsAtFirst;
};

} // namespace sooth

#endif
