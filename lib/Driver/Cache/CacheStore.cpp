//===- CacheStore.cpp - The entries of a cache ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files are named as LLVM's pruning wants. They are not written by its
// localCache, which ends the process if a disk is full.
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Cache/CacheStore.h"

#include "UserSecret.h"

#include "sooth/Solver/Solver.h"
#include "sooth/Support/OutputFile.h"
#include "sooth/Support/Version.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>

using namespace sooth;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

//===----------------------------------------------------------------------===//
// Which code this is
//===----------------------------------------------------------------------===//

/// The build ID in a segment of notes; empty if there is none.
static std::string buildId(const char *Notes, size_t Size) {
  for (size_t At = 0; At + sizeof(ElfW(Nhdr)) <= Size;) {
    const auto &Note = *reinterpret_cast<const ElfW(Nhdr) *>(Notes + At);
    const size_t Name = At + sizeof(Note);
    const size_t Text = Name + llvm::alignTo(Note.n_namesz, 4);
    if (Note.n_type == NT_GNU_BUILD_ID && Text + Note.n_descsz <= Size)
      return llvm::toHex(StringRef(Notes + Text, Note.n_descsz));
    At = Text + llvm::alignTo(Note.n_descsz, 4);
  }
  return "";
}

/// That of the program or shared object which this code is in.
static std::string ownBuildId() {
  std::string Found;
  auto Visit = [](dl_phdr_info *Object, size_t, void *Result) {
    const auto Here = reinterpret_cast<ElfW(Addr)>(&ownBuildId);
    bool IsOwn = false;
    std::string Id;
    for (const ElfW(Phdr) & P :
         llvm::ArrayRef(Object->dlpi_phdr, Object->dlpi_phnum)) {
      const ElfW(Addr) Begin = Object->dlpi_addr + P.p_vaddr;
      IsOwn |= P.p_type == PT_LOAD && Here >= Begin && Here < Begin + P.p_memsz;
      if (P.p_type == PT_NOTE && Id.empty())
        Id = buildId(reinterpret_cast<const char *>(Begin), P.p_memsz);
    }
    if (IsOwn)
      *static_cast<std::string *>(Result) = Id;
    return int(IsOwn);
  };
  dl_iterate_phdr(Visit, &Found);
  return Found;
}

static const std::string &buildId() {
  static const std::string Id = ownBuildId();
  return Id;
}

const std::string &sooth::cacheVersion() {
  static const std::string Text =
      "sooth " + versionText().str() + " " + buildId() +
      ", LLVM " LLVM_VERSION_STRING ", z3 " + z3Version();
  return Text;
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

struct CacheStore::Counts {
  std::atomic<unsigned> Of[4];
};

void CacheStore::note(Event E) const {
  if (Shared)
    ++Shared->Of[unsigned(E)];
}

unsigned CacheStore::count(Event E) const {
  return Shared ? Shared->Of[unsigned(E)].load() : 0;
}

void CacheStore::addFigures(Statistics &To) const {
  To.set("cache.hits", count(Event::AnswerFound));
  To.set("cache.misses", count(Event::AnswerMissing));
  To.set("cache.evidence.hits", count(Event::Confirmed));
  To.set("cache.evidence.misses", count(Event::NotConfirmed));
}

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

CacheStore::CacheStore(std::string Folder, llvm::CachePruningPolicy Policy)
    : Folder(std::move(Folder)), Policy(Policy), Secret(userSecret()) {
  void *Page = mmap(nullptr, sizeof(Counts), PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  Shared = Page == MAP_FAILED ? nullptr : new (Page) Counts{};
}

CacheStore::~CacheStore() {
  if (Shared)
    munmap(Shared, sizeof(Counts));
}

llvm::Expected<std::shared_ptr<CacheStore>> CacheStore::open(StringRef Folder,
                                                             StringRef Policy) {
  auto Parsed = llvm::parseCachePruningPolicy(Policy);
  if (!Parsed)
    return llvm::createStringError(
        "'" + Policy +
        "' says nothing about a cache: " + llvm::toString(Parsed.takeError()));
  if (buildId().empty())
    return llvm::createStringError("cannot use a cache: this build of Sooth was "
                                   "linked without --build-id, and could not "
                                   "be told from others");
  if (Policy.empty()) {
    Parsed->MaxSizeBytes = uint64_t(1) << 30;
    Parsed->Expiration = std::chrono::hours(30 * 24);
  }
  llvm::SmallString<128> Whole(Folder);
  std::error_code E = fs::make_absolute(Whole);
  if (!E)
    E = fs::create_directories(Whole);
  if (!E && !fs::is_directory(Whole))
    E = std::make_error_code(std::errc::not_a_directory);
  if (E)
    return llvm::createStringError("cannot use the cache '" + Folder +
                                   "': " + E.message());
  return std::shared_ptr<CacheStore>(
      new CacheStore(std::string(Whole), *Parsed));
}

//===----------------------------------------------------------------------===//
// Entries: a line with the hash, one with the seal, and the content
//===----------------------------------------------------------------------===//

static std::string hex(const std::array<uint8_t, 32> &Hash) {
  return llvm::toHex(Hash, /*LowerCase=*/true);
}

/// Of a name and what it stands for, together.
static std::string hashOf(StringRef Name, StringRef Content) {
  llvm::SHA256 Hash;
  Hash.update(Name);
  Hash.update(StringRef("\0", 1));
  Hash.update(Content);
  return hex(Hash.final());
}

/// What an entry is called.
static std::string nameOf(StringRef Key) { return hashOf("key", Key); }

std::string CacheStore::pathOf(StringRef Name) const {
  llvm::SmallString<128> Path(Folder);
  llvm::sys::path::append(Path, "llvmcache-" + Name);
  return std::string(Path);
}

std::string CacheStore::owner() const {
  return seals() ? sealOf("owner", Secret) : "";
}

static constexpr size_t HashLength = 64;

std::optional<std::string> CacheStore::find(StringRef Key, Origin From) const {
  const std::string Name = nameOf(Key), Path = pathOf(Name);
  auto File = llvm::MemoryBuffer::getFile(Path);
  if (!File)
    return std::nullopt;
  auto [Hash, Rest] = (*File)->getBuffer().split('\n');
  auto [Seal, Content] = Rest.split('\n');
  if (Hash.size() != HashLength || Hash != hashOf(Name, Content))
    return std::nullopt;
  if (From == Origin::Own && (!seals() || Seal != sealOf(Hash, Secret)))
    return std::nullopt;
  // What is used is pruned last.
  utimensat(AT_FDCWD, Path.c_str(), nullptr, 0);
  return Content.str();
}

void CacheStore::add(StringRef Key, StringRef Content) const {
  const std::string Name = nameOf(Key), Hash = hashOf(Name, Content);
  llvm::consumeError(writeOutput(pathOf(Name), [&](llvm::raw_ostream &OS) {
    OS << Hash << '\n'
       << (seals() ? sealOf(Hash, Secret) : "") << '\n'
       << Content;
  }));
}

void CacheStore::prune() const { llvm::pruneCache(Folder, Policy); }
