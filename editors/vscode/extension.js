// Sooth in VS Code: starts sooth-clangd and shows what it says.
"use strict";

const crypto = require("crypto");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { MARKS, linesByMark, isOlder } = require("./states");
const { pageOf } = require("./run");

let client;

/** The settings as the server takes them. */
function settings() {
  const all = vscode.workspace.getConfiguration("sooth");
  return { sooth: { verify: all.get("verify"), hints: all.get("hints"), options: all.get("options") } };
}

//===----------------------------------------------------------------------===//
// The gutter
//===----------------------------------------------------------------------===//

class Gutter {
  constructor(context) {
    this.said = new Map();
    this.types = {};
    for (const mark of Object.keys(MARKS)) {
      this.types[mark] = vscode.window.createTextEditorDecorationType({
        gutterIconPath: context.asAbsolutePath(`icons/${mark}.svg`),
        gutterIconSize: "contain",
      });
      context.subscriptions.push(this.types[mark]);
    }
  }

  take(said) {
    const uri = vscode.Uri.parse(said.uri).toString();
    if (isOlder(said, this.said.get(uri))) return;
    this.said.set(uri, said);
    for (const editor of vscode.window.visibleTextEditors)
      if (editor.document.uri.toString() === uri) this.show(editor);
  }

  show(editor) {
    const said = this.said.get(editor.document.uri.toString());
    const lines = said ? linesByMark(said) : {};
    for (const mark of Object.keys(MARKS))
      editor.setDecorations(this.types[mark], (lines[mark] || []).map((at) => ({
        range: new vscode.Range(at.line, 0, at.line, 0),
        hoverMessage: at.text,
      })));
  }

  forget(document) {
    this.said.delete(document.uri.toString());
  }
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

let panel;
let shownRun;
let highlight;

/** Runs of a text that has changed are not shown. */
function closeRunOf(said) {
  const isNow = !["stale", "queued", "running"].includes(said.state);
  if (panel && shownRun.uri === said.uri && !isNow) panel.dispose();
}

async function showStep(step) {
  if (!step || !step.uri) return;
  const start = step.range.start;
  const range = new vscode.Range(start.line, 0, start.line, Number.MAX_SAFE_INTEGER);
  const editor = await vscode.window.showTextDocument(vscode.Uri.parse(step.uri), {
    viewColumn: vscode.ViewColumn.One, preserveFocus: true, preview: true });
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  for (const other of vscode.window.visibleTextEditors)
    other.setDecorations(highlight, []);
  editor.setDecorations(highlight, [{
    range, renderOptions: { after: { contentText: `  ${step.text}` } } }]);
}

function showRun(run) {
  if (panel) panel.dispose();
  const shown = vscode.window.createWebviewPanel("sooth.run", "Run", {
    viewColumn: vscode.ViewColumn.Beside, preserveFocus: false },
    { enableScripts: true });
  panel = shown;
  shownRun = run;
  shown.onDidDispose(() => {
    if (panel === shown) panel = undefined;
    for (const editor of vscode.window.visibleTextEditors)
      editor.setDecorations(highlight, []);
  });
  shown.webview.onDidReceiveMessage((message) => showStep(run.steps[message.step]));
  shown.webview.html = pageOf(run, crypto.randomBytes(16).toString("hex"));
}

//===----------------------------------------------------------------------===//
// The server
//===----------------------------------------------------------------------===//

async function start(gutter) {
  const all = vscode.workspace.getConfiguration("sooth");
  client = new LanguageClient("sooth", "Sooth",
    { command: all.get("path"), args: all.get("arguments") },
    {
      documentSelector: [{ scheme: "file", language: "c" }],
      initializationOptions: settings(),
      middleware: {
        executeCommand: async (command, given, next) => {
          const result = await next(command, given);
          if (command === "sooth.showRun" && result) showRun(result);
          return result;
        },
      },
    });
  client.registerFeature({
    fillClientCapabilities(abilities) {
      abilities.experimental = { ...abilities.experimental,
        sooth: { functionStates: true, runs: true } };
    },
    initialize() {},
    getState() { return { kind: "static" }; },
    clear() {},
    dispose() {},
  });
  client.onNotification("sooth/functionStates", (said) => {
    gutter.take(said);
    closeRunOf(said);
  });
  await client.start();
}

async function activate(context) {
  const gutter = new Gutter(context);
  highlight = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.stackFrameHighlightBackground"),
    after: { color: new vscode.ThemeColor("editorCodeLens.foreground") },
  });
  context.subscriptions.push(
    highlight,
    vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach((e) => gutter.show(e))),
    vscode.workspace.onDidCloseTextDocument((document) => gutter.forget(document)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("sooth") && client)
        client.sendNotification("workspace/didChangeConfiguration", { settings: settings() });
    }),
    vscode.commands.registerCommand("sooth.verifyFile", () => {
      const editor = vscode.window.activeTextEditor;
      if (editor && client)
        return client.sendRequest("workspace/executeCommand", {
          command: "sooth.verify",
          arguments: [client.code2ProtocolConverter.asUri(editor.document.uri)] });
    }),
    vscode.commands.registerCommand("sooth.restart", async () => {
      if (client) await client.dispose();
      await start(gutter);
    }));
  await start(gutter);
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
