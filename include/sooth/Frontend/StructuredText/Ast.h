//===- Ast.h - Programs in Structured Text --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of Structured Text (IEC 61131-3) after it was read and checked: names
// are resolved, expressions have types, and conversions that the language makes
// by itself are nodes. Names are kept as they are written where they are
// declared; nothing depends on their case.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_STRUCTUREDTEXT_AST_H
#define SOOTH_FRONTEND_STRUCTUREDTEXT_AST_H

#include "sooth/Support/SourceLocation.h"

#include "llvm/ADT/APInt.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sooth::st {

struct Variable;
struct Unit;
struct Expression;

/// Elementary values are bits: Booleans one, numbers in two's complement or, if
/// real, as IEEE 754 has them. TIME is a number of milliseconds.
struct Type {
  enum class Kind {
    Bool,
    Number, ///< SINT, UINT, ...
    Bits,   ///< BYTE, WORD, DWORD, LWORD
    Real,
    Time,
    Enumeration,
    Structure,
    Array,
    Block,   ///< a function block or program
    AnyInt,  ///< a literal without type, as a number of 128 bits
    AnyReal, ///< the same, as LREAL
    None     ///< what a function returns that returns nothing
  };
  struct Enumerator {
    std::string Name;
    llvm::APInt Value;
  };

  Kind What = Kind::None;
  std::string Name;
  unsigned Width = 0; ///< in bits, of elementary types
  bool IsSigned = false;
  /// How many elementary values make one of this type.
  unsigned Leaves = 1;
  /// Of a subrange: what it is one of, and its bounds.
  const Type *Base = nullptr;
  int64_t Low = 0, High = 0; ///< of a subrange, and of the index of an array
  std::vector<Enumerator> Enumerators;
  std::vector<std::unique_ptr<Variable>> Members; ///< of a structure
  const Type *Element = nullptr;                  ///< of an array
  const Unit *Body = nullptr;                     ///< of a block
  /// The initial value, if it is not zero; elementary types only.
  std::optional<llvm::APInt> Default;

  bool is(Kind K) const { return What == K; }
  bool isElementary() const {
    return What != Kind::Structure && What != Kind::Array &&
           What != Kind::Block && What != Kind::None;
  }
  bool isSubrange() const { return Base; }
};

struct Variable {
  enum class Section {
    Input,
    Output,
    InOut,
    Local,
    Temporary,
    Global,
    External, ///< Target is the global variable that it is
    Result,   ///< of a function
    Member    ///< of a structure
  };
  /// What a variable with an address is for the world outside.
  enum class Place { None, Input, Output, Memory };

  std::string Name;
  Section Where = Section::Local;
  const Type *Ty = nullptr;
  bool IsConstant = false;
  Place Address = Place::None;
  /// Of each elementary part in turn.
  std::vector<llvm::APInt> Initial;
  /// The first of its elementary parts among those of what it belongs to.
  unsigned Offset = 0;
  const Variable *Target = nullptr;
  SourceLocation Declared;

  /// Whether it keeps its value from one call of its block to the next.
  bool isKept() const {
    return Where == Section::Input || Where == Section::Output ||
           Where == Section::Local;
  }
};

enum class Operator {
  Or,
  Xor,
  And,
  OrElse,
  AndThen,
  Equal,
  Unequal,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Add,
  Subtract,
  Multiply,
  Divide,
  Modulo,
  Negate,
  Not
};

/// Functions of the standard; arithmetic in the form of functions is operators.
enum class Builtin {
  Abs,
  Min,
  Max,
  Limit,
  Select,
  Multiplex,
  ShiftLeft,
  ShiftRight,
  RotateLeft,
  RotateRight,
  SquareRoot,
  Truncate ///< of a real number to DINT
};

using ExpressionPtr = std::unique_ptr<Expression>;

/// What a call gives to a parameter, or takes from it.
struct Argument {
  std::string Name; ///< empty if it is given by position
  bool IsOutput = false;
  ExpressionPtr Value; ///< null after "=>" without a variable
  const Variable *Parameter = nullptr;
  SourceLocation Where;
};

struct Expression {
  enum class Kind {
    Literal,
    Name, ///< before names are resolved
    Variable,
    Member,  ///< Operands[0].Name
    Index,   ///< Operands[0][Operands[1]]
    Bit,     ///< bit Number of Operands[0]
    Apply,   ///< Op
    Convert, ///< to Of
    Call,    ///< Callee, or before names are resolved Name
    Standard ///< Function
  };
  Kind What = Kind::Literal;
  SourceLocation Where;
  const Type *Ty = nullptr;
  std::string Name = "";
  llvm::APInt Value = llvm::APInt();
  std::vector<ExpressionPtr> Operands = {};
  const struct Variable *Var = nullptr;
  unsigned Number = 0;
  Operator Op = Operator::Or;
  Builtin Function = Builtin::Abs;
  const Unit *Callee = nullptr;
  std::vector<Argument> Arguments = {};
  unsigned Depth = 1;
};

struct Statement;
using Block = std::vector<std::unique_ptr<Statement>>;

struct CaseLabel {
  ExpressionPtr First, Last; ///< Last is null if it is one value
};

struct Statement {
  enum class Kind {
    Assign, ///< Target := Value
    Call,   ///< of the block Target, or of the function Value
    If,     ///< Value, else Otherwise
    Case,   ///< Value
    For,    ///< Target from Value to Last by Step (or 1)
    While,  ///< Value
    Repeat, ///< until Value
    Exit,
    Continue,
    Return,
    Assert, ///< Value
    Assume
  };
  struct Branch {
    ExpressionPtr Condition;
    std::vector<CaseLabel> Labels;
    Block Body;
  };
  Kind What = Kind::Exit;
  SourceLocation Where;
  ExpressionPtr Target = nullptr, Value = nullptr, Last = nullptr,
                Step = nullptr;
  std::vector<Argument> Arguments = {};
  std::vector<Branch> Branches = {}; ///< of If and Case; of loops the first
  Block Otherwise = {};
  /// Of Assert: its name, or its text.
  std::string Name = "";
  /// Of For: how often it runs, if that is known and it can be copied so often.
  std::optional<unsigned> Rounds = {};
  /// Whether control may be somewhere in it at the end of an edge: it has a
  /// loop that is not copied.
  bool HasLoop = false;
  /// Whether it may leave what it is in, by EXIT, CONTINUE or RETURN.
  bool MayLeave = false;
};

/// A program, function block or function.
struct Unit {
  enum class Kind { Program, Block, Function };
  Kind What = Kind::Program;
  std::string Name;
  SourceLocation Where;
  std::vector<std::unique_ptr<Variable>> Variables;
  const Variable *Result = nullptr;
  const Type *ResultType = nullptr;
  Block Body;
  bool IsLibrary = false; ///< of the standard
  bool HasLoop = false;   ///< as of statements, of its body
};

/// Names of parts of the timers in the standard library that only cycles
/// change: how long one has been running.
inline constexpr const char *TimerElapsed = "ELAPSED";
inline constexpr const char *TimerRunning = "RUNNING";

struct File {
  std::vector<std::unique_ptr<Type>> Types;
  std::vector<std::unique_ptr<Variable>> Globals;
  std::vector<std::unique_ptr<Unit>> Units;
  /// Comments that look like annotations and are none.
  std::vector<std::string> Warnings;
};

} // namespace sooth::st

#endif
