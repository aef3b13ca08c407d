//===- Checker.cpp - Names and types of Structured Text
//-----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"

#include "sooth/Frontend/StructuredText/Reader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace sooth;
using namespace sooth::st;
using llvm::StringRef;

Checker::Checker(WrittenFile U, WrittenFile L)
    : User(std::move(U)), Library(std::move(L)),
      Result(std::make_unique<File>()) {
  Result->Warnings = std::move(User.Warnings);
}

void Checker::fail(const SourceLocation &Where, std::string Message) {
  if (!Error)
    Error.emplace(Where, std::move(Message));
}

Checker::Deeper::Deeper(Checker &C, const SourceLocation &Where,
                        unsigned Levels)
    : C(C), Levels(Levels) {
  constexpr unsigned MaxNesting = 3000;
  C.Nesting += Levels;
  C.Deepest = std::max(C.Deepest, C.Nesting);
  if (C.Nesting > MaxNesting)
    C.fail(Where, "statements, expressions and calls are nested too deep");
}

void Checker::collectUnit(WrittenUnit &W, bool IsLibrary) {
  const std::string Name = Lower(W.Name);
  if (IsLibrary && (Units.contains(Name) || Types.contains(Name)))
    return;
  UnitState &U = Units[Name];
  if (U.Written || Types.contains(Name) || elementaryType(Name))
    return fail(W.Where, "'" + W.Name + "' is declared twice");
  Order.push_back(Name);
  U.Written = &W;
  U.Made = std::make_unique<Unit>();
  U.Made->What = W.What;
  U.Made->Name = W.Name;
  U.Made->Where = W.Where;
  U.Made->IsLibrary = IsLibrary;
  U.Made->ResultType = noType();
  if (W.What == Unit::Kind::Function)
    return;
  U.AsType = newType(Type::Kind::Block);
  U.AsType->Name = W.Name;
  U.AsType->Body = U.Made.get();
}

void Checker::collect(WrittenFile &F, bool IsLibrary) {
  for (const WrittenTypeName &T : F.Types)
    if (elementaryType(T.Name) ||
        std::exchange(Types[Lower(T.Name)].Written, &T))
      fail(T.Where, "type '" + T.Name + "' is declared twice");
  for (const WrittenVariables &V : F.Globals)
    for (size_t I = 0; I < V.Names.size(); ++I) {
      Global &G = Globals[Lower(V.Names[I].first)];
      if (std::exchange(G.Written, &V))
        fail(V.Names[I].second, "'" + V.Names[I].first + "' is declared twice");
      G.Number = I;
    }
  for (WrittenUnit &U : F.Units)
    collectUnit(U, IsLibrary);
}

llvm::Expected<std::unique_ptr<File>> Checker::run() {
  collect(User, /*IsLibrary=*/false);
  collect(Library, /*IsLibrary=*/true);
  // Types first, as enumerators are named without their type.
  for (const WrittenTypeName &T : User.Types)
    if (!hasFailed())
      namedType(T.Name, T.Where);
  for (const WrittenVariables &V : User.Globals)
    for (const auto &[Name, Where] : V.Names)
      if (!hasFailed())
        global(Name);
  for (const std::string &Name : Order)
    if (!hasFailed())
      declare(Units[Name]);
  for (const std::string &Name : Order)
    if (!hasFailed())
      check(Units[Name], Units[Name].Made->Where);
  if (Error)
    return llvm::make_error<Diagnostic>(std::move(*Error));
  for (const std::string &Name : Order)
    Result->Units.push_back(std::move(Units[Name].Made));
  return std::move(Result);
}

llvm::Expected<std::unique_ptr<File>>
st::readStructuredText(llvm::MemoryBufferRef Text) {
  auto User = parse(Text);
  if (!User)
    return User.takeError();
  auto Library = parse(standardLibrary());
  if (!Library)
    return Library.takeError();
  return Checker(std::move(*User), std::move(*Library)).run();
}

//===----------------------------------------------------------------------===//
// Where runs begin
//===----------------------------------------------------------------------===//

static void noteInstances(const Type *T, llvm::StringSet<> &Used) {
  for (; T->is(Type::Kind::Array); T = T->Element)
    continue;
  if (T->is(Type::Kind::Block))
    Used.insert(T->Body->Name);
  for (const auto &M : T->Members)
    noteInstances(M->Ty, Used);
}

/// The units that others have instances of. (A function that is called by a
/// unit comes after one that calls it in no order; functions are never the
/// default.)
static llvm::StringSet<> instances(const File &F) {
  llvm::StringSet<> Used;
  for (const auto &V : F.Globals)
    noteInstances(V->Ty, Used);
  for (const auto &U : F.Units)
    for (const auto &V : U->Variables)
      noteInstances(V->Ty, Used);
  return Used;
}

static std::string namesOf(llvm::ArrayRef<const Unit *> Units) {
  std::string Names;
  for (const Unit *U : Units)
    Names += (Names.empty() ? "" : ", ") + U->Name;
  return Names;
}

llvm::Expected<const Unit *> st::entryOf(const File &F, StringRef Name) {
  std::vector<const Unit *> Programs, Blocks, All;
  const llvm::StringSet<> Used = instances(F);
  for (const auto &U : F.Units) {
    if (U->IsLibrary)
      continue;
    if (!Name.empty() && Name.equals_insensitive(U->Name))
      return U.get();
    All.push_back(U.get());
    if (U->What == Unit::Kind::Program)
      Programs.push_back(U.get());
    if (U->What == Unit::Kind::Block && !Used.contains(U->Name))
      Blocks.push_back(U.get());
  }
  if (!Name.empty())
    return llvm::createStringError("there is no '" + Name +
                                   "'; the file has: " + namesOf(All));
  const auto &Candidates = Programs.empty() ? Blocks : Programs;
  if (Candidates.size() == 1)
    return Candidates.front();
  if (Candidates.empty() && All.size() == 1)
    return All.front();
  if (Candidates.empty())
    return llvm::createStringError(
        All.empty()
            ? "the file has no program"
            : "the file has no program; --entry takes one of: " + namesOf(All));
  return llvm::createStringError("where does the file begin? --entry takes one "
                                 "of: " +
                                 namesOf(Candidates));
}
