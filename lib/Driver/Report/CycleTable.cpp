//===- CycleTable.cpp - Runs of controllers as tables
//-------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CycleTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatAdapters.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace sooth;
using Part = StoryValue::Part;

bool sooth::isTable(const std::vector<StoryStep> &Story) {
  return !Story.empty() && Story.front().What == StoryStep::Kind::Cycle;
}

namespace {
/// A column: a cycle, or what stands for those that are left out.
struct Shown {
  const StoryStep *Cycle; ///< null for those that are left out
  std::string Title;
  size_t Width;
};
} // namespace

static Shown column(const StoryStep &S) {
  Shown C{&S, std::to_string(S.Number), 0};
  C.Width = C.Title.size();
  for (const StoryValue &V : S.Values)
    C.Width = std::max(C.Width, V.Text.size());
  return C;
}

/// The first cycles and the last ones.
static std::vector<Shown> columns(const std::vector<StoryStep> &Story) {
  constexpr size_t AtBegin = 2, AtEnd = 8;
  std::vector<const StoryStep *> Cycles;
  for (const StoryStep &S : Story)
    if (S.What == StoryStep::Kind::Cycle)
      Cycles.push_back(&S);
  std::vector<Shown> All;
  for (size_t I = 0; I < Cycles.size(); ++I) {
    const bool IsLeftOut = I >= AtBegin && I + AtEnd < Cycles.size();
    if (!IsLeftOut)
      All.push_back(column(*Cycles[I]));
    else if (I == AtBegin)
      All.push_back({nullptr, "...", 3});
  }
  return All;
}

static void printRow(llvm::raw_ostream &OS, llvm::StringRef Title, size_t Width,
                     llvm::ArrayRef<Shown> Columns,
                     llvm::function_ref<llvm::StringRef(const Shown &)> Text) {
  OS << "  " << llvm::left_justify(Title, Width);
  std::string Line;
  for (const Shown &C : Columns) {
    Line += "  " + Text(C).str();
    Line.append(C.Width - Text(C).size(), ' ');
  }
  OS << llvm::StringRef(Line).rtrim() << '\n';
}

void sooth::printCycles(llvm::raw_ostream &OS,
                        const std::vector<StoryStep> &Story) {
  const std::vector<Shown> Columns = columns(Story);
  const StoryStep &First = *Columns.front().Cycle;
  size_t Width = 7;
  for (const StoryValue &V : First.Values)
    Width = std::max(Width, V.Path.str().size() + 2);
  printRow(OS, "cycle", Width, Columns,
           [](const Shown &C) { return llvm::StringRef(C.Title); });
  static constexpr std::pair<Part, const char *> Groups[] = {
      {Part::Input, "inputs"},
      {Part::State, "state"},
      {Part::Output, "outputs"}};
  for (auto [Group, Title] : Groups) {
    if (llvm::none_of(First.Values,
                      [&](const StoryValue &V) { return V.Column == Group; }))
      continue;
    OS << "  " << Title << '\n';
    for (size_t I = 0; I < First.Values.size(); ++I)
      if (First.Values[I].Column == Group)
        printRow(OS, "  " + First.Values[I].Path.str(), Width, Columns,
                 [&](const Shown &C) {
                   if (!C.Cycle)
                     return llvm::StringRef("...");
                   return I < C.Cycle->Values.size()
                              ? llvm::StringRef(C.Cycle->Values[I].Text)
                              : llvm::StringRef();
                 });
  }
}
