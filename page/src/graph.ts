// The states of a small program in layers: one for each depth, ordered so that edges cross little. The way of the
// counterexample stands out. A state shows its variables; one on the way leads to its step.

import type { Graph } from "./data";
import { counted, h, section, svg } from "./dom";

const GAP_X = 26;
const GAP_Y = 46;
const EDGE = 14;
const RADIUS = 6;
const SWEEPS = 4;

// Where in its layer each state stands: by the mean of its neighbours one layer above, then one below, a few times.
function ordered(graph: Graph): number[][] {
  const layers: number[][] = [];
  for (const [state, depth] of graph.depth.entries()) (layers[depth] ??= []).push(state);
  const dense = layers.filter((layer) => layer !== undefined);
  const above = graph.depth.map((): number[] => []);
  const below = graph.depth.map((): number[] => []);
  for (const edge of graph.edges) {
    if (graph.depth[edge.to] !== graph.depth[edge.from]! + 1) continue;
    above[edge.to]!.push(edge.from);
    below[edge.from]!.push(edge.to);
  }
  const place = new Float64Array(graph.states);
  const settle = (layer: number[]): void => { for (const [i, state] of layer.entries()) place[state] = (i + 0.5) / layer.length; };
  dense.forEach(settle);
  for (let sweep = 0; sweep < SWEEPS; ++sweep) {
    const neighbours = sweep % 2 === 0 ? above : below;
    for (const layer of sweep % 2 === 0 ? dense : [...dense].reverse()) {
      const mean = new Map(layer.map((state) => {
        const near = neighbours[state]!;
        return [state, near.length === 0 ? place[state]! : near.reduce((sum, one) => sum + place[one]!, 0) / near.length];
      }));
      layer.sort((a, b) => mean.get(a)! - mean.get(b)!);
      settle(layer);
    }
  }
  return dense;
}

export class GraphView {
  readonly element: HTMLElement;
  private readonly circles: SVGCircleElement[] = [];
  private readonly told = h("output", { class: "valuation", "aria-live": "polite" });
  private readonly order: number[];
  private readonly box: HTMLElement;
  private picked = 0;
  private here: number | null = null;

  // `toStep`: where a state of the way leads.
  constructor(private readonly graph: Graph, private readonly toStep: (step: number) => void) {
    const layers = ordered(graph);
    this.order = layers.flat();
    const picture = this.draw(layers);
    this.box = h("div", { class: "graph", tabindex: 0, role: "application", "aria-label": "State graph: arrow keys pick a state, Enter goes to its step", keydown: (event: KeyboardEvent) => this.key(event) }, picture);
    this.element = section("graph", graph.complete ? `All ${counted(graph.states, "state")}` : `The first ${counted(graph.states, "state")}`,
      h("p", { class: "dim" }, "Each row is one step further from the initial state. In filled states nothing goes on, or a step fails",
        graph.way.length > 0 ? "; the path of the counterexample has the same colour, and a click on one of its states goes to its step." : "."),
      this.box, h("p", {}, this.told));
    this.pick(0);
  }

  // The walk stands after so many steps.
  moveTo(step: number | null): void {
    if (this.here !== null) this.circles[this.here]!.classList.remove("here");
    this.here = step === null ? null : this.graph.way[step] ?? null;
    if (this.here !== null) this.circles[this.here]!.classList.add("here");
  }

  private text(state: number): string {
    const step = this.graph.way.indexOf(state);
    const values = this.graph.values[state] ?? "";
    return `state ${state}, depth ${this.graph.depth[state]!}${step === -1 ? "" : `, after step ${step} of the counterexample`}${values === "" ? "" : `: ${values}`}`;
  }

  private pick(state: number): void {
    this.circles[this.picked]!.classList.remove("picked");
    this.picked = state;
    this.circles[state]!.classList.add("picked");
    this.told.textContent = "";
    this.told.append(h("span", {}, this.text(state)));
  }

  private follow(state: number): void {
    this.pick(state);
    const step = this.graph.way.indexOf(state);
    if (step !== -1) this.toStep(step);
  }

  private key(event: KeyboardEvent): void {
    const moves: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const move = moves[event.key];
    if (move === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (move === undefined) return this.follow(this.picked);
    const at = this.order.indexOf(this.picked) + move;
    this.pick(this.order[Math.max(0, Math.min(this.order.length - 1, at))]!);
    this.circles[this.picked]!.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  private draw(layers: number[][]): SVGElement {
    const { graph } = this;
    const width = Math.max(...layers.map((layer) => layer.length)) * GAP_X + 2 * EDGE;
    const height = layers.length * GAP_Y + 2 * EDGE;
    const x = new Float64Array(graph.states);
    const y = new Float64Array(graph.states);
    for (const [depth, layer] of layers.entries()) {
      for (const [i, state] of layer.entries()) {
        x[state] = EDGE + ((i + 0.5) * (width - 2 * EDGE)) / layer.length;
        y[state] = EDGE + depth * GAP_Y + RADIUS;
      }
    }
    const along = new Set(graph.way.slice(1).map((state, i) => `${graph.way[i]!} ${state}`));
    const onWay = new Set(graph.way);
    const bad = new Set(graph.bad);
    const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
    for (const edge of graph.edges) {
      const way = along.has(`${edge.from} ${edge.to}`);
      const [x1, y1, x2, y2] = [x[edge.from]!, y[edge.from]!, x[edge.to]!, y[edge.to]!];
      const bend = y2 > y1 ? 0 : 30;
      const path = edge.from === edge.to ? `M${x1} ${y1}c16 -16 16 16 0 0`
        : `M${x1} ${y1}C${x1 + bend} ${(y1 + y2) / 2} ${x2 + bend} ${(y1 + y2) / 2} ${x2} ${y2}`;
      picture.append(svg("path", { class: way ? "edge way" : "edge", d: path }, svg("title", {}, edge.label)));
    }
    for (let state = 0; state < graph.states; ++state) {
      const circle = svg("circle", {
        class: `state${onWay.has(state) ? " way" : ""}${bad.has(state) ? " bad" : ""}`, cx: x[state]!, cy: y[state]!, r: state === 0 ? RADIUS + 2 : RADIUS,
        "data-state": state, mouseenter: () => this.pick(state), click: () => this.follow(state),
      }, svg("title", {}, this.text(state)));
      this.circles.push(circle);
      picture.append(circle);
    }
    return picture;
  }
}
