//===- OptionPages.cpp - Help, manual pages and completion of options -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/OptionPages.h"

#include "sooth/Support/OptionValues.h"
#include "sooth/Support/ShellWord.h"
#include "sooth/Support/Version.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace sooth;
using namespace llvm::opt;
using llvm::ArrayRef;
using llvm::raw_ostream;
using llvm::StringRef;
using Place = ShownOption::Place;

//===----------------------------------------------------------------------===//
// Options of tables
//===----------------------------------------------------------------------===//

std::string ShownOption::spelling() const {
  const bool IsApart = Value == Place::NextWord || Value == Place::Either;
  return Word + (IsApart ? " " : "") + Metavar;
}

StringRef ShownOption::name() const {
  return StringRef(Word).ltrim('-').rtrim('=');
}

static Place placeOfValue(const Option &O) {
  switch (O.getKind()) {
  case Option::SeparateClass:
    return Place::NextWord;
  case Option::JoinedOrSeparateClass:
    return Place::Either;
  case Option::JoinedClass:
    return Place::InWord;
  default:
    return Place::None;
  }
}

ShownOption sooth::shownOption(const OptTable &Table, const Option &O) {
  ShownOption Shown;
  Shown.Word = O.getPrefixedName();
  Shown.Value = placeOfValue(O);
  if (const char *Metavar = Table.getOptionMetaVar(O.getID()))
    Shown.Metavar = Metavar;
  Shown.Help = Table.getOptionHelpText(O.getID());
  for (std::string &Value : Table.suggestValueCompletions(Shown.Word, ""))
    Shown.Values.push_back({std::move(Value), ""});
  return Shown;
}

static ShownOptions &groupCalled(std::vector<ShownOptions> &Groups,
                                 StringRef Title) {
  for (ShownOptions &G : Groups)
    if (G.Title == Title)
      return G;
  Groups.push_back({Title.str(), {}});
  return Groups.back();
}

std::vector<ShownOptions>
sooth::shownOptions(const OptTable &Table,
                    llvm::function_ref<bool(const Option &)> Shows) {
  std::vector<ShownOptions> Groups;
  for (unsigned Id = 1; Id <= Table.getNumOptions(); ++Id) {
    const Option O = Table.getOption(Id);
    if (O.getKind() == Option::GroupClass || !O.getGroup().isValid() ||
        !Table.getOptionHelpText(Id) || !Shows(O))
      continue;
    groupCalled(Groups, Table.getOptionHelpText(O.getGroup().getID()))
        .Options.push_back(shownOption(Table, O));
  }
  return Groups;
}

/// The group of \p First with that at its beginning, if it has it.
static std::string groupWithFirst(StringRef Group, StringRef First) {
  llvm::SmallVector<StringRef> Lines;
  Group.split(Lines, '\n');
  auto Is = llvm::find_if(Lines, [&](StringRef Line) {
    return Line.starts_with(("  " + First).str());
  });
  if (Is == Lines.end())
    return Group.str();
  auto End = std::find_if(Is + 1, Lines.end(), [](StringRef Line) {
    return Line.starts_with("  -");
  });
  std::rotate(Lines.begin() + 1, Is, End); // behind the title
  return llvm::join(Lines, "\n");
}

/// \p Help, as LLVM prints it, with the group of \p First before the others.
static std::string helpWithFirst(StringRef Help, StringRef First) {
  constexpr size_t BeforeGroups = 2; // overview and usage
  llvm::SmallVector<StringRef> Parts;
  Help.rtrim('\n').split(Parts, "\n\n");
  std::vector<std::string> Ordered(Parts.begin(), Parts.end());
  for (size_t I = BeforeGroups; I < Ordered.size(); ++I)
    if (StringRef(Ordered[I]).contains(("\n  " + First).str())) {
      Ordered[I] = groupWithFirst(Ordered[I], First);
      std::rotate(Ordered.begin() + BeforeGroups, Ordered.begin() + I,
                  Ordered.begin() + I + 1);
      break;
    }
  return llvm::join(Ordered, "\n\n") + "\n";
}

void sooth::printHelp(raw_ostream &OS, const OptTable &Table,
                      const ProgramDescription &Program) {
  std::string Usage;
  for (StringRef Each : Program.Usages)
    Usage +=
        ((Usage.empty() ? "" : "\n       ") + Program.Name + " " + Each).str();
  std::string Help;
  llvm::raw_string_ostream Text(Help);
  Table.printHelp(Text, Usage.c_str(), Program.Purpose.str().c_str(),
                  /*ShowHidden=*/false, /*ShowAllAliases=*/false,
                  Visibility(DefaultVis));
  OS << (Program.First.empty() ? Help : helpWithFirst(Help, Program.First));
  for (const auto &[Title, Text] : Program.Sections)
    OS << '\n' << Title << '\n' << Text << '\n';
}

//===----------------------------------------------------------------------===//
// The manual
//===----------------------------------------------------------------------===//

/// With what troff would take for its own escaped.
static std::string troff(StringRef Text) {
  std::string Result;
  if (Text.starts_with(".") || Text.starts_with("'"))
    Result += "\\&";
  for (char C : Text) {
    if (C == '-')
      Result += '\\';
    Result += C == '\\' ? "\\e" : std::string(1, C);
  }
  return Result;
}

/// The text as paragraphs.
static void printParagraphs(raw_ostream &OS, StringRef Text) {
  for (StringRef Line : llvm::split(Text, '\n'))
    OS << (Line.trim().empty() ? ".PP" : troff(Line.trim())) << '\n';
}

static std::string valueList(const ShownOption &O, StringRef Separator) {
  return llvm::join(
      llvm::map_range(O.Values, [](const auto &V) { return V.Name; }),
      Separator);
}

static void printMan(raw_ostream &OS, const ShownOption &O) {
  OS << ".TP\n.B " << troff(O.spelling()) << '\n' << troff(O.Help);
  if (!O.Values.empty())
    OS << ". Values: " << troff(valueList(O, ", ")) << '.';
  OS << '\n';
  for (const auto &[Name, Help] : O.Values)
    if (!Help.empty())
      OS << ".br\n" << troff(Name) << ": " << troff(Help) << '\n';
}

static void printMan(raw_ostream &OS, const ProgramDescription &Program,
                     ArrayRef<ShownOptions> Options) {
  // First lower case, as manuals have it.
  const std::string Purpose = StringRef(Program.Purpose).take_front(1).lower() +
                              Program.Purpose.drop_front().str();
  OS << ".TH " << troff(Program.Name.upper()) << " 1 \"\" \"Sooth "
     << versionText() << "\" \"Sooth\"\n.SH NAME\n"
     << troff(Program.Name);
  for (StringRef Alias : Program.Aliases)
    OS << ", " << troff(Alias);
  OS << " \\- " << troff(Purpose) << "\n.SH SYNOPSIS\n";
  for (StringRef Usage : Program.Usages)
    OS << (Usage == Program.Usages.front() ? "" : ".br\n") << ".B "
       << troff(Program.Name) << '\n'
       << troff(Usage) << '\n';
  for (const ShownOptions &G : Options) {
    OS << ".SH " << troff(G.Title) << '\n';
    for (const ShownOption &O : G.Options)
      printMan(OS, O);
  }
  for (const auto &[Title, Text] : Program.Sections) {
    OS << ".SH " << Title << '\n';
    printParagraphs(OS, Text);
  }
}

//===----------------------------------------------------------------------===//
// Completion
//===----------------------------------------------------------------------===//

/// Whether the value is some of the names, with commas between them.
static bool isList(const ShownOption &O) {
  return O.Metavar == "LIST" || O.Metavar == "KINDS";
}

static std::string functionName(const ProgramDescription &Program) {
  std::string Name = ("_" + Program.Name).str();
  std::replace(Name.begin(), Name.end(), '-', '_');
  return Name;
}

/// Those of all groups, each once: engines share some.
static std::vector<ShownOption> distinct(ArrayRef<ShownOptions> Groups) {
  std::vector<ShownOption> All;
  for (const ShownOptions &G : Groups)
    for (const ShownOption &O : G.Options)
      if (llvm::none_of(All, [&](const ShownOption &Each) {
            return Each.Word == O.Word;
          }))
        All.push_back(O);
  return All;
}

/// Names of options, values after "=", files for the rest.
static void printBash(raw_ostream &OS, const ProgramDescription &Program,
                      ArrayRef<ShownOptions> Options) {
  std::string Words, Values;
  for (const ShownOption &O : distinct(Options)) {
    Words += (Words.empty() ? "" : " ") + O.Word;
    if (!O.Values.empty())
      Values += "    " + StringRef(O.Word).rtrim('=').str() + ") " +
                (isList(O) ? "before=list " : "") + "values=\"" +
                valueList(O, " ") + "\" ;;\n";
  }
  const std::string Function = functionName(Program);
  OS << "# Completion of " << Program.Name << " for bash.\n"
     << Function
     << "() {\n"
        "  local word=\"${COMP_WORDS[COMP_CWORD]}\" before=\n"
        "  local option=\"${COMP_WORDS[COMP_CWORD - 1]}\" values=\n"
        "  if [[ $word == = ]]; then word=\n"
        "  elif [[ $option == = ]]; then "
        "option=\"${COMP_WORDS[COMP_CWORD - 2]}\"\n  fi\n"
        "  case $option in\n"
     << Values
     << "  esac\n"
        "  if [[ $before && $word == *,* ]]; then before=\"${word%,*},\"\n"
        "  else before=\n  fi\n"
        "  if [[ -n $values ]]; then\n"
        "    COMPREPLY=($(compgen -P \"$before\" -W \"$values\" -- "
        "\"${word#\"$before\"}\"))\n"
        "  elif [[ $word == -* ]]; then\n"
        "    COMPREPLY=($(compgen -W \""
     << Words
     << "\" -- \"$word\"))\n"
        "    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
        "  else\n"
        "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
        "  fi\n}\ncomplete -o filenames -F "
     << Function << ' ' << Program.Name;
  for (StringRef Alias : Program.Aliases)
    OS << ' ' << Alias;
  OS << '\n';
}

/// The named values, which are read twice: by _arguments and as words.
static std::string zshValues(const ShownOption &O) {
  std::string Result;
  for (char C : valueList(O, " ")) {
    if (StringRef("*:+").contains(C))
      Result += '\\';
    Result += C;
  }
  return Result;
}

/// What zsh proposes for the value of an option.
static std::string zshAction(const ShownOption &O) {
  if (isList(O) && !O.Values.empty())
    return "_sequence compadd - " + zshValues(O);
  if (!O.Values.empty())
    return "(" + zshValues(O) + ")";
  const std::string Kind = StringRef(O.Metavar).trim("<>").upper();
  if (Kind == "FILE" || Kind == "PATH")
    return "_files";
  return Kind == "DIR" ? "_files -/" : " ";
}

/// With what would end a part of what _arguments is told escaped.
static std::string forArguments(StringRef Text) {
  std::string Result;
  for (char C : Text) {
    if (StringRef("[]:\\").contains(C))
      Result += '\\';
    Result += C;
  }
  return Result;
}

/// What _arguments is told of an option.
static std::string zshOption(const ShownOption &O) {
  std::string Text = forArguments(O.Word);
  if (O.Value == Place::Either)
    Text = "*" + Text + "+";
  else if (O.Value == Place::InWord && !StringRef(O.Word).ends_with("="))
    Text += "-";
  Text += "[" + forArguments(O.Help) + "]";
  if (O.Value != Place::None)
    Text += ":" + forArguments(StringRef(O.Metavar).trim("<>")) + ":" +
            zshAction(O);
  return Text;
}

static void printZsh(raw_ostream &OS, const ProgramDescription &Program,
                     ArrayRef<ShownOptions> Options) {
  OS << "#compdef " << Program.Name;
  for (StringRef Alias : Program.Aliases)
    OS << ' ' << Alias;
  OS << "\n# Completion of " << Program.Name << " for zsh.\n_arguments \\\n";
  for (const ShownOption &O : distinct(Options))
    OS << "  " << quotedForShell(zshOption(O)) << " \\\n";
  OS << "  '*:file:_files'\n";
}

llvm::Error sooth::parseOptionPage(StringRef Text, OptionPage &Page) {
  if (Text == "man")
    Page = OptionPage::Man;
  else if (Text == "bash")
    Page = OptionPage::Bash;
  else if (Text == "zsh")
    Page = OptionPage::Zsh;
  else
    return wrong("--print-options takes one of man, bash, zsh, not '" + Text +
                 "'");
  return llvm::Error::success();
}

void sooth::printOptionPage(raw_ostream &OS, OptionPage Page,
                            const ProgramDescription &Program,
                            ArrayRef<ShownOptions> Options) {
  switch (Page) {
  case OptionPage::Help:
    break;
  case OptionPage::Man:
    return printMan(OS, Program, Options);
  case OptionPage::Bash:
    return printBash(OS, Program, Options);
  case OptionPage::Zsh:
    return printZsh(OS, Program, Options);
  }
  llvm_unreachable("help needs the table of options");
}

void sooth::printOptionPage(raw_ostream &OS, OptionPage Page,
                            const ProgramDescription &Program,
                            const OptTable &Table) {
  if (Page == OptionPage::Help)
    return printHelp(OS, Table, Program);
  printOptionPage(OS, Page, Program, shownOptions(Table));
}
