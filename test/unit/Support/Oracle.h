//===- Oracle.h - Judging evidence by enumeration -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_UNIT_SUPPORT_ORACLE_H
#define SOOTH_TEST_UNIT_SUPPORT_ORACLE_H

#include "sooth/Result/Result.h"

namespace sooth::test {

/// Replays \p T; an empty text if it is a run to an error, else what is wrong.
std::string replay(const Cfa &C, const CfaTrace &T);

/// Enumerates all states of all locations with a formula, follows the paths to
/// the next ones state by state, and looks for a step out of \p I; an empty
/// text if there is none.
std::string judge(const Cfa &C, const CfaInvariant &I);

} // namespace sooth::test

#endif
