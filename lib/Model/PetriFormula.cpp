//===- PetriFormula.cpp - Predicates on markings --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/PetriFormula.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"

#include <cassert>
#include <numeric>

using namespace sooth;
using FormulaKind = PetriFormula::Kind;

struct PetriFormula::Node {
  FormulaKind What;
  LinearConstraint Linear;
  std::vector<PetriFormula> Parts;
};

//===----------------------------------------------------------------------===//
// Linear constraints
//===----------------------------------------------------------------------===//

/// -1, 0 or 1 as the sum is below, at or above the bound.
static int compareExactly(const LinearConstraint &C,
                          llvm::ArrayRef<uint64_t> M) {
  // 2^64 terms of less than 2^128 each.
  constexpr unsigned Width = 196;
  llvm::APInt Sum(Width, 0);
  for (const LinearTerm &T : C.Terms)
    Sum += llvm::APInt(Width, uint64_t(T.Coefficient), /*isSigned=*/true) *
           llvm::APInt(Width, M[T.Place]);
  llvm::APInt Bound(Width, uint64_t(C.Bound), /*isSigned=*/true);
  return Sum.slt(Bound) ? -1 : Sum.sgt(Bound) ? 1 : 0;
}

static int compare(const LinearConstraint &C, llvm::ArrayRef<uint64_t> M) {
  __int128 Sum = 0;
  for (const LinearTerm &T : C.Terms) {
    __int128 Product;
    if (__builtin_mul_overflow(__int128(T.Coefficient), __int128(M[T.Place]),
                               &Product) ||
        __builtin_add_overflow(Sum, Product, &Sum))
      return compareExactly(C, M);
  }
  return Sum < C.Bound ? -1 : Sum > C.Bound ? 1 : 0;
}

bool LinearConstraint::holds(llvm::ArrayRef<uint64_t> M) const {
  int Order = compare(*this, M);
  switch (Rel) {
  case Relation::LessEqual:
    return Order <= 0;
  case Relation::GreaterEqual:
    return Order >= 0;
  case Relation::Equal:
    return Order == 0;
  case Relation::NotEqual:
    return Order != 0;
  }
  llvm_unreachable("a relation without meaning");
}

LinearConstraint LinearConstraint::negation() const {
  LinearConstraint C = *this;
  switch (Rel) {
  case Relation::LessEqual:
    C.Rel = Relation::GreaterEqual;
    C.Bound = Bound + 1;
    break;
  case Relation::GreaterEqual:
    C.Rel = Relation::LessEqual;
    C.Bound = Bound - 1;
    break;
  case Relation::Equal:
    C.Rel = Relation::NotEqual;
    break;
  case Relation::NotEqual:
    C.Rel = Relation::Equal;
    break;
  }
  return C;
}

/// Sorts, sums terms of one place up, drops zeros. False if a sum does not fit.
static bool mergeTerms(std::vector<LinearTerm> &Terms) {
  llvm::sort(Terms, [](const LinearTerm &A, const LinearTerm &B) {
    return A.Place < B.Place;
  });
  std::vector<LinearTerm> Merged;
  for (size_t I = 0; I < Terms.size();) {
    __int128 Sum = 0;
    PlaceId P = Terms[I].Place;
    for (; I < Terms.size() && Terms[I].Place == P; ++I)
      Sum += Terms[I].Coefficient;
    // INT64_MIN has no absolute value.
    if (Sum > INT64_MAX || Sum <= INT64_MIN)
      return false;
    if (Sum != 0)
      Merged.push_back({P, int64_t(Sum)});
  }
  Terms = std::move(Merged);
  return true;
}

static bool holdsForZero(Relation Rel, int64_t Bound) {
  switch (Rel) {
  case Relation::LessEqual:
    return 0 <= Bound;
  case Relation::GreaterEqual:
    return 0 >= Bound;
  case Relation::Equal:
    return Bound == 0;
  case Relation::NotEqual:
    return Bound != 0;
  }
  llvm_unreachable("a relation without meaning");
}

static int64_t floorDivide(int64_t A, int64_t B) {
  return A / B - (A % B != 0 && A < 0);
}

/// Divides by the greatest common divisor of the coefficients. Returns the
/// constraint's value if it has the same one everywhere.
static std::optional<bool> reduce(LinearConstraint &C) {
  int64_t Gcd = 0;
  for (const LinearTerm &T : C.Terms)
    Gcd = std::gcd(Gcd, T.Coefficient);
  if (Gcd == 1)
    return std::nullopt;
  for (LinearTerm &T : C.Terms)
    T.Coefficient /= Gcd;
  switch (C.Rel) {
  case Relation::LessEqual:
    C.Bound = floorDivide(C.Bound, Gcd);
    return std::nullopt;
  case Relation::GreaterEqual:
    C.Bound = -floorDivide(-C.Bound, Gcd);
    return std::nullopt;
  case Relation::Equal:
  case Relation::NotEqual:
    if (C.Bound % Gcd != 0)
      return C.Rel == Relation::NotEqual;
    C.Bound /= Gcd;
    return std::nullopt;
  }
  llvm_unreachable("a relation without meaning");
}

/// Makes the first coefficient positive.
static void normalizeSign(LinearConstraint &C) {
  if (C.Terms.front().Coefficient > 0)
    return;
  for (LinearTerm &T : C.Terms)
    T.Coefficient = -T.Coefficient;
  C.Bound = -C.Bound;
  if (C.Rel == Relation::LessEqual)
    C.Rel = Relation::GreaterEqual;
  else if (C.Rel == Relation::GreaterEqual)
    C.Rel = Relation::LessEqual;
}

/// Counts are not negative: a sum of one sign has a least or greatest value.
static std::optional<bool> decidedBySigns(const LinearConstraint &C) {
  bool NoneNegative = llvm::all_of(
      C.Terms, [](const LinearTerm &T) { return T.Coefficient > 0; });
  bool NonePositive = llvm::all_of(
      C.Terms, [](const LinearTerm &T) { return T.Coefficient < 0; });
  bool Below = NoneNegative && C.Bound < 0; // the bound is below every sum
  bool Above = NonePositive && C.Bound > 0;
  switch (C.Rel) {
  case Relation::LessEqual:
    if (Below)
      return false;
    if (Above || (NonePositive && C.Bound == 0))
      return true;
    return std::nullopt;
  case Relation::GreaterEqual:
    if (Above)
      return false;
    if (Below || (NoneNegative && C.Bound == 0))
      return true;
    return std::nullopt;
  case Relation::Equal:
  case Relation::NotEqual:
    if (Below || Above)
      return C.Rel == Relation::NotEqual;
    return std::nullopt;
  }
  llvm_unreachable("a relation without meaning");
}

//===----------------------------------------------------------------------===//
// Making formulas
//===----------------------------------------------------------------------===//

PetriFormula PetriFormula::constant(bool Value) {
  static const PetriFormula True(
      std::make_shared<const Node>(Node{FormulaKind::True, {}, {}}));
  static const PetriFormula False(
      std::make_shared<const Node>(Node{FormulaKind::False, {}, {}}));
  return Value ? True : False;
}

PetriFormula PetriFormula::deadlock() {
  static const PetriFormula F(
      std::make_shared<const Node>(Node{FormulaKind::Deadlock, {}, {}}));
  return F;
}

std::optional<PetriFormula>
PetriFormula::constraint(std::vector<LinearTerm> Terms, Relation Rel,
                         int64_t Bound) {
  if (!mergeTerms(Terms) || Bound <= INT64_MIN + 1)
    return std::nullopt;
  if (Terms.empty())
    return constant(holdsForZero(Rel, Bound));
  LinearConstraint C{std::move(Terms), Rel, Bound};
  if (auto Value = reduce(C))
    return constant(*Value);
  if (auto Value = decidedBySigns(C))
    return constant(*Value);
  normalizeSign(C);
  // Its complement could not be said.
  if (C.Rel == Relation::LessEqual && C.Bound == INT64_MAX)
    return std::nullopt;
  return constraint(std::move(C));
}

PetriFormula PetriFormula::constraint(LinearConstraint C) {
  assert(!C.Terms.empty());
  return PetriFormula(std::make_shared<const Node>(
      Node{FormulaKind::Constraint, std::move(C), {}}));
}

/// And and Or differ in their neutral element only.
template <class MakeT>
static PetriFormula combine(FormulaKind K, std::vector<PetriFormula> Parts,
                            MakeT Make) {
  FormulaKind Neutral =
      K == FormulaKind::And ? FormulaKind::True : FormulaKind::False;
  FormulaKind Absorbing =
      K == FormulaKind::And ? FormulaKind::False : FormulaKind::True;
  std::vector<PetriFormula> Flat;
  for (PetriFormula &P : Parts) {
    if (P.kind() == Absorbing)
      return P;
    if (P.kind() == K)
      Flat.insert(Flat.end(), P.parts().begin(), P.parts().end());
    else if (P.kind() != Neutral)
      Flat.push_back(std::move(P));
  }
  if (Flat.empty())
    return PetriFormula::constant(K == FormulaKind::And);
  if (Flat.size() == 1)
    return Flat.front();
  return Make(std::move(Flat));
}

PetriFormula PetriFormula::conjunction(std::vector<PetriFormula> Parts) {
  return combine(FormulaKind::And, std::move(Parts), [](auto Flat) {
    return PetriFormula(std::make_shared<const Node>(
        Node{FormulaKind::And, {}, std::move(Flat)}));
  });
}

PetriFormula PetriFormula::disjunction(std::vector<PetriFormula> Parts) {
  return combine(FormulaKind::Or, std::move(Parts), [](auto Flat) {
    return PetriFormula(std::make_shared<const Node>(
        Node{FormulaKind::Or, {}, std::move(Flat)}));
  });
}

PetriFormula PetriFormula::negation(PetriFormula F) {
  switch (F.kind()) {
  case FormulaKind::True:
  case FormulaKind::False:
    return constant(F.kind() == FormulaKind::False);
  case FormulaKind::Constraint:
    return constraint(F.linear().negation());
  case FormulaKind::Not:
    return F.parts().front();
  default:
    return PetriFormula(std::make_shared<const Node>(
        Node{FormulaKind::Not, {}, {std::move(F)}}));
  }
}

PetriFormula PetriFormula::fireable(const PetriNet &N, TransitionId T) {
  std::vector<PetriFormula> Parts;
  for (const PetriArc &A : N.transition(T).Inputs)
    Parts.push_back(constraint(
        {{{A.Place, 1}}, Relation::GreaterEqual, int64_t(A.Weight)}));
  for (const PetriArc &A : N.transition(T).Inhibitors)
    Parts.push_back(constraint(
        {{{A.Place, 1}}, Relation::LessEqual, int64_t(A.Weight) - 1}));
  return conjunction(std::move(Parts));
}

//===----------------------------------------------------------------------===//
// Reading formulas
//===----------------------------------------------------------------------===//

FormulaKind PetriFormula::kind() const { return N->What; }

const LinearConstraint &PetriFormula::linear() const {
  assert(kind() == FormulaKind::Constraint);
  return N->Linear;
}

llvm::ArrayRef<PetriFormula> PetriFormula::parts() const { return N->Parts; }

bool PetriFormula::holds(const PetriNet &Net,
                         llvm::ArrayRef<uint64_t> M) const {
  auto Holds = [&](const PetriFormula &F) { return F.holds(Net, M); };
  switch (kind()) {
  case FormulaKind::True:
    return true;
  case FormulaKind::False:
    return false;
  case FormulaKind::Constraint:
    return linear().holds(M);
  case FormulaKind::And:
    return llvm::all_of(parts(), Holds);
  case FormulaKind::Or:
    return llvm::any_of(parts(), Holds);
  case FormulaKind::Not:
    return !Holds(parts().front());
  case FormulaKind::Deadlock:
    return Net.isDeadlock(M);
  }
  llvm_unreachable("a formula without meaning");
}

namespace {
enum class Sign { Positive, Negative };
} // namespace

static PetriFormula normalForm(const PetriFormula &F, Sign P) {
  bool Positive = P == Sign::Positive;
  switch (F.kind()) {
  case FormulaKind::And:
  case FormulaKind::Or: {
    std::vector<PetriFormula> Parts;
    for (const PetriFormula &Part : F.parts())
      Parts.push_back(normalForm(Part, P));
    return (F.kind() == FormulaKind::And) == Positive
               ? PetriFormula::conjunction(std::move(Parts))
               : PetriFormula::disjunction(std::move(Parts));
  }
  case FormulaKind::Not:
    return normalForm(F.parts().front(),
                      Positive ? Sign::Negative : Sign::Positive);
  default:
    return Positive ? F : PetriFormula::negation(F);
  }
}

PetriFormula PetriFormula::negationNormalForm() const {
  return normalForm(*this, Sign::Positive);
}

static PetriFormula replaceDeadlock(const PetriFormula &F,
                                    const PetriFormula &By) {
  std::vector<PetriFormula> Parts;
  for (const PetriFormula &Part : F.parts())
    Parts.push_back(replaceDeadlock(Part, By));
  switch (F.kind()) {
  case FormulaKind::Deadlock:
    return By;
  case FormulaKind::And:
    return PetriFormula::conjunction(std::move(Parts));
  case FormulaKind::Or:
    return PetriFormula::disjunction(std::move(Parts));
  case FormulaKind::Not:
    return PetriFormula::negation(std::move(Parts.front()));
  default:
    return F;
  }
}

PetriFormula PetriFormula::expanded(const PetriNet &Net) const {
  if (!mentionsDeadlock())
    return negationNormalForm();
  std::vector<PetriFormula> Stuck;
  for (TransitionId T = 0; T < Net.transitions().size(); ++T)
    Stuck.push_back(negation(fireable(Net, T)));
  return replaceDeadlock(*this, conjunction(std::move(Stuck)))
      .negationNormalForm();
}

bool PetriFormula::mentionsDeadlock() const {
  return kind() == FormulaKind::Deadlock ||
         llvm::any_of(parts(), [](const PetriFormula &F) {
           return F.mentionsDeadlock();
         });
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printTerm(llvm::raw_ostream &OS, const LinearTerm &T,
                      const PetriNet &N, bool First) {
  if (T.Coefficient < 0)
    OS << (First ? "-" : " - ");
  else if (!First)
    OS << " + ";
  uint64_t Factor =
      T.Coefficient < 0 ? -uint64_t(T.Coefficient) : uint64_t(T.Coefficient);
  if (Factor != 1)
    OS << Factor << '*';
  OS << N.place(T.Place).Id;
}

static llvm::StringRef spelling(Relation Rel) {
  switch (Rel) {
  case Relation::LessEqual:
    return " <= ";
  case Relation::GreaterEqual:
    return " >= ";
  case Relation::Equal:
    return " = ";
  case Relation::NotEqual:
    return " != ";
  }
  llvm_unreachable("a relation without meaning");
}

static void printParts(llvm::raw_ostream &OS, const PetriFormula &F,
                       const PetriNet &N, llvm::StringRef Separator) {
  bool First = true;
  for (const PetriFormula &Part : F.parts()) {
    if (!First)
      OS << Separator;
    First = false;
    bool Nested =
        Part.kind() == FormulaKind::And || Part.kind() == FormulaKind::Or;
    OS << (Nested ? "(" : "");
    print(OS, Part, N);
    OS << (Nested ? ")" : "");
  }
}

void sooth::print(llvm::raw_ostream &OS, const PetriFormula &F,
                  const PetriNet &N) {
  switch (F.kind()) {
  case FormulaKind::True:
    OS << "true";
    return;
  case FormulaKind::False:
    OS << "false";
    return;
  case FormulaKind::Deadlock:
    OS << "deadlock";
    return;
  case FormulaKind::Constraint: {
    const LinearConstraint &C = F.linear();
    for (const LinearTerm &T : C.Terms)
      printTerm(OS, T, N, /*First=*/&T == &C.Terms.front());
    OS << spelling(C.Rel) << C.Bound;
    return;
  }
  case FormulaKind::And:
    return printParts(OS, F, N, " and ");
  case FormulaKind::Or:
    return printParts(OS, F, N, " or ");
  case FormulaKind::Not:
    OS << "not ";
    return printParts(OS, F, N, "");
  }
}

std::string sooth::str(const PetriFormula &F, const PetriNet &N) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(OS, F, N);
  return OS.str();
}
