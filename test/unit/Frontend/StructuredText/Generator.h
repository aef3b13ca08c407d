//===- Generator.h - Random Structured Text
//-----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_UNIT_FRONTEND_STRUCTUREDTEXT_GENERATOR_H
#define SOOTH_TEST_UNIT_FRONTEND_STRUCTUREDTEXT_GENERATOR_H

#include <cstdint>
#include <string>

namespace sooth::st {

/// A program that is well typed, whose loops end, and that depends on the seed
/// alone.
std::string randomProgram(uint64_t Seed);

} // namespace sooth::st

#endif
