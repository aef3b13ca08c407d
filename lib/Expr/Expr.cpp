//===- Expr.cpp - Hash-consed expressions ---------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/Expr.h"

#include "llvm/Support/raw_ostream.h"

using namespace sooth;

void Sort::print(llvm::raw_ostream &OS) const {
  switch (kind()) {
  case SortKind::Bool:
    OS << "Bool";
    return;
  case SortKind::BitVec:
    OS << "(_ BitVec " << width() << ')';
    return;
  case SortKind::Int:
    OS << "Int";
    return;
  case SortKind::Real:
    OS << "Real";
    return;
  case SortKind::Array:
    OS << "(Array ";
    index().print(OS);
    OS << ' ';
    element().print(OS);
    OS << ')';
    return;
  }
}

llvm::StringRef sooth::kindName(Kind K) {
  static const char *const Names[] = {
#define SOOTH_KIND(NAME, SMT) #NAME,
#include "sooth/Expr/Kinds.def"
  };
  return Names[unsigned(K)];
}

llvm::StringRef sooth::smtName(Kind K) {
  static const char *const Names[] = {
#define SOOTH_KIND(NAME, SMT) SMT,
#include "sooth/Expr/Kinds.def"
  };
  return Names[unsigned(K)];
}

bool Expr::isAtom() const {
  if (!isBool())
    return false;
  switch (kind()) {
  case Kind::Const:
  case Kind::Not:
  case Kind::And:
  case Kind::Or:
  case Kind::Ite:
    return false;
  case Kind::Eq:
    return !operand(0).isBool();
  default:
    return true;
  }
}
