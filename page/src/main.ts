// Puts the page together from the data that stands in it.

import { chartsSection } from "./charts";
import { Counterexample } from "./counterexample";
import { Reader, graph, profile, sources, unreached } from "./data";
import { choice, h } from "./dom";
import { graphSection } from "./graph";
import { coverageSection, figuresSection, scriptSection, unreachedSection, verdictSection, violationsSection } from "./overview";
import { SourceView } from "./source";
import { Ways } from "./ways";

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

function navigation(parts: HTMLElement[]): HTMLElement {
  return h("nav", { "aria-label": "Sections" }, ...parts.filter((part) => part.id !== "verdict").map((part) =>
    h("a", { href: `#${part.id}` }, part.querySelector("h2")?.textContent ?? part.id)));
}

function main(): void {
  const data = read();
  const result = data.at("result");
  const source = new SourceView(sources(data), unreached(result));
  const way = Counterexample.exists(result) ? new Counterexample(result, new Ways(data), source) : null;
  const parts: (HTMLElement | null)[] = [
    verdictSection(result), coverageSection(result), scriptSection(result),
    way?.element ?? null, violationsSection(result, (violation) => way?.pick(violation)), figuresSection(result), chartsSection(profile(data)), graphSection(graph(data)),
    unreachedSection(result, source, way !== null),
  ];
  const shown = parts.filter((part): part is HTMLElement => part !== null);
  document.title = `${result.text("verdict") || "no result"}: ${result.text("program")}`;
  document.body.replaceChildren(
    h("header", {}, h("span", { class: "brand" }, "waymark"), h("span", { class: "program" }, result.text("program")), navigation(shown), themes()),
    h("main", {}, ...shown),
    h("footer", {}, `waymark ${data.text("waymark")}`));
  way?.pick(0);
}

main();
