// The extension in an editor that is none: its commands check a file, and leave problems, a page and a trail to debug.
import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire, Module } from "node:module";
import os from "node:os";
import path from "node:path";
import test from "node:test";

const require = createRequire(import.meta.url);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "waymark-test-"));
const program = path.join(folder, "counter.pml");
const seen = { commands: new Map(), problems: [], messages: [], launched: [], pages: [], factory: undefined };
const settings = { path: process.env.WAYMARK, options: ["--property=assertion"], time: "60s", memory: "512M" };

class Uri {
  constructor(fsPath) { Object.assign(this, { fsPath, scheme: "file" }); }
  static file(name) { return new Uri(name); }
  toString() { return `file://${this.fsPath}`; }
}
class Record {
  constructor(...parts) { this.parts = parts; }
}
const message = (text, ...items) => {
  seen.messages.push(text);
  return Promise.resolve(items[0]); // the first button is pressed
};
const editor = {
  Uri,
  Range: Record,
  Location: Record,
  Diagnostic: Record,
  DiagnosticRelatedInformation: Record,
  DebugAdapterExecutable: Record,
  DiagnosticSeverity: { Error: 0 },
  ProgressLocation: { Notification: 15 },
  ViewColumn: { Beside: -2 },
  languages: {
    createDiagnosticCollection: () => ({ clear: () => (seen.problems = []), set: (uri, all) => seen.problems.push([uri.fsPath, all]), dispose() {} }),
  },
  window: {
    activeTextEditor: { document: { uri: Uri.file(program), save: () => Promise.resolve(true) } },
    createOutputChannel: () => ({ append() {}, appendLine() {}, dispose() {} }),
    createWebviewPanel: () => {
      const panel = { webview: {}, onDidDispose() {}, reveal: () => seen.pages.push(panel.webview.html), dispose() {} };
      return panel;
    },
    showErrorMessage: message,
    showWarningMessage: message,
    showInformationMessage: message,
    withProgress: (_, task) => task({}, { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) }),
  },
  workspace: {
    getConfiguration: () => ({ get: (name, otherwise) => settings[name] ?? otherwise }),
    getWorkspaceFolder: () => undefined,
  },
  commands: {
    registerCommand: (name, act) => seen.commands.set(name, act),
    executeCommand: () => Promise.resolve(),
  },
  debug: {
    registerDebugAdapterDescriptorFactory: (_, factory) => (seen.factory = factory),
    registerDebugConfigurationProvider() {},
    startDebugging: (_, launch) => seen.launched.push(launch),
  },
};
const load = Module._load;
Module._load = (name, ...more) => (name === "vscode" ? editor : load(name, ...more));
const subscriptions = [];
require("../out/extension.js").activate({ subscriptions });

test("every command of the manifest is there", () => {
  const manifest = JSON.parse(fs.readFileSync("package.json", "utf8"));
  assert.deepEqual([...seen.commands.keys()].sort(), manifest.contributes.commands.map((one) => one.command).sort());
});

test("the debugger is 'waymark debug --dap'", () => {
  const adapter = seen.factory.createDebugAdapterDescriptor({});
  assert.deepEqual(adapter.parts.slice(0, 2), [settings.path ?? "waymark", ["debug", "--dap"]]);
});

test("a violation is a problem, and its trail is debugged", { skip: process.env.WAYMARK === undefined }, async () => {
  fs.writeFileSync(program, "byte x;\nactive [2] proctype P() {\n  x++;\n  assert(x == 1)\n}\n");
  await seen.commands.get("waymark.page")();
  const [[file, [problem]]] = seen.problems;
  assert.equal(file, program);
  assert.equal(problem.parts[0].parts[0], 3); // counted from 0
  assert.equal(problem.code, "assertion");
  assert.equal(problem.relatedInformation.length, 3);
  assert.match(seen.pages.at(-1), /<html/i);
  assert.deepEqual(seen.launched.at(-1).program, [program]);
  assert(fs.existsSync(seen.launched.at(-1).trail));
});

test("what holds has no problems, and nothing to debug", { skip: process.env.WAYMARK === undefined }, async () => {
  fs.writeFileSync(program, "active proctype P() { assert(true) }\n");
  await seen.commands.get("waymark.check")();
  assert.deepEqual(seen.problems, []);
  assert.match(seen.messages.at(-1), /hold/);
  const before = seen.launched.length;
  await seen.commands.get("waymark.debug")();
  assert.equal(seen.launched.length, before);
});

test("what cannot be read is said", { skip: process.env.WAYMARK === undefined }, async () => {
  fs.writeFileSync(program, "active proctype {\n");
  await seen.commands.get("waymark.check")();
  assert.deepEqual(seen.problems, []);
  assert.match(seen.messages.at(-1), /error/);
});

test.after(() => {
  for (const one of subscriptions) one?.dispose?.();
  fs.rmSync(folder, { recursive: true });
});
