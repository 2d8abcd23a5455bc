// The waymark command, run by the editor.
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";

export interface Ended {
  code: number | null; // null: it could not be started, or was stopped
  output: string;
  complaint: string;
}

export function run(command: string, words: string[], folder: string, stop: AbortSignal): Promise<Ended> {
  return new Promise((resolve) => {
    const ended: Ended = { code: null, output: "", complaint: "" };
    const child = spawn(command, words, { cwd: folder, signal: stop, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.setEncoding("utf8").on("data", (text: string) => (ended.output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (ended.complaint += text));
    child.on("error", (fault) => resolve({ ...ended, complaint: fault.message }));
    child.on("close", (code) => resolve({ ...ended, code }));
  });
}

// The folder to which paths of a SARIF log are relative: the repository around `folder`, or `folder` itself.
export function repositoryOf(folder: string): string {
  for (let at = folder; ; at = path.dirname(at)) {
    if (fs.existsSync(path.join(at, ".git"))) return at;
    if (path.dirname(at) === at) return folder;
  }
}
