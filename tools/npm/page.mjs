// Opens the HTML report as a reader would, in light and in dark, and fails on
// any error in the console, any request that leaves the file, and any control
// that does not do what it says:
//
//     node page.mjs CHROMIUM REPORT.html SCREENSHOTS
import assert from "node:assert/strict";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [executablePath, report, pictures] = process.argv.slice(2);
const address = pathToFileURL(path.resolve(report)).href;
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

// broken are the words of headers and numbers that do not stand in one line, and
// the page itself where it is wider than the window.
const broken = (page) => page.evaluate(() => {
  const list = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.parentElement.closest("th[scope=col], .count")) continue;
    for (const word of text.data.matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((box) => box.top)).size > 1) list.push(word[0]);
    }
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) list.push(`the page is ${scrollWidth} wide in a window of ${clientWidth}`);
  return list;
});

for (const colorScheme of ["light", "dark"]) {
  const page = await browser.newPage({ colorScheme, viewport: { width: 1200, height: 900 } });
  const problems = [];
  page.on("console", (message) => problems.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => { problems.push("a dialog"); dialog.dismiss(); });
  page.on("request", (request) => { if (request.url() !== address) problems.push(`request: ${request.url()}`); });
  await page.goto(address);
  await page.screenshot({ path: path.join(pictures, `${colorScheme}.png`) });

  for (const width of [380, 1400]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: path.join(pictures, `${colorScheme}-${width}.png`) });
    const causes = page.locator(".causes").first();
    if (await causes.count() > 0) await causes.screenshot({ path: path.join(pictures, `${colorScheme}-${width}-causes.png`) });
    assert.deepEqual(await broken(page), [], `broken at ${width} pixels`);
  }
  await page.setViewportSize({ width: 1200, height: 900 });

  const visible = () => page.locator("article:not([hidden])").count();
  const all = await page.locator("article").count();
  if (all > 0) {
    assert.equal(await page.locator("#filter").isVisible(), true, "the script has not run");
    assert.equal(await visible(), all);
    assert.equal(await page.locator("output").textContent(), `${all} of ${all}`);

    const errors = await page.locator("article.error").count();
    await page.locator("input[name=error]").uncheck();
    assert.equal(await visible(), all - errors, "errors are still shown");
    await page.locator("input[name=error]").check();

    for (const name of ["category", "rule", "file", "fix", "evidence", "tests"]) {
      const value = await page.locator("article").first().getAttribute(`data-${name}`);
      if (!value) continue;
      const select = page.locator(`select[name=${name}]`);
      const same = await page.locator("article").evaluateAll(
        (list, [key, wanted]) => list.filter((node) => node.dataset[key] === wanted).length, [name, value]);
      await select.selectOption(value);
      assert.equal(await visible(), same, `the filter by ${name}`);
      await select.selectOption("");
    }

    // A bar chooses its file, and again none.
    const bar = page.locator(".bars[data-filter=file] tr").first();
    await bar.click();
    assert.equal(await page.locator("select[name=file]").inputValue(), await bar.getAttribute("data-value"));
    assert.equal(String(await visible()), await bar.locator(".count").textContent());
    await bar.press("Enter");
    assert.equal(await visible(), all, "a bar does not let go");

    // Findings of one cause are folded, and a filter unfolds them.
    const folds = await page.locator("details.cause").count();
    assert.equal(await page.locator("details.cause[open]").count(), 0);
    await page.locator("input[name=text]").fill("cuda");
    assert.equal(await page.locator("details.cause[open]").count(), await page.locator("details.cause:not([hidden])").count());
    await page.locator("input[name=text]").fill("");
    assert.equal(await page.locator("details.cause:not([hidden])").count(), folds);

    await page.locator("input[name=fixable]").check();
    assert.equal(await visible(), await page.locator("article[data-fixable]").count());
    await page.locator("input[name=fixable]").uncheck();

    await page.locator("input[name=text]").fill("no finding has these words");
    assert.equal(await visible(), 0, "the search finds what is not there");
    const place = await page.locator("article .place").first().textContent();
    await page.locator("input[name=text]").fill(place);
    assert.ok(await visible() >= 1, `the search does not find ${place}`);
    await page.locator("article:not([hidden])").first().scrollIntoViewIfNeeded();
    await page.screenshot({ path: path.join(pictures, `${colorScheme}-found.png`) });
    await page.locator("input[name=text]").fill("");
    await page.screenshot({ path: path.join(pictures, `${colorScheme}-full.png`), fullPage: true });
  }

  // The policy is in force: what is not ours runs in no way.
  const ran = await page.evaluate(() => new Promise((resolve) => {
    const script = document.createElement("script");
    script.textContent = "window.foreign = true";
    document.addEventListener("securitypolicyviolation", () => resolve(false), { once: true });
    document.body.append(script);
    setTimeout(() => resolve(window.foreign === true), 1000);
  }));
  assert.equal(ran, false, "a foreign script ran");
  const blocked = problems.filter((p) => !/violates the following Content Security Policy/.test(p));
  assert.deepEqual(blocked, []);
  assert.equal(problems.length, 1, `the policy was violated: ${problems.join("\n")}`);
  await page.close();
}
await browser.close();
