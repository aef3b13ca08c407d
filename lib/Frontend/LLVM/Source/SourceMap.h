//===- SourceMap.h - From debug information to the user's terms -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places, names of variables, how to show their values, and which inlined call
// an instruction belongs to, all read from debug information. Without it
// everything here is empty, and the model is the same.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_SOURCEMAP_H
#define SOOTH_LIB_FRONTEND_LLVM_SOURCEMAP_H

#include "sooth/Model/SourceTable.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <map>
#include <optional>
#include <string>

namespace llvm {
class AllocaInst;
class BasicBlock;
class DbgVariableRecord;
class DebugLoc;
class DICompositeType;
class DIDerivedType;
class DILocalVariable;
class DILocation;
class DISubprogram;
class DIType;
class Function;
class Instruction;
class StructType;
class Type;
class Value;
} // namespace llvm

namespace sooth {

SourceLocation sourceLocation(const llvm::DILocation *L);

/// Whether that is in a model of the C library.
bool isInLibraryModel(const llvm::DILocation &L);
/// \p L, or if that is in a model of the C library that was inlined, where the
/// program calls it.
const llvm::DILocation *ownLocation(const llvm::DILocation *L);

/// The place of \p I, or of the nearest instruction of its block that has one,
/// later ones first.
SourceLocation nearestLocation(const llvm::Instruction &I);

/// The place of the first instruction of \p B that has one.
SourceLocation blockLocation(const llvm::BasicBlock &B);

/// What the user calls a value.
struct UserName {
  AccessPath Path;
  ValueStyle Style = ValueStyle::Signed;
  /// Whether that is a variable of a model of the C library; and if so, where
  /// the program calls that, if it was inlined.
  bool IsOfLibrary = false;
  const llvm::DILocation *Call = nullptr;
  /// The function of the library that is called there.
  llvm::StringRef Callee = "";
};

/// How to show a value of a type of the source language; of an LLVM type if
/// nothing more is known.
ValueStyle valueStyle(const llvm::DIType *T);
ValueStyle valueStyle(const llvm::Type *T);

/// What the program calls \p Local; for what passes put in, what they do.
llvm::StringRef localName(const llvm::AllocaInst &Local);
/// Whether \p Local is one that clang made and that the source has no name for.
bool isTemporary(const llvm::AllocaInst &Local);

/// The variable (or the member of it) that \p R gives a new value; nothing if
/// its value is more than the named SSA value, or not of this program.
std::optional<UserName> assignedVariable(const llvm::DbgVariableRecord &R);

/// The scalars in a value of \p T, by offset in bytes. Not all if they are
/// many; bit-fields are left out.
std::map<uint64_t, AccessPath::Steps> partsOf(const llvm::DIType *T);

/// The user's names of SSA values.
class SourceMap {
public:
  /// Of the functions that make one program.
  explicit SourceMap(llvm::ArrayRef<const llvm::Function *> Functions);

  /// Of the variable "i", or "f::i" if several are called i; null if unknown.
  const UserName *nameOf(const llvm::Value *V) const;
  /// The number, from 1, of the one argument that the library is given by
  /// \p Call and that \p Pointer leads into the same object as; 0 if there is
  /// none.
  unsigned argumentOf(const llvm::DILocation &Call,
                      const llvm::Value *Pointer) const;
  /// The member of a structure at this offset in bytes; null if unknown.
  const llvm::DIDerivedType *member(const llvm::StructType &T,
                                    uint64_t Offset) const;
  /// Its name, or nothing.
  std::string memberName(const llvm::StructType &T, uint64_t Offset) const;

private:
  void noteArgument(const llvm::DbgVariableRecord &R, const UserName &Name);

  llvm::DenseMap<const llvm::Value *, UserName> Names;
  /// Numbers and values of what calls give to the library.
  llvm::DenseMap<const llvm::DILocation *,
                 llvm::SmallVector<std::pair<unsigned, const llvm::Value *>, 4>>
      Arguments;
  /// By LLVM's name for them, like "struct.queue".
  llvm::StringMap<const llvm::DICompositeType *> Structures;
};

/// An inlined call that is being executed.
struct InlinedCall {
  const llvm::DILocation *Site;
  const llvm::DISubprogram *Callee;
  friend bool operator==(const InlinedCall &, const InlinedCall &) = default;
};

/// Outermost first.
using CallStack = llvm::SmallVector<InlinedCall, 4>;
CallStack callStack(const llvm::DILocation *L);
/// The places of its calls, innermost first; \p L may be null.
std::vector<SourceLocation> inlinedCalls(const llvm::DILocation *L);

/// Whether control is there when something with the place \p L is executed: not
/// so for line 0, of what passes merge, or insert to tell what a variable
/// holds.
bool isInSource(const llvm::DILocation *L);

/// The stack at the beginning of \p B: that of its first instruction or debug
/// record in the source; nothing if it has none.
std::optional<CallStack> initialCallStack(const llvm::BasicBlock &B);

/// The same at the end of \p B.
std::optional<CallStack> finalCallStack(const llvm::BasicBlock &B);

/// The calls and returns that lead from one stack to the other.
std::vector<SourceStep> callSteps(ExprContext &Ctx, const CallStack &From,
                                  const CallStack &To);

} // namespace sooth

#endif
