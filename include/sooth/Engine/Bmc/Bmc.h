//===- Bmc.h - Bounded model checking and k-induction ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Unrolls the transition relation in one incremental solver. With k-induction
// (Sheeran, Singh and Stålmarck, FMCAD 2000) a second solver asks after every
// depth k whether k consecutive good states are always followed by a good
// one; with simple paths the method is complete on finite systems. Either
// method also notices when runs have no more new states to offer.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_BMC_BMC_H
#define SOOTH_ENGINE_BMC_BMC_H

#include "sooth/Engine/Engine.h"

#include <memory>

namespace sooth {

struct BmcOptions {
  enum class Method { Bounded, KInduction } Use = Method::KInduction;
  /// Depth at which to give up with Unknown{Bound}; 0 means never.
  unsigned MaxDepth = 0;
  /// Whether an invariant may be about simple paths; Any or Simple.
  TsInvariant::Paths Paths = TsInvariant::Paths::Simple;
};

std::unique_ptr<TsEngine> createBmc(BmcOptions O = {});

} // namespace sooth

#endif
