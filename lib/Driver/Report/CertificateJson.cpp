//===- CertificateJson.cpp - Certificates as JSON -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CertificateJson.h"

#include "Fields.h"

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

namespace sooth {
template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, Certificate> &Of) {
  C.name("kind", Of.What, CertificateNames);
  C.field("k", Of.K);
  C.field("different", Of.IsOnDifferentStates);
  C.field("model", Of.Model);
  C.field("evidence", Of.Evidence);
  C.field("origin", Of.Origin);
  C.field("claims", Of.Claims);
  C.field("violated", Of.Violated);
}
} // namespace sooth

json::Array sooth::encodeCertificates(llvm::ArrayRef<Certificate> All) {
  json::Array List;
  for (const Certificate &C : All)
    List.push_back(written(C));
  return List;
}

std::vector<Certificate> sooth::decodeCertificates(const json::Object &O,
                                                   StringRef Key) {
  std::vector<Certificate> All;
  FieldReader(O).field(Key, All);
  return All;
}
