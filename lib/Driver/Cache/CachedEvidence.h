//===- CachedEvidence.h - Evidence that was found before ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs and invariants, by the model that they are about, without its places: so
// code that has moved finds them, too. Whoever made an entry need not be
// trusted, as Check looks at it like at that of an engine.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_CACHE_CACHEDEVIDENCE_H
#define SOOTH_LIB_DRIVER_CACHE_CACHEDEVIDENCE_H

#include "sooth/Driver/Cache/CacheStore.h"
#include "sooth/Driver/Processes/Portfolio.h"
#include "sooth/Engine/Cells/Cells.h"
#include "sooth/Transform/Cfa/LargeBlock.h"

namespace sooth {

/// As runPortfolio(), but what \p Confirm accepts of the evidence in \p Cache
/// spares the engines. \p Blocks is how the system in \p Q was made of the
/// program, which must be there.
PortfolioAnswer runPortfolio(const CacheStore &Cache, Encoding Blocks,
                             const Question &Q, const Budget &B,
                             const PortfolioOptions &Options,
                             Confirmation Confirm);

/// What excludeErrors() has found for \p C and \p O, if it is in \p Cache; Why
/// is to be confirmed.
std::optional<ExcludedErrors> findExcludedErrors(const CacheStore &Cache,
                                                 const Cfa &C,
                                                 const CellsOptions &O);
/// Keeps \p Found if it is complete.
void keepExcludedErrors(const CacheStore &Cache, const Cfa &C,
                        const CellsOptions &O, const ExcludedErrors &Found);

} // namespace sooth

#endif
