//===- SmtPrinter.h - Expressions as SMT-LIB text
//--------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_EXPR_SMTPRINTER_H
#define SOOTH_EXPR_SMTPRINTER_H

#include "sooth/Expr/Expr.h"

#include <string>

namespace llvm {
class raw_ostream;
}

namespace sooth {

/// A symbol, quoted with bars where SMT-LIB needs it.
std::string smtSymbol(llvm::StringRef Name);

/// Prints \p E as one SMT-LIB term; shared nodes are bound by nested `let`s,
/// so that the size stays linear. Int and Real division prints an `ite` that
/// gives SMT-LIB's partial division our total meaning.
void printSmt(llvm::raw_ostream &OS, Expr E);
std::string toSmt(Expr E);

/// Prints several terms that share: each node used twice or more becomes a
/// definition by \p Define, called with a fresh name and the printed body, in
/// an order that defines before use. For VMT and Horn writers.
class SmtDefinitions {
public:
  /// \p Out receives "(define-fun NAME () SORT BODY)" lines; names start with
  /// \p Prefix.
  SmtDefinitions(llvm::raw_ostream &Out, llvm::StringRef Prefix)
      : Out(Out), Prefix(Prefix) {}
  /// Writes the definitions that \p Roots need (their shared nodes).
  void define(llvm::ArrayRef<Expr> Roots);
  /// The text of \p E by means of what was defined.
  std::string text(Expr E);

private:
  llvm::raw_ostream &Out;
  std::string Prefix;
  llvm::DenseMap<Expr, std::string> Names;
};

} // namespace sooth

#endif
