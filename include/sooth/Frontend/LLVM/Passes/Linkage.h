//===- Linkage.h - Whether a module is the whole program ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_PASSES_LINKAGE_H
#define SOOTH_FRONTEND_LLVM_PASSES_LINKAGE_H

namespace sooth {

/// Does the module hold all of the program, or may other modules use what it
/// exports?
enum class Linkage { OneModule, WholeProgram };

} // namespace sooth

#endif
