// node build.mjs [OUT]: bundles the page into one file, page.html beside this one, which is committed. 'npm ci' comes
// before it. The data are filled in later, at the mark @DATA@. The policy allows the one script and the one style that
// are known here by their hashes, and nothing else, from nowhere.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "page.html");

async function bundled(entry) {
  const made = await build({
    entryPoints: [join(here, "src", entry)], bundle: true, minify: true, write: false, format: "iife", target: "es2022",
    charset: "utf8", legalComments: "none", logLevel: "warning",
  });
  return made.outputFiles[0].text.trim();
}

const script = await bundled("main.ts");
const style = await bundled("page.css");
if (/<\/?script|<!--|@DATA@/i.test(script) || /<\//.test(style)) throw new Error("the page's own text would end early");
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`;
// tools/check_page.py computes the same.
const sources = createHash("sha256");
for (const file of [...readdirSync(join(here, "src")).sort().map((name) => join("src", name)), "build.mjs", "package-lock.json"]) {
  sources.update(basename(file)).update("\0").update(readFileSync(join(here, file))).update("\0");
}
const parts = { "@SOURCES@": sources.digest("hex"), "@POLICY@": policy, "@STYLE@": style, "@SCRIPT@": script };
let page = readFileSync(join(here, "src", "page.html"), "utf8");
for (const [mark, text] of Object.entries(parts)) page = page.replace(mark, () => text);
writeFileSync(out, page);
