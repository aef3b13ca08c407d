//===- PassList.h - Lists of passes ---------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program is prepared by a list of passes (Prepare.cpp). A pass is a name,
// what it does in words, and a function. Whatever it is, when it has run:
// analyses are forgotten that are not true any more, its time and changes are
// noted in PrepareOptions::Figures, and PrepareOptions::OnStep is told.
//
// Lists are made of passes on the whole module and passes on a function, with
// the functions below. They are descriptions: they can be printed, and have no
// state.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PASSES_PASSLIST_H
#define SOOTH_LIB_FRONTEND_LLVM_PASSES_PASSLIST_H

#include "sooth/Frontend/LLVM/Base/AnalysisManagers.h"
#include "sooth/Frontend/LLVM/Passes/Prepare.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <concepts>
#include <functional>
#include <type_traits>
#include <vector>

namespace sooth {

/// What is prepared, and what passes share.
class Preparation {
public:
  Preparation(llvm::Module &M, const PrepareOptions &Options);
  Preparation(const Preparation &) = delete;

  /// Passes may make it anew.
  llvm::Function &entry() const { return *M.getFunction(Options.Entry); }
  /// Whether no run comes into \p F.
  bool isOnlySummarized(const llvm::Function &F) const;

  llvm::ModuleAnalysisManager &analyses(const llvm::Module &) {
    return Analyses.Modules;
  }
  llvm::FunctionAnalysisManager &analyses(const llvm::Function &) {
    return Analyses.Functions;
  }

  /// Forgets what is not preserved; of a module that is what is known of its
  /// functions, too.
  void invalidate(llvm::Module &, const llvm::PreservedAnalyses &Preserved);
  void invalidate(llvm::Function &F, const llvm::PreservedAnalyses &Preserved);

  llvm::Module &M;
  const PrepareOptions &Options;
  /// Locals of the function that have to wait until others are registers.
  unsigned WaitingLocals = 0;

private:
  AnalysisManagers Analyses;
};

/// A pass or a list of them, as it is printed. One without a name is a part of
/// the list around it, below a line with what it says, if that is something.
struct PassText {
  std::string Name, Does;
  std::vector<PassText> Parts;
};

/// A pass, or a list of them, on a module or on a function.
template <class UnitT> struct UnitPass {
  /// Returns whether it says that it has changed something, or what stops it.
  std::function<llvm::Expected<bool>(UnitT &, Preparation &)> Run;
  PassText Text;
};
using ModulePasses = std::vector<UnitPass<llvm::Module>>;
using FunctionPasses = std::vector<UnitPass<llvm::Function>>;

/// What a pass has done.
struct PassResult {
  llvm::PreservedAnalyses Preserved = llvm::PreservedAnalyses::none();
  bool SaysChanged = false;
};

namespace passlist {
inline PassResult resultOf(bool Changed) {
  return {Changed ? llvm::PreservedAnalyses::none()
                  : llvm::PreservedAnalyses::all(),
          Changed};
}
inline PassResult resultOf(llvm::PreservedAnalyses P) {
  const bool Changed = !P.areAllPreserved();
  return {std::move(P), Changed};
}
inline llvm::Expected<PassResult> resultOf(llvm::Error E) {
  if (E)
    return std::move(E);
  return PassResult();
}

/// \p Do is a pass of LLVM's kind, or is called with what it takes.
template <class DoT, class UnitT>
decltype(auto) perform(const DoT &Do, UnitT &On, Preparation &P) {
  if constexpr (requires { DoT(Do).run(On, P.analyses(On)); })
    return DoT(Do).run(On, P.analyses(On));
  else if constexpr (std::is_invocable_v<const DoT &, UnitT &, Preparation &>)
    return Do(On, P);
  else
    return Do(On);
}

/// Runs \p Do with all that passes have in common.
template <class UnitT>
llvm::Expected<bool>
runOne(llvm::StringRef Name, UnitT &On, Preparation &P,
       llvm::function_ref<llvm::Expected<PassResult>()> Do);

template <class UnitT, class DoT>
UnitPass<UnitT> makePass(llvm::StringRef Name, llvm::StringRef Does, DoT Do) {
  auto Run = [Name, Do](UnitT &On, Preparation &P) {
    return runOne<UnitT>(Name, On, P, [&]() -> llvm::Expected<PassResult> {
      if constexpr (std::is_void_v<decltype(perform(Do, On, P))>) {
        perform(Do, On, P);
        return PassResult();
      } else {
        return resultOf(perform(Do, On, P));
      }
    });
  };
  return {Run, {Name.str(), Does.str(), {}}};
}
} // namespace passlist

/// A pass with its name, and what it does as the predicate of a sentence. \p Do
/// is a pass of LLVM's kind, or a function that takes the module (onFunction:
/// the function) and, if it wants that, the Preparation. It may return what
/// analyses it preserves, whether it has changed something, or an error. One
/// that returns nothing may have changed anything.
template <class DoT>
UnitPass<llvm::Module> onModule(llvm::StringLiteral Name,
                                llvm::StringLiteral Does, DoT Do) {
  return passlist::makePass<llvm::Module>(Name, Does, std::move(Do));
}
template <class DoT>
UnitPass<llvm::Function> onFunction(llvm::StringLiteral Name,
                                    llvm::StringLiteral Does, DoT Do) {
  return passlist::makePass<llvm::Function>(Name, Does, std::move(Do));
}

/// \p Passes one after the other, under a name.
UnitPass<llvm::Module> group(llvm::StringRef Name, llvm::StringRef Does,
                             ModulePasses Passes);
UnitPass<llvm::Function> group(llvm::StringRef Name, llvm::StringRef Does,
                               FunctionPasses Passes);

/// Each function with a body goes through all of \p Passes, then the next.
/// Followed: but not those that no run comes into.
enum class FunctionsWithBodies { All, Followed };
UnitPass<llvm::Module>
eachFunction(FunctionPasses Passes,
             FunctionsWithBodies Of = FunctionsWithBodies::All);

/// \p Passes, if \p Condition holds when it is their turn. \p Says completes
/// "if".
UnitPass<llvm::Module> when(llvm::StringRef Says,
                            std::function<bool(const Preparation &)> Condition,
                            ModulePasses Passes);

/// \p First, and if one of these says that it has changed something, \p Then.
UnitPass<llvm::Module> ifChanged(ModulePasses First, ModulePasses Then);
UnitPass<llvm::Function> ifChanged(FunctionPasses First, FunctionPasses Then);

/// \p Passes, up to \p Most times, until none of them says that it has changed
/// something. \p Then comes each time but that.
UnitPass<llvm::Module> rounds(unsigned Most, ModulePasses Passes,
                              ModulePasses Then = {});
/// \p Passes that count as a change if \p Measure of the module is another one
/// afterwards.
UnitPass<llvm::Module>
measured(std::function<unsigned(const llvm::Module &)> Measure,
         UnitPass<llvm::Module> Pass);
/// \p Pass, which never counts as a change: no pass has more to do for it.
UnitPass<llvm::Module> uncounted(UnitPass<llvm::Module> Pass);

/// \p Passes, again as long as \p Left, which they set, falls and is not 0. \p
/// Says completes "repeated".
UnitPass<llvm::Function> untilNoneIsLeft(llvm::StringRef Says,
                                         unsigned Preparation::*Left,
                                         FunctionPasses Passes);

/// A line for each pass; lists that have a name are told once.
void print(const PassText &List, llvm::raw_ostream &OS);

} // namespace sooth

#endif
