// The ways of a result, from the few numbers that they are given as: src/report/page_data.hpp has the form. Whoever wrote
// them may have written anything, so a number that names nothing counts as an empty text, and a way ends where it
// cannot go on.

import type { Change, Happening, Message, Reader } from "./data";

export interface Step { step: number; events: Happening[] }

interface Kind {
  actor: string; process: number; statement: string; location: string | null; changes: { name: string; before: number }[];
  messages: { channel: string; sent: boolean }[]; prints: boolean; details: { name: string; before: number }[]; inside: string | null;
}

const AS_TOLD = 0;
const TOLD_HERE = 2;

export class Ways {
  private readonly texts: string[];
  private readonly kinds: Kind[];

  constructor(data: Reader) {
    this.texts = data.texts("texts");
    this.kinds = data.list("kinds").map((one) => this.kind(one));
  }

  private text(index: number): string { return this.texts[index] ?? ""; }

  private kind(one: Reader): Kind {
    const location = one.number("3");
    return {
      actor: this.text(one.number("0")), process: one.number("1"), statement: this.text(one.number("2")),
      location: location < 0 ? null : this.text(location), prints: one.number("6") === 1,
      changes: one.rows("4", 2).map(([name, before]) => ({ name: this.text(name!), before: before! })),
      details: one.rows("7", 2).map(([name, before]) => ({ name: this.text(name!), before: before! })),
      inside: (one.numberOrNull("8") ?? -1) < 0 ? null : this.text(one.number("8")),
      messages: one.rows("5", 2).map(([channel, sent]) => ({ channel: this.text(channel!), sent: sent === 1 })),
    };
  }

  // A value; of one that is told by how much it grew, `before` says from where.
  private value(code: number, before: string | null): string {
    const form = ((code % 3) + 3) % 3;
    const number = (code - form) / 3;
    return form === 0 ? String(number) : form === 1 ? this.text(number) : String(Number(before) + number);
  }

  // The way that a result or a violation has.
  of(told: Reader): Step[] {
    const numbers = told.numbers("way");
    const steps: Step[] = [];
    const now = new Map<string, string>();
    let step = 0;
    for (let at = 0; at < numbers.length;) {
      const code = numbers[at++]!;
      const kind = this.kinds[Math.floor(code / 3)];
      if (kind === undefined) break;
      step = code % 3 === 2 ? numbers[at++] ?? 0 : step + (code % 3);
      const changed = ({ name, before: known }: { name: string; before: number }): Change => {
        const before = known === AS_TOLD ? now.get(name) ?? null : known === TOLD_HERE ? this.value(numbers[at++] ?? 1, null) : null;
        const after = this.value(numbers[at++] ?? 1, before);
        now.set(name, after);
        return { name, before, after };
      };
      const changes = kind.changes.map(changed);
      const messages: Message[] = kind.messages.map((one) => ({ ...one, content: this.value(numbers[at++] ?? 1, null) }));
      const output = kind.prints ? this.value(numbers[at++] ?? 1, null) : null;
      const details = kind.details.map(changed);
      const event = { actor: kind.actor, process: kind.process, statement: kind.statement, location: kind.location, changes, messages, output, details, inside: kind.inside };
      const last = steps[steps.length - 1];
      if (last !== undefined && last.step === step) last.events.push(event);
      else steps.push({ step, events: [event] });
    }
    return steps;
  }
}
