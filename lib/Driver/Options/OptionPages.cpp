//===- OptionPages.cpp - Help and documentation of options --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Options/UserOptions.h"

#include "sooth/Support/OptionPages.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatAdapters.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using namespace llvm::opt;
using llvm::raw_ostream;
using llvm::StringRef;

static const ProgramDescription Sooth = {
    "sooth",
    "Proves that the assertions of a program hold, or shows a run that breaks "
    "one",
    {"[options] file.c... [-- flags]", "[options] model.vmt",
     "[options] model.btor2", "[options] model.aig", "[options] clauses.smt2",
     "[options] controller.st"},
    {{"OUTPUT", "  The first line is Safe, Unsafe, Unknown: and the reason, or "
                "nothing to "
                "check."},
     {"EXIT CODE",
      "  0 Safe   1 Unsafe   2 Unknown   3 bad input or usage   4 internal "
      "error\n"
      "  5 nothing to check   130 interrupted"}},
    /*Aliases=*/{},
    "--check="};

static const ProgramDescription Clang = {
    "sooth-clang",
    "Compiles as clang does, and verifies what it compiles",
    {"[flags of clang] -fverify-assertions [flags] file.c..."},
    {{"FLAGS OF CLANG", "  All others are clang's, and so is the exit code."},
     {"ENVIRONMENT", "  SOOTH_CLANG is the clang 19 to run in place of the one "
                     "that it was built with."}},
    {"sooth-clang++"}};

static constexpr StringRef ListOfEngines = "engine";

/// Of option --engine.
static std::vector<ShownOption::NamedValue> namesOfEngines() {
  std::vector<ShownOption::NamedValue> Names;
  for (const EngineInfo &E : allEngines())
    Names.push_back({E.Name.str(), E.Help.str()});
  return Names;
}

static std::vector<ShownOptions> groupsFor(OptionAudience Audience) {
  return shownOptions(knownOptions(), [&](const Option &O) {
    return O.hasVisibilityFlag(Audience);
  });
}

static ShownOption ofEngine(const OptionInfo &O) {
  ShownOption Shown{("--" + O.Name + "=").str(), O.Metavar.str(),
                    ShownOption::Place::InWord, O.Help.str()};
  for (const OptionValue &V : O.Values)
    Shown.Values.push_back({V.Name.str(), V.Help.str()});
  return Shown;
}

/// One group for engines that share their options.
static std::vector<ShownOptions> groupsOfEngines() {
  std::vector<ShownOptions> Groups;
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
        Groups.back().Options.push_back(ofEngine(O));
  }
  return Groups;
}

static std::string valueList(const ShownOption &O) {
  return llvm::join(
      llvm::map_range(O.Values, [](const auto &V) { return V.Name; }), ", ");
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
  printHelp(OS, knownOptions(), Sooth);
  OS << '\n';
  printEngines(OS);
  for (const ShownOptions &G : groupsOfEngines()) {
    OS << "\nOPTIONS OF " << G.Title << ", which then works alone:\n";
    for (const ShownOption &O : G.Options)
      OS << "  " << llvm::left_justify(O.spelling() + " ", 29) << O.Help
         << (O.Values.empty() ? "" : ": " + valueList(O)) << '\n';
  }
}

//===----------------------------------------------------------------------===//
// Pages
//===----------------------------------------------------------------------===//

/// The flag of clang that stands for an option.
static ShownOption flagOfClang(ShownOption O) {
  const StringRef Value = StringRef(O.Word).ends_with("=") ? "=" : "";
  O.Word = O.name() == "check" ? ("-fverify" + Value).str()
                               : ("-fverify-" + O.name() + Value).str();
  return O;
}

/// What each option is on the command line and in clang; empty for nothing.
struct Spellings {
  std::string OnCommandLine, InClang;
};

static void
printMarkdown(raw_ostream &OS, const ShownOptions &G,
              llvm::function_ref<Spellings(const ShownOption &)> SpellingsOf) {
  auto Code = [](const std::string &Text) {
    return Text.empty() ? "" : "`" + Text + "`";
  };
  OS << "\n## " << StringRef(G.Title).take_front(1)
     << StringRef(G.Title).drop_front(1).lower() << "\n\n"
     << "| option | in clang | meaning |\n|---|---|---|\n";
  for (const ShownOption &O : G.Options) {
    const Spellings Known = SpellingsOf(O);
    OS << "| " << Code(Known.OnCommandLine) << " | " << Code(Known.InClang)
       << " | " << O.Help;
    if (!O.Values.empty())
      OS << ". Values: `" << llvm::join(llvm::split(valueList(O), ", "), "`, `")
         << '`';
    OS << " |\n";
    for (const auto &[Name, Help] : O.Values)
      if (!Help.empty())
        OS << "| | | `" << Name << "`: " << Help << " |\n";
  }
}

static bool has(llvm::ArrayRef<ShownOptions> Groups, const ShownOption &O) {
  return llvm::any_of(Groups, [&](const ShownOptions &G) {
    return llvm::any_of(G.Options, [&](const ShownOption &Each) {
      return Each.Word == O.Word;
    });
  });
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
  const auto OfSooth = groupsFor(DefaultOption),
             OfClang = groupsFor(ClangOption);
  for (const ShownOptions &G : shownOptions(knownOptions()))
    printMarkdown(OS, G, [&](const ShownOption &O) {
      return Spellings{has(OfSooth, O) ? O.spelling() : "",
                       has(OfClang, O) ? flagOfClang(O).spelling() : ""};
    });
  OS << "\nAn engine that is given one of its own options works alone, unless "
        "others are\nasked for, too.\n";
  for (const ShownOptions &G : groupsOfEngines())
    printMarkdown(OS, G, [](const ShownOption &O) {
      return Spellings{O.spelling(), flagOfClang(O).spelling()};
    });
}

/// With those of engines, which are values themselves.
static std::vector<ShownOptions> allOptionsFor(OptionAudience Audience) {
  std::vector<ShownOptions> Groups = groupsFor(Audience);
  llvm::append_range(Groups, groupsOfEngines());
  for (ShownOptions &G : Groups)
    for (ShownOption &O : G.Options)
      if (O.name() == ListOfEngines)
        O.Values = namesOfEngines();
  return Groups;
}

/// With the flags that are clang's alone.
static std::vector<ShownOptions> flagsOfClang() {
  std::vector<ShownOptions> Groups = allOptionsFor(ClangOption);
  for (ShownOptions &G : Groups)
    for (ShownOption &O : G.Options)
      O = flagOfClang(std::move(O));
  Groups.insert(Groups.begin(),
                {"VERIFICATION",
                 {{"-fverify-assertions", "", ShownOption::Place::None,
                   "Verify the assertions of each file"},
                  {"-fno-verify-assertions", "", ShownOption::Place::None,
                   "Do not; the last of the two wins"},
                  {"-Wno-verify-undecided", "", ShownOption::Place::None,
                   "Do not tell what could not be decided"}}});
  return Groups;
}

void sooth::printOptions(raw_ostream &OS, UserOptions::Description Form) {
  switch (Form) {
  case UserOptions::Description::Markdown:
    return printMarkdown(OS);
  case UserOptions::Description::Man:
    return printOptionPage(OS, OptionPage::Man, Sooth,
                           allOptionsFor(DefaultOption));
  case UserOptions::Description::Bash:
    return printOptionPage(OS, OptionPage::Bash, Sooth,
                           allOptionsFor(DefaultOption));
  case UserOptions::Description::Zsh:
    return printOptionPage(OS, OptionPage::Zsh, Sooth,
                           allOptionsFor(DefaultOption));
  case UserOptions::Description::ClangMan:
    return printOptionPage(OS, OptionPage::Man, Clang, flagsOfClang());
  case UserOptions::Description::ClangBash:
    return printOptionPage(OS, OptionPage::Bash, Clang, flagsOfClang());
  case UserOptions::Description::ClangZsh:
    return printOptionPage(OS, OptionPage::Zsh, Clang, flagsOfClang());
  }
}

std::vector<ShownOptions> sooth::optionsAboutAnswers() {
  std::vector<ShownOptions> Groups =
      shownOptions(knownOptions(), [](const Option &O) {
        return O.hasVisibilityFlag(DefaultOption) && isAboutAnswers(O);
      });
  llvm::append_range(Groups, groupsOfEngines());
  return Groups;
}
