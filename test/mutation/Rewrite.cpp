//===- Rewrite.cpp - Sources with faults that are chosen at run time ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sooth-mutate -p BUILD --first=N --header=Mutant.h --list=FILE SOURCE
//
// prints the source with each mutated expression a choice between what it was
// and what it is with the fault, and writes a line for each fault to the list:
// number, line, column, kind, text, function. Text is only inserted, and
// operators of comparisons become commas, so that faults in faults are as
// before.
//
//===----------------------------------------------------------------------===//

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/Lexer.h"
#include "clang/Tooling/CommonOptionsParser.h"
#include "clang/Tooling/Tooling.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <set>

namespace cl = llvm::cl;
using namespace clang;

static cl::OptionCategory Category("sooth-mutate options");
static cl::opt<unsigned> First("first", cl::desc("Number of the first fault"),
                               cl::init(1), cl::cat(Category));
static cl::opt<std::string> Header("header", cl::desc("Path of Mutant.h"),
                                   cl::init("Mutant.h"), cl::cat(Category));
static cl::opt<std::string> ListFile("list",
                                     cl::desc("Where faults are listed"),
                                     cl::init("-"), cl::cat(Category));

namespace {

/// A change of the text. At one place ends of inner expressions come first,
/// then the operator, then beginnings of outer expressions.
struct Edit {
  enum Place { End, Operator, Begin };
  unsigned Offset;
  Place Where;
  unsigned Order; // larger for inner expressions
  unsigned Removed;
  std::string Text;

  bool operator<(const Edit &O) const {
    if (Offset != O.Offset)
      return Offset < O.Offset;
    if (Where != O.Where)
      return Where < O.Where;
    return Where == End ? Order > O.Order : Order < O.Order;
  }
};

struct Fault {
  unsigned Number, Line, Column;
  std::string Kind, Text, Function;
};

class Finder : public RecursiveASTVisitor<Finder> {
  using Base = RecursiveASTVisitor<Finder>;

public:
  explicit Finder(ASTContext &Ctx)
      : Ctx(Ctx), SM(Ctx.getSourceManager()), Cpp(Ctx.getLangOpts().CPlusPlus) {
  }

  std::vector<Edit> Edits;
  std::vector<Fault> Faults;

  // Only bodies of functions that run, not what must be constant.
  bool TraverseTypeLoc(TypeLoc) { return true; }
  bool TraverseTemplateArgumentLoc(const TemplateArgumentLoc &) { return true; }
  bool TraverseStaticAssertDecl(StaticAssertDecl *) { return true; }
  bool TraverseEnumDecl(EnumDecl *) { return true; }
  bool TraverseParmVarDecl(ParmVarDecl *) { return true; }
  bool TraverseFieldDecl(FieldDecl *) { return true; }
  bool TraverseVarDecl(VarDecl *D) {
    const bool Constant = D->isConstexpr() ||
                          !D->getDeclContext()->isFunctionOrMethod() ||
                          (!Cpp && D->isStaticLocal());
    return Constant || Base::TraverseVarDecl(D);
  }
  bool TraverseDecl(Decl *D) {
    if (!D)
      return true;
    if (const auto *F = dyn_cast<FunctionDecl>(D)) {
      if (F->isConstexpr() || F->isConsteval())
        return true;
      Function = F->getNameAsString();
    }
    if (D->getLocation().isValid() && !isa<TranslationUnitDecl>(D) &&
        !isa<NamespaceDecl>(D) && !isHere(D->getLocation()))
      return true;
    return Base::TraverseDecl(D);
  }
  bool TraverseCaseStmt(CaseStmt *S) { return TraverseStmt(S->getSubStmt()); }
  bool TraverseIfStmt(IfStmt *S) {
    if (!S->isConstexpr())
      return Base::TraverseIfStmt(S);
    return TraverseStmt(S->getThen()) && TraverseStmt(S->getElse());
  }
  bool TraverseStmt(Stmt *S) {
    if (!S)
      return true;
    Parents.push_back(S);
    const bool Result = Base::TraverseStmt(S);
    Parents.pop_back();
    return Result;
  }

  bool VisitBinaryOperator(BinaryOperator *E) {
    if (E->isTypeDependent() || E->getLHS()->isTypeDependent() ||
        E->getRHS()->isTypeDependent() || !isPlain(E) ||
        E->getOperatorLoc().isMacroID())
      return true;
    const QualType L = E->getLHS()->getType(), R = E->getRHS()->getType();
    const bool Numbers =
        L->isIntegralOrEnumerationType() && R->isIntegralOrEnumerationType();
    switch (E->getOpcode()) {
    case BO_EQ:
    case BO_NE:
      around(E, "equality", "(mutantOn(#) != (", "))");
      break;
    case BO_LT:
      if (Numbers)
        call(E, "bound", "mutantLess");
      break;
    case BO_LE:
      if (Numbers)
        call(E, "bound", "mutantLessOrEqual");
      break;
    case BO_GT:
      if (Numbers)
        call(E, "bound", "mutantGreater");
      break;
    case BO_GE:
      if (Numbers)
        call(E, "bound", "mutantGreaterOrEqual");
      break;
    case BO_Add:
      if (Numbers)
        call(E, "sum", "mutantSum");
      break;
    case BO_Sub:
      if (Numbers)
        call(E, "sum", "mutantDifference");
      break;
    case BO_LAnd:
    case BO_LOr:
      if (isPlain(E->getLHS()) && isPlain(E->getRHS()))
        logical(E);
      break;
    default:
      if (E->isAssignmentOp())
        dropped(E);
      break;
    }
    return true;
  }
  bool VisitCompoundAssignOperator(CompoundAssignOperator *E) {
    if (E->isTypeDependent() || !isPlain(E) ||
        E->getOperatorLoc().isMacroID() ||
        E->getLHS()->getObjectKind() == OK_BitField ||
        !E->getLHS()->getType()->isIntegerType() ||
        !E->getRHS()->getType()->isIntegralOrEnumerationType())
      return true;
    if (E->getOpcode() == BO_AddAssign)
      call(E, "sum", "mutantAdd");
    else if (E->getOpcode() == BO_SubAssign)
      call(E, "sum", "mutantSubtract");
    return true;
  }
  bool VisitCXXRewrittenBinaryOperator(CXXRewrittenBinaryOperator *E) {
    if ((E->getOperator() == BO_EQ || E->getOperator() == BO_NE) &&
        E->getType()->isBooleanType() && isPlain(E))
      around(E, "equality", "(mutantOn(#) != (", "))");
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *E) {
    if (E->isTypeDependent() || !isPlain(E))
      return true;
    if ((E->getOperator() == OO_EqualEqual ||
         E->getOperator() == OO_ExclaimEqual) &&
        E->getType()->isBooleanType())
      around(E, "equality", "(mutantOn(#) != (", "))");
    return true;
  }
  bool VisitCallExpr(CallExpr *E) {
    if (isPlain(E))
      dropped(E);
    return true;
  }
  bool VisitIntegerLiteral(IntegerLiteral *E) {
    if (!isPlain(E) || E->getValue().getActiveBits() > 31)
      return true;
    QualType T = E->getType();
    for (size_t I = Parents.size(); I-- > 0;) {
      if (Parents[I] == E)
        continue;
      const auto *C = dyn_cast<ImplicitCastExpr>(Parents[I]);
      if (!C)
        break;
      if (C->getCastKind() == CK_NullToPointer ||
          C->getCastKind() == CK_NullToMemberPointer)
        return true;
      if (C->getCastKind() == CK_IntegralCast)
        T = C->getType();
    }
    T = T.getCanonicalType().getUnqualifiedType();
    if (!T->isBuiltinType() || !T->isIntegerType())
      return true;
    const int64_t Value = E->getValue().getSExtValue();
    const unsigned Place = SM.getFileOffset(E->getBeginLoc());
    const int64_t Other = Value == 0 || Place % 2 ? Value + 1 : Value - 1;
    PrintingPolicy Policy(Ctx.getLangOpts());
    around(E, "constant",
           "((" + T.getAsString(Policy) + ")(mutantOn(#) ? " +
               std::to_string(Other) + " : ",
           "))");
    return true;
  }
  bool VisitCXXBoolLiteralExpr(CXXBoolLiteralExpr *E) {
    if (isPlain(E))
      around(E, "constant", "(mutantOn(#) != ", ")");
    return true;
  }

  bool VisitIfStmt(IfStmt *S) {
    if (!S->getConditionVariable() && !S->isConstexpr() && !S->isConsteval())
      condition(S->getCond());
    return true;
  }
  bool VisitWhileStmt(WhileStmt *S) {
    if (!S->getConditionVariable())
      condition(S->getCond());
    return true;
  }
  bool VisitConditionalOperator(ConditionalOperator *S) {
    condition(S->getCond());
    return true;
  }
  bool VisitReturnStmt(ReturnStmt *S) {
    if (Expr *E = S->getRetValue())
      if (!E->isTypeDependent() &&
          E->IgnoreImplicit()->getType()->isBooleanType())
        condition(E);
    return true;
  }

private:
  bool isHere(SourceLocation L) const {
    return SM.isWrittenInMainFile(SM.getExpansionLoc(L));
  }
  /// Written as it is in the file, not by a macro.
  bool isPlain(const Expr *E) const {
    return E->getBeginLoc().isValid() && !E->getBeginLoc().isMacroID() &&
           !E->getEndLoc().isMacroID() &&
           SM.isWrittenInMainFile(E->getBeginLoc());
  }
  unsigned beginOf(const Expr *E) const {
    return SM.getFileOffset(E->getBeginLoc());
  }
  unsigned endOf(const Expr *E) const {
    return SM.getFileOffset(
        Lexer::getLocForEndOfToken(E->getEndLoc(), 0, SM, Ctx.getLangOpts()));
  }
  static std::string numbered(llvm::StringRef Text, unsigned N) {
    auto [Before, After] = Text.split('#');
    return Before.size() == Text.size()
               ? Text.str()
               : (Before + llvm::Twine(N) + After).str();
  }
  /// The number of a new fault, if the expression has none of that kind yet
  /// (some are visited twice).
  std::optional<unsigned> enter(const Expr *E, llvm::StringRef Kind) {
    if (!Known.insert({beginOf(E), endOf(E), Kind.str()}).second)
      return std::nullopt;
    const unsigned N = First + Faults.size();
    const PresumedLoc L = SM.getPresumedLoc(E->getBeginLoc());
    std::string Text = Lexer::getSourceText(
                           CharSourceRange::getTokenRange(E->getSourceRange()),
                           SM, Ctx.getLangOpts())
                           .str();
    std::replace(Text.begin(), Text.end(), '\n', ' ');
    std::replace(Text.begin(), Text.end(), '\t', ' ');
    Faults.push_back({N, L.getLine(), L.getColumn(), Kind.str(),
                      Text.substr(0, 100), Function});
    return N;
  }
  void wrap(const Expr *E, std::string Before, std::string After) {
    Edits.push_back({beginOf(E), Edit::Begin, Order, 0, std::move(Before)});
    Edits.push_back({endOf(E), Edit::End, Order, 0, std::move(After)});
    ++Order;
  }
  void around(const Expr *E, llvm::StringRef Kind, llvm::StringRef Before,
              llvm::StringRef After) {
    if (std::optional<unsigned> N = enter(E, Kind))
      wrap(E, numbered(Before, *N), After.str());
  }
  void call(const BinaryOperator *E, llvm::StringRef Kind,
            llvm::StringRef Function) {
    std::optional<unsigned> N = enter(E, Kind);
    if (!N)
      return;
    wrap(E, (Function + "(" + llvm::Twine(*N) + ", ").str(), ")");
    const unsigned At = SM.getFileOffset(E->getOperatorLoc());
    Edits.push_back(
        {At, Edit::Operator, 0, unsigned(E->getOpcodeStr().size()), ","});
  }
  std::string asBool() const { return Cpp ? "static_cast<bool>(" : "!!("; }
  /// a && b is, with the fault, !(!a && !b).
  void logical(const BinaryOperator *E) {
    std::optional<unsigned> N = enter(E, "logical");
    if (!N)
      return;
    const std::string On = "(mutantOn(" + std::to_string(*N) + ") != ";
    wrap(E, On + "(", "))");
    wrap(E->getLHS(), On + asBool(), "))");
    wrap(E->getRHS(), On + asBool(), "))");
  }
  /// Comparisons have faults of their own.
  void condition(const Expr *E) {
    if (E->isTypeDependent() || !isPlain(E))
      return;
    const Expr *Inner = E->IgnoreParenImpCasts();
    if (const auto *Full = dyn_cast<ExprWithCleanups>(Inner))
      Inner = Full->getSubExpr()->IgnoreParenImpCasts();
    if (isa<CXXBoolLiteralExpr, IntegerLiteral, CXXRewrittenBinaryOperator>(
            Inner))
      return;
    if (const auto *B = dyn_cast<BinaryOperator>(Inner))
      if (B->isComparisonOp() || B->isLogicalOp() || B->isAssignmentOp())
        return;
    if (const auto *O = dyn_cast<CXXOperatorCallExpr>(Inner))
      if (O->isComparisonOp())
        return;
    around(E, "condition", "(mutantOn(#) != " + asBool(), "))");
  }
  /// Statements that only have an effect.
  void dropped(const Expr *E) {
    if (E->isTypeDependent() || !isStatement(E))
      return;
    if (const auto *C = dyn_cast<CallExpr>(E))
      if (const FunctionDecl *F = C->getDirectCallee(); F && F->isNoReturn())
        return;
    around(E, "statement",
           Cpp ? "(mutantOn(#) ? void() : void("
               : "(mutantOn(#) ? (void)0 : (void)(",
           "))");
  }
  bool isStatement(const Expr *E) const {
    const Stmt *Child = E;
    for (size_t I = Parents.size(); I-- > 0;) {
      const Stmt *P = Parents[I];
      if (P == Child)
        continue;
      if (isa<ExprWithCleanups>(P)) {
        Child = P;
        continue;
      }
      if (isa<CompoundStmt, SwitchCase>(P))
        return true;
      if (const auto *If = dyn_cast<IfStmt>(P))
        return Child == If->getThen() || Child == If->getElse();
      if (const auto *For = dyn_cast<CXXForRangeStmt>(P))
        return Child == For->getBody();
      if (const auto *For = dyn_cast<ForStmt>(P))
        return Child == For->getBody();
      return false;
    }
    return false;
  }

  ASTContext &Ctx;
  const SourceManager &SM;
  const bool Cpp;
  unsigned Order = 0;
  std::string Function;
  std::vector<const Stmt *> Parents;
  std::set<std::tuple<unsigned, unsigned, std::string>> Known;
};

class Rewriter : public ASTConsumer {
public:
  void HandleTranslationUnit(ASTContext &Ctx) override {
    // Some sources are part of two libraries.
    static bool IsDone = false;
    if (Ctx.getDiagnostics().hasErrorOccurred() || std::exchange(IsDone, true))
      return;
    Finder F(Ctx);
    F.TraverseDecl(Ctx.getTranslationUnitDecl());
    llvm::sort(F.Edits);
    const SourceManager &SM = Ctx.getSourceManager();
    const llvm::StringRef Text = SM.getBufferData(SM.getMainFileID());
    llvm::outs() << "#include \"" << Header << "\"\n";
    size_t Done = 0;
    for (const Edit &E : F.Edits) {
      llvm::outs() << Text.slice(Done, E.Offset) << E.Text;
      Done = E.Offset + E.Removed;
    }
    llvm::outs() << Text.substr(Done);
    std::error_code Error;
    llvm::raw_fd_ostream List(ListFile, Error);
    if (Error) {
      llvm::errs() << "sooth-mutate: error: " << ListFile << ": "
                   << Error.message() << '\n';
      exit(3);
    }
    for (const Fault &X : F.Faults)
      List << X.Number << '\t' << X.Line << '\t' << X.Column << '\t' << X.Kind
           << '\t' << X.Text << '\t' << X.Function << '\n';
  }
};

class RewriteAction : public ASTFrontendAction {
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 llvm::StringRef) override {
    return std::make_unique<Rewriter>();
  }
};

} // namespace

int main(int Argc, const char **Argv) {
  auto Options = tooling::CommonOptionsParser::create(Argc, Argv, Category);
  if (!Options) {
    llvm::errs() << "sooth-mutate: error: "
                 << llvm::toString(Options.takeError()) << '\n';
    return 3;
  }
  tooling::ClangTool Tool(Options->getCompilations(),
                          Options->getSourcePathList());
  return Tool.run(tooling::newFrontendActionFactory<RewriteAction>().get());
}
