// How a certification was shared out: a bar for each task, by the transitions that it walked through.

import type { Reader } from "./data";
import { type Child, counted, grouped, h, percent, svg } from "./dom";

const WIDTH = 640;
const HEIGHT = 90;
const MOST = 1024;

function bars(works: { states: number; transitions: number }[], most: number, mean: number): SVGElement {
  const width = WIDTH / works.length;
  const y = (transitions: number): number => HEIGHT - (transitions / Math.max(most, 1)) * (HEIGHT - 4);
  return svg("svg", { class: "tasks", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": `${counted(works.length, "task")}, by transitions` },
    ...works.map((one, i) => svg("rect", { x: (i * width).toFixed(2), width: Math.max(0.5, width * 0.86).toFixed(2), y: y(one.transitions).toFixed(2), height: (HEIGHT - y(one.transitions)).toFixed(2) },
      svg("title", {}, `task ${i + 1}: ${counted(one.states, "state")}, ${counted(one.transitions, "transition")}`))),
    svg("line", { class: "cursor", x1: 0, x2: WIDTH, y1: y(mean), y2: y(mean) }));
}

export function tasksFigure(result: Reader): Child {
  if (!result.has("tasks")) return null;
  const tasks = result.at("tasks");
  const count = tasks.number("count");
  const works = tasks.list("works").slice(0, MOST).map((one) => ({ states: one.number("states"), transitions: one.number("transitions") }));
  if (count < 2) return h("p", { class: "dim shared" }, "One walk through the whole script: it was not shared out.");
  const told = `${counted(count, "task")} of ${grouped(tasks.number("least"))} to ${grouped(tasks.number("most"))} transitions, ${grouped(tasks.number("mean"))} on average: ` +
    `with a worker each they would be busy ${percent(Math.max(0, Math.min(1, tasks.number("evenness"))))} of the time`;
  return h("figure", { class: "shared" }, h("figcaption", {}, told), works.length === 0 ? null : bars(works, tasks.number("most"), tasks.number("mean")));
}
