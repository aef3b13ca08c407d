//===- CachedEvidence.cpp - Evidence that was found before ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CachedEvidence.h"

#include "Processes/ResultCodec.h"

#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Model/Cfa.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace sooth;
using Event = CacheStore::Event;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

static void writeVariable(llvm::raw_ostream &OS, Expr Var) {
  OS << ' ' << smtSymbol(Var.name()) << ' ';
  Var.sort().print(OS);
}

/// All of \p C that evidence is about.
static void writeModel(llvm::raw_ostream &OS, const Cfa &C) {
  OS << C.locations().size() << " locations, entry " << C.entry() << ", init "
     << toSmt(C.init()) << '\n';
  for (const StateVariable &V : C.variables()) {
    OS << "variable " << unsigned(V.What);
    writeVariable(OS, V.Var);
    OS << '\n';
  }
  for (LocationId L = 0; L < C.locations().size(); ++L)
    if (C.location(L).What == Location::Role::Cutpoint)
      OS << "cutpoint " << L << '\n';
  for (const ErrorLocation &E : C.errors())
    OS << "error " << E.Loc << ' ' << unsigned(E.Type) << '\n';
  for (const Edge &E : C.edges()) {
    OS << E.Source << " -> " << E.Target;
    for (const Input &In : E.Inputs) {
      OS << " input " << unsigned(In.What);
      writeVariable(OS, In.Var);
    }
    OS << " when " << toSmt(E.Guard);
    for (const Update &U : E.Updates)
      OS << " do " << smtSymbol(U.Var.name()) << " := " << toSmt(U.Val);
    OS << '\n';
  }
}

static std::string keyOf(const Cfa &C, llvm::StringRef Question) {
  std::string Key;
  llvm::raw_string_ostream OS(Key);
  OS << "evidence\n" << cacheVersion() << '\n' << Question << '\n';
  writeModel(OS, C);
  return Key;
}

static std::optional<json::Value> findEntry(const CacheStore &Cache,
                                            llvm::StringRef Key) {
  auto Text = Cache.find(Key, CacheStore::Origin::Anywhere);
  if (!Text)
    return std::nullopt;
  llvm::Expected<json::Value> V = json::parse(*Text);
  if (V)
    return std::move(*V);
  llvm::consumeError(V.takeError());
  return std::nullopt;
}

static void keepEntry(const CacheStore &Cache, llvm::StringRef Key,
                      json::Value V) {
  Cache.add(Key, llvm::formatv("{0}", V).str());
}

//===----------------------------------------------------------------------===//
// Answers of engines
//===----------------------------------------------------------------------===//

static std::optional<PortfolioAnswer>
known(const CacheStore &Cache, llvm::StringRef Key, const Question &Q,
      const Budget &B, const PortfolioOptions &Options, Confirmation Confirm) {
  std::optional<json::Value> V = findEntry(Cache, Key);
  const json::Object *O = V ? V->getAsObject() : nullptr;
  const json::Value *Result = O ? O->get("result") : nullptr;
  if (!Result)
    return std::nullopt;
  llvm::Expected<AnyResult> R = decodeResult(Q, *Result);
  if (!R) {
    llvm::consumeError(R.takeError());
    return std::nullopt;
  }
  if (!R->isConclusive())
    return std::nullopt;
  // What is to be found anew needs time, too.
  PortfolioAnswer A =
      confirmEarlier(Q, B.share(0.5), Options, Confirm,
                     O->getString("engine").value_or(""), std::move(*R));
  if (A.Result.isUnknown())
    return std::nullopt;
  decodeStatistics(O->get("statistics"), A.Figures);
  return A;
}

/// Of the engine that answered, without times and memory.
static Statistics lasting(const PortfolioAnswer &A) {
  Statistics Result;
  for (const auto &[Name, Figure] : A.Figures.values())
    if (llvm::StringRef(Name).starts_with(A.Engine + ".") &&
        !llvm::StringRef(Name).ends_with(".seconds"))
      Result.set(Name, Figure);
  return Result;
}

PortfolioAnswer sooth::runPortfolio(const CacheStore &Cache, Encoding Blocks,
                                    const Question &Q, const Budget &B,
                                    const PortfolioOptions &Options,
                                    Confirmation Confirm) {
  std::string What = "engines";
  for (const EngineChoice &E : Options.Engines)
    What += (" " + E.Name).str();
  if (Options.Given == PortfolioOptions::Facts::Found)
    What += " with facts";
  What += " on blocks " + std::to_string(unsigned(Blocks));
  const std::string Key = keyOf(*Q.Program, What);
  if (auto Answer = known(Cache, Key, Q, B, Options, Confirm)) {
    Cache.note(Event::Confirmed);
    return std::move(*Answer);
  }
  Cache.note(Event::NotConfirmed);
  PortfolioAnswer A = runPortfolio(Q, B, Options, Confirm);
  if (A.Result.isConclusive())
    keepEntry(Cache, Key,
              json::Object{{"result", encodeResult(Q, A.Result)},
                           {"engine", A.Engine},
                           {"statistics", encodeStatistics(lasting(A))}});
  return A;
}

//===----------------------------------------------------------------------===//
// Many errors at once
//===----------------------------------------------------------------------===//

static std::string keyOf(const Cfa &C, const CellsOptions &O) {
  return keyOf(C, "facts " + std::to_string(O.MaxCandidates) +
                      (O.ComparisonsFirst ? " comparisons first" : ""));
}

static json::Array encode(llvm::ArrayRef<LocationId> Locations) {
  return json::Array(Locations);
}

static bool decode(const json::Array *From, const Cfa &C,
                   std::vector<LocationId> &To) {
  if (!From)
    return false;
  for (const json::Value &V : *From) {
    auto L = V.getAsInteger();
    if (!L || *L < 0 || size_t(*L) >= C.locations().size())
      return false;
    To.push_back(LocationId(*L));
  }
  return true;
}

std::optional<ExcludedErrors> sooth::findExcludedErrors(const CacheStore &Cache,
                                                        const Cfa &C,
                                                        const CellsOptions &O) {
  const std::string Key = keyOf(C, O);
  std::optional<json::Value> V = findEntry(Cache, Key);
  const json::Object *Entry = V ? V->getAsObject() : nullptr;
  const json::Value *Why = Entry ? Entry->get("why") : nullptr;
  ExcludedErrors Found;
  if (!Why || !decode(Entry->getArray("excluded"), C, Found.Locations) ||
      !decode(Entry->getArray("reached"), C, Found.Reached))
    return std::nullopt;
  llvm::Expected<CfaInvariant> I = decodeInvariant(C, *Why);
  if (!I) {
    llvm::consumeError(I.takeError());
    return std::nullopt;
  }
  Found.Why = std::move(*I);
  Found.IsComplete = true;
  // There is no evidence of that.
  if (!Cache.find(Key, CacheStore::Origin::Own))
    Found.Reached.clear();
  return Found;
}

void sooth::keepExcludedErrors(const CacheStore &Cache, const Cfa &C,
                               const CellsOptions &O,
                               const ExcludedErrors &Found) {
  if (Found.IsComplete)
    keepEntry(Cache, keyOf(C, O),
              json::Object{{"excluded", encode(Found.Locations)},
                           {"reached", encode(Found.Reached)},
                           {"why", encodeInvariant(Found.Why)}});
}
