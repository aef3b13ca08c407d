//===- PrintRegions.h - How memory is split, for people -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_MEMORY_PRINTREGIONS_H
#define SOOTH_FRONTEND_LLVM_MEMORY_PRINTREGIONS_H

#include "sooth/Frontend/LLVM/Base/Environment.h"
#include "sooth/Frontend/LLVM/Base/Members.h"

namespace llvm {
class Function;
class raw_ostream;
} // namespace llvm

namespace sooth {

/// How the memory of \p Entry, as for encodeCfa, is split: one line for each
/// region, with the objects in it, its cells, and what is known of them.
/// Explained, with the instructions that are the reason why some are made of
/// bytes or have unknown pointers, and what made one of several objects.
enum class RegionDetail { Plain, Explained };
void printRegions(llvm::raw_ostream &OS, const llvm::Function &Entry,
                  RegionDetail Detail = RegionDetail::Plain,
                  Members How = Members::Separate,
                  Environment Outside = Environment::Any);

} // namespace sooth

#endif
