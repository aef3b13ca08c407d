// Opens a page of a report in a browser without network, and uses it:
//   node page.js BROWSER PAGE PICTURE
// The first lines tell what was seen; each failure is an exception.
"use strict";

const assert = require("assert");
const path = require("path");
const { chromium } = require("playwright-core");

const [executablePath, file, picture] = process.argv.slice(2);
const address = "file://" + path.resolve(file);

/** Until what was done is painted. */
const painted = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));

/** What is seen: the current step, its line and the address, which has to be in view. */
const seen = (page) => page.evaluate(() => {
  const step = document.querySelector(".step.now");
  const inView = (element, box) => {
    const e = element.getBoundingClientRect(), b = box.getBoundingClientRect();
    return e.top >= b.top - 1 && e.bottom <= b.bottom + 1;
  };
  const line = document.querySelector(".line.now");
  const rows = Array.from(document.querySelectorAll("#variables > table:first-of-type tr"));
  const isOwn = rows.length && rows[0].parentElement.previousElementSibling.tagName === "H2";
  return {
    step: step && step.textContent, hash: location.hash,
    line: line && +line.querySelector(".number").textContent,
    stepInView: step && inView(step, document.getElementById("left")),
    lineInView: line && inView(line, document.getElementById("source")),
    own: isOwn ? Object.fromEntries(rows.map((r) => [r.cells[0].textContent, r.cells[1].textContent])) : {},
  };
});

async function main() {
  // The sandbox needs rights that a test may not have; the page is our own.
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, offline: true });
  const page = await context.newPage();
  const requests = [], complaints = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("dialog", (dialog) => complaints.push(dialog.message()));

  let begin = Date.now();
  await page.goto(address);
  await page.waitForSelector(".step.now");
  await painted(page);
  const opened = Date.now() - begin;
  const steps = await page.evaluate(() => shownCheck.steps.length);
  console.log(`browser ${browser.version()}: ${steps} steps opened in ${opened} ms`);
  assert.ok(opened < 20000, `opened in ${opened} ms`);
  assert.strictEqual(await page.title(), "Sooth: Unsafe");

  // Keys, of which none takes long.
  let slowest = 0;
  async function press(key, step) {
    begin = Date.now();
    await page.keyboard.press(key);
    await painted(page);
    slowest = Math.max(slowest, Date.now() - begin);
    const now = await seen(page);
    assert.ok(now.step.startsWith(`#${step}`), `${key}: ${JSON.stringify(now)}`);
    assert.strictEqual(now.hash, `#check0.step${step}`);
    assert.ok(now.stepInView && now.lineInView, JSON.stringify(now));
    assert.ok(now.step.startsWith(`#${step}${path.basename(file, ".html")}.c:${now.line}:`), JSON.stringify(now));
    return now;
  }
  await press("j", 2);
  await press("ArrowDown", 3);
  await press("k", 2);
  await press("ArrowUp", 1);
  const last = await press("End", steps);
  await press("k", steps - 1);
  await press("End", steps);
  await page.screenshot({ path: picture });
  await press("Home", 1);
  console.log(`slowest key: ${slowest} ms`);
  assert.ok(slowest < 5000);
  console.log(`last step: ${last.step} with ${JSON.stringify(last.own)}`);

  // Links: a step in folded parts, by its address and by a click.
  await page.goto(address + `#check0.step${steps - 2}`);
  await painted(page);
  assert.ok((await seen(page)).step.startsWith(`#${steps - 2}`));
  await page.keyboard.press("Home");
  await page.locator(".step a").nth(1).click();
  await painted(page);
  assert.strictEqual((await seen(page)).hash, "#check0.step2");
  const other = await context.newPage();
  await other.goto(address + "#check0.step3");
  await other.waitForSelector(".step.now");
  assert.ok((await seen(other)).step.startsWith("#3"));
  await other.close();

  // The filter.
  const rows = () => page.locator("#checks tr").count();
  const all = await rows();
  await page.fill("#checks input", "no such check");
  assert.strictEqual(await rows(), 0);
  await page.fill("#checks input", "");
  assert.strictEqual(await rows(), all);
  await page.selectOption("#checks select", "violated");
  assert.ok(await rows() >= 1);

  // Text of the program is text: what it could do if it were not has not happened.
  const source = (await page.locator("#source").textContent());
  assert.ok(source.includes("</script>"), source.slice(0, 500));
  assert.strictEqual(await page.locator("script").count(), 2);
  assert.deepStrictEqual(complaints, []);
  const foreign = requests.filter((url) => !url.startsWith(address));
  assert.deepStrictEqual(foreign, []);
  console.log(`requests: ${foreign.length} beside the page`);
  await browser.close();
}

main().catch((error) => { console.error(error); process.exit(1); });
