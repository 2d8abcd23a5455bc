// Problems of a log that 'waymark check' wrote, if WAYMARK names the command; and of logs that say little.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { notesOf, problemsOf } from "../out/sarif.js";
import { repositoryOf, run } from "../out/waymark.js";

test("logs that say little", () => {
  assert.deepEqual(problemsOf("{}"), []);
  assert.deepEqual(problemsOf('{"runs":[{"results":[{}]}]}'), []);
  assert.deepEqual(notesOf('{"runs":[{"invocations":[{}]}]}'), []);
  assert.throws(() => problemsOf("no JSON"));
});

test("a violation is a problem at its line, with its steps", { skip: process.env.WAYMARK === undefined }, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "waymark-test-"));
  const program = path.join(folder, "a b.pml");
  fs.writeFileSync(program, "byte x;\nactive [2] proctype P() {\n  x++;\n  assert(x == 1)\n}\n");
  const ended = await run(process.env.WAYMARK, ["check", "--format=sarif", "--", program], folder, new AbortController().signal);
  assert.equal(ended.code, 1);
  const [problem, ...others] = problemsOf(ended.output);
  assert.deepEqual(others, []);
  assert.equal(path.resolve(repositoryOf(folder), problem.file), program);
  assert.equal(problem.line, 4);
  assert.equal(problem.rule, "assertion");
  assert.deepEqual(problem.steps.map((step) => step.line), [3, 3, 4]);
  fs.rmSync(folder, { recursive: true });
});

test("a command that is not there", async () => {
  const ended = await run("/nowhere/waymark", [], "/", new AbortController().signal);
  assert.equal(ended.code, null);
  assert.notEqual(ended.complaint, "");
});
