//===- Encode.cpp - Models of contracts -----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/Solidity/Encode.h"

#include "Encoder.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::solidity;
using llvm::StringRef;
using TargetKind = SolidityTarget::Kind;

struct SolidityProgram::Parts {
  llvm::json::Value Bundle;
  Program P;
  std::vector<SolidityTarget> Functions, Contracts;
  /// What is behind each of the functions: contract and function, or nothing.
  std::vector<std::pair<Node, Node>> Nodes, ContractNodes;

  bool isDifferentFor(Node Contract) const;
  void listInherited(Node Contract);
  void add(TargetKind What, Node Contract, Node Function, std::string Name);
  void listFunctions(Node Contract);
};

void SolidityProgram::Parts::add(TargetKind What, Node Contract, Node Function,
                                 std::string Name) {
  Functions.push_back({What, Contract.name().str(), std::move(Name),
                       P.where(Function ? Function : Contract)});
  Nodes.push_back({Contract, Function});
}

/// Whether functions of bases may have to keep, or do, something else in \p
/// Contract.
bool SolidityProgram::Parts::isDifferentFor(Node Contract) const {
  for (unsigned A : P.annotationsOf(Contract))
    if (P.annotation(A).What == Annotation::Kind::Invariant)
      return true;
  return llvm::any_of(Contract.list("nodes"), [](Node Part) {
    return !Part.numbers("baseFunctions").empty() ||
           !Part.numbers("baseModifiers").empty();
  });
}

void SolidityProgram::Parts::listInherited(Node Contract) {
  std::vector<Node> Contracts = P.linearized(Contract);
  if (!llvm::any_of(Contracts, [&](Node C) { return isDifferentFor(C); }))
    return;
  for (Node Base : Contracts)
    for (Node F : Base.list("nodes")) {
      StringRef Kind = F.text("kind"), Visibility = F.text("visibility");
      if (Base != Contract && F.is("FunctionDefinition") &&
          Kind != "constructor" && F.child("body") &&
          (Visibility == "public" || Visibility == "external") &&
          P.resolve(F, Contract) == F)
        add(TargetKind::Function, Contract, F,
            Kind == "function" ? F.name().str() : ("[" + Kind + "]").str());
    }
}

void SolidityProgram::Parts::listFunctions(Node Contract) {
  const bool IsLibrary = Contract.text("contractKind") == "library";
  bool HasConstructor = IsLibrary;
  for (Node F : Contract.list("nodes")) {
    if (!F.is("FunctionDefinition"))
      continue;
    StringRef Kind = F.text("kind");
    if (Kind == "constructor") {
      add(TargetKind::Creation, Contract, F, "[constructor]");
      HasConstructor = true;
    } else if (isVerifiedByItself(F)) {
      add(TargetKind::Function, Contract, F,
          Kind == "function" ? F.name().str() : ("[" + Kind + "]").str());
    }
  }
  listInherited(Contract);
  if (!HasConstructor)
    add(TargetKind::Creation, Contract, {}, "[implicit_constructor]");
  bool HasInvariants = false;
  for (unsigned A : P.annotationsOf(Contract))
    HasInvariants |= P.annotation(A).What == Annotation::Kind::Invariant ||
                     P.annotation(A).What == Annotation::Kind::Unsupported;
  if (HasInvariants)
    add(TargetKind::Gift, Contract, {}, "[receive_ether_selfdestruct]");
  if (Contract.text("contractKind") == "contract" &&
      !Contract.flag("abstract")) {
    Contracts.push_back(
        {TargetKind::Life, Contract.name().str(), "", P.where(Contract)});
    ContractNodes.push_back({Contract, Node()});
  }
}

SolidityProgram::SolidityProgram(std::unique_ptr<Parts> All)
    : All(std::move(All)) {}
SolidityProgram::SolidityProgram(SolidityProgram &&) noexcept = default;
SolidityProgram::~SolidityProgram() = default;

llvm::Expected<SolidityProgram>
SolidityProgram::read(llvm::json::Value Bundle) {
  auto All =
      std::make_unique<Parts>(Parts{std::move(Bundle), {}, {}, {}, {}, {}});
  auto P = Program::read(All->Bundle);
  if (!P)
    return P.takeError();
  All->P = std::move(*P);
  for (Node Contract : All->P.contracts())
    All->listFunctions(Contract);
  return SolidityProgram(std::move(All));
}

const std::vector<SolidityTarget> &SolidityProgram::functions() const {
  return All->Functions;
}
const llvm::json::Value &SolidityProgram::bundle() const { return All->Bundle; }
const std::vector<SolidityTarget> &SolidityProgram::contracts() const {
  return All->Contracts;
}

SolidityProgram::Encoded
SolidityProgram::encode(ExprContext &Ctx, const SolidityTarget &T,
                        const SolidityEncoding &How) const {
  const bool IsLife = T.What == TargetKind::Life;
  const auto &Targets = IsLife ? All->Contracts : All->Functions;
  const auto &[Contract, Function] =
      (IsLife ? All->ContractNodes : All->Nodes)[size_t(&T - Targets.data())];
  std::vector<int64_t> Summarized;
  std::vector<NotModelled> LeftOut;
  SolidityEncoding Chosen = How;
  while (true) {
    Encoded Result{std::make_unique<Cfa>(Ctx), {}, LeftOut};
    Encoder E(*Result.Model, All->P, Contract, Chosen, Summarized);
    switch (T.What) {
    case TargetKind::Function:
      E.encodeFunction(Function);
      break;
    case TargetKind::Creation:
      E.encodeCreation(Function);
      break;
    case TargetKind::Gift:
      E.encodeGift();
      break;
    case TargetKind::Life:
      E.encodeLife();
      break;
    }
    Result.Obstacle = E.notModelled();
    // Bit-vectors are the same numbers.
    if (E.needsBits() && Chosen.Numbers == Arithmetic::Modular) {
      Chosen.Numbers = Arithmetic::BitVectors;
      continue;
    }
    const Node In = E.culprit();
    if (!Result.Obstacle || !In || llvm::is_contained(Summarized, In.id()))
      return Result;
    Summarized.push_back(In.id());
    if (IsLife)
      LeftOut.push_back(*Result.Obstacle);
  }
}
