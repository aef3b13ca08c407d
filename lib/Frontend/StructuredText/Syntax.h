//===- Syntax.h - Structured Text before it is checked
//------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Declarations as they are written. Statements and expressions are those of
// Ast.h, with names for what is not resolved yet.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_STRUCTUREDTEXT_SYNTAX_H
#define SOOTH_LIB_FRONTEND_STRUCTUREDTEXT_SYNTAX_H

#include "sooth/Frontend/StructuredText/Ast.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace sooth::st {

/// An initial value: one, a list for an array, or named ones for a structure.
struct Initializer {
  SourceLocation Where;
  ExpressionPtr Value;
  bool IsList = false;
  std::vector<std::unique_ptr<Initializer>> Elements;
  std::string Member;     ///< the one that it is of
  ExpressionPtr Repeat;   ///< how often it stands there; null for once
  bool IsDefault = false; ///< what the element has without a value: "2()"
};

struct WrittenVariables;

struct WrittenType {
  enum class Kind { Name, Enumeration, Subrange, Array, Structure };
  struct Enumerator {
    std::string Name;
    ExpressionPtr Value;
    SourceLocation Where;
  };
  Kind What = Kind::Name;
  SourceLocation Where;
  std::string Name; ///< or what a subrange or enumeration is made of
  std::vector<Enumerator> Enumerators;
  std::vector<std::pair<ExpressionPtr, ExpressionPtr>> Bounds;
  std::unique_ptr<WrittenType> Element;
  std::vector<WrittenVariables> Members;
};

/// "a, b : INT := 5".
struct WrittenVariables {
  std::vector<std::pair<std::string, SourceLocation>> Names;
  Variable::Section Section = Variable::Section::Local;
  bool IsConstant = false;
  Variable::Place Address = Variable::Place::None;
  std::unique_ptr<WrittenType> Type;
  std::unique_ptr<Initializer> Initial;
};

struct WrittenTypeName {
  std::string Name;
  SourceLocation Where;
  std::unique_ptr<WrittenType> Type;
  std::unique_ptr<Initializer> Initial;
};

struct WrittenUnit {
  Unit::Kind What = Unit::Kind::Program;
  std::string Name;
  SourceLocation Where;
  std::vector<WrittenVariables> Variables;
  std::unique_ptr<WrittenType> Result; ///< of a function; null for none
  Block Body;
  bool IsLibrary = false;
};

struct WrittenFile {
  std::vector<WrittenTypeName> Types;
  std::vector<WrittenVariables> Globals;
  std::vector<WrittenUnit> Units;
  std::vector<std::string> Warnings;
};

/// Fails, with a Diagnostic, for the first thing that is wrong.
llvm::Expected<WrittenFile> parse(llvm::MemoryBufferRef Text);

/// The function blocks of the standard, in Structured Text.
llvm::MemoryBufferRef standardLibrary();

} // namespace sooth::st

#endif
