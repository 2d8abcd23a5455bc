// Why it came about, to be seen at once: who waits for whom as a drawing, the two lines of a race side by side, the values
// that make a condition false with the steps that wrote them.

import { type Access, type Cause, type CauseWait, placeOf } from "./data";
import { type Child, h, svg, visible } from "./dom";
import { codeLine } from "./source";
import type { Texts } from "./texts";

// What a cause can lead to: a step, a place in the source.
export interface Ahead { toStep(step: number): void; toPlace(location: string): void }

const MOST_DRAWN = 9;   // who can be told apart in a drawing
const BOX_HEIGHT = 28;
const LONGEST = 22;     // signs of a name in it
const AROUND = 2;       // lines of the source before and after the one that counts

const cut = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST / 2)}…${text.slice(1 - LONGEST / 2)}`);

// The cause in one line.
export function headlineOf(cause: Cause, actors: string): string {
  if (cause.kind === "cycle" && cause.waits.length > 1) {
    return `Deadlock: ${cause.waits.length === 2 ? `${cause.waits[0]!.actor} and ${cause.waits[1]!.actor} wait` : `${cause.waits.length} ${actors} wait`} for each other`;
  }
  const first = cause.sentence.split("; ")[0]!;
  if (cause.kind === "lost notification") return `Lost notification: ${first}`;
  if (cause.kind === "cycle" || cause.kind === "stuck") return `Deadlock: ${first}`;
  if (cause.kind === "race" && cause.accesses.length === 2) {
    const [one, two] = cause.accesses as [Access, Access];
    return `Race on ${one.variable}: ${one.actor} ${one.writes ? "writes" : "reads"} it, ${two.actor} ${two.writes ? "writes" : "reads"} it, and nothing orders the two`;
  }
  return cause.sentence;
}

// What it does not say; the drawing has the rest of a cycle.
export function restOf(cause: Cause): string {
  return cause.kind === "lost notification" || cause.kind === "stuck" ? cause.sentence.split("; ").slice(1).join("; ") : "";
}

const WORDS: Record<string, string> = {
  lock: "the lock", end: "the end of", notification: "a notification of", message: "a message in", room: "room in", partner: "a partner at", condition: "",
};

let drawings = 0;  // on the page, so that each has a mark of its own

interface Node { name: string; thing: boolean; x: number; y: number; width: number }
interface Edge { from: Node; to: Node; label: string }

// From the border of one box towards another.
function border(from: Node, towards: { x: number; y: number }): { x: number; y: number } {
  const dx = towards.x - from.x;
  const dy = towards.y - from.y;
  const scale = Math.min(dx === 0 ? Infinity : (from.width / 2 + 3) / Math.abs(dx), dy === 0 ? Infinity : (BOX_HEIGHT / 2 + 3) / Math.abs(dy));
  return Number.isFinite(scale) ? { x: from.x + dx * scale, y: from.y + dy * scale } : { x: from.x, y: from.y };
}

// Who waits is a box; what nobody holds is a box of its own. In a circle, so that a cycle is one.
export function waitGraph(waits: CauseWait[]): SVGElement | null {
  const nodes = new Map<string, Node>();
  const node = (name: string, thing: boolean): Node => {
    const key = `${thing} ${name}`;
    const found = nodes.get(key) ?? { name, thing, x: 0, y: 0, width: 7.4 * cut(name).length + 22 };
    nodes.set(key, found);
    return found;
  };
  for (const wait of waits) node(wait.actor, false);
  const seen = new Set<string>();
  const edges: Edge[] = [];
  for (const wait of waits) {
    const label = wait.kind === "end" ? "its end" : wait.what;
    const to = wait.whom !== null ? node(wait.whom, false) : node(label, true);
    const key = `${wait.actor}\n${to.name}\n${label}`;
    if (seen.has(key)) continue;
    seen.add(key);
    edges.push({ from: node(wait.actor, false), to, label: wait.whom === null ? "" : label });
  }
  const all = [...nodes.values()];
  if (all.length > MOST_DRAWN || all.length < 2) return null;
  const rows = all.length > 2;
  const widest = Math.max(...all.map((one) => one.width));
  const labels = Math.max(0, ...edges.map((edge) => 7 * cut(edge.label).length));
  const radiusX = rows ? Math.max(150, widest / 2 + labels / 2 + 40) : (widest + labels) / 2 + 46;
  const radiusY = rows ? Math.max(64, all.length * 18) : 0;
  const both = edges.length > 1;
  const width = 2 * radiusX + widest + 16 + (rows ? labels : 0);
  const height = 2 * radiusY + BOX_HEIGHT + (rows ? 24 : both ? 76 : 16);
  for (const [i, one] of all.entries()) {
    const angle = (i / all.length) * 2 * Math.PI - (rows ? Math.PI / 2 : Math.PI);
    one.x = width / 2 + radiusX * Math.cos(angle);
    one.y = height / 2 + radiusY * Math.sin(angle);
  }
  const tip = `tip-${++drawings}`;
  const told = visible(waits.map((wait) => `${wait.actor} waits for ${wait.what}${wait.whom === null ? "" : ` of ${wait.whom}`}`).join("; "));
  const picture = svg("svg", { class: "waits", viewBox: `0 0 ${width.toFixed(0)} ${height.toFixed(0)}`, width: width.toFixed(0), height: height.toFixed(0), role: "img", "aria-label": told },
    svg("defs", {}, svg("marker", { id: tip, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 8, markerHeight: 8, orient: "auto-start-reverse" }, svg("path", { d: "M0 0L10 5L0 10z" }))));
  const texts: SVGElement[] = [];
  for (const { from, to, label } of edges) {
    if (from === to) continue;
    const dx = to.x - from.x;
    const dy = to.y - from.y;
    const long = Math.hypot(dx, dy) || 1;
    const bend = rows ? 16 : both ? 42 : 0;  // to its left, so that there and back are apart
    const [aside, up] = [dy / long, -dx / long];
    const middle = { x: (from.x + to.x) / 2 + aside * bend, y: (from.y + to.y) / 2 + up * bend };
    const begin = border(from, middle);
    const end = border(to, middle);
    picture.append(svg("path", { class: "wait", d: `M${begin.x.toFixed(1)} ${begin.y.toFixed(1)}Q${middle.x.toFixed(1)} ${middle.y.toFixed(1)} ${end.x.toFixed(1)} ${end.y.toFixed(1)}`, "marker-end": `url(#${tip})` }));
    if (label === "") continue;
    const room = 6.6 * cut(label).length + 8;
    const away = rows ? 12 + (Math.abs(aside) * room) / 2 : 0;
    const at = { x: (begin.x + 2 * middle.x + end.x) / 4 + aside * away, y: (begin.y + 2 * middle.y + end.y) / 4 + up * away };
    if (!rows) texts.push(svg("rect", { class: "label-box", x: (at.x - room / 2).toFixed(1), y: (at.y - 9).toFixed(1), width: room.toFixed(1), height: 18 }));
    texts.push(svg("text", { class: "label", x: at.x.toFixed(1), y: (at.y + 4).toFixed(1) }, cut(label)));
  }
  picture.append(...texts);
  for (const one of all) {
    picture.append(svg("g", { class: one.thing ? "thing" : "who" },
      svg("rect", { x: (one.x - one.width / 2).toFixed(1), y: (one.y - BOX_HEIGHT / 2).toFixed(1), width: one.width.toFixed(1), height: BOX_HEIGHT, rx: one.thing ? 0 : 6 }),
      svg("text", { x: one.x.toFixed(1), y: (one.y + 4.5).toFixed(1) }, cut(one.name))));
  }
  return picture;
}

export const placeButton = (location: string, ahead: Ahead): HTMLElement =>
  h("button", { type: "button", class: "link", click: () => ahead.toPlace(location) }, location.slice(location.lastIndexOf("/") + 1));

function waitList(waits: CauseWait[], ahead: Ahead): HTMLElement {
  const shown = waits.slice(0, MOST_DRAWN);
  return h("ul", { class: "wait-list" }, ...shown.map((wait) => h("li", {}, h("strong", {}, wait.actor), ` waits for ${WORDS[wait.kind] === "" ? "" : `${WORDS[wait.kind] ?? ""} `}`,
    wait.kind === "end" && wait.whom !== null ? null : h("code", {}, wait.what),
    wait.whom === null ? null : wait.kind === "lock" ? `, held by ${wait.whom}` : wait.kind === "end" ? wait.whom : `, from ${wait.whom}`,
    wait.location === null ? null : " at ", wait.location === null ? null : placeButton(wait.location, ahead))),
    waits.length > shown.length ? h("li", { class: "dim" }, `and ${waits.length - shown.length} more`) : null);
}

// The lines around an access, and what it does there.
export function accessCard(access: Access, texts: Texts, ahead: Ahead): HTMLElement {
  const place = placeOf(access.location);
  const lines: Child[] = [];
  if (place !== null && texts.has(place.file)) {
    const last = Math.min(texts.count(place.file), place.line + AROUND);
    for (let line = Math.max(1, place.line - AROUND); line <= last; ++line) {
      lines.push(h("div", { class: line === place.line ? "line now" : "line" }, h("span", { class: "number" }, String(line)), codeLine(texts, place.file, line)));
    }
  }
  return h("div", { class: "access" },
    h("p", {}, h("strong", {}, access.actor), ` ${access.writes ? "writes" : "reads"} `, h("code", {}, access.variable), " ",
      access.location === null ? null : placeButton(access.location, ahead)),
    lines.length === 0 ? null : h("div", { class: "code excerpt", tabindex: 0, role: "region", "aria-label": `Source of ${access.actor}` }, ...lines));
}

function valueTable(cause: Cause, ahead: Ahead): Child {
  const values = cause.values.filter((one) => one.by !== null);
  if (values.length === 0) return null;
  return h("dl", { class: "cause-values" }, ...values.flatMap((one) => [
    h("dt", {}, h("code", {}, `${one.name} == ${one.value}`)),
    h("dd", {}, `from ${one.by ?? ""}`, one.step === null ? null : " in ",
      one.step === null ? null : h("button", { type: "button", class: "link", "data-step": one.step, click: () => ahead.toStep(one.step!) }, `step ${one.step}`),
      one.location === null ? null : " at ", one.location === null ? null : placeButton(one.location, ahead))]));
}

export function causeView(cause: Cause, texts: Texts, ahead: Ahead): HTMLElement {
  const waits = cause.waits.length === 0 ? null : h("div", { class: "drawn" }, waitGraph(cause.waits), waitList(cause.waits, ahead));
  const race = cause.accesses.length !== 2 ? null : h("div", { class: "accesses" }, ...cause.accesses.map((one) => accessCard(one, texts, ahead)));
  const from = cause.propositions.length === 0 ? null : h("p", {}, "The promise is open from ",
    cause.from === 0 ? "the initial state" : h("button", { type: "button", class: "link", "data-step": cause.from, click: () => ahead.toStep(cause.from) }, `step ${cause.from}`),
    " on.");
  return h("div", { class: "cause" }, waits, race, valueTable(cause, ahead), from);
}
