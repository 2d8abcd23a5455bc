// Texts: the program's files by their lines, and each line in parts that have a colour of their own.

import { type Source, placeOf } from "./data";

export type Tone = "plain" | "comment" | "string" | "digits" | "keyword";
export interface Part { tone: Tone; text: string }

const JAVA = "abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for if implements import instanceof int interface long native new null package private protected public record return short static super switch synchronized this throw throws transient true false try var void volatile while";
const C = "alignas auto bool break case catch char class const constexpr continue default delete do double else enum explicit extern false float for friend if inline int long namespace new noexcept nullptr operator private protected public return short signed sizeof static struct switch template this throw true try typedef typename union unsigned using virtual void volatile while";
const PROMELA = "accept active assert atomic bit bool break byte chan d_step do else empty enabled end false fi for full goto hidden if in init inline int len local ltl mtype nempty never nfull od of pc_value pid printf priority proctype progress provided run select short show skip timeout true typedef unless unsigned xr xs";
const KEYWORDS: [RegExp, Set<string>][] = [
  [/\.(pml|prom|promela)$/, new Set(PROMELA.split(" "))], [/\.java$/, new Set(JAVA.split(" "))], [/./, new Set(C.split(" "))],
];
const TOKEN = /\/\/.*|\/\*.*?(?:\*\/|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|\b\d[\w.]*|[A-Za-z_$][\w$]*|#\s*\w+|[^]/gu;

// A line in parts; `inside`: it begins in a comment of several lines.
export function parts(line: string, keywords: ReadonlySet<string>, inside = false): { parts: Part[]; inside: boolean } {
  const out: Part[] = [];
  const add = (tone: Tone, text: string): void => {
    const last = out[out.length - 1];
    if (last !== undefined && last.tone === tone) last.text += text;
    else if (text !== "") out.push({ tone, text });
  };
  let rest = line;
  if (inside) {
    const end = line.indexOf("*/");
    if (end === -1) return { parts: line === "" ? [] : [{ tone: "comment", text: line }], inside: true };
    add("comment", line.slice(0, end + 2));
    rest = line.slice(end + 2);
  }
  let open = false;
  for (const [token] of rest.matchAll(TOKEN)) {
    if (token.startsWith("//") || token.startsWith("/*")) {
      add("comment", token);
      open = token.startsWith("/*") && !(token.length > 3 && token.endsWith("*/"));
    } else if (/^["']/.test(token)) add("string", token);
    else if (/^\d/.test(token)) add("digits", token);
    else if (/^#/.test(token) || keywords.has(token)) add("keyword", token);
    else add("plain", token);
  }
  return { parts: out, inside: open };
}

export class Texts {
  private readonly lines = new Map<string, string[]>();
  private readonly inside = new Map<string, boolean[]>();  // of each line, whether it begins in a comment

  constructor(sources: Source[]) {
    for (const source of sources) {
      const lines = source.text.split(/\r\n|\n|\r/);
      this.lines.set(source.file, lines);
      const words = this.keywords(source.file);
      let inside = false;
      this.inside.set(source.file, lines.map((line) => {
        const before = inside;
        inside = parts(line, words, inside).inside;
        return before;
      }));
    }
  }

  get files(): string[] { return [...this.lines.keys()]; }
  has(file: string): boolean { return this.lines.has(file); }
  count(file: string): number { return this.lines.get(file)?.length ?? 0; }

  private keywords(file: string): ReadonlySet<string> { return KEYWORDS.find(([ending]) => ending.test(file))![1]; }

  // The parts of a line, counted from 1.
  line(file: string, line: number): Part[] {
    const text = (this.lines.get(file)?.[line - 1] ?? "").replaceAll("\t", "    ");
    return parts(text, this.keywords(file), this.inside.get(file)?.[line - 1] ?? false).parts;
  }

  // What stands at a place, without the space around it; null if that is not known.
  at(location: string | null): string | null {
    const place = placeOf(location);
    const text = place === null ? undefined : this.lines.get(place.file)?.[place.line - 1]?.trim();
    return text === undefined || text === "" ? null : text;
  }
}
