//===- OutsideVariables.h - What callers know of variables ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_OUTSIDEVARIABLES_H
#define SOOTH_LIB_DRIVER_PROGRAMS_OUTSIDEVARIABLES_H

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Function;
class GlobalValue;
class raw_ostream;
} // namespace llvm

namespace sooth {

class ProgramGlobals;
class ReadPointers;

/// Notes in the module of \p Entry, a copy of a part of the program that \p Of
/// is about, which of its variables callers of that may know, if they are
/// accessed as something is that pointers lead to; and what of it the program
/// may have stored in memory of others (Base/OutsideVariables.h), if \p Read
/// says that it is read.
void noteOutsideVariables(llvm::Function &Entry, const ProgramGlobals &Of,
                          const ReadPointers &Read);

/// All that is noted in a copy of \p Reached depends on, but for what
/// ProgramGlobals::print tells of variables, and for how callers pass them.
void printStoredOutside(
    llvm::raw_ostream &OS, const ProgramGlobals &Of,
    const llvm::SmallPtrSetImpl<const llvm::GlobalValue *> &Reached);

} // namespace sooth

#endif
