// A script is judged alike by any number of workers, whole or split, here or in tasks on other machines: for random
// changes to every field of scripts of all forms, all of these ways give one verdict.
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "certify/merge.hpp"
#include "certify/tasks.hpp"
#include "certify/trustful.hpp"
#include "ids_recording.hpp"
#include "oracle.hpp"
#include "recording.hpp"

namespace waymark::certify {
namespace {

using script::Stream;
using Bytes = std::vector<std::uint8_t>;

constexpr std::uint64_t enough = 1 << 26;

// A script as its streams. Sync points are kept apart until one of their bytes is to be changed.
struct Streams {
  script::Header header;
  Bytes bytes[script::stream_count];
  std::vector<script::SyncPoint> points;

  Bytes& of(Stream stream) { return bytes[static_cast<std::size_t>(stream)]; }

  void write(const std::string& path) const {
    script::Writer writer(path);
    for (std::size_t i = 0; i < script::stream_count; ++i) writer.bytes(static_cast<Stream>(i), bytes[i]);
    script::SyncWriter syncs(writer, header.form);
    for (const script::SyncPoint& point : points) syncs.add(point);
    CHECK(writer.finish(header));
  }
  static Streams read(const std::string& path) {
    const auto file = open(path);
    Streams out;
    out.header = file->header();
    for (std::size_t i = 0; i < script::stream_count; ++i) {
      if (static_cast<Stream>(i) != Stream::sync) out.bytes[i] = all_bytes(file, static_cast<Stream>(i));
    }
    script::SyncReader reader(file, enough);
    while (const script::SyncPoint* point = reader.next()) out.points.push_back(*point);
    return out;
  }
};

class Changer {
 public:
  explicit Changer(std::uint64_t seed) : random_(seed) {}
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }

  // Changes one thing, and says which.
  std::string change(Streams& script, const Scratch& scratch) {
    const std::size_t what = below(10);
    if (what == 0) return "nothing";
    if (what <= 2) return header(script.header);
    if (what <= 6 && !script.points.empty()) return below(5) == 0 ? sync_bytes(script, scratch) : sync(script.points);
    std::vector<std::size_t> there;
    for (std::size_t i = 0; i < script::stream_count; ++i) {
      if (!script.bytes[i].empty()) there.push_back(i);
    }
    const std::size_t stream = there[below(there.size())];
    bytes(script.bytes[stream]);
    return std::string("bytes of ") + script::name(static_cast<Stream>(stream));
  }

 private:
  std::string header(script::Header& header) {
    std::uint64_t* const numbers[] = {&header.states, &header.transitions, &header.depth};
    const std::size_t which = below(3);
    static constexpr std::uint64_t differences[] = {1, 2, 1000, ~std::uint64_t{0}};
    *numbers[which] += differences[below(4)];
    return "header number " + std::to_string(which);
  }
  std::string sync(std::vector<script::SyncPoint>& points) {
    const std::size_t at = below(points.size());
    script::SyncPoint& point = points[at];
    const std::size_t other = below(points.size());
    const std::size_t kind = below(9);
    std::uint64_t* const numbers[] = {&point.rows, &point.counts, &point.states, &point.transitions, &point.claims};
    switch (kind) {
      case 0:
        *numbers[below(5)] += 1 + below(2);
        break;
      case 1:
        points.erase(points.begin() + static_cast<std::ptrdiff_t>(at));  // a true script all the same
        break;
      case 2:
        points.insert(points.begin() + static_cast<std::ptrdiff_t>(at), script::SyncPoint(point));
        break;
      case 3:
        point.path = std::vector(points[other].path);
        break;
      case 4:
        if (!point.path.empty()) ++point.path[below(point.path.size())].taken;
        break;
      case 5:
        if (!point.path.empty()) ++point.path[below(point.path.size())].count;
        break;
      case 6:
        if (!point.path.empty()) {
          Bytes& row = point.path[below(point.path.size())].row;
          row[below(row.size())] ^= static_cast<std::uint8_t>(1u << below(6));
          if (row.back() == 0) row.back() = 1;
        }
        break;
      case 7:
        if (!point.path.empty()) ++point.path[below(point.path.size())].rank;
        break;
      default:
        if (!point.path.empty()) point.path.pop_back();
    }
    return "sync point, kind " + std::to_string(kind);
  }
  std::string sync_bytes(Streams& script, const Scratch& scratch) {
    script.write(scratch.file("bytes"));
    script.of(Stream::sync) = all_bytes(open(scratch.file("bytes")), Stream::sync);
    script.points.clear();
    bytes(script.of(Stream::sync));
    return "bytes of sync";
  }
  void bytes(Bytes& stream) {
    const std::size_t at = below(stream.size());
    switch (below(4)) {
      case 0:
        stream[at] ^= static_cast<std::uint8_t>(1u << below(8));
        break;
      case 1:
        stream.erase(stream.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      case 2:
        stream.insert(stream.begin() + static_cast<std::ptrdiff_t>(at), static_cast<std::uint8_t>(below(4)));
        break;
      default:
        stream[at] = static_cast<std::uint8_t>(random_());
    }
  }

  std::mt19937_64 random_;
};

Request by(unsigned jobs, Request request) {
  request.memory = enough;
  request.jobs = jobs;
  return request;
}

struct Way {
  std::string name;
  Verdict verdict;
};
using Ways = std::vector<Way>;

void in_tasks(const std::string& name, const Factory& factory, const Files& files, std::uint64_t k, script::IdsCut cut,
              Ways& ways) {
  const script::Digest subject = {7};
  script::Fault fault;
  const auto run = draw_run(files, k, enough, fault, cut);
  if (!run.has_value()) return ways.push_back({name, Verdict::rejected});
  const auto read_again = TaskRun::decode(run->encode());
  CHECK(read_again.has_value());
  std::vector<TaskResult> results;
  std::string why;
  for (std::uint64_t task = 1; task <= run->tasks; ++task) {
    const auto done = run_task(factory, files, *read_again, task, subject, by(1, only_the_script()), why);
    if (!done.has_value()) return ways.push_back({name, Verdict::rejected});
    const auto travelled = TaskResult::decode(done->encode(*run), *read_again, why);
    CHECK(travelled.has_value());
    results.push_back(*travelled);
  }
  ways.push_back({name, merge(*read_again, subject, results, enough).verdict});
}

// None: it cannot be split, and so is refused.
std::optional<Files> parts_of(const std::string& path, std::uint64_t k, const Scratch& scratch) {
  std::vector<script::Slice> slices;
  script::Fault fault;
  if (!script::cut(open(path), k, enough, slices, fault)) return std::nullopt;
  Files files;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const std::string part = scratch.file("part" + std::to_string(i));
    if (!script::write_part(slices[i], i + 1, slices.size(), part, fault)) return std::nullopt;
    files.push_back(open(part));
  }
  return files;
}

using Certifier = std::function<Result(const Files&, const Request&)>;

// All ways of a lean or a trustful script.
Ways ways_of_tree(const Factory& factory, const std::string& path, const Certifier& certify, const Scratch& scratch) {
  Ways ways;
  const Files whole = {open(path)};
  for (const unsigned jobs : {1u, 2u, 5u}) {
    ways.push_back({std::to_string(jobs) + " workers", certify(whole, by(jobs, only_the_script())).verdict});
  }
  const bool lean = script::is_lean(whole.front()->header().form);
  if (lean) in_tasks("tasks", factory, whole, 4, script::IdsCut::slice, ways);
  for (const std::uint64_t k : {1u, 2u, 4u}) {
    const std::string name = std::to_string(k) + " parts";
    const auto parts = parts_of(path, k, scratch);
    if (!parts.has_value()) {
      ways.push_back({name, Verdict::rejected});
      continue;
    }
    for (const unsigned jobs : {1u, 3u}) ways.push_back({name, certify(*parts, by(jobs, only_the_script())).verdict});
    if (lean) in_tasks(name + " in tasks", factory, *parts, parts->size(), script::IdsCut::slice, ways);
  }
  return ways;
}

Ways ways_of_ids(const Factory& factory, const std::string& path) {
  Ways ways;
  const auto file = open(path);
  for (const script::IdsCut cut : {script::IdsCut::slice, script::IdsCut::subtree}) {
    const std::string name = cut == script::IdsCut::slice ? "slices" : "subtrees";
    for (const unsigned jobs : {1u, 2u, 5u}) {
      const Result result = run_ids(factory, file, by(jobs, only_the_script()), cut, Secret::draw());
      ways.push_back({name + " by " + std::to_string(jobs), result.verdict});
    }
    in_tasks(name + " in tasks", factory, {file}, 4, cut, ways);
  }
  return ways;
}

class Alike : public testing::Test {
 protected:
  void make(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto states = static_cast<std::uint32_t>(10 + random() % 40);
    shape_ = graph::random_graph(states, states + static_cast<std::uint32_t>(random() % 60), seed);
  }
  // Sync points close together, so that small scripts have some.
  [[nodiscard]] Streams lean() const {
    base::Budget budget(std::uint64_t{4} << 30);
    store::Exact store(budget);
    observe::LeanRecorder recorder(budget, {.most = 20, .between = 5});
    search::Limits limits;
    limits.errors = 0;
    const auto model = graphs(shape_)();
    static_cast<void>(search::BreadthFirst({*model, &store, budget, limits, search::Judged{}, {&recorder}}).run());
    CHECK(recorder.write(scratch_.file("true"), plain_header()));
    return Streams::read(scratch_.file("true"));
  }
  // Without indivisible sequences a trustful script has the rows of the lean one.
  [[nodiscard]] Streams trustful() const {
    Streams script = lean();
    script.header.form = script::Form::trustful;
    script.header.transitions = script.header.states - 1;
    script.of(Stream::counts).clear();
    for (script::SyncPoint& point : script.points) {
      point.counts = 0;
      point.transitions = point.states;  // each by the tree edge that leads to it, and one leads to the next
      for (script::PathNode& node : point.path) node.count = 0;
    }
    return script;
  }
  // The same tree with the distance of each state, which in the tree of a breadth-first search is its depth.
  [[nodiscard]] Streams partial() const {
    Streams script = lean();
    script.header.form = script::Form::partial;
    const Successors graph = successors_of(shape_);
    const Plain plain = *decode(script.of(Stream::rows), script.of(Stream::counts));
    std::vector<std::uint64_t> distances(graph.size(), graph.size());
    std::vector<std::uint32_t> near{0};
    distances[0] = 0;
    for (std::size_t i = 0; i < near.size(); ++i) {
      for (const std::uint32_t to : graph[near[i]]) {
        if (distances[to] != graph.size()) continue;
        distances[to] = distances[near[i]] + 1;
        near.push_back(to);
      }
    }
    std::vector<std::uint64_t> claims_before;  // for each state: bytes of claims before the one that enters it
    Bytes& claims = script.of(Stream::claims);
    const std::function<void(std::uint32_t)> enter = [&](std::uint32_t state) {
      const auto& row = plain.states[claims_before.size()].row;
      claims_before.push_back(claims.empty() ? 0 : claims.size() - 1);
      for (std::size_t i = 0; i < row.size(); ++i) {
        // Graphs are small: every claim is a byte.
        claims.push_back(static_cast<std::uint8_t>(distances[state] + 1 - distances[graph[state][i]]));
        if (row[i]) enter(graph[state][i]);
      }
    };
    enter(0);
    for (script::SyncPoint& point : script.points) {
      point.claims = claims_before[static_cast<std::size_t>(point.states)];
      for (std::size_t i = 0; i < point.path.size(); ++i) point.path[i].rank = i;
    }
    return script;
  }
  [[nodiscard]] Streams ids() const {
    const auto model = graphs(shape_)();
    record_ids(*model, scratch_.file("true"));
    return Streams::read(scratch_.file("true"));
  }
  // Notes whether it was certified.
  void expect_one_verdict(const Ways& ways, const std::string& told) {
    for (const Way& way : ways) {
      ASSERT_EQ(way.verdict, ways.front().verdict) << told << ": " << way.name << " and " << ways.front().name;
    }
    ++(ways.front().verdict == Verdict::certified || ways.front().verdict == Verdict::in_part ? certified_ : rejected_);
  }
  void expect_both() const {
    EXPECT_GT(certified_, 5u);
    EXPECT_GT(rejected_, 70u);
  }

  Scratch scratch_;
  graph::Edges shape_;
  unsigned certified_ = 0;
  unsigned rejected_ = 0;
};

TEST_F(Alike, lean_scripts) {
  const Certifier certify = [&](const Files& files, const Request& request) {
    return run_lean(graphs(shape_), files, request, Secret::draw());
  };
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    make(seed);
    Streams script = lean();
    const std::string told = Changer(seed).change(script, scratch_);
    script.write(scratch_.file("changed"));
    expect_one_verdict(ways_of_tree(graphs(shape_), scratch_.file("changed"), certify, scratch_),
                       "seed " + std::to_string(seed) + ", " + told);
  }
  expect_both();
}

TEST_F(Alike, partial_scripts) {
  const Certifier certify = [&](const Files& files, const Request& request) {
    return run_lean(graphs(shape_), files, request, Secret::draw());
  };
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    make(seed);
    Streams script = partial();
    const std::string told = Changer(seed).change(script, scratch_);
    script.write(scratch_.file("changed"));
    expect_one_verdict(ways_of_tree(graphs(shape_), scratch_.file("changed"), certify, scratch_),
                       "seed " + std::to_string(seed) + ", " + told);
  }
  expect_both();
}

TEST_F(Alike, trustful_scripts) {
  const Certifier certify = [&](const Files& files, const Request& request) {
    return run_trustful(graphs(shape_), files, request);
  };
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    make(seed);
    Streams script = trustful();
    const std::string told = Changer(seed).change(script, scratch_);
    script.write(scratch_.file("changed"));
    expect_one_verdict(ways_of_tree(graphs(shape_), scratch_.file("changed"), certify, scratch_),
                       "seed " + std::to_string(seed) + ", " + told);
  }
  expect_both();
}

TEST_F(Alike, ids_scripts) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    make(seed);
    Streams script = ids();
    const std::string told = Changer(seed).change(script, scratch_);
    script.write(scratch_.file("changed"));
    expect_one_verdict(ways_of_ids(graphs(shape_), scratch_.file("changed")),
                       "seed " + std::to_string(seed) + ", " + told);
  }
  expect_both();
}

// Numbers of two parts that are wrong, though their sums are right.
TEST_F(Alike, each_part_is_held_to_its_own_numbers) {
  make(3);
  lean().write(scratch_.file("whole"));
  for (int field = 0; field < 3; ++field) {
    const auto parts = parts_of(scratch_.file("whole"), 3, scratch_);
    ASSERT_TRUE(parts.has_value() && parts->size() == 3);
    Files forged = *parts;
    for (std::size_t i = 0; i < 2; ++i) {
      Streams part = Streams::read(scratch_.file("part" + std::to_string(i)));
      std::uint64_t& number = field == 0   ? part.header.states
                              : field == 1 ? part.header.transitions
                                           : part.header.depth;
      number += i == 0 ? 1 : ~std::uint64_t{0};
      part.write(scratch_.file("forged" + std::to_string(i)));
      forged[i] = open(scratch_.file("forged" + std::to_string(i)));
    }
    Ways ways;
    for (const unsigned jobs : {1u, 2u, 5u}) {
      ways.push_back(
          {"workers", run_lean(graphs(shape_), forged, by(jobs, only_the_script()), Secret::draw()).verdict});
    }
    in_tasks("tasks", graphs(shape_), forged, 3, script::IdsCut::slice, ways);
    expect_one_verdict(ways, "field " + std::to_string(field));
  }
  EXPECT_EQ(rejected_, 3u);
}

// Where a script lies and the program fails, what comes first in the walk is told, however many workers there are.
TEST_F(Alike, of_a_lie_and_a_violation_the_first_is_told) {
  unsigned violations = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    make(seed);
    Changer changer(seed);
    Streams tree = seed % 2 == 0 ? lean() : trustful();
    const std::string told = changer.change(tree, scratch_);
    tree.write(scratch_.file("changed"));
    Streams search = ids();
    if (!search.of(Stream::sizes).empty()) ++search.of(Stream::sizes)[changer.below(search.of(Stream::sizes).size())];
    search.write(scratch_.file("search"));
    graph::Edges failing = shape_;
    failing.kinds.clear();
    failing.kinds.emplace_back(static_cast<std::uint32_t>(1 + changer.below(9)), graph::Edges::Kind::fail);
    Request request = only_the_script();
    request.waived.clear();
    Ways trees;
    Ways searches;
    for (const unsigned jobs : {1u, 2u, 5u}) {
      const Files files = {open(scratch_.file("changed"))};
      const Result result = seed % 2 == 0 ? run_lean(graphs(failing), files, by(jobs, request), Secret::draw())
                                          : run_trustful(graphs(failing), files, by(jobs, request));
      trees.push_back({std::to_string(jobs), result.verdict});
      for (const script::IdsCut cut : {script::IdsCut::slice, script::IdsCut::subtree}) {
        const auto file = open(scratch_.file("search"));
        searches.push_back(
            {std::to_string(jobs), run_ids(graphs(failing), file, by(jobs, request), cut, Secret::draw()).verdict});
      }
    }
    expect_one_verdict(trees, "seed " + std::to_string(seed) + ", " + told);
    expect_one_verdict(searches, "seed " + std::to_string(seed) + ", ids");
    violations += trees.front().verdict == Verdict::violation ? 1 : 0;
  }
  EXPECT_GT(violations, 20u);
  EXPECT_LT(violations, 150u);
}

}  // namespace
}  // namespace waymark::certify
