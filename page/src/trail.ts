// Trail: a counterexample in a form that every view can look up in no time, however long it is. A position is a number of
// events: at 0 nothing has happened yet, at p the first p events have.

import { type Happening, placeOf } from "./data";
import type { Step } from "./ways";

export interface Row { step: number; lane: number; event: Happening }
export interface Lane { name: string; process: number; hue: number; rows: number[] }
export interface Variable { name: string; at: number[]; values: string[]; initial: string | null }
// A message that arrives: who sent it, and with which event.
export interface Arrow { from: number; row: number }

export type Collapse = "none" | "step" | "process" | "line";

const hueOf = (lane: number): number => Math.round((210 + lane * 137.508) % 360);

export class Trail {
  readonly rows: Row[] = [];
  readonly lanes: Lane[] = [];
  readonly variables: Variable[];
  readonly arrows = new Map<number, Arrow>();  // by the row of whoever receives
  messages: number[] = [];                     // rows with messages; what is handed over at once is told where it arrives
  readonly loop: number | null;                // the row with which the loop begins
  readonly gap: { row: number; steps: number } | null;

  constructor(steps: Step[], loopStep: number | null, leftOut: { before: number; steps: number } | null) {
    const known = new Map<string, number>();
    const all = steps.flatMap((one) => one.events);
    const names = new Map<string, [number, string]>();
    for (const event of all) names.set(`${event.process} ${event.actor}`, [event.process, event.actor]);
    const order = [...names].sort(([, a], [, b]) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1));
    for (const [key, [process, name]] of order) {
      known.set(key, this.lanes.length);
      this.lanes.push({ name, process, hue: hueOf(this.lanes.length), rows: [] });
    }
    for (const one of steps) {
      for (const event of one.events) {
        const lane = known.get(`${event.process} ${event.actor}`)!;
        this.lanes[lane]!.rows.push(this.rows.length);
        this.rows.push({ step: one.step, lane, event });
      }
    }
    const rowOf = (step: number): number => {
      const found = this.rows.findIndex((row) => row.step >= step);
      return found === -1 ? this.rows.length : found;
    };
    this.loop = loopStep === null ? null : rowOf(loopStep);
    this.gap = leftOut === null ? null : { row: rowOf(leftOut.before), steps: leftOut.steps };
    this.variables = this.values();
    this.post();
  }

  get length(): number { return this.rows.length; }

  private values(): Variable[] {
    const found = new Map<string, Variable>();
    for (const [i, row] of this.rows.entries()) {
      for (const change of row.event.changes) {
        let variable = found.get(change.name);
        if (variable === undefined) {
          variable = { name: change.name, at: [], values: [], initial: change.before };
          found.set(change.name, variable);
        }
        variable.at.push(i + 1);
        variable.values.push(change.after);
      }
    }
    const local = (name: string): number => (/^[^(]*\(\d+\):/.test(name) ? 1 : 0);
    return [...found.values()].sort((a, b) =>
      local(a.name) - local(b.name) || a.name.localeCompare(b.name, "en", { numeric: true }));
  }

  // Which message is received where: the oldest of the same channel and content that is still under way.
  private post(): void {
    const underWay = new Map<string, Arrow[]>();
    const handed = new Set<number>();
    for (const [i, row] of this.rows.entries()) {
      if (row.event.messages.length > 0) this.messages.push(i);
      for (const message of row.event.messages) {
        const key = JSON.stringify([message.channel, message.content]);
        const queue = underWay.get(key) ?? [];
        if (message.sent) {
          queue.push({ from: row.lane, row: i });
        } else {
          const sent = queue.shift();
          if (sent === undefined) continue;
          this.arrows.set(i, sent);
          if (this.rows[sent.row]!.step === row.step && sent.row !== i) handed.add(sent.row);
        }
        underWay.set(key, queue);
      }
    }
    this.messages = this.messages.filter((row) => !handed.has(row));
  }

  // The last event of a lane before a position: its row, or -1.
  lastOf(lane: number, position: number): number {
    const rows = this.lanes[lane]!.rows;
    const count = upTo(rows, position - 1);
    return count === 0 ? -1 : rows[count - 1]!;
  }

  // The first row of a lane from a position on, around the loop if there is one; -1: none.
  nextOf(lane: number, position: number): number {
    const rows = this.lanes[lane]!.rows;
    const next = rows[upTo(rows, position - 1)];
    if (next !== undefined) return next;
    return this.loop === null ? -1 : rows[upTo(rows, this.loop - 1)] ?? -1;
  }

  // The last rows of the groups that are shown as one, in order.
  groups(collapse: Collapse): Int32Array {
    const ends: number[] = [];
    for (let i = 0; i < this.rows.length; ++i) {
      const next = this.rows[i + 1];
      const together = next !== undefined && i + 1 !== this.loop && i + 1 !== this.gap?.row && this.same(this.rows[i]!, next, collapse);
      if (!together) ends.push(i);
    }
    return Int32Array.from(ends);
  }

  private same(one: Row, next: Row, collapse: Collapse): boolean {
    if (collapse === "none") return false;
    if (collapse === "step") return one.step === next.step;
    if (one.lane !== next.lane) return false;
    return collapse === "process" || (one.event.location !== null && one.event.location === next.event.location);
  }
}

// How many entries of a sorted list are at most `limit`.
export function upTo(sorted: ArrayLike<number>, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function valueAt(variable: Variable, position: number): string | null {
  const count = upTo(variable.at, position);
  return count === 0 ? variable.initial : variable.values[count - 1]!;
}

// In a few words, what an event did.
export function effects(event: Happening): string {
  const found = event.messages.map((one) => `${one.channel} ${one.sent ? "!" : "?"} ${one.content}`);
  for (const change of event.changes) {
    found.push(change.before === null ? `${change.name}: ${change.after}` : `${change.name}: ${change.before} → ${change.after}`);
  }
  if (event.output !== null) found.push(`prints ${JSON.stringify(event.output)}`);
  return found.join(", ");
}

export const baseName = (location: string | null): string => {
  const place = placeOf(location);
  return place === null ? "" : `${place.file.slice(place.file.lastIndexOf("/") + 1)}:${place.line}`;
};
