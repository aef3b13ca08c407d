//===- Members.h - How arrays in structures are taken ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_MEMBERS_H
#define SOOTH_FRONTEND_LLVM_MEMBERS_H

namespace sooth {

/// Separate: pointers into an array in a structure are taken to stay there,
/// which is checked; a run on which one does not ends in a limit. Joined: if
/// one is moved by a variable, the whole structure is an array of bytes.
enum class Members { Separate, Joined };

} // namespace sooth

#endif
