//===- XmlReader.h - XML, one element after the other ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libxml2's event interface without what we have no use for: names come
// without their namespace, text comes with the end of its element, and a
// handler's error ends the reading. Takes linear time and no memory for what
// was read.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_MODEL_XMLREADER_H
#define SOOTH_LIB_MODEL_XMLREADER_H

#include "sooth/Support/Diagnostic.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace sooth {

/// Where a tag ends, in lines and columns from 1.
struct XmlPlace {
  unsigned Line = 0;
  unsigned Column = 0;
};

struct XmlAttribute {
  llvm::StringRef Name;
  std::string Value;
};

/// The value of an attribute, or nothing.
std::optional<llvm::StringRef>
findAttribute(llvm::ArrayRef<XmlAttribute> Attributes, llvm::StringRef Name);

/// Told what is read. An error (as a sentence) ends the reading and is
/// reported at the place of the tag.
class XmlHandler {
public:
  using Message = std::optional<std::string>;
  virtual ~XmlHandler();
  virtual Message open(llvm::StringRef Name,
                       llvm::ArrayRef<XmlAttribute> Attributes,
                       XmlPlace Where) = 0;
  /// \p Text is what was written since the last tag, without white space
  /// around it.
  virtual Message close(llvm::StringRef Name, llvm::StringRef Text,
                        XmlPlace Where) = 0;
};

/// Fails if \p Text is no well-formed XML, declares entities, or \p Handler
/// says so.
llvm::Error readXml(llvm::MemoryBufferRef Text, XmlHandler &Handler);

} // namespace sooth

#endif
