//===- ResultCodec.cpp - Results as text ----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResultCodec.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Model/SmtParser.h"

#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using llvm::Error;
using llvm::Expected;
namespace json = llvm::json;

static Error malformed(const char *What) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "malformed result: %s", What);
}

static json::Value encodeValuation(llvm::ArrayRef<Expr> Vars,
                                   const Valuation &Values) {
  json::Object O;
  for (Expr Var : Vars)
    if (auto It = Values.find(Var); It != Values.end()) {
      std::string Text;
      llvm::raw_string_ostream OS(Text);
      It->second.print(OS);
      O[jsonText(Var.name())] = Text;
    }
  return O;
}

static Expected<Expr> parseOfSort(ExprContext &Ctx, llvm::StringRef Text,
                                  Sort S) {
  Expected<Expr> E = parseTerm(Ctx, Text);
  if (E && E->sort() != S)
    return malformed("a term of another sort");
  return E;
}

static Expected<Valuation> decodeValuation(ExprContext &Ctx,
                                           const json::Value &V) {
  const json::Object *O = V.getAsObject();
  if (!O)
    return malformed("no valuation");
  Valuation Values;
  for (const auto &[Name, Text] : *O) {
    Expr Var = Ctx.lookupVar(Name);
    auto Term = Text.getAsString();
    if (!Var || !Term)
      return malformed("a value of an unknown variable");
    Expected<Expr> E = parseOfSort(Ctx, *Term, Var.sort());
    if (!E)
      return E.takeError();
    Valuation Empty;
    Values[Var] = Evaluator(Empty)(*E);
  }
  return Values;
}

static std::vector<Expr> stateVariables(const TransitionSystem &M) {
  std::vector<Expr> Vars;
  for (const TsVariable &V : M.variables())
    Vars.push_back(V.Cur);
  return Vars;
}

static json::Value encodeTrace(const TransitionSystem &M, const TsTrace &T) {
  std::vector<Expr> Vars = stateVariables(M);
  json::Array States, Inputs;
  for (const Valuation &S : T.States)
    States.push_back(encodeValuation(Vars, S));
  for (const Valuation &I : T.Inputs)
    Inputs.push_back(encodeValuation(M.inputs(), I));
  return json::Object{{"states", std::move(States)},
                      {"inputs", std::move(Inputs)}};
}

static Expected<std::vector<Valuation>>
decodeValuations(ExprContext &Ctx, const json::Array *From) {
  if (!From)
    return malformed("no valuations");
  std::vector<Valuation> To;
  for (const json::Value &V : *From) {
    Expected<Valuation> Values = decodeValuation(Ctx, V);
    if (!Values)
      return Values.takeError();
    To.push_back(std::move(*Values));
  }
  return To;
}

static Expected<TsResult> decodeTrace(ExprContext &Ctx, const json::Object &O) {
  auto States = decodeValuations(Ctx, O.getArray("states"));
  if (!States)
    return States.takeError();
  auto Inputs = decodeValuations(Ctx, O.getArray("inputs"));
  if (!Inputs)
    return Inputs.takeError();
  return TsResult::unsafe({std::move(*States), std::move(*Inputs)});
}

static const char *const PathNames[] = {"any", "simple", "initial"};

static json::Value encodeInvariant(const TsInvariant &I) {
  return json::Object{{"formula", jsonText(toSmt(I.Formula))},
                      {"k", I.K},
                      {"paths", PathNames[unsigned(I.PathKind)]}};
}

static Expected<TsResult> decodeSafe(ExprContext &Ctx, const json::Object &O) {
  auto Text = O.getString("formula");
  auto K = O.getInteger("k");
  auto Paths = O.getString("paths");
  if (!Text || !K || *K < 1 || !Paths)
    return malformed("an incomplete invariant");
  auto *Over = llvm::find(PathNames, *Paths);
  if (Over == std::end(PathNames))
    return malformed("an invariant about unknown paths");
  Expected<Expr> Formula = parseOfSort(Ctx, *Text, Ctx.boolSort());
  if (!Formula)
    return Formula.takeError();
  return TsResult::safe({*Formula, unsigned(*K),
                         TsInvariant::Paths(Over - std::begin(PathNames))});
}

json::Value sooth::encodeRun(const Cfa &C, const CfaTrace &T) {
  std::vector<Expr> Vars;
  for (const StateVariable &V : C.variables())
    Vars.push_back(V.Var);
  json::Array Steps;
  for (const CfaTrace::Step &S : T.Steps) {
    // Objects take kilobytes, and a run may have a million steps.
    if (S.Inputs.empty()) {
      Steps.push_back(S.Taken);
      continue;
    }
    std::vector<Expr> Inputs;
    for (const Input &Y : C.edge(S.Taken).Inputs)
      Inputs.push_back(Y.Var);
    Steps.push_back(json::Object{
        {"edge", S.Taken}, {"inputs", encodeValuation(Inputs, S.Inputs)}});
  }
  return json::Object{{"initial", encodeValuation(Vars, T.Initial)},
                      {"steps", std::move(Steps)}};
}

Expected<CfaTrace> sooth::decodeRun(const Cfa &C, const json::Value &V) {
  const json::Object *O = V.getAsObject();
  const json::Value *Initial = O ? O->get("initial") : nullptr;
  const json::Array *Steps = O ? O->getArray("steps") : nullptr;
  if (!Initial || !Steps)
    return malformed("an incomplete run");
  CfaTrace T;
  Expected<Valuation> First = decodeValuation(C.context(), *Initial);
  if (!First)
    return First.takeError();
  T.Initial = std::move(*First);
  for (const json::Value &V : *Steps) {
    const json::Object *Step = V.getAsObject();
    auto Taken = Step ? Step->getInteger("edge") : V.getAsInteger();
    const json::Value *Inputs = Step ? Step->get("inputs") : nullptr;
    if ((Step && !Inputs) || !Taken || *Taken < 0 ||
        size_t(*Taken) >= C.edges().size())
      return malformed("no step");
    if (!Inputs) {
      T.Steps.push_back({EdgeId(*Taken), Valuation()});
      continue;
    }
    Expected<Valuation> Values = decodeValuation(C.context(), *Inputs);
    if (!Values)
      return Values.takeError();
    T.Steps.push_back({EdgeId(*Taken), std::move(*Values)});
  }
  return T;
}

/// Tells a sort by one of its values.
static std::string zeroText(Sort S) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Value::zero(S).print(OS);
  return Text;
}

/// As text: there may be millions of edges, each of which would be a value.
static std::string encodePath(llvm::ArrayRef<EdgeId> Path) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  llvm::interleave(Path, OS, " ");
  return Text;
}

/// Of each node its location and ways; of each way where it leads (-1 for
/// nowhere) and its edges.
static json::Value encodeUnwinding(const CfaUnwinding &U) {
  json::Array Nodes;
  for (const CfaUnwinding::Node &N : U.Nodes) {
    json::Array Node{N.Loc};
    for (const CfaUnwinding::Way &W : N.Ways) {
      json::Array Way{W.To ? int64_t(*W.To) : int64_t(-1)};
      Way.push_back(encodePath(W.Path));
      Node.push_back(std::move(Way));
    }
    Nodes.push_back(std::move(Node));
  }
  return Nodes;
}

json::Value sooth::encodeInvariant(const CfaInvariant &I) {
  json::Array At, ForAll;
  for (const auto &[Loc, Formula] : I.Formulas)
    At.push_back(json::Array{Loc, jsonText(toSmt(Formula))});
  for (Expr K : I.ForAll)
    ForAll.push_back(json::Array{jsonText(K.name()), zeroText(K.sort())});
  return json::Object{{"at", std::move(At)}, {"for all", std::move(ForAll)}};
}

/// Variables that only the engine's process had, by their names and sorts.
static Error decodeForAll(ExprContext &Ctx, const json::Array &Variables,
                          CfaInvariant &I) {
  for (const json::Value &V : Variables) {
    const json::Array *Pair = V.getAsArray();
    auto Name =
        Pair && Pair->size() == 2 ? (*Pair)[0].getAsString() : std::nullopt;
    auto Text = Name ? (*Pair)[1].getAsString() : std::nullopt;
    if (!Text)
      return malformed("no universal variable");
    Expected<Expr> Zero = parseTerm(Ctx, *Text);
    if (!Zero)
      return Zero.takeError();
    if (Expr Known = Ctx.lookupVar(*Name);
        Known && Known.sort() != Zero->sort())
      return malformed("a universal variable of another sort");
    I.ForAll.push_back(Ctx.var(*Name, Zero->sort()));
  }
  return Error::success();
}

static std::optional<CfaUnwinding::Way> decodeWay(const json::Value &V) {
  const json::Array *Pair = V.getAsArray();
  auto To =
      Pair && Pair->size() == 2 ? (*Pair)[0].getAsInteger() : std::nullopt;
  auto Path = To ? (*Pair)[1].getAsString() : std::nullopt;
  if (!Path || *To < -1 || *To > UINT32_MAX)
    return std::nullopt;
  CfaUnwinding::Way W;
  if (*To >= 0)
    W.To = size_t(*To);
  for (llvm::StringRef Rest = *Path; !Rest.empty(); Rest.consume_front(" ")) {
    uint32_t E = 0;
    if (Rest.consumeInteger(10, E))
      return std::nullopt;
    W.Path.push_back(E);
  }
  return W;
}

static Expected<CfaResult> decodeUnwinding(const json::Array &Nodes) {
  CfaUnwinding U;
  for (const json::Value &V : Nodes) {
    const json::Array *Parts = V.getAsArray();
    auto At =
        Parts && !Parts->empty() ? Parts->front().getAsInteger() : std::nullopt;
    if (!At || *At < 0 || *At > UINT32_MAX)
      return malformed("no node");
    CfaUnwinding::Node &N = U.Nodes.emplace_back();
    N.Loc = LocationId(*At);
    for (const json::Value &Part : llvm::drop_begin(*Parts)) {
      std::optional<CfaUnwinding::Way> W = decodeWay(Part);
      if (!W)
        return malformed("no way");
      N.Ways.push_back(std::move(*W));
    }
  }
  return CfaResult::safe(CfaInvariant::ofUnwinding(std::move(U)));
}

static Expected<CfaResult> decodeSafe(const Cfa &C, const json::Object &O) {
  const json::Array *At = O.getArray("at"), *ForAll = O.getArray("for all");
  if (!At || !ForAll)
    return malformed("an incomplete invariant");
  CfaInvariant I;
  if (Error E = decodeForAll(C.context(), *ForAll, I))
    return E;
  for (const json::Value &V : *At) {
    const json::Array *Pair = V.getAsArray();
    auto Loc =
        Pair && Pair->size() == 2 ? (*Pair)[0].getAsInteger() : std::nullopt;
    auto Text = Loc ? (*Pair)[1].getAsString() : std::nullopt;
    if (!Text || *Loc < 0 || size_t(*Loc) >= C.locations().size())
      return malformed("no formula of a location");
    Expected<Expr> Formula =
        parseOfSort(C.context(), *Text, C.context().boolSort());
    if (!Formula)
      return Formula.takeError();
    I.Formulas[LocationId(*Loc)] = *Formula;
  }
  return CfaResult::safe(std::move(I));
}

Expected<CfaInvariant> sooth::decodeInvariant(const Cfa &C,
                                              const json::Value &V) {
  const json::Object *O = V.getAsObject();
  if (!O)
    return malformed("no invariant");
  Expected<CfaResult> R = decodeSafe(C, *O);
  if (!R)
    return R.takeError();
  return R->invariant();
}

static json::Value encode(const TransitionSystem &M, const TsResult &R) {
  if (R.isSafe())
    return json::Object{{"safe", encodeInvariant(R.invariant())}};
  return json::Object{{"unsafe", encodeTrace(M, R.trace())}};
}

static json::Value encode(const Cfa &C, const CfaResult &R) {
  if (R.isSafe() && R.invariant().isUnwinding())
    return json::Object{
        {"unwinding", encodeUnwinding(R.invariant().Unwinding)}};
  if (R.isSafe())
    return json::Object{{"program safe", encodeInvariant(R.invariant())}};
  return json::Object{{"program unsafe", encodeRun(C, R.trace())}};
}

json::Value sooth::encodeResult(const Question &Q, const AnyResult &R) {
  if (R.isUnknown())
    return json::Object{{"unknown", encodeReason(R.reason())}};
  if (const TsResult *OnSystem = R.onSystem())
    return encode(Q.System, *OnSystem);
  return encode(*Q.Program, *R.onAutomaton());
}

Expected<AnyResult> sooth::decodeResult(const Question &Q,
                                        const json::Value &V) {
  const json::Object *O = V.getAsObject();
  if (!O)
    return malformed("no object");
  if (const json::Object *Safe = O->getObject("safe"))
    return decodeSafe(Q.System.context(), *Safe);
  if (const json::Object *Unsafe = O->getObject("unsafe"))
    return decodeTrace(Q.System.context(), *Unsafe);
  if (const json::Object *Safe = O->getObject("program safe");
      Safe && Q.Program)
    return decodeSafe(*Q.Program, *Safe);
  if (const json::Array *Nodes = O->getArray("unwinding"); Nodes && Q.Program)
    return decodeUnwinding(*Nodes);
  if (const json::Value *Encoded = O->get("program unsafe");
      Encoded && Q.Program) {
    Expected<CfaTrace> Run = decodeRun(*Q.Program, *Encoded);
    if (!Run)
      return Run.takeError();
    return CfaResult::unsafe(std::move(*Run));
  }
  const json::Value *Unknown = O->get("unknown");
  if (!Unknown)
    return malformed("no result");
  Expected<UnknownReason> R = decodeReason(*Unknown);
  if (!R)
    return R.takeError();
  return TsResult::unknown(std::move(*R));
}
