// The extension: check the program of the editor, show problems and the page, debug the counterexample.
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import { notesOf, problemsOf, type Place } from "./sarif.js";
import { repositoryOf, run } from "./waymark.js";

const shownSteps = 50; // of a schedule, beside its problem

interface Checked {
  program: string;
  trail: string;
}

class Waymark {
  private readonly problems = vscode.languages.createDiagnosticCollection("waymark");
  private readonly log = vscode.window.createOutputChannel("Waymark");
  private readonly files = fs.mkdtempSync(path.join(os.tmpdir(), "waymark-"));
  private panel: vscode.WebviewPanel | undefined;
  private last: Checked | undefined;

  dispose(): void {
    this.problems.dispose();
    this.log.dispose();
    this.panel?.dispose();
    fs.rmSync(this.files, { recursive: true, force: true });
  }

  async check(withPage: boolean): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    if (document === undefined || document.uri.scheme !== "file") {
      void vscode.window.showErrorMessage("Waymark: open the file of a program first.");
      return;
    }
    await document.save();
    const program = document.uri.fsPath;
    await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: `Waymark: ${path.basename(program)}`, cancellable: true },
      (_, cancelled) => this.checkFile(program, withPage, cancelled),
    );
  }

  async debug(): Promise<void> {
    if (this.last === undefined) return;
    const { program, trail } = this.last;
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(program));
    await vscode.debug.startDebugging(folder, {
      type: "waymark",
      request: "launch",
      name: path.basename(program),
      program: [program],
      trail,
      stopOnEntry: true,
    });
  }

  private async checkFile(program: string, withPage: boolean, cancelled: vscode.CancellationToken): Promise<void> {
    const settings = vscode.workspace.getConfiguration("waymark", vscode.Uri.file(program));
    const folder = path.dirname(program);
    const page = path.join(this.files, "page.html");
    const trail = path.join(this.files, "counterexample.trail");
    fs.rmSync(trail, { force: true });
    const words = ["check", "--format=sarif", `--trail=${trail}`, `--time=${settings.get("time")}`,
      `--memory=${settings.get("memory")}`, ...settings.get<string[]>("options", []), ...(withPage ? [`--html=${page}`] : []),
      program];
    const stop = new AbortController();
    const subscription = cancelled.onCancellationRequested(() => stop.abort());
    const ended = await run(settings.get("path", "waymark"), words, folder, stop.signal);
    subscription.dispose();
    this.problems.clear();
    this.log.append(ended.complaint);
    if (cancelled.isCancellationRequested) return;
    let notes: string[] = [];
    let found = 0;
    try {
      notes = notesOf(ended.output);
      found = this.show(ended.output, folder);
    } catch {
      void vscode.window.showErrorMessage(`Waymark: ${ended.complaint || "the command printed no result"}`);
      return;
    }
    for (const note of notes) this.log.appendLine(note);
    this.last = fs.existsSync(trail) ? { program, trail } : undefined;
    void vscode.commands.executeCommand("setContext", "waymark.hasTrail", this.last !== undefined);
    if (withPage && ended.code !== 2) this.showPage(page, path.basename(program));
    await this.tell(ended.code, found, notes);
  }

  private async tell(code: number | null, found: number, notes: string[]): Promise<void> {
    if (code === 0) {
      void vscode.window.showInformationMessage("Waymark: all properties hold.");
    } else if (code === 1) {
      const debug = "Debug";
      const text = found === 1 ? "Waymark: a violation was found." : `Waymark: ${found} violations were found.`;
      const chosen = await vscode.window.showWarningMessage(text, ...(this.last === undefined ? [] : [debug]));
      if (chosen === debug) await this.debug();
    } else {
      void vscode.window.showWarningMessage(`Waymark: ${notes.join(" ") || `the command ended with ${code}`}`);
    }
  }

  // Problems at their lines; answers how many there are.
  private show(sarif: string, folder: string): number {
    const root = repositoryOf(folder);
    const uriOf = (place: Place) => vscode.Uri.file(path.resolve(root, place.file));
    const rangeOf = (place: Place) => new vscode.Range(place.line - 1, 0, place.line - 1, Number.MAX_SAFE_INTEGER);
    const byFile = new Map<string, [vscode.Uri, vscode.Diagnostic[]]>();
    const problems = problemsOf(sarif);
    for (const problem of problems) {
      const diagnostic = new vscode.Diagnostic(rangeOf(problem), problem.message, vscode.DiagnosticSeverity.Error);
      diagnostic.source = "waymark";
      diagnostic.code = problem.rule;
      diagnostic.relatedInformation = problem.steps
        .slice(-shownSteps)
        .map((step) => new vscode.DiagnosticRelatedInformation(new vscode.Location(uriOf(step), rangeOf(step)), step.message));
      const uri = uriOf(problem);
      const entry = byFile.get(uri.toString()) ?? [uri, []];
      entry[1].push(diagnostic);
      byFile.set(uri.toString(), entry);
    }
    for (const [uri, diagnostics] of byFile.values()) this.problems.set(uri, diagnostics);
    return problems.length;
  }

  // The page is one file that loads nothing.
  private showPage(page: string, title: string): void {
    if (!fs.existsSync(page)) return;
    if (this.panel === undefined) {
      this.panel = vscode.window.createWebviewPanel("waymark.page", "Waymark", vscode.ViewColumn.Beside, {
        enableScripts: true,
        localResourceRoots: [],
        retainContextWhenHidden: true,
      });
      this.panel.onDidDispose(() => (this.panel = undefined));
    }
    this.panel.title = `Waymark: ${title}`;
    this.panel.webview.html = fs.readFileSync(page, "utf8");
    this.panel.reveal(undefined, true);
  }
}

// 'waymark debug --dap' speaks the Debug Adapter Protocol on its standard streams.
class Adapters implements vscode.DebugAdapterDescriptorFactory {
  createDebugAdapterDescriptor(session: vscode.DebugSession): vscode.DebugAdapterDescriptor {
    const command = vscode.workspace.getConfiguration("waymark").get("path", "waymark");
    const folder = session.workspaceFolder?.uri.fsPath;
    return new vscode.DebugAdapterExecutable(command, ["debug", "--dap"], folder === undefined ? {} : { cwd: folder });
  }
}

// Started without a launch.json: the program of the editor.
class Configurations implements vscode.DebugConfigurationProvider {
  resolveDebugConfiguration(
    _folder: vscode.WorkspaceFolder | undefined,
    given: vscode.DebugConfiguration,
  ): vscode.DebugConfiguration | undefined {
    if (given.type !== undefined && given.type !== "") return given;
    const file = vscode.window.activeTextEditor?.document.uri.fsPath;
    if (file === undefined) return undefined;
    return { type: "waymark", request: "launch", name: path.basename(file), program: [file], stopOnEntry: true };
  }
}

export function activate(context: vscode.ExtensionContext): void {
  const waymark = new Waymark();
  context.subscriptions.push(
    waymark,
    vscode.commands.registerCommand("waymark.check", () => waymark.check(false)),
    vscode.commands.registerCommand("waymark.page", () => waymark.check(true)),
    vscode.commands.registerCommand("waymark.debug", () => waymark.debug()),
    vscode.debug.registerDebugAdapterDescriptorFactory("waymark", new Adapters()),
    vscode.debug.registerDebugConfigurationProvider("waymark", new Configurations()),
  );
}
