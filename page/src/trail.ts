// Trail: a counterexample in a form that every view can look up in no time, however long it is. A position is a number of
// events: at 0 nothing has happened yet, at p the first p events have.

import { type Happening, placeOf } from "./data";
import type { Step } from "./ways";

export interface Row { step: number; lane: number; event: Happening }
export interface Lane { name: string; process: number; hue: number; rows: number[] }
export interface Variable { name: string; at: number[]; values: string[]; initial: string | null }
// A message that arrives: who sent it, and with which event.
export interface Arrow { from: number; row: number }

// In a word, for a mark: "P4" of "Philosopher 4", "T0" of "Thread-0".
export function initials(name: string): string {
  const letter = /\p{L}/u.exec(name)?.[0] ?? "";
  return letter + (/(\d{1,2})\D*$/.exec(name)?.[1] ?? "");
}

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
      for (const change of [...row.event.changes, ...row.event.details]) {
        let variable = found.get(change.name);
        if (variable === undefined) {
          variable = { name: change.name, at: [], values: [], initial: change.before };
          found.set(change.name, variable);
        }
        variable.at.push(i + 1);
        variable.values.push(change.after);
      }
    }
    return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
  }

  // After so many events that step, or a part of it, has been taken; null: it is not told.
  positionOf(step: number, part: number | null): number | null {
    if (step === 0) return 0;
    let first = 0;
    for (let high = this.rows.length; first < high;) {
      const middle = (first + high) >> 1;
      if (this.rows[middle]!.step < step) first = middle + 1;
      else high = middle;
    }
    if (this.rows[first]?.step !== step) return null;
    let last = first;
    while (this.rows[last + 1]?.step === step) ++last;
    return part === null ? last + 1 : Math.min(first + part, last + 1);
  }

  // The step of a position, and the part of it if it is not all of the step.
  stepAt(position: number): { step: number; part: number | null } {
    const row = this.rows[position - 1];
    if (row === undefined) return { step: 0, part: null };
    if (this.rows[position]?.step !== row.step) return { step: row.step, part: null };
    let first = position - 1;
    while (this.rows[first - 1]?.step === row.step) --first;
    return { step: row.step, part: position - first };
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

// The step after which a variable has its value: so many events; null: it has it from the beginning.
export function writtenAt(variable: Variable, position: number): number | null {
  const count = upTo(variable.at, position);
  return count === 0 ? null : variable.at[count - 1]!;
}

// In a few words, what an event did.
export function effects(event: Happening): string {
  const found = event.messages.map((one) => `${one.channel} ${one.sent ? "!" : "?"} ${one.content}`);
  const own = event.actor.replace(/^(.*) (\d+)$/s, "$1($2):");  // the lane says whose it is
  const channels = new Set(event.messages.map((one) => one.channel));
  for (const change of event.changes) {
    if (channels.has(change.name)) continue;  // the message says it
    const name = change.name.startsWith(own) ? change.name.slice(own.length) : change.name;
    found.push(change.before === null ? `${name}: ${change.after}` : `${name}: ${change.before} → ${change.after}`);
  }
  if (event.output !== null) found.push(`prints ${JSON.stringify(event.output)}`);
  return found.join(", ");
}

export const baseName = (location: string | null): string => {
  const place = placeOf(location);
  return place === null ? "" : `${place.file.slice(place.file.lastIndexOf("/") + 1)}:${place.line}`;
};
