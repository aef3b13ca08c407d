// The extension in VS Code itself, as code-server serves it, used in a browser:
//   node real.js CODE-SERVER SERVER VSIX BROWSER FOLDER
// where CODE-SERVER is its out/node/entry.js, SERVER sooth-clangd, and FOLDER an empty
// folder, in which pictures are left. Needs playwright-core.
"use strict";

const assert = require("assert");
const { spawn, spawnSync } = require("child_process");
const fs = require("fs");
const net = require("net");
const path = require("path");
const { chromium } = require("playwright-core");

const [codeServer, server, vsix, executablePath, folder] = process.argv.slice(2);
const project = path.join(folder, "project");
const source = path.join(project, "limit.c");
const text = [
  "int limit(int n) {",
  "  int table[4] = {1, 2, 3, 4}, unused;",
  "  /*ü€𝄞*/ return 2147483647 + (n == 7) + table[0] * 0;",
  "}", ""].join("\n");

function say(what) { console.log(what); }

function freePort() {
  return new Promise((done) => {
    const listener = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = listener.address();
      listener.close(() => done(port));
    });
  });
}

const folders = ["--user-data-dir", path.join(folder, "user"),
  "--extensions-dir", path.join(folder, "extensions")];

function prepare() {
  fs.mkdirSync(project, { recursive: true });
  fs.mkdirSync(path.join(folder, "user", "User"), { recursive: true });
  fs.writeFileSync(source, text);
  fs.writeFileSync(path.join(project, "compile_flags.txt"), "-Wall\n");
  fs.writeFileSync(path.join(folder, "user", "User", "settings.json"), JSON.stringify({
    "sooth.path": server, "sooth.options": ["check=overflow"],
    "security.workspace.trust.enabled": false, "workbench.startupEditor": "none",
    "files.autoSave": "off", "editor.autoClosingBrackets": "never", "extensions.autoCheckUpdates": false,
    "telemetry.telemetryLevel": "off", "workbench.enableExperiments": false }));
  const done = spawnSync(process.execPath, [codeServer, ...folders, "--install-extension", vsix],
    { encoding: "utf-8", env: { ...process.env, HOME: folder } });
  assert.match(done.stdout, /was successfully installed/, done.stdout + done.stderr);
}

async function start(port) {
  const log = fs.openSync(path.join(folder, "code-server.log"), "w");
  const child = spawn(process.execPath, [codeServer, ...folders, "--auth", "none",
    "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust",
    "--bind-addr", `127.0.0.1:${port}`, project],
    { stdio: ["ignore", log, log], env: { ...process.env, HOME: folder } });
  for (let i = 0; i < 600; ++i) {
    const answers = await fetch(`http://127.0.0.1:${port}/healthz`).then((r) => r.ok, () => false);
    if (answers) return child;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error("code-server does not answer");
}

async function use(page, port) {
  const shown = async (what, locator) => {
    await locator.first().waitFor();
    say(`seen: ${what}`);
  };
  const gone = async (what, locator) => {
    await locator.first().waitFor({ state: "detached" });
    say(`gone: ${what}`);
  };
  let pictures = 0;
  const picture = () => page.screenshot({ path: path.join(folder, `picture${++pictures}.png`) });
  const lens = (what) => page.locator(".codelens-decoration a", { hasText: what });
  const row = (what) => page.locator(".markers-panel .monaco-list-row", { hasText: what });
  // The glyph margin; pictures of marks are backgrounds.
  const mark = async (name) => {
    await page.waitForFunction((mark) =>
      Array.from(document.querySelectorAll(".glyph-margin-widgets *, .margin-view-overlays *"))
        .some((e) => [null, "::before"].some((part) =>
          getComputedStyle(e, part).backgroundImage.includes(`${mark}.svg`))), name);
    say(`seen: the mark ${name}`);
  };
  const edit = async (from, to) => {
    await page.keyboard.press("Control+f");
    await page.keyboard.type(from);
    await page.locator(".find-widget .matchesCount", { hasText: "1 of 1" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.type(to);
  };

  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(project)}`);
  await page.locator(".monaco-workbench").waitFor();
  await page.locator(".explorer-folders-view .monaco-list-row", { hasText: "limit.c" }).first().dblclick();
  await page.locator(".editor-instance .view-lines").waitFor();
  await page.keyboard.press("Control+Shift+m");
  await shown("a warning of clangd's", row("Unused variable"));
  await shown("a violation", row("signed addition overflow"));
  await shown("its place, in UTF-16", row("signed addition overflow").filter({ hasText: "[Ln 3, Col 30]" }));
  await shown("its lens", lens("3 checks: 2 proved, 1 violated"));
  await shown("a line below it", page.locator(".squiggly-warning"));
  await mark("violated");
  await picture();

  // The run, in a panel.
  await lens("show the run to line 3").click();
  await shown("the panel", page.locator(".tab", { hasText: "Run" }));
  const panel = page.frameLocator("iframe.webview").frameLocator("iframe");
  await shown("its steps", panel.locator("tr", { hasText: "n = 7" }));
  await panel.locator("#next").click();
  await shown("the step that was gone to", panel.locator("tr.current", { hasText: "left operand = 2147483647" }));
  await picture();

  // Edited, all of that is gone; saved, what is proved is told.
  await page.locator(".view-line").first().click();
  await edit("2147483647", "2147483646");
  await gone("the violation", row("signed addition overflow"));
  await gone("the panel", page.locator(".tab", { hasText: "Run" }));
  await shown("that it is not verified", lens("not verified: run"));
  await mark("stale");
  assert.strictEqual(fs.readFileSync(source, "utf-8"), text);
  await page.keyboard.press("Control+s");
  await shown("the proof", lens("3 checks: 3 proved"));
  await mark("proved");
  assert.strictEqual(await row("signed addition overflow").count(), 0);
  await picture();

  // A lens verifies what is not saved.
  await edit("2147483646", "2147483647");
  await lens("not verified: run").click();
  await shown("the violation again", row("signed addition overflow"));
  await mark("violated");
  await picture();
}

async function main() {
  prepare();
  const port = await freePort();
  const child = await start(port);
  // The sandbox needs rights that a test may not have; the pages are our own.
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(180000);
  page.setDefaultNavigationTimeout(180000);
  try {
    await use(page, port);
    say("the extension works in VS Code");
  } catch (error) {
    await page.screenshot({ path: path.join(folder, "failed.png") });
    throw error;
  } finally {
    await browser.close();
    child.kill();
  }
}

main().catch((error) => { console.error(error); process.exit(1); });
