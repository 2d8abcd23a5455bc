// The values of all variables that change on the way, at the position that is looked at, and over time.

import { h, svg } from "./dom";
import { type Trail, type Variable, upTo, valueAt } from "./trail";

const MOST = 200;
const WIDTH = 120;
const HEIGHT = 18;
const POINTS = 400;

export class VariablesView {
  readonly element: HTMLElement;
  private readonly body = h("tbody");
  private readonly more = h("p", { class: "dim" });
  private readonly charts = new Map<Variable, { line: SVGElement; cursor: SVGLineElement }>();
  private wanted = "";
  private position = 0;

  constructor(private readonly trail: Trail) {
    const filter = h("input", {
      type: "search", placeholder: "Filter variables", "aria-label": "Filter variables", id: "filter",
      input: () => { this.wanted = filter.value.toLowerCase(); this.draw(); },
    });
    this.element = h("div", { class: "pane variables" }, h("div", { class: "pane-head" }, h("h3", {}, "Variables"), filter),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Values" },
        h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "name"), h("th", {}, "value"), h("th", {}, "over time"))), this.body),
        this.more));
  }

  moveTo(position: number): void {
    this.position = position;
    this.draw();
  }

  private draw(): void {
    const fitting = this.trail.variables.filter((one) => one.name.toLowerCase().includes(this.wanted));
    // Of very many, those that changed last come first.
    const shown = fitting.length <= MOST ? fitting : fitting
      .map((variable) => ({ variable, last: upTo(variable.at, this.position) === 0 ? 0 : variable.at[upTo(variable.at, this.position) - 1]! }))
      .sort((a, b) => b.last - a.last).slice(0, MOST).map((one) => one.variable);
    this.body.replaceChildren(...shown.map((variable) => this.row(variable)));
    this.more.textContent = this.trail.variables.length === 0 ? "No variable changes on the way."
      : fitting.length > shown.length ? `${fitting.length - shown.length} more; filter to see them.` : "";
  }

  private row(variable: Variable): HTMLElement {
    const count = upTo(variable.at, this.position);
    const changed = count > 0 && variable.at[count - 1] === this.position;
    const value = valueAt(variable, this.position);
    const before = changed ? valueAt(variable, this.position - 1) : null;
    return h("tr", { class: changed ? "changed" : "" }, h("th", { scope: "row", title: variable.name }, variable.name),
      h("td", { title: value ?? "does not exist yet" },
        before !== null && before !== value ? h("s", {}, before) : null, before !== null && before !== value ? " " : null,
        value ?? "–"),
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
    const numbers = picked.map((i) => Number(variable.values[i]));
    const initial = variable.initial === null ? NaN : Number(variable.initial);
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
