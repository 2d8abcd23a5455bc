// The section with a counterexample. Of several violations one is looked at at a time; which one is chosen here, and the
// keys go to its walk.

import { type Reader, type Violation, standings, violations } from "./data";
import { type Child, counted, h, section } from "./dom";
import { standingsSection } from "./overview";
import type { SourceView } from "./source";
import { Trail } from "./trail";
import { Walk } from "./walk";
import type { Ways } from "./ways";

function trailOf(told: Reader, ways: Ways): Trail | null {
  const all = ways.of(told);
  if (all.length === 0) return null;
  const gap = told.at("left_out");
  return new Trail(all, told.numberOrNull("loop"), told.has("left_out") ? { before: gap.number("before"), steps: gap.number("steps") } : null);
}

function loopNote(trail: Trail): Child {
  if (trail.loop === null) return null;
  return h("p", { class: "note" }, trail.loop < trail.length
    ? "From the marked step on, the run goes round for ever: behind the last step comes the marked one again."
    : "Nothing moves any more; it stays like this for ever.");
}

const named = (one: Violation, index: number): string =>
  `${index + 1}: ${one.kind} after ${counted(one.length, "step")}${one.location === null ? "" : `, ${one.location}`}${one.detail === "" ? "" : `, ${one.detail}`}`;

export class Counterexample {
  readonly element: HTMLElement;
  private readonly all: Violation[];
  private readonly told: Reader[];  // where each has its way: the first in the result itself
  private readonly picker: HTMLSelectElement;
  private readonly body = h("div");
  private walk: Walk | null = null;

  constructor(result: Reader, private readonly ways: Ways, private readonly source: SourceView) {
    this.all = violations(result);
    this.told = [result, ...result.list("violations").slice(1)];
    this.picker = h("select", { id: "violation", "aria-label": "Violation", change: () => this.pick(this.picker.selectedIndex) },
      ...this.all.map((one, i) => h("option", {}, named(one, i))));
    this.picker.hidden = this.all.length < 2;
    const title = result.text("verdict") === "rejected" ? "The way to where it is wrong" : "The counterexample";
    this.element = section("way", title, this.picker, this.body,
      h("p", { class: "dim keys" }, "Keys: ← → step, Home End ends, [ ] far, L round the loop, / filter"));
    document.addEventListener("keydown", (event) => this.walk?.key(event));
  }

  // Whether there is anything to be walked through.
  static exists(result: Reader): boolean {
    return [result, ...result.list("violations")].some((one) => one.numbers("way").length > 0);
  }

  // To be called when the page has been laid out.
  pick(index: number): void {
    const told = this.told[index];
    if (told === undefined) return;
    if (this.all.length > 0) this.picker.selectedIndex = index;
    const trail = trailOf(told, this.ways);
    this.source.follow(trail, standings(told));
    this.walk = trail === null ? null : new Walk(trail, this.source, standingsSection(told));
    if (this.walk === null) this.body.replaceChildren(h("p", { class: "dim" }, "It takes no step, or its steps are not in this result."));
    else this.body.replaceChildren(...[loopNote(trail!), this.walk.element].filter((one): one is HTMLElement => one !== null));
    this.walk?.start();
  }
}
