#include "check/certify/certification.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "base/quantities.hpp"
#include "certify/explain.hpp"
#include "certify/ids.hpp"
#include "certify/lean.hpp"
#include "certify/secret.hpp"
#include "certify/trustful.hpp"
#include "check/certify/script_kind.hpp"
#include "check/certify/script_program.hpp"
#include "check/lift/exchanges.hpp"
#include "check/plan/unproved.hpp"
#include "load/exchanges.hpp"
#include "load/load.hpp"
#include "script/signature.hpp"

namespace waymark::check {

namespace {

constexpr std::uint64_t most_key_bytes = 1000;

certify::StepInvariant step_invariant(const std::string& text) {
  const std::size_t arrow = text.find("=>");
  if (arrow == std::string::npos) {
    throw base::InputError(
        fmt::format("waymark: error: --step-invariant '{}': BEFORE=>AFTER is expected, two conditions", text));
  }
  return {text.substr(0, arrow), text.substr(arrow + 2)};
}

}  // namespace

std::string signature_path(const std::string& script, const std::string& signature) {
  return signature.empty() ? script + ".sig" : signature;
}

bool signature_is_good(const script::File& file, const std::string& path, const std::string& key,
                       const std::string& signature) {
  const auto trusted = script::read_public_key(base::read_file(key, most_key_bytes));
  if (!trusted.has_value()) throw base::InputError(key + ": error: is not a public key");
  const std::string beside = signature_path(path, signature);
  const auto signed_by = script::read_signature(base::read_file(beside, most_key_bytes));
  if (!signed_by.has_value()) throw base::InputError(beside + ": error: is not a signature");
  return script::verify(file, *signed_by, *trusted);
}

Certification::Certification(CertificationSettings settings, std::uint64_t memory, const base::Stop& stop,
                             const Team& team)
    : settings_(std::move(settings)), memory_(memory), stop_(stop), team_(team) {
  settings_.program.promela.sliced = settings_.slice && !settings_.program.promela.abstract.empty();
  team_.together([this] { program_ = load::load(settings_.program, &stop_); });
  team_.refuse_strangers(program_);
  settings_.scripts = team_.share_files(settings_.scripts);
  Properties asked = settings_.properties;
  const std::vector<CycleProperty> cycles = asked_cycles(asked, program_);
  if (cycles.empty()) asked.fair = false;  // then a script says which cycles there are
  options::refuse_conflict(parts_of(asked, cycles, program_));
}

Result Certification::run(certify::Progress& progress) {
  const auto began = std::chrono::steady_clock::now();
  const certify::Result answer = certify(progress);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  const bool wrong = answer.verdict == certify::Verdict::violation || answer.verdict == certify::Verdict::rejected;
  if (wrong) way_ = answer.choices;
  if (wrong && program_.symmetry != nullptr) way_ = plain_choices(way_, program_, &stop_);
  Result result;
  result.program = program_.path;
  result.actors = program_.actors;
  result.view = program_.view;
  result.script_file = settings_.merge.empty() ? settings_.scripts.front() : settings_.run;
  result.scripts = settings_.scripts;
  result.reduced = program_.reduced;
  if (!program_.library.how.empty()) result.library = program_.reduced ? program_.library.how : "steps";
  result.states = answer.figures.states;
  result.explored = answer.figures.states - answer.figures.frontier;
  result.transitions = answer.figures.transitions;
  result.depth = answer.figures.depth;
  result.seconds = took.count();
  result.memory_bytes = answer.figures.path_bytes;
  if (answer.verdict == certify::Verdict::certified || answer.verdict == certify::Verdict::in_part) {
    result.rests_on = program_.rests_on;
    for (const auto& [states, transitions] : progress.works()) result.tasks.push_back({states, transitions});
  }
  if (preemptions_) result.preemptions = {*preemptions_, true, {}};
  if (program_.symmetry != nullptr) {
    result.symmetry = program_.symmetry->groups;
    result.notes.push_back(tell_symmetry(program_));
  }
  tell_answer(answer, result);
  tell_judged(result);
  if (const std::string note = tell_unstarted(settings_.jobs); !note.empty()) result.notes.push_back(note);
  if (result.verdict == Verdict::certified) tell_unanswered(result);
  return result;
}

std::unique_ptr<model::Model> Certification::make_told() const {
  return program_.symmetry != nullptr ? program_.symmetry->plain() : program_.make();
}

certify::Result Certification::certify(certify::Progress& progress) {
  if (std::string why = open_scripts(); !why.empty()) return certify::rejected(std::move(why));
  std::uint64_t states = 0;
  const bool all = settings_.task.empty() && settings_.audit == 0;
  for (const auto& file : files_) states += all ? file->header().states : 0;
  progress.expect(states);
  const certify::Request asked = request(progress);
  if (settings_.trustful) return certify_trustful(asked);
  if (!settings_.task.empty()) return run_task(asked);
  if (!settings_.merge.empty()) return merge_tasks(asked);
  return team_.alone() ? certify_alone(asked) : run_tasks_of_team(asked);
}

std::string Certification::open_scripts() {
  for (const std::string& path : settings_.scripts) {
    std::string why;
    files_.push_back(open_script(path, why, stop_));
    if (!files_.back()) return why;
    const script::Header& header = files_.back()->header();
    if (files_.size() == 1) why = derive_program(header);
    if (why.empty()) why = mismatch(header, program_);
    if (!why.empty()) return why;
  }
  return "";
}

std::string Certification::derive_program(const script::Header& header) {
  std::string why;
  const std::optional<load::Derivation> asked = derivation_of(header, why);
  if (!asked) return why;
  const load::Source made = load::as_made(settings_.program, *asked);
  const load::Source& asked_for = settings_.program;
  const bool otherwise = made.java.library != asked_for.java.library || made.promela.sliced != asked_for.promela.sliced;
  if (otherwise) program_ = load::load(made, &stop_);
  ScriptKind script{settings_.scripts.front(), header.form, false, asked->slice.has_value()};
  if (script.sliced)
    options::refuse_conflict(parts_of(settings_, script));  // here, since the whole program is another one
  const load::Program plain = program_;
  if (why = derive(program_, header, *asked, stop_); !why.empty()) return why;
  cycles_ = asked->cycles;
  preemptions_ = asked->preemptions;
  script.reduced = program_.reduced;
  script.symmetric = program_.symmetry != nullptr;
  options::refuse_conflict(
      parts_of(settings_, script));  // only now: a script that does not fit the program is rejected first
  if (settings_.trustful) refuse_unvouched(settings_.properties, named_in(header.assumptions));
  std::vector<std::string> judged = settings_.properties.invariants;
  for (const std::string& text : settings_.properties.step_invariants) {
    const certify::StepInvariant step = step_invariant(text);
    judged.insert(judged.end(), {step.before, step.after});
  }
  refuse_unshown(judged, program_);
  if (asked->reduction && !cycles_) refuse_invisible(settings_.properties, asked->reduction->visible);
  if (asked->slice && cycles_ && !asked->slice->include(*cycles_)) {
    return "it is of a slice that was made without regard to what it shows";
  }
  if (asked->slice && !cycles_) refuse_cut_away(settings_.properties, *asked->slice);
  refuse_unproved(settings_.properties, plain, cycles_);
  return "";
}

certify::Request Certification::request(certify::Progress& progress) const {
  certify::Request request;
  const search::Judged what = cycles_ ? judged_beside_cycles() : judged(settings_.properties);
  request.deadlock = what.deadlock;
  request.waived = what.waived;
  request.fair = cycles_ && cycles_->fair;
  request.invariants = settings_.properties.invariants;
  for (const std::string& text : settings_.properties.step_invariants) {
    request.step_invariants.push_back(step_invariant(text));
  }
  request.count = settings_.count;
  request.memory = memory_;
  request.jobs = workers(settings_.jobs);
  request.stop = &stop_;
  request.progress = &progress;
  return request;
}

certify::Result Certification::certify_trustful(const certify::Request& request) const {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (signature_is_good(*files_[i], settings_.scripts[i], settings_.key, settings_.signature)) continue;
    return certify::rejected(fmt::format("its signature is not one by {}", settings_.key));
  }
  return certify::run_trustful(program_.make, files_, request);
}

certify::Result Certification::certify_alone(const certify::Request& request) const {
  // The scripts are read and hashed; only now is the secret drawn.
  const certify::Secret secret = certify::Secret::draw();
  if (files_.size() == 1 && files_.front()->header().form == script::Form::ids) {
    return certify::run_ids(program_.make, files_.front(), request, settings_.cut, secret);
  }
  certify::Result answer = certify::run_lean(program_.make, files_, request, secret);
  if (answer.verdict != certify::Verdict::rejected || !settings_.explain) return answer;
  try {
    certify::Request again = request;
    again.progress = nullptr;  // the figures of the first walk stand
    return certify::explain_lean(program_.make, files_, again, secret);
  } catch (const base::Stopped&) {
    return answer;  // it is rejected all the same
  }
}

void Certification::tell_answer(const certify::Result& answer, Result& result) const {
  result.detail = answer.why;
  if (answer.figures.entries != 0 && answer.verdict == certify::Verdict::certified && settings_.task.empty()) {
    result.notes.push_back(fmt::format(
        "At most {} fingerprints were kept at a time, {:.1f}% of all states.", base::grouped(answer.figures.entries),
        100.0 * static_cast<double>(answer.figures.entries) / static_cast<double>(answer.figures.states)));
  }
  if (program_.derivation.slice) {
    result.notes.emplace_back("States and transitions are those of the slice that the script names.");
  }
  if (const auto& estimated = answer.estimated) {
    result.coverage = {{estimated->covered, estimated->states, estimated->share}, Estimator::digest};
  }
  if (answer.distinct) result.distinct = {answer.distinct->states, answer.distinct->explored, answer.distinct->exact};
  switch (answer.verdict) {
    case certify::Verdict::certified:
      result.verdict = preemptions_ ? Verdict::in_part : Verdict::certified;
      if (settings_.trustful) {
        result.detail = "on the word of " + settings_.key;
        result.rests_on.push_back(fmt::format("the word of {} that the script has all states", settings_.key));
      }
      if (!settings_.task.empty()) {  // which alone proves nothing
        result.verdict = Verdict::task;
        result.detail = fmt::format("{} agrees with the script; the result is in {}, and merging judges",
                                    settings_.task, settings_.task_result);
      }
      break;
    case certify::Verdict::violation:
      if (program_.abstraction != nullptr) {
        result.verdict = Verdict::incomplete;
        result.detail = fmt::format("the abstraction has a {}, which may be spurious", answer.violation.kind);
        result.notes.emplace_back("'waymark check' with the same --abstract looks for it in the program itself.");
        break;
      }
      result.verdict = Verdict::violation;
      result.errors = 1;
      result.found.push_back({answer.violation, answer.choices});
      break;
    case certify::Verdict::rejected:
      result.verdict = Verdict::rejected;
      break;
    case certify::Verdict::in_part:
      result.verdict = Verdict::in_part;
      result.partial.emplace().frontier = answer.figures.frontier;
      if (answer.figures.frontier != 0) result.partial->covered = answer.figures.covered;
      break;
    case certify::Verdict::incomplete:
      result.verdict = Verdict::incomplete;
      result.why = search::why_of(answer.limit);
      break;
    case certify::Verdict::unsupported:
      result.verdict = Verdict::error;
      result.detail = fmt::format("{}: not supported: {}", answer.violation.location, answer.violation.detail);
      break;
  }
}

// Only tree edges are taken, and the author of the script chose them. Of other steps the signer has the word.
void Certification::tell_trusted(Result& result) const {
  const std::vector<Property> vouched = named_in(files_.front()->header().assumptions);
  std::vector<Property> judged;
  for (const Property kind : result.properties) {
    const bool on_word = !about_single_states(kind);
    if (on_word && std::find(vouched.begin(), vouched.end(), kind) == vouched.end()) {
      result.not_judged.emplace_back(base::name(kind));
      continue;
    }
    judged.push_back(kind);
    if (on_word) result.on_word.push_back(kind);
  }
  result.properties = std::move(judged);
}

// A script chooses what it shows. Without a question of the user's, that has to include the default properties and the
// formulas of the program, as `check` judges them.
void Certification::tell_unanswered(Result& result) const {
  const Properties& given = settings_.properties;
  const bool chosen = given.selected || !given.formulas.empty() || !given.invariants.empty();
  if (chosen || !given.step_invariants.empty()) return;
  std::vector<std::string> missing;
  for (const Property kind : asked({}, program_)) {
    const auto& shown = result.properties;
    if (std::find(shown.begin(), shown.end(), kind) == shown.end()) missing.emplace_back(base::name(kind));
  }
  for (const std::string& name : result.not_judged) {
    if (name.starts_with("ltl ")) missing.push_back(name);
  }
  if (missing.empty()) return;
  result.unanswered =
      fmt::format("This does not show these default properties: {}. Name the properties that the script shows by {}.",
                  fmt::join(missing, ", "), cycles_ ? "--ltl or --property" : "--property");
}

// A script of cycles judges nothing else, and a script of states no cycles.
void Certification::tell_judged(Result& result) const {
  if (!cycles_) {
    result.properties = asked(settings_.properties, program_);
    result.not_judged = left_out({}, program_);
    if (settings_.trustful && result.verdict == Verdict::certified) tell_trusted(result);
    return;
  }
  CycleProperty shown{"", *cycles_};
  for (const load::NamedFormula& named : program_.formulas) {
    const load::Cycles question{load::CycleKind::ltl, named.formula, false};
    const bool same = cycles_->kind == question.kind && question.as_told().text() == cycles_->text();
    if (same && shown.name.empty()) shown.name = named.name;
  }
  result.properties = {shown.kind()};
  for (const Property kind : asked({}, program_)) result.not_judged.emplace_back(base::name(kind));
  for (std::string& name : left_out({shown}, program_)) result.not_judged.push_back(std::move(name));
  Liveness line{shown.kind(), shown.name, cycles_->formula ? ltl::text(*cycles_->formula) : "", cycles_->fair};
  line.verdict = result.verdict;
  line.states = result.states;
  line.transitions = result.transitions;
  line.seconds = result.seconds;
  result.liveness.push_back(line);
}

}  // namespace waymark::check
