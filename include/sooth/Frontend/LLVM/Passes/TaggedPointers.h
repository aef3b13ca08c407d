//===- TaggedPointers.h - Pointers with tags stay pointers ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `tagged-pointers` keeps pointers what they are where a program puts a few
// bits of its own into the lowest ones of an address, which are zero because
// objects are aligned. What addresses are as numbers is not known, and
// expensive to compute with. So integers that are nothing but addresses with
// such tags, in registers and in memory, become pointers:
//
//   %n = load i64, ptr %cell            %n = load ptr, ptr %cell
//   %m = and i64 %n, -4                 %m = call ptr @sooth.tagged(ptr %n,
//   %p = inttoptr i64 %m to ptr              i64 -4, i64 0)
//   %c = and i64 %n, 1                  %c = call i64 @sooth.tag.of(ptr %n,
//                                            i64 1)
//
// (see Vocabulary.h for the functions). Where the number is used in another
// way, it is made of the pointer there.
//
// Requires that the program is whole. Ensures that it does what it did, but
// that a pointer leads to the object whose address it was made of, also where
// that was freed and another one has its place.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_TAGGEDPOINTERS_H
#define SOOTH_FRONTEND_LLVM_TAGGEDPOINTERS_H

#include "llvm/IR/PassManager.h"

#include <string>

namespace sooth {

/// Works on the entry and the functions that it calls.
class TaggedPointersPass : public llvm::PassInfoMixin<TaggedPointersPass> {
public:
  explicit TaggedPointersPass(std::string Entry = "main")
      : Entry(std::move(Entry)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  std::string Entry;
};

} // namespace sooth

#endif
