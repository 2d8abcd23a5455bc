// Which events are shown as one row: what belongs to one indivisible step or to one call into the library, and rounds
// that repeat the same statements.

import type { Row, Trail } from "./trail";

export type Collapse = "folded" | "step" | "none" | "process" | "line";
// So many rounds of so many rows each.
export interface Rounds { count: number; length: number }
export interface Folding {
  ends: Int32Array;              // the last event of each row, in order
  rounds: Map<number, Rounds>;   // by the number of the row that stands for them
}

const LONGEST = 24;  // rows of a round
const FEWEST = 4;    // rounds that are worth folding: the first and the last stay

function together(one: Row, next: Row, collapse: Collapse): boolean {
  if (collapse === "none") return false;
  if (collapse === "step") return one.step === next.step;
  if (collapse === "folded") {
    return one.step === next.step || (one.lane === next.lane && one.event.inside !== null && one.event.inside === next.event.inside);
  }
  if (one.lane !== next.lane) return false;
  return collapse === "process" || (one.event.location !== null && one.event.location === next.event.location);
}

function groups(trail: Trail, collapse: Collapse): number[] {
  const ends: number[] = [];
  for (let i = 0; i < trail.rows.length; ++i) {
    const next = trail.rows[i + 1];
    const joined = next !== undefined && i + 1 !== trail.loop && i + 1 !== trail.gap?.row && together(trail.rows[i]!, next, collapse);
    if (!joined) ends.push(i);
  }
  return ends;
}

// A number for each group: equal for those that run the same statements.
function signatures(trail: Trail, ends: number[]): Int32Array {
  const known = new Map<string, number>();
  return Int32Array.from(ends, (last, i) => {
    const first = i === 0 ? 0 : ends[i - 1]! + 1;
    const row = trail.rows[first]!;
    const apart = first === trail.loop || first === trail.gap?.row ? ` ${first}` : "";
    const key = `${row.lane} ${last - first} ${row.event.location} ${row.event.statement}${apart}`;
    const number = known.get(key) ?? known.size;
    known.set(key, number);
    return number;
  });
}

// How many rounds of that length begin at a group.
function repeats(signs: Int32Array, at: number, length: number): number {
  let end = at + length;
  while (end < signs.length && signs[end] === signs[end - length]) ++end;
  return Math.floor((end - at) / length);
}

// `opened`: the first events of rounds that are shown one by one.
export function fold(trail: Trail, collapse: Collapse, opened: ReadonlySet<number>): Folding {
  const all = groups(trail, collapse);
  if (collapse !== "folded") return { ends: Int32Array.from(all), rounds: new Map() };
  const signs = signatures(trail, all);
  const ends: number[] = [];
  const rounds = new Map<number, Rounds>();
  for (let i = 0; i < all.length;) {
    let length = 1;
    let count = 0;
    for (; length <= LONGEST; ++length) {
      count = repeats(signs, i, length);
      if (count >= FEWEST) break;
    }
    if (count < FEWEST) {
      ends.push(all[i++]!);
      continue;
    }
    const begin = i + length;
    const end = i + (count - 1) * length;
    ends.push(...all.slice(i, begin));
    if (opened.has(all[begin - 1]! + 1)) for (let k = begin; k < end; ++k) ends.push(all[k]!);
    else {
      rounds.set(ends.length, { count: count - 2, length });
      ends.push(all[end - 1]!);
    }
    ends.push(...all.slice(end, end + length));
    i = end + length;
  }
  return { ends: Int32Array.from(ends), rounds };
}
