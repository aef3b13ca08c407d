//===- EvmReplay.cpp - Violations of contracts in a real machine ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Solidity/EvmReplay.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace sooth;
namespace json = llvm::json;

static constexpr llvm::StringLiteral Head = R"(#!/usr/bin/env node
// Replays violations of contracts in an Ethereum Virtual Machine. Needs the packages
//   npm install solc@VERSION @ethereumjs/evm@3 @ethereumjs/common@4 @ethereumjs/util@9
// of which solc is the version that the contracts are written for.
// Exit code 0: all are confirmed; 1: some is not; 2: some cannot be replayed.
// With arguments, node run.js COMPILER KEPT FOLDER...: the compiler is that command, or
// a package if it is empty; what it says is kept in a file; and packages are in these
// folders, too.
)";

static constexpr llvm::StringLiteral Machine = R"(
const fs = require('fs');
const [compiler, kept, ...folders] = process.argv.slice(2);
module.paths.unshift(...folders);
const {EVM} = require('@ethereumjs/evm');
const {Account, Address, generateAddress, hexToBytes} = require('@ethereumjs/util');
const {Common, Hardfork} = require('@ethereumjs/common');

class CannotReplay extends Error {}
// The machine does something else.
class Refuted extends Error {}

function ask(question) {
  if (!compiler)
    return require('solc').compile(question);
  // solcjs does not write all to a pipe.
  const from = kept + '.in', to = kept + '.out';
  fs.writeFileSync(from, question);
  require('child_process').spawnSync(compiler, ['--standard-json'],
    {stdio: [fs.openSync(from), fs.openSync(to, 'w'), 'ignore']});
  const said = fs.readFileSync(to, 'utf8');
  fs.unlinkSync(from);
  fs.unlinkSync(to);
  return said.slice(said.indexOf('{'));
}

function compile(texts, wanted) {
  const input = {language: 'Solidity', sources: {}, settings: {outputSelection: {'*': wanted}}};
  for (const name in texts)
    input.sources[name] = {content: texts[name]};
  return JSON.parse(ask(JSON.stringify(input)));
}

// The machine does the same where an assertion fails as where it divides by zero. So
// each assertion gets a message that says where it is.
function withPlaces() {
  const trees = compile(sources, {'': ['ast']}).sources, texts = {};
  for (const name in sources) {
    let bytes = Buffer.from(sources[name], 'utf8');
    const found = [];
    const walk = (node) => {
      if (!node || typeof node !== 'object')
        return;
      if (node.nodeType === 'FunctionCall'
          && node.expression.typeDescriptions.typeIdentifier.startsWith('t_function_assert_'))
        found.push([node, node.src.split(':').map(Number)]);
      Object.values(node).forEach(walk);
    };
    walk(trees[name].ast);
    found.sort((one, other) => other[1][0] - one[1][0]);
    for (const [node, [start, length]] of found) {
      const before = bytes.subarray(0, start).toString().split('\n');
      const place = `${name}:${before.length}:${Buffer.byteLength(before.pop()) + 1}`;
      const [from, size] = node.arguments[0].src.split(':').map(Number);
      bytes = Buffer.concat([bytes.subarray(0, start), Buffer.from('require('),
        bytes.subarray(from, from + size), Buffer.from(', ' + JSON.stringify('fails at ' + place) + ')'),
        bytes.subarray(start + length)]);
    }
    texts[name] = bytes.toString();
  }
  return texts;
}

function compileAll() {
  if (kept && fs.existsSync(kept))
    return JSON.parse(fs.readFileSync(kept, 'utf8'));
  const output = compile(withPlaces(), {'*': ['abi', 'evm.bytecode.object', 'evm.methodIdentifiers']});
  const all = {};
  for (const file in output.contracts || {})
    Object.assign(all, output.contracts[file]);
  if (kept)
    fs.writeFileSync(kept, JSON.stringify(all));
  return all;
}

let compiled = {};
const word = (n) => (BigInt.asUintN(256, n)).toString(16).padStart(64, '0');
const bytes = (hex) => hexToBytes('0x' + hex);
const numberOf = (text) => text === 'true' ? 1n : text === 'false' ? 0n
  : text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text.split(' ')[0]);
const addressOf = (n) => new Address(bytes(BigInt.asUintN(160, n).toString(16).padStart(40, '0')));
// Where the contract is in the machine.
const placeOf = (step) => new Address(generateAddress(addressOf(numberOf(step.from)).bytes, new Uint8Array([0])));

function encode(inputs, values, self) {
  let data = '';
  for (const {name, type} of inputs) {
    if (!/^(bool|address|u?int\d*|bytes\d+)$/.test(type))
      throw new CannotReplay('an argument of type ' + type);
    let n = name in values ? numberOf(values[name]) : 0n;
    if (type === 'address' && n === self.model)
      n = BigInt(self.real.toString());
    const fixed = /^bytes(\d+)$/.exec(type);
    if (fixed)
      n <<= 8n * (32n - BigInt(fixed[1]));
    data += word(n);
  }
  return data;
}

function dataOf(contract, step, self) {
  if (!compiled[contract])
    throw new CannotReplay('the compiler, which does not compile the contract');
  const {abi, evm} = compiled[contract];
  if (/[^0-9a-f]/.test(evm.bytecode.object))
    throw new CannotReplay('a library that is to be linked');
  if (step.function === 'constructor') {
    const own = abi.find((e) => e.type === 'constructor');
    return evm.bytecode.object + encode(own ? own.inputs : [], step.values, self);
  }
  const named = abi.filter((e) => e.type === 'function' && e.name === step.function
    && Object.keys(step.values).every((v) => e.inputs.some((i) => i.name === v)));
  if (!named.length && (step.function === 'receive' || step.function === 'fallback'))
    return step.function === 'fallback' && abi.some((e) => e.type === 'receive') ? '00000000' : '';
  const chosen = named.filter((e) => e.inputs.filter((i) => i.name).length
    === Math.max(...named.map((f) => f.inputs.filter((i) => i.name in step.values).length)));
  const one = (chosen.length ? chosen : named)[0];
  if (!one)
    throw new CannotReplay('function ' + step.function);
  const signature = one.name + '(' + one.inputs.map((i) => i.type).join(',') + ')';
  return evm.methodIdentifiers[signature] + encode(one.inputs, step.values, self);
}

// What of the checks of the program fails, if any does.
function failure(result) {
  const error = result.execResult.exceptionError;
  if (!error)
    return undefined;
  const returned = Buffer.from(result.execResult.returnValue);
  const said = /fails at ([^\0]*)/.exec(returned.toString());
  if (said)
    return said[1];
  const isPanic = /^4e487b71.*(21|32)$/.test(returned.toString('hex'));
  return error.error === 'invalid opcode' || isPanic ? 'a check of the compiler' : undefined;
}

async function replay({contract, place, steps}) {
  const chainId = Number(numberOf(steps[0].chain || '1') & 0x1fffffffffffffn);
  const common = Common.custom({chainId}, {hardfork: Hardfork.Cancun});
  const evm = await EVM.create({common, allowUnlimitedContractSize: true});
  const give = async (who, amount) => {
    const account = await evm.stateManager.getAccount(who) || new Account();
    account.balance = amount;
    await evm.stateManager.putAccount(who, account);
  };
  const self = {model: numberOf(steps[0].self || '-1'), real: placeOf(steps[0])};
  const whoIs = (text) => numberOf(text) === self.model ? self.real : addressOf(numberOf(text));
  let address, data, last;
  for (const step of steps) {
    if (last)
      throw new Refuted('transaction ' + last + ' fails already');
    const sender = addressOf(numberOf(step.from)), value = numberOf(step.value);
    await give(sender, value + (1n << 128n));
    if (step.balance !== undefined)
      await give(self.real, numberOf(step.balance) - value);
    const header = {number: numberOf(step.number), timestamp: numberOf(step.time),
      coinbase: whoIs(step.coinbase || '0'), cliqueSigner: () => Address.zero(), difficulty: 0n,
      prevRandao: bytes(word(numberOf(step.random || '0'))), gasLimit: numberOf(step.limit || '1152921504606846976'),
      baseFeePerGas: numberOf(step.fee || '0'), getBlobGasPrice: () => numberOf(step.blob || '1')};
    data = dataOf(contract, step, self);
    const result = await evm.runCall({caller: sender, origin: addressOf(numberOf(step.origin)),
      to: address, value, data: bytes(data), gasLimit: 1n << 50n,
      gasPrice: numberOf(step.price), block: {header}});
    if (step.function === 'constructor')
      address = result.createdAddress;
    const failed = failure(result);
    if (failed && place && failed !== place)
      throw new Refuted('in transaction ' + step.at + ', what fails is ' + failed);
    if (failed)
      last = step.at;
    else if (result.execResult.exceptionError)
      throw new Refuted('transaction ' + step.at + ' ends with ' + result.execResult.exceptionError.error);
  }
  if (!last)
    throw new Refuted('nothing fails');
  return last;
}

(async () => {
  let code = 0;
  if (stories.some((story) => !story.obstacle))
    compiled = compileAll();
  for (const story of stories) {
    try {
      if (story.obstacle)
        throw new CannotReplay(story.obstacle);
      const at = await replay(story);
      console.log(`${story.what}: confirmed, it fails in transaction ${at}`);
    } catch (e) {
      const isRefuted = e instanceof Refuted;
      console.log(`${story.what}: ${isRefuted ? 'NOT confirmed: ' : 'cannot be replayed: '}${e.message || e.error}`);
      code = isRefuted ? 1 : Math.max(code, 2);
    }
  }
  process.exitCode = code;
})();
)";

/// A failed check that ends a transaction in the machine as well.
static bool endsTransaction(llvm::StringRef Check) {
  return Check == "assert" || Check == "bounds" || Check == "enum";
}

static json::Object encodeStep(const StoryStep &S, unsigned Number) {
  json::Object Result{{"at", Number},  {"function", S.Function},
                      {"from", "0"},   {"value", "0"},
                      {"origin", "0"}, {"time", "1"},
                      {"number", "1"}, {"price", "0"}};
  json::Object Values;
  for (const StoryValue &V : S.Values) {
    llvm::StringRef Key = llvm::StringSwitch<llvm::StringRef>(V.Path.str())
                              .Case("address(this)", "self")
                              .Case("block.chainid", "chain")
                              .Case("block.basefee", "fee")
                              .Case("block.blobbasefee", "blob")
                              .Case("block.gaslimit", "limit")
                              .Case("block.coinbase", "coinbase")
                              .Case("block.prevrandao", "random")
                              .Case("block.difficulty", "random")
                              .Case("msg.sender", "from")
                              .Case("msg.value", "value")
                              .Case("address(this).balance", "balance")
                              .Case("tx.origin", "origin")
                              .Case("tx.gasprice", "price")
                              .Case("block.timestamp", "time")
                              .Case("block.number", "number")
                              .Default("");
    if (Key.empty())
      Values[V.Path.str()] = V.Text;
    else
      Result[Key] = V.Text;
  }
  Result["values"] = std::move(Values);
  return Result;
}

static json::Object encodeStory(const SolidityVerdict &V,
                                const AssertionReport &A) {
  json::Object Result{{"contract", V.Target.Contract},
                      {"what", V.Target.Contract + ": " + A.Where.str() + ": " +
                                   A.What.Subject}};
  if (A.Check == "assert")
    Result["place"] = A.Where.str();
  json::Array Steps;
  for (const StoryStep &S : A.Trace) {
    if (S.What == StoryStep::Kind::Steps || S.What == StoryStep::Kind::Blocks)
      Result["obstacle"] = "transactions are left out as the run is long";
    if (S.What == StoryStep::Kind::Input)
      Result["obstacle"] = S.Function.empty()
                               ? "several messages are in one transaction"
                               : "it depends on other code: " + S.Function;
    if (S.What != StoryStep::Kind::Call)
      continue;
    if (S.Function.empty())
      Result["obstacle"] = "the contract is called back by other code";
    Steps.push_back(encodeStep(S, unsigned(Steps.size() + 1)));
  }
  if (!endsTransaction(A.Check))
    Result["obstacle"] = "this is no assertion of the program";
  Result["steps"] = std::move(Steps);
  return Result;
}

void sooth::printEvmReplay(llvm::raw_ostream &OS, const json::Value &Bundle,
                           llvm::ArrayRef<SolidityVerdict> All) {
  json::Array Stories;
  for (const SolidityVerdict &V : All)
    for (const AssertionReport &A : V.Details.Assertions)
      if (!A.Trace.empty())
        Stories.push_back(encodeStory(V, A));
  const json::Object *O = Bundle.getAsObject();
  const json::Value *Sources = O ? O->get("sources") : nullptr;
  OS << Head << "\nconst sources = "
     << llvm::formatv("{0:2}", Sources ? *Sources : json::Value(json::Object()))
     << ";\nconst stories = "
     << llvm::formatv("{0:2}", json::Value(std::move(Stories))) << ";\n"
     << Machine;
}

static bool hasPackage(llvm::StringRef Name,
                       llvm::ArrayRef<std::string> Folders) {
  return llvm::any_of(Folders, [&](const std::string &Folder) {
    llvm::SmallString<128> Path(Folder);
    llvm::sys::path::append(Path, Name);
    return llvm::sys::fs::is_directory(Path);
  });
}

/// Where the packages are that the compiler's command is one of; empty for
/// another command.
static std::string packagesAround(llvm::StringRef Command) {
  llvm::SmallString<128> Real;
  if (llvm::sys::fs::real_path(Command, Real))
    return "";
  llvm::StringRef Folder = Real;
  while (!Folder.empty() && llvm::sys::path::filename(Folder) != "node_modules")
    Folder = llvm::sys::path::parent_path(Folder);
  return Folder.str();
}

std::unique_ptr<EvmMachine> EvmMachine::find(const SolidityCompiler &Compiler) {
  auto Node = llvm::sys::findProgramByName("node");
  auto Command = commandOf(Compiler);
  if (!Command) {
    llvm::consumeError(Command.takeError());
    return nullptr;
  }
  std::vector<std::string> Folders = nodeModules();
  const std::string Own = packagesAround(*Command);
  if (!Own.empty())
    Folders.insert(Folders.begin(), Own);
  if (!Node || !hasPackage("@ethereumjs/evm", Folders))
    return nullptr;
  std::unique_ptr<EvmMachine> M(new EvmMachine());
  M->Node = *Node;
  M->Compiler = Own.empty() ? *Command : "";
  M->Folders = std::move(Folders);
  return M;
}

EvmMachine::~EvmMachine() {
  if (!Kept.empty())
    llvm::sys::fs::remove(Kept);
}

/// What the script says of a story, without what it is about.
static EvmMachine::Outcome outcomeOf(llvm::StringRef Line) {
  using Kind = EvmMachine::Outcome::Kind;
  if (Line.contains(": confirmed, it fails in transaction "))
    return {Kind::Confirmed, ""};
  constexpr llvm::StringLiteral Not = ": NOT confirmed: ";
  const size_t At = Line.rfind(Not);
  if (At == llvm::StringRef::npos)
    return {Kind::NotRun, ""};
  return {Kind::Refuted, Line.drop_front(At + Not.size()).str()};
}

std::vector<EvmMachine::Outcome> EvmMachine::replay(const json::Value &Bundle,
                                                    const SolidityVerdict &V,
                                                    unsigned Seconds) {
  llvm::SmallString<128> Script, Said;
  if (Kept.empty()) {
    llvm::SmallString<128> Path;
    if (llvm::sys::fs::createTemporaryFile("sooth", "compiled", Path))
      return {};
    llvm::sys::fs::remove(Path);
    Kept = Path.str().str();
  }
  int Descriptor = -1;
  if (llvm::sys::fs::createTemporaryFile("sooth", "js", Descriptor, Script))
    return {};
  llvm::FileRemover RemoveScript(Script);
  {
    llvm::raw_fd_ostream OS(Descriptor, /*shouldClose=*/true);
    printEvmReplay(OS, Bundle, V);
  }
  if (llvm::sys::fs::createTemporaryFile("sooth", "txt", Said))
    return {};
  llvm::FileRemover RemoveSaid(Said);
  std::vector<llvm::StringRef> Arguments = {Node, Script, Compiler, Kept};
  llvm::append_range(Arguments, Folders);
  if (llvm::sys::ExecuteAndWait(
          Node, Arguments, std::nullopt,
          {llvm::StringRef(""), llvm::StringRef(Said), llvm::StringRef("")},
          Seconds) < 0)
    return {};
  std::vector<Outcome> All;
  if (auto Text = llvm::MemoryBuffer::getFile(Said))
    for (llvm::StringRef Line : llvm::split((*Text)->getBuffer(), "\n"))
      if (!Line.empty())
        All.push_back(outcomeOf(Line));
  return All;
}
