// The grammar tokenises Promela: words have the scopes that they should, and all of a corpus is read to its end.
import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");
await oniguruma.loadWASM(fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync("syntaxes/promela.tmLanguage.json", "utf8"), "promela.json"),
});
const grammar = await registry.loadGrammar("source.promela");

function tokens(text) {
  const found = [];
  let stack = textmate.INITIAL;
  for (const line of text.split("\n")) {
    const read = grammar.tokenizeLine(line, stack);
    assert(!read.stoppedEarly);
    stack = read.ruleStack;
    for (const one of read.tokens) found.push([line.slice(one.startIndex, one.endIndex).trim(), one.scopes.at(-1)]);
  }
  return { found: found.filter(([word]) => word !== ""), stack };
}

const scopeOf = (text, word) => tokens(text).found.find(([each]) => each === word)?.[1];

test("words have their scopes", () => {
  for (const [text, word, scope] of [
    ["active [2] proctype P() { skip }", "P", "entity.name.function.promela"],
    ["active [2] proctype P() { skip }", "active", "storage.modifier.promela"],
    ["active [2] proctype P() { skip }", "2", "constant.numeric.promela"],
    ["do :: x < 3 -> x++ od", "do", "keyword.control.promela"],
    ["do :: x < 3 -> x++ od", "::", "keyword.control.option.promela"],
    ["atomic { x = 1 }", "atomic", "keyword.control.atomic.promela"],
    ["chan c = [2] of { byte }", "chan", "storage.type.promela"],
    ["c ! 1", "!", "keyword.operator.channel.promela"],
    ["c ? x", "?", "keyword.operator.channel.promela"],
    ["run Worker(1)", "Worker", "entity.name.function.promela"],
    ["ltl p { [] (x -> <> y) }", "[]", "keyword.operator.temporal.promela"],
    ["ltl p { [] (x -> <> y) }", "p", "entity.name.function.promela"],
    ["end: skip", "end", "entity.name.label.promela"],
    ["assert(x == 1)", "assert", "keyword.other.assert.promela"],
    ["len(c) > 0", "len", "support.function.promela"],
    ["x = _pid", "_pid", "variable.language.promela"],
    ["#define N 3", "#define", "keyword.control.directive.promela"],
    ["/* do */", "do", "comment.block.promela"],
    ["x // do", "// do", "comment.line.double-slash.promela"],
    ['printf("do %d")', "%d", "constant.other.placeholder.promela"],
    ["doing = 1", "do", undefined],
  ]) assert.equal(scopeOf(text, word), scope, `${word} in ${text}`);
});

test("models end where they began", { skip: process.env.MODELS === undefined }, () => {
  const models = fs.readdirSync(process.env.MODELS).filter((name) => name.endsWith(".pml"));
  assert(models.length > 50);
  for (const name of models) {
    const { found, stack } = tokens(fs.readFileSync(`${process.env.MODELS}/${name}`, "utf8"));
    assert(stack.depth === 1, `${name}: ends inside of something`);
    assert(found.some(([, scope]) => scope.startsWith("storage.type") || scope.startsWith("keyword")), name);
  }
});
