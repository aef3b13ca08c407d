//===- CalleeStubs.h - Stubs for functions of large programs --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function is verified in a copy of its program, where calls of others are
// summarized. In a program of a hundred thousand lines most functions lead to
// most of the code, by calls and by pointers in tables: were that all copied,
// each function would cost what the whole program does. So what a call of each
// function may lead to is found out once, and functions from which much code is
// reached become stubs (Stubs.h) in such copies.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_CALLEESTUBS_H
#define SOOTH_LIB_DRIVER_PROGRAMS_CALLEESTUBS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

#include <string>
#include <vector>

namespace llvm {
class CallBase;
class Function;
class GlobalVariable;
class Module;
class raw_ostream;
} // namespace llvm

namespace sooth {

class CalleeStubs {
public:
  /// What is said of copies of \p M, which has to outlive this, in which calls
  /// of functions called \p Summarized are. There are no stubs in programs with
  /// up to \p CopiedCode instructions.
  CalleeStubs(const llvm::Module &M, llvm::ArrayRef<std::string> Summarized,
              size_t CopiedCode);

  /// Whether \p F becomes a stub in a copy for \p Entry.
  bool isStub(const llvm::Function &F, const llvm::Function &Entry) const;
  /// Whether the address of \p G may be anywhere in memory.
  bool isAnywhere(const llvm::GlobalVariable &G) const;
  /// Whether that is so, or the code of \p F, or what that calls, uses \p G by
  /// its name.
  bool mayUse(const llvm::Function &F, const llvm::GlobalVariable &G) const;
  /// Gives \p Stub, a declaration in a copy, a body for that of \p F.
  /// \p Used are the variables of the copy that mayUse.
  void fill(llvm::Function &Stub, const llvm::Function &F,
            llvm::ArrayRef<llvm::GlobalVariable *> Used) const;
  /// What a stub of \p F depends on, but for the variables.
  void print(llvm::raw_ostream &OS, const llvm::Function &F) const;

private:
  /// What runs from a function may do. What they have in common that call each
  /// other is there once.
  struct Effects {
    llvm::BitVector Uses; ///< Variables by number.
    /// Functions by number that code which is not shown may know, as far as
    /// the code itself mentions them.
    llvm::BitVector GivesAway;
    bool FreesFound = false, Allocates = false, CallsBack = false;
    /// Whether it makes addresses of numbers.
    bool UsesNumbers = false;
    /// Whether a stub can say all that it does.
    bool IsPlain = true;

    void add(const Effects &Other);
  };
  /// One parameter of a function: its number and that of the parameter.
  using Parameter = std::pair<unsigned, unsigned>;
  struct Code {
    llvm::SmallVector<unsigned> Callees;
    size_t Size = 0;
    Effects Own;
    unsigned Group = 0; ///< of Shared
    bool MayBeStub = false;
    llvm::BitVector Frees; ///< Parameters.
  };

  void findCallees(const llvm::Function &F, Code &Of);
  llvm::ArrayRef<unsigned> targetsOf(const llvm::CallBase &Call);
  void findEffects(const llvm::Function &F, Effects &Of);
  void noteCall(const llvm::CallBase &Call, Effects &Of);
  void share();
  bool mayBeStub(unsigned Number, const llvm::StringSet<> &Summarized) const;
  bool reachesMoreThan(unsigned From, size_t Most) const;
  void findFreed();
  void followParameter(
      const llvm::Function &F, Parameter P,
      llvm::DenseMap<Parameter, llvm::SmallVector<Parameter>> &PassedBy);

  const Code &codeOf(const llvm::Function &F) const;
  const Effects &effectsOf(const llvm::Function &F) const;
  llvm::SmallVector<llvm::StringRef> namesOf(const llvm::BitVector &Of) const;

  const size_t MostReached;
  std::vector<const llvm::Function *> Functions;
  llvm::DenseMap<const llvm::Function *, unsigned> Numbers;
  llvm::DenseMap<const llvm::GlobalVariable *, unsigned> Variables;
  /// Variables whose addresses are in memory or handed on.
  llvm::BitVector AreAnywhere;
  std::vector<const llvm::Function *> AddressTaken;
  /// Functions that code which is not shown may know.
  llvm::BitVector AreKnownElsewhere;
  std::vector<Code> All;
  std::vector<Effects> Shared;
  llvm::DenseMap<const llvm::CallBase *, llvm::SmallVector<unsigned>> Targets;
};

} // namespace sooth

#endif
