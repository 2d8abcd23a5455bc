// The counterexample as a thing to walk through: a slider, keys and search, the steps in lanes, as a list or as a message
// sequence chart, and beside them the source, the propositions and the variables.

import type { Cause } from "./data";
import { choice, grouped, h, visible } from "./dom";
import { type Collapse, type Folding, fold } from "./folding";
import { MESSAGE_ROW, MessageChart } from "./messages";
import { PropositionsView } from "./propositions";
import { StepSearch } from "./search";
import type { SourceView } from "./source";
import { StepRows } from "./steps";
import { type Row, type Trail, baseName, effects, upTo } from "./trail";
import { VariablesView } from "./variables";
import { VirtualList } from "./virtual";

export type View = "lanes" | "list" | "messages";

const LANE = 116;
const NARROW = 700;

export class Walk {
  readonly element: HTMLElement;
  position = 0;
  private rounds = 1;
  private view: View;
  private collapse: Collapse = "folded";
  private folding: Folding;
  private readonly opened = new Set<number>();
  private readonly list: VirtualList;
  private readonly rows: StepRows;
  private readonly chart: MessageChart;
  private readonly head = h("div", { class: "lanes-head" });
  private readonly slider: HTMLInputElement;
  private readonly where = h("output", { class: "where", "aria-live": "polite" });
  private readonly told = h("p", { class: "told" });
  private readonly folds: HTMLElement;
  private readonly variables: VariablesView;
  private readonly propositions: PropositionsView | null;
  private readonly search: StepSearch;

  // `moved` hears of every move but the first.
  constructor(private readonly trail: Trail, private readonly source: SourceView, private readonly ending: HTMLElement | null,
    cause: Cause | null, private readonly moved: (position: number) => void) {
    this.view = window.innerWidth < NARROW || trail.lanes.length > 12 ? "list" : "lanes";
    this.folding = fold(trail, this.collapse, this.opened);
    const go = (position: number): void => this.goTo(position);
    this.variables = new VariablesView(trail, go);
    this.propositions = cause === null || cause.propositions.length === 0 ? null : new PropositionsView(trail, cause, go);
    this.search = new StepSearch(trail, source.texts, () => this.position, go, () => this.list.redraw());
    this.rows = new StepRows(trail, source.texts);
    this.chart = new MessageChart(trail);
    this.list = new VirtualList("Steps", (index) => this.height(index), (index) => this.row(index));
    this.list.element.classList.add("steps");
    this.list.element.addEventListener("scroll", () => { this.head.style.transform = `translateX(${-this.list.element.scrollLeft}px)`; });
    this.slider = h("input", {
      type: "range", min: 0, max: trail.length, value: 0, id: "slider", "aria-label": "Position in the trail",
      input: () => this.goTo(Number(this.slider.value)),
    });
    const views: [View, string][] = [["lanes", "Lanes"], ["list", "List"]];
    if (trail.messages.length > 0) views.push(["messages", "Messages"]);
    const folds: [Collapse, string][] = [["folded", "Folded"], ["step", "Every step"], ["none", "Every event"], ["process", "By lane"], ["line", "By line"]];
    this.element = h("div", { class: "walk" },
      h("div", { class: "transport" },
        this.button("first", "|◀", "To the beginning (Home)", () => this.goTo(0)),
        this.button("back", "◀", "One step back (←)", () => this.by(-1)),
        this.slider,
        this.button("forward", "▶", "One step on (→)", () => this.by(1)),
        this.button("last", "▶|", "To the end (End)", () => this.goTo(trail.length)),
        this.loops() ? this.button("round", "↻", "Once more round the loop (L)", () => this.round()) : null,
        this.where),
      h("div", { class: "controls" },
        choice("View", views, this.view, (view) => { this.view = view; this.arrange(); }),
        this.folds = choice("Shown together", folds, this.collapse, (collapse) => { this.collapse = collapse; this.opened.clear(); this.arrange(); }),
        this.search.element),
      this.propositions?.element ?? null,
      this.told,
      h("div", { class: "panes" },
        h("div", { class: "pane trail" }, h("div", { class: "lanes-clip" }, this.head), this.list.element),
        h("div", { class: "side" }, source.element, this.variables.element)),
      ending);
  }

  // To be called when the page has been laid out; null: at the end.
  start(position: number | null): void {
    this.arrange();
    this.show(position ?? this.trail.length);
  }

  goTo(position: number): void {
    this.show(position);
    this.moved(this.position);
  }

  private show(position: number): void {
    this.position = Math.max(0, Math.min(this.trail.length, position));
    this.slider.value = String(this.position);
    const row = this.trail.rows[this.position - 1];
    const last = this.trail.rows[this.trail.length - 1];
    this.slider.setAttribute("aria-valuetext", row === undefined ? "initial state" : visible(`step ${row.step}: ${row.event.actor}: ${row.event.statement}`));
    const round = this.inLoop(this.position) ? `, round ${this.rounds} of the loop` : "";
    this.where.textContent = row === undefined ? "initial state" : `step ${grouped(row.step)} of ${grouped(last!.step)}${round}`;
    this.told.replaceChildren(...this.tell(row));
    this.source.moveTo(this.position);
    this.variables.moveTo(this.position);
    this.propositions?.moveTo(this.position);
    this.list.redraw();
    this.list.reveal(Math.max(0, this.groupOf(this.position - 1)));
    if (this.ending !== null) this.ending.classList.toggle("reached", this.position === this.trail.length);
  }

  private button(name: string, sign: string, title: string, click: () => void): HTMLElement {
    return h("button", { type: "button", title, "aria-label": title, "data-do": name, click }, sign);
  }

  private tell(row: Row | undefined): Node[] {
    if (row === undefined) return [h("span", { class: "dim" }, "Nothing has happened yet.")];
    const chip = h("span", { class: "chip" }, row.event.actor);
    chip.style.setProperty("--hue", String(this.trail.lanes[row.lane]!.hue));
    return [chip, h("code", {}, row.event.statement), h("span", { class: "dim" }, baseName(row.event.location)),
      h("span", { class: "effects" }, effects(row.event))];
  }

  private loops(): boolean { return this.trail.loop !== null && this.trail.loop < this.trail.length; }
  private inLoop(position: number): boolean { return this.trail.loop !== null && position > this.trail.loop; }

  // Over whole groups; behind the end of a loop it begins again.
  private by(direction: number): void {
    if (direction > 0 && this.position === this.trail.length) {
      if (this.loops()) this.round();
      return;
    }
    const at = this.groupOf(this.position - 1);
    const target = this.position === 0 ? (direction > 0 ? 0 : -1) : at + direction;
    const { ends } = this.folding;
    this.goTo(target < 0 ? 0 : target >= ends.length ? this.trail.length : ends[target]! + 1);
  }

  private round(): void {
    if (!this.loops()) return;
    if (this.position === this.trail.length) ++this.rounds;
    const group = Math.min(this.groupOf(this.trail.loop!), this.folding.ends.length - 1);
    this.goTo(this.folding.ends[group]! + 1);
  }

  private groupOf(row: number): number { return row < 0 ? -1 : upTo(this.folding.ends, row - 1); }

  key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (target instanceof HTMLInputElement && target !== this.slider) {
      if (event.key === "Escape") target.blur();
      return;
    }
    if (target instanceof HTMLSelectElement) return;
    const far = Math.max(10, Math.round(this.trail.length / 20));
    const actions: Record<string, () => void> = {
      ArrowRight: () => this.by(1), ArrowLeft: () => this.by(-1), Home: () => this.goTo(0), End: () => this.goTo(this.trail.length),
      l: () => this.round(), "]": () => this.goTo(this.position + far), "[": () => this.goTo(this.position - far),
      n: () => this.variables.jump(1), p: () => this.variables.jump(-1),
      "/": () => this.search.field.focus(), v: () => document.getElementById("filter")?.focus(),
    };
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }

  private arrange(): void {
    this.folding = this.view === "messages" ? { ends: Int32Array.from(this.trail.messages), rounds: new Map() } : fold(this.trail, this.collapse, this.opened);
    const lanes = this.view !== "list";
    this.list.element.classList.toggle("in-lanes", lanes);
    this.head.hidden = !lanes;
    this.folds.hidden = this.view === "messages";
    this.element.style.setProperty("--lanes", String(this.trail.lanes.length));
    const weights = this.view === "messages" ? this.trail.lanes.map(() => 1) : this.rows.weights(this.folding.ends);
    this.element.style.setProperty("--columns", weights.map((weight) => `minmax(${LANE}px, ${weight}fr)`).join(" "));
    this.element.style.setProperty("--lane", `${LANE}px`);
    this.head.replaceChildren(h("span", { class: "step" }, "step"), ...this.trail.lanes.map((lane) => {
      const name = h("span", { class: "lane-name", title: lane.name }, lane.name);
      name.style.setProperty("--hue", String(lane.hue));
      return name;
    }));
    this.list.resize(this.folding.ends.length);
    this.list.reveal(Math.max(0, this.groupOf(this.position - 1)));
  }

  private first(index: number): number {
    return this.view === "messages" ? this.folding.ends[index]! : index === 0 ? 0 : this.folding.ends[index - 1]! + 1;
  }

  private height(index: number): number {
    return this.view === "messages" ? MESSAGE_ROW : this.rows.height(this.first(index), this.folding.ends[index]!, this.folding.rounds.get(index));
  }

  private row(index: number): HTMLElement {
    const last = this.folding.ends[index]!;
    const first = this.first(index);
    const { loop, gap } = this.trail;
    const element = h("div", { class: "row", click: () => this.goTo(last + 1) });
    const at = this.position - 1;
    if (at >= first && at <= last) element.classList.add("current");
    else if (last >= this.position) element.classList.add("future");
    if (this.search.matches(first, last)) element.classList.add("hit");
    if (loop !== null && last >= loop) element.classList.add("loop");
    if (loop !== null && first === loop) {
      element.classList.add("loop-begins");
      element.title = "The loop begins here: the last step leads back to this one";
    }
    if (gap !== null && first === gap.row) {
      element.classList.add("gap");
      element.title = `${grouped(gap.steps)} steps are left out before this one`;
    }
    const shown = index === 0 ? -1 : this.trail.rows[this.folding.ends[index - 1]!]!.step;
    const { step } = this.trail.rows[first]!;
    element.append(h("span", { class: "step" }, step === shown ? "" : grouped(step)));
    const rounds = this.folding.rounds.get(index);
    if (rounds !== undefined) this.rows.folded(element, rounds, () => { this.opened.add(first); this.arrange(); });
    else if (this.view === "lanes") this.rows.inLane(element, first, last);
    else if (this.view === "list") this.rows.inList(element, first, last);
    else element.append(this.chart.row(index));
    return element;
  }
}
