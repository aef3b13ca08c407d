//===- ObjectCalls.h - What others call, with objects of theirs -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Others use a structure by the functions of its file: one function initializes
// an object, and others change it. A function that makes such calls, in any
// order, is where runs begin that show what objects really come to hold. To be
// executed as it is (OnlyRun.h): what an object holds before a function of the
// file has written it is not known then, and a run that depends on it ends. So
// only those runs count in which the object was initialized before.
//
// Callers of all files keep to some rules: numbers are small, texts end, no
// object is used after a function that may end it, and what has a contract is
// not called.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_OBJECTCALLS_H
#define SOOTH_LIB_DRIVER_PROGRAMS_OBJECTCALLS_H

#include "CallSequences.h"

namespace sooth {

enum class ObjectCalls {
  Any,
  /// Those after which memory that was freed is not for callers to think of:
  /// of functions that are given one structure each, some of which free memory.
  /// Whatever looks like the end of an object is its end.
  OfOneStructure
};

/// Those of \p Functions, of one module, that can be called so, by what they
/// share: two are together if they, or a series of others between them, are
/// given the same structure or have state in common. Only where there is a
/// structure.
std::vector<std::vector<StateOfFunction>>
bySharedObjects(llvm::ArrayRef<StateOfFunction> Functions, ObjectCalls Which,
                const ProgramGlobals &Of);

/// A program whose runs make such calls of \p Together, one of these groups.
CallSequences callsWithObjects(llvm::ArrayRef<StateOfFunction> Together,
                               ObjectCalls Which, const ProgramGlobals &Of,
                               const CommonDebugInfo &InCommon);

} // namespace sooth

#endif
