//===- SmtPrinter.h - Expressions as SMT-LIB text -------------------------===//
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

/// A symbol, quoted with bars where SMT-LIB needs it. Characters that even
/// quoted symbols cannot have, and the first letter of names that SMT-LIB gives
/// a meaning (a variable "mod"), are written "%7C", so that different names
/// stay different.
std::string smtSymbol(llvm::StringRef Name);
/// The name that smtSymbol() wrote as \p Symbol, which comes without bars.
std::string smtSymbolName(llvm::StringRef Symbol);

/// Prints \p E as one SMT-LIB term; shared nodes are bound by nested `let`s,
/// so that the size stays linear. Int and Real division prints an `ite` that
/// gives SMT-LIB's partial division our total meaning.
void printSmt(llvm::raw_ostream &OS, Expr E);
std::string toSmt(Expr E);

/// Defines, in terms of bits, the floating-point operators below \p Roots.
void printFpDefinitions(llvm::raw_ostream &OS, llvm::ArrayRef<Expr> Roots);

/// Names and the texts they stand for.
using SmtNames = llvm::DenseMap<Expr, std::string>;

/// Prints several terms that share: the nodes used twice or more become
/// nullary functions. For VMT writers.
class SmtDefinitions {
public:
  /// \p Out receives "(define-fun NAME () SORT BODY)" lines; names are \p
  /// Prefix and a number, and must not be taken.
  SmtDefinitions(llvm::raw_ostream &Out, llvm::StringRef Prefix)
      : Out(Out), Prefix(Prefix) {}
  /// Writes the definitions that \p Roots need (their shared nodes).
  void define(llvm::ArrayRef<Expr> Roots);
  /// The text of \p E by means of what was defined.
  std::string text(Expr E) const;

private:
  llvm::raw_ostream &Out;
  std::string Prefix;
  SmtNames Names;
};

/// Prints several terms that share inside one text that the caller writes, as
/// in the clause (let (…) (=> (and (p x) guard) (q t u))): nodes used twice or
/// more are bound before it.
class SmtLets {
public:
  /// Opens the `let`s that \p Roots need.
  SmtLets(llvm::raw_ostream &Out, llvm::ArrayRef<Expr> Roots);
  /// Writes a term below the roots; call between construction and close().
  void print(Expr E) const;
  /// Closes the `let`s.
  void close();

private:
  llvm::raw_ostream &Out;
  SmtNames Names;
};

} // namespace sooth

#endif
