//===- Pdr.h - IC3 on bits ------------------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IC3, also called property-directed reachability, on the and-inverter graph of
// a system, with a SAT solver (docs/EnginePdr.md). Unbounded numbers are seen
// through predicates. Of arrays it says that it does not support them.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_PDR_PDR_H
#define SOOTH_ENGINE_PDR_PDR_H

#include "sooth/Engine/Engine.h"

#include <memory>

namespace sooth {

std::unique_ptr<TsEngine> createPdr();

} // namespace sooth

#endif
