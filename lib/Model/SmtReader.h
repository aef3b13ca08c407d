//===- SmtReader.h - Reading SMT-LIB terms and commands -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// One object reads one text. A term is read with an explicit stack of frames,
// one for each open parenthesis that has a meaning, and a stack of operands;
// `let` binds names to expressions at once, so that a term read is an Expr and
// nothing is kept of its text. Binding is undone from a log, which makes a
// binding cost the same however many there are.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_MODEL_SMTREADER_H
#define SOOTH_LIB_MODEL_SMTREADER_H

#include "HornStatements.h"
#include "SmtLexer.h"
#include "SmtOperators.h"

#include "sooth/Model/SmtParser.h"

#include "llvm/ADT/StringMap.h"

namespace sooth {

class SmtReader {
public:
  /// Whether names may be variables of the context that the text does not
  /// declare; division is total then, as in what printSmt() writes.
  enum class Variables { Declared, Existing };

  SmtReader(ExprContext &Ctx, llvm::StringRef Text, llvm::StringRef File,
            Variables Vars)
      : Ctx(Ctx), Lex(Text), File(File), Vars(Vars) {}

  llvm::Expected<SmtScript> readScript();
  /// Reads a script about predicates; its assertions, rules and queries go to
  /// \p Statements.
  llvm::Expected<SmtScript> readHornScript(HornStatements &Statements);
  llvm::Expected<Expr> readSingleTerm();

private:
  // Errors.
  SourceLocation locate(const SmtToken &T) const;
  llvm::Error error(const SmtToken &At, std::string Message) const;
  /// What is wrong with \p T where \p What should be.
  llvm::Error expected(llvm::StringRef What, const SmtToken &T) const;
  llvm::Expected<SmtToken> take(SmtToken::Kind K, llvm::StringRef What);
  llvm::Error expect(SmtToken::Kind K, llvm::StringRef What);
  llvm::Expected<uint32_t> takeIndex();
  /// Of a bit-vector.
  llvm::Expected<uint32_t> takeWidth();

  // Sorts (SmtSorts.cpp).
  struct SortDefinition {
    std::vector<llvm::StringRef> Params;
    /// Without parameters: what it stands for. With: where its body starts.
    Sort Value;
    SmtLexer Body;
  };
  using SortParams = llvm::StringMap<Sort>;
  llvm::Expected<Sort> readSort();
  llvm::Expected<Sort> readSort(const SortParams &Params, unsigned Depth);
  llvm::Expected<Sort> readCompoundSort(const SortParams &Params,
                                        unsigned Depth);
  llvm::Expected<Sort> expandSort(const SmtToken &Name,
                                  const SortDefinition &Def,
                                  const SortParams &Params, unsigned Depth);
  llvm::Expected<Sort> makeArraySort(const SmtToken &At, Sort Index,
                                     Sort Element);
  llvm::Error readDefineSort();
  /// "(name sort)" of \p What.
  llvm::Expected<std::pair<SmtToken, Sort>>
  readSortedName(llvm::StringRef What);

  // Terms (SmtTerms.cpp).
  struct Frame {
    enum class Kind {
      Application,
      LetBindings,
      LetBody,
      Annotation,
      Quantifier
    };
    Kind What;
    SmtToken Head; // operator; of a let or a quantifier, the word
    size_t Base;   // of operands, or of bound names in Bound; their number
    std::vector<uint32_t> Indices = {};
    Sort ConstArray = Sort(); // of ((as const S) v)
  };
  struct Binding {
    llvm::StringRef Name;
    Expr Value;
  };
  struct Undo {
    llvm::StringMapEntry<Expr> *Name;
    Expr Old;
  };
  llvm::Expected<Expr> readTerm();
  /// Reads until a term is complete or a frame has been opened (null).
  llvm::Expected<Expr> startTerm();
  llvm::Expected<Expr> startCompound(const SmtToken &Open);
  llvm::Error startQualified();
  llvm::Error startLetBinding();
  /// Gives a complete term to the innermost frame; returns the frame's own
  /// value if that completes it, else null.
  llvm::Expected<Expr> finishTerm(Expr E);
  llvm::Expected<Expr> finishLetBinding(Expr E);
  llvm::Expected<Expr> finishAnnotation(Expr E);
  llvm::Expected<Expr> applyTop();
  llvm::Expected<Expr> applyOperator(const Frame &F, llvm::ArrayRef<Expr> Ops);
  llvm::Expected<Expr> readAtom(const SmtToken &T);
  llvm::Expected<Expr> readIndexedAtom();
  llvm::Expected<Expr> symbolValue(const SmtToken &T);
  llvm::Error readAttribute(Expr E, const SmtToken &Keyword);
  llvm::Error skipExpression();
  void bind(llvm::StringRef Name, Expr Value);
  void unbind(size_t Count);

  // Macros: functions with arguments.
  struct Macro {
    std::vector<Expr> Params;
    Expr Body;
    /// What depends on the parameters, operands first.
    std::vector<Expr> Order;
  };
  Macro makeMacro(std::vector<Expr> Params, Expr Body);
  llvm::Expected<Expr> expand(const SmtToken &At, const Macro &M,
                              llvm::ArrayRef<Expr> Args);
  Expr zeroCase(Kind K, Expr X, Expr D);

  // Uninterpreted functions: nested arrays, which functions without a
  // definition are.
  struct Function {
    Expr Map;
    unsigned Arity;
  };
  llvm::Expected<Expr> apply(const SmtToken &At, const Function &F,
                             llvm::ArrayRef<Expr> Args);

  // Predicates, quantifiers and rules (SmtHorn.cpp).
  static bool isHornCommand(llvm::StringRef Name);
  llvm::Error readHornCommand(const SmtToken &Command);
  llvm::Error readPredicate(const SmtToken &Command);
  llvm::Error readRuleVariable();
  llvm::Error readRule(const SmtToken &Command);
  llvm::Error readQuery(const SmtToken &Command);
  llvm::Expected<Expr> applyPredicate(const SmtToken &At, PredicateId Id,
                                      llvm::ArrayRef<Expr> Ops);
  llvm::Error startQuantifier(const SmtToken &Word);
  llvm::Expected<Expr> finishQuantifier(Expr Body);
  bool isPredicate(llvm::StringRef Name) const {
    return Horn && Horn->PredicateOf.count(Name);
  }

  // Commands (SmtParser.cpp).
  llvm::Error readCommand();
  llvm::Error readDeclaration(const SmtToken &Command);
  llvm::Error readFunction(const SmtToken &Name);
  llvm::Expected<Expr> declareVariable(const SmtToken &Name, Sort S);
  llvm::Expected<Expr> readBody(const SmtToken &Name, Sort Declared);
  llvm::Error readDefinition(const SmtToken &Command);
  llvm::Error readAssertion();
  llvm::Error skipCommand();
  llvm::Expected<std::vector<Binding>> readParameters(const SmtToken &Function);
  llvm::Error checkNew(const SmtToken &Name);

  ExprContext &Ctx;
  SmtLexer Lex;
  llvm::StringRef File;
  Variables Vars;
  SmtScript Script;
  HornStatements *Horn = nullptr; // of a script about predicates
  enum class State { Reading, Exited } Progress = State::Reading;

  llvm::StringMap<Expr> Names; // null where a binding has been undone
  llvm::StringMap<Macro> Macros;
  llvm::StringMap<Function> Functions;
  llvm::StringMap<SortDefinition> SortDefs;
  llvm::DenseMap<Sort, unsigned> SortSizes;
  unsigned SortWork = 0;

  std::vector<Frame> Frames;
  std::vector<Expr> Operands;
  std::vector<Binding> Bound; // of lets whose bindings are being read
  std::vector<Undo> UndoLog;
  /// The definition whose body is being read.
  std::string Definition, DefinedFunction;
  /// The attributes of the whole term of the command.
  std::vector<std::string> Attributes;

  /// Divisions and what they are for a divisor of zero, and the way back.
  using Division = std::tuple<unsigned, Expr, Expr>;
  llvm::DenseMap<Division, Expr> ZeroCases;
  ExprMap<Division> DivisionOf;
  SmtToken LastHead;
};

} // namespace sooth

#endif
