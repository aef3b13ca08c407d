//===- Ast.cpp - The compiler's syntax tree -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast.h"

using namespace sooth::solidity;

static void walkValue(const llvm::json::Value &V,
                      llvm::function_ref<bool(Node)> Visit) {
  if (const llvm::json::Object *O = V.getAsObject())
    Node(O).walk(Visit);
  else if (const llvm::json::Array *A = V.getAsArray())
    for (const llvm::json::Value &Element : *A)
      walkValue(Element, Visit);
}

void Node::walk(llvm::function_ref<bool(Node)> Visit) const {
  if (!O || (O->get("nodeType") && !Visit(*this)))
    return;
  for (const auto &[Key, V] : *O)
    walkValue(V, Visit);
}
