//===- Checker.h - Names and types of Structured Text
//-------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What is used is declared on demand, as the order of declarations does not
// matter: a type when it is named, a unit's variables when its type is, its
// body when it is called. After the first error nothing that is said of
// expressions counts.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_STRUCTUREDTEXT_CHECKER_H
#define SOOTH_LIB_FRONTEND_STRUCTUREDTEXT_CHECKER_H

#include "Syntax.h"
#include "Types.h"

#include "sooth/Support/Diagnostic.h"

#include "llvm/ADT/StringMap.h"

namespace sooth::st {

class Checker {
public:
  Checker(WrittenFile User, WrittenFile Library);
  llvm::Expected<std::unique_ptr<File>> run();

private:
  void fail(const SourceLocation &Where, std::string Message);
  bool hasFailed() const { return Error.has_value(); }

  // Declarations (CheckDeclarations.cpp).
  struct NamedType {
    const WrittenTypeName *Written = nullptr;
    const Type *Done = nullptr;
    bool IsInProgress = false;
  };
  struct Global {
    const WrittenVariables *Written = nullptr;
    size_t Number = 0;
    const Variable *Done = nullptr;
    bool IsInProgress = false;
  };
  struct UnitState {
    WrittenUnit *Written = nullptr;
    std::unique_ptr<Unit> Made;
    Type *AsType = nullptr;
    llvm::StringMap<const Variable *> Names;
    enum class Progress {
      Known,
      Declaring,
      Declared,
      Checking,
      Checked
    } At = Progress::Known;
    /// How many statements are executed at most, loops that stay apart.
    uint64_t Weight = 0;
    /// How deep statements, expressions and calls are nested in it.
    unsigned Height = 0;
  };
  void collect(WrittenFile &F, bool IsLibrary);
  void collectUnit(WrittenUnit &U, bool IsLibrary);
  const Type *typeOf(const WrittenType &T);
  const Type *namedType(llvm::StringRef Name, const SourceLocation &Where);
  const Type *elementary(llvm::StringRef Name, const SourceLocation &Where);
  const Type *enumeration(const WrittenType &T);
  const Type *subrange(const WrittenType &T);
  const Type *array(const WrittenType &T);
  const Type *structure(const WrittenType &T);
  Type *newType(Type::Kind What);
  const Type *withDefault(const WrittenTypeName &W, const Type *T);
  unsigned leaves(uint64_t Count, const SourceLocation &Where);
  std::optional<llvm::APInt> constant(ExpressionPtr &E, const Type *T);
  std::optional<int64_t> bound(ExpressionPtr &E);
  std::unique_ptr<Variable> variable(const WrittenVariables &W, size_t Number);
  void initialize(const Initializer &I, const Type *T,
                  llvm::MutableArrayRef<llvm::APInt> Leaves);
  void initializeArray(const Initializer &I, const Type *T,
                       llvm::MutableArrayRef<llvm::APInt> Leaves);
  const Variable *global(llvm::StringRef Name);
  UnitState *unit(llvm::StringRef Name);
  UnitState &stateOf(const Unit *U) { return Units[Lower(U->Name)]; }
  void declare(UnitState &U);
  void declareVariable(UnitState &U, std::unique_ptr<Variable> V);
  static std::string Lower(llvm::StringRef S) { return S.lower(); }

  /// What is nested deeper would exhaust the stack of those who walk through
  /// it.
  class Deeper {
  public:
    Deeper(Checker &C, const SourceLocation &Where, unsigned Levels);
    ~Deeper() { C.Nesting -= Levels; }
    Deeper(const Deeper &) = delete;
    Deeper &operator=(const Deeper &) = delete;

  private:
    Checker &C;
    unsigned Levels;
  };

  // Statements (CheckStatements.cpp).
  void check(UnitState &U, const SourceLocation &CalledAt);
  void check(Block &B);
  void check(Statement &S);
  void checkKind(Statement &S);
  void checkCall(Statement &S);
  void checkCase(Statement &S);
  void checkFor(Statement &S);
  void checkLoop(Statement &S);
  bool mayLeave(const Statement &S) const;
  void checkCondition(ExpressionPtr &E);
  /// Notes that \p E, a place, is changed.
  void checkTarget(const Expression &E);
  /// That the outside, a block's user, may set \p Member.
  void checkMember(const Variable &Member, const SourceLocation &Where);

  // Expressions (CheckExpressions.cpp).
  void check(ExpressionPtr &E);
  void checkName(ExpressionPtr &E);
  void checkMember(ExpressionPtr &E);
  void checkIndex(Expression &E);
  void checkBit(Expression &E);
  void checkLiteral(Expression &E);
  void checkApply(ExpressionPtr &E);
  void checkDuration(ExpressionPtr &E);
  const Type *common(const Type *A, const Type *B, const SourceLocation &Where);
  /// Makes \p E one of \p T, by a conversion that the language makes by itself.
  void coerce(ExpressionPtr &E, const Type *T);
  void coerceLiteral(Expression &E, const Type *T);
  /// The same of what is computed of literals without type, which has none yet
  /// either: it takes the type that is wanted, as the standard has it.
  void coerceGeneric(ExpressionPtr &E, const Type *T);
  /// The operands that are of the same type as \p E, or will be.
  llvm::MutableArrayRef<ExpressionPtr> alike(Expression &E);
  bool hasLiteralsOf(Expression &E, const Type *T);
  void makeReal(ExpressionPtr &E);
  /// That there is such an operation for the type that \p E has now.
  void checkDefined(Expression &E);
  bool convertsTo(const Type *From, const Type *To) const;
  /// Gives a literal without type, or what is computed of such, the type that
  /// it has on its own.
  void settle(ExpressionPtr &E);
  void convert(ExpressionPtr &E, const Type *T);
  void makeLiteral(Expression &E, llvm::APInt Value, const Type *T);
  void fold(ExpressionPtr &E);
  bool lookUpEnumerator(Expression &E, llvm::StringRef Name);
  bool isPlace(const Expression &E) const;

  // Calls (CheckCalls.cpp).
  void checkCall(ExpressionPtr &E);
  void checkArguments(UnitState &U, std::vector<Argument> &Arguments,
                      const SourceLocation &Where);
  void checkArgument(Argument &A);
  void use(UnitState &U, const SourceLocation &Where);
  bool checkOperatorCall(ExpressionPtr &E);
  bool checkConversion(ExpressionPtr &E);
  bool checkStandard(ExpressionPtr &E);
  void checkStandardTypes(Expression &E);
  const Type *typeOfOperands(Builtin F,
                             llvm::MutableArrayRef<ExpressionPtr> Alike,
                             const SourceLocation &Where);
  static llvm::MutableArrayRef<ExpressionPtr>
  ofOneType(Builtin F, llvm::MutableArrayRef<ExpressionPtr> Operands);
  std::vector<ExpressionPtr> positional(Expression &E,
                                        llvm::ArrayRef<const char *> Names);

  WrittenFile User, Library;
  std::unique_ptr<File> Result;
  llvm::StringMap<NamedType> Types;
  llvm::StringMap<Global> Globals;
  llvm::StringMap<UnitState> Units;
  std::vector<std::string> Order; ///< of units
  struct EnumeratorRef {
    const Type *Ty = nullptr; ///< null if several types have one so called
    size_t Number = 0;
  };
  llvm::StringMap<EnumeratorRef> Enumerators;
  std::optional<Diagnostic> Error;

  // Of the body at hand.
  UnitState *Current = nullptr;
  unsigned CallDepth = 0, TypeDepth = 0;
  unsigned Nesting = 0, Deepest = 0;
  uint64_t Weight = 0;
  bool HasLoop = false;
  unsigned LoopDepth = 0;
  bool IsAnnotation = false;
  std::vector<const Variable *> Changed;
};

} // namespace sooth::st

#endif
