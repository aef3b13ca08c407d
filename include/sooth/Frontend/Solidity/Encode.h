//===- Encode.h - Models of contracts -------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_SOLIDITY_ENCODE_H
#define SOOTH_FRONTEND_SOLIDITY_ENCODE_H

#include "sooth/Frontend/Solidity/Arithmetic.h"
#include "sooth/Model/Cfa.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <memory>
#include <optional>

namespace sooth {

struct SolidityEncoding {
  Arithmetic Numbers = Arithmetic::Modular;
  /// Whether loops are cut at their invariants, so that nothing else is known
  /// after them, or left to the engines.
  enum class Loops { Inferred, Annotated } CutAt = Loops::Inferred;
};

/// What is in the way of a model.
struct NotModelled {
  std::string What;
  SourceLocation Where;
};

/// What is verified by itself: a function of a contract, its creation, or all
/// of its life.
struct SolidityTarget {
  enum class Kind { Function, Creation, Gift, Life } What = Kind::Function;
  std::string Contract;
  /// "withdraw", "[constructor]", "[implicit_constructor]", "[receive]".
  std::string Name;
  SourceLocation Where;
};

/// A compiled file.
class SolidityProgram {
public:
  /// Reads what compileSolidity() has made. Fails if that is malformed.
  static llvm::Expected<SolidityProgram> read(llvm::json::Value Bundle);
  SolidityProgram(SolidityProgram &&) noexcept;
  ~SolidityProgram();

  /// The constructors and public functions of all contracts, in the order of
  /// their declarations.
  const std::vector<SolidityTarget> &functions() const;
  /// What it was read from.
  const llvm::json::Value &bundle() const;
  /// The contracts that can be created.
  const std::vector<SolidityTarget> &contracts() const;

  struct Encoded {
    /// Without meaning if something is not modelled.
    std::unique_ptr<Cfa> Model;
    std::optional<NotModelled> Obstacle;
    /// Of a contract's life: what is not modelled in functions that no
    /// transaction of the model calls. Its runs are runs of the contract; that
    /// it has none to an error says nothing of these functions.
    std::vector<NotModelled> LeftOut = {};
  };
  /// The model of one of those above. An error location says what is violated
  /// there. \p Ctx must outlive it.
  Encoded encode(ExprContext &Ctx, const SolidityTarget &T,
                 const SolidityEncoding &How) const;

private:
  struct Parts;
  explicit SolidityProgram(std::unique_ptr<Parts> All);
  std::unique_ptr<Parts> All;
};

} // namespace sooth

#endif
