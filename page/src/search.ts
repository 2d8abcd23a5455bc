// Search over steps and values: who, which statement, where, and what it changed to.

import { h } from "./dom";
import { type Row, type Trail, effects } from "./trail";
import type { Texts } from "./texts";

const LARGE = 5000;  // events, from which on typing is waited for
const PAUSE = 200;   // milliseconds

// All that can be found in an event.
export function haystack(row: Row, texts: Texts | null): string {
  const { event } = row;
  const values = [...event.changes, ...event.details].map((one) => `${one.name} = ${one.after}`).join("\n");
  return [`step ${row.step}`, event.actor, event.statement, event.location ?? "", texts?.at(event.location) ?? "", effects(event), values, event.inside ?? ""].join("\n").toLowerCase();
}

export class StepSearch {
  readonly element: HTMLElement;
  readonly field: HTMLInputElement;
  private readonly count = h("output", { class: "dim", "aria-live": "polite" });
  private hits: number[] = [];
  private found = new Set<number>();
  private waiting = 0;

  constructor(private readonly trail: Trail, private readonly texts: Texts, private readonly position: () => number,
    private readonly goTo: (position: number) => void, private readonly redraw: () => void) {
    this.field = h("input", {
      type: "search", id: "search", placeholder: "Search steps, x = 3", "aria-label": "Search steps and values",
      input: () => {
        window.clearTimeout(this.waiting);
        if (trail.length < LARGE) this.search();
        else this.waiting = window.setTimeout(() => this.search(), PAUSE);
      },
      keydown: (event: KeyboardEvent) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        this.search();
        this.next(event.shiftKey ? -1 : 1);
      },
    });
    const button = (name: string, sign: string, title: string, direction: number): HTMLElement =>
      h("button", { type: "button", "data-do": name, title, "aria-label": title, click: () => this.next(direction) }, sign);
    this.element = h("div", { class: "search", role: "search" }, this.field, button("hit-before", "↑", "Previous match (Shift+Enter)", -1), button("hit-after", "↓", "Next match (Enter)", 1), this.count);
  }

  // Whether one of these events was found.
  matches(first: number, last: number): boolean {
    if (this.found.size === 0) return false;
    for (let row = first; row <= last; ++row) if (this.found.has(row)) return true;
    return false;
  }

  private search(): void {
    const wanted = this.field.value.trim().toLowerCase();
    this.hits = [];
    if (wanted !== "") for (const [i, row] of this.trail.rows.entries()) if (haystack(row, this.texts).includes(wanted)) this.hits.push(i);
    this.found = new Set(this.hits);
    this.tell(wanted);
    this.redraw();
  }

  private tell(wanted: string): void {
    const at = this.hits.indexOf(this.position() - 1);
    this.count.textContent = wanted === "" ? "" : this.hits.length === 0 ? "none" : at === -1 ? `${this.hits.length}` : `${at + 1}/${this.hits.length}`;
  }

  // To the next one, and behind the last to the first.
  private next(direction: number): void {
    if (this.hits.length === 0) return;
    const here = this.position() - 1;
    const after = direction > 0 ? this.hits.find((row) => row > here) ?? this.hits[0]! : [...this.hits].reverse().find((row) => row < here) ?? this.hits[this.hits.length - 1]!;
    this.goTo(after + 1);
    this.tell(this.field.value);
  }
}
