//===- Cause.h - Why something is not known -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Why a model or an engine does not know something, as data. Causes.def has
// them all, with their words, which nothing reads but people.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_CAUSE_H
#define SOOTH_MODEL_CAUSE_H

#include "sooth/Model/Failure.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace sooth {

struct Cause {
  enum class Kind {
    None,
    Fault, ///< what the member Fault says
#define CAUSE(Name, Words) Name,
#include "sooth/Model/Causes.def"
    End ///< how many there are
  };

  Cause() = default;
  Cause(Kind What, std::string Subject = "", std::string Object = "")
      : What(What), Subject(std::move(Subject)), Object(std::move(Object)) {}
  Cause(Kind What, llvm::StringRef Subject, llvm::StringRef Object = "")
      : Cause(What, Subject.str(), Object.str()) {}
  Cause(Kind What, const char *Subject, const char *Object = "")
      : Cause(What, std::string(Subject), std::string(Object)) {}
  Cause(Kind What, uint64_t Number) : What(What), Number(Number) {}
  Cause(Failure F) : What(Kind::Fault), Fault(std::move(F)) {}

  /// The words of a solver, of a checker or of the operating system, told as
  /// they are.
  static Cause quote(std::string Words) {
    return Words.empty() ? Cause() : Cause(Kind::Quoted, std::move(Words));
  }

  Kind What = Kind::None;
  std::string Subject, Object;
  uint64_t Number = 0;
  std::optional<Failure> Fault = {};

  friend auto operator<=>(const Cause &, const Cause &) = default;
};

/// "read of array 'a[i]'"; empty for None.
std::string message(const Cause &C);

} // namespace sooth

#endif
