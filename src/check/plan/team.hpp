// Team: those who carry out a command together. Its members are the processes of a cluster, or their workers, or the
// workers of one process that each have a model (check/run/workers.hpp); or there is one alone. What is shared is done
// by all members at once, in the same order.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/transport/collective.hpp"
#include "cluster/transport/transport.hpp"
#include "load/program.hpp"

namespace waymark::check {

class Team {
 public:
  Team() = default;
  // The processes of a cluster; of one alone there is no transport.
  explicit Team(cluster::Transport* processes) : transport_(processes), cluster_(processes != nullptr) {}
  // The workers of this team's processes, each of which has so many.
  [[nodiscard]] Team of_workers(unsigned in_a_process, cluster::Transport& workers) const;

  [[nodiscard]] bool alone() const { return transport_ == nullptr; }
  // The first one tells and writes for all.
  [[nodiscard]] bool is_first() const { return alone() || transport_->rank() == 0; }
  // The members of a process share its memory.
  [[nodiscard]] unsigned in_a_process() const { return in_a_process_; }
  [[nodiscard]] bool of_cluster() const { return cluster_; }
  [[nodiscard]] std::string_view name() const { return cluster_ ? "a cluster" : "workers with models of their own"; }
  // Of a team of processes, so many share this machine.
  [[nodiscard]] unsigned processes_here() const { return alone() ? 1 : transport_->ranks_here(); }
  // REQUIRES: not alone().
  [[nodiscard]] cluster::Transport& transport() const { return *transport_; }

  // As the functions of these names do (cluster/transport/join.hpp).
  void together(const std::function<void()>& work) const;
  void or_end_all(const std::function<void()>& work) const;
  // Other members, if any, end with this exit code, and this one with them.
  void end_others(int code, const std::string& why) const;

  // What each member says, in their order, is read by a function of a cluster::MessageReader.
  template <typename Read>
  void gather(const base::ByteSink& mine, const Read& read) const {
    if (!alone()) return cluster::gather(*transport_, mine, read);
    cluster::read_each({cluster::Bytes(mine.bytes().begin(), mine.bytes().end())}, read);
  }
  // The bytes that the first one sends.
  [[nodiscard]] cluster::Bytes from_first(const cluster::Bytes& sent) const;
  // The files as the first one has them: names of files that last as long as the process. Throws as together() does.
  [[nodiscard]] std::vector<std::string> share_files(const std::vector<std::string>& files) const;
  // Throws cluster::Agreed at all members if one of them has loaded another program than the first.
  void refuse_strangers(const load::Program& program) const;

 private:
  cluster::Transport* transport_ = nullptr;
  unsigned in_a_process_ = 1;
  bool cluster_ = false;
};

}  // namespace waymark::check
