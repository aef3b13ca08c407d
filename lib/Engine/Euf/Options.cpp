//===- Options.cpp - How IC3 over EUF can be configured -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Euf/Euf.h"

using namespace sooth;

namespace {
/// With EufOptions' own names in scope.
struct Reader : EufOptions {
  static OptionTable<EufOptions> readTable() {
    OptionTable<EufOptions> Table;
#define OPTION(NAME, METAVAR, MEANING) Table.add(NAME, METAVAR, MEANING);
#define VALUE(NAME, SET, ADVICE)                                               \
  Table.addValue(NAME, [](EufOptions &O) { O.SET; }, ADVICE);
#include "Options.def"
    return Table;
  }
};
} // namespace

const OptionTable<EufOptions> &sooth::eufOptions() {
  static const OptionTable<EufOptions> Table = Reader::readTable();
  return Table;
}
