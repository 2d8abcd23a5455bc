// Problems from a SARIF log of 'waymark check --format sarif'. Knows nothing of the editor.

export interface Place {
  file: string; // as the log has it: relative to the repository, or absolute
  line: number; // counted from 1
  message: string;
}

export interface Problem extends Place {
  rule: string;
  steps: Place[]; // the schedule that leads there
}

interface Message { text?: string }
interface Location {
  physicalLocation?: { artifactLocation?: { uri?: string }; region?: { startLine?: number } };
  message?: Message;
}
interface Result {
  ruleId?: string;
  message?: Message;
  locations?: Location[];
  codeFlows?: { threadFlows?: { locations?: { location?: Location; executionOrder?: number }[] }[] }[];
}
interface Log {
  runs?: {
    results?: Result[];
    invocations?: { toolExecutionNotifications?: { level?: string; message?: Message }[] }[];
  }[];
}

function fileOf(uri: string): string {
  return decodeURIComponent(uri.startsWith("file://") ? uri.slice("file://".length) : uri);
}

function placeOf(location: Location | undefined): Place | undefined {
  const physical = location?.physicalLocation;
  const uri = physical?.artifactLocation?.uri;
  if (uri === undefined) return undefined;
  return { file: fileOf(uri), line: physical?.region?.startLine ?? 1, message: location?.message?.text ?? "" };
}

// Throws if the text is no JSON.
export function problemsOf(text: string): Problem[] {
  const log = JSON.parse(text) as Log;
  const problems: Problem[] = [];
  for (const run of log.runs ?? []) {
    for (const result of run.results ?? []) {
      const place = placeOf(result.locations?.[0]);
      if (place === undefined) continue;
      const steps = (result.codeFlows?.[0]?.threadFlows ?? [])
        .flatMap((thread) => thread.locations ?? [])
        .sort((a, b) => (a.executionOrder ?? 0) - (b.executionOrder ?? 0))
        .map((step) => placeOf(step.location))
        .filter((step) => step !== undefined);
      problems.push({ ...place, message: result.message?.text ?? "", rule: result.ruleId ?? "", steps });
    }
  }
  return problems;
}

// What the run says of its end, one line each.
export function notesOf(text: string): string[] {
  const log = JSON.parse(text) as Log;
  return (log.runs ?? [])
    .flatMap((run) => run.invocations ?? [])
    .flatMap((invocation) => invocation.toolExecutionNotifications ?? [])
    .map((note) => note.message?.text ?? "");
}
