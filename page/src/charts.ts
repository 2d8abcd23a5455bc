// The shape of a search: states by depth, new states against transitions, memory over time. Small enough to be drawn here.

import type { Profile } from "./data";
import { bytes, duration, grouped, h, svg } from "./dom";

type Point = [number, number];
const WIDTH = 320;
const HEIGHT = 150;
const LEFT = 8;
const BOTTOM = 18;

interface Axes { title: string; x: (value: number) => string; y: (value: number) => string; area: boolean }

function chart(points: Point[], axes: Axes): HTMLElement {
  const mostX = Math.max(...points.map(([x]) => x), 1e-9);
  const mostY = Math.max(...points.map(([, y]) => y), 1e-9);
  const x = (value: number): number => LEFT + (value / mostX) * (WIDTH - 2 * LEFT);
  const y = (value: number): number => HEIGHT - BOTTOM - (value / mostY) * (HEIGHT - BOTTOM - 22);
  const path = points.map(([px, py], i) => `${i === 0 ? "M" : "L"}${x(px).toFixed(1)} ${y(py).toFixed(1)}`).join("");
  const last = points[points.length - 1]!;
  const told = `${axes.title}: up to ${axes.y(mostY)}, at ${axes.x(last[0])} ${axes.y(last[1])}`;
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": told },
    svg("line", { class: "axis", x1: LEFT, x2: WIDTH - LEFT, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM }),
    axes.area ? svg("path", { class: "area", d: `${path}V${HEIGHT - BOTTOM}H${x(points[0]![0]).toFixed(1)}Z` }) : null,
    svg("path", { class: "curve", d: path }),
    svg("text", { x: LEFT, y: 14 }, axes.y(mostY)),
    svg("text", { x: WIDTH - LEFT, y: HEIGHT - 4, "text-anchor": "end" }, axes.x(mostX)),
    svg("text", { x: LEFT, y: HEIGHT - 4 }, axes.x(0)));
  const hint = svg("text", { class: "hint", x: WIDTH - LEFT, y: 14, "text-anchor": "end" });
  const cursor = svg("line", { class: "cursor", y1: 20, y2: HEIGHT - BOTTOM, x1: -9, x2: -9 });
  picture.append(cursor, hint);
  picture.addEventListener("pointermove", (event) => {
    const box = picture.getBoundingClientRect();
    const at = (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - 2 * LEFT) * mostX;
    let nearest = points[0]!;
    for (const point of points) if (Math.abs(point[0] - at) < Math.abs(nearest[0] - at)) nearest = point;
    hint.textContent = `${axes.x(nearest[0])}: ${axes.y(nearest[1])}`;
    cursor.setAttribute("x1", String(x(nearest[0])));
    cursor.setAttribute("x2", String(x(nearest[0])));
  });
  return h("figure", {}, h("figcaption", {}, axes.title), picture);
}

// The share of new states among the transitions between two points.
function rates(points: Point[]): Point[] {
  const stride = Math.max(1, Math.floor(points.length / 100));
  const picked = points.filter((_, i) => i % stride === 0);
  return picked.slice(1).map(([x, y], i): Point => [x, (y - picked[i]![1]) / Math.max(1, x - picked[i]![0])]);
}

export function chartsView(profile: Profile | null): HTMLElement | null {
  if (profile === null) return null;
  const figures: HTMLElement[] = [];
  const levels = profile.levels.map((states, depth): Point => [depth, states]);
  if (levels.length > 2) figures.push(chart(levels, { title: "States by depth", x: (v) => `depth ${grouped(v)}`, y: grouped, area: true }));
  const fresh = rates(profile.rate);
  if (fresh.length > 4) {
    figures.push(chart(fresh, { title: "Share of transitions that lead to new states", x: (v) => `${grouped(v)} transitions`, y: (v) => v.toFixed(2), area: false }));
  }
  if (profile.memory.length > 2) {
    figures.push(chart(profile.memory.map(([at, used]): Point => [at, used]), { title: "Memory over time", x: duration, y: bytes, area: true }));
    figures.push(chart(profile.memory.map(([at, , states]): Point => [at, states]), { title: "States over time", x: duration, y: grouped, area: false }));
  }
  return figures.length === 0 ? null : h("div", { class: "charts" }, ...figures);
}
