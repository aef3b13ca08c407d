//===- MemoryProperty.cpp - What may be asked of memory -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/MemoryProperty.h"

#include <algorithm>
#include <utility>

using namespace sooth;

static constexpr std::pair<std::string_view, MemoryProperty> Names[] = {
#define MEMORY_CHECK(KIND, NAME, VIOLATION) {NAME, MemoryProperty::KIND},
#include "sooth/Frontend/LLVM/Base/Checks.def"
};

MemoryProperties sooth::memoryProperties(std::string_view Name) {
  MemoryProperties Found;
  for (auto [Known, Property] : Names)
    if (Name == Known || Name == "memory")
      Found.insert(Property);
  return Found;
}

std::string_view sooth::nameOf(MemoryProperty Property) {
  return std::ranges::find(Names, Property,
                           &std::pair<std::string_view, MemoryProperty>::second)
      ->first;
}
