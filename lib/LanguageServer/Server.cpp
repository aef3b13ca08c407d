//===- Server.cpp - Verification as a language server ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/LanguageServer/Server.h"

#include "Session.h"

#include "sooth/Support/Interrupt.h"

#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <csignal>
#include <poll.h>
#include <unistd.h>

using namespace sooth;

namespace {
/// Waits for whatever comes next, and hands it to the session.
class Loop {
public:
  Loop(Session &S, int In) : S(S), In(In) {}
  int run(const std::atomic<bool> &Stop);

private:
  void wait();
  void readClient();
  void readClangd();

  Session &S;
  const int In;
  MessageReader FromClient;
  bool ClientSpeaks = false, ClangdSpeaks = false;
  bool ClientIsGone = false;
};
} // namespace

void Loop::wait() {
  std::vector<pollfd> All{{In, POLLIN, 0}};
  if (S.client().output().isBusy())
    All.push_back({S.client().output().descriptor(), POLLOUT, 0});
  size_t OfClangd = 0;
  if (S.clangd().isRunning()) {
    OfClangd = All.size();
    All.push_back({S.clangd().process().descriptor(), POLLIN, 0});
    OutputChannel &Input = S.clangd().process().input();
    if (Input.isBusy())
      All.push_back({Input.descriptor(), POLLOUT, 0});
  }
  for (int Descriptor : S.queue().descriptors())
    All.push_back({Descriptor, POLLIN, 0});
  // A signal may have come just before.
  int64_t Milliseconds = 500;
  if (auto Next = S.nextLook())
    Milliseconds =
        std::clamp<int64_t>(std::chrono::ceil<std::chrono::milliseconds>(
                                *Next - Session::Clock::now())
                                .count(),
                            0, Milliseconds);
  const bool IsNews = poll(All.data(), All.size(), int(Milliseconds)) > 0;
  ClientSpeaks = IsNews && All[0].revents != 0;
  ClangdSpeaks = IsNews && OfClangd && All[OfClangd].revents != 0;
}

void Loop::readClient() {
  char Buffer[1 << 16];
  const ssize_t N = read(In, Buffer, sizeof(Buffer));
  if (N < 0 && (errno == EINTR || errno == EAGAIN))
    return;
  if (N <= 0) {
    ClientIsGone = true;
    return;
  }
  FromClient.append(llvm::StringRef(Buffer, size_t(N)));
  while (!S.exitCode()) {
    auto M = FromClient.next();
    if (!M) {
      llvm::errs() << "sooth-clangd: error: " << llvm::toString(M.takeError())
                   << '\n';
      ClientIsGone = true;
      return;
    }
    if (!*M)
      return;
    S.fromClient(**M);
  }
}

void Loop::readClangd() {
  if (!S.clangd().isRunning())
    return; // what the client has said has ended it
  if (!S.clangd().read())
    return S.clangdEnded();
  while (true) {
    auto M = S.clangd().next();
    if (!M) {
      llvm::consumeError(M.takeError());
      return S.clangdEnded();
    }
    if (!*M)
      return;
    S.fromClangd(**M);
  }
}

int Loop::run(const std::atomic<bool> &Stop) {
  while (!Stop && !S.exitCode() && !ClientIsGone &&
         !S.client().output().isBroken()) {
    wait();
    // First clangd, whom nobody is to wait for.
    if (ClangdSpeaks)
      readClangd();
    if (ClientSpeaks)
      readClient();
    S.lookAround();
    S.client().output().flush();
    if (S.clangd().isRunning())
      S.clangd().process().input().flush();
  }
  const int Code = S.end();
  return Stop ? InterruptedExitCode : Code;
}

int sooth::runServer(const ServerOptions &O, int In, int Out,
                     const std::atomic<bool> &Stop) {
  std::signal(SIGPIPE, SIG_IGN);
  Session S(O, Out);
  if (llvm::Error E = S.start()) {
    llvm::errs() << "sooth-clangd: error: " << llvm::toString(std::move(E))
                 << '\n';
    constexpr int BadInput = 3;
    return BadInput;
  }
  return Loop(S, In).run(Stop);
}
