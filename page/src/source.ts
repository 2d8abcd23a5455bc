// The program's text beside the trail: in the gutter where everybody was and where everybody waits, the line that ran
// last, and what was never executed.

import { type Place, type Unreached, placeOf } from "./data";
import { h, visible } from "./dom";
import type { Texts } from "./texts";
import { type Trail, initials } from "./trail";
import { VirtualList } from "./virtual";

const LINE = 20;
const MOST_MARKS = 4;  // in the gutter of one line

// Where somebody is about to go on, or has run a statement last.
interface Mark { lane: number; waits: boolean }

export class SourceView {
  readonly element: HTMLElement;
  private readonly dead = new Map<string, Map<number, string>>();
  private readonly list: VirtualList;
  private readonly picker: HTMLSelectElement;
  private readonly note = h("p", { class: "dim", hidden: true });
  private readonly legend: HTMLElement;
  private all: { place: Place; mark: Mark }[] = [];
  private marks = new Map<number, Mark[]>();
  private now: Place | null = null;  // the line that ran last
  private file = "";

  private trail: Trail | null = null;
  private ends = new Map<string, string | null>();

  constructor(readonly texts: Texts, unreached: Unreached[]) {
    for (const one of unreached) {
      const place = placeOf(one.location);
      if (place === null) continue;
      const lines = this.dead.get(place.file) ?? new Map<number, string>();
      lines.set(place.line, one.text);
      this.dead.set(place.file, lines);
    }
    this.list = new VirtualList("Source", () => LINE, (index) => this.line(index + 1));
    this.list.element.classList.add("code");
    this.picker = h("select", { "aria-label": "Source file", change: () => this.show(this.picker.value) },
      ...texts.files.map((file) => h("option", {}, file)));
    // The value of an option is what `visible` made of it, so that files are found by their place.
    for (const [i, file] of texts.files.entries()) this.picker.options[i]!.value = file;
    this.legend = h("span", { class: "legend" }, h("span", { class: "mark" }), "was here", h("span", { class: "mark waits" }), "waits here");
    this.legend.hidden = true;
    const never = this.dead.size === 0 ? null : h("span", { class: "legend" }, h("span", { class: "swatch" }), "never executed");
    this.element = h("div", { class: "pane source" }, h("div", { class: "pane-head" }, h("h3", {}, "Source"), this.legend, never, this.picker),
      this.note, this.list.element);
    const first = texts.files[0];
    if (first === undefined) this.tellMissing();
    else this.show(first);
  }

  // From now on it shows where this one's processes stand. `ends`: what each would do next at its end.
  follow(trail: Trail | null, ends: { actor: string; location: string | null }[]): void {
    this.trail = trail;
    this.ends = new Map(ends.map((one) => [one.actor, one.location]));
    this.all = [];
    this.legend.hidden = trail === null;
    this.show(this.file);
  }

  private tellMissing(): void {
    this.picker.hidden = true;
    this.list.element.hidden = true;
    this.note.hidden = false;
    this.note.textContent = "The program's text was not found when this page was written.";
  }

  private show(file: string): void {
    this.file = file;
    this.picker.value = file;
    this.marks = new Map();
    for (const { place, mark } of this.all) {
      if (place.file !== file) continue;
      this.marks.set(place.line, [...(this.marks.get(place.line) ?? []), mark]);
    }
    const most = Math.max(1, ...[...this.marks.values()].map((marks) => Math.min(marks.length, MOST_MARKS)));
    this.list.element.style.setProperty("--marks", String(most));
    this.list.element.style.setProperty("--digits", String(String(this.texts.count(file)).length));
    this.list.resize(this.texts.count(file));
  }

  // What somebody runs next at a position; null if nothing is known, or it has ended.
  private nextPlace(lane: number, position: number): Place | null {
    const trail = this.trail!;
    const row = trail.nextOf(lane, position);
    if (row !== -1) return placeOf(trail.rows[row]!.event.location);
    return placeOf(this.ends.get(trail.lanes[lane]!.name) ?? null);
  }

  // The text goes to the line that ran last.
  moveTo(position: number): void {
    if (this.trail === null) return;
    this.all = [];
    for (const lane of this.trail.lanes.keys()) {
      const next = this.nextPlace(lane, position);
      const last = this.trail.lastOf(lane, position);
      const was = last === -1 ? null : placeOf(this.trail.rows[last]!.event.location);
      if (next !== null) this.all.push({ place: next, mark: { lane, waits: true } });
      const same = was !== null && next !== null && was.file === next.file && was.line === next.line;
      if (was !== null && !same) this.all.push({ place: was, mark: { lane, waits: false } });
    }
    const ran = this.trail.rows[position - 1];
    this.now = ran === undefined ? null : placeOf(ran.event.location);
    this.show(this.now !== null && this.texts.has(this.now.file) ? this.now.file : this.file);
    if (this.now !== null && this.now.file === this.file) this.list.reveal(this.now.line - 1);
  }

  reveal(place: Place): void {
    if (!this.texts.has(place.file)) return;
    this.show(place.file);
    this.list.reveal(place.line - 1);
    this.element.scrollIntoView({ block: "nearest" });
  }

  private gutter(number: number): HTMLElement {
    const marks = this.marks.get(number) ?? [];
    const gutter = h("span", { class: "gutter" });
    const shown = marks.length > MOST_MARKS ? marks.slice(0, MOST_MARKS - 1) : marks;
    for (const { lane, waits } of shown) {
      const { name, hue } = this.trail!.lanes[lane]!;
      const told = `${name} ${waits ? "waits here" : "was here"}`;
      const mark = h("span", { class: waits ? "mark waits" : "mark", title: told, role: "img", "aria-label": told }, initials(name));
      mark.style.setProperty("--hue", String(hue));
      gutter.append(mark);
    }
    if (shown.length < marks.length) {
      const rest = marks.slice(shown.length).map((one) => this.trail!.lanes[one.lane]!.name).join(", ");
      gutter.append(h("span", { class: "mark more", title: rest, role: "img", "aria-label": rest }, `+${marks.length - shown.length}`));
    }
    return gutter;
  }

  private line(number: number): HTMLElement {
    const never = this.dead.get(this.file)?.get(number);
    const row = h("div", { class: "line" }, this.gutter(number), h("span", { class: "number" }, String(number)), codeLine(this.texts, this.file, number));
    if (this.now !== null && this.now.file === this.file && this.now.line === number && this.trail !== null) row.classList.add("now");
    if (never !== undefined) {
      row.classList.add("never");
      row.title = visible(`never executed: ${never}`);
    }
    return row;
  }
}

export function codeLine(texts: Texts, file: string, number: number): HTMLElement {
  return h("span", { class: "text" }, ...texts.line(file, number).map(({ tone, text }) => (tone === "plain" ? text : h("span", { class: tone }, text))));
}
