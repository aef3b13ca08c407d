//===- CheckAssigns.h - A function changes only what it assigns ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where runs begin in a function that says what it assigns, each write of the
// program asks whether it is to one of these places, or to an object that was
// not there yet when the function was called. The places are evaluated at the
// beginning and kept in global variables.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PASSES_CHECKASSIGNS_H
#define SOOTH_LIB_FRONTEND_LLVM_PASSES_CHECKASSIGNS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace sooth {

class AssignsCheck {
public:
  explicit AssignsCheck(llvm::Function &Entry);

  /// i1 (ptr, size): whether a place may be changed.
  llvm::Function *isAllowed() const { return Allowed; }
  /// \p Places, with the parameters of a function, returns whether all that it
  /// assigns may be changed.
  void addContract(llvm::Function &Of, llvm::Function &Places) {
    PlacesOf[&Of] = &Places;
  }
  /// Puts checks into all functions of the module. Requires that the entry has
  /// calls of PlaceName at its beginning.
  void run();

private:
  void keepPlaces();
  void makeAllowed();
  void visit(llvm::Instruction &I);
  void visitCall(llvm::CallBase &Call);
  void check(llvm::Instruction &Before, llvm::Value *To, llvm::Value *Size);
  void check(llvm::Instruction &Before, llvm::Value *IsAllowed,
             const llvm::Function *OfCall = nullptr);
  llvm::Value *anything(llvm::Instruction &Before, llvm::StringRef By);
  llvm::Value *bytesOf(llvm::Type *T) const;
  bool mayChange(const llvm::Function &F);

  llvm::Function &Entry;
  llvm::Module &M;
  llvm::Function *Allowed = nullptr;
  struct Place {
    llvm::GlobalVariable *Begin, *Size;
  };
  llvm::SmallVector<Place> Places;
  llvm::DenseMap<const llvm::Function *, llvm::Function *> PlacesOf;
  llvm::DenseMap<const llvm::Function *, bool> Changes;
};

} // namespace sooth

#endif
