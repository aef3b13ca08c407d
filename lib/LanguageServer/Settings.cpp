//===- Settings.cpp - When and how an editor's files are verified ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/LanguageServer/Settings.h"

#include "sooth/Driver/Options/UserOptions.h"
#include "sooth/Support/OptionValues.h"

using namespace sooth;
using llvm::Error;
using llvm::StringRef;
namespace json = llvm::json;

Error sooth::setWhen(Settings &S, StringRef Text) {
  if (Text == "on-save")
    S.Verify = Settings::When::OnSave;
  else if (Text == "on-change")
    S.Verify = Settings::When::OnChange;
  else if (Text == "never")
    S.Verify = Settings::When::Never;
  else
    return wrong("verify is one of on-save, on-change, never, not '" + Text +
                 "'");
  return Error::success();
}

Error sooth::checkOptions(llvm::ArrayRef<std::string> Options) {
  return parseParameters(Options, ClangOption).takeError();
}

llvm::Expected<Settings> sooth::settingsFrom(Settings S,
                                             const json::Object &O) {
  if (const json::Value *When = O.get("verify"))
    if (Error E = setWhen(S, When->getAsString().value_or("")))
      return std::move(E);
  if (const json::Value *Hints = O.get("hints")) {
    auto On = Hints->getAsBoolean();
    if (!On)
      return wrong("hints is true or false");
    S.Remarks = *On ? Settings::Hints::On : Settings::Hints::Off;
  }
  if (const json::Value *Options = O.get("options")) {
    const json::Array *Texts = Options->getAsArray();
    if (!Texts)
      return wrong("options is a list, such as [\"check=overflow,div\"]");
    S.Options.clear();
    for (const json::Value &V : *Texts)
      S.Options.push_back(V.getAsString().value_or("").str());
    if (Error E = checkOptions(S.Options))
      return std::move(E);
  }
  return S;
}
