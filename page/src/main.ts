// Puts the page together from the data that stands in it.

import { causeView } from "./cause";
import { chartsView } from "./charts";
import { Counterexample } from "./counterexample";
import { Reader, causeOf, graph, placeOf, profile, sources, unreached } from "./data";
import { depthSection, racesSection } from "./depth";
import { choice, h } from "./dom";
import { GraphView } from "./graph";
import { coverageSection, judgedSection, scriptSection, statisticsSection, unreachedSection, verdictSection, violationsSection } from "./overview";
import { SourceView } from "./source";
import { Texts } from "./texts";
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

// Links that leave the address alone: that has the step.
function navigation(parts: HTMLElement[]): HTMLElement {
  return h("nav", { "aria-label": "Sections" }, ...parts.filter((part) => part.id !== "verdict").map((part) =>
    h("a", {
      href: `#${part.id}`, click: (event: MouseEvent) => {
        event.preventDefault();
        const details = part.querySelector("details");
        if (details !== null) details.open = true;
        part.scrollIntoView();
      },
    }, part.querySelector("h2")?.textContent ?? part.id)));
}

function main(): void {
  const data = read();
  const result = data.at("result");
  const texts = new Texts(sources(data));
  const source = new SourceView(texts, unreached(result));
  const drawn = graph(data);
  const states = drawn === null || drawn.states === 0 ? null : new GraphView(drawn, (step) => { way?.pick(0); way?.toStep(step); });
  const way = Counterexample.exists(result) ? new Counterexample(result, new Ways(data), source, (step) => states?.moveTo(step)) : null;
  const cause = causeOf(result);
  const toPlace = (location: string): void => {
    const place = placeOf(location);
    if (place !== null) source.reveal(place);
  };
  const ahead = { toStep: (step: number) => { way?.pick(0); way?.toStep(step); }, toPlace };
  const parts: (HTMLElement | null)[] = [
    verdictSection(result, cause, cause === null ? null : causeView(cause, texts, ahead)), coverageSection(result), scriptSection(result),
    depthSection(result, ahead), racesSection(result, texts, ahead), way?.element ?? null, violationsSection(result, (violation) => way?.pick(violation)), unreachedSection(result, source, way !== null),
    states?.element ?? null, judgedSection(result, way !== null), statisticsSection(result, chartsView(profile(data))),
  ];
  const shown = parts.filter((part): part is HTMLElement => part !== null);
  document.title = `${result.text("verdict") || "no result"}: ${result.text("program")}`;
  document.body.replaceChildren(
    h("header", {}, h("span", { class: "brand" }, "waymark"), h("span", { class: "program" }, result.text("program")), navigation(shown), themes()),
    h("main", {}, ...shown),
    h("footer", {}, `waymark ${data.text("waymark")}`));
  way?.start();
}

main();
