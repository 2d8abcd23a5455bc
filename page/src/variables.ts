// The values of all variables that change on the way, at the position that is looked at, and over time: locks with their
// owners, what is shared, and what each process has of its own. A value leads to the step that wrote it.

import { type Child, h, svg } from "./dom";
import { type Trail, type Variable, upTo, valueAt, writtenAt } from "./trail";

const MOST = 200;
const WIDTH = 90;
const HEIGHT = 18;
const POINTS = 400;
const BOTH = 24;  // signs of the value before and the one after, side by side

// Under which heading a variable stands, and its name there.
export function grouping(name: string, actors: ReadonlySet<string>): { group: string; order: number; name: string } {
  if (name.startsWith("lock ")) return { group: "Locks", order: 0, name: name.slice(5) };
  const own = /^(.*?)\((\d+)\):(.*)$/s.exec(name);
  if (own !== null) return { group: `${own[1]!} ${own[2]!}`, order: 2, name: own[3]! };
  const colon = name.indexOf(":");
  const who = name.slice(0, colon);
  if (colon > 0 && name[colon + 1] !== ":" && actors.has(who)) return { group: who, order: 2, name: name.slice(colon + 1) };
  return { group: "Shared", order: 1, name };
}

const shown = (variable: Variable, value: string | null): string => (value === null || value === "" ? (variable.name.startsWith("lock ") ? "free" : "–") : value);

export class VariablesView {
  readonly element: HTMLElement;
  private readonly body = h("tbody");
  private readonly more = h("p", { class: "dim" });
  private readonly charts = new Map<Variable, { line: SVGElement; cursor: SVGLineElement }>();
  private readonly groups: Map<Variable, { group: string; order: number; name: string }>;
  private readonly sorted: Variable[];
  private wanted = "";
  private position = 0;
  private picked: Variable | null = null;

  constructor(private readonly trail: Trail, private readonly goTo: (position: number) => void) {
    const actors = new Set(trail.lanes.map((lane) => lane.name));
    this.groups = new Map(trail.variables.map((one) => [one, grouping(one.name, actors)]));
    const place = (one: Variable): { group: string; order: number; name: string } => this.groups.get(one)!;
    this.sorted = [...trail.variables].sort((a, b) => place(a).order - place(b).order || place(a).group.localeCompare(place(b).group, "en", { numeric: true }));
    const filter = h("input", {
      type: "search", placeholder: "Filter variables", "aria-label": "Filter variables", id: "filter",
      input: () => { this.wanted = filter.value.toLowerCase(); this.draw(); },
    });
    const button = (name: string, sign: string, title: string, direction: number): HTMLElement =>
      h("button", { type: "button", "data-do": name, title, "aria-label": title, click: () => this.jump(direction) }, sign);
    this.element = h("div", { class: "pane variables" },
      h("div", { class: "pane-head" }, h("h3", {}, "Variables"), filter,
        h("span", { class: "pair" }, button("change-before", "◂ change", "Previous change (P)", -1), button("change-after", "change ▸", "Next change (N)", 1))),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Values" },
        h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "name"), h("th", { scope: "col" }, "value"), h("th", { scope: "col" }, "over time"))), this.body),
        this.more));
  }

  moveTo(position: number): void {
    this.position = position;
    this.draw();
  }

  // To the next change of the variable that was picked; without one, of any.
  jump(direction: number): void {
    const at = (this.picked === null ? this.trail.variables : [this.picked])
      .map((one) => (direction > 0 ? one.at[upTo(one.at, this.position)] : one.at[upTo(one.at, this.position - 1) - 1]))
      .filter((one): one is number => one !== undefined);
    if (at.length > 0) this.goTo(direction > 0 ? Math.min(...at) : Math.max(...at));
  }

  private draw(): void {
    const fitting = this.sorted.filter((one) => one.name.toLowerCase().includes(this.wanted));
    // Of very many, those that changed last come first.
    const listed = fitting.length <= MOST ? fitting : fitting
      .map((variable) => ({ variable, last: writtenAt(variable, this.position) ?? 0 }))
      .sort((a, b) => b.last - a.last).slice(0, MOST).map((one) => one.variable);
    const rows: HTMLElement[] = [];
    let heading = "";
    const several = new Set(listed.map((one) => this.groups.get(one)!.group)).size > 1 && fitting.length <= MOST;
    for (const variable of listed) {
      const { group } = this.groups.get(variable)!;
      if (several && group !== heading) rows.push(h("tr", { class: "group" }, h("th", { colspan: 3, scope: "colgroup" }, group)));
      heading = group;
      rows.push(this.row(variable, several));
    }
    // The focus stays where it was.
    const focused = document.activeElement instanceof HTMLElement && this.body.contains(document.activeElement) ? document.activeElement.dataset["key"] : undefined;
    this.body.replaceChildren(...rows);
    if (focused !== undefined) this.body.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    this.more.textContent = this.trail.variables.length === 0 ? "No variable changes on the way."
      : fitting.length > listed.length ? `${fitting.length - listed.length} more; filter to see them.` : "";
  }

  private row(variable: Variable, short: boolean): HTMLElement {
    const written = writtenAt(variable, this.position);
    const changed = written !== null && written === this.position;
    const value = valueAt(variable, this.position);
    const old = changed ? valueAt(variable, this.position - 1) : null;
    const before = old !== null && old !== value && old.length + (value ?? "").length <= BOTH ? old : null;  // else the new one is what counts
    const number = this.trail.variables.indexOf(variable);
    const text = shown(variable, value);
    const writer = written === null ? null : this.trail.rows[written - 1]!;
    const told: Child = writer === null ? h("span", { class: "value" }, text)
      : h("button", {
        type: "button", class: "value", "data-key": `value-${number}`, title: `${text}\nwritten in step ${writer.step} by ${writer.event.actor}`,
        click: () => this.goTo(written!),
      }, text);
    return h("tr", { class: changed ? "changed" : "", "data-name": variable.name },
      h("th", { scope: "row" }, h("button", {
        type: "button", class: "name", "data-key": `name-${number}`, "aria-pressed": String(this.picked === variable), title: `${variable.name}\npick it: N and P go to its changes`,
        click: () => { this.picked = this.picked === variable ? null : variable; this.draw(); },
      }, short ? this.groups.get(variable)!.name : variable.name)),
      h("td", {}, before === null ? null : h("s", {}, shown(variable, before)), before === null ? null : " ", told),
      h("td", { class: "spark" }, this.spark(variable)));
  }

  // A step function through the values that are numbers; of others, when they changed.
  private spark(variable: Variable): SVGElement {
    let chart = this.charts.get(variable);
    if (chart === undefined) {
      const cursor = svg("line", { class: "cursor", y1: 0, y2: HEIGHT });
      const line = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, "aria-hidden": "true" }, this.curve(variable), cursor);
      chart = { line, cursor };
      this.charts.set(variable, chart);
    }
    const x = String(this.x(this.position));
    chart.cursor.setAttribute("x1", x);
    chart.cursor.setAttribute("x2", x);
    return chart.line;
  }

  private x(position: number): number { return (position / Math.max(1, this.trail.length)) * WIDTH; }

  private curve(variable: Variable): SVGElement {
    const stride = Math.max(1, Math.ceil(variable.at.length / POINTS));
    const picked = variable.at.map((_, i) => i).filter((i) => i % stride === 0 || i + 1 === variable.at.length);
    const numbers = picked.map((i) => (variable.values[i] === "" ? NaN : Number(variable.values[i])));
    const initial = variable.initial === null || variable.initial === "" ? NaN : Number(variable.initial);
    if (numbers.some((value) => !Number.isFinite(value))) {
      return svg("path", { class: "ticks", d: picked.map((i) => `M${this.x(variable.at[i]!).toFixed(1)} 4V${HEIGHT - 4}`).join("") });
    }
    const all = Number.isFinite(initial) ? [initial, ...numbers] : numbers;
    const low = Math.min(...all);
    const high = Math.max(...all);
    const y = (value: number): string => (HEIGHT - 2 - ((value - low) / Math.max(high - low, 1e-9)) * (HEIGHT - 4)).toFixed(1);
    let path = Number.isFinite(initial) ? `M0 ${y(initial)}` : "";
    for (const [k, i] of picked.entries()) {
      const x = this.x(variable.at[i]!).toFixed(1);
      path += path === "" ? `M${x} ${y(numbers[k]!)}` : `H${x}V${y(numbers[k]!)}`;
    }
    return svg("path", { class: "curve", d: `${path}H${WIDTH}` });
  }
}
