//===- CertificateJson.cpp - Certificates as JSON -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CertificateJson.h"

#include "ReasonJson.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using llvm::StringRef;
namespace json = llvm::json;

/// In the order of the enumerators.
static constexpr StringRef CertificateNames[] = {
    "invariant", "k-induction", "runs-end",  "question",
    "run",       "predicates",  "derivation"};

StringRef sooth::kindName(Certificate::Kind K) {
  return CertificateNames[size_t(K)];
}

std::string sooth::claimAbout(const SourceLocation &Where,
                              const Failure &What) {
  return (Where.isValid() ? Where.str() + ": " : "") + message(What);
}

json::Array sooth::encodeCertificates(llvm::ArrayRef<Certificate> All) {
  json::Array Result;
  for (const Certificate &C : All) {
    json::Array Claims;
    for (const std::string &Claim : C.Claims)
      Claims.push_back(jsonText(Claim));
    Result.push_back(json::Object{{"kind", kindName(C.What)},
                                  {"k", C.K},
                                  {"different", C.IsOnDifferentStates},
                                  {"model", jsonText(C.Model)},
                                  {"evidence", jsonText(C.Evidence)},
                                  {"origin", C.Origin},
                                  {"claims", std::move(Claims)},
                                  {"violated", C.Violated}});
  }
  return Result;
}

std::vector<Certificate> sooth::decodeCertificates(const json::Object &O,
                                                   StringRef Key) {
  std::vector<Certificate> Result;
  const json::Array *All = O.getArray(Key);
  if (!All)
    return Result;
  for (const json::Value &V : *All) {
    const json::Object *C = V.getAsObject();
    const auto *Name = C ? llvm::find(CertificateNames, textAt(*C, "kind"))
                         : std::end(CertificateNames);
    if (Name == std::end(CertificateNames))
      continue;
    Certificate &New = Result.emplace_back();
    New.What = Certificate::Kind(Name - CertificateNames);
    New.K = unsigned(C->getInteger("k").value_or(1));
    New.IsOnDifferentStates = C->getBoolean("different").value_or(false);
    New.Model = textAt(*C, "model");
    New.Evidence = textAt(*C, "evidence");
    New.Origin = textAt(*C, "origin");
    if (const json::Array *Claims = C->getArray("claims"))
      for (const json::Value &Claim : *Claims)
        New.Claims.push_back(Claim.getAsString().value_or("").str());
    New.Violated = unsigned(C->getInteger("violated").value_or(0));
  }
  return Result;
}
