// VirtualList: rows of which only those in sight exist. A hundred thousand of them scroll like ten.

import { h } from "./dom";
import { upTo } from "./trail";

export class VirtualList {
  readonly element: HTMLElement;
  private readonly space = h("div", { class: "space" });
  private tops = new Float64Array(1);  // of each row, and the end of the last one
  private first = -1;
  private last = -1;
  private waiting = false;

  constructor(label: string, private readonly height: (index: number) => number, private readonly row: (index: number) => HTMLElement) {
    this.element = h("div", { class: "virtual", tabindex: 0, role: "region", "aria-label": label }, this.space);
    this.element.addEventListener("scroll", () => this.later(), { passive: true });
    new ResizeObserver(() => this.later()).observe(this.element);
  }

  resize(count: number): void {
    this.tops = new Float64Array(count + 1);
    for (let i = 0; i < count; ++i) this.tops[i + 1] = this.tops[i]! + this.height(i);
    this.space.style.height = `${this.tops[count]!}px`;
    this.element.style.setProperty("--content", `${this.tops[count]!}px`);
    this.redraw();
  }

  // All rows in sight are made anew.
  redraw(): void {
    this.first = -1;
    this.draw();
  }

  reveal(index: number): void {
    const last = this.tops.length - 2;
    if (last < 0) return;
    const at = Math.max(0, Math.min(index, last));
    const view = this.element.clientHeight;
    const top = this.tops[at]!;
    const above = top < this.element.scrollTop;
    const below = this.tops[at + 1]! > this.element.scrollTop + view;
    if (above || below) this.element.scrollTop = Math.max(0, top - view / 2);
    this.draw();
  }

  private later(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  private draw(): void {
    const spare = 6;
    const count = this.tops.length - 1;
    const first = Math.max(0, upTo(this.tops, this.element.scrollTop) - 1 - spare);
    const last = Math.min(count, upTo(this.tops, this.element.scrollTop + this.element.clientHeight) + spare);
    if (first === this.first && last === this.last) return;
    this.first = first;
    this.last = last;
    const rows: HTMLElement[] = [];
    for (let i = first; i < last; ++i) {
      const row = this.row(i);
      row.style.top = `${this.tops[i]!}px`;
      row.style.height = `${this.tops[i + 1]! - this.tops[i]!}px`;
      rows.push(row);
    }
    this.space.replaceChildren(...rows);
  }
}
