// Elements are made here and nowhere else. Text only ever goes in as text: what a program is called or prints is never
// read as markup, and what would steer the reader's eye (controls, changes of direction) is shown by its number.

export type Child = Node | string | null;
type Attributes = Record<string, string | number | boolean | ((event: any) => void)>;

const SVG = "http://www.w3.org/2000/svg";
// eslint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

export function visible(text: string): string {
  return text.replace(UNSEEN, (unseen) => {
    const code = unseen.charCodeAt(0);
    return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false) element.setAttribute(name, visible(String(value)));
  }
  for (const child of children) {
    if (child !== null) element.append(typeof child === "string" ? visible(child) : child);
  }
}

export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag, attributes: Attributes = {}, ...children: Child[]): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(SVG, tag) as SVGElementTagNameMap[Tag];
  fill(element, attributes, children);
  return element;
}

export function section(id: string, title: string, ...children: Child[]): HTMLElement {
  return h("section", { id, "aria-labelledby": `${id}-title` }, h("h2", { id: `${id}-title` }, title), ...children);
}

// A section that can be folded.
export function folding(id: string, title: string, open: boolean, ...children: Child[]): HTMLElement {
  return h("section", { id }, h("details", { open }, h("summary", {}, h("h2", {}, title)), ...children));
}

// A set of buttons of which one is chosen.
export function choice<Value extends string>(
  label: string, options: [Value, string][], chosen: Value, pick: (value: Value) => void): HTMLElement {
  const buttons = options.map(([value, text]) =>
    h("button", {
      type: "button", "data-value": value, "aria-pressed": String(value === chosen), click: () => {
        for (const [i, button] of buttons.entries()) button.setAttribute("aria-pressed", String(options[i]![0] === value));
        pick(value);
      },
    }, text));
  return h("div", { class: "choice", role: "group", "aria-label": label }, ...buttons);
}

export const grouped = (value: number): string => Math.round(value).toLocaleString("en-US");

export function counted(value: number, noun: string): string {
  return `${grouped(value)} ${noun}${value === 1 ? "" : "s"}`;
}

export function bytes(value: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  for (; value >= 1024 && unit + 1 < units.length; ++unit) value /= 1024;
  return `${value >= 100 || unit === 0 ? Math.round(value) : value.toPrecision(3)} ${units[unit]}`;
}

export function duration(seconds: number): string {
  if (seconds < 0.001) return "< 1 ms";
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${seconds.toPrecision(3)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}

export function percent(share: number): string {
  const digits = share > 0.99 && share < 1 ? 4 : share < 0.01 ? 2 : 1;
  return `${(100 * share).toFixed(digits)} %`;
}
