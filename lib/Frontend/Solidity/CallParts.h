//===- CallParts.h - What a call in Solidity is made of -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_SOLIDITY_CALLPARTS_H
#define SOOTH_LIB_FRONTEND_SOLIDITY_CALLPARTS_H

#include "Program.h"

namespace sooth::solidity {

/// What kind of function the compiler says an expression is: "assert",
/// "internal".
llvm::StringRef functionKind(Node Callee);
/// The value of an option of a call, "f{value: 3}(…)", or nothing.
Node callOption(Node Callee, llvm::StringRef Name);
Node withoutOptions(Node Callee);
/// What contract or interface an expression takes "this" for: nothing for
/// "this" itself. No value if it is something else.
std::optional<Node> takenForThis(const Program &P, Node Base);

} // namespace sooth::solidity

#endif
