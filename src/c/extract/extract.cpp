#include "c/extract/extract.hpp"

#include <fmt/format.h>

#include "c/extract/lowering.hpp"

namespace waymark::c {

namespace {

constexpr int most_passes = 4;

void add(std::vector<Line>& out, const std::string& text, int depth = 0) { out.push_back({depth, text, {}, false}); }

// Types that the thread library needs.
void library_types(const Outline& outline, std::vector<Line>& out) {
  const std::uint64_t threads = outline.analysis.creations() ? *outline.analysis.creations() + 1 : 1;
  if (outline.needs_conditions) add(out, fmt::format("typedef condition {{ bool waits[{}]; }}", threads));
  if (outline.needs_barriers) {
    add(out, fmt::format("typedef barrier {{ byte count; byte arrived; bool waits[{}]; }}", threads));
  }
  if (outline.needs_rwlocks) add(out, "typedef rwlock { byte readers; byte writer; }");
}

// An option without statements wears no arrow.
void drop_arrows(std::vector<Line>& lines) {
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    std::size_t behind = i + 1;
    while (behind + 1 < lines.size() && lines[behind].text.starts_with("/*")) ++behind;
    const std::string& next = lines[behind].text;
    const bool empty = next.starts_with("::") || next.starts_with("fi") || next.starts_with("od");
    std::string& text = lines[i].text;
    if (empty && text.starts_with("::") && text.ends_with(" ->")) text.resize(text.size() - 3);
  }
}

// A statement ends in a semicolon, also a sequence in braces.
void close_sequences(std::vector<Line>& lines) {
  for (Line& line : lines) {
    if (line.depth > 0 && line.text.ends_with("}") && !line.text.ends_with(";")) line.text += ";";
  }
}

// A file's name, as it may stand in quotes; a #line may have made up any.
std::string quotable(std::string name) {
  for (char& one : name) {
    if (one == '"' || one == '\\' || static_cast<unsigned char>(one) < ' ' || one == '\x7f') one = '?';
  }
  return name;
}

}  // namespace

Extraction extract(Program& program, const ExtractOptions& options) {
  const Analysis analysis(program, options.table != nullptr ? options.table->processes() : std::vector<std::string>{});
  std::map<std::string, Region> regions;
  for (int pass = 1;; ++pass) {
    Outline outline(program, analysis, options);
    outline.regions = regions;
    std::vector<Line> processes;
    const auto write = [&](const Thread& thread, Lowering::Role role) {
      std::vector<Line> lines = Lowering(outline, thread, role).process();
      add(processes, "");
      processes.insert(processes.end(), lines.begin(), lines.end());
    };
    for (std::size_t i = 0; i < analysis.roots().size(); ++i) {
      Thread root;
      root.function = analysis.roots()[i];
      root.name = outline.process_names[i];
      write(root, root.function->name == "main" ? Lowering::Role::main : Lowering::Role::process);
    }
    for (std::size_t i = 0; i < outline.threads.size(); ++i) write(outline.threads[i], Lowering::Role::thread);
    if (outline.unknown && pass < most_passes) {
      regions = outline.regions;
      if (pass + 1 == most_passes) regions["last pass"] = {};
      continue;
    }
    Extraction result;
    std::vector<Line>& out = result.lines;
    if (outline.has_limits) add(out, fmt::format("mtype = {{ {} }};", outline.holds_it));
    library_types(outline, out);
    for (const Line& line : outline.records()) out.push_back(line);
    for (const Line& line : outline.globals) out.push_back(line);
    if (options.table != nullptr) {
      for (const std::string& text : options.table->declarations()) add(out, text);
    }
    if (analysis.creates()) {
      add(out, "byte threads;");
      if (outline.needs_end) add(out, "byte running;");
      add(out, fmt::format("byte ended[{}];", outline.most_threads(analysis.roots().front()->at)));
    }
    if (outline.needs_end) add(out, "bool exited;");
    drop_arrows(processes);
    close_sequences(processes);
    if (outline.needs_end) {
      add(processes, "");
      add(processes, "active proctype program_end() {");
      add(processes, "end: exited;", 1);
      add(processes, "do", 1);
      add(processes, ":: true", 1);
      add(processes, "od;", 1);
      add(processes, "}");
    }
    out.insert(out.end(), processes.begin(), processes.end());
    for (const std::string& name : program.files) result.files.push_back(quotable(name));
    result.inputs = outline.inputs;
    return result;
  }
}

std::string Extraction::text() const {
  std::string made;
  base::Position next;  // where the next line stands if nothing says so
  for (const Line& line : lines) {
    const bool known = line.at.known() && line.at.file < files.size();
    if (known && (line.at.file != next.file || line.at.line != next.line)) {
      made += fmt::format("# {} \"{}\"\n", line.at.line, files[line.at.file]);
      next = {line.at.file, line.at.line, 0};
    }
    made += std::string(static_cast<std::size_t>(line.depth) * 2, ' ') + line.text + "\n";
    ++next.line;
  }
  return made;
}

}  // namespace waymark::c
