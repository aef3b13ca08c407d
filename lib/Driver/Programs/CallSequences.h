//===- CallSequences.h - What others call, from the program's beginning
//----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What variables hold that only the program writes follows from the calls that
// others have made before. A function that makes such calls, with any arguments
// and in any order, is where runs begin that show what variables really come to
// hold. Not all runs of the program are among them: callers pass no addresses
// of its own variables, and no pointer twice to a function that may free what
// it is given, or still use it later. (What breaks when one object is put into
// a list twice is for them to see to.) To all others a parameter passes one
// object in all calls.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_CALLSEQUENCES_H
#define SOOTH_LIB_DRIVER_PROGRAMS_CALLSEQUENCES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace sooth {

class CommonDebugInfo;
class ProgramGlobals;

/// The variables that runs from \p Entry may read and that hold only what its
/// program, \p Of, has stored there, or what they are initialized with.
std::vector<const llvm::GlobalVariable *>
ownStateOf(const llvm::Function &Entry, const ProgramGlobals &Of);

/// Whether runs can call \p F with arguments that they choose.
bool canBeCalledAtWill(const llvm::Function &F);

/// By the names of functions in \p Program, the pointers that they are given
/// and may still use when they have returned.
llvm::StringMap<llvm::SmallVector<unsigned, 2>>
keptParameters(const llvm::Module &Program);

/// Whether a run from \p F may free something.
bool mayFree(const llvm::Function &F, const ProgramGlobals &Of);

/// A function and its own state.
struct StateOfFunction {
  const llvm::Function *Of;
  std::vector<const llvm::GlobalVariable *> Variables;
};
/// \p Functions with state by what they share: two are together if they, or a
/// series of others between them, have a variable in common.
std::vector<std::vector<StateOfFunction>>
bySharedState(llvm::ArrayRef<StateOfFunction> Functions);

/// Which calls there are in a run.
enum class Sequences {
  All,   ///< any number, in any order
  Bursts ///< a few functions, each some times: what random choices come to
};

struct CallSequences {
  std::unique_ptr<llvm::Module> Program;
  /// The function of it that makes the calls.
  std::string Entry;
};

/// A whole program whose runs begin with the variables of \p Of as they are
/// initialized, but for those that other files may write, and then call \p
/// Functions, of one module, which all have to be such that they can be called
/// at will. \p InCommon is that of the module.
CallSequences
callsFromBeginning(llvm::ArrayRef<const llvm::Function *> Functions,
                   Sequences Which, const ProgramGlobals &Of,
                   const CommonDebugInfo &InCommon);

/// The same with one call of \p F, which any arguments can be passed to: runs
/// begin in it.
CallSequences callAtBeginning(const llvm::Function &F, const ProgramGlobals &Of,
                              const CommonDebugInfo &InCommon);

/// Whether all that can come about when others call \p Group, which is all
/// that \ref bySharedState has together, comes about in the runs of
/// \ref callsFromBeginning with all sequences: no other code changes or uses
/// its variables, and callers pass and get nothing but numbers.
bool areAllSequences(llvm::ArrayRef<StateOfFunction> Group,
                     const ProgramGlobals &Of);

} // namespace sooth

#endif
