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

namespace llvm {
class GlobalVariable;
class IRBuilderBase;
class Value;
} // namespace llvm

namespace sooth {

/// A number below \p Count, of 64 bits.
using NumberBelow = llvm::function_ref<llvm::Value *(uint64_t Count)>;

/// The address of one of the places \p At in \p Of, the end of the array or the
/// variable included; \p Choose says which, if there are several.
llvm::Value *addressIn(llvm::IRBuilderBase &Build, llvm::GlobalVariable &Of,
                       const Positions &At, NumberBelow Choose);

} // namespace sooth

#endif
