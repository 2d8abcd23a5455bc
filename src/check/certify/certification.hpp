// Certification: scripts of strangers against a program. The certifier (certify/) judges what a script says of a graph;
// here is decided which graph that is and which properties are judged, and what the certifier's answer means.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/names.hpp"
#include "base/stop.hpp"
#include "certify/result.hpp"
#include "certify/tasks.hpp"
#include "check/plan/property.hpp"
#include "check/plan/settings.hpp"
#include "check/plan/team.hpp"
#include "check/say/result.hpp"
#include "load/cycles.hpp"
#include "load/program.hpp"
#include "load/source.hpp"
#include "script/ids_split.hpp"

namespace waymark::check {

struct CertificationSettings {
  load::Source program;
  Properties properties;
  std::vector<std::string> scripts;  // one, or the parts of one
  unsigned jobs = 0;                 // 0: as many as there are processors
  script::IdsCut cut = script::IdsCut::slice;
  std::optional<certify::Count> count;  // how different states are counted; unset: as the form of the script asks
  bool explain = false;
  bool unreduced = false;  // scripts of reduced graphs are refused
  bool slice = false;      // scripts of slices are not
  std::string key;
  bool trustful = false;
  std::string signature;
  std::string run;                 // that the tasks belong to
  std::string task;                // this one only, as I/N
  std::string task_result;         // where its result goes
  std::vector<std::string> merge;  // results of tasks
  std::uint64_t audit = 0;         // so many of them are run again
  Limits limits;
};

// Whether a script's signature is good: by the public key in the file `key`, from the file `signature` or, if that is
// empty, from signature_path(). Throws base::InputError if one of these cannot be read.
[[nodiscard]] bool signature_is_good(const script::File& file, const std::string& path, const std::string& key,
                                     const std::string& signature);
[[nodiscard]] std::string signature_path(const std::string& script, const std::string& signature);

class Certification {
 public:
  // Loads the program. A certification takes at most `memory` bytes; `stop` ends it early. All members of the team do
  // this at once, and get the first one's scripts. Throws base::InputError.
  Certification(CertificationSettings settings, std::uint64_t memory, const base::Stop& stop, const Team& team);

  // Throws base::InputError if the script does not answer the question. Of a team, the first has the result; the others
  // know what came of their own tasks.
  [[nodiscard]] Result run(certify::Progress& progress);

  // The program as the script has it.
  [[nodiscard]] const load::Program& program() const { return program_; }
  // After run(): the choices that lead to a violation, or to where the script is wrong, of a model of this.
  [[nodiscard]] std::unique_ptr<model::Model> make_told() const;
  [[nodiscard]] const std::vector<std::uint32_t>& way() const { return way_; }

 private:
  [[nodiscard]] certify::Result certify(certify::Progress& progress);
  // Opens the scripts and makes of the program what they are about. Answers why they are rejected, or an empty text.
  [[nodiscard]] std::string open_scripts();
  [[nodiscard]] std::string derive_program(const script::Header& header);
  [[nodiscard]] certify::Request request(certify::Progress& progress) const;
  [[nodiscard]] certify::Result certify_alone(const certify::Request& request) const;
  [[nodiscard]] certify::Result certify_trustful(const certify::Request& request) const;
  void tell_answer(const certify::Result& answer, Result& result) const;
  void tell_judged(Result& result) const;
  void tell_trusted(Result& result) const;
  void tell_unanswered(Result& result) const;

  // What a task's result must fit: the program, its options, and the properties.
  [[nodiscard]] script::Digest subject_of(const load::Program& program, bool cycles) const;
  [[nodiscard]] script::Digest subject() const { return subject_of(program_, cycles_.has_value()); }
  [[nodiscard]] certify::Result run_task(const certify::Request& request) const;
  [[nodiscard]] certify::Result merge_tasks(const certify::Request& request);
  [[nodiscard]] certify::Result run_tasks_of_team(const certify::Request& request) const;
  // Without a script, results say what they are about.
  void guess_subject(const certify::TaskRun& run, const script::Digest& subject);
  void guess_cycles(const script::Digest& subject);

  CertificationSettings settings_;
  std::uint64_t memory_;
  const base::Stop& stop_;
  Team team_;
  load::Program program_;
  std::optional<load::Cycles> cycles_;        // that the script shows not to be
  std::optional<std::uint32_t> preemptions_;  // most in a run that the script covers; nothing: any number
  certify::Files files_;
  std::vector<std::uint32_t> way_;
};

}  // namespace waymark::check

template <>
struct waymark::base::Names<waymark::script::IdsCut> {
  using enum script::IdsCut;
  static constexpr auto table = std::to_array<Named<script::IdsCut>>({{slice, "slice"}, {subtree, "subtree"}});
};

template <>
struct waymark::base::Names<waymark::certify::Count> {
  using enum certify::Count;
  static constexpr auto table = std::to_array<Named<certify::Count>>({{sketch, "sketch"}, {exact, "exact"}});
};
