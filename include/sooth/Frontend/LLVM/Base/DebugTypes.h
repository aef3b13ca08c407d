//===- DebugTypes.h - Types as the source has them -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_BASE_DEBUGTYPES_H
#define SOOTH_FRONTEND_LLVM_BASE_DEBUGTYPES_H

#include <cstdint>

#include "llvm/ADT/StringMap.h"

namespace llvm {
class Argument;
class DICompositeType;
class DIType;
class Function;
class Metadata;
class Module;
class Value;
} // namespace llvm

namespace sooth {

/// \p T, which may be null, without const and the like, and not as a typedef.
const llvm::DIType *withoutQualifiers(const llvm::DIType *T);

/// The type of \p A in the source; null if that is not known.
const llvm::DIType *declaredType(const llvm::Argument &A);
/// The same of what \p F returns; null if that is nothing.
const llvm::DIType *declaredResult(const llvm::Function &F);

/// Whether \p A is declared as a number that may be negative.
bool isDeclaredSigned(const llvm::Argument &A);
/// The same of what an alloca or a global variable is; null for all else.
const llvm::DIType *variableType(const llvm::Value &Site);
/// Whether \p T, which may be null, is a pointer.
bool isPointer(const llvm::DIType *T);
/// What pointers of type \p T, which may be null, lead to; null if \p T is no
/// pointer, and for void.
const llvm::DIType *pointedType(const llvm::DIType *T);
/// Of how many bytes the addresses of a \p T are multiples; 1 for null and
/// where less is not known.
uint64_t naturalAlignment(const llvm::DIType *T);
/// The same of what pointers of type \p T lead to, by typedefs, too; 1 for void.
uint64_t pointedAlignment(const llvm::DIType *T);
/// Whether \p T, which may be null, is a pointer with restrict.
bool isRestrict(const llvm::DIType *T);
/// The type of the scalar that begins \p Offset bytes after the beginning of a
/// \p T, which may be null; null if there is none, or there are several in a
/// union.
const llvm::DIType *scalarAt(const llvm::DIType *T, uint64_t Offset);
/// The same with its qualifiers, as the member is declared.
const llvm::DIType *memberAt(const llvm::DIType *T, uint64_t Offset);
/// How C goes on from a \p T to that scalar, with letters for indices, from
/// \p Letter on: ".codes[i].length", also into the first of what a union may
/// be; nothing if there is none.
std::optional<std::string> pathTo(const llvm::DIType *T, uint64_t Offset,
                                  char Letter = 'i');
/// What tells named structures apart, whatever file they are from, and unnamed
/// ones; null if \p T is no structure.
const llvm::Metadata *structureKey(const llvm::DIType *T);
/// The same of structures and unions.
const llvm::Metadata *aggregateKey(const llvm::DIType *T);
/// The structures and unions of \p M by LLVM's names for them: "struct.list".
llvm::StringMap<const llvm::DICompositeType *>
structuresByName(const llvm::Module &M);
/// Notes these in \p M, which is not to get any more, so that copies of parts of
/// it know them, if all of it is from one file.
void noteStructures(llvm::Module &M);
/// Ends that.
void forgetStructures(llvm::Module &M);

} // namespace sooth

#endif
