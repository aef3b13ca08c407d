//===- Prepare.h - From clang's output to what is encoded -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The list of passes for a linked whole program that clang compiled with
// `-O0 -Xclang -disable-O0-optnone`. Prepare.cpp is that list, and printPasses
// prints it.
//
// Ensures: the runs into an error are those of the program (before slicing, all
// runs are), under the assumptions of SliceAssertions.h; no operand is undef or
// poison but that of a `freeze` and the base of insertvalue; nothing was
// concluded from undefined behaviour. Debug locations and variables survive,
// inlined ones with inlinedAt.
//
// Still in the program are loops, switches, calls of procedures that were not
// to be inlined, memory that is not scalar, calls through pointers, and calls
// whose type is not the callee's; the encoder says what it thinks of them.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_PREPARE_H
#define SOOTH_FRONTEND_LLVM_PREPARE_H

#include "sooth/Frontend/LLVM/Base/UnsupportedError.h"
#include "sooth/Frontend/LLVM/Passes/BoundRecursion.h"
#include "sooth/Frontend/LLVM/Passes/CheckArguments.h"
#include "sooth/Frontend/LLVM/Passes/InlineCalls.h"
#include "sooth/Frontend/LLVM/Passes/MemoryProperty.h"
#include "sooth/Frontend/LLVM/Passes/VolatileMeaning.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <string>

namespace llvm {
class Module;
class raw_ostream;
} // namespace llvm

namespace sooth {

class Statistics;

struct PrepareOptions {
  std::string Entry = "main";
  InlineCallsOptions Inline;
  /// Functions of which only is known what they may change (SummarizedName):
  /// what is checked in them is not asked about, but in the entry.
  std::vector<std::string> Summarized;
  /// Functions of which the same is so if they turn out to call themselves
  /// when calls through pointers are resolved. What is checked in them has to
  /// be asked about elsewhere.
  std::vector<std::string> SummarizedIfRecursive = {};
  /// All calls are looked into.
  void followCalls() {
    Summarized.clear();
    SummarizedIfRecursive.clear();
  }
  /// What their calls, and those of other functions, are checked for
  /// (CheckArguments.h).
  std::vector<CalleeNeeds> Needs = {};
  /// How deep recursion is followed that is no loop.
  BoundRecursionOptions Recursion;
  /// Keep inlines nothing, not even what ProcedureEncoding::Wait does.
  enum class Calls { Inline, Keep } Calls = Calls::Inline;
  /// What of memory is checked; see CheckMemory.h.
  MemoryProperties Memory;
  /// Whether malloc and its kin may return null when there is memory enough.
  enum class Allocation {
    Succeeds,
    MayFail
  } Allocations = Allocation::Succeeds;
  /// Who writes volatile variables.
  enum Volatile Volatile = Volatile::Memory;
  /// Which values inputs have: all, or one for those that the program does not
  /// tell apart.
  enum class Inputs { Distinct, All } Inputs = Inputs::Distinct;
  /// Whether short loops become straight code.
  enum class Loops { AsWritten, Copied } Loops = Loops::Copied;
  /// Whether copies and fills of lengths that the program computes become
  /// loops.
  enum class Transfers { AsWritten, Loops } Transfers = Transfers::Loops;
  /// Whether jumps are threaded past branches that a predecessor decides: more
  /// is known then after inlined functions, and runs tell less.
  enum class Branches { AsWritten, Threaded } Branches = Branches::AsWritten;
  /// Whether what is checked counts only where a variable has a value.
  struct Gate {
    std::string Variable; ///< a global of type int; empty for none
    unsigned Value = 0;
  } Gate = {};
  /// Without slicing the program still does all it did.
  enum class Slice { ForErrors, Off } Slice = Slice::ForErrors;
  /// Whether a program that begins in main may have functions which code
  /// without a body calls back; what they do then is not in the program.
  enum class Callbacks { Refused, Allowed } CallsBack = Callbacks::Refused;
  /// Which part of the list: the first makes one program of what is there, that
  /// does as it is written and has its checks; the second makes that easy to
  /// model.
  enum class Stages { All, First, Second } Which = Stages::All;
  /// Told of each pass that has run, and what the module is then.
  std::function<void(llvm::StringRef Step, const llvm::Module &)> OnStep = {};
  /// If not null, gets the time of each pass, and how often it said that it had
  /// changed something: "prepare.NAME.seconds" and "prepare.NAME.changes".
  Statistics *Figures = nullptr;
};

/// Requires a module that passes LLVM's verifier. Fails, leaving the module
/// valid but in some state between, if
///  * there is no such entry, or it has no body,
///  * the program copies a volatile structure that others may write,
///  * the program calls another function than setjmp that returns twice, or its
///    entry calls itself and a longjmp may leave it,
///  * it handles exceptions, or has destructors and ends elsewhere than in
///  main,
///  * the address of one of its functions is handed to a function without a
///    body, which may call it, now or later (atexit, qsort, pthread_create).
/// Needs time and memory that grow with the inlined program, which
/// Options.Inline bounds; it cannot be interrupted.
llvm::Error prepareModule(llvm::Module &M, const PrepareOptions &Options = {});

/// The passes in their order, a line each, with what they do and when.
void printPasses(llvm::raw_ostream &OS);

} // namespace sooth

#endif
