// What a result warns of: races that were met and no property that was judged, and in which ways what holds shows less
// than it seems to.

import { type Ahead, accessCard, placeButton } from "./cause";
import { type CodePlace, type Reader, accessOf, actorsOf } from "./data";
import { type Child, counted, grouped, h, section } from "./dom";
import type { Texts } from "./texts";

const MOST_RACES = 20;
const MOST_PLACES = 200;

export interface Shallow { alone: boolean; never: CodePlace[]; beside: CodePlace[]; conditions: CodePlace[]; subformulas: { formula: string; text: string; because: string }[] }

// Null if nothing is known of it.
export function shallowOf(result: Reader): Shallow | null {
  if (!result.has("shallow")) return null;
  const told = result.at("shallow");
  const place = (one: Reader): CodePlace => ({ text: one.text("text"), location: one.textOrNull("location") });
  const assertions = told.list("assertions");
  return {
    alone: !told.flag("together"),
    never: assertions.filter((one) => one.text("evaluated") === "never").map(place),
    beside: assertions.filter((one) => one.text("evaluated") === "alone").map(place),
    conditions: told.list("conditions").map(place),
    subformulas: told.list("subformulas").map((one) => ({ formula: one.text("formula"), text: one.text("text"), because: one.text("because") })),
  };
}

function places(title: string, all: CodePlace[], ahead: Ahead): Child {
  if (all.length === 0) return null;
  return h("div", {}, h("h3", {}, title), h("ul", { class: "list" }, ...all.slice(0, MOST_PLACES).map((one) =>
    h("li", {}, one.location === null ? null : placeButton(one.location, ahead), one.text === "" ? null : " ", one.text === "" ? null : h("code", {}, one.text))),
    all.length > MOST_PLACES ? h("li", { class: "dim" }, `and ${grouped(all.length - MOST_PLACES)} more`) : null));
}

export function depthSection(result: Reader, ahead: Ahead): HTMLElement | null {
  const shallow = shallowOf(result);
  if (shallow === null) return null;
  const { one, all } = actorsOf(result);
  const formulas = shallow.subformulas.length === 0 ? null : h("div", {}, h("h3", {}, "Parts of formulas that do not matter"),
    h("ul", { class: "list" }, ...shallow.subformulas.map((part) => h("li", {}, h("code", {}, part.formula), " holds whatever ", h("code", {}, part.text), ` is${part.because === "" ? "" : `, since ${part.because}`}.`))));
  const lists = [
    shallow.alone ? h("p", {}, `No two ${all} were ever enabled together: there was one schedule to explore.`) : null,
    places("Assertions never evaluated", shallow.never, ahead), places(`Assertions evaluated with one ${one} alive only`, shallow.beside, ahead),
    places("Conditions that were always true", shallow.conditions, ahead), formulas,
  ].filter((part) => part !== null);
  const deep = `Two ${all} were enabled together, and nothing that was judged is shallow.`;
  return section("depth", "How deep it is", ...(lists.length === 0 ? [h("p", {}, deep)] : lists));
}

// Each with its two lines.
export function racesSection(result: Reader, texts: Texts, ahead: Ahead): HTMLElement | null {
  const all = result.list("races").map((race) => [accessOf(race.at("0")), accessOf(race.at("1"))]);
  if (all.length === 0) return null;
  return section("races", `Warning: ${counted(all.length, "race")}`,
    h("p", {}, "Nothing orders these accesses. ", h("code", {}, "--property race"), " makes a race a violation."),
    ...all.slice(0, MOST_RACES).map((race) => h("div", { class: "accesses warning" }, ...race.map((one) => accessCard(one, texts, ahead)))),
    all.length > MOST_RACES ? h("p", { class: "dim" }, `and ${grouped(all.length - MOST_RACES)} more`) : null);
}
