//===- BackTranslation.h - From a transformed model to the original -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every transform returns the way back of evidence: a trace of the transformed
// model becomes a trace of the original, an invariant becomes an invariant.
// A transform need not be trusted: what comes back is checked on the original
// (Check library).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_BACKTRANSLATION_H
#define SOOTH_TRANSFORM_BACKTRANSLATION_H

#include "sooth/Result/Result.h"

#include "llvm/ADT/ArrayRef.h"

#include <functional>
#include <memory>

namespace sooth {

/// The way back between two automata. Refers to the original, which must
/// outlive it; does not refer to the transformed model.
class CfaBackTranslation {
public:
  virtual ~CfaBackTranslation();
  /// A run of the original that reaches the same error. If \p T is not a run
  /// of the transformed model, the result is not a run to an error either.
  virtual CfaTrace back(const CfaTrace &T) const = 0;
  /// Inductive on the original if \p I is so on the transformed model.
  virtual CfaInvariant back(const CfaInvariant &I) const = 0;

  /// Of whole results; reasons stay what they are.
  CfaResult back(const CfaResult &R) const;
};

struct TransformedCfa {
  Cfa Model;
  std::unique_ptr<CfaBackTranslation> Back;
};

using CfaTransform = std::function<TransformedCfa(const Cfa &)>;

/// Applies \p Steps one after the other. The result's way back goes through
/// all of them and owns the models in between; \p C must outlive it.
/// Requires at least one step.
TransformedCfa applyAll(const Cfa &C, llvm::ArrayRef<CfaTransform> Steps);

} // namespace sooth

#endif
