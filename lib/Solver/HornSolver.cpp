//===- HornSolver.cpp - Spacer on systems of Horn clauses -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Spacer's preprocessing must not inline or slice, or there are no
// interpretations left to read. (They are read from the answer: the covers of
// predicates that preprocessing has found to be empty are not right.)
//
// z3 4.8.12 does not end on long chains of bit-vector arithmetic, may crash
// when it is interrupted, fails its own assertions now and then, and gives
// interpretations with quantifiers or skolem functions, which cannot be read.
// So Spacer works in a process of its own, from which they come back as text:
// objects of JSON, a line each.
//
//===----------------------------------------------------------------------===//

#include "sooth/Solver/HornSolver.h"

#include "Z3Reader.h"
#include "Z3Terms.h"

#include "sooth/Expr/Traversal.h"
#include "sooth/Solver/SolverCount.h"
#include "sooth/Support/WorkerPool.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <fcntl.h>
#include <unistd.h>

using namespace sooth;
namespace json = llvm::json;

std::vector<Expr> sooth::variables(const HornClause &C) {
  std::vector<Expr> Roots{C.Constraint};
  for (const HornAtom &A : C.Body)
    Roots.insert(Roots.end(), A.Args.begin(), A.Args.end());
  if (C.Head)
    Roots.insert(Roots.end(), C.Head->Args.begin(), C.Head->Args.end());
  return variables(Roots);
}

static std::vector<Expr> allVariables(const HornSystem &R) {
  ExprSet Seen;
  std::vector<Expr> All;
  auto Add = [&](llvm::ArrayRef<Expr> Vars) {
    for (Expr V : Vars)
      if (Seen.insert(V).second)
        All.push_back(V);
  };
  for (const auto &P : R.Predicates)
    Add(P.Params);
  for (const auto &Rule : R.Clauses)
    Add(variables(Rule));
  return All;
}

namespace {
/// Variables get short names, the same on both sides of the pipe.
class RuleTerms : protected Z3ConcreteTerms {
protected:
  explicit RuleTerms(const HornSystem &R) : Vars(allVariables(R)) {
    for (size_t I = 0; I < Vars.size(); ++I)
      Number[Vars[I]] = I;
  }
  Z3_ast translateNode(Expr E, llvm::ArrayRef<Z3_ast> Ops) override {
    if (!E.isVar())
      return Z3ConcreteTerms::translateNode(E, Ops);
    std::string Name = "v" + std::to_string(Number.lookup(E));
    return Z3_mk_const(C, Z3_mk_string_symbol(C, Name.c_str()), sort(E.sort()));
  }

  const std::vector<Expr> Vars;

private:
  ExprMap<size_t> Number;
};

/// In the child.
class SpacerRun final : private RuleTerms {
public:
  explicit SpacerRun(const HornSystem &R);
  ~SpacerRun() override { Z3_fixedpoint_dec_ref(C, F); }
  void solve(LineWriter &Out);

private:
  void configure();
  void declare();
  void addRule(const HornClause &Rule);
  Z3_ast atom(const HornAtom &A);
  void interpret(Z3_ast A, LineWriter &Out);
  bool isApplicationOf(Z3_ast A, Z3_decl_kind K) const;
  std::vector<Z3_ast> arguments(Z3_ast A) const;

  const HornSystem &R;
  Z3_fixedpoint F;
  std::vector<Z3_func_decl> Predicates; // and the query, last
};

/// Reads the text of meanings, in the parent.
class MeaningReader final : private RuleTerms {
public:
  MeaningReader(ExprContext &Ctx, const HornSystem &R);
  /// Null if \p Term, in SMT-LIB, has something that expressions do not have.
  Expr read(llvm::StringRef Term);

private:
  ExprContext &Ctx;
  std::vector<Z3_symbol> Names;
  std::vector<Z3_func_decl> Decls;
};
} // namespace

SpacerRun::SpacerRun(const HornSystem &R)
    : RuleTerms(R), R(R), F(Z3_mk_fixedpoint(C)) {
  noteSolver();
  Z3_fixedpoint_inc_ref(C, F);
  configure();
  declare();
  for (const HornClause &Rule : R.Clauses)
    addRule(Rule);
}

void SpacerRun::configure() {
  Z3_params P = Z3_mk_params(C);
  Z3_params_inc_ref(C, P);
  auto Symbol = [&](const char *Name) { return Z3_mk_string_symbol(C, Name); };
  Z3_params_set_symbol(C, P, Symbol("engine"), Symbol("spacer"));
  for (const char *Name :
       {"xform.slice", "xform.inline_linear", "xform.inline_eager"})
    Z3_params_set_bool(C, P, Symbol(Name), false);
  Z3_fixedpoint_set_params(C, F, P);
  Z3_params_dec_ref(C, P);
}

void SpacerRun::declare() {
  for (size_t I = 0; I <= R.Predicates.size(); ++I) {
    std::vector<Z3_sort> Domain;
    if (I < R.Predicates.size())
      for (Expr Param : R.Predicates[I].Params)
        Domain.push_back(Z3_get_sort(C, translate(Param)));
    std::string Name = "P" + std::to_string(I);
    Predicates.push_back(
        Z3_mk_func_decl(C, Z3_mk_string_symbol(C, Name.c_str()), Domain.size(),
                        Domain.data(), Z3_mk_bool_sort(C)));
    keep(Z3_func_decl_to_ast(C, Predicates.back()));
    Z3_fixedpoint_register_relation(C, F, Predicates.back());
  }
}

Z3_ast SpacerRun::atom(const HornAtom &A) {
  std::vector<Z3_ast> Args;
  for (Expr Arg : A.Args)
    Args.push_back(translate(Arg));
  return keep(Z3_mk_app(C, Predicates[A.Predicate], Args.size(), Args.data()));
}

void SpacerRun::addRule(const HornClause &Rule) {
  std::vector<Z3_ast> Body{translate(Rule.Constraint)};
  for (const HornAtom &A : Rule.Body)
    Body.push_back(atom(A));
  HornAtom Query{unsigned(R.Predicates.size()), {}};
  Z3_ast Whole =
      keep(Z3_mk_implies(C, keep(Z3_mk_and(C, Body.size(), Body.data())),
                         atom(Rule.Head ? *Rule.Head : Query)));
  std::vector<Z3_app> Bound;
  for (Expr V : variables(Rule))
    Bound.push_back(Z3_to_app(C, translate(V)));
  if (!Bound.empty())
    Whole = keep(Z3_mk_forall_const(C, 0, Bound.size(), Bound.data(), 0,
                                    nullptr, Whole));
  Z3_fixedpoint_add_rule(C, F, Whole, nullptr);
}

bool SpacerRun::isApplicationOf(Z3_ast A, Z3_decl_kind K) const {
  return Z3_get_ast_kind(C, A) == Z3_APP_AST &&
         Z3_get_decl_kind(C, Z3_get_app_decl(C, Z3_to_app(C, A))) == K;
}

std::vector<Z3_ast> SpacerRun::arguments(Z3_ast A) const {
  std::vector<Z3_ast> Args;
  Z3_app App = Z3_to_app(C, A);
  for (unsigned I = 0, N = Z3_get_app_num_args(C, App); I < N; ++I)
    Args.push_back(Z3_get_app_arg(C, App, I));
  return Args;
}

static void send(json::Object O, LineWriter &Out) {
  Out.send(llvm::formatv("{0}", json::Value(std::move(O))).str());
}

/// Reads ∀x₁…xₖ. P(x₁, …, xₖ) = Meaning.
void SpacerRun::interpret(Z3_ast A, LineWriter &Out) {
  if (Z3_get_ast_kind(C, A) == Z3_QUANTIFIER_AST)
    A = Z3_get_quantifier_body(C, A);
  if (!isApplicationOf(A, Z3_OP_EQ) ||
      !isApplicationOf(arguments(A)[0], Z3_OP_UNINTERPRETED))
    return;
  Z3_ast Atom = arguments(A)[0], Meaning = arguments(A)[1];
  size_t Index =
      llvm::find(Predicates, Z3_get_app_decl(C, Z3_to_app(C, Atom))) -
      Predicates.begin();
  std::vector<Z3_ast> Args = arguments(Atom);
  if (Index >= R.Predicates.size() ||
      Args.size() != R.Predicates[Index].Params.size())
    return;
  std::vector<Z3_ast> Bound(Args.size());
  for (size_t I = 0; I < Args.size(); ++I) {
    if (Z3_get_ast_kind(C, Args[I]) != Z3_VAR_AST)
      return;
    unsigned Place = Z3_get_index_value(C, Args[I]);
    if (Place >= Bound.size() || Bound[Place])
      return;
    Bound[Place] = translate(R.Predicates[Index].Params[I]);
  }
  Meaning = keep(Z3_substitute_vars(C, Meaning, Bound.size(), Bound.data()));
  send(json::Object{{"predicate", int64_t(Index)},
                    {"meaning", Z3_ast_to_string(C, Meaning)}},
       Out);
}

/// First {"answer": "derivation" or "model"} or {"unknown": z3's reason}, then
/// {"predicate": number, "meaning": term} for those that a model has.
void SpacerRun::solve(LineWriter &Out) {
  Z3_lbool Answer =
      Z3_fixedpoint_query(C, F, atom({unsigned(R.Predicates.size()), {}}));
  if (Answer == Z3_L_TRUE)
    return send(json::Object{{"answer", "derivation"}}, Out);
  if (Answer != Z3_L_FALSE)
    return send(
        json::Object{{"unknown", Z3_fixedpoint_get_reason_unknown(C, F)}}, Out);
  send(json::Object{{"answer", "model"}}, Out);
  Z3_ast All = Z3_fixedpoint_get_answer(C, F);
  if (!All)
    return;
  keep(All);
  if (!isApplicationOf(All, Z3_OP_AND))
    return interpret(All, Out);
  for (Z3_ast A : arguments(All))
    interpret(A, Out);
}

MeaningReader::MeaningReader(ExprContext &Ctx, const HornSystem &R)
    : RuleTerms(R), Ctx(Ctx) {
  for (Expr V : Vars) {
    Decls.push_back(Z3_get_app_decl(C, Z3_to_app(C, translate(V))));
    Names.push_back(Z3_get_decl_name(C, Decls.back()));
  }
}

Expr MeaningReader::read(llvm::StringRef Term) {
  Z3_ast_vector Read = Z3_parse_smtlib2_string(
      C, ("(assert " + Term + ")").str().c_str(), 0, nullptr, nullptr,
      Names.size(), Names.data(), Decls.data());
  if (!Read || Z3_get_error_code(C) != Z3_OK)
    return Expr();
  Z3_ast_vector_inc_ref(C, Read);
  Z3Reader Reader(Ctx, C, [&](llvm::StringRef Name) {
    size_t I;
    return Name.consume_front("v") && llvm::to_integer(Name, I, 10) &&
                   I < Vars.size()
               ? Vars[I]
               : Expr();
  });
  std::vector<Expr> Facts;
  for (unsigned I = 0, N = Z3_ast_vector_size(C, Read); I < N; ++I)
    Facts.push_back(Reader.read(Z3_ast_vector_get(C, Read, I)));
  Z3_ast_vector_dec_ref(C, Read);
  return llvm::is_contained(Facts, Expr()) ? Expr() : Ctx.mkAnd(Facts);
}

/// z3 prints what it thinks of its own bugs and exits, which would also write
/// what the parent has in its buffers.
static void silence() {
  int Null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (Null < 0)
    return;
  dup2(Null, STDOUT_FILENO);
  dup2(Null, STDERR_FILENO);
}

static HornSuggestion failed(std::string Reason) {
  HornSuggestion S;
  S.Reason = std::move(Reason);
  return S;
}

static HornSuggestion notUnderstood() {
  return failed("Spacer's process says what is not understood");
}

/// Null if \p Line is no object.
static std::optional<json::Object> objectIn(llvm::StringRef Line) {
  auto Parsed = json::parse(Line);
  if (!Parsed) {
    llvm::consumeError(Parsed.takeError());
    return std::nullopt;
  }
  json::Object *O = Parsed->getAsObject();
  return O ? std::optional(std::move(*O)) : std::nullopt;
}

static HornSuggestion decode(ExprContext &Ctx, const HornSystem &R,
                             llvm::ArrayRef<std::string> Lines) {
  HornSuggestion S;
  const auto First = objectIn(Lines.front());
  if (!First)
    return notUnderstood();
  if (auto Reason = First->getString("unknown"))
    return failed(("Spacer: " + *Reason).str());
  const auto Answer = First->getString("answer");
  if (Answer == "derivation") {
    S.What = HornSuggestion::Outcome::Derivation;
    return S;
  }
  if (Answer != "model")
    return notUnderstood();
  S.What = HornSuggestion::Outcome::Model;
  S.Meaning.resize(R.Predicates.size());
  MeaningReader Reader(Ctx, R);
  for (llvm::StringRef Line : Lines.drop_front()) {
    const auto O = objectIn(Line);
    const auto Index = O ? O->getInteger("predicate") : std::nullopt;
    const auto Term = O ? O->getString("meaning") : std::nullopt;
    if (Index && Term && *Index >= 0 && uint64_t(*Index) < S.Meaning.size())
      S.Meaning[*Index] = Reader.read(*Term);
  }
  return S;
}

HornSuggestion sooth::askSpacer(ExprContext &Ctx, const HornSystem &R,
                                const Budget &B) {
  std::vector<std::string> Lines;
  ChildProcess::Ending Ending{};
  WorkerPool Pool(
      B, {.Line = [&](auto, auto Line) { Lines.push_back(Line.str()); },
          .Ended = [&](auto, const auto &E) { Ending = E; }});
  Pool.start({.End = WorkerOptions::Deadline::Unknown}, [&](LineWriter &Out) {
    silence();
    SpacerRun(R).solve(Out);
  });
  while (Pool.anyRunning())
    Pool.listen();
  using How = ChildProcess::Ending::Kind;
  if (Ending.How == How::Killed)
    return failed("out of budget");
  if (Ending.How != How::Finished || Lines.empty())
    return failed("Spacer " + Ending.str());
  return decode(Ctx, R, Lines);
}
