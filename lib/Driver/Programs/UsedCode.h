//===- UsedCode.h - Programs without what they do not use ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models of the whole C library are linked to each program: more code than most
// programs have themselves. Where a program is copied for each of its
// functions, copies are made of what is used.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_USEDCODE_H
#define SOOTH_LIB_DRIVER_PROGRAMS_USEDCODE_H

#include "sooth/Frontend/LLVM/Passes/WholeProgram.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <memory>
#include <vector>

namespace llvm {
class Function;
class GlobalValue;
class GlobalVariable;
class Metadata;
class Module;
class Value;
} // namespace llvm

namespace sooth {

class CalleeStubs;
class ProgramGlobals;

/// Constants, functions and variables among them.
using UsedValues = llvm::SmallPtrSet<const llvm::Value *, 32>;

/// What those of \p M lead to by their operands that \p IsRoot, with these.
UsedValues usedFrom(const llvm::Module &M,
                    llvm::function_ref<bool(const llvm::GlobalValue &)> IsRoot);

/// A copy of what of \p M is \p Used.
std::unique_ptr<llvm::Module> copyOf(const llvm::Module &M,
                                     const UsedValues &Used);

/// A copy of \p M without those models of library functions that nothing else
/// in it leads to.
std::unique_ptr<llvm::Module> copyUsedCode(const llvm::Module &M);

/// What a copy of a program for one of its functions has.
struct CodeToCopy {
  ReachedCode Reached;
  /// Functions among them that become stubs.
  std::vector<const llvm::Function *> Stubs;
};

/// What runs from \p Entry may come to, \p Of its program included: functions
/// that it finds in variables, or that callers may pass pointers to. Where calls
/// of functions are summarized, \p Stubs says which of them become stubs, and is
/// null otherwise.
CodeToCopy codeToCopy(const llvm::Function &Entry, const ProgramGlobals &Of,
                      const CalleeStubs *Stubs);
/// The same of all \p Entries, without stubs.
CodeToCopy codeToCopy(llvm::ArrayRef<const llvm::Function *> Entries,
                      const ProgramGlobals &Of);
/// The variables of such a copy that the stub of \p F may use.
std::vector<const llvm::GlobalVariable *>
usedByStub(const llvm::Function &F, const CodeToCopy &Code,
           const CalleeStubs &Stubs);

struct OpenCopy {
  std::unique_ptr<llvm::Module> Program;
  bool HasStubs;
};

/// Debug information that copies of a module have in common with it: whoever
/// changes it changes it in all of them.
class CommonDebugInfo {
public:
  explicit CommonDebugInfo(const llvm::Module &M);
  /// Lets all of it stand for itself where something is copied by \p Copies.
  void keepIn(llvm::ValueToValueMapTy &Copies) const;

private:
  std::vector<const llvm::Metadata *> Nodes;
};

/// A copy of that. Nothing else of the program may be asked about afterwards.
OpenCopy copyReachable(const llvm::Function &Entry, const ProgramGlobals &Of,
                       const CommonDebugInfo &InCommon,
                       const CalleeStubs *Stubs);

/// The same for several entries of one module, without stubs.
std::unique_ptr<llvm::Module>
copyReachable(llvm::ArrayRef<const llvm::Function *> Entries,
              const ProgramGlobals &Of, const CommonDebugInfo &InCommon);

/// Gives \p To, which is \p F in a copy but without a body and so without
/// metadata, what metadata says of \p F, and its parameters their names.
void copyNotes(const llvm::Function &F, llvm::Function &To,
               llvm::ValueToValueMapTy &Copies);

/// Makes the module of \p Entry a program that begins there; what others could
/// see of it is remembered.
void makeWholeProgram(llvm::Function &Entry);

} // namespace sooth

#endif
