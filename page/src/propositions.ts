// The propositions of a formula over time, one row each: where it holds, from where on the promise is open, and the loop.

import type { Cause, Proposition } from "./data";
import { h, svg } from "./dom";
import { type Trail, upTo } from "./trail";

const WIDTH = 1000;
const HEIGHT = 18;

// Whether it holds after so many steps.
export function holdsAfter(one: Proposition, step: number): boolean {
  return one.atFirst !== (upTo(one.turns, step) % 2 === 1);
}

export class PropositionsView {
  readonly element: HTMLElement;
  private readonly cursors: SVGLineElement[] = [];
  private readonly values: { one: Proposition; cell: HTMLElement }[] = [];

  constructor(private readonly trail: Trail, cause: Cause, goTo: (position: number) => void) {
    const open = this.x(trail.positionOf(cause.from, null) ?? trail.length);
    const rows = cause.propositions.map((one) => {
      const cursor = svg("line", { class: "cursor", y1: 0, y2: HEIGHT });
      this.cursors.push(cursor);
      const strip = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true", click: (event: MouseEvent) => {
        const box = strip.getBoundingClientRect();
        goTo(Math.round(((event.clientX - box.left) / Math.max(1, box.width)) * this.trail.length));
      } }, svg("rect", { class: "open", x: open, y: 0, width: WIDTH - open, height: HEIGHT }), svg("path", { class: "holds", d: this.bars(one) }), this.loop(), cursor);
      const cell = h("span", { class: "truth" });
      this.values.push({ one, cell });
      return h("div", { class: "proposition" }, h("code", { title: one.text }, one.text), cell, strip);
    });
    this.element = h("div", { class: "propositions" },
      h("p", { class: "legend" }, h("span", { class: "swatch holds" }), "holds", h("span", { class: "swatch open" }), "the promise is open",
        trail.loop !== null && trail.loop < trail.length ? h("span", { class: "swatch round" }) : null,
        trail.loop !== null && trail.loop < trail.length ? "the loop" : null), ...rows);
  }

  moveTo(position: number): void {
    const x = String(this.x(position));
    for (const cursor of this.cursors) {
      cursor.setAttribute("x1", x);
      cursor.setAttribute("x2", x);
    }
    const step = this.trail.stepAt(position).step;
    for (const { one, cell } of this.values) cell.textContent = holdsAfter(one, step) ? "true" : "false";
  }

  private x(position: number): number { return (position / Math.max(1, this.trail.length)) * WIDTH; }

  private bars(one: Proposition): string {
    const turns = one.turns.map((step) => this.x(this.trail.positionOf(step, null) ?? this.trail.length));
    const edges = [...(one.atFirst ? [0] : []), ...turns, WIDTH];
    let path = "";
    for (let i = 0; i + 1 < edges.length; i += 2) path += `M${edges[i]!.toFixed(1)} 4H${edges[i + 1]!.toFixed(1)}V${HEIGHT - 4}H${edges[i]!.toFixed(1)}z`;
    return path;
  }

  private loop(): SVGElement | null {
    if (this.trail.loop === null || this.trail.loop >= this.trail.length) return null;
    const x = this.x(this.trail.loop);
    return svg("path", { class: "round", d: `M${x} ${HEIGHT - 1}H${WIDTH}M${x} 0V${HEIGHT}` });
  }
}
