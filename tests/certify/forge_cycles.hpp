// Forged scripts of cycles: lies about ranks, sets, counts and rows, bytes of all streams, sync points and splices;
// each is certified, and an oracle says whether it should have been. For the forger's campaign and the tests.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <random>
#include <string>

#include "acting.hpp"
#include "labelled.hpp"
#include "model/movers.hpp"
#include "observe/cycles_recorder.hpp"

namespace waymark::certify {

using observe::CyclesRecorder;

// By a search that expands states together from the first one on, or from where searches do unless told otherwise.
enum class Batches { always, as_usual };
inline CyclesRecorder::Answer record_cycles(const Factory& factory, bool fair, const std::string& path,
                                            std::uint64_t memory = std::uint64_t{1} << 30,
                                            const observe::SyncSpacing& spacing = {},
                                            Batches batches = Batches::always) {
  base::Budget budget(std::uint64_t{1} << 30);
  base::Budget recording(memory);
  std::unique_ptr<model::Model> model = factory();
  model::Movers* movers = nullptr;
  if (fair) {
    auto layer = std::make_unique<model::Movers>(std::move(model), recording);
    movers = layer.get();
    model = std::move(layer);
  }
  store::Exact store(budget);
  CyclesRecorder recorder(recording, movers, spacing);
  search::Judged judged;
  judged.deadlock = false;
  search::BreadthFirst search({*model, &store, budget, {}, judged}, &recorder);
  if (batches == Batches::always) search.batch_threshold(0);
  CHECK(search.run().verdict == search::Verdict::holds);
  const CyclesRecorder::Answer answer = recorder.write(path, plain_header());
  CHECK((answer == CyclesRecorder::Answer::failed) == !recorder.why().empty());
  return answer;
}

inline Request cycles_request(bool fair, unsigned jobs = 1) {
  Request request = only_the_script();
  request.fair = fair;
  request.jobs = jobs;
  return request;
}

inline FairTo fairness_of(const Explored& all) {
  return
      [&all](std::uint32_t state, std::size_t i, std::uint64_t actor) { return all.movers[state][i].fair_to(actor); };
}

// Every lie about ranks, sets, counts and rows.
inline void change(Labelled& script, std::mt19937_64& random) {
  const auto below = [&](std::uint64_t n) { return random() % n; };
  Labelled::State& state = script.states[below(script.states.size())];
  Label* const claim = state.claims.empty() ? &state.label : &state.claims[below(state.claims.size())];
  const std::uint64_t by = 1 + below(2);
  switch (below(8)) {
    case 0:
      claim->rank += by;
      break;
    case 1:
      claim->rank -= std::min(claim->rank, by);
      break;
    case 2:
      claim->set = below(5);
      break;
    case 3:
      state.label.set = below(5);
      break;
    case 4:
      state.count += by;
      break;
    case 5:
      state.count -= std::min(by, state.count);
      break;
    case 6: {
      const std::uint64_t set = below(4);
      for (Labelled::State& all : script.states) {
        all.label.set = set;
        for (Label& one : all.claims) one.set = set;
      }
      break;
    }
    default:
      for (Labelled::State& all : script.states) {
        all.label.rank = by;
        for (Label& one : all.claims) one.rank = by;
      }
  }
}

// Hears of each forgery: what was told, whether it is a true script all the same, whether such a one may be refused for
// what else it says (sync points, header), what the certifier made of it, and how long that took.
using ForgedCycles = std::function<void(const std::string& told, bool truly, bool refusable, const Result&, double)>;

class CyclesForger {
 public:
  CyclesForger(std::uint64_t seed, ForgedCycles heard) : random_(seed), heard_(std::move(heard)) {}

  // Forges scripts of one toy, if it has any.
  void round() {
    seed_ = static_cast<unsigned>(random_());
    fair_ = below(2) == 0;
    factory_ = acting(seed_);
    if (record_cycles(factory_, fair_, file(), std::uint64_t{1} << 30, {.most = 20, .between = 3}) !=
        CyclesRecorder::Answer::written) {
      return;
    }
    all_ = Explored::of(*factory_());
    const auto true_file = open(file());
    header_ = true_file->header();
    rows_ = all_bytes(true_file, script::Stream::rows);
    counts_ = all_bytes(true_file, script::Stream::counts);
    const Bytes other = std::exchange(claims_, all_bytes(true_file, script::Stream::claims));
    syncs_.clear();
    script::SyncReader reader(true_file, 1 << 26);
    while (const script::SyncPoint* point = reader.next()) syncs_.push_back(*point);
    for (int i = 0; i < 10; ++i) lies();
    for (int i = 0; i < 3; ++i) bytes("cycles: a byte of the claims", claims_);
    bytes("cycles: a byte of the rows", rows_);
    bytes("cycles: a byte of the counts", counts_);
    if (!other.empty()) splice(other);
    for (int i = 0; i < 3; ++i) sync();
  }

 private:
  using Bytes = std::vector<std::uint8_t>;

  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }
  [[nodiscard]] std::string file() const { return scratch_.file("forged"); }

  void lies() {
    Labelled script = *decode_labelled(rows_, counts_, claims_);
    for (std::size_t count = below(4); count > 0; --count) change(script, random_);
    settle(script);
    if (encode(script, file())) judge("cycles: lies about ranks", script, false);
  }
  // Changes one of the streams, and then puts it back.
  void bytes(const char* told, Bytes& stream) {
    const Bytes before = stream;
    for (std::size_t changes = 1 + below(2); changes > 0; --changes) {
      const auto at = static_cast<std::ptrdiff_t>(below(stream.size()));
      switch (below(4)) {
        case 0:
          stream[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(below(4));
          break;
        case 1:
          stream[static_cast<std::size_t>(at)] ^= static_cast<std::uint8_t>(1u << below(8));
          break;
        case 2:
          stream.insert(stream.begin() + at, static_cast<std::uint8_t>(below(4)));
          break;
        default:
          if (stream.size() > 1) stream.erase(stream.begin() + at);
      }
    }
    write_and_judge(told, {});
    stream = before;
  }
  void splice(const Bytes& other) {
    const Bytes before = claims_;
    claims_.resize(below(claims_.size() + 1));
    claims_.insert(claims_.end(), other.begin() + static_cast<std::ptrdiff_t>(below(other.size())), other.end());
    write_and_judge("cycles: a splice", {});
    claims_ = before;
  }
  void sync() {
    if (syncs_.empty()) return;
    auto syncs = syncs_;
    script::SyncPoint& point = syncs[below(syncs.size())];
    script::PathNode none;
    script::PathNode& node = point.path.empty() ? none : point.path[below(point.path.size())];
    switch (below(5)) {
      case 0:
        point.claims += 1 + below(2);
        break;
      case 1:
        ++node.rank;
        break;
      case 2:
        node.rank -= std::min<std::uint64_t>(node.rank, 1);
        break;
      case 3:
        node.set = below(4);
        break;
      default:
        point.claims -= std::min<std::uint64_t>(point.claims, 1);
    }
    write_and_judge("cycles: sync points", syncs);
  }

  void write_and_judge(const std::string& told, const std::vector<script::SyncPoint>& syncs) {
    {
      script::Writer writer(file());
      writer.bytes(script::Stream::rows, rows_);
      writer.bytes(script::Stream::counts, counts_);
      writer.bytes(script::Stream::claims, claims_);
      script::SyncWriter sync_writer(writer, script::Form::cycles);
      for (const script::SyncPoint& point : syncs) sync_writer.add(point);
      CHECK(writer.finish(header_));
    }
    judge(told, decode_labelled(rows_, counts_, claims_), !syncs.empty());
  }
  void judge(const std::string& told, const std::optional<Labelled>& script, bool refusable) {
    std::vector<bool> explored;
    const FairTo fairness = fair_ ? fairness_of(all_) : FairTo{};
    const bool truly = script && oracle_accepts(all_.graph, all_.accepting, *script, explored, fairness);
    // What a true script shows must be so.
    CHECK(!truly || !all_.has_accepting_cycle(fair_));
    const auto forged = open(file());
    refusable = refusable || (script && script->states.size() != forged->header().states);
    Request request = cycles_request(fair_, 1 + static_cast<unsigned>(below(3)));
    request.memory = 1 << 26;
    const auto begin = std::chrono::steady_clock::now();
    const Result result = run_lean(factory_, {forged}, request, Secret::draw());
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    heard_(told, truly, refusable, result, took.count());
  }

  std::mt19937_64 random_;
  ForgedCycles heard_;
  Scratch scratch_;
  // Of the toy at hand:
  unsigned seed_ = 0;
  bool fair_ = false;
  Factory factory_;
  Explored all_;
  script::Header header_;
  Bytes rows_, counts_, claims_;
  std::vector<script::SyncPoint> syncs_;
};

}  // namespace waymark::certify
