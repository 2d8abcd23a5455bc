// A row of the steps, in the lane of its process or in a list: the source's own text first, what it did below.

import { type Rounds } from "./folding";
import { grouped, h } from "./dom";
import type { Texts } from "./texts";
import { type Trail, baseName, effects } from "./trail";

export const ROW = 26;
export const TALL = 42;
const MOST_EFFECTS = 4;
const FAIR = 14;        // signs of a lane
const WIDE = 26;
const LOOKED_AT = 300;  // rows
const PROMELA = /\.(pml|prom|promela):\d+$/;

// The statement as its line has it, if there is no other on the line: with the names of macros.
export function written(statement: string, line: string | null): string {
  if (line === null) return statement;
  const bare = (text: string): string => text.replace(/\s+/g, "");
  if (bare(line).includes(bare(statement))) return statement;
  const alone = line.replace(/\/\*.*?\*\//g, "").replace(/\/\/.*/, "").trim().replace(/^::\s*/, "").replace(/\s*(?:;|->)$/, "");
  return alone === "" || /;|->|::|[{}]/.test(alone) ? statement : alone;
}

// What a group of events is called and what it did altogether.
export interface Told { text: string; did: string; many: number }

// What a group changed from its first to its last event; then messages and output.
export function effectsOf(trail: Trail, first: number, last: number): string {
  if (first === last) return effects(trail.rows[first]!.event);
  const changes = new Map<string, { before: string | null; after: string }>();
  const others: string[] = [];
  for (let i = first; i <= last; ++i) {
    const { event } = trail.rows[i]!;
    for (const one of event.changes) changes.set(one.name, { before: changes.get(one.name)?.before ?? one.before, after: one.after });
    if (event.output !== null) others.push(`prints ${JSON.stringify(event.output)}`);
  }
  const all = [...changes].filter(([, one]) => one.before !== one.after).map(([name, one]) => (one.before === null ? `${name}: ${one.after}` : `${name}: ${one.before} → ${one.after}`));
  all.push(...others);
  return all.length <= MOST_EFFECTS ? all.join(", ") : `${all.slice(0, MOST_EFFECTS).join(", ")}, … ${all.length - MOST_EFFECTS} more`;
}

// Promela's statements are what was written; of other languages the line of the source is.
export function tell(trail: Trail, texts: Texts, first: number, last: number): Told {
  const { event } = trail.rows[first]!;
  const many = last - first + 1;
  const did = effectsOf(trail, first, last);
  if (many > 1 && event.inside !== null) return { text: event.inside, did, many };
  const line = texts.at(event.location);
  if (line === null || PROMELA.test(event.location ?? "")) return { text: written(event.statement, line), did, many };
  return { text: line, did: many > 1 || event.statement === "" || line.includes(event.statement) ? did : [event.statement, did].filter((one) => one !== "").join(" · "), many };
}

export class StepRows {
  constructor(private readonly trail: Trail, private readonly texts: Texts) {}

  // How much room each lane deserves: by the longest of its texts, as far as they are looked at.
  weights(ends: Int32Array): number[] {
    const weights = this.trail.lanes.map((lane) => Math.min(FAIR, Math.max(8, lane.name.length)));
    for (let i = 0; i < Math.min(ends.length, LOOKED_AT); ++i) {
      const first = i === 0 ? 0 : ends[i - 1]! + 1;
      const told = tell(this.trail, this.texts, first, ends[i]!);
      const { lane } = this.trail.rows[first]!;
      const most = told.many > 1 ? FAIR : WIDE;  // of many statements no text tells all
      weights[lane] = Math.max(weights[lane]!, Math.min(most, Math.max(told.text.length, 0.8 * told.did.length)));
    }
    return weights;
  }

  height(first: number, last: number, rounds: Rounds | undefined): number {
    return rounds !== undefined || tell(this.trail, this.texts, first, last).did === "" ? ROW : TALL;
  }

  private hint(first: number, last: number, told: Told): string {
    const { event } = this.trail.rows[first]!;
    return [event.actor, told.text, event.statement === told.text ? "" : event.statement, baseName(event.location), told.did, last > first ? `${last - first + 1} events` : ""].filter((one) => one !== "").join("\n");
  }

  private text(told: Told): HTMLElement {
    return h("span", { class: "statement" }, h("code", {}, told.text), told.many > 1 ? h("span", { class: "many" }, `+${grouped(told.many - 1)} more`) : null);
  }

  inLane(element: HTMLElement, first: number, last: number): void {
    const told = tell(this.trail, this.texts, first, last);
    const { lane } = this.trail.rows[first]!;
    const cell = h("span", { class: "cell", title: this.hint(first, last, told) }, this.text(told), told.did === "" ? null : h("span", { class: "effects" }, told.did));
    cell.style.gridColumn = String(lane + 2);
    cell.style.setProperty("--hue", String(this.trail.lanes[lane]!.hue));
    element.append(cell);
  }

  inList(element: HTMLElement, first: number, last: number): void {
    const told = tell(this.trail, this.texts, first, last);
    const row = this.trail.rows[first]!;
    const chip = h("span", { class: "chip" }, row.event.actor);
    chip.style.setProperty("--hue", String(this.trail.lanes[row.lane]!.hue));
    element.append(chip, h("span", { class: "cell", title: this.hint(first, last, told) }, this.text(told), told.did === "" ? null : h("span", { class: "effects" }, told.did)));
  }

  folded(element: HTMLElement, rounds: Rounds, open: () => void): void {
    const text = `${grouped(rounds.count)} more ${rounds.count === 1 ? "round" : "rounds"} of ${grouped(rounds.length)} ${rounds.length === 1 ? "step" : "steps"}`;
    element.classList.add("rounds");
    element.append(h("button", { type: "button", class: "link", click: (event: MouseEvent) => { event.stopPropagation(); open(); } }, `⋮ ${text}: show`));
  }
}
