// Checkpoints from strangers. The first byte of the input says what the rest is: a whole file, as it is; or what a
// search has kept, which gets frames and a digest so that it reaches the search, or the recorder of one. Whatever
// comes, nothing crashes, hangs or grows: it is refused in one line, or the search goes on and meets states of the
// program only.
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <string>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "checkpoint/reader.hpp"
#include "checkpoint/writer.hpp"
#include "graph/graph.hpp"
#include "observe/recorder.hpp"
#include "search/breadth_first.hpp"
#include "store/exact.hpp"

namespace {

using namespace waymark;

constexpr std::uint32_t states = 12;

const graph::Edges& shape() {
  static const graph::Edges edges = [] {
    graph::Edges drawn = graph::random_graph(states, 30, 1);
    drawn.kinds.clear();
    drawn.kinds.emplace_back(5, graph::Edges::Kind::pass);
    drawn.edges.push_back({5, 6, 0});
    std::erase_if(drawn.edges, [](const graph::Edges::Edge& edge) { return edge.from == 5 && edge.to <= 5; });
    return drawn;
  }();
  return edges;
}

void go_on(const std::string& path, bool recorded) {
  base::Budget budget(1 << 22);
  graph::Graph graph(shape());
  store::Exact store(budget);
  search::Judged judged;
  judged.deadlock = false;
  observe::LeanRecorder recorder(budget);
  std::vector<search::StepListener*> listeners;
  if (recorded) listeners.push_back(&recorder);
  search::BreadthFirst search({graph, &store, budget, {}, judged, listeners});
  checkpoint::Reader reader(path);
  const std::optional<search::Tallies> before = search.resume(reader);
  if (recorded) recorder.load(reader, *before);
  reader.finish();
  const search::Outcome outcome = search.run();
  CHECK(outcome.tallies.states <= states);
  if (recorded) {
    const std::string script = path + ".way";
    static_cast<void>(recorder.write(script, {}) || recorder.write_partial(script, {}));
    unlink(script.c_str());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  static const std::string path = "/dev/shm/waymark-checkpoint-fuzz-" + std::to_string(getpid());
  const unsigned mode = data[0] % 3;
  if (mode == 0) {
    std::FILE* const out = std::fopen(path.c_str(), "wb");
    CHECK(out != nullptr);
    std::fwrite(data + 1, 1, size - 1, out);
    std::fclose(out);
  } else {
    checkpoint::Writer writer(path);
    writer.bytes({data + 1, size - 1});
    CHECK(writer.finish());
  }
  try {
    go_on(path, mode == 2);
  } catch (const base::InputError& refused) {
    const std::string why = refused.what();
    CHECK(why.starts_with(path) && why.find('\n') == std::string::npos);
  }
  unlink(path.c_str());
  return 0;
}
