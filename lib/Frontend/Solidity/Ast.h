//===- Ast.h - The compiler's syntax tree ---------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_SOLIDITY_AST_H
#define SOOTH_LIB_FRONTEND_SOLIDITY_AST_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

#include <vector>

namespace sooth::solidity {

/// Where a node is in the text that was compiled: bytes of a file.
struct Range {
  unsigned Start = 0, Length = 0;
  int File = -1;
  unsigned end() const { return Start + Length; }
};

/// A node of the tree, or nothing. Does not own it.
class Node {
public:
  Node() = default;
  explicit Node(const llvm::json::Object *O) : O(O) {}

  explicit operator bool() const { return O; }
  friend bool operator==(Node A, Node B) { return A.O == B.O; }
  friend bool operator!=(Node A, Node B) { return A.O != B.O; }

  llvm::StringRef kind() const { return text("nodeType"); }
  bool is(llvm::StringRef Kind) const { return kind() == Kind; }
  int64_t id() const { return number("id"); }
  llvm::StringRef name() const { return text("name"); }

  /// What is not there is empty, 0, false, no node.
  llvm::StringRef text(llvm::StringRef Key) const {
    if (O)
      if (auto S = O->getString(Key))
        return *S;
    return "";
  }
  int64_t number(llvm::StringRef Key) const {
    if (O)
      if (auto N = O->getInteger(Key))
        return *N;
    return 0;
  }
  bool flag(llvm::StringRef Key) const {
    return O && O->getBoolean(Key).value_or(false);
  }
  Node child(llvm::StringRef Key) const {
    return Node(O ? O->getObject(Key) : nullptr);
  }
  /// Nodes of a list; what is null there is no node.
  std::vector<Node> list(llvm::StringRef Key) const {
    std::vector<Node> Result;
    if (const llvm::json::Array *A = O ? O->getArray(Key) : nullptr)
      for (const llvm::json::Value &V : *A)
        Result.push_back(Node(V.getAsObject()));
    return Result;
  }
  std::vector<int64_t> numbers(llvm::StringRef Key) const {
    std::vector<int64_t> Result;
    if (const llvm::json::Array *A = O ? O->getArray(Key) : nullptr)
      for (const llvm::json::Value &V : *A)
        Result.push_back(V.getAsInteger().value_or(-1));
    return Result;
  }
  /// As solc writes it: "start:length:file".
  Range range() const {
    Range R;
    llvm::StringRef Rest = text("src");
    Rest.consumeInteger(10, R.Start);
    Rest.consume_front(":");
    Rest.consumeInteger(10, R.Length);
    Rest.consume_front(":");
    Rest.consumeInteger(10, R.File);
    return R;
  }
  /// The identifier of an expression's type (Types.h).
  llvm::StringRef typeId() const {
    return child("typeDescriptions").text("typeIdentifier");
  }
  const llvm::json::Object *object() const { return O; }

  /// This node and all below it, until \p Visit says that those below one are
  /// not wanted.
  void walk(llvm::function_ref<bool(Node)> Visit) const;

private:
  const llvm::json::Object *O = nullptr;
};

} // namespace sooth::solidity

#endif
