// The counterexample as a thing to walk through: a slider and keys, the steps in lanes, as a list or as a message sequence
// chart, and beside them the source and the variables.

import { choice, grouped, h, svg, visible } from "./dom";
import type { SourceView } from "./source";
import { type Collapse, type Row, type Trail, baseName, effects, upTo } from "./trail";
import { VariablesView } from "./variables";
import { VirtualList } from "./virtual";

export type View = "lanes" | "list" | "messages";

const ROW = 26;
const LANE = 130;
const NARROW = 700;

export class Walk {
  readonly element: HTMLElement;
  position = 0;
  private rounds = 1;
  private view: View;
  private collapse: Collapse = "none";
  private ends: Int32Array;
  private readonly list: VirtualList;
  private readonly head = h("div", { class: "lanes-head" });
  private readonly slider: HTMLInputElement;
  private readonly where = h("output", { class: "where", "aria-live": "polite" });
  private readonly told = h("p", { class: "told" });
  private readonly folds: HTMLElement;
  private readonly variables: VariablesView;

  constructor(private readonly trail: Trail, private readonly source: SourceView, private readonly ending: HTMLElement | null) {
    this.view = window.innerWidth < NARROW || trail.lanes.length > 12 ? "list" : "lanes";
    this.ends = trail.groups("none");
    this.variables = new VariablesView(trail);
    this.list = new VirtualList("Steps", ROW, (index) => this.row(index));
    this.list.element.classList.add("steps");
    this.list.element.addEventListener("scroll", () => { this.head.style.transform = `translateX(${-this.list.element.scrollLeft}px)`; });
    this.slider = h("input", {
      type: "range", min: 0, max: trail.length, value: 0, id: "slider", "aria-label": "Position in the trail",
      input: () => this.goTo(Number(this.slider.value)),
    });
    const views: [View, string][] = [["lanes", "Lanes"], ["list", "List"]];
    if (trail.messages.length > 0) views.push(["messages", "Messages"]);
    const folds: [Collapse, string][] = [["none", "All events"], ["step", "Atomic steps"], ["process", "By process"], ["line", "By line"]];
    this.element = h("div", { class: "walk" },
      h("div", { class: "transport" },
        this.button("first", "|◀", "To the beginning (Home)", () => this.goTo(0)),
        this.button("back", "◀", "One step back (←)", () => this.by(-1)),
        this.slider,
        this.button("forward", "▶", "One step on (→)", () => this.by(1)),
        this.button("last", "▶|", "To the end (End)", () => this.goTo(trail.length)),
        trail.loop !== null && trail.loop < trail.length ? this.button("round", "↻", "Once more round the loop (L)", () => this.round()) : null,
        this.where),
      h("div", { class: "controls" },
        choice("View", views, this.view, (view) => { this.view = view; this.arrange(); }),
        this.folds = choice("Shown together", folds, this.collapse, (collapse) => { this.collapse = collapse; this.arrange(); })),
      this.told,
      h("div", { class: "panes" },
        h("div", { class: "pane trail" }, h("div", { class: "lanes-clip" }, this.head), this.list.element),
        h("div", { class: "side" }, source.element, this.variables.element)),
      ending);
  }

  // To be called when the page has been laid out.
  start(): void {
    this.arrange();
    this.goTo(this.trail.length);
  }

  goTo(position: number): void {
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
    const did = effects(row.event);
    return [chip, h("code", {}, row.event.statement), h("span", { class: "dim" }, baseName(row.event.location)),
      h("span", { class: "effects" }, did)];
  }

  private inLoop(position: number): boolean { return this.trail.loop !== null && position > this.trail.loop; }

  // Over whole groups; behind the end of a loop it begins again.
  private by(direction: number): void {
    if (direction > 0 && this.position === this.trail.length) {
      if (this.trail.loop !== null && this.trail.loop < this.trail.length) this.round();
      return;
    }
    const at = this.groupOf(this.position - 1);
    const target = this.position === 0 ? (direction > 0 ? 0 : -1) : at + direction;
    this.goTo(target < 0 ? 0 : this.ends[Math.min(target, this.ends.length - 1)]! + 1);
  }

  private round(): void {
    if (this.trail.loop === null || this.trail.loop >= this.trail.length) return;
    if (this.position === this.trail.length) ++this.rounds;
    this.goTo(this.ends[this.groupOf(this.trail.loop)]! + 1);
  }

  private groupOf(row: number): number { return row < 0 ? -1 : upTo(this.ends, row - 1); }

  key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (target instanceof HTMLInputElement && target !== this.slider) {
      if (event.key === "Escape") target.blur();
      return;
    }
    if (target instanceof HTMLSelectElement) return;
    const far = Math.max(10, Math.round(this.trail.length / 20));
    const actions: Record<string, () => void> = {
      ArrowRight: () => this.by(1), ArrowLeft: () => this.by(-1), Home: () => this.goTo(0), End: () => this.goTo(this.trail.length),
      l: () => this.round(), "]": () => this.goTo(this.position + far), "[": () => this.goTo(this.position - far),
      "/": () => document.getElementById("filter")?.focus(),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }

  private arrange(): void {
    this.ends = this.view === "messages" ? Int32Array.from(this.trail.messages) : this.trail.groups(this.collapse);
    const lanes = this.view !== "list";
    this.list.element.classList.toggle("in-lanes", lanes);
    this.head.hidden = !lanes;
    this.folds.hidden = this.view === "messages";
    this.element.style.setProperty("--lanes", String(this.trail.lanes.length));
    this.element.style.setProperty("--lane", `${LANE}px`);
    this.head.replaceChildren(h("span", { class: "step" }, "step"), ...this.trail.lanes.map((lane) => {
      const name = h("span", { class: "lane-name", title: lane.name }, lane.name);
      name.style.setProperty("--hue", String(lane.hue));
      return name;
    }));
    this.list.resize(this.ends.length);
    this.list.reveal(Math.max(0, this.groupOf(this.position - 1)));
  }

  private row(index: number): HTMLElement {
    const last = this.ends[index]!;
    const first = this.view === "messages" ? last : index === 0 ? 0 : this.ends[index - 1]! + 1;
    const row = this.trail.rows[last]!;
    const element = h("div", { class: "row", click: () => this.goTo(last + 1) });
    const at = this.position - 1;
    if (at >= first && at <= last) element.classList.add("current");
    else if (last >= this.position) element.classList.add("future");
    if (this.trail.loop !== null && last >= this.trail.loop) element.classList.add("loop");
    if (this.trail.loop !== null && first === this.trail.loop) element.classList.add("loop-begins");
    if (this.trail.gap !== null && first === this.trail.gap.row) {
      element.classList.add("gap");
      element.title = `${grouped(this.trail.gap.steps)} steps are left out before this one`;
    }
    const shown = index === 0 ? -1 : this.trail.rows[this.ends[index - 1]!]!.step;
    element.append(h("span", { class: "step" }, row.step === shown ? "" : grouped(row.step)));
    if (this.view === "lanes") this.inLane(element, first, last);
    else if (this.view === "list") this.inList(element, first, last);
    else element.append(this.arrow(last));
    return element;
  }

  // What a group is shown by: its last statement, and how many there are.
  private statement(first: number, last: number): HTMLElement {
    const event = this.trail.rows[last]!.event;
    const many = last > first ? h("span", { class: "many", title: `${last - first + 1} events` }, `${grouped(last - first + 1)}×`) : null;
    return h("span", { class: "statement", title: [event.statement, baseName(event.location), effects(event)].filter((one) => one !== "").join("\n") },
      many, h("code", {}, event.statement));
  }

  private inLane(element: HTMLElement, first: number, last: number): void {
    const row = this.trail.rows[last]!;
    const cell = h("span", { class: "cell" }, this.statement(first, last));
    const changes = effects(row.event);
    if (changes !== "") cell.append(h("span", { class: "dot", title: changes }));
    cell.style.gridColumn = String(row.lane + 2);
    cell.style.setProperty("--hue", String(this.trail.lanes[row.lane]!.hue));
    element.append(cell);
  }

  private inList(element: HTMLElement, first: number, last: number): void {
    const row = this.trail.rows[last]!;
    const chip = h("span", { class: "chip" }, row.event.actor);
    chip.style.setProperty("--hue", String(this.trail.lanes[row.lane]!.hue));
    element.append(chip, this.statement(first, last), h("span", { class: "effects" }, effects(row.event)));
  }

  // Lifelines, and the message as an arrow from whoever sent it; a dot where it waits in a channel.
  private arrow(index: number): Element {
    const row = this.trail.rows[index]!;
    const lanes = this.trail.lanes.length;
    const centre = (lane: number): number => (lane + 0.5) * 100;
    const picture = svg("svg", { class: "msc", viewBox: `0 0 ${lanes * 100} ${ROW}`, preserveAspectRatio: "none" });
    for (let lane = 0; lane < lanes; ++lane) picture.append(svg("line", { class: "life", x1: centre(lane), x2: centre(lane), y1: 0, y2: ROW }));
    const sent = this.trail.arrows.get(index);
    const to = centre(row.lane);
    const label = row.event.messages.map((one) => `${one.channel} ${one.sent ? "!" : "?"} ${one.content}`).join(", ");
    let left = to;
    if (sent !== undefined && sent.from !== row.lane) {
      const from = centre(sent.from);
      left = Math.min(from, to);
      picture.append(svg("line", { class: "arrow", x1: from, x2: to, y1: ROW - 6, y2: ROW - 6 }));
    }
    const holder = h("span", { class: "msc-cell", title: sent === undefined ? label : `${label}\nsent in step ${this.trail.rows[sent.row]!.step}` }, picture);
    const share = (x: number): string => `${(x / (lanes * 100)) * 100}%`;
    const tip = h("span", { class: sent !== undefined && sent.from !== row.lane ? (sent.from < row.lane ? "tip right" : "tip left") : "tip dot" });
    tip.style.left = share(to);
    const text = h("span", { class: "label" }, label);
    text.style.left = share(left);
    holder.append(tip, text);
    return holder;
  }
}
