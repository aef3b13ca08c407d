//===- UserSecret.h - What only one user knows ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_CACHE_USERSECRET_H
#define SOOTH_LIB_DRIVER_CACHE_USERSECRET_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace sooth {

/// Bytes at random that are kept for this user, in
/// $XDG_STATE_HOME/sooth/cache-secret or else in ~/.local/state; made if there
/// are none. Empty if they can neither be read nor kept, or if others can read
/// or write them.
std::string userSecret();

/// An authentication code of \p Text (HMAC, with SHA-256).
std::string sealOf(llvm::StringRef Text, llvm::StringRef Secret);

} // namespace sooth

#endif
