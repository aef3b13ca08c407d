//===- Uri.h - Files as URIs ----------------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LANGUAGESERVER_URI_H
#define SOOTH_LANGUAGESERVER_URI_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace sooth {

/// The file that "file:///a%20b.c" names; empty for another kind of URI.
std::string pathOfUri(llvm::StringRef Uri);
/// Of a whole path.
std::string uriOfPath(llvm::StringRef Path);

/// The one name of a file: its real path or, if there is no such file, its
/// whole one.
std::string realPath(llvm::StringRef Path);

} // namespace sooth

#endif
