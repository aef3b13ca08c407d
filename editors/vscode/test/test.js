// What the extension does, with a stand-in for VS Code.
"use strict";

const assert = require("assert");
const Module = require("module");

//===----------------------------------------------------------------------===//
// The stand-in
//===----------------------------------------------------------------------===//

const seen = { decorations: [], sent: [], commands: {}, panels: [], shown: [], clients: [] };

class LanguageClient {
  constructor(id, name, server, options) {
    Object.assign(this, { server, options, features: [], handlers: {} });
    this.code2ProtocolConverter = { asUri: (uri) => uri.toString() };
    seen.clients.push(this);
  }
  registerFeature(f) { this.features.push(f); }
  onNotification(method, handler) { this.handlers[method] = handler; }
  async start() { this.started = true; }
  async stop() { this.started = false; }
  async dispose() { this.started = false; }
  async sendNotification(method, params) { seen.sent.push([method, params]); }
  async sendRequest(method, params) { seen.sent.push([method, params]); }
}

function uriOf(text) { return { toString: () => text }; }
const editor = {
  document: { uri: uriOf("file:///t/a.c") },
  setDecorations: (type, where) => seen.decorations.push([type, where]),
  revealRange: () => {},
};
const events = {};
const subscribe = (name) => (handler) => { events[name] = handler; return { dispose() {} }; };
const values = { path: "sooth-clangd", arguments: ["--x"], verify: "on-save", hints: false, options: [] };
const vscode = {
  Range: class { constructor(...at) { this.at = at; } },
  ThemeColor: class {},
  Uri: { parse: uriOf },
  ViewColumn: { One: 1, Beside: -2 },
  TextEditorRevealType: { InCenterIfOutsideViewport: 1 },
  window: {
    visibleTextEditors: [editor], activeTextEditor: editor,
    createTextEditorDecorationType: (o) => ({ ...o, dispose() {} }),
    onDidChangeVisibleTextEditors: subscribe("visible"),
    showTextDocument: async (uri) => { seen.shown.push(uri.toString()); return editor; },
    createWebviewPanel: () => {
      const p = { webview: { onDidReceiveMessage: (f) => { p.receive = f; } },
        isOpen: true, onDidDispose: (f) => { p.disposed = f; },
        dispose: () => { p.isOpen = false; p.disposed(); } };
      seen.panels.push(p);
      return p;
    },
  },
  workspace: {
    getConfiguration: () => ({ get: (name) => values[name] }),
    onDidCloseTextDocument: subscribe("close"),
    onDidChangeConfiguration: subscribe("configuration"),
  },
  commands: { registerCommand: (name, f) => { seen.commands[name] = f; return { dispose() {} }; } },
};
const load = Module._load;
Module._load = (name, ...rest) =>
  name === "vscode" ? vscode :
  name === "vscode-languageclient/node" ? { LanguageClient } : load(name, ...rest);

//===----------------------------------------------------------------------===//
// The tests
//===----------------------------------------------------------------------===//

const { pageOf } = require("../run");
const { linesByMark } = require("../states");
const extension = require("../extension");
const description = require("../package.json");

const at = (line) => ({ start: { line, character: 0 }, end: { line, character: 0 } });

async function main() {
  // Lines by mark; what is no state of ours has none.
  const lines = linesByMark({ functions: [
    { state: "proved", range: at(1), text: "1 check: 1 proved" },
    { state: "queued", range: at(4) }, { state: "no checks", range: at(9) }] });
  assert.deepStrictEqual(lines.proved, [{ line: 1, text: "1 check: 1 proved" }]);
  assert.deepStrictEqual(lines.running, [{ line: 4, text: "queued" }]);
  assert.strictEqual(Object.values(lines).flat().length, 2);

  // Nothing of a program's text is markup.
  const page = pageOf({ message: "</script><b>", steps: [
    { uri: "file:///t/a%20b.c", range: at(6), text: 's = "</script>" & 1' }] }, "n");
  assert.ok(page.includes("a b.c:7") && page.includes("&quot;&lt;/script&gt;&quot; &amp; 1"));
  assert.strictEqual(page.match(/<\/script>/g).length, 1);

  await extension.activate({ subscriptions: [], asAbsolutePath: (p) => p });
  const [client] = seen.clients;
  assert.ok(client.started);
  assert.deepStrictEqual(client.server, { command: "sooth-clangd", args: ["--x"] });
  assert.deepStrictEqual(client.options.initializationOptions,
    { sooth: { verify: "on-save", hints: false, options: [] } });
  const abilities = {};
  client.features.forEach((f) => f.fillClientCapabilities(abilities));
  assert.deepStrictEqual(abilities.experimental, { sooth: { functionStates: true, runs: true } });

  // The gutter; what is said of an older text is not shown.
  const say = (version, state) => client.handlers["sooth/functionStates"](
    { uri: "file:///t/a.c", version, state, functions: [{ name: "f", state, range: at(version) }] });
  const marked = () => seen.decorations.filter(([, where]) => where.length)
    .map(([type, where]) => [type.gutterIconPath, where[0].range.at[0]]);
  say(2, "violated");
  assert.deepStrictEqual(marked(), [["icons/violated.svg", 2]]);
  say(1, "proved");
  assert.deepStrictEqual(marked(), [["icons/violated.svg", 2]]);

  // A run, and its steps.
  const run = { uri: "file:///t/a.c", message: "m", steps: [{ uri: "file:///t/h.h", range: at(3), text: "x = 3" },
    { uri: "", range: at(0), text: "y = 4" }] };
  const result = await client.options.middleware.executeCommand("sooth.showRun", [], async () => run);
  assert.strictEqual(result, run);
  assert.strictEqual(seen.panels.length, 1);
  assert.ok(seen.panels[0].webview.html.includes("x = 3"));
  await seen.panels[0].receive({ step: 0 });
  await seen.panels[0].receive({ step: 1 });
  assert.deepStrictEqual(seen.shown, ["file:///t/h.h"]);
  await client.options.middleware.executeCommand("other", [], async () => run);
  assert.strictEqual(seen.panels.length, 1);

  // It goes when its text changes.
  say(3, "violated");
  assert.ok(seen.panels[0].isOpen);
  say(4, "stale");
  assert.ok(!seen.panels[0].isOpen);

  // Settings, commands.
  values.verify = "never";
  events.configuration({ affectsConfiguration: (name) => name === "sooth" });
  await seen.commands["sooth.verifyFile"]();
  assert.deepStrictEqual(seen.sent, [
    ["workspace/didChangeConfiguration",
      { settings: { sooth: { verify: "never", hints: false, options: [] } } }],
    ["workspace/executeCommand", { command: "sooth.verify", arguments: ["file:///t/a.c"] }]]);
  await seen.commands["sooth.restart"]();
  assert.deepStrictEqual(seen.clients.map((c) => c.started), [false, true]);
  assert.deepStrictEqual(Object.keys(seen.commands).sort(),
    description.contributes.commands.map((c) => c.command).sort());
  await extension.deactivate();
  console.log("the extension does what it should");
}

main().catch((error) => { console.error(error); process.exit(1); });
