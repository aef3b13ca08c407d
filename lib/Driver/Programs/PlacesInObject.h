//===- PlacesInObject.h - Places in a variable as an address --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_PLACESINOBJECT_H
#define SOOTH_LIB_DRIVER_PROGRAMS_PLACESINOBJECT_H

#include "AddressSet.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <utility>

namespace llvm {
class DataLayout;
class GlobalVariable;
class IRBuilderBase;
class Type;
class Value;
} // namespace llvm

namespace sooth {

/// A number below \p Count, of 64 bits.
using NumberBelow = llvm::function_ref<llvm::Value *(uint64_t Count)>;

/// The address of one of the places \p At in \p Of, the end of the array or the
/// variable included; \p Choose says which, if there are several.
llvm::Value *addressIn(llvm::IRBuilderBase &Build, llvm::GlobalVariable &Of,
                       const Positions &At, NumberBelow Choose);

/// The bytes of an object of type \p T, from the first to before the last, in
/// which all places \p At begin: those of the array that they stay in, else all.
std::pair<uint64_t, uint64_t> bytesAround(const Positions &At, llvm::Type &T,
                                          const llvm::DataLayout &Layout);

} // namespace sooth

#endif
