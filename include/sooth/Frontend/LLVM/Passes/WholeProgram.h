//===- WholeProgram.h - Steps that need to see all of a program -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small steps on a linked module: what can be reached, what is visible, what
// runs before the entry, and calls that do not fit the function they call.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_WHOLEPROGRAM_H
#define SOOTH_FRONTEND_LLVM_WHOLEPROGRAM_H

#include "sooth/Frontend/LLVM/Passes/Linkage.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallBase;
class Function;
class GlobalObject;
class GlobalValue;
class GlobalVariable;
class Module;
} // namespace llvm

namespace sooth {

/// Removes functions and globals that \p Entry cannot reach: through calls,
/// addresses, or what the loader runs. With Linkage::OneModule whatever other
/// modules can see also stays. Returns true if something was removed.
bool dropUnreachable(llvm::Module &M, llvm::Function &Entry, Linkage Scope);

/// What runs from a function may come to.
struct ReachedCode {
  llvm::SmallPtrSet<const llvm::GlobalValue *, 32> All;
  /// Of these the functions to which calls through pointers may lead, also
  /// where only code that is not reached takes their address: callers may pass
  /// it.
  llvm::SmallVector<const llvm::Function *, 8> PointerCallees;
};

/// Functions and variables whose addresses may be found in a variable.
using AddressesIn =
    llvm::function_ref<llvm::SmallVector<const llvm::GlobalObject *>(
        const llvm::GlobalVariable &)>;

/// What \p Entry and what the loader runs lead to: through calls, by name and
/// through pointers, addresses, and what is \p StoredIn variables, if that is
/// given. The bodies of functions that are \p LeftOut do not count.
ReachedCode
reachedFrom(const llvm::Function &Entry, AddressesIn StoredIn = nullptr,
            llvm::function_ref<bool(const llvm::Function &)> LeftOut = nullptr);

/// Lets dropUnreachable keep \p Callees. Does nothing if some are kept already.
void keepPointerCallees(llvm::Module &M,
                        llvm::ArrayRef<llvm::Function *> Callees);

/// The same for those that runs from \p Entry may come to.
void keepPointerCallees(llvm::Function &Entry);

/// Ends that: such calls are resolved. Functions that are called stay.
void releasePointerCallees(llvm::Module &M);

/// Whether \p Callee has the type that \p Call, through a pointer, calls. One
/// without a prototype says nothing of the parameters.
bool fitsPointerCall(const llvm::CallBase &Call, const llvm::Function &Callee);

/// Gives all definitions but \p Entry local linkage. Requires that the module
/// is the whole program. Remembers whether there was a variable among them.
void internalize(llvm::Module &M, llvm::Function &Entry);

/// A variable that had external linkage, so that functions which are declared
/// only may know its address; empty if there is none.
llvm::StringRef variableKnownElsewhere(const llvm::Module &M);

/// Makes functions that are errors by their name (Vocabulary.h) declarations,
/// so that calls to them stay calls.
void dropErrorBodies(llvm::Module &M);

/// Lets \p Entry call the constructors (llvm.global_ctors) before anything
/// else, in the order of their priorities.
void callConstructors(llvm::Module &M, llvm::Function &Entry);

/// Lets main call the destructors (llvm.global_dtors) where it returns or calls
/// exit, after the handlers of atexit, in the opposite order. Leaves the list
/// as it is if \p Entry is not main, or if other functions may end the program.
void callDestructors(llvm::Module &M, llvm::Function &Entry);

/// Makes direct calls to defined functions fit the function's type, as calls
/// without a prototype need not. Surplus arguments are dropped; what the caller
/// does not pass, or passes in another shape, is an arbitrary value. Calls that
/// disagree about structures in memory (byval, sret) are left alone: a call
/// whose type differs from the callee's may remain. If that is checked, a check
/// that fails is put before calls that C does not allow, once for all of them.
/// Returns whether anything changed.
bool repairCalls(llvm::Module &M);

/// Lets repairCalls check what it finds from here on.
void checkTypesOfCalls(llvm::Module &M);

/// The same only for calls that say nothing of the parameters ("int (*f)()"),
/// for which C leaves that to the caller; of pointers that have turned out to
/// be a function.
void repairUnprototypedCalls(llvm::Module &M);

/// A call to setjmp or another function that returns twice, or null.
llvm::CallBase *findSetjmp(llvm::Module &M);

} // namespace sooth

#endif
