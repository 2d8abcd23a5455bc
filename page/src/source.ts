// The program's text beside the trail: where everybody stands, what the last event ran, and what was never executed.

import { type Place, type Source, type Standing, type Unreached, placeOf } from "./data";
import { h, visible } from "./dom";
import type { Trail } from "./trail";
import { VirtualList } from "./virtual";

const LINE = 20;

// Where somebody stands, or the line that was run last.
interface Mark { lane: number; ran: boolean }

// Files that the trail names and that could not be read are shown by name.
export class SourceView {
  readonly element: HTMLElement;
  private readonly lines = new Map<string, string[]>();
  private readonly dead = new Map<string, Map<number, string>>();
  private readonly list: VirtualList;
  private readonly picker: HTMLSelectElement;
  private readonly note = h("p", { class: "dim", hidden: true });
  private marks = new Map<number, Mark[]>();
  private all: { place: Place; mark: Mark }[] = [];
  private file = "";

  private trail: Trail | null = null;
  private ends = new Map<string, string | null>();

  constructor(sources: Source[], unreached: Unreached[]) {
    for (const source of sources) this.lines.set(source.file, source.text.split(/\r\n|\n|\r/));
    for (const one of unreached) {
      const place = placeOf(one.location);
      if (place === null) continue;
      const lines = this.dead.get(place.file) ?? new Map<number, string>();
      lines.set(place.line, one.text);
      this.dead.set(place.file, lines);
    }
    this.list = new VirtualList("Source", LINE, (index) => this.line(index));
    this.list.element.classList.add("code");
    this.picker = h("select", { "aria-label": "Source file", change: () => this.show(this.picker.value) },
      ...[...this.lines.keys()].map((file) => h("option", { value: file }, file)));
    // The value of an option is what `visible` made of it, so that files are found by their place.
    for (const [i, file] of [...this.lines.keys()].entries()) this.picker.options[i]!.value = file;
    const legend = this.dead.size === 0 ? null : h("span", { class: "legend" }, h("span", { class: "swatch" }), "never executed");
    this.element = h("div", { class: "pane source" }, h("div", { class: "pane-head" }, h("h3", {}, "Source"), this.picker, legend),
      this.note, this.list.element);
    const first = [...this.lines.keys()][0];
    if (first === undefined) this.tellMissing();
    else this.show(first);
  }

  // From now on it shows where this one's processes stand; at its end, as the standings say.
  follow(trail: Trail | null, standings: Standing[]): void {
    this.trail = trail;
    this.ends = new Map(standings.map((one) => [one.actor, one.location]));
    this.all = [];
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
    this.list.resize(this.lines.get(file)?.length ?? 0);
  }

  // What somebody runs next at a position; null if nothing is known, or it has ended.
  private nextPlace(lane: number, position: number): Place | null {
    const trail = this.trail!;
    const row = trail.nextOf(lane, position);
    if (row !== -1) return placeOf(trail.rows[row]!.event.location);
    if (this.ends.size > 0) return placeOf(this.ends.get(trail.lanes[lane]!.name) ?? null);
    const last = trail.lastOf(lane, position);
    return last === -1 ? null : placeOf(trail.rows[last]!.event.location);
  }

  // Where everybody stands at a position, before the next statement; the text goes to the last event's line.
  moveTo(position: number): void {
    if (this.trail === null) return;
    this.all = [];
    for (const lane of this.trail.lanes.keys()) {
      const place = this.nextPlace(lane, position);
      if (place !== null) this.all.push({ place, mark: { lane, ran: false } });
    }
    const ran = this.trail.rows[position - 1];
    const now = ran === undefined ? null : placeOf(ran.event.location);
    if (now !== null) this.all.push({ place: now, mark: { lane: ran!.lane, ran: true } });
    this.show(now !== null && this.lines.has(now.file) ? now.file : this.file);
    if (now !== null && now.file === this.file) this.list.reveal(now.line - 1);
  }

  reveal(place: Place): void {
    if (!this.lines.has(place.file)) return;
    this.show(place.file);
    this.list.reveal(place.line - 1);
    this.element.scrollIntoView({ block: "nearest" });
  }

  private line(index: number): HTMLElement {
    const number = index + 1;
    const marks = this.marks.get(number) ?? [];
    const never = this.dead.get(this.file)?.get(number);
    const row = h("div", { class: "line" },
      h("span", { class: "number" }, String(number)),
      h("span", { class: "text" }, (this.lines.get(this.file)?.[index] ?? "").replaceAll("\t", "    ")));
    if (marks.some((mark) => mark.ran)) row.classList.add("now");
    if (never !== undefined) {
      row.classList.add("never");
      row.title = visible(`never executed: ${never}`);
    }
    const chips = h("span", { class: "chips" });
    for (const mark of marks.filter((one) => !one.ran)) {
      const lane = this.trail!.lanes[mark.lane]!;
      const chip = h("span", { class: "chip", title: lane.name }, lane.name);
      chip.style.setProperty("--hue", String(lane.hue));
      chips.append(chip);
    }
    row.append(chips);
    return row;
  }
}
