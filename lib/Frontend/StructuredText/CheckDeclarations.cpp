//===- CheckDeclarations.cpp - Types and variables of Structured Text
//---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::st;
using llvm::APInt;
using llvm::StringRef;
using TypeKind = Type::Kind;
using Section = Variable::Section;

/// How many elementary parts a variable may have, and all of them.
static constexpr uint64_t MaxLeaves = 1 << 16;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type *Checker::newType(TypeKind What) {
  Result->Types.push_back(std::make_unique<Type>());
  Result->Types.back()->What = What;
  return Result->Types.back().get();
}

unsigned Checker::leaves(uint64_t Count, const SourceLocation &Where) {
  if (Count > MaxLeaves)
    fail(Where, "this has more than " + std::to_string(MaxLeaves) +
                    " elementary parts, which is not supported");
  return unsigned(std::min(Count, MaxLeaves));
}

/// \p T, which \p W makes, with the initial value that \p W gives it.
const Type *Checker::withDefault(const WrittenTypeName &W, const Type *T) {
  const bool IsOther = W.Type->What == WrittenType::Kind::Name;
  if (!T->isElementary() || (IsOther && T->is(TypeKind::Enumeration))) {
    fail(W.Where, "initial values of such types are given at variables only");
    return T;
  }
  std::vector<APInt> Leaf = initialOf(T);
  initialize(*W.Initial, T, Leaf);
  Type *Own = Result->Types.back().get();
  if (IsOther) {
    Own = newType(T->What);
    Own->Name = T->Name;
    Own->Width = T->Width;
    Own->IsSigned = T->IsSigned;
    Own->Base = T->Base;
    Own->Low = T->Low;
    Own->High = T->High;
  }
  Own->Default = Leaf.front();
  return Own;
}

const Type *Checker::namedType(StringRef Name, const SourceLocation &Where) {
  if (auto Found = Types.find(Lower(Name)); Found != Types.end()) {
    NamedType &N = Found->second;
    if (N.IsInProgress)
      fail(Where, "type '" + Name.str() + "' contains itself");
    if (hasFailed())
      return noType();
    if (!N.Done) {
      N.IsInProgress = true;
      const Type *T = typeOf(*N.Written->Type);
      if (N.Written->Initial && !hasFailed())
        T = withDefault(*N.Written, T);
      N.Done = T;
      N.IsInProgress = false;
    }
    return N.Done;
  }
  if (UnitState *U = unit(Name); U && U->AsType) {
    declare(*U);
    return U->AsType;
  }
  return elementary(Name, Where);
}

const Type *Checker::elementary(StringRef Name, const SourceLocation &Where) {
  if (const Type *T = elementaryType(Name))
    return T;
  fail(Where, "there is no type '" + Name.str() + "'");
  return noType();
}

std::optional<APInt> Checker::constant(ExpressionPtr &E, const Type *T) {
  check(E);
  if (!hasFailed())
    coerce(E, T);
  if (hasFailed())
    return std::nullopt;
  if (E->What == Expression::Kind::Literal)
    return E->Value;
  fail(E->Where, "a constant is expected");
  return std::nullopt;
}

/// A bound of an array or a subrange.
std::optional<int64_t> Checker::bound(ExpressionPtr &E) {
  auto V = constant(E, elementaryType("LINT"));
  return V ? std::optional(V->getSExtValue()) : std::nullopt;
}

const Type *Checker::enumeration(const WrittenType &W) {
  const Type *Base =
      W.Name.empty() ? elementaryType("INT") : elementary(W.Name, W.Where);
  if (!hasFailed() && !Base->is(TypeKind::Number))
    fail(W.Where, "values of an enumeration are whole numbers");
  if (hasFailed())
    return noType();
  Type *T = newType(TypeKind::Enumeration);
  T->Width = Base->Width;
  T->IsSigned = Base->IsSigned;
  APInt Next(T->Width, 0);
  for (const WrittenType::Enumerator &E : W.Enumerators) {
    if (E.Value) {
      // (What is written is checked once.)
      auto Value = constant(const_cast<ExpressionPtr &>(E.Value), Base);
      if (!Value)
        return noType();
      Next = *Value;
    }
    T->Enumerators.push_back({E.Name, Next});
    auto [It, IsNew] = Enumerators.try_emplace(
        Lower(E.Name), EnumeratorRef{T, T->Enumerators.size() - 1});
    if (!IsNew && It->second.Ty == T)
      fail(E.Where, "the enumeration has '" + E.Name + "' twice");
    if (!IsNew)
      It->second.Ty = nullptr;
    ++Next;
  }
  T->Default = T->Enumerators.front().Value;
  return T;
}

const Type *Checker::subrange(const WrittenType &W) {
  const Type *Base = namedType(W.Name, W.Where);
  auto &Bounds = const_cast<WrittenType &>(W).Bounds;
  if (!hasFailed() && (!Base->is(TypeKind::Number) || Bounds.size() != 1))
    fail(W.Where, "a subrange is one of whole numbers");
  if (hasFailed())
    return noType();
  auto Low = bound(Bounds[0].first), High = bound(Bounds[0].second);
  if (!Low || !High)
    return noType();
  const APInt First(AnyBits, uint64_t(*Low), true),
      Last(AnyBits, uint64_t(*High), true);
  if (*Low > *High || First.slt(leastOf(Base)) || Last.sgt(greatestOf(Base))) {
    fail(W.Where, "these are no bounds of a subrange of " + Base->Name);
    return noType();
  }
  Type *T = newType(TypeKind::Number);
  T->Name = Base->Name;
  T->Width = Base->Width;
  T->IsSigned = Base->IsSigned;
  T->Base = Base;
  T->Low = *Low;
  T->High = *High;
  T->Default = First.trunc(T->Width);
  return T;
}

const Type *Checker::array(const WrittenType &W) {
  const Type *T = typeOf(*W.Element);
  for (auto &[First, Last] :
       llvm::reverse(const_cast<WrittenType &>(W).Bounds)) {
    auto Low = bound(First), High = bound(Last);
    if (!Low || !High)
      return noType();
    // Lengths are computed without overflow.
    if (*Low > *High || uint64_t(*High) - uint64_t(*Low) >= MaxLeaves) {
      fail(W.Where, "an array has between 1 and " + std::to_string(MaxLeaves) +
                        " elements");
      return noType();
    }
    Type *Outer = newType(TypeKind::Array);
    Outer->Element = T;
    Outer->Low = *Low;
    Outer->High = *High;
    Outer->Leaves = leaves(uint64_t(*High - *Low + 1) * T->Leaves, W.Where);
    if (hasFailed())
      return noType();
    T = Outer;
  }
  return T;
}

const Type *Checker::structure(const WrittenType &W) {
  Type *T = newType(TypeKind::Structure);
  uint64_t Count = 0;
  llvm::StringMap<bool> Names;
  for (const WrittenVariables &M : W.Members)
    for (size_t I = 0; I < M.Names.size(); ++I) {
      auto V = variable(M, I);
      if (hasFailed())
        return noType();
      if (!Names.try_emplace(Lower(V->Name)).second)
        fail(V->Declared, "the structure has '" + V->Name + "' twice");
      V->Offset = unsigned(Count);
      Count += V->Ty->Leaves;
      leaves(Count, W.Where);
      T->Members.push_back(std::move(V));
    }
  T->Leaves = leaves(Count, W.Where);
  return hasFailed() ? noType() : T;
}

const Type *Checker::typeOf(const WrittenType &W) {
  // Types that contain types: as deep as that, the stack holds out.
  constexpr unsigned MaxDepth = 300;
  if (TypeDepth >= MaxDepth)
    fail(W.Where, "types are nested too deep");
  if (hasFailed())
    return noType();
  ++TypeDepth;
  const Type *T = noType();
  switch (W.What) {
  case WrittenType::Kind::Name:
    T = namedType(W.Name, W.Where);
    break;
  case WrittenType::Kind::Enumeration:
    T = enumeration(W);
    break;
  case WrittenType::Kind::Subrange:
    T = subrange(W);
    break;
  case WrittenType::Kind::Array:
    T = array(W);
    break;
  case WrittenType::Kind::Structure:
    T = structure(W);
    break;
  }
  --TypeDepth;
  return hasFailed() ? noType() : T;
}

//===----------------------------------------------------------------------===//
// Initial values
//===----------------------------------------------------------------------===//

/// Whether \p I is one value after the other, as of an array.
static bool isSequence(const Initializer &I) {
  return I.IsList &&
         llvm::all_of(I.Elements, [](auto &E) { return E->Member.empty(); });
}

/// What \p E is one of in an array of \p T: an element, or, as the standard
/// lists arrays of several dimensions, an element of the innermost ones.
static const Type *typeOfElement(const Initializer &E, const Type *T) {
  T = T->Element;
  if (!isSequence(E))
    while (T->is(TypeKind::Array))
      T = T->Element;
  return T;
}

void Checker::initializeArray(const Initializer &I, const Type *T,
                              llvm::MutableArrayRef<APInt> Leaves) {
  const size_t Size = Leaves.size();
  for (const auto &E : I.Elements) {
    int64_t Count = 1;
    if (E->Repeat)
      if (auto N = bound(const_cast<Initializer &>(*E).Repeat))
        Count = *N;
    if (hasFailed())
      return;
    const Type *One = typeOfElement(*E, T);
    if ((Size - Leaves.size()) % One->Leaves != 0)
      return fail(E->Where, "a row of the array begins inside of another one");
    for (; Count > 0; --Count) {
      if (Leaves.empty())
        return fail(E->Where, "the array has fewer elements");
      // Repeated values are those of the first one.
      if (!E->IsDefault)
        initialize(*E, One, Leaves.take_front(One->Leaves));
      if (hasFailed())
        return;
      Leaves = Leaves.drop_front(One->Leaves);
    }
  }
}

void Checker::initialize(const Initializer &I, const Type *T,
                         llvm::MutableArrayRef<APInt> Leaves) {
  if (hasFailed())
    return;
  if (!I.IsList && T->isElementary()) {
    // A value that is repeated has been checked before.
    if (auto V = constant(const_cast<Initializer &>(I).Value, T)) {
      if (T->isSubrange() &&
          (widened(*V, T).slt(T->Low) || widened(*V, T).sgt(T->High)))
        return fail(I.Where, "the value is not in the subrange");
      Leaves.front() = *V;
    }
    return;
  }
  if (isSequence(I) && T->is(TypeKind::Array))
    return initializeArray(I, T, Leaves);
  const bool HasMembers = T->is(TypeKind::Structure) || T->is(TypeKind::Block);
  if (!I.IsList || !HasMembers)
    return fail(I.Where, "this is no initial value of such a variable");
  const auto &Members =
      T->is(TypeKind::Block) ? T->Body->Variables : T->Members;
  for (const auto &E : I.Elements) {
    auto Found = llvm::find_if(
        Members, [&](auto &M) { return Lower(M->Name) == Lower(E->Member); });
    if (Found == Members.end() ||
        (T->is(TypeKind::Block) && !(*Found)->isKept()))
      return fail(E->Where, "there is no member '" + E->Member + "'");
    initialize(*E, (*Found)->Ty,
               Leaves.slice((*Found)->Offset, (*Found)->Ty->Leaves));
  }
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

std::unique_ptr<Variable> Checker::variable(const WrittenVariables &W,
                                            size_t Number) {
  auto V = std::make_unique<Variable>();
  V->Name = W.Names[Number].first;
  V->Declared = W.Names[Number].second;
  V->Where = W.Section;
  V->IsConstant = W.IsConstant;
  V->Address = W.Address;
  V->Ty = typeOf(*W.Type);
  if (hasFailed())
    return V;
  if (V->Ty->is(TypeKind::Block) && V->Ty->Body->What == Unit::Kind::Program)
    fail(V->Declared, "programs have no instances here");
  if (V->Ty->is(TypeKind::Block) && W.Section != Section::Local &&
      W.Section != Section::Global && W.Section != Section::InOut &&
      W.Section != Section::External)
    fail(V->Declared, "a function block is declared in VAR, VAR_GLOBAL or "
                      "VAR_IN_OUT");
  if (W.Section == Section::External || W.Section == Section::InOut)
    return V;
  V->Initial = initialOf(V->Ty);
  if (W.Initial)
    initialize(*W.Initial, V->Ty, V->Initial);
  return V;
}

const Variable *Checker::global(StringRef Name) {
  auto Found = Globals.find(Lower(Name));
  if (Found == Globals.end())
    return nullptr;
  Global &G = Found->second;
  if (G.IsInProgress)
    fail(G.Written->Names[G.Number].second,
         "'" + Name.str() + "' is declared by itself");
  if (!G.Done && !hasFailed()) {
    Deeper Here(*this, G.Written->Names[G.Number].second, 10);
    if (hasFailed())
      return nullptr;
    G.IsInProgress = true;
    auto V = variable(*G.Written, G.Number);
    G.IsInProgress = false;
    G.Done = V.get();
    Result->Globals.push_back(std::move(V));
  }
  return G.Done;
}

Checker::UnitState *Checker::unit(StringRef Name) {
  auto Found = Units.find(Lower(Name));
  return Found == Units.end() ? nullptr : &Found->second;
}

void Checker::declareVariable(UnitState &U, std::unique_ptr<Variable> V) {
  if (hasFailed())
    return;
  if (!U.Names.try_emplace(Lower(V->Name), V.get()).second)
    return fail(V->Declared, "'" + V->Name + "' is declared twice");
  if (V->Where == Section::External) {
    V->Target = global(V->Name);
    if (!V->Target)
      return fail(V->Declared, "there is no global variable '" + V->Name + "'");
    if (!hasFailed() && !isSame(V->Target->Ty, V->Ty))
      return fail(V->Declared, "the global variable has another type");
  }
  if (V->Where == Section::Global)
    return fail(V->Declared, "global variables are declared outside");
  U.Made->Variables.push_back(std::move(V));
}

void Checker::declare(UnitState &U) {
  if (U.At == UnitState::Progress::Declaring)
    fail(U.Made->Where, "'" + U.Made->Name + "' contains itself");
  if (U.At != UnitState::Progress::Known || hasFailed())
    return;
  U.At = UnitState::Progress::Declaring;
  UnitState *Before = std::exchange(Current, &U);
  const WrittenUnit &W = *U.Written;
  if (W.Result) {
    auto V = std::make_unique<Variable>();
    V->Name = W.Name;
    V->Declared = W.Where;
    V->Where = Section::Result;
    V->Ty = typeOf(*W.Result);
    V->Initial = initialOf(V->Ty);
    U.Made->Result = V.get();
    U.Made->ResultType = V->Ty;
    declareVariable(U, std::move(V));
  }
  uint64_t Count = 0;
  for (const WrittenVariables &Written : W.Variables)
    for (size_t I = 0; I < Written.Names.size() && !hasFailed(); ++I) {
      auto V = variable(Written, I);
      if (hasFailed())
        break;
      if (V->isKept()) {
        V->Offset = unsigned(Count);
        Count += V->Ty->Leaves;
        leaves(Count, V->Declared);
      }
      declareVariable(U, std::move(V));
    }
  if (U.AsType)
    U.AsType->Leaves = unsigned(Count);
  U.At = UnitState::Progress::Declared;
  Current = Before;
}
