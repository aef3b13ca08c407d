//===- Storage.cpp - Where values of contracts are ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Storage.h"

using namespace sooth;
using namespace sooth::solidity;
using TypeKind = Type::Kind;

const Type *sooth::solidity::typeOf(Types &T, Node N) {
  return T.get(N.typeId());
}

static bool isOneValue(const Type *T) {
  switch (T->What) {
  case TypeKind::Bool:
  case TypeKind::Integer:
  case TypeKind::Address:
  case TypeKind::Bytes:
  case TypeKind::Enum:
  case TypeKind::Contract:
  case TypeKind::Opaque:
    return true;
  default:
    return false;
  }
}

Sort Storage::sort(const Type *Of) {
  // Texts and objects in memory are numbers without a meaning of their own.
  if (Of->is(TypeKind::Opaque) || Of->isInMemory())
    return Ctx.intSort();
  return N.sort(Of);
}

Sort Storage::keyed(const std::vector<Sort> &Keys, Sort Element) {
  for (size_t I = Keys.size(); I-- > 0;)
    Element = Ctx.arraySort(Keys[I], Element);
  return Element;
}

/// Of an object in memory the parts that are objects are their numbers.
Tree *Storage::make(const Type *Of, std::string Name, std::vector<Sort> Keys,
                    unsigned Depth) {
  constexpr unsigned Deepest =
      12; // a structure may contain a mapping to itself
  if (!Of || Depth > Deepest)
    return nullptr;
  Trees.push_back(std::make_unique<Tree>());
  Tree *R = Trees.back().get();
  R->T = Of;
  R->Name = Name;
  R->Keys = Keys;
  auto Add = [&](const Type *Part, std::string PartName,
                 std::vector<Sort> PartKeys) {
    Tree *Below = nullptr;
    if (Of->isInMemory() && Part && Part->isReference()) {
      if (Part->is(TypeKind::Mapping))
        return true; // has no value there
      Part = T.inMemory(Part);
      Trees.push_back(std::make_unique<Tree>());
      Below = Trees.back().get();
      *Below = {Part, PartName, PartKeys, {}, {}, {}};
      Below->Var = B.addVariable(PartName, keyed(PartKeys, Ctx.intSort()));
    } else {
      Below = make(Part, std::move(PartName), std::move(PartKeys), Depth + 1);
    }
    if (Below)
      R->Parts.push_back(Below);
    return Below != nullptr;
  };
  auto WithKey = [&](Sort S) {
    std::vector<Sort> More = Keys;
    More.push_back(S);
    return More;
  };
  if (isOneValue(Of)) {
    R->Var =
        B.addVariable(Name, keyed(Keys, sort(Of)),
                      Of->IsSigned ? ValueStyle::Signed : ValueStyle::Unsigned);
    return R;
  }
  switch (Of->What) {
  case TypeKind::Mapping:
    if (Of->Parts.size() != 2 || !isOneValue(Of->Parts[0]) ||
        !Add(Of->Parts[1], Name + "[]", WithKey(sort(Of->Parts[0]))))
      return nullptr;
    return R;
  case TypeKind::Array:
    if (!Of->Length)
      R->Var =
          B.addVariable(Name + ".length", keyed(Keys, N.sort(T.uint256())));
    if (Of->Parts.empty() ||
        !Add(Of->Parts[0], Name + "[]", WithKey(N.sort(T.uint256()))))
      return nullptr;
    return R;
  case TypeKind::Struct:
    for (Node M : P.declaration(Of->Declaration).list("members")) {
      const size_t Before = R->Parts.size();
      if (!Add(typeOf(T, M), Name + "." + M.name().str(), Keys))
        return nullptr;
      if (R->Parts.size() > Before)
        R->Members.push_back(M.name().str());
    }
    return R;
  default:
    return nullptr;
  }
}

const Tree *Storage::declare(const Type *Of, llvm::StringRef Name) {
  if (Of && Of->isInMemory()) {
    Trees.push_back(std::make_unique<Tree>());
    *Trees.back() = {Of, Name.str(), {}, B.addVariable(Name, Ctx.intSort()),
                     {}, {}};
    return Trees.back().get();
  }
  return make(Of, Name.str(), {}, 0);
}

/// Types that differ only in how they are written have one heap.
static std::string heapName(const Type *T) {
  if (T->is(TypeKind::Array))
    return heapName(T->Parts[0]) +
           (T->Length ? "[" + std::to_string(*T->Length) + "]" : "[]");
  return T->is(TypeKind::Struct) ? "struct " + std::to_string(T->Declaration)
                                 : T->Id;
}

const Tree *Storage::heap(const Type *Of) {
  auto [It, IsNew] = Heaps.try_emplace(heapName(Of), nullptr);
  if (IsNew)
    It->second =
        make(T.inMemory(Of), "memory " + It->first, {Ctx.intSort()}, 0);
  return It->second;
}

Place Storage::member(const Place &Of, llvm::StringRef Name) const {
  for (size_t I = 0; Of && I < Of.Node->Members.size(); ++I)
    if (Of.Node->Members[I] == Name)
      return {Of.Node->Parts[I], Of.Keys};
  return {};
}

Place Storage::element(const Place &Of, Expr Key) {
  if (!Of || Of.Node->Parts.empty())
    return {};
  Place Result{Of.Node->Parts[0], Of.Keys};
  Result.Keys.emplace_back(B, Key);
  return Result;
}

Place Storage::object(const Type *Of, Expr Reference) {
  const Tree *Heap = heap(Of);
  if (!Heap)
    return {};
  return {Heap, {Operand(B, Reference)}};
}

Expr Storage::oldOf(Expr Var) {
  Expr &Old = OldOf[Var];
  if (!Old) {
    Old = B.addVariable(("old " + Var.name()).str(), Var.sort());
    Olds.push_back({Old, Var});
  }
  return Old;
}

Expr Storage::atEntry(Expr Var) {
  if (!Entry)
    return oldOf(Var);
  Expr At = Entry->lookup(Var);
  return At ? At : Var;
}

Expr Storage::variable(Expr Var) {
  if (ReadsEventState)
    if (Expr AtEvent = EventValueOf.lookup(Var))
      return B.read(AtEvent);
  if (Fixed.contains(Var))
    return B.read(Var);
  if (IsOld)
    return B.read(atEntry(Var));
  if (Noted)
    Noted->insert(Var);
  Expr At = Now ? Now->lookup(Var) : Expr();
  return B.read(At ? At : Var);
}

std::vector<const Tree *> Storage::heaps() const {
  std::vector<const Tree *> Result;
  for (const auto &[Name, Heap] : Heaps)
    if (Heap)
      Result.push_back(Heap);
  return Result;
}

Expr Storage::track(const Tree *Of) {
  Expr &Flag = Flags[Of];
  if (Flag)
    return Flag;
  Flag = B.addVariable(Of->Name + " changed", Ctx.boolSort());
  std::vector<const Tree *> Vars;
  variables(Of, Vars);
  for (const Tree *V : Vars) {
    FlagOf[V->Var] = Flag;
    EventValueOf[V->Var] = B.addVariable("at event " + V->Name, V->Var.sort());
  }
  return Flag;
}

Expr Storage::differsFromEvent(const Tree *Of) {
  std::vector<const Tree *> Vars;
  variables(Of, Vars);
  std::vector<Expr> Same;
  for (const Tree *V : Vars)
    Same.push_back(
        Ctx.mkEq(B.read(V->Var), B.read(EventValueOf.lookup(V->Var))));
  return Ctx.mkNot(Ctx.mkAnd(Same));
}

void Storage::emitted(const Tree *Of) {
  B.assign(Flags[Of], Ctx.falseExpr());
  std::vector<const Tree *> Vars;
  variables(Of, Vars);
  for (const Tree *V : Vars)
    B.assign(EventValueOf[V->Var], B.read(V->Var));
}

Expr Storage::select(Expr From, llvm::ArrayRef<Operand> Keys) {
  for (const Operand &K : Keys)
    From = Ctx.mkSelect(From, K.get());
  return From;
}

Expr Storage::store(Expr In, llvm::ArrayRef<Operand> Keys, Expr Val) {
  if (Keys.empty())
    return Val;
  Expr K = Keys.front().get();
  return Ctx.mkStore(In, K, store(Ctx.mkSelect(In, K), Keys.drop_front(), Val));
}

/// What is read is in its range, whatever wrote it.
Expr Storage::read(const Place &From) {
  const Type *Of = From.Node->T;
  Expr E = select(variable(From.Node->Var), From.Keys);
  if (!E.sort().isInt())
    return E;
  const bool IsLength = Of->is(TypeKind::Array) && !From.Node->Parts.empty();
  if (IsLength)
    B.assume(N.isValue(E, T.uint256()));
  else if (Of->isInMemory())
    B.assume(Ctx.mkAnd(Ctx.make(Kind::Le, {Ctx.integer(0), E}),
                       Ctx.make(Kind::Lt, {E, B.read(Next)})));
  else if (Of->is(TypeKind::Enum))
    B.assume(Ctx.mkAnd(
        Ctx.make(Kind::Le, {Ctx.integer(0), E}),
        Ctx.make(
            Kind::Lt,
            {E, Ctx.integer(int64_t(
                    P.declaration(Of->Declaration).list("members").size()))})));
  else if (N.areBounded())
    B.assume(N.isValue(E, Of));
  // No part of a sum without negative parts is more than all.
  for (const Sum &S : Sums)
    if (S.Mapping == From.Node && !Of->IsSigned && N.areBounded())
      B.assume(Ctx.make(Kind::Le, {E, variable(S.Var)}));
  return E;
}

void Storage::addSum(const Tree *Of, llvm::ArrayRef<Operand> Keys, Expr New) {
  for (const Sum &S : Sums) {
    if (S.Mapping != Of)
      continue;
    Expr Old = select(B.read(Of->Var), Keys);
    if (Old.sort().isArray())
      B.assign(S.Var, New == zero(New.sort())
                          ? zero(S.Var.sort())
                          : B.input("sum", S.Var.sort(), Input::Kind::Havoc));
    else if (Old.sort().isInt())
      B.assign(S.Var,
               Ctx.make(Kind::Add,
                        {Ctx.make(Kind::Sub, {B.read(S.Var), Old}), New}));
    else
      B.assign(S.Var,
               Ctx.make(Kind::BvAdd,
                        {Ctx.make(Kind::BvSub, {B.read(S.Var), toSummand(Old)}),
                         toSummand(New)}));
  }
}

Expr Storage::toSummand(Expr E) {
  return Ctx.mkZeroExt(256 - E.sort().width(), E);
}

void Storage::write(const Place &To, Expr Val) {
  Expr Var = To.Node->Var;
  if (OnWrite)
    OnWrite(To.Node);
  addSum(To.Node, To.Keys, Val);
  if (Expr Flag = FlagOf.lookup(Var))
    B.assign(Flag, Ctx.trueExpr());
  B.assign(Var, store(B.read(Var), To.Keys, Val));
}

Expr Storage::zero(Sort S) {
  if (S.isArray())
    return Ctx.mkConstArray(S, zero(S.element()));
  return S.isBool()     ? Ctx.falseExpr()
         : S.isBitVec() ? Ctx.bv(0, S.width())
                        : Ctx.integer(0);
}

/// From memory, parts that are objects are followed; but not for all elements
/// of an array at once.
bool Storage::copy(const Place &To, const Place &From) {
  if (!To || !From)
    return false;
  const Type *Of = To.Node->T;
  const bool Follows = To.Node->Parts.size() && From.Node->Parts.empty();
  if (Follows) {
    if (From.Keys.size() != From.Node->Keys.size())
      return false;
    return copy(To, object(From.Node->T, read(From)));
  }
  if (To.Node->Var && To.Node->Parts.empty() && Of->isInMemory()) {
    // A part of an object gets a new object.
    if (!From.Node->T->isInStorage())
      return false;
    if (To.Keys.size() != To.Node->Keys.size())
      return false;
    Expr New = allocate(Of, From.Node->Var ? read(From) : Expr());
    if (!New)
      return false;
    write(To, New);
    return copy(object(Of, New), From);
  }
  if (To.Node->Var && From.Node->T->Length) {
    write(To, N.constant(int64_t(*From.Node->T->Length), T.uint256()));
  } else if (To.Node->Var) {
    Expr Copied = select(variable(From.Node->Var), From.Keys);
    if (Copied.sort() != select(To.Node->Var, To.Keys).sort())
      return false;
    write(To, Copied);
  }
  if (Of->is(TypeKind::Mapping))
    return true; // mappings are not copied with what they are in
  if (Of->is(TypeKind::Struct)) {
    for (size_t I = 0; I < To.Node->Parts.size(); ++I) {
      if (To.Node->Parts[I]->T->is(TypeKind::Mapping))
        continue;
      if (!copy({To.Node->Parts[I], To.Keys},
                member(From, To.Node->Members[I])))
        return false;
    }
    return true;
  }
  return To.Node->Parts.empty() ||
         copy({To.Node->Parts[0], To.Keys}, {From.Node->Parts[0], From.Keys});
}

bool Storage::clear(const Place &To) {
  if (!To || To.Node->T->is(TypeKind::Mapping))
    return true; // a mapping stays as it is
  if (To.Node->Var && To.Node->Parts.empty() && To.Node->T->isInMemory()) {
    if (To.Keys.size() != To.Node->Keys.size())
      return false;
    Expr New =
        allocate(To.Node->T, T.uint256() ? N.constant(0, T.uint256()) : Expr());
    if (!New)
      return false;
    write(To, New);
    return true;
  }
  if (To.Node->Var) {
    Sort S = select(To.Node->Var, To.Keys).sort();
    write(To, zero(S));
  }
  for (const Tree *Part : To.Node->Parts)
    if (!clear({Part, To.Keys}))
      return false;
  return true;
}

Expr Storage::isZero(const Place &At) {
  if (!At || At.Node->T->is(TypeKind::Mapping))
    return Ctx.trueExpr();
  std::vector<Expr> All;
  if (At.Node->Var && At.Keys.size() == At.Node->Keys.size()) {
    Expr E = select(B.read(At.Node->Var), At.Keys);
    All.push_back(Ctx.mkEq(E, zero(E.sort())));
  }
  if (At.Node->T->is(TypeKind::Struct))
    for (const Tree *Part : At.Node->Parts)
      All.push_back(isZero({Part, At.Keys}));
  return Ctx.mkAnd(All);
}

/// What arrays hold behind their ends is of no meaning.
static bool hasArray(const Tree *Of) {
  return Of->T->is(TypeKind::Array) ||
         llvm::any_of(Of->Parts, [](const Tree *P) { return hasArray(P); });
}

Expr Storage::equalMappings(const Place &A, const Place &X) {
  std::vector<const Tree *> Of, With;
  variables(A.Node, Of);
  variables(X.Node, With);
  if (hasArray(A.Node) || Of.size() != With.size())
    return {};
  std::vector<Expr> All;
  for (size_t I = 0; I < Of.size(); ++I) {
    Expr One = select(variable(Of[I]->Var), A.Keys),
         Other = select(variable(With[I]->Var), X.Keys);
    if (One.sort() != Other.sort())
      return {};
    All.push_back(Ctx.mkEq(One, Other));
  }
  return Ctx.mkAnd(All);
}

Expr Storage::equal(const Place &A, const Place &X) {
  if (!A || !X || A.Node->T->is(TypeKind::Array))
    return {};
  if (A.Node->T->is(TypeKind::Mapping))
    return equalMappings(A, X);
  if (A.Node->Var)
    return Ctx.mkEq(read(A), read(X));
  std::vector<Expr> All;
  for (size_t I = 0; I < A.Node->Parts.size(); ++I) {
    Expr Same =
        equal({A.Node->Parts[I], A.Keys}, member(X, A.Node->Members[I]));
    if (!Same)
      return {};
    All.push_back(Same);
  }
  return Ctx.mkAnd(All);
}

Expr Storage::allocate(const Type *Of, Expr Length) {
  Operand New(B, B.read(Next));
  B.assign(Next, Ctx.make(Kind::Add, {New.get(), Ctx.integer(1)}));
  Place At = object(Of, New.get());
  if (!At || !clear(At))
    return {};
  if (Length && At.Node->Var)
    write(At, Length);
  return New.get();
}

Expr Storage::sum(const Tree *Of) {
  if (!Of || !Of->Var || !Of->Parts.empty() || Of->Keys.size() != 1 ||
      !Of->T->is(TypeKind::Integer))
    return {};
  for (const Sum &S : Sums)
    if (S.Mapping == Of)
      return S.Var;
  Expr Var = B.addVariable("sum of " + Of->Name, N.sort(T.uint256()));
  Sums.push_back({Of, Var});
  return Var;
}

void Storage::variables(const Tree *Of,
                        std::vector<const Tree *> &Result) const {
  if (Of->Var)
    Result.push_back(Of);
  for (const Tree *Part : Of->Parts)
    variables(Part, Result);
}
