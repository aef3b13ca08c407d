//===- AigerWriter.cpp - Writing AIGER ------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/Aiger.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;

static void writeDelta(llvm::raw_ostream &OS, unsigned Delta) {
  for (; Delta >= 128; Delta >>= 7)
    OS << char((Delta & 127) | 128);
  OS << char(Delta);
}

static void writeLatches(llvm::raw_ostream &OS, const AigerModel &M,
                         AigerFormat F) {
  using Start = AigerModel::Latch::Start;
  AigLiteral Lhs = 2 * M.firstLatch();
  for (const AigerModel::Latch &L : M.Latches) {
    if (F == AigerFormat::Ascii)
      OS << Lhs << ' ';
    OS << L.Next;
    if (L.Reset != Start::Zero)
      OS << ' ' << (L.Reset == Start::One ? AigTrue : Lhs);
    OS << '\n';
    Lhs += 2;
  }
}

static void writeGates(llvm::raw_ostream &OS, const AigerModel &M,
                       AigerFormat F) {
  AigLiteral Lhs = 2 * M.firstGate();
  for (const AigerModel::Gate &G : M.Gates) {
    const auto [Low, High] = std::minmax(G.A, G.B);
    if (F == AigerFormat::Ascii) {
      OS << Lhs << ' ' << High << ' ' << Low << '\n';
    } else {
      writeDelta(OS, Lhs - High);
      writeDelta(OS, High - Low);
    }
    Lhs += 2;
  }
}

static void writeSymbol(llvm::raw_ostream &OS, char Kind, size_t Number,
                        llvm::StringRef Symbol) {
  if (Symbol.empty())
    return;
  OS << Kind << Number << ' ';
  for (char C : Symbol)
    OS << (llvm::isPrint(C) ? C : '_');
  OS << '\n';
}

void sooth::writeAiger(llvm::raw_ostream &OS, const AigerModel &M,
                       AigerFormat F) {
  OS << (F == AigerFormat::Ascii ? "aag " : "aig ") << M.numVariables() - 1
     << ' ' << M.Inputs.size() << ' ' << M.Latches.size() << " 0 "
     << M.Gates.size() << ' ' << M.Bads.size();
  if (!M.Constraints.empty())
    OS << ' ' << M.Constraints.size();
  OS << '\n';
  if (F == AigerFormat::Ascii)
    for (unsigned I = 0; I < M.Inputs.size(); ++I)
      OS << 2 * (1 + I) << '\n';
  writeLatches(OS, M, F);
  for (const AigerModel::Bad &B : M.Bads)
    OS << B.Cond << '\n';
  for (AigLiteral C : M.Constraints)
    OS << C << '\n';
  writeGates(OS, M, F);
  for (size_t I = 0; I < M.Inputs.size(); ++I)
    writeSymbol(OS, 'i', I, M.Inputs[I]);
  for (size_t I = 0; I < M.Latches.size(); ++I)
    writeSymbol(OS, 'l', I, M.Latches[I].Symbol);
  for (size_t I = 0; I < M.Bads.size(); ++I)
    writeSymbol(OS, 'b', I, M.Bads[I].Symbol);
}

static void writeRow(llvm::raw_ostream &OS, const std::vector<bool> &Bits) {
  for (bool B : Bits)
    OS << (B ? '1' : '0');
  OS << '\n';
}

void sooth::writeAigerWitness(llvm::raw_ostream &OS, unsigned Bad,
                              const AigerRun &R) {
  OS << "1\nb" << Bad << '\n';
  writeRow(OS, R.Latches);
  for (const std::vector<bool> &Inputs : R.Inputs)
    writeRow(OS, Inputs);
  OS << ".\n";
}
