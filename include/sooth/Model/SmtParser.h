//===- SmtParser.h - Reading SMT-LIB --------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Reads the part of SMT-LIB 2.6 that our expressions can say: declarations of
// variables, definitions (macros are expanded), sorts, annotated terms. Reading
// takes linear time and no recursion over nesting; what is not supported is an
// error, never skipped.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_SMTPARSER_H
#define SOOTH_MODEL_SMTPARSER_H

#include "sooth/Expr/ExprContext.h"
#include "sooth/Support/Diagnostic.h"

#include "llvm/Support/MemoryBufferRef.h"

#include <string>
#include <vector>

namespace sooth {

struct SmtDeclaration {
  Expr Var;
  SourceLocation Where;
};

/// A term `(! t :attribute value)`.
struct SmtAnnotation {
  std::string Attribute; // without ':'
  std::string Value;     // a symbol, number or string; else empty
  Expr Term;
  SourceLocation Where; // of the attribute
  /// The function that is defined as this term, or empty.
  std::string Definition;
  /// The function in whose body, over its parameters, the term is; or empty.
  std::string Function;
};

struct SmtAssertion {
  Expr Term;
  SourceLocation Where;
  /// The attributes of the whole term, as in (assert (! t :init true)).
  std::vector<std::string> Attributes;
};

/// What a script says.
struct SmtScript {
  std::vector<SmtDeclaration> Declarations;
  std::vector<SmtAnnotation> Annotations; // but :named, which defines a name
  std::vector<SmtAssertion> Assertions;
  /// SMT-LIB does not say what division by zero is, so that each division by a
  /// term that may be zero then has the value of one of these variables.
  std::vector<SmtDeclaration> ZeroDivisions;
  /// Uninterpreted functions: arrays that nothing changes, from the first
  /// argument to an array from the second, and so on.
  std::vector<SmtDeclaration> Functions;
  /// What is wrong with the text and could be understood nevertheless.
  std::vector<Diagnostic> Warnings;
};

/// Reads commands up to the end of \p Text or `exit`. Requires that no variable
/// of the file exists in \p Ctx with another sort (which is reported).
llvm::Expected<SmtScript> readSmtScript(ExprContext &Ctx,
                                        llvm::MemoryBufferRef Text);

/// Reads one term over variables that exist in \p Ctx: the inverse of
/// printSmt(). Division is total, as ours is.
llvm::Expected<Expr> parseTerm(ExprContext &Ctx, llvm::StringRef Text);

} // namespace sooth

#endif
