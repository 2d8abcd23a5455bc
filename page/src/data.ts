// What the page is given, read with suspicion: it may have been written by anyone. Whatever is missing or of another
// kind counts as nothing, so that no view has to look twice.

export interface Change { name: string; before: string | null; after: string }
export interface Message { channel: string; content: string; sent: boolean }
export interface Happening {
  actor: string; process: number; statement: string; location: string | null; changes: Change[]; messages: Message[];
  output: string | null; details: Change[]; inside: string | null;
}
export interface CodePlace { text: string; location: string | null }
export interface Standing { actor: string; location: string | null; waitsFor: string | null; ways: CodePlace[]; stack: CodePlace[] }
export interface Unreached { actor: string; location: string; text: string }
export interface Violation { kind: string; detail: string; location: string | null; length: number; stack: string[]; trail: string | null }
export interface Source { file: string; text: string }
export interface Profile { levels: number[]; rate: [number, number][]; memory: [number, number, number][] }
export interface GraphEdge { from: number; to: number; label: string }
export interface Graph { states: number; depth: number[]; values: string[]; edges: GraphEdge[]; way: number[]; complete: boolean; bad: number[] }
export interface CauseValue { name: string; value: string; by: string | null; step: number | null; location: string | null }
export interface CauseWait { actor: string; what: string; kind: string; whom: string | null; location: string | null }
export interface Access { actor: string; writes: boolean; variable: string; location: string | null }
export interface Proposition { text: string; atFirst: boolean; turns: number[] }
export interface Cause {
  kind: string; sentence: string; values: CauseValue[]; waits: CauseWait[]; accesses: Access[]; propositions: Proposition[]; from: number;
}

export class Reader {
  constructor(private readonly value: unknown) {}

  private field(key: string): unknown {
    const value = this.value;
    return typeof value === "object" && value !== null && Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key] : undefined;
  }
  at(key: string): Reader { return new Reader(this.field(key)); }
  has(key: string): boolean { const value = this.field(key); return value !== undefined && value !== null; }
  text(key: string): string { const value = this.field(key); return typeof value === "string" ? value : ""; }
  textOrNull(key: string): string | null { const value = this.field(key); return typeof value === "string" ? value : null; }
  number(key: string): number { return this.numberOrNull(key) ?? 0; }
  numberOrNull(key: string): number | null {
    const value = this.field(key);
    return typeof value === "number" && Number.isFinite(value) ? value : null;
  }
  flag(key: string): boolean { return this.field(key) === true; }
  list(key: string): Reader[] {
    const value = this.field(key);
    return Array.isArray(value) ? value.map((one) => new Reader(one)) : [];
  }
  texts(key: string): string[] {
    const value = this.field(key);
    return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
  }
  numbers(key: string): number[] {
    const value = this.field(key);
    return Array.isArray(value) ? value.map((one) => (typeof one === "number" && Number.isFinite(one) ? one : 0)) : [];
  }
  rows(key: string, width: number): number[][] {
    const value = this.field(key);
    if (!Array.isArray(value)) return [];
    return value.filter((row): row is number[] => Array.isArray(row) && row.length === width &&
      row.every((one) => typeof one === "number" && Number.isFinite(one)));
  }
}

export function standings(result: Reader): Standing[] {
  const places = (all: Reader[]): CodePlace[] =>
    all.map((one) => ({ text: one.text("text"), location: one.textOrNull("location") }));
  return result.list("standings").map((one) => ({
    actor: one.text("actor"), location: one.textOrNull("location"), waitsFor: one.textOrNull("waits_for"), ways: places(one.list("ways")), stack: places(one.list("stack")),
  }));
}

export function unreached(result: Reader): Unreached[] {
  return result.list("unreached").map((one) =>
    ({ actor: one.text("actor"), location: one.text("location"), text: one.text("text") }));
}

export function violations(result: Reader): Violation[] {
  return result.list("violations").map((one) => ({
    kind: one.text("kind"), detail: one.text("detail"), location: one.textOrNull("location"), length: one.number("length"),
    stack: one.texts("stack"), trail: one.textOrNull("trail"),
  }));
}

export const accessOf = (one: Reader): Access =>
  ({ actor: one.text("actor"), writes: one.flag("writes"), variable: one.text("variable"), location: one.textOrNull("location") });

// What those are called that move in the program.
export function actorsOf(result: Reader): { one: string; all: string } {
  return result.text("actors") === "threads" ? { one: "thread", all: "threads" } : { one: "process", all: "processes" };
}

// Of a result or of a violation; null if it is not known.
export function causeOf(told: Reader): Cause | null {
  if (!told.has("cause")) return null;
  const cause = told.at("cause");
  return {
    kind: cause.text("kind"), sentence: cause.text("sentence"), from: cause.number("from"),
    values: cause.list("values").map((one) => ({
      name: one.text("name"), value: one.text("value"), by: one.textOrNull("by"), step: one.numberOrNull("step"), location: one.textOrNull("location"),
    })),
    waits: cause.list("waits").map((one) => ({
      actor: one.text("actor"), what: one.text("what"), kind: one.text("kind"), whom: one.textOrNull("for"), location: one.textOrNull("location"),
    })),
    accesses: cause.list("accesses").map(accessOf),
    propositions: cause.list("propositions").map((one) => ({ text: one.text("text"), atFirst: one.flag("at_first"), turns: one.numbers("turns") })),
  };
}

export function sources(data: Reader): Source[] {
  return data.list("sources").map((one) => ({ file: one.text("file"), text: one.text("text") }));
}

export function profile(data: Reader): Profile | null {
  if (!data.has("profile")) return null;
  const given = data.at("profile");
  return {
    levels: given.numbers("levels"), rate: given.rows("rate", 2) as [number, number][],
    memory: given.rows("memory", 3) as [number, number, number][],
  };
}

export function graph(data: Reader): Graph | null {
  if (!data.has("graph")) return null;
  const given = data.at("graph");
  const depth = given.numbers("depth");
  const known = (state: number): boolean => Number.isInteger(state) && state >= 0 && state < depth.length;
  return {
    states: depth.length, depth, values: given.texts("values"), complete: given.flag("complete"),
    edges: given.list("edges").map((one) => ({ from: one.number("from"), to: one.number("to"), label: one.text("label") }))
      .filter((edge) => known(edge.from) && known(edge.to)),
    way: given.numbers("way").filter(known), bad: given.numbers("bad").filter(known),
  };
}

export interface Place { file: string; line: number }

export function placeOf(location: string | null): Place | null {
  const found = location === null ? null : /^(.*):([0-9]+)$/s.exec(location);
  return found === null ? null : { file: found[1]!, line: Number(found[2]) };
}
