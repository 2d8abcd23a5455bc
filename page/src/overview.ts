// The verdict first, with what it rests on; then figures, and what else a result has to say.

import { headlineOf, restOf } from "./cause";
import { type Cause, type Reader, type Violation, actorsOf, placeOf, standings, unreached, violations } from "./data";
import { type Child, bytes, counted, duration, folding, grouped, h, percent, section } from "./dom";
import type { SourceView } from "./source";
import { tasksFigure } from "./tasks";

const GOOD = new Set(["holds", "certified"]);
const BAD = new Set(["violation", "rejected", "error"]);
const MOST = 500;

export const mood = (verdict: string): string => (GOOD.has(verdict) ? "good" : BAD.has(verdict) ? "bad" : "unsure");

function callStack(first: Violation | undefined): Child {
  if (first === undefined || first.stack.length < 2) return null;
  return h("ol", { class: "stack" }, ...first.stack.map((call) => h("li", {}, h("code", {}, call))));
}

// The cause first, as large as it deserves; above it the verdict in a line.
export function verdictSection(result: Reader, cause: Cause | null, drawn: HTMLElement | null): HTMLElement {
  const verdict = result.text("verdict");
  const first = violations(result)[0];
  const detail = result.text("detail");
  const place = result.textOrNull("location");
  const lines: Child[] = [];
  const drawing = cause !== null && cause.waits.length + cause.accesses.length > 0;  // it says more than the detail
  const said = cause === null ? result.text("headline") : headlineOf(cause, actorsOf(result).all);
  const judged = first !== undefined || verdict === "rejected" || verdict === "error";
  const more = cause?.values.some((one) => one.by !== null) || detail === said || detail === cause?.sentence ? "" : detail;
  if (judged && !drawing && (place !== null || more !== "")) lines.push(h("p", { class: "detail" }, place === null ? null : h("code", {}, place), place === null ? null : " ", more));
  if (cause !== null && restOf(cause) !== "") lines.push(h("p", { class: "detail" }, restOf(cause)));
  lines.push(drawn, callStack(first));
  return h("section", { id: "verdict", class: mood(verdict) },
    h("p", { class: "kicker" }, h("strong", { class: "verdict-word" }, verdict || "no result"), " ",
      cause === null ? null : h("span", { class: "headline" }, result.text("headline"))),
    h("h1", cause === null ? { class: "headline" } : {}, said || verdict || "no result"), ...lines);
}

function restsOn(result: Reader): Child {
  const facts: Child[] = [];
  const fact = (title: string, text: string): void => { facts.push(h("dt", {}, title), h("dd", {}, text)); };
  const list = (title: string, texts: string[]): void => { if (texts.length > 0) fact(title, texts.join("; ")); };
  list("judged", result.texts("properties"));
  list("not judged", result.texts("not_judged"));
  list("rests on", result.texts("rests_on"));
  if (result.has("search")) fact("search", result.text("search"));
  if (result.has("store")) fact("store", result.text("store"));
  if (result.has("search")) fact("reduction", result.flag("reduced") ? "orders of steps that make no difference are left out" : "none");
  if (result.has("library")) fact("library", `calls run ${result.text("library") === "atomic" ? "as one step" : "in steps"}`);
  if (result.has("view")) fact("view", result.text("view"));
  if (result.has("slice")) {
    const slice = result.at("slice");
    fact("slice", slice.textOrNull("whole") ?? `${counted(slice.list("statements").length, "statement")} and ${counted(slice.list("variables").length, "variable")} left out`);
  }
  if (result.has("omission")) fact("omission", `the chance that a state was taken for known is ${result.number("omission").toPrecision(2)}`);
  if (result.has("reason")) fact("ended by", result.text("reason"));
  if (result.flag("shortest")) fact("length", "no violation is nearer to the initial state");
  return facts.length === 0 ? null : h("dl", { class: "facts" }, ...facts);
}

// What was judged, and how; folded where there is a counterexample to be looked at.
export function judgedSection(result: Reader, folded: boolean): HTMLElement | null {
  const parts = [restsOn(result), cyclesTable(result), scriptFacts(result)].filter((one) => one !== null);
  return parts.length === 0 ? null : folding("judged", "What was judged", !folded, ...parts);
}

// Counts, costs and charts: always folded.
export function statisticsSection(result: Reader, charts: HTMLElement | null): HTMLElement {
  const tiles: Child[] = [];
  const tile = (value: string, name: string): void => { tiles.push(h("div", { class: "tile" }, h("strong", {}, value), h("span", {}, name))); };
  const number = (key: string, name: string): void => { if (result.has(key)) tile(grouped(result.number(key)), name); };
  number("states", "states");
  number("transitions", "transitions");
  number("depth", "depth");
  if (result.has("length")) number("length", "steps to it");
  if (result.number("errors") > 1) number("errors", "violations");
  if (result.has("seconds") && result.has("transitions")) tile(duration(result.number("seconds")), "time");
  const rate = result.number("states") / result.number("seconds");
  if (result.number("seconds") > 0.2 && rate > 0) tile(`${grouped(rate)}/s`, "states");
  if (result.number("memory_bytes") > 0) tile(bytes(result.number("memory_bytes")), "memory");
  if (result.has("bytes_per_state")) tile(bytes(result.number("bytes_per_state")), "per state");
  return folding("statistics", "Statistics", false, h("div", { class: "tiles" }, ...tiles), charts);
}

const PROVED = new Set(["certified", "certified in part"]);

// Of a script: what it proves, how deep its tree is, and how the work was shared out.
export function scriptSection(result: Reader): HTMLElement | null {
  if (!result.has("tasks")) return null;
  const verdict = result.text("verdict");
  const facts: Child[] = [];
  const fact = (title: string, text: string): void => { facts.push(h("dt", {}, title), h("dd", {}, text)); };
  if (PROVED.has(verdict)) {
    const where = !result.has("partial") ? "in every reachable state"
      : result.at("partial").has("covered") ? `in every state fewer than ${counted(result.at("partial").number("covered"), "transition")} from the initial one` : "in every state";
    fact("covered", result.has("partial") ? `${counted(result.at("partial").number("explored"), "state")}, as a part of all` : `all ${counted(result.number("states"), "reachable state")}`);
    for (const property of result.texts("properties")) fact(property, `none ${where}`);
  }
  if (PROVED.has(verdict)) fact("depth of the tree", counted(result.number("depth"), "transition"));
  return section("script", PROVED.has(verdict) ? "What was proved" : "The script", h("dl", { class: "facts" }, ...facts), tasksFigure(result));
}

function cyclesTable(result: Reader): Child {
  const all = result.list("liveness");
  if (all.length === 0) return null;
  return h("div", { class: "scroll" }, h("table", { class: "list" },
    h("thead", {}, h("tr", {}, ...["about cycles", "formula", "verdict", "states", "time"].map((name) => h("th", {}, name)))),
    h("tbody", {}, ...all.map((one) => h("tr", {},
      h("td", {}, [one.text("kind"), one.text("name")].join(" ").trim() + (one.flag("fair") ? ", fair" : "")), h("td", {}, h("code", {}, one.text("formula"))),
      h("td", { class: mood(one.text("verdict")) }, one.text("verdict")), h("td", { class: "number" }, grouped(one.number("states"))),
      h("td", { class: "number" }, duration(one.number("seconds"))))))));
}

function scriptFacts(result: Reader): Child {
  const facts: Child[] = [];
  const fact = (title: string, text: string): void => { facts.push(h("dt", {}, title), h("dd", {}, text)); };
  const scripts = result.texts("scripts");
  if (scripts.length > 0) fact(result.has("search") ? "scripts written" : "scripts", scripts.join(", "));
  if (result.has("partial")) {
    const partial = result.at("partial");
    fact("explored", `${counted(partial.number("explored"), "state")}; ${grouped(partial.number("frontier"))} met and not explored`);
    if (partial.has("covered")) fact("covered", `every state fewer than ${counted(partial.number("covered"), "transition")} from the initial one`);
  }
  if (result.has("distinct")) {
    const distinct = result.at("distinct");
    fact("different states", `${distinct.flag("exact") ? "" : "at least "}${grouped(distinct.number("states"))}`);
  }
  if (result.has("trail")) fact("trail", result.text("trail"));
  return facts.length === 0 ? null : h("dl", { class: "facts" }, ...facts);
}

// A bar for the estimate and its interval.
export function coverageSection(result: Reader): HTMLElement | null {
  if (!result.has("coverage")) return null;
  const coverage = result.at("coverage");
  const share = (key: string): number => Math.max(0, Math.min(1, coverage.number(key)));
  const covered = h("div", { class: "covered" });
  covered.style.width = `${100 * share("estimate")}%`;
  const interval = h("div", { class: "interval" });
  interval.style.left = `${100 * share("low")}%`;
  interval.style.width = `${Math.max(0.4, 100 * (share("high") - share("low")))}%`;
  const unknown = share("low") < 0.005;
  const told = unknown
    ? `At most ${percent(share("high"))} of the states were covered; how much less is unknown`
    : `About ${percent(share("estimate"))} of the states were covered, with 95% confidence between ${percent(share("low"))} and ${percent(share("high"))}`;
  const of = share(unknown ? "high" : "estimate");
  return section("coverage", "How much was covered", h("div", { class: "bar", role: "img", "aria-label": told }, covered, interval),
    h("p", {}, told, ": ", counted(coverage.number("covered"), "state"), " of an estimated ",
      of > 0 ? grouped(coverage.number("covered") / of) : "unknown number", unknown ? " or more." : "."));
}

// All that were found, each to be looked at.
export function violationsSection(result: Reader, look: (violation: number) => void): HTMLElement | null {
  const all = violations(result);
  if (all.length < 2) return null;
  const show = (violation: number): void => {
    look(violation);
    document.getElementById("way")?.scrollIntoView();
  };
  return section("violations", "Violations", h("ol", { class: "list" }, ...all.map((one, i) =>
    h("li", {}, h("button", { type: "button", class: "link", "data-violation": i, click: () => show(i) }, one.kind), ` after ${counted(one.length, "step")}: `,
      one.location === null ? null : h("code", {}, one.location), " ", one.detail,
      one.trail === null ? null : h("span", { class: "dim" }, ` ${one.trail}`)))));
}

export function unreachedSection(result: Reader, source: SourceView, beside: boolean): HTMLElement | null {
  const all = unreached(result);
  if (all.length === 0 && beside) return null;
  const rows = all.slice(0, MOST).map((one) => {
    const place = placeOf(one.location);
    return h("tr", {}, h("td", {}, one.actor),
      h("td", {}, place === null ? one.location : h("button", { type: "button", class: "link", click: () => source.reveal(place) }, one.location)),
      h("td", {}, h("code", {}, one.text)));
  });
  // Of a language with a library only whole methods are told.
  const what = result.has("library") ? "method" : "statement";
  const never = result.has("library") ? "Never called" : "Never executed";
  const list = all.length === 0 ? null : h("div", { class: "scroll tall", tabindex: 0, role: "region", "aria-label": never },
    h("table", { class: "list" }, h("thead", {}, h("tr", {}, h("th", {}, result.has("library") ? "class" : actorsOf(result).one), h("th", {}, "place"), h("th", {}, what))), h("tbody", {}, ...rows)),
    all.length > MOST ? h("p", { class: "dim" }, `and ${grouped(all.length - MOST)} more`) : null);
  return section("program", all.length === 0 ? "The program" : `${never}: ${counted(all.length, what)}`, list, beside ? null : source.element);
}

export function standingsSection(result: Reader): HTMLElement | null {
  const all = standings(result);
  if (all.length === 0) return null;
  const place = (text: string, location: string | null): HTMLElement =>
    h("li", {}, h("code", {}, text), location === null ? null : h("span", { class: "dim" }, ` ${location}`));
  return h("div", { class: "standings" }, h("h3", {}, "Where everybody stands at the end"), h("div", { class: "cards" }, ...all.map((one) =>
    h("div", { class: "card" }, h("strong", {}, one.actor), one.waitsFor === null ? null : h("p", {}, one.waitsFor),
      one.ways.length === 0 ? null : h("ul", {}, ...one.ways.map((way) => place(way.text, way.location))),
      one.stack.length === 0 ? null : h("ol", { class: "stack" }, ...one.stack.map((call) => place(call.text, call.location)))))));
}
