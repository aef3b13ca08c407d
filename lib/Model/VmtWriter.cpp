//===- VmtWriter.cpp - Writing VMT-LIB ------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Model/Vmt.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;

namespace {

class VmtWriter {
public:
  VmtWriter(llvm::raw_ostream &OS, const TransitionSystem &TS)
      : OS(OS), TS(TS), Defs(OS, freePrefix()) {}

  void write();

private:
  std::string freePrefix();
  void declare(Expr Var);
  void writeVariables();
  void writeTrans();
  void writeProperties();
  void writeDefinition(llvm::StringRef Name, llvm::StringRef Body,
                       const llvm::Twine &Annotation);

  llvm::raw_ostream &OS;
  const TransitionSystem &TS;
  /// What this file's definitions start with; no variable does.
  std::string Prefix;
  llvm::StringSet<> Taken;
  SmtDefinitions Defs;
};

} // namespace

std::string VmtWriter::freePrefix() {
  Prefix = ".";
  for (const TsVariable &V : TS.variables())
    for (Expr Var : {V.Cur, V.Next})
      Taken.insert(Var.name());
  for (Expr Var : TS.inputs())
    Taken.insert(Var.name());
  for (const auto &Name : Taken)
    while (Name.getKey().starts_with(Prefix))
      Prefix += '.';
  return Prefix + "def";
}

void VmtWriter::declare(Expr Var) {
  OS << "(declare-fun " << smtSymbol(Var.name()) << " () ";
  Var.sort().print(OS);
  OS << ")\n";
}

void VmtWriter::writeVariables() {
  unsigned Index = 0;
  for (const TsVariable &V : TS.variables()) {
    declare(V.Cur);
    declare(V.Next);
    OS << "(define-fun " << smtSymbol(Prefix + "sv" + std::to_string(Index++))
       << " () ";
    V.Cur.sort().print(OS);
    OS << " (! " << smtSymbol(V.Cur.name()) << " :next "
       << smtSymbol(V.Next.name()) << "))\n";
  }
  for (Expr Var : TS.inputs())
    declare(Var);
}

void VmtWriter::writeDefinition(llvm::StringRef Name, llvm::StringRef Body,
                                const llvm::Twine &Annotation) {
  OS << "(define-fun " << smtSymbol(Name) << " () Bool (! " << Body << " :"
     << Annotation << "))\n";
}

void VmtWriter::writeTrans() {
  const std::string Constraint = Defs.text(TS.constraint());
  std::string Updates;
  for (const TsVariable &V : TS.variables())
    if (V.Update)
      Updates += "\n  (= " + smtSymbol(V.Next.name()) + " " +
                 Defs.text(V.Update) + ")";
  // An `and` of one formula is none to some solvers.
  writeDefinition(Prefix + "trans",
                  Updates.empty() ? Constraint
                                  : "(and " + Constraint + Updates + ")",
                  "trans true");
}

void VmtWriter::writeProperties() {
  ExprContext &Ctx = TS.context();
  unsigned Index = 0;
  for (const Property &P : TS.properties()) {
    // The reader takes the definition's name for the property's.
    std::string Name = P.Name;
    if (Name.empty() || llvm::StringRef(Name).starts_with(Prefix) ||
        !Taken.insert(Name).second)
      Name = Prefix + "property" + std::to_string(Index);
    writeDefinition(Name, Defs.text(Ctx.mkNot(P.Bad)),
                    "invar-property " + llvm::Twine(Index++));
  }
}

void VmtWriter::write() {
  writeVariables();
  std::vector<Expr> Roots{TS.init(), TS.constraint()};
  for (const TsVariable &V : TS.variables())
    if (V.Update)
      Roots.push_back(V.Update);
  for (const Property &P : TS.properties())
    Roots.push_back(TS.context().mkNot(P.Bad));
  printFpDefinitions(OS, Roots);
  Defs.define(Roots);
  writeDefinition(Prefix + "init", Defs.text(TS.init()), "init true");
  writeTrans();
  writeProperties();
}

void sooth::writeVmt(llvm::raw_ostream &OS, const TransitionSystem &TS) {
  VmtWriter(OS, TS).write();
}
