// The official client of the Model Context Protocol against 'waymark mcp': client.mjs WAYMARK FOLDER. The client checks
// each result by the output schema that the server lists for the tool.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [waymark, folder] = process.argv.slice(2);
const limits = { time: "60s", memory: "512M" };

fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(folder, { recursive: true });
const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
write("good.pml", "byte x;\nactive [2] proctype P() { atomic { x++; assert(x == 1); x-- } }\n");
write("bad.pml", "byte x;\nactive [2] proctype P() { x++; assert(x == 1); x-- }\n");
write("endless.pml", "int a, b, c;\nactive proctype P() { do :: a++ :: b++ :: c++ od }\n");

const client = new Client({ name: "waymark-test", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command: waymark, args: ["mcp", "--root", folder] }));
const call = (name, given, options) => client.callTool({ name, arguments: { ...limits, ...given } }, undefined, options);

assert.equal(client.getServerVersion().name, "waymark");
assert.match(client.getInstructions(), /certify/);
await client.ping();

const { tools } = await client.listTools();
assert.deepEqual(tools.map((tool) => tool.name), ["check", "explain", "step", "certify"]);
for (const tool of tools) {
  assert(tool.inputSchema.required.includes("time") && tool.inputSchema.required.includes("memory"), tool.name);
}

const holds = await call("check", { program: "good.pml", script: "good.way" });
assert.equal(holds.structuredContent.verdict, "holds");
assert.deepEqual(JSON.parse(holds.content[0].text), holds.structuredContent);
assert.match(holds.structuredContent.digest, /^[0-9a-f]{32,}$/);
assert(fs.existsSync(path.join(folder, holds.structuredContent.script)));

const certified = await call("certify", { program: "good.pml", script: [holds.structuredContent.script] });
assert.equal(certified.structuredContent.verdict, "certified");
assert.equal(certified.structuredContent.digest, holds.structuredContent.digest);
const rejected = await call("certify", { program: "bad.pml", script: ["good.way"] });
assert.equal(rejected.structuredContent.verdict, "rejected");

const fails = await call("check", { program: "bad.pml", trail: "bad.trail" });
assert.equal(fails.structuredContent.verdict, "violation");
assert.equal(fails.structuredContent.kind, "assertion");
assert.equal(fails.structuredContent.cause.kind, "assertion");
const why = await call("explain", { program: "bad.pml", trail: "bad.trail" });
assert.equal(why.structuredContent.schedule.length, fails.structuredContent.length);
assert.equal(why.structuredContent.next.length, 3);

// Along the trail step by step: each choice that lies ahead is among those that are possible.
for (let at = 0; at <= why.structuredContent.length; ++at) {
  const { structuredContent: state } = await call("step", { program: "bad.pml", trail: "bad.trail", at });
  assert.equal(state.step, at);
  assert.equal(state.ahead === null, at === why.structuredContent.length);
  if (state.ahead !== null) assert(state.enabled.some((one) => one.choice === state.ahead));
  const again = await call("step", { program: "bad.pml", choices: state.choices });
  assert.deepEqual(again.structuredContent.values, state.values);
}

const outside = await call("check", { program: "/etc/hostname" });
assert(outside.isError && /outside/.test(outside.content[0].text));
const unlimited = await client.callTool({ name: "check", arguments: { program: "good.pml" } });
assert(unlimited.isError && /required/.test(unlimited.content[0].text));
await assert.rejects(call("destroy", {}), /unknown tool/);

const aborted = new AbortController();
setTimeout(() => aborted.abort(), 500);
await assert.rejects(call("check", { program: "endless.pml", time: "10m" }, { signal: aborted.signal }));
assert.equal((await call("check", { program: "good.pml" })).structuredContent.verdict, "holds");

await client.close();
console.log("mcp: the official client is served");
