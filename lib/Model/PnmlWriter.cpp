//===- PnmlWriter.cpp - Writing PNML --------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/Pnml.h"

#include "llvm/ADT/StringExtras.h"

using namespace sooth;
using llvm::raw_ostream;
using llvm::StringRef;

static std::string escapedXml(StringRef Text) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  llvm::printHTMLEscaped(Text, OS);
  return OS.str();
}

static void writeName(raw_ostream &OS, StringRef Name) {
  if (!Name.empty())
    OS << "<name><text>" << escapedXml(Name) << "</text></name>";
}

static void writeArc(raw_ostream &OS, unsigned &Count, StringRef Source,
                     StringRef Target, uint64_t Weight, StringRef Type = "") {
  OS << "<arc id=\"arc-" << Count++ << "\" source=\"" << escapedXml(Source)
     << "\" target=\"" << escapedXml(Target) << "\">";
  if (Weight != 1)
    OS << "<inscription><text>" << Weight << "</text></inscription>";
  if (!Type.empty())
    OS << "<type value=\"" << Type << "\"/>";
  OS << "</arc>\n";
}

static void writeUnits(raw_ostream &OS, const PetriNet &N) {
  const NupnStructure &Units = *N.nupn();
  OS << "<toolspecific tool=\"nupn\" version=\"1.1\">\n<structure units=\""
     << Units.Units.size() << "\" root=\""
     << escapedXml(Units.Units[Units.Root].Id) << "\" safe=\""
     << (Units.Safe ? "true" : "false") << "\">\n";
  for (const NupnUnit &U : Units.Units) {
    OS << "<unit id=\"" << escapedXml(U.Id) << "\"><places>";
    llvm::ListSeparator Space(" ");
    for (PlaceId P : U.Places)
      OS << Space << escapedXml(N.place(P).Id);
    OS << "</places><subunits>";
    llvm::ListSeparator Space2(" ");
    for (unsigned Sub : U.Subunits)
      OS << Space2 << escapedXml(Units.Units[Sub].Id);
    OS << "</subunits></unit>\n";
  }
  OS << "</structure>\n</toolspecific>\n";
}

void sooth::writePnml(raw_ostream &OS, const PetriNet &N) {
  OS << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\n"
        "<net id=\""
     << escapedXml(N.id())
     << "\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\">\n"
        "<page id=\"page-0\">\n";
  for (const PetriPlace &P : N.places()) {
    OS << "<place id=\"" << escapedXml(P.Id) << "\">";
    writeName(OS, P.Name);
    if (P.Initial)
      OS << "<initialMarking><text>" << P.Initial << "</text></initialMarking>";
    OS << "</place>\n";
  }
  unsigned Count = 0;
  for (const PetriTransition &T : N.transitions()) {
    OS << "<transition id=\"" << escapedXml(T.Id) << "\">";
    writeName(OS, T.Name);
    OS << "</transition>\n";
    for (const PetriArc &A : T.Inputs)
      writeArc(OS, Count, N.place(A.Place).Id, T.Id, A.Weight);
    for (const PetriArc &A : T.Outputs)
      writeArc(OS, Count, T.Id, N.place(A.Place).Id, A.Weight);
    for (const PetriArc &A : T.Inhibitors)
      writeArc(OS, Count, N.place(A.Place).Id, T.Id, A.Weight, "inhibitor");
  }
  OS << "</page>\n";
  if (N.nupn())
    writeUnits(OS, N);
  OS << "</net>\n</pnml>\n";
}
