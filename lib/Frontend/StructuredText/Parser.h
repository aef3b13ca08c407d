//===- Parser.h - From tokens to syntax
//---------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// By recursive descent. After the first error all that follows is the end of
// the file, so that each loop ends.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_STRUCTUREDTEXT_PARSER_H
#define SOOTH_LIB_FRONTEND_STRUCTUREDTEXT_PARSER_H

#include "Lexer.h"
#include "Syntax.h"

namespace sooth::st {

class Parser {
public:
  Parser(llvm::MemoryBufferRef Buffer, Tokens T);
  llvm::Expected<WrittenFile> run();

private:
  // Tokens.
  const Token &now() const { return All[Next]; }
  const Token &then(size_t Ahead = 1) const {
    return All[std::min(Next + Ahead, All.size() - 1)];
  }
  /// Where something failed it is the end already, which stays.
  void skip() { Next = std::min(Next + 1, All.size() - 1); }
  bool isAtEnd() const { return now().What == Token::Kind::End; }
  SourceLocation place() const;
  void fail(std::string Message);
  void failAt(SourceLocation Where, std::string Message);
  void failExpected(llvm::StringRef What);
  bool take(llvm::StringRef Symbol);
  bool takeWord(llvm::StringRef Word);
  void expect(llvm::StringRef Symbol);
  void expectWord(llvm::StringRef Word);
  std::string name(llvm::StringRef What);
  /// How deep the text is nested here; an error if that is too much.
  class Nesting {
  public:
    explicit Nesting(Parser &P) : P(P) {
      if (++P.Depth > MaxDepth)
        P.fail("this is nested too deep");
    }
    ~Nesting() { --P.Depth; }

  private:
    static constexpr unsigned MaxDepth = 200;
    Parser &P;
  };

  // Declarations (ParseDeclarations.cpp).
  void parseTypes();
  void parseConfiguration();
  void parseUnit(Unit::Kind What);
  bool parseVariables(std::vector<WrittenVariables> &To);
  void parseDeclaration(Variable::Section In, bool IsConstant,
                        std::vector<WrittenVariables> &To);
  Variable::Place parseAddress();
  std::unique_ptr<WrittenType> parseType();
  void parseEnumerators(WrittenType &T);
  void parseBounds(WrittenType &T, llvm::StringRef End);
  std::unique_ptr<Initializer> parseInitializer();
  std::unique_ptr<Initializer> defaultInitializer() const;
  void parseInitializerList(Initializer &I, llvm::StringRef End);

  // Statements.
  Block parseBlock(bool IsInCase = false);
  bool endsBlock() const;
  bool isCaseLabel() const;
  std::unique_ptr<Statement> parseStatement();
  void parseSimple(Statement &S);
  void parseIf(Statement &S);
  void parseCase(Statement &S);
  void parseFor(Statement &S);
  void parseAnnotation(Statement &S);
  std::vector<CaseLabel> parseLabels();

  // Expressions (ParseExpressions.cpp).
  ExpressionPtr parseExpression();
  ExpressionPtr parseOperators(unsigned Precedence);
  ExpressionPtr parseUnary();
  ExpressionPtr parsePrimary();
  ExpressionPtr parsePostfix(ExpressionPtr E);
  ExpressionPtr parseBit(ExpressionPtr E);
  ExpressionPtr parseTyped();
  ExpressionPtr parseInteger();
  ExpressionPtr parseReal(bool IsNegative = false);
  ExpressionPtr parseDuration();
  std::vector<Argument> parseArguments();
  ExpressionPtr make(Expression::Kind What);
  /// \p E with one more operand.
  void addOperand(Expression &E, ExpressionPtr Operand);

  std::string Buffer;
  llvm::StringRef Text;
  std::vector<Token> All;
  size_t Next = 0;
  unsigned Depth = 0;
  WrittenFile Result;
  std::optional<Diagnostic> Error;
};

/// Whether the language has this word, in capitals or not.
bool isKeyword(llvm::StringRef Word);

} // namespace sooth::st

#endif
