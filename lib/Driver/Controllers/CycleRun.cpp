//===- CycleRun.cpp - Runs of controllers, cycle by cycle
//---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CycleRun.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Frontend/StructuredText/Values.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using llvm::APInt;
using st::Column;

CycleRun sooth::cyclesOf(const st::CycleModel &M, const CfaTrace &T) {
  CycleRun Run;
  Valuation State;
  applyEquations(M.Program->init(), State);
  for (const auto &[Var, V] : T.Initial)
    State[Var] = V;
  for (const CfaTrace::Step &S : T.Steps) {
    Valuation New = State;
    for (const auto &[Var, V] : S.Inputs)
      State[Var] = V;
    Evaluator Eval(State);
    if (auto Row = M.Rows.find(S.Taken); Row != M.Rows.end()) {
      auto &Values = Run.emplace_back();
      for (Expr E : Row->second) {
        const Value V = Eval(E);
        Values.push_back(V.isBool() ? APInt(1, V.boolean()) : V.bits());
      }
    }
    for (const Update &U : M.Program->edge(S.Taken).Updates)
      New[U.Var] = Eval(U.Val);
    State = std::move(New);
  }
  return Run;
}

static StoryValue::Part partOf(Column::Role R) {
  switch (R) {
  case Column::Role::Input:
    return StoryValue::Part::Input;
  case Column::Role::State:
    return StoryValue::Part::State;
  case Column::Role::Output:
    return StoryValue::Part::Output;
  }
  llvm_unreachable("a column of no kind");
}

std::vector<StoryStep> sooth::tellCycles(const st::CycleModel &M,
                                         const CycleRun &R,
                                         const SourceLocation &Where) {
  // Nobody reads more.
  constexpr size_t AtBegin = 20, AtEnd = 200;
  const bool IsLong = R.size() > AtBegin + AtEnd;
  std::vector<StoryStep> Steps;
  for (size_t Cycle = 0; Cycle < R.size(); ++Cycle) {
    if (IsLong && Cycle == AtBegin) {
      Cycle = R.size() - AtEnd;
      Steps.push_back({StoryStep::Kind::Steps, Where});
      Steps.back().Number = Cycle - AtBegin;
    }
    StoryStep S{StoryStep::Kind::Cycle, Where};
    S.Number = Cycle + 1;
    for (size_t I = 0; I < M.Columns.size(); ++I) {
      const Column &C = M.Columns[I];
      StoryValue V{C.Name, textOf(R[Cycle][I], *C.Ty)};
      V.Column = partOf(C.What);
      if (C.Ty->is(st::Type::Kind::Bool))
        V.Signal = R[Cycle][I].isZero() ? StoryValue::Level::Low
                                        : StoryValue::Level::High;
      S.Values.push_back(std::move(V));
    }
    Steps.push_back(std::move(S));
  }
  return Steps;
}

//===----------------------------------------------------------------------===//
// Value change dumps
//===----------------------------------------------------------------------===//

/// What stands for column \p I: a short word of printable characters.
static std::string codeOf(size_t I) {
  constexpr char First = '!';
  constexpr size_t Count = '~' - First + 1;
  std::string Code;
  do {
    Code += char(First + I % Count);
    I /= Count;
  } while (I > 0);
  return Code;
}

/// A name in which a dump has no spaces.
static std::string wordOf(llvm::StringRef Name) {
  std::string Word = Name.str();
  std::replace(Word.begin(), Word.end(), ' ', '_');
  return Word;
}

static void declare(llvm::raw_ostream &OS, const Column &C, size_t I) {
  const bool IsReal = C.Ty->is(st::Type::Kind::Real);
  OS << "$var "
     << (IsReal             ? "real"
         : C.Ty->Width == 1 ? "wire"
                            : "reg")
     << ' ' << (IsReal ? 64 : C.Ty->Width) << ' ' << codeOf(I) << ' '
     << wordOf(C.Name);
  if (!IsReal && C.Ty->Width > 1)
    OS << " [" << C.Ty->Width - 1 << ":0]";
  OS << " $end\n";
}

static void change(llvm::raw_ostream &OS, const Column &C, size_t I,
                   const APInt &V) {
  if (C.Ty->is(st::Type::Kind::Real)) {
    OS << 'r' << textOf(V, *C.Ty) << ' ' << codeOf(I) << '\n';
  } else if (C.Ty->Width == 1) {
    OS << (V.isZero() ? '0' : '1') << codeOf(I) << '\n';
  } else {
    llvm::SmallString<64> Bits;
    V.toString(Bits, 2, /*Signed=*/false);
    OS << 'b' << Bits << ' ' << codeOf(I) << '\n';
  }
}

std::string sooth::valueChangeDump(const st::CycleModel &M, const CycleRun &R,
                                   llvm::StringRef Name) {
  static constexpr std::pair<Column::Role, const char *> Scopes[] = {
      {Column::Role::Input, "inputs"},
      {Column::Role::State, "state"},
      {Column::Role::Output, "outputs"}};
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "$timescale 1 ms $end\n$scope module " << wordOf(Name) << " $end\n";
  for (auto [Role, Scope] : Scopes) {
    OS << "$scope module " << Scope << " $end\n";
    for (size_t I = 0; I < M.Columns.size(); ++I)
      if (M.Columns[I].What == Role)
        declare(OS, M.Columns[I], I);
    OS << "$upscope $end\n";
  }
  OS << "$upscope $end\n$enddefinitions $end\n";
  for (size_t Cycle = 0; Cycle < R.size(); ++Cycle) {
    OS << '#' << Cycle << '\n';
    for (size_t I = 0; I < M.Columns.size(); ++I)
      if (Cycle == 0 || R[Cycle][I] != R[Cycle - 1][I])
        change(OS, M.Columns[I], I, R[Cycle][I]);
  }
  OS << '#' << R.size() << '\n';
  return Text;
}
