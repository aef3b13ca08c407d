//===- ScalarElements.h - Vectors become their elements -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors, those of the program and those in which clang hands over small
// structures of floating-point numbers, become the scalars they consist of:
// reads and writes of their elements, operations on each. LLVM's scalarizer
// does most of that. Around it,
//
// - reading or writing one element of a vector in memory is an access to that
//   element, whatever the index: so it is seen if what it reads was never
//   written;
// - an index that is none in the vector is undefined behaviour, also where the
//   vector is a member of something larger: what compilers make of it is not an
//   access to what comes next;
// - elements are combined to the bits of an integer, and to sums and the like.
//
// What is left are arguments and results of functions without bodies, vectors
// that are volatile and written by others, vectors of bits in memory, and what
// the target's own instructions do.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_SCALARELEMENTS_H
#define SOOTH_LIB_FRONTEND_LLVM_SCALARELEMENTS_H

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Alignment.h"

#include <optional>

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace sooth {

/// The vector that an access to one element is an access to.
struct WholeVector {
  llvm::Value *Address;
  llvm::Align Needed;
};
/// If \p Access is a load or store that the pass made of one to a whole vector.
std::optional<WholeVector> wholeVector(const llvm::Instruction &Access);

/// May be called again when calls were inlined. Functions without vectors are
/// left alone.
class ScalarElementsPass : public llvm::PassInfoMixin<ScalarElementsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Functions);
  static bool isRequired() { return true; }
};

} // namespace sooth

#endif
