//===- SpacerInterpolator.cpp - Interpolants as a Horn chain --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The inductive interpolant sequence as a linear system of Horn clauses
// (EUFORIA dissertation, 4.4.1, phase two): with one predicate for the
// variables that are shared at each boundary,
//
//   A_0 ⇒ P_1(V_1),   P_i(V_i) ∧ A_i ⇒ P_{i+1}(V_{i+1}),   P_{n-1} ∧ A_{n-1} ⇒
//   ⊥
//
// z3's Spacer finds interpretations of the predicates, which are interpolants.
// Its preprocessing must not inline or slice, or there are none left to read.
// (They are read from the answer: the covers of predicates that preprocessing
// has found to be empty are not right.)
//
// z3 4.8.12 does not end on long chains of bit-vector arithmetic, may crash
// when it is interrupted, fails its own assertions now and then, and gives
// interpretations with quantifiers or skolem functions, which makes a call
// fail. So Spacer works in a process of its own, from which the interpolants
// come back as text.
//
//===----------------------------------------------------------------------===//

#include "Z3Reader.h"
#include "Z3Terms.h"

#include "sooth/Expr/Traversal.h"
#include "sooth/Solver/Interpolator.h"
#include "sooth/Support/ChildProcess.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

using namespace sooth;

namespace {
/// Variables get short names, the same on both sides of the pipe.
class NumberedTerms : protected Z3ConcreteTerms {
protected:
  explicit NumberedTerms(llvm::ArrayRef<Expr> Parts)
      : Vars(variables(Parts)) {
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

/// The clauses and Spacer's answer, in the child.
class HornChain final : private NumberedTerms {
public:
  explicit HornChain(llvm::ArrayRef<Expr> Parts);
  ~HornChain() override;
  void solve(LineWriter &Out);

private:
  /// What is known before a part.
  struct Boundary {
    std::vector<Expr> Shared;
    Z3_func_decl Predicate;
    Z3_ast Meaning = nullptr; // once it is known
  };
  void configure();
  void makeBoundaries();
  void addRule(size_t Part);
  Z3_ast atom(const Boundary &At);
  void readAnswer();
  void interpret(Z3_ast A);
  bool isApplicationOf(Z3_ast A, Z3_decl_kind K) const;
  std::vector<Z3_ast> arguments(Z3_ast A) const;

  llvm::ArrayRef<Expr> Parts;
  Z3_fixedpoint F;
  std::vector<Boundary> Boundaries; // before each part, and the end
};

/// Reads the text of interpolants, in the parent.
class InterpolantReader final : private NumberedTerms {
public:
  InterpolantReader(ExprContext &Ctx, llvm::ArrayRef<Expr> Parts);
  /// Null if \p Text has something that expressions do not have.
  Expr read(llvm::StringRef Text);

private:
  ExprContext &Ctx;
  std::vector<Z3_symbol> Names;
  std::vector<Z3_func_decl> Decls;
};

class SpacerInterpolator final : public Interpolator {
public:
  explicit SpacerInterpolator(ExprContext &Ctx) : Ctx(Ctx) {}
  Interpolation interpolate(llvm::ArrayRef<Expr> Parts,
                            const Budget &B) override;

private:
  Interpolation decode(llvm::ArrayRef<Expr> Parts,
                       llvm::ArrayRef<std::string> Lines);

  ExprContext &Ctx;
};
} // namespace

HornChain::HornChain(llvm::ArrayRef<Expr> Parts)
    : NumberedTerms(Parts), Parts(Parts), F(Z3_mk_fixedpoint(C)) {
  Z3_fixedpoint_inc_ref(C, F);
  configure();
  makeBoundaries();
  for (size_t I = 0; I < Parts.size(); ++I)
    addRule(I);
}

HornChain::~HornChain() { Z3_fixedpoint_dec_ref(C, F); }

void HornChain::configure() {
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

void HornChain::makeBoundaries() {
  ExprMap<size_t> First, Last;
  for (size_t I = 0; I < Parts.size(); ++I)
    for (Expr V : variables({Parts[I]})) {
      First.try_emplace(V, I);
      Last[V] = I;
    }
  Boundaries.resize(Parts.size() + 1);
  for (size_t I = 0; I < Boundaries.size(); ++I) {
    Boundary &At = Boundaries[I];
    std::vector<Z3_sort> Domain;
    for (Expr V : Vars)
      if (First[V] < I && Last[V] >= I) {
        At.Shared.push_back(V);
        Domain.push_back(Z3_get_sort(C, translate(V)));
      }
    std::string Name = "P" + std::to_string(I);
    At.Predicate =
        Z3_mk_func_decl(C, Z3_mk_string_symbol(C, Name.c_str()), Domain.size(),
                        Domain.data(), Z3_mk_bool_sort(C));
    keep(Z3_func_decl_to_ast(C, At.Predicate));
    Z3_fixedpoint_register_relation(C, F, At.Predicate);
  }
}

Z3_ast HornChain::atom(const Boundary &At) {
  std::vector<Z3_ast> Args;
  for (Expr V : At.Shared)
    Args.push_back(translate(V));
  return keep(Z3_mk_app(C, At.Predicate, Args.size(), Args.data()));
}

void HornChain::addRule(size_t Part) {
  Z3_ast Body = translate(Parts[Part]);
  if (Part > 0) {
    Z3_ast Both[] = {atom(Boundaries[Part]), Body};
    Body = keep(Z3_mk_and(C, 2, Both));
  }
  Z3_ast Rule = keep(Z3_mk_implies(C, Body, atom(Boundaries[Part + 1])));
  ExprSet Occurring;
  for (Expr V : variables({Parts[Part]}))
    Occurring.insert(V);
  Occurring.insert(Boundaries[Part].Shared.begin(),
                   Boundaries[Part].Shared.end());
  std::vector<Z3_app> Bound;
  for (Expr V : Vars)
    if (Occurring.contains(V))
      Bound.push_back(Z3_to_app(C, translate(V)));
  if (!Bound.empty())
    Rule = keep(
        Z3_mk_forall_const(C, 0, Bound.size(), Bound.data(), 0, nullptr, Rule));
  Z3_fixedpoint_add_rule(C, F, Rule, nullptr);
}

bool HornChain::isApplicationOf(Z3_ast A, Z3_decl_kind K) const {
  return Z3_get_ast_kind(C, A) == Z3_APP_AST &&
         Z3_get_decl_kind(C, Z3_get_app_decl(C, Z3_to_app(C, A))) == K;
}

std::vector<Z3_ast> HornChain::arguments(Z3_ast A) const {
  std::vector<Z3_ast> Args;
  Z3_app App = Z3_to_app(C, A);
  for (unsigned I = 0, N = Z3_get_app_num_args(C, App); I < N; ++I)
    Args.push_back(Z3_get_app_arg(C, App, I));
  return Args;
}

/// A conjunction of interpretations.
void HornChain::readAnswer() {
  Z3_ast Answer = Z3_fixedpoint_get_answer(C, F);
  if (!Answer)
    return;
  keep(Answer);
  if (!isApplicationOf(Answer, Z3_OP_AND))
    return interpret(Answer);
  for (Z3_ast A : arguments(Answer))
    interpret(A);
}

/// Reads ∀x₁…xₖ. P(x₁, …, xₖ) = Meaning.
void HornChain::interpret(Z3_ast A) {
  if (Z3_get_ast_kind(C, A) == Z3_QUANTIFIER_AST)
    A = Z3_get_quantifier_body(C, A);
  if (!isApplicationOf(A, Z3_OP_EQ) ||
      !isApplicationOf(arguments(A)[0], Z3_OP_UNINTERPRETED))
    return;
  Z3_ast Atom = arguments(A)[0], Meaning = arguments(A)[1];
  Z3_func_decl Predicate = Z3_get_app_decl(C, Z3_to_app(C, Atom));
  auto At = llvm::find_if(
      Boundaries, [&](const Boundary &B) { return B.Predicate == Predicate; });
  std::vector<Z3_ast> Args = arguments(Atom);
  if (At == Boundaries.end() || Args.size() != At->Shared.size())
    return;
  std::vector<Z3_ast> Bound(Args.size());
  for (size_t I = 0; I < Args.size(); ++I) {
    if (Z3_get_ast_kind(C, Args[I]) != Z3_VAR_AST)
      return;
    unsigned Index = Z3_get_index_value(C, Args[I]);
    if (Index >= Bound.size() || Bound[Index])
      return;
    Bound[Index] = translate(At->Shared[I]);
  }
  At->Meaning =
      keep(Z3_substitute_vars(C, Meaning, Bound.size(), Bound.data()));
}

/// The protocol: "satisfiable", "failed" and a reason, or interpolants, a line
/// each.
void HornChain::solve(LineWriter &Out) {
  Z3_lbool Answer = Z3_fixedpoint_query(C, F, atom(Boundaries.back()));
  if (Answer == Z3_L_TRUE)
    return Out.send("satisfiable");
  if (Answer != Z3_L_FALSE)
    return Out.send(std::string("failed ") +
                    Z3_fixedpoint_get_reason_unknown(C, F));
  readAnswer();
  for (const Boundary &At :
       llvm::ArrayRef(Boundaries).drop_front().drop_back()) {
    if (!At.Meaning)
      return Out.send("failed without an interpretation");
    std::string Text = Z3_ast_to_string(C, At.Meaning);
    std::replace(Text.begin(), Text.end(), '\n', ' ');
    Out.send("(assert " + Text + ")");
  }
}

InterpolantReader::InterpolantReader(ExprContext &Ctx,
                                     llvm::ArrayRef<Expr> Parts)
    : NumberedTerms(Parts), Ctx(Ctx) {
  for (Expr V : Vars) {
    Decls.push_back(Z3_get_app_decl(C, Z3_to_app(C, translate(V))));
    Names.push_back(Z3_get_decl_name(C, Decls.back()));
  }
}

Expr InterpolantReader::read(llvm::StringRef Text) {
  Z3_ast_vector Read =
      Z3_parse_smtlib2_string(C, Text.str().c_str(), 0, nullptr, nullptr,
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

Interpolation SpacerInterpolator::decode(llvm::ArrayRef<Expr> Parts,
                                         llvm::ArrayRef<std::string> Lines) {
  if (!Lines.empty()) {
    llvm::StringRef First = Lines.front();
    if (First == "satisfiable")
      return {Interpolation::Outcome::Satisfiable, {}, {}};
    if (First.consume_front("failed "))
      return Interpolation::failed(("Spacer: " + First).str());
  }
  Interpolation Result;
  InterpolantReader Reader(Ctx, Parts);
  for (llvm::StringRef Line : Lines) {
    Expr I = Reader.read(Line);
    if (!I)
      return Interpolation::failed(
          "Spacer: an interpretation with quantifiers or skolem functions");
    Result.I.push_back(I);
  }
  Result.What = Interpolation::Outcome::Interpolants;
  return Result;
}

/// In the child: z3 prints what it thinks of its own bugs and exits, which
/// would also write what the parent has in its buffers.
static void silence() {
  int Null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (Null < 0)
    return;
  dup2(Null, STDOUT_FILENO);
  dup2(Null, STDERR_FILENO);
}

Interpolation SpacerInterpolator::interpolate(llvm::ArrayRef<Expr> Parts,
                                              const Budget &B) {
  auto Child = ChildProcess::start({}, [&](LineWriter &Out) {
    silence();
    HornChain(Parts).solve(Out);
  });
  if (!Child)
    return Interpolation::failed("Spacer: " +
                                 llvm::toString(Child.takeError()));
  std::vector<std::string> Lines;
  auto Take = [&](llvm::StringRef Line) { Lines.push_back(Line.str()); };
  while (Child->read(Take) == ChildProcess::Stream::Open) {
    if (B.exhausted())
      return Interpolation::failed("out of budget");
    pollfd Polled{Child->descriptor(), POLLIN, 0};
    int64_t Milliseconds = B.remainingMs().value_or(20);
    poll(&Polled, 1, int(std::clamp<int64_t>(Milliseconds, 1, 20)));
  }
  ChildProcess::Ending E = Child->wait();
  bool Finished = E.How == ChildProcess::Ending::Kind::Finished;
  if (!Finished || (Lines.empty() && Parts.size() > 1))
    return Interpolation::failed("Spacer " + E.str());
  return decode(Parts, Lines);
}

std::unique_ptr<Interpolator>
sooth::createSpacerInterpolator(ExprContext &Ctx) {
  return std::make_unique<SpacerInterpolator>(Ctx);
}
