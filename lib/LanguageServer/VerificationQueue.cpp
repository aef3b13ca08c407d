//===- VerificationQueue.cpp - Which files are verified, and when ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerificationQueue.h"

#include <algorithm>
#include <thread>

using namespace sooth;

/// Each has several engines side by side; but who saves a file should not have
/// to wait for another one.
static size_t filesAtATime() {
  return std::clamp(std::thread::hardware_concurrency() / 4, 2u, 4u);
}

VerificationQueue::VerificationQueue(Listener L)
    : L(std::move(L)), MaxRunning(filesAtATime()) {}

void VerificationQueue::add(const std::string &Name) {
  remove(Name);
  Waiting.push_front(Name);
}

void VerificationQueue::remove(const std::string &Name) {
  Waiting.remove(Name);
  auto Found = Running.find(Name);
  if (Found == Running.end())
    return;
  Found->second->kill();
  Ending.push_back(std::move(Found->second));
  Running.erase(Found);
}

void VerificationQueue::clear() {
  Waiting.clear();
  for (auto &[Name, Each] : Running) {
    Each->kill();
    Ending.push_back(std::move(Each));
  }
  Running.clear();
  Ending.clear();
}

void VerificationQueue::startSome() {
  while (Running.size() < MaxRunning && !Waiting.empty()) {
    const std::string Name = Waiting.front();
    Waiting.pop_front();
    auto Started = FileVerification::start(L.Begin(Name));
    if (Started)
      Running.emplace(Name, std::move(*Started));
    else
      L.NotStarted(Name, Started.takeError());
  }
}

void VerificationQueue::hear() {
  std::vector<std::string> Names;
  for (const auto &[Name, Each] : Running)
    Names.push_back(Name);
  for (const std::string &Name : Names) {
    auto Found = Running.find(Name);
    if (Found == Running.end())
      continue; // somebody who was told of another one has removed it
    FileVerification &Each = *Found->second;
    if (Each.hear()) {
      FileAnswer Answer = Each.takeAnswer();
      remove(Name);
      L.Done(Name, std::move(Answer));
    } else if (std::string Text = Each.takeProgress(); !Text.empty()) {
      L.Progress(Name, Text);
    }
  }
  std::erase_if(Ending, [](const auto &E) { return E->hasEnded(); });
}

std::vector<int> VerificationQueue::descriptors() const {
  std::vector<int> All;
  for (const auto &[Name, Each] : Running)
    All.push_back(Each->descriptor());
  return All;
}

std::optional<VerificationQueue::Clock::time_point>
VerificationQueue::nextLook() const {
  std::optional<Clock::time_point> Next;
  for (const auto &[Name, Each] : Running)
    Next = Next ? std::min(*Next, Each->deadline()) : Each->deadline();
  if (!Ending.empty())
    Next = Clock::now() + std::chrono::milliseconds(50);
  return Next;
}
