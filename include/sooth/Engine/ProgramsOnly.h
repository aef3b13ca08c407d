//===- ProgramsOnly.h - In place of an engine for systems -------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_PROGRAMSONLY_H
#define SOOTH_ENGINE_PROGRAMSONLY_H

#include "sooth/Engine/Engine.h"

#include <string>

namespace sooth {

/// Says of every system that the engine of this name is for programs.
class ProgramsOnly final : public TsEngine {
public:
  explicit ProgramsOnly(llvm::StringRef Name) : Name(Name) {}
  llvm::StringRef name() const override { return Name; }
  void report(Statistics &) const override {}
  TsResult check(const TransitionSystem &, const Property &,
                 const Budget &) override {
    return TsResult::unknown(UnknownReason::Kind::NoProgress,
                             "only for programs");
  }

private:
  std::string Name;
};

} // namespace sooth

#endif
