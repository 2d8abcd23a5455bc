// Finder: finds the symmetry of a program (symmetry.hpp) from the kinds of its numbers and from a state.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "promela/symmetry/inference.hpp"
#include "promela/symmetry/symmetry.hpp"

namespace waymark::promela {

class Finder {
 public:
  // REQUIRES: both outlive it.
  Finder(const Program& program, const Start& start);

  [[nodiscard]] Symmetry::Found find(const std::vector<Code>& watches);

 private:
  void make_teams();
  void add_numbers();
  void number(Kind kind, std::uint32_t team, const std::vector<std::int32_t>& values, bool is_pid);
  // Indices of the array whose channels these are.
  void number_channels(std::uint32_t team, const std::vector<std::int32_t>& channels);
  // Values by pid, in the order of the team's instances.
  [[nodiscard]] std::vector<std::int32_t> by_instance(std::uint32_t type, const std::vector<std::uint32_t>& pids,
                                                      const std::vector<std::int32_t>& values) const;
  [[nodiscard]] std::vector<std::uint32_t> pids_of(std::uint32_t type) const;
  void join_teams(std::uint32_t kept, std::uint32_t joined, const std::vector<std::uint32_t>& instance);
  // Numbers must fit into whatever holds them.
  void check_places();
  void check_values(Kind kind, const Range& range);
  void drop_plain();
  [[nodiscard]] std::vector<Member> members(Kind kind, std::uint32_t count);
  [[nodiscard]] std::vector<std::pair<std::int32_t, Member>> meaning(Kind kind);

  struct Place {
    std::uint32_t scope = 0;
    std::vector<std::uint32_t> bases;  // one for each process of the family, or one
    std::int32_t numbering = -1;       // of these
    std::vector<std::uint32_t> pids;
  };
  void lay_out();
  void lay_out(const Place& place);
  void lay_out_channels(const Place& place, std::uint32_t scalar, std::uint32_t cells);
  void add_header(const Place& place);
  [[nodiscard]] std::vector<Cells::Axis> axes(const Place& place, const std::vector<Dimension>& dimensions,
                                              const std::vector<Kind>* indices);
  [[nodiscard]] std::vector<bool> named_instances(std::uint32_t team);
  void find_groups();
  [[nodiscard]] bool leaves_start(std::uint32_t team, std::uint32_t one, std::uint32_t other) const;
  // Takes out what no exchange moves.
  void trim();
  [[nodiscard]] bool is_moved(const Member& member) const;

  [[nodiscard]] std::int32_t read(std::uint32_t offset, Cell::Kind kind) const {
    return read_cell(reinterpret_cast<const std::uint8_t*>(start_.words.data()) + offset, kind);
  }

  const Program& program_;
  const Start& start_;
  std::optional<Frame> frame_;
  std::optional<Inference> inference_;
  std::shared_ptr<Symmetry> made_ = std::make_shared<Symmetry>();
  std::vector<std::uint32_t> team_of_type_;  // none: it has no two processes
  std::vector<bool> dead_;                   // teams that cannot be exchanged
  std::vector<std::string> why_dead_;
  std::map<Kind, std::vector<Numbering>> numbers_;                               // by root, as the root has them
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> channel_at_;  // by pid + 1 or 0, and holder
};

}  // namespace waymark::promela
