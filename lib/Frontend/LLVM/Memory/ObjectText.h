//===- ObjectText.h - Objects in memory for people ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_OBJECTTEXT_H
#define SOOTH_LIB_FRONTEND_LLVM_OBJECTTEXT_H

#include "PointsTo.h"
#include "sooth/Model/Failure.h"
#include "sooth/Model/ObjectTable.h"

#include <memory>
#include <string>

namespace llvm {
class DILocation;
} // namespace llvm

namespace sooth {

/// "a", "malloc@7": the name of an object, and of its variables in the model.
std::string objectText(const MemoryObject &Object);
/// "4 bytes".
std::string bytesText(uint64_t Bytes);
/// Whether that is a variable that a model of the C library declares for
/// itself.
bool isLibraryVariable(const llvm::Value *Site);
/// Size and line as far as they are known.
NamedObject namedObject(const MemoryObject &Object);
/// The same for several; empty if they are none or many.
std::vector<NamedObject>
namedObjects(llvm::ArrayRef<const MemoryObject *> Objects);
/// In order; empty if one is not known, or there are many.
std::vector<unsigned> linesOf(llvm::ArrayRef<const llvm::CallBase *> Calls);

/// The function that the program calls for memory: "realloc", even if the model
/// of that calls malloc.
llvm::StringRef allocatorOf(const llvm::CallBase &Call);

/// The function that the program calls where \p Call is made: that of the C
/// library if a model makes it.
llvm::StringRef calleeInProgram(const llvm::CallBase &Call);

/// All objects by their numbers in MemoryModel.h. \p Contents are where their
/// content is.
std::shared_ptr<const ObjectTable>
makeObjectTable(const PointsTo &Points, llvm::ArrayRef<ObjectContent> Contents);

/// The numbers of variables that may hold text, and that one can see at
/// \p Where: globals, and locals of the same function.
llvm::SmallVector<unsigned> textsVisibleAt(const PointsTo &Points,
                                           const ObjectTable &Table,
                                           const llvm::DILocation *Where);

} // namespace sooth

#endif
