//===- Traversal.h - Walking the DAG --------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_EXPR_TRAVERSAL_H
#define SOOTH_EXPR_TRAVERSAL_H

#include "sooth/Expr/ExprContext.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <vector>

namespace sooth {

/// A set of expressions of one context that costs nothing to make and to
/// forget, where there is no need to count or to list them. Takes four bytes
/// for each expression with a number near one that was in it or in earlier
/// ones.
class SeenExprs {
public:
  SeenExprs();
  ~SeenExprs();
  SeenExprs(const SeenExprs &) = delete;
  SeenExprs &operator=(const SeenExprs &) = delete;

  /// Whether \p E is new.
  bool insert(Expr E) {
    uint32_t &Mark = markOf(E);
    const bool IsNew = Mark != M->Now;
    Mark = M->Now;
    return IsNew;
  }
  bool contains(Expr E) const {
    const size_t Part = E.id() / PartSize;
    return Part < M->Of.size() && M->Of[Part] &&
           M->Of[Part][E.id() % PartSize] == M->Now;
  }
  void clear();

private:
  static constexpr size_t PartSize = 1024;
  /// By id, in parts that are made when they are needed; those of the set are
  /// Now, what is left of earlier sets is less.
  struct Marks {
    std::vector<std::unique_ptr<uint32_t[]>> Of;
    uint32_t Now = 0;
  };
  uint32_t &markOf(Expr E) {
    const size_t Part = E.id() / PartSize;
    if (Part >= M->Of.size())
      M->Of.resize(Part + 1);
    if (!M->Of[Part])
      M->Of[Part] = std::make_unique<uint32_t[]>(PartSize);
    return M->Of[Part][E.id() % PartSize];
  }
  static std::vector<std::unique_ptr<Marks>> &unused();

  std::unique_ptr<Marks> M;
};

/// Calls \p Visit on every node below \p Roots, operands before users, each
/// once.
void postOrder(llvm::ArrayRef<Expr> Roots,
               llvm::function_ref<void(Expr)> Visit);
/// The same for those that are not yet in \p Seen, and adds them to it.
void postOrder(llvm::ArrayRef<Expr> Roots, ExprSet &Seen,
               llvm::function_ref<void(Expr)> Visit);
void postOrder(llvm::ArrayRef<Expr> Roots, SeenExprs &Seen,
               llvm::function_ref<void(Expr)> Visit);

/// The variables of \p Roots in order of id.
std::vector<Expr> variables(llvm::ArrayRef<Expr> Roots);
/// Whether a variable for which \p Pred holds occurs in \p E.
bool anyVariable(Expr E, llvm::function_ref<bool(Expr)> Pred);
/// The number of distinct nodes.
size_t dagSize(llvm::ArrayRef<Expr> Roots);
/// The top-level conjuncts (disjuncts) of \p E: nested And (Or) taken apart,
/// constants true (false) left out, each once, in order of appearance.
void conjuncts(Expr E, llvm::SmallVectorImpl<Expr> &Out);
void disjuncts(Expr E, llvm::SmallVectorImpl<Expr> &Out);

/// Simultaneous substitution of variables (or any other nodes), memoised over
/// all the calls made with one object.
class Substitution {
public:
  /// Whether the result is simplified or only rebuilt, see
  /// ExprContext::makeRaw.
  enum class Mode { Simplify, Raw };
  explicit Substitution(ExprContext &Ctx, Mode M = Mode::Simplify)
      : Ctx(Ctx), M(M) {}
  /// Replaces \p From, of the same sort, by \p To. Forgets what was memoised.
  void set(Expr From, Expr To);
  Expr operator()(Expr E);

private:
  bool mayChange(Expr E) const {
    return (E.variableBits() & ChangedBits) != 0 || ChangesConstants;
  }
  Expr known(Expr E) const;
  Expr decided(Expr E) const;
  void wantedOperands(Expr E, llvm::SmallVectorImpl<Expr> &Out) const;

  ExprContext &Ctx;
  Mode M;
  ExprMap<Expr> Map;
  /// Of those that may change.
  ExprMap<Expr> Memo;
  /// Of what is replaced, and whether something without variables is.
  uint64_t ChangedBits = 0;
  bool ChangesConstants = false;
};

/// Copies expressions into another context; variables keep their names.
class Importer {
public:
  explicit Importer(ExprContext &To) : To(To) {}
  Sort operator()(Sort S);
  Expr operator()(Expr E);

private:
  ExprContext &To;
  ExprMap<Expr> Memo;
  ExprSet Seen;
};

} // namespace sooth

#endif
