//===- Overruns.h - Locals that sroa would take too lightly ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sroa takes an access beyond the end of a local for impossible: it drops such
// writes, and fills up such reads with zeros. So locals with such accesses must
// stay in memory. An access shows only once the pointer to it is a register,
// which may happen in the middle of sroa's work; so a local whose address is
// kept in another variable has to wait until it no longer is.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_OVERRUNS_H
#define SOOTH_LIB_FRONTEND_LLVM_OVERRUNS_H

namespace llvm {
class AllocaInst;
class Function;
} // namespace llvm

namespace sooth {

/// Adds a read that sroa does not understand and removeUnusedResults() removes.
void keepInMemory(llvm::AllocaInst &Local);

/// Keeps those locals of \p F in memory. Returns how many of them have to wait:
/// as long as that number falls, sroa should be run again.
unsigned holdLocals(llvm::Function &F);

} // namespace sooth

#endif
