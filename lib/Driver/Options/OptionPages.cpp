//===- OptionPages.cpp - Help and documentation of options --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Options/UserOptions.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatAdapters.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using namespace llvm::opt;
using llvm::raw_ostream;
using llvm::StringRef;

namespace {
struct Entry {
  std::string Spelling; // "--volatile=HOW"
  std::string Name;     // "volatile"
  std::string Help;
  std::vector<OptionValue> Values;
  bool OnCommandLine = true, InClang = false, InOpt = false;
};
struct Group {
  std::string Title;
  std::vector<Entry> Entries;
};
} // namespace

static Entry entryOf(const Option &O) {
  const OptTable &Table = knownOptions();
  Entry E;
  StringRef Metavar =
      Table.getOptionMetaVar(O.getID()) ? Table.getOptionMetaVar(O.getID()) : "";
  bool IsApart = O.getKind() == Option::SeparateClass ||
                 O.getKind() == Option::JoinedOrSeparateClass;
  E.Spelling =
      (O.getPrefixedName() + (IsApart ? " " : "") + Metavar).str();
  E.Name = O.getName().rtrim('=').str();
  E.Help = Table.getOptionHelpText(O.getID());
  for (StringRef Value : llvm::split(namedValues(O), ','))
    if (!Value.empty())
      E.Values.push_back({Value, ""});
  E.OnCommandLine = O.hasVisibilityFlag(DefaultOption);
  E.InClang = O.hasVisibilityFlag(ClangOption);
  E.InOpt = O.hasVisibilityFlag(OptOption);
  return E;
}

static Group &groupCalled(std::vector<Group> &Groups, StringRef Title) {
  for (Group &G : Groups)
    if (G.Title == Title)
      return G;
  Groups.push_back({Title.str(), {}});
  return Groups.back();
}

static std::vector<Group> groupsOfOptions() {
  std::vector<Group> Groups;
  const OptTable &Table = knownOptions();
  for (unsigned Id = 1; Id <= Table.getNumOptions(); ++Id) {
    Option O = Table.getOption(Id);
    if (O.getKind() == Option::GroupClass || !O.getGroup().isValid() ||
        !Table.getOptionHelpText(O.getID()))
      continue;
    groupCalled(Groups, Table.getOptionHelpText(O.getGroup().getID()))
        .Entries.push_back(entryOf(O));
  }
  return Groups;
}

/// One group for engines that share their options.
static std::vector<Group> groupsOfEngines() {
  std::vector<Group> Groups;
  llvm::ArrayRef<OptionInfo> (*Last)() = nullptr;
  for (const EngineInfo &E : allEngines()) {
    if (!E.Options)
      continue;
    if (E.Options == Last) {
      Groups.back().Title += (", " + E.Name).str();
      continue;
    }
    Last = E.Options;
    Groups.push_back({("ENGINE " + E.Name).str(), {}});
    for (const OptionInfo &O : E.Options())
      if (O.Name != "encoding") // is everybody's
        Groups.back().Entries.push_back(
            {("--" + O.Name + "=" + O.Metavar).str(), O.Name.str(),
             O.Help.str(), O.Values, true, true, true});
  }
  return Groups;
}

static std::string valueList(const Entry &E) {
  return llvm::join(
      llvm::map_range(E.Values, [](const OptionValue &V) { return V.Name; }),
      ", ");
}

void sooth::printEngines(raw_ostream &OS) {
  size_t Width = 0;
  for (const EngineInfo &E : allEngines())
    Width = std::max(Width, E.Name.size());
  OS << "ENGINES (* if none is asked for):\n";
  for (const EngineInfo &E : allEngines())
    OS << (E.When == EngineInfo::Use::ByDefault ? "* " : "  ")
       << llvm::left_justify(E.Name, Width + 1) << E.Help << '\n';
}

void sooth::printHelp(raw_ostream &OS) {
  knownOptions().printHelp(
      OS,
      "sooth [options] file.c... [-- flags]  |  sooth [options] model.vmt  |  "
      "sooth [options] model.btor2  |  sooth [options] model.aig  |  sooth "
      "[options] clauses.smt2",
      "Proves that the assertions of a program hold, or shows a run that "
      "breaks one");
  OS << '\n';
  printEngines(OS);
  for (const Group &G : groupsOfEngines()) {
    OS << "\nOPTIONS OF " << G.Title << ", which then works alone:\n";
    for (const Entry &E : G.Entries)
      OS << "  " << llvm::left_justify(E.Spelling + " ", 29) << E.Help
         << (E.Values.empty() ? "" : ": " + valueList(E)) << '\n';
  }
  OS << R"(
OUTPUT
  The first line is Safe, Unsafe, Unknown: and the reason, or nothing to check.

EXIT CODE
  0 Safe   1 Unsafe   2 Unknown   3 bad input or usage   4 internal error
  5 nothing to check   130 interrupted
)";
}

//===----------------------------------------------------------------------===//
// Pages
//===----------------------------------------------------------------------===//

static std::string flagOfClang(const Entry &E) {
  if (!E.InClang)
    return "";
  StringRef Value = StringRef(E.Spelling).drop_front(2 + E.Name.size());
  return E.Name == "check" ? ("-fverify" + Value).str()
                           : ("-fverify-" + E.Name + Value).str();
}

static void printMarkdown(raw_ostream &OS, const Group &G) {
  OS << "\n## " << StringRef(G.Title).take_front(1)
     << StringRef(G.Title).drop_front(1).lower() << "\n\n"
     << "| option | in clang | meaning |\n|---|---|---|\n";
  for (const Entry &E : G.Entries) {
    std::string Flag = flagOfClang(E);
    OS << "| " << (E.OnCommandLine ? "`" + E.Spelling + "`" : "") << " | "
       << (Flag.empty() ? "" : "`" + Flag + "`") << " | " << E.Help;
    if (!E.Values.empty())
      OS << ". Values: `" << llvm::join(llvm::split(valueList(E), ", "), "`, `")
         << '`';
    OS << " |\n";
    for (const OptionValue &V : E.Values)
      if (!V.Help.empty())
        OS << "| | | `" << V.Name << "`: " << V.Help << " |\n";
  }
}

static void printMarkdown(raw_ostream &OS) {
  OS << "# Options\n\n"
        "Made by `sooth --print-options=markdown`; do not edit. The options "
        "that clang has\nare also arguments of its plugin and, but for what "
        "they print, parameters of the\npass `verify-assertions`, as "
        "`name=value`. The first of named values is the default.\n\n"
        "| engine | by default | |\n|---|---|---|\n";
  for (const EngineInfo &E : allEngines())
    OS << "| `" << E.Name << "` | "
       << (E.When == EngineInfo::Use::IfAskedFor ? ""
           : E.Suits                             ? "where it may help"
                                                 : "yes")
       << " | " << E.Help << " |\n";
  for (const Group &G : groupsOfOptions())
    printMarkdown(OS, G);
  OS << "\nAn engine that is given one of its own options works alone, unless "
        "others are\nasked for, too.\n";
  for (const Group &G : groupsOfEngines())
    printMarkdown(OS, G);
}

/// With what troff would take for its own escaped.
static std::string troff(StringRef Text) {
  std::string Result;
  for (char C : Text) {
    if (C == '-' || C == '\\')
      Result += '\\';
    Result += C;
  }
  return Result;
}

static void printMan(raw_ostream &OS, const Group &G) {
  OS << ".SH " << G.Title << '\n';
  for (const Entry &E : G.Entries) {
    if (!E.OnCommandLine)
      continue;
    OS << ".TP\n.B " << troff(E.Spelling) << '\n' << troff(E.Help);
    if (!E.Values.empty())
      OS << ". Values: " << troff(valueList(E)) << '.';
    OS << '\n';
  }
}

static void printMan(raw_ostream &OS) {
  OS << ".TH SOOTH 1\n.SH NAME\nsooth \\- verify assertions of C programs\n"
        ".SH SYNOPSIS\n.B sooth\n[options] file...\n";
  for (const Group &G : groupsOfOptions())
    printMan(OS, G);
  for (const Group &G : groupsOfEngines())
    printMan(OS, G);
  OS << ".SH EXIT STATUS\n0 Safe, 1 Unsafe, 2 Unknown, 3 bad input or usage, "
        "4 internal error, 130 interrupted.\n";
}

/// Names of options, values after "=", files for the rest.
static void printBash(raw_ostream &OS) {
  std::vector<Group> Groups = groupsOfOptions();
  llvm::append_range(Groups, groupsOfEngines());
  std::string Names, Values;
  for (const Group &G : Groups)
    for (const Entry &E : G.Entries) {
      if (!E.OnCommandLine)
        continue;
      StringRef Name = E.Spelling;
      Names += ' ' + Name.take_until([](char C) { return C == ' '; })
                         .take_front(Name.contains('=') ? Name.find('=') + 1
                                                        : StringRef::npos)
                         .str();
      if (!E.Values.empty())
        Values += "    --" + E.Name + ") values=\"" +
                  llvm::join(llvm::split(valueList(E), ", "), " ") + "\" ;;\n";
    }
  std::string Engines = llvm::join(
      llvm::map_range(allEngines(), [](const EngineInfo &E) { return E.Name; }),
      " ");
  OS << "# Completion of sooth for bash.\n_sooth() {\n"
        "  local word=\"${COMP_WORDS[COMP_CWORD]}\"\n"
        "  local option=\"${COMP_WORDS[COMP_CWORD - 1]}\" values=\n"
        "  if [[ $word == = ]]; then word=\n"
        "  elif [[ $option == = ]]; then "
        "option=\"${COMP_WORDS[COMP_CWORD - 2]}\"\n  fi\n"
        "  case $option in\n    --engine) values=\""
     << Engines << "\" ;;\n"
     << Values
     << "  esac\n"
        "  if [[ -n $values ]]; then\n"
        "    COMPREPLY=($(compgen -W \"$values\" -- \"$word\"))\n"
        "  elif [[ $word == -* ]]; then\n"
        "    COMPREPLY=($(compgen -W \""
     << StringRef(Names).trim()
     << "\" -- \"$word\"))\n"
        "    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
        "  else\n"
        "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
        "  fi\n}\ncomplete -o filenames -F _sooth sooth\n";
}

void sooth::printOptions(raw_ostream &OS, UserOptions::Description Form) {
  switch (Form) {
  case UserOptions::Description::Markdown:
    return printMarkdown(OS);
  case UserOptions::Description::Man:
    return printMan(OS);
  case UserOptions::Description::Bash:
    return printBash(OS);
  }
}
