//===- HeldAddresses.cpp - What variables hold between calls -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressAnalysis.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace sooth;
using namespace llvm;

bool HeldAddresses::Analysis::isKnown(const GlobalVariable &G) const {
  auto O = ObjectOf.find(&G);
  return O == ObjectOf.end() ||
         Objects[O->second - AddressSet::FirstOwn].IsKnownOutside;
}

HeldAddresses::Pointer
HeldAddresses::Analysis::at(const GlobalVariable &G,
                            const Positions &Where) const {
  HeldAddresses::Pointer Result;
  auto Known = ObjectOf.find(&G);
  if (Known == ObjectOf.end() || isKeptByModels(G))
    return Result;
  AddressSet Held;
  loadFrom(Known->second, Where, Held);
  Result.MayBeOutside =
      Held.contains(AddressSet::Outside) || isDefinedElsewhere(G);
  Result.MayBeNull = Result.MayBeOutside || Held.contains(AddressSet::Null);
  for (const auto &[O, Places] : Held) {
    if (O < AddressSet::FirstOwn)
      continue;
    const Object &Of = Objects[O - AddressSet::FirstOwn];
    // A local of a function that is running is as good as what is outside.
    if (isa<AllocaInst>(Of.Site))
      (Of.MayBeRunning ? Result.MayBeOutside : Result.MayHaveEnded) = true;
    if (auto *Own = dyn_cast<GlobalVariable>(Of.Site))
      for (const Positions &At : Places)
        Result.Own.push_back({Own, At});
  }
  return Result;
}

std::vector<const GlobalVariable *>
HeldAddresses::Analysis::allIn(const GlobalVariable &G) const {
  std::set<unsigned> Found;
  auto Known = ObjectOf.find(&G);
  if (Known != ObjectOf.end())
    for (const auto &[At, Held] :
         Objects[Known->second - AddressSet::FirstOwn].Held)
      for (const auto &[O, Places] : Held)
        Found.insert(O);
  std::vector<const GlobalVariable *> Result;
  for (unsigned O : Found)
    if (O >= AddressSet::FirstOwn)
      if (auto *Own =
              dyn_cast<GlobalVariable>(Objects[O - AddressSet::FirstOwn].Site))
        Result.push_back(Own);
  return Result;
}

/// The object that stands for \p G, of which several literals have one.
unsigned HeldAddresses::Analysis::numberOf(const GlobalVariable &G) const {
  return ObjectOf.lookup(&inPlaceOf(G));
}

bool HeldAddresses::Analysis::mayBePassed(const GlobalVariable &G,
                                          const Argument &A) const {
  const AddressSet Passed = Values.lookup(&A);
  return Passed.contains(numberOf(G)) ||
         (Passed.contains(AddressSet::Outside) && isKnown(G));
}

/// Adds to \p Found what is held in the objects of \p Where, in those that
/// are found there, and so on.
void HeldAddresses::Analysis::addHeldIn(std::vector<unsigned> Where,
                                        std::set<unsigned> &Found) const {
  std::set<unsigned> Seen(Where.begin(), Where.end());
  while (!Where.empty()) {
    const unsigned O = Where.back();
    Where.pop_back();
    if (O < AddressSet::FirstOwn)
      continue;
    for (const auto &[At, Held] : Objects[O - AddressSet::FirstOwn].Held)
      for (const auto &[Inside, Places] : Held) {
        Found.insert(Inside);
        if (Seen.insert(Inside).second)
          Where.push_back(Inside);
      }
  }
}

/// Locals of functions that are running, which variables lead to, or memory of
/// others.
std::vector<unsigned> HeldAddresses::Analysis::localsOfCallers() const {
  std::vector<unsigned> Locals;
  auto Add = [&](const AddressSet &Held) {
    for (const auto &[O, Places] : Held)
      if (O >= AddressSet::FirstOwn &&
          isa<AllocaInst>(Objects[O - AddressSet::FirstOwn].Site))
        Locals.push_back(O);
  };
  for (const auto &[In, Held] : InOutside)
    Add(Held);
  for (const Object &Of : Objects)
    if (isa<GlobalVariable>(Of.Site))
      for (const auto &[At, Held] : Of.Held)
        Add(Held);
  return Locals;
}

/// All that \p F may find so.
const std::set<unsigned> &
HeldAddresses::Analysis::foundBy(const Function &F) const {
  auto [Known, IsNew] = FoundBy.try_emplace(&F);
  if (!IsNew)
    return Known->second;
  std::vector<unsigned> Where = localsOfCallers();
  std::set<unsigned> &Found = Known->second;
  for (const Argument &A : F.args())
    for (const auto &[O, Places] : Values.lookup(&A)) {
      Where.push_back(O);
      if (!A.getType()->isPointerTy())
        Found.insert(O);
    }
  addHeldIn(std::move(Where), Found);
  return Found;
}

bool HeldAddresses::Analysis::mayBeFound(const GlobalVariable &G,
                                         const Function &F) const {
  return isKnown(G) || foundBy(F).count(numberOf(G)) != 0;
}

void HeldAddresses::Analysis::print(raw_ostream &OS,
                                    const GlobalVariable &G) const {
  auto Known = ObjectOf.find(&G);
  if (Known == ObjectOf.end())
    return;
  const Object &Of = Objects[Known->second - AddressSet::FirstOwn];
  OS << (Of.IsKnownOutside ? " known" : "");
  auto Print = [&](const Positions &At) {
    OS << At.First << '+' << At.Step << (At.Anywhere ? "* " : " ");
  };
  for (const auto &[There, Held] : Of.Held) {
    OS << " at ";
    Print(There);
    for (const auto &[O, Places] : Held) {
      OS << (O == AddressSet::Null ? "null "
             : O == AddressSet::Outside
                 ? "other "
                 : Objects[O - AddressSet::FirstOwn].Site->getName().str());
      for (const Positions &At : Places)
        Print(At);
    }
  }
}

void HeldAddresses::print(raw_ostream &OS, const GlobalVariable &G) const {
  Found->print(OS, G);
}

HeldAddresses::HeldAddresses(const Module &M) : Found(new Analysis(M)) {}
HeldAddresses::~HeldAddresses() = default;

HeldAddresses::Pointer HeldAddresses::at(const GlobalVariable &G,
                                         const Positions &At) const {
  return Found->at(G, At);
}

std::vector<const GlobalVariable *>
HeldAddresses::allIn(const GlobalVariable &G) const {
  return Found->allIn(G);
}

const std::vector<HeldAddresses::StoredOutside> &
HeldAddresses::outside() const {
  return Found->Stored;
}

bool HeldAddresses::isKnownOutside(const GlobalVariable &G) const {
  return Found->isKnown(G);
}

bool HeldAddresses::mayBePassed(const GlobalVariable &G,
                                const Argument &A) const {
  return Found->mayBePassed(G, A);
}

bool HeldAddresses::mayBeFound(const GlobalVariable &G,
                               const Function &F) const {
  return Found->mayBeFound(G, F);
}
