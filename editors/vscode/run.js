// The panel that steps through a run.
"use strict";

function escaped(text) {
  const names = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (c) => names[c]);
}

function placeOf(step) {
  if (!step.uri) return "";
  const name = decodeURIComponent(step.uri.split("/").pop());
  return `${name}:${step.range.start.line + 1}`;
}

/** The page of a run, of which the step `at` is the current one. */
function pageOf(run, nonce) {
  const rows = run.steps.map(
    (step, i) =>
      `<tr data-step="${i}"><td>${escaped(placeOf(step))}</td>` +
      `<td>${escaped(step.text)}</td></tr>`);
  return `<!DOCTYPE html>
<html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none';
 style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<style nonce="${nonce}">
table { border-collapse: collapse; }
td { padding: 1px 8px; font-family: var(--vscode-editor-font-family); cursor: pointer; }
tr.current { background: var(--vscode-editor-selectionBackground); }
</style></head><body>
<h3>${escaped(run.message)}</h3>
<p><button id="previous">Previous</button> <button id="next">Next</button>
 ${run.steps.length} steps; arrow keys step, too</p>
<table>${rows.join("\n")}</table>
<script nonce="${nonce}">
const editor = acquireVsCodeApi();
const rows = Array.from(document.querySelectorAll("tr"));
let current = -1;
function go(to) {
  if (to < 0 || to >= rows.length) return;
  if (current >= 0) rows[current].className = "";
  current = to;
  rows[current].className = "current";
  rows[current].scrollIntoView({ block: "nearest" });
  editor.postMessage({ step: current });
}
rows.forEach((row, i) => row.addEventListener("click", () => go(i)));
document.getElementById("previous").addEventListener("click", () => go(current - 1));
document.getElementById("next").addEventListener("click", () => go(current + 1));
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowRight") go(current + 1);
  else if (event.key === "ArrowUp" || event.key === "ArrowLeft") go(current - 1);
  else return;
  event.preventDefault();
});
go(0);
</script></body></html>`;
}

module.exports = { pageOf, placeOf };
