//===- Encoder.h - From LLVM IR to guarded commands -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Encodes a function as a Cfa of scalars (EUFORIA dissertation, 3.2.1): one
// location per basic block, one edge per edge of the control flow and one per
// error that a block may raise, with the block's computations substituted into
// guards and updates.
//
// - Every integer is a bit-vector of its width, i1 is Bool. Undefined
//   behaviour has the meaning x86 gives it: arithmetic wraps, shift amounts
//   are masked, and a division that traps ends the run.
// - Memory, pointers and floating-point numbers are not modelled. What is read
//   from there into an integer is an input of kind Havoc, an
//   over-approximation; its Source says what was read.
// - Each read of undef or poison is an input of kind Unset.
// - Runs end silently in exit() and its kin; main's return leads to a location
//   "exit" without successors.
// - A function that is called and not inlined is a procedure: its body is there
//   once, with its own locations and variables, which is enough as long as it
//   is not recursive. Calls are edges to it and back (5.2; FunctionEncoder.h).
//
// The names that state the property are those of Vocabulary.h.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_ENCODER_H
#define SOOTH_FRONTEND_LLVM_ENCODER_H

#include "sooth/Frontend/LLVM/Base/UnsupportedError.h"
#include "sooth/Frontend/LLVM/Encode/EncodeOptions.h"
#include "sooth/Model/Cfa.h"
#include "sooth/Model/ModularProgram.h"
#include "sooth/Model/Need.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/Support/Error.h"

#include <map>
#include <memory>

namespace llvm {
class Function;
} // namespace llvm

namespace sooth {

struct EncodedProgram {
  std::unique_ptr<Cfa> Model;
  /// Separate only if that makes a difference.
  Members HowMembers = Members::Joined;
  /// What is taken to be true of the pointers that the entry is given, and of
  /// the functions that it calls.
  std::vector<Need> Environment;
  /// Whether there is memory that the entry's callers have made.
  bool HasOutside = false;
  /// Whether functions of the program are called that are not looked into.
  bool HasSummaries = false;
  /// Whether more could be taken to be true of it: that some objects are
  /// strings, and that some arrays are as long as other arguments say.
  bool HasStrings = false, HasCounts = false;
  /// Whether EncodeOptions::TakesKept makes a difference.
  bool HasKept = false;
  /// By error location of kind Limit: the error locations to which a run may
  /// come that was there, had that not been its end, by location. Not for
  /// limits of which that is not known.
  std::map<LocationId, std::shared_ptr<const llvm::BitVector>> MayFollow;
};

/// Encodes the runs that start in \p Entry, with arbitrary arguments. Expects
/// a prepared module (Prepare.h): locals and globals promoted where possible,
/// calls of defined functions inlined or alone in their blocks. Fails with an
/// UnsupportedError where no sound encoding exists: recursive functions and
/// others that are no procedures and may fail, exceptions, setjmp, threads, and
/// function pointers through which an error may be reached.
///
/// \p Ctx must outlive the result; the module need not.
llvm::Expected<EncodedProgram> encodeCfa(ExprContext &Ctx,
                                         const llvm::Function &Entry,
                                         const EncodeOptions &Options = {});

/// The same, with procedures that may be recursive and whose calls are no
/// edges, and that take and give the memory that they share. Fails as well if a
/// function calls the entry, or if the address of a local, of which each
/// activation has its own, may still be known when it is gone; and if it is to
/// be checked what is initialized or lost (CheckMemory.h). Expects that
/// functions that are not recursive are inlined.
llvm::Expected<ModularProgram> encodeModular(ExprContext &Ctx,
                                             const llvm::Function &Entry);

} // namespace sooth

#endif
