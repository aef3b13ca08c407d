//===- Uri.cpp - Files as URIs --------------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/LanguageServer/Uri.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace sooth;
using llvm::StringRef;

std::string sooth::pathOfUri(StringRef Uri) {
  if (!Uri.consume_front("file://"))
    return "";
  // "file://localhost/a" is a file of this machine, too.
  StringRef Coded = Uri.drop_front(std::min(Uri.find('/'), Uri.size()));
  std::string Path;
  for (size_t I = 0; I < Coded.size(); ++I) {
    uint8_t Byte;
    if (Coded[I] == '%' && I + 2 < Coded.size() &&
        !Coded.substr(I + 1, 2).getAsInteger(16, Byte)) {
      Path += char(Byte);
      I += 2;
    } else {
      Path += Coded[I];
    }
  }
  return Path;
}

std::string sooth::uriOfPath(StringRef Path) {
  std::string Uri = "file://";
  for (char C : Path)
    if (llvm::isAlnum(C) || StringRef("/-._~").contains(C)) {
      Uri += C;
    } else {
      Uri += '%';
      Uri += llvm::hexdigit((C >> 4) & 0xf);
      Uri += llvm::hexdigit(C & 0xf);
    }
  return Uri;
}

std::string sooth::realPath(StringRef Path) {
  llvm::SmallString<128> Real;
  if (!llvm::sys::fs::real_path(Path, Real))
    return std::string(Real);
  Real = Path;
  llvm::sys::fs::make_absolute(Real);
  llvm::sys::path::remove_dots(Real, /*remove_dot_dot=*/true);
  return std::string(Real);
}
