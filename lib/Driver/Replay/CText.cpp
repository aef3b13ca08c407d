//===- CText.cpp - Parts of C programs ------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace sooth;

std::pair<uint64_t, uint64_t> sooth::halves(const Value &V) {
  if (V.isBool())
    return {V.boolean(), 0};
  llvm::APInt Bits =
      V.isBitVec() ? V.bits().zextOrTrunc(128) : llvm::APInt(128, 0);
  return {Bits.extractBitsAsZExtValue(64, 0),
          Bits.extractBitsAsZExtValue(64, 64)};
}

std::string sooth::literal(llvm::StringRef Text) {
  std::string Result = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\' || C == '?') // no trigraphs
      Result += '\\';
    if (llvm::isPrint(C))
      Result += C;
    else
      Result += llvm::formatv("\\{0:o3}", unsigned((unsigned char)C)).str();
  }
  return Result + "\"";
}

std::string sooth::comment(llvm::StringRef Text) {
  std::string Result;
  for (char C : Text)
    Result += (C == '/' || C == '\\') && Result.ends_with("*") ? ' ' : C;
  std::ranges::replace(Result, '\n', ' ');
  return Result;
}

void sooth::writeBytes(llvm::raw_ostream &OS, llvm::ArrayRef<uint8_t> Bytes) {
  OS << "{";
  for (auto [I, Byte] : llvm::enumerate(Bytes))
    OS << (I == 0 ? "" : I % 16 ? ", " : ",\n    ") << unsigned(Byte);
  OS << "}";
}
