// Puts the page together from the data that stands in it.

import { chartsSection } from "./charts";
import { Reader, graph, profile, sources, steps, unreached } from "./data";
import { type Child, choice, h } from "./dom";
import { graphSection } from "./graph";
import { coverageSection, figuresSection, standingsSection, unreachedSection, verdictSection, violationsSection } from "./overview";
import { SourceView } from "./source";
import { Trail } from "./trail";
import { Walk } from "./walk";

type Theme = "auto" | "light" | "dark";

function read(): Reader {
  try {
    return new Reader(JSON.parse(document.getElementById("data")!.textContent ?? ""));
  } catch {
    return new Reader({});
  }
}

function themes(): HTMLElement {
  return choice<Theme>("Colours", [["auto", "Auto"], ["light", "Light"], ["dark", "Dark"]], "auto", (theme) => {
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  });
}

function trailOf(result: Reader): Trail | null {
  const all = steps(result);
  if (all.every((one) => one.events.length === 0)) return null;
  const gap = result.at("left_out");
  return new Trail(all, result.numberOrNull("loop"), result.has("left_out") ? { before: gap.number("before"), steps: gap.number("steps") } : null);
}

function loopNote(result: Reader, trail: Trail): Child {
  if (trail.loop === null) return null;
  return h("p", { class: "note" }, trail.loop < trail.length
    ? "From the marked step on, the run goes round for ever: behind the last step comes the marked one again."
    : result.flag("stutters") || trail.loop >= trail.length ? "Nothing moves any more; it stays like this for ever." : "");
}

function navigation(parts: HTMLElement[]): HTMLElement {
  return h("nav", { "aria-label": "Sections" }, ...parts.filter((part) => part.id !== "verdict").map((part) =>
    h("a", { href: `#${part.id}` }, part.querySelector("h2")?.textContent ?? part.id)));
}

function main(): void {
  const data = read();
  const result = data.at("result");
  const trail = trailOf(result);
  const source = new SourceView(sources(data), unreached(result), trail);
  const walk = trail === null ? null : new Walk(trail, source, standingsSection(result));
  const title = result.text("verdict") === "rejected" ? "The way to where it is wrong" : "The counterexample";
  const parts: (HTMLElement | null)[] = [
    verdictSection(result), coverageSection(result),
    walk === null ? null : h("section", { id: "way", "aria-labelledby": "way-title" }, h("h2", { id: "way-title" }, title), loopNote(result, trail!), walk.element,
      h("p", { class: "dim keys" }, "Keys: ← → step, Home End ends, [ ] far, L round the loop, / filter")),
    violationsSection(result), figuresSection(result), chartsSection(profile(data)), graphSection(graph(data)),
    unreachedSection(result, source, walk !== null),
  ];
  const shown = parts.filter((part): part is HTMLElement => part !== null);
  document.title = `${result.text("verdict") || "no result"}: ${result.text("program")}`;
  document.body.replaceChildren(
    h("header", {}, h("span", { class: "brand" }, "waymark"), h("span", { class: "program" }, result.text("program")), navigation(shown), themes()),
    h("main", {}, ...shown),
    h("footer", {}, `waymark ${data.text("waymark")}`));
  walk?.start();
}

main();
