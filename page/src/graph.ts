// The states of a small program in layers: one for each depth, ordered so that edges cross little. The way of the
// counterexample stands out.

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

export function graphSection(graph: Graph | null): HTMLElement | null {
  if (graph === null || graph.states === 0) return null;
  const layers = ordered(graph);
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
  const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${counted(graph.states, "state")} in layers` });
  for (const edge of graph.edges) {
    const way = along.has(`${edge.from} ${edge.to}`);
    const [x1, y1, x2, y2] = [x[edge.from]!, y[edge.from]!, x[edge.to]!, y[edge.to]!];
    const bend = y2 > y1 ? 0 : 30;
    const path = edge.from === edge.to ? `M${x1} ${y1}c16 -16 16 16 0 0`
      : `M${x1} ${y1}C${x1 + bend} ${(y1 + y2) / 2} ${x2 + bend} ${(y1 + y2) / 2} ${x2} ${y2}`;
    picture.append(svg("path", { class: way ? "edge way" : "edge", d: path }, svg("title", {}, edge.label)));
  }
  for (let state = 0; state < graph.states; ++state) {
    picture.append(svg("circle", { class: `state${onWay.has(state) ? " way" : ""}${bad.has(state) ? " bad" : ""}`, cx: x[state]!, cy: y[state]!, r: state === 0 ? RADIUS + 2 : RADIUS },
      svg("title", {}, `state ${state}, depth ${graph.depth[state]!}`)));
  }
  return section("graph", graph.complete ? `All ${counted(graph.states, "state")}` : `The first ${counted(graph.states, "state")}`,
    h("p", { class: "dim" }, "Each row is one step further from the initial state. Filled states are where nothing goes on or a step fails",
      graph.way.length > 0 ? "; the way of the counterexample is drawn in the same colour." : "."),
    h("div", { class: "graph", tabindex: 0, role: "region", "aria-label": "State graph" }, picture));
}
