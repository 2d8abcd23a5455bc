#include "cli/commands/graph.hpp"

#include <fmt/format.h>

#include <memory>

#include "base/files.hpp"
#include "base/quantities.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/replay.hpp"
#include "cli/terminal/terminal.hpp"

namespace waymark::cli {

report::StateGraph graph_of(const load::Program& program, const std::vector<std::uint32_t>& choices,
                            std::uint64_t most_states, const base::Stop& stop) {
  const std::unique_ptr<model::Model> model = program.make();
  model->set_stop(&stop);
  return report::state_graph(*model, most_states, choices, stop);
}

int draw_graph(const GraphOptions& options, base::Stop& stop) {
  if (!options.output.empty()) base::refuse_unwritable(options.output);
  report::StateGraph graph;
  if (options.trail.empty()) {
    graph = graph_of(load::load(options.program, &stop), {}, options.states, stop);
  } else {
    ReplayOptions replay;
    replay.program = options.program;
    replay.trail = options.trail;
    replay.output.graph_states = options.states;
    graph = replayed(replay, stop).graph.value();
  }
  const std::string text = options.format == GraphFormat::dot ? report::dot(graph) : report::graphml(graph);
  options.output.empty() ? print(text) : base::write_file(options.output, text);
  if (graph.complete) return exit_holds;
  print_error(fmt::format("waymark: incomplete: there are more than {}; --states draws more\n",
                          base::counted(graph.depth.size(), "state")));
  return exit_incomplete;
}

}  // namespace waymark::cli
