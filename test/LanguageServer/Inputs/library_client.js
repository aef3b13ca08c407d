// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sessions with sooth-clangd of a client that is the library VS Code's own is made
// of, so that what messages are is not our own idea of them:
//
//     library_client.js SERVER FOLDER [CLANGD]
"use strict";

const assert = require("assert");
const fs = require("fs");
const path = require("path");
const { spawn } = require("child_process");
const { setTimeout: pause } = require("timers/promises");
const { pathToFileURL } = require("url");
const protocol = require("vscode-languageserver-protocol/node");

const [server, folder, clangd] = process.argv.slice(2);
const BAD = 'const char *t = "𝄞"; void reach_error(void);\nint f(int x) {\n' +
  "  /* 𝄞 */ if (x == 3) reach_error();\n  return x;\n}\n";
const GOOD = BAD.replace("x == 3", "x == 3 && x == 4");
// A prime number: that it has no factors takes long to prove.
const SLOW = `void reach_error(void);
void g(unsigned long a, unsigned long b) {
  if (a > 1 && b > 1 && a < 4294967296 && b < 4294967296 && a * b == 2305843009213693951u)
    reach_error();
}
`;

async function until(condition, what, seconds = 60) {
  for (const end = Date.now() + 1000 * seconds; !(await condition()); await pause(20))
    assert(Date.now() < end, "not seen: " + what);
}

function childrenOf(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    return []; // it has ended
  }
}

function descendants(pid) {
  return childrenOf(pid).flatMap((child) => [child, ...descendants(child)]);
}

class Client {
  constructor(...flags) {
    this.process = spawn(server, [...(clangd ? ["--clangd=" + clangd] : ["--alone"]), ...flags],
      { stdio: ["pipe", "pipe", "ignore"] });
    this.ended = new Promise((done) => this.process.on("exit", done));
    this.diagnostics = {};
    this.progress = [];
    this.messages = [];
    const c = this.connection = protocol.createProtocolConnection(
      new protocol.StreamMessageReader(this.process.stdout),
      new protocol.StreamMessageWriter(this.process.stdin));
    c.onNotification(protocol.PublishDiagnosticsNotification.type,
      (p) => { this.diagnostics[p.uri] = p; });
    c.onNotification(protocol.ShowMessageNotification.type, (p) => this.messages.push(p));
    c.onRequest(protocol.WorkDoneProgressCreateRequest.type, ({ token }) => {
      c.onProgress(protocol.WorkDoneProgress.type, token, (value) => this.progress.push([token, value]));
    });
    c.onRequest(protocol.CodeLensRefreshRequest.type, () => {});
    c.onUnhandledNotification(() => {}); // our own
    c.listen();
  }
  async start(capabilities) {
    this.able = (await this.connection.sendRequest(protocol.InitializeRequest.type,
      { processId: process.pid, rootUri: null, capabilities })).capabilities;
    await this.connection.sendNotification(protocol.InitializedNotification.type, {});
  }
  async open(name, text, onDisk = text) {
    const file = path.join(folder, name);
    fs.writeFileSync(file, onDisk);
    this.uri = pathToFileURL(file).href;
    this.version = 1;
    await this.connection.sendNotification(protocol.DidOpenTextDocumentNotification.type,
      { textDocument: { uri: this.uri, languageId: "c", version: 1, text } });
  }
  change(text) {
    return this.connection.sendNotification(protocol.DidChangeTextDocumentNotification.type,
      { textDocument: { uri: this.uri, version: ++this.version }, contentChanges: [{ text }] });
  }
  save(text) {
    fs.writeFileSync(new URL(this.uri), text);
    return this.connection.sendNotification(protocol.DidSaveTextDocumentNotification.type,
      { textDocument: { uri: this.uri } });
  }
  command(command) {
    return this.connection.sendRequest(protocol.ExecuteCommandRequest.type,
      { command, arguments: [this.uri] });
  }
  from(source) {
    return (this.diagnostics[this.uri]?.diagnostics ?? []).filter((d) => d.source === source);
  }
  async lenses() {
    const all = await this.connection.sendRequest(protocol.CodeLensRequest.type,
      { textDocument: { uri: this.uri } });
    return all.map((lens) => lens.command.title);
  }
  saw(kind) {
    return this.progress.some(([, value]) => value.kind === kind);
  }
  /// Nothing that it has started is left.
  async stop() {
    const all = descendants(this.process.pid);
    await this.connection.sendRequest(protocol.ShutdownRequest.type);
    await this.connection.sendNotification(protocol.ExitNotification.type);
    assert.strictEqual(await this.ended, 0);
    await until(() => !all.some((pid) => fs.existsSync("/proc/" + pid)), "the end of all processes", 10);
  }
}

const ABLE = {
  textDocument: { publishDiagnostics: { relatedInformation: true } },
  window: { workDoneProgress: true }, workspace: { codeLens: { refreshSupport: true } },
};

const sessions = {
  async handshake_and_merge() {
    const client = new Client();
    await client.start(ABLE);
    assert(client.able.codeLensProvider, "no lenses");
    assert(client.able.executeCommandProvider.commands.includes("sooth.verify"));
    await client.open("merge.c", BAD);
    await until(() => client.from("sooth").length, "a violation");
    if (clangd)
      assert.strictEqual(client.from("fake").length, 1);
    const [found] = client.from("sooth");
    // UTF-16: what is in front of it has two units.
    assert.deepStrictEqual(found.range.start, { line: 2, character: 23 });
    assert.strictEqual(found.severity, protocol.DiagnosticSeverity.Warning);
    assert(found.relatedInformation.some((r) => r.message.startsWith("x = 3")), JSON.stringify(found));
    await until(async () => (await client.lenses()).includes("1 check: 1 violated"), "its lens");
    await client.stop();
  },
  async edit_while_verifying() {
    const client = new Client("--verify-timeout=60");
    await client.start(ABLE);
    await client.open("edit.c", SLOW);
    await until(() => client.saw("begin"), "progress");
    await client.change(GOOD);
    await until(() => client.saw("end"), "the end of it");
    assert(!(await client.lenses()).some((title) => /proved|violated/.test(title)));
    await client.save(GOOD);
    await until(async () => (await client.lenses()).includes("1 check: 1 proved"), "the proof");
    assert.deepStrictEqual(client.from("sooth"), []);
    await client.stop();
  },
  async cancel() {
    const client = new Client("--verify-timeout=60");
    await client.start(ABLE);
    await client.open("cancel.c", SLOW);
    await until(() => client.saw("report"), "a report");
    await client.connection.sendNotification(protocol.WorkDoneProgressCancelNotification.type,
      { token: client.progress[0][0] });
    await until(() => client.saw("end"), "the end of it");
    assert(!(await client.lenses()).some((title) => /proved|violated|unknown/.test(title)));
    await client.stop();
  },
  async unsaved() {
    const client = new Client();
    await client.start(ABLE);
    await client.open("unsaved.c", GOOD);
    await until(async () => (await client.lenses()).includes("1 check: 1 proved"), "the proof");
    await client.change(BAD);
    await client.command("sooth.verify");
    await until(() => client.from("sooth").length, "a violation of what is not on disk");
    await client.change(GOOD);
    await until(() => !client.from("sooth").length, "that it is taken back");
    await client.stop();
  },
  async crash() {
    const client = new Client("--verify-timeout=60");
    await client.start(ABLE);
    await client.open("crash.c", SLOW);
    await until(() => client.saw("report"), "a report");
    const child = childrenOf(client.process.pid).find((pid) =>
      fs.readFileSync(`/proc/${pid}/comm`, "utf8").startsWith("sooth-clangd"));
    process.kill(child, "SIGSEGV");
    await until(() => client.messages.some((m) => m.message.includes("Segmentation fault")), "a message");
    await client.change(BAD);
    await client.command("sooth.verify");
    await until(() => client.from("sooth").length, "a violation");
    await client.stop();
  },
  async client_of_few_words() {
    const client = new Client();
    await client.start({});
    await client.open("few.c", BAD);
    await until(() => client.from("sooth").length, "a violation");
    const [found] = client.from("sooth");
    assert(!found.relatedInformation && found.message.includes("x = 3"), JSON.stringify(found));
    assert.deepStrictEqual(client.progress, []);
    await client.stop();
  },
  async shutdown_while_verifying() {
    const client = new Client("--verify-timeout=60");
    await client.start(ABLE);
    await client.open("end.c", SLOW);
    await until(() => client.saw("report"), "a report");
    await client.stop();
    // So it is if the client is gone.
    const other = new Client("--verify-timeout=60");
    await other.start(ABLE);
    await other.open("gone.c", SLOW);
    await until(() => other.saw("report"), "a report");
    const all = descendants(other.process.pid);
    other.connection.dispose();
    other.process.stdin.end();
    await other.ended;
    await until(() => !all.some((pid) => fs.existsSync("/proc/" + pid)), "the end of all processes", 10);
  },
};

(async () => {
  for (const [name, session] of Object.entries(sessions)) {
    await session();
    console.log(name + ": good");
  }
  process.exit(0);
})().catch((problem) => {
  console.error(problem);
  process.exit(1);
});
