// The page in a real browser: results of every kind are made by waymark, opened, and used.
//
//   node page_test.mjs --waymark BINARY --out FOLDER --examples FOLDER --chromium PATH [NAME…]
//
// What is expected comes from the JSON of the same result, never from what the page shows. axe looks at every page, wide
// and narrow, light and dark. Screenshots are left in FOLDER. Ends with 77 where there is no javac: skipped, and says so.
// page/test/page_test.sh calls it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
const options = { names: [] };
for (let i = 2; i < process.argv.length; ++i) {
  if (process.argv[i].startsWith("--")) options[process.argv[i].slice(2)] = process.argv[++i];
  else options.names.push(process.argv[i]);
}
const waymark = resolve(options.waymark);
const examples = resolve(options.examples);
const out = resolve(options.out);
const browserPath = options.chromium;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SKIPPED = 77;
const MOST_BYTES = 1.5e6;
const HOSTILE = 'x<\u0001\u202e/script><img src=x onerror=window.pwned=1>"\'.pml';

function skip(why) {
  console.log(`page: skipped: ${why}`);
  process.exit(SKIPPED);
}

function run(...words) {
  return spawnSync(waymark, words, { cwd: join(out, "work"), encoding: "utf8", maxBuffer: 1 << 30 });
}

// The page, and the JSON of the same result.
function made(name, words, code) {
  const html = join(out, `${name}.html`);
  const done = run(...words, "--html", html, "--format", "json");
  assert.equal(done.status, code, `${name}: ${done.stderr}`);
  return { name, html, result: JSON.parse(done.stdout) };
}

function prepare() {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, "work", dirname(HOSTILE)), { recursive: true });
  const work = join(out, "work");
  for (const file of ["lasso.pml", "long.pml", "dead.pml", "several.pml", "hostile.pml", "relay.pml", "shallow.pml", "race.c", "Crash.java", "Race.java", "Locks.java", "Alone.java"]) {
    writeFileSync(join(work, file), readFileSync(join(here, "programs", file)));
  }
  writeFileSync(join(work, HOSTILE), readFileSync(join(here, "programs", "hostile.pml")));
  writeFileSync(join(work, "RemoteAgent.java"), readFileSync(join(examples, "java", "RemoteAgent.java")));
  for (const file of ["philosophers.pml", "counter.pml", "peterson.pml"]) {
    writeFileSync(join(work, file), readFileSync(join(examples, "promela", file)));
  }
}

// Large enough to be shared out.
const SEVEN = ["philosophers.pml", "-D", "N=7", "--property", "assertion"];

// Every kind of result that a page has to show, by name.
const KINDS = {
  deadlock: () => made("deadlock", ["check", "philosophers.pml"], 1),
  assertion: () => made("assertion", ["check", "counter.pml"], 1),
  lasso: () => made("lasso", ["check", "lasso.pml", "--ltl", "<> served", "--fair"], 1),
  exception: () => (javac("Crash.java"), made("exception", ["check", "--classpath", "classes", "Crash"], 1)),
  race: () => (javac("Race.java"), made("race", ["check", "--classpath", "classes", "Race", "--property", "race"], 1)),
  locks: () => (javac("Locks.java"), made("locks", ["check", "--classpath", "classes", "Locks"], 1)),
  notification: () => (javac("RemoteAgent.java"), made("notification", ["check", "--classpath", "classes", "RemoteAgent"], 1)),
  crace: () => made("crace", ["check", "race.c", "--property", "race"], 1),
  relay: () => made("relay", ["check", "relay.pml"], 1),
  certified: () => (run("check", ...SEVEN, "--por", "off", "--script", "seven.way"), made("certified", ["certify", ...SEVEN, "--script", "seven.way", "--jobs", "2"], 0)),
  rejected: () => (run("check", "peterson.pml", "--script", "peterson.way"), made("rejected", ["certify", "counter.pml", "--script", "peterson.way"], 4)),
  incomplete: () => made("incomplete", ["check", "philosophers.pml", "--property", "none", "--states", "30"], 3),
  coverage: () => made("coverage", ["coverage", "philosophers.pml", "-D", "N=6", "--property", "none", "--por", "off", "--states", "1000"], 3),
  long: () => made("long", ["check", "long.pml", "--search", "dfs"], 1),
  cut: () => made("cut", ["check", "long.pml", "--search", "dfs", "-D", "N=30000"], 1),
  unreached: () => made("unreached", ["check", "dead.pml"], 0),
  shallow: () => made("shallow", ["check", "shallow.pml"], 0),
  alone: () => (javac("Alone.java"), made("alone", ["check", "--classpath", "classes", "Alone"], 0)),
  warned: () => made("warned", ["check", "race.c"], 0),
  several: () => made("several", ["check", "several.pml", "--errors", "0", "--trail", "several.trail"], 1),
  graph: () => made("graph", ["check", "counter.pml", "--graph"], 1),
  hostile: () => made("hostile", ["check", HOSTILE], 1),
};

function javac(file) {
  const done = spawnSync("javac", ["-g", "-d", "classes", file], { cwd: join(out, "work"), encoding: "utf8" });
  assert.equal(done.status, 0, done.stderr);
}

// A page that is listened to: nothing may be written to the console, and nothing asked for but the file itself.
async function open(browser, html, how = {}, hash = "") {
  const page = await browser.newPage({ viewport: { width: 1400, height: 950 }, ...how });
  page.faults = [];
  page.on("console", (message) => page.faults.push(`console: ${message.text()}`));
  page.on("pageerror", (fault) => page.faults.push(`error: ${fault.message}`));
  page.on("dialog", (dialog) => { page.faults.push("a dialog"); dialog.dismiss(); });
  page.on("request", (request) => { if (request.url().split("#")[0] !== pathToFileURL(html).href) page.faults.push(`request: ${request.url()}`); });
  const began = Date.now();
  await page.goto(pathToFileURL(html).href + hash);
  await page.waitForSelector("h1");
  page.seconds = (Date.now() - began) / 1000;
  return page;
}

async function close(page, name) {
  assert.equal(await page.evaluate("window.pwned"), undefined, `${name}: text has run as a script`);
  assert.deepEqual(page.faults, [], name);
  await page.close();
}

const listed = new WeakMap();
function events(result) {
  if (!listed.has(result)) listed.set(result, result.steps.flatMap((one) => one.events.map((event) => ({ ...event, step: one.step }))));
  return listed.get(result);
}
const where = (page) => page.textContent(".where");
const fits = (page) => page.evaluate("document.documentElement.scrollWidth <= window.innerWidth");

const changesOf = (event) => [...event.changes, ...(event.details ?? [])];

// What every variable that changes is worth before anything happens.
const initials = new WeakMap();
function initially(all) {
  if (!initials.has(all)) {
    const values = new Map();
    for (const event of all) for (const change of changesOf(event)) if (!values.has(change.name)) values.set(change.name, change.before);
    initials.set(all, values);
  }
  return initials.get(all);
}

// And after so many events.
function valuesAt(all, position) {
  const values = new Map(initially(all));
  for (const event of all.slice(0, position)) for (const change of changesOf(event)) values.set(change.name, change.after);
  return values;
}

const plain = (text) => !/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e]/.test(text);

async function looksRight(page, result) {
  assert.equal(await page.textContent(".verdict-word"), result.verdict);
  assert.equal(await page.textContent(".headline"), result.headline || result.verdict);
  assert.ok(await fits(page), "wider than the window");
  const shown = await page.textContent("main");
  for (const text of [...result.properties, ...result.rests_on, ...result.not_judged]) assert.ok(shown.includes(text), text);
  if (result.states !== null) assert.ok(shown.includes(result.states.toLocaleString("en-US")), "states");
  for (const call of result.violations[0]?.stack ?? []) assert.ok(shown.includes(call), call);
  for (const one of result.standings) assert.ok(shown.includes(one.actor), one.actor);
  assert.equal(await page.locator("#statistics details[open]").count(), 0, "statistics are folded");
}

// The headline is the cause, with its drawing, its two lines or its values.
async function explains(page, result) {
  const { cause } = result;
  const told = await page.textContent("#verdict");
  if (cause === null) {
    assert.equal(await page.textContent("h1"), result.headline || result.verdict);
    return;
  }
  if (cause.kind === "cycle" && cause.waits.length > 1) {
    assert.match(await page.textContent("h1"), /^Deadlock: .* wait for each other$/);
    assert.equal(await page.locator(".waits .wait").count(), cause.waits.length);
    assert.equal(await page.locator(".waits .who").count(), new Set(cause.waits.flatMap((one) => [one.actor, one.for])).size);
    for (const one of cause.waits) assert.ok(told.includes(one.actor) && told.includes(one.what), one.what);
  } else if (cause.accesses !== undefined) {
    assert.match(await page.textContent("h1"), /^Race on /);
    const lines = await page.$$eval(".access .line.now > .number", (found) => found.map((one) => Number(one.textContent)));
    assert.deepEqual(lines, cause.accesses.map((one) => Number(one.location.split(":").at(-1))));
    for (const one of cause.accesses) assert.ok(told.includes(`${one.actor} ${one.writes ? "writes" : "reads"} ${one.variable}`), told);
  } else {
    for (const part of cause.sentence.split("; ").filter(plain)) assert.ok(told.includes(part), part);
  }
  for (const one of cause.values.filter((value) => value.step !== null)) {
    await page.click(`.cause-values [data-step="${one.step}"]`);
    assert.ok((await where(page)).startsWith(`step ${one.step.toLocaleString("en-US")} of `), await where(page));
  }
  const place = page.locator("#verdict .link:not([data-step])").first();
  if ((await place.count()) > 0) await place.click();
}

async function accessible(page, name) {
  await page.evaluate(axe);
  const found = await page.evaluate("axe.run(document, { resultTypes: ['violations'] }).then((done) => done.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 120) + ' ' + node.failureSummary).join(' | ')}`))");
  assert.deepEqual(found, [], `${name}: axe`);
}

// Position by position: what was done, by whom, where, and what everything is worth.
async function standsAt(page, all, position) {
  const event = all[position - 1];
  const last = all[all.length - 1].step.toLocaleString("en-US");
  if (position === 0) {
    assert.equal(await where(page), "initial state");
  } else {
    assert.ok((await where(page)).startsWith(`step ${event.step.toLocaleString("en-US")} of ${last}`), await where(page));
    const told = await page.textContent(".told");
    if (plain(event.statement)) assert.ok(told.includes(event.statement), told);
    assert.ok(told.includes(event.actor), told);
  }
  assert.equal(await page.inputValue("#slider"), String(position));
  const shown = await page.$$eval(".variables tbody tr[data-name]", (rows) => rows.map((row) => [
    row.dataset.name, row.querySelector(".value").textContent, row.classList.contains("changed")]));
  const values = valuesAt(all, position);
  for (const [name, value, changed] of shown) {
    if (!plain(name) || !plain(value)) continue;
    assert.equal(value, values.get(name) || (name.startsWith("lock ") ? "free" : "–"), `${name} after ${position} events`);
    assert.equal(changed, position > 0 && changesOf(event).some((change) => change.name === name), name);
  }
  if (values.size <= 200) assert.equal(shown.length, values.size);
  const line = Number(event?.location?.split(":").at(-1));
  const marked = await page.$$eval(".source .line.now > .number", (found) => found.map((one) => Number(one.textContent)));
  if (marked.length > 0) assert.deepEqual(marked, [line]);
}

async function walksByKeys(page, result) {
  const all = events(result);
  await page.click("[data-value=none]");
  await page.keyboard.press("End");
  await standsAt(page, all, all.length);
  await page.keyboard.press("Home");
  await standsAt(page, all, 0);
  const most = Math.min(all.length, 12);
  for (let position = 1; position <= most; ++position) {
    await page.keyboard.press("ArrowRight");
    await standsAt(page, all, position);
  }
  await page.keyboard.press("ArrowLeft");
  await standsAt(page, all, most - 1);
  await page.keyboard.press("End");
  await standsAt(page, all, all.length);
  if (all.length > 2) {
    await page.$eval("#slider", (slider) => { slider.value = "2"; slider.dispatchEvent(new Event("input")); });
    await standsAt(page, all, 2);
  }
}

async function everyControl(page, result) {
  const all = events(result);
  for (const view of ["lanes", "list", "messages"]) {
    if (view === "messages" && !all.some((event) => event.messages.length > 0)) continue;
    await page.click(`[data-value=${view}]`);
    for (const fold of view === "messages" ? ["none"] : ["none", "step", "folded", "process", "line"]) {
      if (view !== "messages") await page.click(`[data-value=${fold}]`);
      await page.click("[data-do=first]");
      await standsAt(page, all, 0);
      await page.click("[data-do=forward]");
      assert.notEqual(await where(page), "initial state", `${view}, ${fold}`);
      if (fold === "step" && view !== "messages") {
        await standsAt(page, all, all.filter((event) => event.step === all[0].step).length);
      }
      await page.click("[data-do=back]");
      await standsAt(page, all, 0);
      await page.click("[data-do=last]");
      await standsAt(page, all, all.length);
    }
    if (view !== "messages") await page.click("[data-value=none]");
  }
  await page.click("[data-value=list]");
  await page.keyboard.press("Home");
  await page.click(".row:nth-child(2)");
  await standsAt(page, all, Math.min(2, all.length));
  const name = [...valuesAt(all, 0).keys()][0];
  if (name !== undefined) {
    await page.keyboard.press("v");
    await page.keyboard.type(name);
    const kept = await page.$$eval(".variables tbody tr[data-name]", (found) => found.map((one) => one.dataset.name));
    assert.ok(kept.includes(name) && kept.every((one) => one.toLowerCase().includes(name.toLowerCase())));
    await page.fill("#filter", "");
    await page.keyboard.press("Escape");
  }
  await searches(page, all);
  await jumps(page, all);
  for (const theme of ["light", "dark", "auto"]) await page.click(`[data-value=${theme}]`);
}

// Enter goes from match to match, over statements and over values, and round.
async function searches(page, all) {
  const wanted = all.at(-1).statement;
  if (!plain(wanted) || wanted === "") return;
  await page.click("[data-value=none]");
  await page.keyboard.press("Home");
  await page.keyboard.press("/");
  await page.keyboard.type(wanted);
  const fitting = all.map((event, i) => [event.statement, i + 1]).filter(([statement]) => statement === wanted).map(([, position]) => position);
  const count = Number((await page.textContent(".search output")).split("/").at(-1));
  assert.ok(count >= fitting.length, `${count} matches of ${wanted}`);
  assert.ok((await page.locator(".row.hit").count()) > 0);
  const met = new Set();
  for (let i = 0; i < count; ++i) {
    await page.keyboard.press("Enter");
    met.add(Number(await page.inputValue("#slider")));
  }
  assert.equal(met.size, count);
  for (const position of fitting) assert.ok(met.has(position), `position ${position}`);
  await page.click("[data-do=hit-before]");
  assert.ok(met.has(Number(await page.inputValue("#slider"))));
  const changed = all.findIndex((event) => event.changes.length > 0 && plain(event.changes[0].name + event.changes[0].after));
  if (changed !== -1) {
    await page.keyboard.press("Home");
    await page.fill("#search", `${all[changed].changes[0].name} = ${all[changed].changes[0].after}`);
    await page.click("[data-do=first]");
    await page.click("[data-do=hit-after]");
    assert.ok(Number(await page.inputValue("#slider")) <= changed + 1 && Number(await page.inputValue("#slider")) > 0, "a value is found");
  }
  await page.fill("#search", "no such text anywhere");
  assert.equal(await page.textContent(".search output"), "none");
  await page.fill("#search", "");
  await page.focus("#search");
  await page.keyboard.press("Escape");
}

// A value leads to the event that wrote it; N and P go from change to change, of one variable if one is picked.
async function jumps(page, all) {
  const changing = all.map((event, i) => [changesOf(event), i + 1]).filter(([changes]) => changes.length > 0).map(([, position]) => position);
  if (changing.length === 0) return;
  await page.click("[data-value=none]");
  await page.keyboard.press("Home");
  for (const position of changing.slice(0, 4)) {
    await page.keyboard.press("n");
    assert.equal(await page.inputValue("#slider"), String(position));
  }
  await page.keyboard.press("End");
  await page.keyboard.press("p");
  const before = changing.filter((position) => position < all.length).at(-1);
  if (before !== undefined) assert.equal(await page.inputValue("#slider"), String(before));
  const [name] = [...valuesAt(all, 0).keys()].filter((one) => plain(one) && !/["\\]/.test(one));
  if (name === undefined) return;
  const row = page.locator(`.variables tr[data-name="${name}"]`);
  const own = all.map((event, i) => [event, i + 1]).filter(([event]) => changesOf(event).some((change) => change.name === name)).map(([, position]) => position);
  await page.keyboard.press("End");
  await row.locator("button.value").click();
  assert.equal(await page.inputValue("#slider"), String(own.at(-1)));
  await row.locator("button.name").click();
  await page.keyboard.press("Home");
  await page.click("[data-do=change-after]");
  assert.equal(await page.inputValue("#slider"), String(own[0]));
  await page.keyboard.press("End");
  await page.click("[data-do=change-before]");
  assert.equal(await page.inputValue("#slider"), String(own.filter((position) => position < all.length).at(-1) ?? all.length));
  await row.locator("button.name").click();
}

// In the gutter: filled where each process goes on, as the JSON has it, hollow where it was.
async function marks(page, result) {
  const all = events(result);
  await page.click("[data-value=none]");
  await page.keyboard.press("End");
  const shown = await page.$$eval(".source .gutter .mark", (found) => found.map((one) => [one.title, Number(one.closest(".line").querySelector(":scope > .number").textContent), one.classList.contains("waits")]));
  const file = await page.$eval(".source select", (picker) => picker.value);
  for (const standing of result.standings) {
    const [place, line] = [standing.location?.replace(/:\d+$/, ""), Number(standing.location?.split(":").at(-1))];
    const known = all.some((event) => event.actor === standing.actor);
    if (!known || place !== file || result.loop !== null) continue;
    const drawn = shown.filter(([title, , waits]) => waits && title === `${standing.actor} waits here`);
    if (drawn.length > 0) assert.deepEqual(drawn.map(([, at]) => at), [line], standing.actor);
    else assert.ok(await page.locator(".source .mark.more").count() > 0 || shown.length > 0, standing.actor);
  }
  assert.ok(shown.length > 0, "marks");
}

// The address has the step, and brings one there.
async function addresses(browser, page, html, result) {
  const all = events(result);
  await page.click("[data-value=none]");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  const hash = all[1]?.step === all[0].step ? "#step=1.1" : "#step=1";
  await page.waitForFunction((wanted) => window.location.hash === wanted, hash);
  const again = await open(browser, html, {}, hash);
  assert.equal(await again.inputValue("#slider"), "1");
  await again.evaluate("window.location.hash = '#step=0'");
  await again.waitForFunction("document.getElementById('slider').value === '0'");
  await close(again, "address");
  const odd = await open(browser, html, {}, "#step=99999999");
  assert.equal(await odd.inputValue("#slider"), String(all.length));
  await close(odd, "odd address");
}

// A row for each proposition, what it is worth at each position, and the open stretch.
async function showsPropositions(page, result) {
  const { propositions, from } = result.cause;
  assert.ok(propositions.length > 0 && from >= 0);
  assert.deepEqual(await page.$$eval(".proposition code", (found) => found.map((one) => one.textContent)), propositions.map((one) => one.text));
  const all = events(result);
  await page.click("[data-value=step]");
  await page.keyboard.press("Home");
  for (let i = 0; i <= result.length; ++i) {
    const position = Number(await page.inputValue("#slider"));
    const step = position === 0 ? 0 : all[position - 1].step;
    const expected = propositions.map((one) => String(one.at_first !== (one.turns.filter((turn) => turn <= step).length % 2 === 1)));
    assert.deepEqual(await page.$$eval(".truth", (found) => found.map((one) => one.textContent)), expected, `step ${step}`);
    if (i < result.length) await page.keyboard.press("ArrowRight");
  }
  assert.equal(await page.locator(".proposition .open").count(), propositions.length);
  assert.equal(await page.locator(".proposition .round").count(), propositions.length);
  await page.locator(".proposition svg").first().click({ position: { x: 1, y: 9 } });
  assert.equal(await page.inputValue("#slider"), "0");
}

// Each message that arrives is one arrow, slanted if it was under way for a while.
async function drawsMessages(page, result) {
  const all = events(result);
  await page.click("[data-value=messages]");
  const received = all.filter((event) => event.messages.some((one) => !one.sent)).length;
  assert.equal(await page.locator(".tip").count(), received);
  const flat = await page.$$eval(".msc .arrow", (found) => found.filter((one) => one.getAttribute("y1") === one.getAttribute("y2")).length);
  assert.equal(flat, 0, "all arrows are slanted");
  await page.click("[data-value=lanes]");
}

// What repeats is one row, which opens.
async function foldsRounds(page) {
  await page.click("[data-value=folded]");
  await page.keyboard.press("Home");
  const rounds = page.locator(".row.rounds button");
  assert.match(await rounds.first().textContent(), /more rounds of \d+ steps/);
  const before = await page.$eval(".steps .space", (space) => space.clientHeight);
  await rounds.first().click();
  assert.ok((await page.$eval(".steps .space", (space) => space.clientHeight)) > before);
}

// Who holds which lock at the end, and the thread's own variables.
async function showsLocks(page, result) {
  await page.keyboard.press("End");
  for (const wait of result.cause.waits) {
    const value = await page.textContent(`.variables tr[data-name="lock ${wait.what}"] .value`);
    assert.equal(value, `held by ${wait.for}; ${wait.actor} waits`);
  }
  const groups = await page.$$eval(".variables .group", (found) => found.map((one) => one.textContent));
  assert.ok(groups.includes("Locks"), groups.join());
  assert.ok(events(result).some((event) => event.details?.some((one) => one.name === "main:i")), "a local variable");
}

async function reachedByTab(page) {
  const wanted = new Set(await page.$$eval("button, select, input", (all) => all.filter((one) => one.offsetParent !== null).map((one) => one.dataset.do ?? one.dataset.value ?? one.id ?? one.tagName)));
  await page.evaluate("document.body.focus()");
  for (let i = 0; i < 60 && wanted.size > 0; ++i) {
    await page.keyboard.press("Tab");
    wanted.delete(await page.evaluate("(one => one.dataset.do ?? one.dataset.value ?? one.id ?? one.tagName)(document.activeElement)"));
  }
  assert.deepEqual([...wanted], [], "not reached by Tab");
}

async function goesRound(page, result) {
  const all = events(result);
  const begins = all.findIndex((event) => event.step === result.loop);
  assert.ok(begins >= 0);
  await page.click("[data-value=lanes]");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowRight");
  await standsAt(page, all, begins + 1);
  assert.match(await where(page), /round 2 of the loop/);
  await page.keyboard.press("End");
  await page.click("[data-do=round]");
  await standsAt(page, all, begins + 1);
  assert.match(await where(page), /round 3 of the loop/);
  assert.equal(await page.locator(".loop-begins").count(), 1);
}

async function staysQuick(page, result) {
  const all = events(result);
  for (const fold of ["none", "process"]) {
    await page.click(`[data-value=${fold}]`);
    for (const share of [0.1, 0.5, 0.9]) {
      const position = Math.round(all.length * share);
      const took = await page.evaluate((at) => {
        const slider = document.getElementById("slider");
        const began = performance.now();
        slider.value = String(at);
        slider.dispatchEvent(new Event("input"));
        document.body.getBoundingClientRect();
        return performance.now() - began;
      }, position);
      assert.ok(took < 1000, `a move takes ${took} ms`);
      await standsAt(page, all, position);
    }
  }
  assert.ok((await page.locator(".row").count()) < 300, "rows out of sight exist");
}

async function marksUnreached(page, result) {
  const wanted = [...new Set(result.unreached.map((one) => Number(one.location.split(":").at(-1))))].sort((a, b) => a - b);
  assert.ok(wanted.length > 0);
  assert.deepEqual(await page.$$eval(".line.never > .number", (found) => found.map((one) => Number(one.textContent))), wanted);
}

// What a script proves, and its tasks: as many bars as there are, whose work is all there is to walk through.
// How deep a result is that holds: all that its JSON lists, with the noun of its language, and a click leads to the line.
async function showsDepth(page, result) {
  const { shallow } = result;
  if (shallow === undefined) {
    assert.equal(await page.locator("#depth").count(), 0);
    return;
  }
  const told = await page.textContent("#depth");
  const listed = [...shallow.assertions, ...shallow.conditions];
  assert.equal(await page.locator("#depth .list .link").count(), listed.length);
  for (const one of listed) assert.ok(told.includes(`${one.location} ${one.text}`), `${told}: ${one.location}`);
  for (const one of shallow.subformulas) assert.ok(told.includes(`${one.formula} holds whatever ${one.text} is, since ${one.because}`), told);
  assert.equal(told.includes(`No two ${result.actors} were ever enabled together`), !shallow.together);
  assert.equal(told.includes("nothing that was judged is shallow"), shallow.together && listed.length + shallow.subformulas.length === 0);
  for (const one of listed) {
    await page.click(`#depth .link:text-is("${one.location}")`);
    await page.waitForSelector(`.source .line > .number:text-is("${one.location.split(":").at(-1)}")`, { state: "visible" });
  }
}

// Races that are no violation: the two lines of each.
async function warnsOfRaces(page, result) {
  const lines = await page.$$eval("#races .line.now > .number", (found) => found.map((one) => Number(one.textContent)));
  assert.deepEqual(lines, result.races.flat().map((one) => Number(one.location.split(":").at(-1))));
  const told = result.races.length === 0 ? "" : await page.textContent("#races");
  for (const one of result.races.flat()) assert.ok(told.includes(`${one.actor} ${one.writes ? "writes" : "reads"} ${one.variable}`), told);
}

async function showsTasks(page, result) {
  assert.ok(result.tasks.count > 1 && result.tasks.works.length === result.tasks.count);
  const sum = (key) => result.tasks.works.reduce((all, one) => all + one[key], 0);
  assert.deepEqual([sum("states"), sum("transitions")], [result.states, result.transitions]);
  assert.equal(await page.locator(".tasks rect").count(), result.tasks.count);
  const told = await page.textContent("#script");
  for (const text of [...result.properties, `${result.depth} transitions`, `${result.tasks.count} tasks`]) assert.ok(told.includes(text), text);
}

// Each violation has a way of its own, and a trail that replays it; the page shows the one that is chosen.
async function choosesViolations(page, result) {
  const kinds = new Set(result.violations.map((one) => one.kind));
  assert.ok(result.violations.length > 2 && kinds.size > 1);
  assert.equal(result.trails.length, result.violations.length);
  for (const [i, one] of result.violations.entries()) {
    const way = i === 0 ? result : one;
    assert.equal(one.trail, result.trails[i]);
    const replayed = JSON.parse(run("replay", result.program, "--trail", one.trail, "--json").stdout);
    assert.deepEqual([way.steps, way.standings, one.kind, one.length], [replayed.steps, replayed.standings, replayed.kind, replayed.length]);
    if (i % 2 === 0) await page.selectOption("#violation", { index: i });
    else await page.click(`[data-violation="${i}"]`);
    assert.equal(await page.$eval("#violation", (picker) => picker.selectedIndex), i);
    if (i > 0 && one.cause !== null) assert.ok((await page.textContent(".other-cause")).includes(one.cause.sentence.split("; ")[0]), one.cause.sentence);
    await walksByKeys(page, way);
  }
  await page.selectOption("#violation", { index: 0 });
}

// Every state of the graph that 'waymark graph' draws, and the way in it: one state more than there are steps.
async function drawsStates(page, result) {
  const dot = run("graph", "counter.pml").stdout;
  assert.equal(await page.locator(".graph .state").count(), [...dot.matchAll(/tooltip/g)].length);
  assert.equal(await page.locator(".graph .edge").count(), [...dot.matchAll(/ -> /g)].length);
  const steps = result.violations[0].kind === "assertion" ? result.length : result.length + 1;
  assert.ok((await page.locator(".graph .state.way").count()) >= steps);
  assert.ok((await page.locator(".graph .state.bad").count()) >= 1);
  await page.locator(".graph .state").nth(1).hover();
  assert.match(await page.textContent(".valuation"), /^state 1, depth 1.*: .* = /);
  await page.locator(".graph .state").first().click();
  assert.equal(await where(page), "initial state");
  assert.equal(await page.locator(".graph .state.here").getAttribute("data-state"), "0");
  await page.focus(".graph");
  await page.keyboard.press("ArrowRight");
  assert.match(await page.textContent(".valuation"), /depth 1/);
  assert.equal(await where(page), "initial state", "keys of the graph are the graph's");
}

// Whoever wrote the JSON: the page shows what it can, and runs nothing of it.
async function survivesAnything(browser) {
  const evil = "</script><script>window.pwned=1</script>";
  const results = [
    { verdict: evil },
    { verdict: "violation", steps: 7, violations: {}, states: "many", unreached: [3], standings: "x" },
    { verdict: "violation", headline: evil, program: "/etc/passwd", kind: evil, steps: [{ step: 1, events: [{ actor: evil, process: -1, statement: evil, location: `${evil}:1`,
      changes: [{ name: "__proto__", before: null, after: evil }, { name: "constructor", before: "1", after: "2" }], messages: [{ channel: evil, content: evil, sent: true }], output: evil }] },
      { step: "two", events: [{}] }], standings: [{ actor: evil, ways: [{ text: evil }], stack: [null] }], loop: 1, left_out: { before: 1, steps: 5 },
      violations: [{ kind: evil, detail: evil, location: null, length: 1, stack: [evil, evil] }], coverage: { estimate: 7, low: -1, high: "x" }, liveness: [{ formula: evil }] },
    { verdict: "holds", unreached: [{ actor: "P", location: "/etc/passwd:1", text: "x" }, { actor: "P", location: "../../secret.pml:1", text: "x" }] },
  ];
  for (const [i, result] of results.entries()) {
    const json = join(out, "work", `evil${i}.json`);
    writeFileSync(json, JSON.stringify(result));
    const html = join(out, `evil${i}.html`);
    const done = run("report", json, "--html", html);
    assert.equal(done.status, 0, done.stderr);
    assert.ok(!readFileSync(html, "utf8").includes("root:x:0"), "a file that is no program's was read");
    const page = await open(browser, html);
    await page.keyboard.press("ArrowLeft");
    await close(page, `evil ${i}`);
  }
  writeFileSync(join(out, "work", "deep.json"), `{"verdict":"holds","x":${"[".repeat(100000)}${"]".repeat(100000)}}`);
  assert.equal(run("report", "deep.json", "--html", join(out, "deep.html")).status, 2);
  assert.ok(!existsSync(join(out, "deep.html")));
}

// The page that is made afterwards shows what the one made at once does.
async function reportsAfterwards(browser) {
  const done = run("check", "counter.pml", "--json", "--trail", "counter.trail");
  writeFileSync(join(out, "work", "counter.json"), done.stdout);
  const bare = JSON.parse(done.stdout);
  bare.steps = [];
  writeFileSync(join(out, "work", "bare.json"), JSON.stringify(bare));
  for (const words of [["counter.json"], ["bare.json", "--trail", "counter.trail"]]) {
    const html = join(out, "again.html");
    assert.equal(run("report", ...words, "--html", html).status, 0);
    const page = await open(browser, html);
    await walksByKeys(page, JSON.parse(done.stdout));
    await close(page, words.join(" "));
  }
  // The trail of any of several violations gives that one's steps.
  const several = run("check", "several.pml", "--errors", "0", "--json", "--trail", "several.trail");
  const all = JSON.parse(several.stdout);
  const second = all.violations[1].steps;
  for (const one of [all, ...all.violations]) if (one.steps !== undefined) one.steps = [];
  writeFileSync(join(out, "work", "several.json"), JSON.stringify(all));
  assert.equal(run("report", "several.json", "--trail", all.trails[1], "--html", join(out, "again.html")).status, 0);
  const page = await open(browser, join(out, "again.html"));
  await page.selectOption("#violation", { index: 1 });
  await walksByKeys(page, { steps: second });
  await close(page, "several.json");
  run("check", "philosophers.pml", "--trail", "other.trail");
  assert.equal(run("report", "bare.json", "--trail", "other.trail", "--html", join(out, "no.html")).status, 2);
}

async function tryKind(browser, name) {
  const { html, result } = KINDS[name]();
  const large = name === "long" || name === "cut";
  const page = await open(browser, html);
  console.log(`page: ${name}: ${(statSync(html).size / 1e6).toFixed(3)} MB, opens in ${page.seconds.toFixed(2)} s`);
  assert.ok(statSync(html).size < MOST_BYTES, "large");
  await looksRight(page, result);
  await page.screenshot({ path: join(out, `${name}-light.png`) });
  await explains(page, result);
  if (events(result).length > 0) {
    assert.equal(await page.getAttribute("[data-value=folded]", "aria-pressed"), "true", "folded at first");
    await walksByKeys(page, result);
    if (!large) await everyControl(page, result);
    if (!large && result.loop === null) await marks(page, result);
    await reachedByTab(page);
  }
  if (name === "deadlock") await addresses(browser, page, html, result);
  if (name === "deadlock" || name === "relay") await drawsMessages(page, result);
  if (name === "locks") await showsLocks(page, result);
  if (name === "lasso") await goesRound(page, result);
  if (name === "lasso") await showsPropositions(page, result);
  if (name === "long") await staysQuick(page, result);
  if (name === "long") assert.ok(events(result).length >= 99_000);
  if (name === "long") await foldsRounds(page);
  if (name === "cut") assert.ok(result.left_out !== null && (await page.click("[data-value=list]"), true));
  if (name === "certified") await showsTasks(page, result);
  if (name === "several") await choosesViolations(page, result);
  if (name === "graph") await drawsStates(page, result);
  if (name === "unreached") await marksUnreached(page, result);
  await showsDepth(page, result);
  await warnsOfRaces(page, result);
  if (name === "shallow") assert.ok(result.shallow.assertions.length * result.shallow.conditions.length * result.shallow.subformulas.length > 0);
  if (name === "alone") assert.ok(!result.shallow.together && result.actors === "threads");
  if (name === "warned") assert.ok(result.races.length > 0);
  if (["exception", "race", "locks"].includes(name)) assert.ok((await page.textContent(".source")).includes("public static void main"), "Java source");
  for (const details of await page.$$("details:not([open]) > summary")) await details.click();
  await accessible(page, name);
  await close(page, name);
  const narrow = await open(browser, html, { viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  assert.ok(await fits(narrow), "wider than a phone");
  const shade = await narrow.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)");
  assert.ok(Math.max(...shade) < 80, "not dark");
  await narrow.screenshot({ path: join(out, `${name}-narrow-dark.png`) });
  await accessible(narrow, `${name}, narrow and dark`);
  await close(narrow, `${name}, narrow`);
}

async function main() {
  if (spawnSync("javac", ["-version"]).status !== 0) skip("there is no javac");
  prepare();
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  const more = { anything: () => survivesAnything(browser), afterwards: () => reportsAfterwards(browser) };
  const names = options.names.length > 0 ? options.names : [...Object.keys(KINDS), ...Object.keys(more)];
  let failed = 0;
  for (const name of names) {
    const began = Date.now();
    try {
      await (more[name] ?? (() => tryKind(browser, name)))();
      console.log(`page: ${name} passed in ${((Date.now() - began) / 1000).toFixed(1)} s`);
    } catch (fault) {
      ++failed;
      console.log(`page: ${name} FAILED: ${fault.stack}`);
    }
  }
  await browser.close();
  console.log(`page: ${names.length - failed} passed, ${failed} failed; screenshots in ${out}`);
  process.exit(failed === 0 ? 0 : 1);
}

await main();
