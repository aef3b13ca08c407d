//===- CodeHashes.h - What is verified from a function, as hashes ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of a file often reach each other, through pointers at least. So
// that not all that each reaches has to be copied and printed to see whether it
// has changed, each function and variable is printed once, by itself.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_CODEHASHES_H
#define SOOTH_LIB_DRIVER_TASKS_CODEHASHES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <memory>
#include <optional>
#include <string>

namespace sooth {

class CalleeStubs;
class ProgramGlobals;
struct ReachedCode;

class CodeHashes {
public:
  /// Of code in \p M, about which \p Globals and \p Stubs are. All outlive
  /// this.
  CodeHashes(const llvm::Module &M, const ProgramGlobals &Globals,
             const CalleeStubs &Stubs);
  ~CodeHashes();

  /// Says all that copyReachable copies for \p Entry, and whatever else counts
  /// when that is made a program whose variables hold anything: with equal
  /// texts these programs are equal. Also which of each of \p Lists are
  /// reached. Nothing where more than hashes would be needed.
  std::optional<std::string>
  textOf(const llvm::Function &Entry,
         llvm::ArrayRef<llvm::ArrayRef<std::string>> Lists);

private:
  enum class Body { Included, LeftOut };
  const std::string &hashOf(const llvm::GlobalValue &G,
                            Body Own = Body::Included);
  std::string hashOfModule() const;
  bool needsMore(const ReachedCode &Reached) const;
  std::string firstKnownElsewhere(const ReachedCode &Reached) const;

  const llvm::Module &M;
  const ProgramGlobals &Globals;
  const CalleeStubs &Stubs;
  /// M without what says nothing about single functions, once that is needed.
  std::unique_ptr<llvm::Module> Plain;
  llvm::ValueToValueMapTy InPlain;
  std::string OfModule;
  llvm::DenseMap<std::pair<const llvm::GlobalValue *, unsigned>, std::string>
      Hashes;
};

} // namespace sooth

#endif
