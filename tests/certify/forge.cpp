// The forger's campaign: forge [--count N] [--seed N] [MODEL.pml ...]
// Takes true scripts of random graphs, with and without indivisible steps, and of the models given, and scripts about
// cycles of toys with several actors; tells every kind of lie, changes bytes of the streams and sync points, splices
// scripts; writes each with correct checksums, so that it reaches the walk; certifies it, by one or more workers; and
// asks an oracle whether that was right. Then it sets off bombs, scripts that are long to read, under a limit of time.
// Ends with 1 if a forgery was accepted that is none of the true scripts of its program, or a true one rejected, or a
// bomb was certified or ignored the limit.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <random>
#include <string>

#include "base/stop.hpp"
#include "base/watch.hpp"
#include "bombs.hpp"
#include "certify/ids.hpp"
#include "certify/lean.hpp"
#include "forge_cycles.hpp"
#include "forger.hpp"
#include "ids_recording.hpp"
#include "oracle.hpp"
#include "partial_forger.hpp"
#include "promela/executor.hpp"
#include "promela/program/compile.hpp"
#include "promela/syntax/parse.hpp"
#include "recording.hpp"

namespace waymark::certify {
namespace {

using Bytes = std::vector<std::uint8_t>;

struct Subject {
  std::string name;
  Factory factory;
  Successors successors;
  script::Header header;
  Plain truth;
  Bytes rows;
  Bytes counts;
  std::vector<script::SyncPoint> syncs;
  PlainIds ids;
  Bytes steps;
  Bytes numbers;
};

struct Tally {
  std::uint64_t forgeries = 0;
  std::uint64_t before_walk = 0;  // malformed sync points, or steps that cannot be cut into subtrees
  std::uint64_t rejected_in_walk = 0;
  std::uint64_t rejected_at_end = 0;
  std::uint64_t still_true = 0;
  std::uint64_t sync_refused = 0;  // a true script whose sync points lie
  std::uint64_t wrong = 0;
  double slowest = 0;
};

Subject make_subject(std::string name, Factory factory, std::size_t most, const Scratch& scratch) {
  Subject subject;
  subject.name = std::move(name);
  subject.factory = std::move(factory);
  auto successors = Exploration::of(*subject.factory(), most);
  CHECK(successors.has_value());
  subject.successors = std::move(*successors);
  // Sync points close together, so that small scripts have some.
  base::Budget budget(std::uint64_t{4} << 30);
  store::Exact store(budget);
  observe::LeanRecorder recorder(budget, {.most = 20, .between = 5});
  search::Limits limits;
  limits.errors = 0;
  const auto model = subject.factory();
  static_cast<void>(search::BreadthFirst({*model, &store, budget, limits, search::Judged{}, {&recorder}}).run());
  CHECK(recorder.write(scratch.file("true"), plain_header()));
  const auto file = open(scratch.file("true"));
  subject.header = file->header();
  subject.rows = all_bytes(file, script::Stream::rows);
  subject.counts = all_bytes(file, script::Stream::counts);
  subject.truth = *decode(subject.rows, subject.counts);
  CHECK(oracle_accepts(subject.successors, subject.truth));
  script::SyncReader reader(file, 1 << 26);
  while (const script::SyncPoint* point = reader.next()) subject.syncs.push_back(*point);
  const auto again = subject.factory();
  record_ids(*again, scratch.file("true"));
  subject.ids = decode_ids(scratch.file("true"));
  subject.steps = all_bytes(open(scratch.file("true")), script::Stream::steps);
  subject.numbers = all_bytes(open(scratch.file("true")), script::Stream::ids);
  CHECK(oracle_accepts(subject.successors, subject.ids.steps));
  return subject;
}

class Campaign {
 public:
  explicit Campaign(std::uint64_t seed)
      : random_(seed), forger_(seed), ids_forger_(seed), cycles_forger_(seed, heard_of_cycles()) {}

  void round(const Subject& subject, const Subject& other) {
    for (unsigned kind = 0; kind < Forger::kinds; ++kind) {
      Plain forged = subject.truth;
      if (!forger_.forge(forged, kind)) continue;
      std::string told = Forger::name(kind);
      const bool more = below(3) == 0;
      if (more && forger_.forge(forged, static_cast<unsigned>(below(Forger::kinds)))) told = "several lies";
      encode(forged, scratch_.file("forged"));
      const auto file = open(scratch_.file("forged"));
      judge_it(told, subject, all_bytes(file, script::Stream::rows), all_bytes(file, script::Stream::counts), {},
               file->header(), 1);
    }
    bytes("a byte of the rows", subject, true);
    bytes("a byte of the counts", subject, false);
    splice(subject, other);
    ids(subject, other);
    for (int i = 0; i < 3; ++i) sync(subject);
    cycles_forger_.round();
  }
  [[nodiscard]] const std::map<std::string, Tally>& tallies() const { return tallies_; }

 private:
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }

  void bytes(const char* told, const Subject& subject, bool rows) {
    Bytes forged[2] = {subject.rows, subject.counts};
    Bytes& stream = forged[rows ? 0 : 1];
    for (std::size_t changes = 1 + below(3); changes > 0; --changes) {
      const std::size_t at = below(stream.size());
      switch (below(4)) {
        case 0:
          stream[at] = static_cast<std::uint8_t>(random_());
          break;
        case 1:
          stream[at] ^= static_cast<std::uint8_t>(1u << below(8));
          break;
        case 2:
          stream.insert(stream.begin() + static_cast<std::ptrdiff_t>(at), static_cast<std::uint8_t>(random_()));
          break;
        default:
          if (stream.size() > 1) stream.erase(stream.begin() + static_cast<std::ptrdiff_t>(at));
      }
    }
    judge_it(told, subject, forged[0], forged[1], {}, subject.header, 1);
  }
  void splice(const Subject& subject, const Subject& other) {
    const auto join = [&](const Bytes& one, const Bytes& two) {
      Bytes out(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(below(one.size() + 1)));
      out.insert(out.end(), two.begin() + static_cast<std::ptrdiff_t>(below(two.size() + 1)), two.end());
      return out;
    };
    judge_it("a splice", subject, join(subject.rows, other.rows), join(subject.counts, other.counts), {},
             subject.header, 1);
    judge_it("a splice", subject, join(subject.rows, subject.rows), join(subject.counts, subject.counts), {},
             subject.header, 1);
  }
  void sync(const Subject& subject) {
    if (subject.syncs.empty()) return;
    auto syncs = subject.syncs;
    script::SyncPoint& point = syncs[below(syncs.size())];
    std::uint64_t* const numbers[] = {&point.rows, &point.counts, &point.states, &point.transitions};
    switch (below(7)) {
      case 0:
        *numbers[below(4)] += 1 + below(3);
        break;
      case 1:
        std::swap(point.path, syncs[below(syncs.size())].path);
        break;
      case 2:
        if (!point.path.empty()) ++point.path[below(point.path.size())].taken;
        break;
      case 3:
        if (!point.path.empty()) ++point.path[below(point.path.size())].count;
        break;
      case 4:
        if (!point.path.empty()) {
          Bytes& row = point.path[below(point.path.size())].row;
          row[below(row.size())] ^= static_cast<std::uint8_t>(1u << below(7));
        }
        break;
      case 5:
        // A hole: the walk is to go on from a later place.
        point = syncs[below(syncs.size())];
        break;
      default:
        if (!point.path.empty()) point.path.pop_back();
    }
    Plain forged = subject.truth;
    Bytes rows = subject.rows;
    Bytes counts = subject.counts;
    if (below(3) == 0 && forger_.forge(forged, static_cast<unsigned>(below(Forger::kinds)))) {
      encode(forged, scratch_.file("forged"));
      const auto file = open(scratch_.file("forged"));
      rows = all_bytes(file, script::Stream::rows);
      counts = all_bytes(file, script::Stream::counts);
    }
    judge_it("sync points", subject, rows, counts, syncs, subject.header, 1 + static_cast<unsigned>(below(3)));
  }

  // Every kind of lie about the steps of a depth-first search; bytes of its streams; splices.
  void ids(const Subject& subject, const Subject& other) {
    for (unsigned kind = 0; kind < IdsForger::kinds; ++kind) {
      PlainIds forged = subject.ids;
      if (!ids_forger_.forge(forged, kind)) continue;
      std::string told = IdsForger::name(kind);
      if (below(3) == 0 && !forged.steps.empty() &&
          ids_forger_.forge(forged, static_cast<unsigned>(below(IdsForger::kinds)))) {
        told = "ids: several lies";
      }
      encode_ids(forged, scratch_.file("forged"));
      judge_ids(told, subject, kind >= 13 || told == "ids: several lies");
    }
    const auto join = [&](const Bytes& one, const Bytes& two) {
      Bytes out(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(below(one.size() + 1)));
      out.insert(out.end(), two.begin() + static_cast<std::ptrdiff_t>(below(two.size() + 1)), two.end());
      return out;
    };
    const auto change = [&](Bytes bytes) {
      if (!bytes.empty()) bytes[below(bytes.size())] ^= static_cast<std::uint8_t>(1 + below(255));
      return bytes;
    };
    const auto write = [&](const Bytes& steps, const Bytes& numbers) {
      script::Writer writer(scratch_.file("forged"));
      writer.bytes(script::Stream::steps, steps);
      writer.bytes(script::Stream::ids, numbers);
      script::Header header = header_of(subject.ids.steps);
      CHECK(writer.finish(header));
    };
    write(change(subject.steps), subject.numbers);
    judge_ids("ids: a byte of the steps", subject, true);
    write(subject.steps, change(subject.numbers));
    judge_ids("ids: a byte of the numbers", subject, true);
    write(join(subject.steps, other.steps), join(subject.numbers, other.numbers));
    judge_ids("ids: a splice", subject, true);
  }

  // Where it was rejected.
  static std::uint64_t& rejected(Tally& tally, const Result& result) {
    if (result.figures.states == 0 && result.choices.empty()) return tally.before_walk;
    return result.choices.empty() && result.figures.states > 1 ? tally.rejected_at_end : tally.rejected_in_walk;
  }

  // `refusable`: marks, Subgraphs list or header may be what a true script is refused for.
  void judge_ids(const std::string& told, const Subject& subject, bool refusable) {
    const auto file = open(scratch_.file("forged"));
    const auto steps = decode_ids(all_bytes(file, script::Stream::steps), all_bytes(file, script::Stream::ids));
    const bool truly = steps.has_value() && oracle_accepts(subject.successors, *steps);
    refusable = refusable || (truly && header_of(*steps).states != file->header().states);
    Request request = only_the_script();
    request.memory = 1 << 26;
    request.jobs = 1 + static_cast<unsigned>(below(3));
    const auto cut = below(2) == 0 ? script::IdsCut::slice : script::IdsCut::subtree;
    const auto begin = std::chrono::steady_clock::now();
    const Result result = run_ids(subject.factory, file, request, cut, Secret::draw());
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    Tally& tally = tallies_[told];
    ++tally.forgeries;
    tally.slowest = std::max(tally.slowest, seconds);
    const bool certified = result.verdict == Verdict::certified;
    if (certified && truly) {
      ++tally.still_true;
    } else if (result.verdict == Verdict::rejected && truly && refusable) {
      ++tally.sync_refused;
    } else if (result.verdict == Verdict::rejected && !truly) {
      ++rejected(tally, result);
    } else {
      ++tally.wrong;
      fmt::print(stderr, "WRONG: {}: {}: verdict {}, oracle {}: {}\n", subject.name, told,
                 static_cast<int>(result.verdict), truly, result.why);
    }
  }

  void judge_it(const std::string& told, const Subject& subject, const Bytes& rows, const Bytes& counts,
                const std::vector<script::SyncPoint>& syncs, const script::Header& header, unsigned jobs) {
    {
      script::Writer writer(scratch_.file("forged"));
      writer.bytes(script::Stream::rows, rows);
      writer.bytes(script::Stream::counts, counts);
      script::SyncWriter sync_writer(writer);
      for (const script::SyncPoint& point : syncs) sync_writer.add(point);
      CHECK(writer.finish(header));
    }
    const auto plain = decode(rows, counts);
    const bool truly = plain.has_value() && oracle_accepts(subject.successors, *plain);
    Request request = only_the_script();
    request.memory = 1 << 26;
    request.jobs = jobs;
    const auto begin = std::chrono::steady_clock::now();
    const Result result = run_lean(subject.factory, {open(scratch_.file("forged"))}, request, Secret::draw());
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    Tally& tally = tallies_[told];
    ++tally.forgeries;
    tally.slowest = std::max(tally.slowest, seconds);
    const bool certified = result.verdict == Verdict::certified;
    // A splice may be true and have another number of states than the header it came with says.
    const bool wrong_header = truly && plain->states.size() != header.states;
    if (certified && truly) {
      ++tally.still_true;
    } else if (!certified && truly && (!syncs.empty() || wrong_header)) {
      ++tally.sync_refused;
    } else if (result.verdict == Verdict::rejected && !truly) {
      ++rejected(tally, result);
    } else {
      ++tally.wrong;
      fmt::print(stderr, "WRONG: {}: {}: verdict {}, oracle {}: {}\n", subject.name, told,
                 static_cast<int>(result.verdict), truly, result.why);
    }
  }

  ForgedCycles heard_of_cycles() {
    return [this](const std::string& told, bool truly, bool refusable, const Result& result, double seconds) {
      Tally& tally = tallies_[told];
      ++tally.forgeries;
      tally.slowest = std::max(tally.slowest, seconds);
      if (result.verdict == Verdict::certified && truly) {
        ++tally.still_true;
      } else if (result.verdict == Verdict::rejected && truly && refusable) {
        ++tally.sync_refused;
      } else if (result.verdict == Verdict::rejected && !truly) {
        ++rejected(tally, result);
      } else {
        ++tally.wrong;
        fmt::print(stderr, "WRONG: {}: verdict {}, oracle {}: {}\n", told, static_cast<int>(result.verdict), truly,
                   result.why);
      }
    };
  }

  std::mt19937_64 random_;
  Forger forger_;
  IdsForger ids_forger_;
  CyclesForger cycles_forger_;
  Scratch scratch_;
  std::map<std::string, Tally> tallies_;
};

// A bomb's verdict, within a limit of so many seconds.
Result set_off(const Bombed& bomb, const Factory& factory, double seconds, unsigned jobs) {
  base::Stop stop;
  const base::Watch watch(stop, {seconds, std::uint64_t{1} << 30, nullptr});
  Request request = only_the_script();
  request.stop = &stop;
  request.jobs = jobs;
  try {
    Files files;
    script::Fault fault;
    for (const std::string& path : bomb.files) files.push_back(script::File::open(path, fault, &stop));
    if (files.front() == nullptr) return certify::rejected(fault.why);
    if (bomb.form == script::Form::ids) {
      return run_ids(factory, files.front(), request, script::IdsCut::subtree, Secret::draw());
    }
    return run_lean(factory, files, request, Secret::draw());
  } catch (const base::Stopped& early) {
    return stopped(early);
  }
}

// How many were certified or ignored the limit.
std::uint64_t set_off_all(const Scratch& scratch) {
  constexpr double seconds = 0.3;
  constexpr double patience = 10;  // against hanging only; the slowest is told
  const Factory circle = [] {
    return std::make_unique<graph::Graph>(
        std::initializer_list<std::pair<std::uint32_t, std::uint32_t>>{{0, 1}, {1, 0}});
  };
  const Bombs bombs(scratch.file(""), plain_header());
  std::uint64_t runs = 0;
  std::uint64_t wrong = 0;
  double slowest = 0;
  for (const Bombed& bomb : bombs.all()) {
    for (const unsigned jobs : {1u, 2u}) {
      const auto begin = std::chrono::steady_clock::now();
      const Result result = set_off(bomb, circle, seconds, jobs);
      const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      slowest = std::max(slowest, took);
      ++runs;
      if (result.verdict != Verdict::certified && took < patience) continue;
      ++wrong;
      fmt::print(stderr, "WRONG: bomb {}, {} workers: verdict {} after {:.1f} s: {}\n", bomb.name, jobs,
                 static_cast<int>(result.verdict), took, result.why);
    }
  }
  fmt::print("\n{} bombs under a limit of {} s: {} wrong, slowest {:.2f} s\n", runs, seconds, wrong, slowest);
  return wrong;
}

int run(std::uint64_t count, std::uint64_t seed, const std::vector<std::string>& models) {
  const Scratch scratch;
  std::mt19937_64 random(seed);
  std::vector<Subject> real;
  for (const std::string& path : models) {
    const auto compiled = promela::compile(promela::parse_file(path, {}));
    const Factory factory = [compiled] { return std::make_unique<promela::Executor>(compiled); };
    real.push_back(make_subject(path, factory, 100'000, scratch));
    fmt::print("{}: {} states\n", path, real.back().successors.size());
  }
  Campaign campaign(seed);
  const auto total = [&] {
    std::uint64_t sum = 0;
    for (const auto& [told, tally] : campaign.tallies()) sum += tally.forgeries;
    return sum;
  };
  std::optional<Subject> before;
  for (std::uint64_t round = 0; total() < count; ++round) {
    const auto states = static_cast<std::uint32_t>(2 + random() % 40);
    graph::Edges shape = graph::random_graph(states, states + static_cast<std::uint32_t>(random() % 90), random());
    if (round % 3 == 0) shape = with_passing(shape, random);
    Subject subject = make_subject(fmt::format("random graph {}", round), graphs(shape), 1000, scratch);
    campaign.round(subject, before.has_value() ? *before : subject);
    before = std::move(subject);
    if (!real.empty() && round % 10 == 0) {
      campaign.round(real[round / 10 % real.size()], real[(round / 10 + 1) % real.size()]);
    }
  }
  fmt::print("\n{:<32}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>8}{:>10}\n", "lie", "forged", "before", "in walk",
             "at end", "true", "refused", "WRONG", "slowest");
  Tally sum;
  for (const auto& [told, tally] : campaign.tallies()) {
    fmt::print("{:<32}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>8}{:>8.3f} s\n", told, tally.forgeries, tally.before_walk,
               tally.rejected_in_walk, tally.rejected_at_end, tally.still_true, tally.sync_refused, tally.wrong,
               tally.slowest);
    sum.forgeries += tally.forgeries;
    sum.before_walk += tally.before_walk;
    sum.rejected_in_walk += tally.rejected_in_walk;
    sum.rejected_at_end += tally.rejected_at_end;
    sum.still_true += tally.still_true;
    sum.sync_refused += tally.sync_refused;
    sum.wrong += tally.wrong;
    sum.slowest = std::max(sum.slowest, tally.slowest);
  }
  for (const auto& [told, tally] : forge_partial(count / 10, seed)) {
    fmt::print("{:<32}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>8}{:>8.3f} s\n", told, tally.forgeries, "", tally.rejected,
               "", tally.still_true, "", tally.wrong, tally.slowest);
    sum.forgeries += tally.forgeries;
    sum.rejected_in_walk += tally.rejected;
    sum.still_true += tally.still_true;
    sum.wrong += tally.wrong;
    sum.slowest = std::max(sum.slowest, tally.slowest);
  }
  fmt::print("{:<32}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>8}{:>8.3f} s\n", "all", sum.forgeries, sum.before_walk,
             sum.rejected_in_walk, sum.rejected_at_end, sum.still_true, sum.sync_refused, sum.wrong, sum.slowest);
  fmt::print(
      "\nAll had correct checksums. 'before': refused before a worker began, because sync points or steps cannot be "
      "cut\n"
      "into tasks; all others reached the walk. 'in walk': rejected on the spot; 'at end': by the products, or when "
      "tasks\n"
      "were joined; 'true': the oracle says that it describes the full graph, and it was certified; 'refused': it "
      "does,\n"
      "but its sync points, marks, Subgraphs list or header lie. Of partial scripts all that were rejected count as "
      "'in "
      "walk'.\n");
  return sum.wrong + set_off_all(scratch) == 0 ? 0 : 1;
}

}  // namespace
}  // namespace waymark::certify

int main(int argc, char** argv) {
  std::uint64_t count = 100'000;
  std::uint64_t seed = 1;
  std::vector<std::string> models;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--count" && i + 1 < argc) {
      count = std::strtoull(argv[++i], nullptr, 10);
    } else if (word == "--seed" && i + 1 < argc) {
      seed = std::strtoull(argv[++i], nullptr, 10);
    } else {
      models.push_back(word);
    }
  }
  return waymark::certify::run(count, seed, models);
}
