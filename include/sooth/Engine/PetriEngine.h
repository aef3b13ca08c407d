//===- PetriEngine.h - What every engine for nets is --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Engine.h's counterpart for place/transition nets.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_PETRIENGINE_H
#define SOOTH_ENGINE_PETRIENGINE_H

#include "sooth/Result/PetriResult.h"
#include "sooth/Support/Budget.h"
#include "sooth/Support/Statistics.h"

namespace sooth {

/// One algorithm for one net, which it may prepare once for many questions.
class PetriEngine {
public:
  virtual ~PetriEngine() = default;
  virtual llvm::StringRef name() const = 0;
  /// Whether a reachable marking satisfies \p Goal. Inconclusive when \p B is
  /// used up. The evidence is in terms of the engine's net.
  virtual PetriResult check(const PetriFormula &Goal, const Budget &B) = 0;
  /// Adds figures of all checks so far, named "NAME.figure".
  virtual void report(Statistics &S) const = 0;
};

} // namespace sooth

#endif
