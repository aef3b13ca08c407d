//===- OptionTable.h - Options and their values by name -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SUPPORT_OPTIONTABLE_H
#define SOOTH_SUPPORT_OPTIONTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sooth {

/// A value of an option, and what it means or when to choose it.
struct OptionValue {
  llvm::StringRef Name, Help;
};

/// An option as help, documentation and completion show it.
struct OptionInfo {
  /// Without dashes.
  llvm::StringRef Name;
  /// What stands for its value in the help, "HOW"; empty if it takes none.
  llvm::StringRef Metavar;
  llvm::StringRef Help;
  /// By name or, where others are possible, examples. The default comes first.
  std::vector<OptionValue> Values;
};

/// "--NAME takes one of A, B, C, not 'VALUE'".
llvm::Error noSuchValue(const OptionInfo &Option, llvm::StringRef Value);

/// Options that are members of a structure \p T.
template <class T> class OptionTable {
public:
  /// Sets what a value stands for.
  using Setter = void (*)(T &);
  /// Understands values that have no names, such as numbers. Returns false,
  /// and changes nothing, if the text is none of those.
  using Parser = bool (*)(T &, llvm::StringRef Text);

  void add(llvm::StringRef Name, llvm::StringRef Metavar,
           llvm::StringRef Help) {
    Infos.push_back({Name, Metavar, Help, {}});
    Rules.emplace_back();
  }
  /// Of the option that was added last.
  void addValue(llvm::StringRef Name, Setter Set, llvm::StringRef Help) {
    Infos.back().Values.push_back({Name, Help});
    Rules.back().Setters.push_back(Set);
  }
  void setParser(Parser P) { Rules.back().Parse = P; }

  llvm::ArrayRef<OptionInfo> infos() const { return Infos; }

  /// Fails, with a sentence for the user, if there is no option \p Name or it
  /// does not have that value.
  llvm::Error set(T &To, llvm::StringRef Name, llvm::StringRef Value) const {
    auto Found = llvm::find_if(
        Infos, [&](const OptionInfo &O) { return O.Name == Name; });
    if (Found == Infos.end())
      return llvm::createStringError("there is no option --" + Name);
    const Rule &R = Rules[Found - Infos.begin()];
    // Names may be examples of what is parsed.
    if (R.Parse && R.Parse(To, Value))
      return llvm::Error::success();
    for (size_t I = 0; I < R.Setters.size(); ++I)
      if (Found->Values[I].Name == Value) {
        R.Setters[I](To);
        return llvm::Error::success();
      }
    return noSuchValue(*Found, Value);
  }

private:
  struct Rule {
    std::vector<Setter> Setters; // one for each value
    Parser Parse = nullptr;
  };
  std::vector<OptionInfo> Infos;
  std::vector<Rule> Rules; // one for each of Infos
};

} // namespace sooth

#endif
