//===- Need.cpp - What a function needs of its callers --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/Need.h"

#include "ByteCount.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <iterator>

using namespace sooth;
using NeedKind = Need::Kind;

/// "it != NULL, with at least 12 bytes", "it is NULL or has enough memory".
static std::string ofMemory(const Need &N) {
  std::string Has = N.What == NeedKind::Ample ? "enough memory"
                    : N.Bytes                 ? "at least " + byteCount(N.Bytes)
                                              : "";
  if (N.Before)
    Has += (Has.empty() ? "" : ", and ") + byteCount(N.Before) + " before it";
  if (N.MayBeNull)
    return N.Given.Name + " is NULL or has " + Has;
  return N.Given.Name + " != NULL" + (Has.empty() ? "" : ", with " + Has);
}

/// "copy()", or "(*get)()" where what is called is read from a pointer.
static std::string called(const Need::Callee &Of) {
  return (llvm::StringRef(Of.Name).starts_with("*") ? "(" + Of.Name + ")"
                                                    : Of.Name) +
         "()";
}

/// "copy(), drop() and (*get)()".
static std::string calledAll(const std::vector<Need::Callee> &Of,
                             const char *BeforeLast = " and ") {
  std::string Text = called(Of.front());
  for (size_t I = 1; I < Of.size(); ++I)
    Text += (I + 1 == Of.size() ? BeforeLast : ", ") + called(Of[I]);
  return Text;
}

static std::string requirementsOf(const std::vector<Need::Callee> &Of) {
  return Of.size() == 1 ? called(Of.front()) + "'s own requirements are met"
                        : "the requirements of " + calledAll(Of) + " are met";
}

/// Nothing if none of \p Of has a contract that says what it ensures.
static std::string contractsOf(const std::vector<Need::Callee> &Of) {
  std::vector<Need::Callee> Ensuring;
  llvm::copy_if(Of, std::back_inserter(Ensuring),
                [](const Need::Callee &C) { return C.Ensures; });
  if (Ensuring.empty())
    return "";
  return calledAll(Ensuring) + (Ensuring.size() == 1
                                    ? " does what its contract ensures"
                                    : " do what their contracts ensure");
}

static std::string pointersOf(const Need &N) {
  const bool IsOne = N.Changing.size() == 1;
  const std::string Who =
      N.Changing == N.Needy ? (IsOne ? "it" : "they") : calledAll(N.Changing);
  std::string Text =
      "pointers that " + Who +
      (IsOne ? " returns or stores are " : " return or store are ");
  if (N.After == Need::Left::NullOrValid)
    return Text + "NULL or valid";
  Text += "valid (NULL only where the code tests for it)";
  if (N.After == Need::Left::ValidAndUsed)
    Text += std::string(", and memory that ") +
            (IsOne ? "it frees" : "they free") + " is not used afterwards";
  return Text;
}

static std::string ofCalls(const Need &N) {
  std::vector<std::string> Parts;
  if (!N.Needy.empty())
    Parts.push_back(requirementsOf(N.Needy));
  if (std::string Ensured = contractsOf(N.Needy); !Ensured.empty())
    Parts.push_back(std::move(Ensured));
  if (!N.Changing.empty())
    Parts.push_back(pointersOf(N));
  return llvm::join(Parts, ", and ");
}

static std::string ofResults(const Need &N) {
  return calledAll(N.Needy) +
         (N.Needy.size() == 1
              ? " returns only memory of its own or that it was given"
              : " return only memory of their own or that they were given");
}

/// "lines 12, 15, 16 and 4 others".
static std::string lines(const std::vector<SourceLocation> &Places) {
  static constexpr size_t MostTold = 3;
  std::vector<std::string> Lines;
  const std::string &File = Places.front().File;
  for (const SourceLocation &P : Places) {
    std::string Line =
        (P.File == File ? "" : P.File + ":") + std::to_string(P.Line);
    if (Lines.empty() || Lines.back() != Line) // they are in order
      Lines.push_back(std::move(Line));
  }
  const size_t Others =
      Lines.size() > MostTold + 1 ? Lines.size() - MostTold : 0;
  if (Others)
    Lines.resize(MostTold);
  const bool IsOne = Lines.size() == 1;
  std::string Last = Others ? std::to_string(Others) + " others" : "";
  if (!Others && !IsOne) {
    Last = std::move(Lines.back());
    Lines.pop_back();
  }
  return (IsOne ? "line " : "lines ") + llvm::join(Lines, ", ") +
         (Last.empty() ? "" : " and " + Last);
}

/// "b[k], *p and 4 others".
static std::string inWords(const std::vector<std::string> &All) {
  static constexpr size_t MostTold = 3;
  const size_t Others = All.size() > MostTold + 1 ? All.size() - MostTold : 0;
  std::vector<std::string> Told(All.begin(), All.end() - Others);
  std::string Last = std::to_string(Others) + " others";
  if (!Others) {
    Last = std::move(Told.back());
    Told.pop_back();
  }
  return llvm::join(Told, ", ") + (Told.empty() ? "" : " and ") + Last;
}

/// "b[k], *p and 4 others are".
static std::string expressions(const std::vector<std::string> &All) {
  return inWords(All) + (All.size() == 1 ? " is" : " are");
}

static std::string ofStructure(const Need &N) {
  return N.Expressions[0].empty() ? "structure" : "struct " + N.Expressions[0];
}

static std::string ofIndices(const Need &N) {
  const std::string &Place = N.Expressions[1];
  if (Place.empty())
    return "numbers in memory that are used as array indices without a test "
           "are in bounds";
  return (N.Expressions[0].empty() ? "" : "in each " + ofStructure(N) + ", ") +
         std::to_string(N.Before) + " <= " + Place + " < " +
         std::to_string(N.Bytes);
}

/// "free()", "fclose() and pclose()".
static std::string freeing(const Need &N) {
  std::vector<std::string> Calls;
  for (const std::string &Function : N.Expressions)
    Calls.push_back(Function + "()");
  return Calls.empty() ? "free()" : inWords(Calls);
}

bool sooth::restatesCheck(const Need &N) {
  return N.What == NeedKind::InRange || N.What == NeedKind::Valid ||
         N.What == NeedKind::Extent || N.What == NeedKind::Conditions ||
         (N.What == NeedKind::Aligned && !N.Expressions.empty());
}

const char *sooth::needLabel(const Need &N) {
  return N.What == NeedKind::KeptMembers ? "keeps" : "needs";
}

std::string sooth::describeNeed(const Need &N) {
  switch (N.What) {
  case NeedKind::Memory:
  case NeedKind::Ample:
    return ofMemory(N);
  case NeedKind::String:
    return N.Given.Name +
           (N.MayBeNull ? " is NULL or a string" : " is a string");
  case NeedKind::Counted:
    return N.Given.Name + " has at least " + N.Other.Name +
           (N.Bytes > 1 ? " * " + std::to_string(N.Bytes) : "") + " bytes" +
           (N.IsNatural ? ", and " + N.Other.Name + " >= 0" : "");
  case NeedKind::CountedMembers:
    return "in each " + ofStructure(N) + ", " + N.Expressions[1] +
           " has at least " + N.Expressions[2] +
           (N.Bytes > 1 ? " * " + std::to_string(N.Bytes) : "") + " bytes";
  case NeedKind::StoredIndices:
    return ofIndices(N);
  case NeedKind::KeptMembers:
    return "in each " + N.Expressions[0] + ", " + N.Expressions[1];
  case NeedKind::Apart:
    if (!N.Expressions.empty())
      return inWords(N.Expressions) + (N.Expressions.size() == 1
                                           ? " does not overlap"
                                           : " do not overlap");
    if (N.Given.Name.empty())
      return "pointers that other functions stored in memory do not lead to " +
             N.Other.Name;
    return N.Given.Name + " and " + N.Other.Name + " do not overlap";
  case NeedKind::Targets:
    return "pointers to functions lead to functions of this program";
  case NeedKind::Found:
    return "pointers that other functions stored in memory are valid (NULL "
           "only where the code tests for it)";
  case NeedKind::FoundStrings:
    return "char pointers that other functions stored or returned lead to "
           "strings";
  case NeedKind::Calls:
    return ofCalls(N);
  case NeedKind::Accesses:
    return "accesses in " + lines(N.Places) + " are valid";
  case NeedKind::NotCalledBack:
    return "functions without a body do not call " + calledAll(N.Needy, " or ");
  case NeedKind::NotReached:
    return "code marked unreachable in " + lines(N.Places) + " is not reached";
  case NeedKind::NotUsed:
    return "no number is used as an address in " + lines(N.Places);
  case NeedKind::NotCompared:
    return "no number is compared with an address in " + lines(N.Places);
  case NeedKind::InOneObject:
    return "pointers that are compared by order or subtracted in " +
           lines(N.Places) + " lead into the same object";
  case NeedKind::Modelled:
    return "what is done in " + lines(N.Places) +
           " is allowed by C and supported by Sooth";
  case NeedKind::ResultsApart:
    return ofResults(N);
  case NeedKind::InRange:
    return N.Bytes ? "0 <= " + N.Expressions.front() + " < " +
                         std::to_string(N.Bytes)
                   : N.Expressions.front() + " >= 0";
  case NeedKind::Valid:
    return expressions(N.Expressions) + " valid";
  case NeedKind::Extent:
    return N.Expressions.front() + " has at least " + N.Expressions.back() +
           " bytes";
  case NeedKind::Conditions:
    return inWords(N.Expressions);
  case NeedKind::Aligned:
    return (N.Expressions.empty() ? N.Given.Name : N.Expressions.front()) +
           " is aligned to " + byteCount(N.Bytes);
  case NeedKind::FoundAligned:
    return "pointers that other functions stored in memory are aligned to " +
           byteCount(N.Bytes);
  case NeedKind::Freeable:
    return (N.Given.Name.empty() ? "pointers in memory that the code frees"
                                 : N.Given.Name) +
           " can be passed to " + freeing(N);
  case NeedKind::Function:
    return N.Given.Name +
           (N.MayBeNull ? " is NULL or a function" : " is a function");
  }
  llvm_unreachable("a need without words");
}

/// Adds \p New to \p To, which is in order, each once.
template <typename T>
static void addInOrder(std::vector<T> &To, const std::vector<T> &New) {
  const auto Old = ptrdiff_t(To.size());
  for (const T &X : New)
    if (!std::binary_search(To.begin(), To.begin() + Old, X))
      To.push_back(X);
  if (Old == ptrdiff_t(To.size()))
    return;
  std::sort(To.begin() + Old, To.end());
  std::inplace_merge(To.begin(), To.begin() + Old, To.end());
  To.erase(llvm::unique(To), To.end());
}

static void addCallees(std::vector<Need::Callee> &To,
                       const std::vector<Need::Callee> &New) {
  for (const Need::Callee &C : New)
    if (!llvm::is_contained(To, C))
      To.push_back(C);
}

/// Whether both can be one need.
static bool areOfSame(const Need &A, const Need &B) {
  const bool AreOfOneExpression =
      A.What == NeedKind::InRange || A.What == NeedKind::Extent ||
      A.What == NeedKind::CountedMembers || A.What == NeedKind::StoredIndices ||
      A.What == NeedKind::KeptMembers || A.What == NeedKind::Apart;
  return A.What == B.What && A.Given == B.Given && A.Other == B.Other &&
         (!AreOfOneExpression ||
          (A.Expressions == B.Expressions &&
           (A.Bytes == B.Bytes || A.What == NeedKind::InRange))) &&
         (A.What != NeedKind::Aligned || A.Expressions == B.Expressions);
}

/// Whether one need says what several expressions have to be.
static bool areJoined(const Need &N) {
  return N.What == NeedKind::Valid || N.What == NeedKind::Conditions;
}

void sooth::addNeed(std::vector<Need> &Known, const Need &New) {
  auto Same =
      llvm::find_if(Known, [&](const Need &N) { return areOfSame(N, New); });
  if (Same == Known.end()) {
    Same = Known.insert(Known.end(), New);
    Same->Places.clear();
    if (areJoined(New))
      Same->Expressions.clear();
  }
  Same->MayBeNull &= New.MayBeNull;
  // (Of two bounds, both are kept by who keeps the lower one.)
  Same->Bytes = New.What == NeedKind::InRange && Same->Bytes && New.Bytes
                    ? std::min(Same->Bytes, New.Bytes)
                    : std::max(Same->Bytes, New.Bytes);
  Same->Before = std::max(Same->Before, New.Before);
  addCallees(Same->Needy, New.Needy);
  addCallees(Same->Changing, New.Changing);
  Same->After = std::max(Same->After, New.After);
  addInOrder(Same->Places, New.Places);
  if (areJoined(New))
    addInOrder(Same->Expressions, New.Expressions);
}

void sooth::addNeeds(std::optional<std::vector<Need>> &Known,
                     const std::optional<std::vector<Need>> &More) {
  if (!Known || !More)
    return Known.reset();
  for (const Need &N : *More)
    addNeed(*Known, N);
}
