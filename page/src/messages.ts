// A message sequence chart, row by row: lifelines, and each message as a slanted arrow from where it is sent to where it is
// received. One that nobody receives ends in the open.

import { h, svg, visible } from "./dom";
import type { Row, Trail } from "./trail";

export const MESSAGE_ROW = 30;

const FAR = 8;  // rows

const labelOf = (row: Row): string => row.event.messages.map((one) => `${one.channel} ${one.sent ? "!" : "?"} ${one.content}`).join(", ");

function titled(holder: HTMLElement, row: Row): HTMLElement {
  holder.title = visible(`${row.event.actor}: ${labelOf(row)}`);
  return holder;
}

// A message on its way: between which rows of the chart it goes, and between whom. `to` is null: nobody receives it.
interface Flight { begin: number; end: number; from: number; to: number | null }

export class MessageChart {
  private readonly flights: Flight[][];  // by the rows that they cross

  constructor(private readonly trail: Trail) {
    const index = new Map(trail.messages.map((row, i) => [row, i]));
    this.flights = trail.messages.map(() => []);
    const received = new Set<number>();
    for (const [row, sent] of trail.arrows) {
      const end = index.get(row);
      if (end === undefined) continue;
      received.add(sent.row);
      // What is handed over at once has one row for both.
      this.add({ begin: index.get(sent.row) ?? end, end, from: sent.from, to: trail.rows[row]!.lane });
    }
    for (const [i, row] of trail.messages.entries()) {
      const sends = trail.rows[row]!.event.messages.some((one) => one.sent);
      if (sends && !received.has(row)) this.add({ begin: i, end: i, from: trail.rows[row]!.lane, to: null });
    }
  }

  private add(flight: Flight): void {
    for (let i = flight.begin; i <= flight.end; ++i) this.flights[i]!.push(flight);
  }

  // The row of the chart for a row of the trail.
  row(index: number): Element {
    const row = this.trail.rows[this.trail.messages[index]!]!;
    const lanes = this.trail.lanes.length;
    const centre = (lane: number): number => (lane + 0.5) * 100;
    const middle = MESSAGE_ROW / 2;
    const picture = svg("svg", { class: "msc", viewBox: `0 0 ${lanes * 100} ${MESSAGE_ROW}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    for (let lane = 0; lane < lanes; ++lane) picture.append(svg("line", { class: "life", x1: centre(lane), x2: centre(lane), y1: 0, y2: MESSAGE_ROW }));
    const holder = h("span", { class: "msc-cell" }, picture);
    const place = (element: HTMLElement, lane: number): void => {
      element.style.left = `${((lane + 0.5) / lanes) * 100}%`;
      holder.append(element);
    };
    for (const flight of this.flights[index]!) {
      if (flight.to === null) {
        place(h("span", { class: "end open" }), flight.from);
        continue;
      }
      // Straight from the middle of its first row to that of its last; within one row, from top to bottom.
      const span = flight.end - flight.begin;
      const [top, bottom] = span === 0 ? [6, MESSAGE_ROW - 6] : [index === flight.begin ? middle : 0, index === flight.end ? middle : MESSAGE_ROW];
      const at = (y: number): number => {
        const share = span === 0 ? (y - 6) / (MESSAGE_ROW - 12) : (index - flight.begin + (y - middle) / MESSAGE_ROW) / span;
        return centre(flight.from) + (centre(flight.to!) - centre(flight.from)) * share;
      };
      picture.append(svg("line", { class: "arrow", x1: at(top), y1: top, x2: at(bottom), y2: bottom }));
      if (index === flight.begin) place(h("span", { class: "end" }), flight.from);
      if (index === flight.end) {
        const tip = h("span", { class: flight.from === flight.to ? "tip self" : flight.from < flight.to ? "tip right" : "tip left" });
        tip.style.top = `${bottom}px`;
        place(tip, flight.to);
      }
    }
    const flights = this.flights[index]!.filter((one) => one.begin === index || one.end === index);
    // Where it arrives; where it begins only if that is far from there.
    const sendsNear = flights.some((one) => one.begin === index && one.end !== index && one.end - index < FAR);
    if (sendsNear && !flights.some((one) => one.end === index)) return titled(holder, row);
    place(h("span", { class: row.lane + 1 < lanes ? "label" : "label before" }, labelOf(row)), row.lane);
    return titled(holder, row);
  }
}
