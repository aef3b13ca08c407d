//===- Version.h - Which Sooth this is ------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SUPPORT_VERSION_H
#define SOOTH_SUPPORT_VERSION_H

#include "llvm/ADT/StringRef.h"

namespace sooth {

/// "0.1.0".
llvm::StringRef versionText();

} // namespace sooth

#endif
