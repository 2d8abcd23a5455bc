// VirtualList: rows of one height, of which only those in sight exist. A hundred thousand of them scroll like ten.

import { h } from "./dom";

export class VirtualList {
  readonly element: HTMLElement;
  private readonly space = h("div", { class: "space" });
  private count = 0;
  private first = -1;
  private last = -1;
  private waiting = false;

  constructor(label: string, private readonly height: number, private readonly row: (index: number) => HTMLElement) {
    this.element = h("div", { class: "virtual", tabindex: 0, role: "region", "aria-label": label }, this.space);
    this.element.addEventListener("scroll", () => this.later(), { passive: true });
    new ResizeObserver(() => this.later()).observe(this.element);
  }

  resize(count: number): void {
    this.count = count;
    this.space.style.height = `${count * this.height}px`;
    this.element.style.setProperty("--rows", String(count));
    this.redraw();
  }

  // All rows in sight are made anew.
  redraw(): void {
    this.first = -1;
    this.draw();
  }

  reveal(index: number): void {
    const top = index * this.height;
    const view = this.element.clientHeight;
    const above = top < this.element.scrollTop + this.height;
    const below = top + 2 * this.height > this.element.scrollTop + view;
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
    const first = Math.max(0, Math.floor(this.element.scrollTop / this.height) - spare);
    const last = Math.min(this.count, Math.ceil((this.element.scrollTop + this.element.clientHeight) / this.height) + spare);
    if (first === this.first && last === this.last) return;
    this.first = first;
    this.last = last;
    const rows: HTMLElement[] = [];
    for (let i = first; i < last; ++i) {
      const row = this.row(i);
      row.style.top = `${i * this.height}px`;
      row.style.height = `${this.height}px`;
      rows.push(row);
    }
    this.space.replaceChildren(...rows);
  }
}
