//===- ProgramModels.h - What engines see of a program --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_VERIFY_PROGRAMMODELS_H
#define SOOTH_LIB_DRIVER_VERIFY_PROGRAMMODELS_H

#include "sooth/Check/CheckResult.h"
#include "sooth/Engine/EngineInfo.h"
#include "sooth/Transform/Cfa/CfaToTs.h"
#include "sooth/Transform/Cfa/LargeBlock.h"

namespace sooth {

/// The models made from a part of the program, and the way back.
class ProgramModels {
public:
  /// \p Original must outlive this.
  ProgramModels(const Cfa &Original, Encoding Blocks);

  /// Whether any error can be reached. Refers to this.
  Question question() const {
    return {Ts.Model, AnyError, &Sliced.Model,
            [this](const Budget &B) { return facts(B); }};
  }
  /// Why \p R, an answer to that, does not count; nothing if it does.
  std::optional<UnknownReason> confirm(const AnyResult &R,
                                       const Budget &B) const;
  /// Sets what is known by \p R, which was confirmed, here or elsewhere.
  void accept(const AnyResult &R);

  const Cfa &Original;
  TransformedCfa Sliced, Blocks;
  TransformedTs Ts;
  Property AnyError;
  /// What accept() was given, in terms of the original.
  CfaTrace Run;
  /// Null after a proof that is none on small steps.
  std::optional<CfaInvariant> Invariant;
  /// The same if it is one of formulas.
  std::optional<CfaInvariant> formulas() const {
    return Invariant && !Invariant->isUnwinding() ? Invariant : std::nullopt;
  }

private:
  std::optional<KnownFacts> facts(const Budget &B) const;
  std::optional<UnknownReason> confirm(const TsResult &R,
                                       const Budget &B) const;
  /// \p R is about Sliced.
  std::optional<UnknownReason> confirm(const CfaResult &R,
                                       const Budget &B) const;
  /// The formulas of \p I, or the run \p T, on Sliced.
  CfaInvariant onSlice(const TsInvariant &I) const {
    return Blocks.Back->back(Ts.Back->back({I.Formula}));
  }
  CfaTrace onSlice(const TsTrace &T) const {
    return Blocks.Back->back(Ts.Back->back(T));
  }
};

/// What holds at the locations of \p C by abstract interpretation, which is no
/// proof that errors are not reached; nothing if \p B is used up before.
std::optional<CfaInvariant> factsAbout(const Cfa &C, Encoding Blocks,
                                       const Budget &B);

} // namespace sooth

#endif
