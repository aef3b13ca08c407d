//===- MemoryProperty.h - What may be asked of memory ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_MEMORYPROPERTY_H
#define SOOTH_FRONTEND_LLVM_MEMORYPROPERTY_H

#include <set>
#include <string_view>

namespace sooth {

enum class MemoryProperty {
#define MEMORY_CHECK(KIND, NAME, VIOLATION) KIND,
#include "sooth/Frontend/LLVM/Base/Checks.def"
};
using MemoryProperties = std::set<MemoryProperty>;

/// Those that a user calls \p Name; "memory" is all of them. Empty if that is
/// the name of something else.
MemoryProperties memoryProperties(std::string_view Name);

/// What a user calls it.
std::string_view nameOf(MemoryProperty Property);

} // namespace sooth

#endif
