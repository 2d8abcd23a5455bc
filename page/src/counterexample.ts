// The section with a counterexample. Of several violations one is looked at at a time; which one is chosen here, and the
// keys go to its walk. The address of the page has the violation and the step.

import { causeView, headlineOf } from "./cause";
import { type Cause, type Reader, type Violation, actorsOf, causeOf, placeOf, standings, violations } from "./data";
import { type Child, counted, h, section } from "./dom";
import { standingsSection } from "./overview";
import type { SourceView } from "./source";
import { Trail } from "./trail";
import { Walk } from "./walk";
import type { Ways } from "./ways";

const PAUSE = 200;  // milliseconds before the address is changed: browsers refuse many changes at once

function trailOf(told: Reader, ways: Ways): Trail | null {
  const all = ways.of(told);
  if (all.length === 0) return null;
  const gap = told.at("left_out");
  return new Trail(all, told.numberOrNull("loop"), told.has("left_out") ? { before: gap.number("before"), steps: gap.number("steps") } : null);
}

function loopNote(trail: Trail): Child {
  if (trail.loop === null) return null;
  return h("p", { class: "note" }, trail.loop < trail.length
    ? "The run ends in a loop: after the last step it continues with the step marked ↻."
    : "Nothing can move any more; the last state lasts for ever.");
}

const named = (one: Violation, index: number): string =>
  `${index + 1}: ${one.kind} after ${counted(one.length, "step")}${one.location === null ? "" : `, ${one.location}`}${one.detail === "" ? "" : `, ${one.detail}`}`;

// "#violation=2&step=12.3": the third event of step 12.
export interface Address { violation: number; step: number | null; part: number | null }
export function parseAddress(hash: string): Address | null {
  const found = /^#(?:violation=(\d{1,6})&)?step=(\d{1,15})(?:\.(\d{1,9}))?$/.exec(hash);
  if (found === null) return null;
  return { violation: Number(found[1] ?? 1) - 1, step: Number(found[2]), part: found[3] === undefined ? null : Number(found[3]) };
}
export function writeAddress(address: Address): string {
  return `#${address.violation === 0 ? "" : `violation=${address.violation + 1}&`}step=${address.step ?? 0}${address.part === null ? "" : `.${address.part}`}`;
}

export class Counterexample {
  readonly element: HTMLElement;
  private readonly all: Violation[];
  private readonly actors: string;
  private readonly told: Reader[];  // where each has its way: the first in the result itself
  private readonly picker: HTMLSelectElement;
  private readonly body = h("div");
  private walk: Walk | null = null;
  private trail: Trail | null = null;
  private picked = 0;
  private waiting = 0;

  // `at` hears after how many steps of the first violation the walk stands; null: it is at another one.
  constructor(result: Reader, private readonly ways: Ways, private readonly source: SourceView, private readonly at: (step: number | null) => void) {
    this.all = violations(result);
    this.actors = actorsOf(result).all;
    this.told = [result, ...result.list("violations").slice(1)];
    this.picker = h("select", { id: "violation", "aria-label": "Violation", change: () => this.pick(this.picker.selectedIndex) },
      ...this.all.map((one, i) => h("option", {}, named(one, i))));
    this.picker.hidden = this.all.length < 2;
    const title = result.text("verdict") === "rejected" ? "The path to the first false step" : "The counterexample";
    this.element = section("way", title, this.picker, this.body,
      h("p", { class: "dim keys" }, "Keys: ← → step, Home End ends, [ ] far, N P next and previous change, L round the loop, / search, V filter variables"));
    document.addEventListener("keydown", (event) => this.walk?.key(event));
    window.addEventListener("hashchange", () => this.follow());
  }

  // Whether there is anything to be walked through.
  static exists(result: Reader): boolean {
    return [result, ...result.list("violations")].some((one) => one.numbers("way").length > 0);
  }

  // To be called when the page has been laid out: at the place that the address has, or at the end of the first one.
  start(): void {
    this.pick(0);
    this.follow();
  }

  pick(index: number): void {
    const told = this.told[index];
    if (told === undefined) return;
    this.picked = index;
    if (this.all.length > 0) this.picker.selectedIndex = index;
    this.trail = trailOf(told, this.ways);
    const cause = causeOf(told);
    this.source.follow(this.trail, [...standings(told), ...(cause?.accesses ?? [])]);
    this.walk = this.trail === null ? null : new Walk(this.trail, this.source, standingsSection(told), cause, (position) => this.moved(position));
    if (this.walk === null) this.body.replaceChildren(h("p", { class: "dim" }, "It takes no step, or its steps are not in this result."));
    else this.body.replaceChildren(...[index === 0 ? null : this.causeOf(cause), loopNote(this.trail!), this.walk.element].filter((one): one is HTMLElement => one !== null));
    this.walk?.start(null);
    if (this.trail !== null) this.at(index === 0 ? this.trail.stepAt(this.trail.length).step : null);
  }

  // Of the first one the headline of the page says it.
  private causeOf(cause: Cause | null): HTMLElement | null {
    return cause === null ? null : h("div", { class: "other-cause" }, h("h3", {}, headlineOf(cause, this.actors)), causeView(cause, this.source.texts, this));
  }

  toStep(step: number): void {
    const position = this.trail?.positionOf(step, null) ?? null;
    if (position === null) return;
    this.walk?.goTo(position);
    this.element.scrollIntoView({ block: "nearest" });
  }

  // A place in the source.
  toPlace(location: string): void {
    const place = placeOf(location);
    if (place !== null) this.source.reveal(place);
  }

  private follow(): void {
    const address = parseAddress(window.location.hash);
    if (address === null || address.step === null) return;
    if (address.violation !== this.picked) this.pick(address.violation);
    const position = this.trail?.positionOf(address.step, address.part) ?? null;
    if (position !== null) this.walk?.goTo(position);
  }

  private moved(position: number): void {
    const here = this.trail!.stepAt(position);
    this.at(this.picked === 0 ? here.step : null);
    window.clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => {
      const address = writeAddress({ violation: this.picked, ...here });
      if (address !== window.location.hash) window.history.replaceState(null, "", address);
    }, PAUSE);
  }
}
