//===- ObjectTable.h - Addresses for people -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a pointer of a trace points to, as the user would write it: "&a[3].x",
// "memory from 'malloc' in line 6", "null".
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_OBJECTTABLE_H
#define SOOTH_MODEL_OBJECTTABLE_H

#include "sooth/Model/AccessPath.h"
#include "sooth/Model/MemoryCells.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sooth {

class ObjectTable {
public:
  struct Object {
    /// "a" for a variable or a function, else a phrase.
    std::string Name;
    enum class Kind { Scalar, Structure, Array, Function, Text, Other } What;
    /// By offset in bytes, like "[3].x".
    std::map<uint64_t, AccessPath::Steps> Parts;
    std::optional<uint64_t> Size;
    /// For Text, the characters before the terminating zero.
    std::string Characters;
    /// For what may hold text that changes, where that is; else null.
    ObjectContent Content = nullptr;
  };

  /// The object with the next number, from 1 on.
  void add(Object New) { Objects.push_back(std::move(New)); }
  /// What objects with higher numbers are.
  void setOthers(std::string Name) { Others = std::move(Name); }

  /// Numbers from \p First on are of objects that are there before the entry is
  /// called: families of them, each with \p FamilySize numbers.
  void setCallers(uint64_t First, uint64_t FamilySize) {
    FirstOfCallers = First;
    this->FamilySize = FamilySize;
  }

  std::string text(uint64_t Number, int64_t Offset) const;
  /// The object of this number, if it has its own.
  const Object *find(uint64_t Number) const {
    return Number > 0 && Number <= Objects.size() ? &Objects[Number - 1]
                                                  : nullptr;
  }

  /// "\"ab\n\"", cut if it is long.
  static std::string quoted(const std::string &Characters);

private:
  std::vector<Object> Objects;
  std::string Others = "allocated memory";
  uint64_t FirstOfCallers = UINT64_MAX, FamilySize = 1;
};

} // namespace sooth

#endif
