#include "check/plan/team.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "cluster/transport/join.hpp"

namespace waymark::check {

namespace {

constexpr std::uint64_t most_file_bytes = std::uint64_t{1} << 40;

// A file without a place, under the name by which this process can open it.
std::string kept_in_memory(const cluster::Bytes& bytes) {
  const int file = memfd_create("waymark-script", MFD_CLOEXEC);
  std::size_t written = 0;
  while (file >= 0 && written < bytes.size()) {
    const ssize_t count = ::write(file, bytes.data() + written, bytes.size() - written);
    if (count <= 0) break;
    written += static_cast<std::size_t>(count);
  }
  if (file < 0 || written < bytes.size()) throw base::InputError("waymark: error: there is no memory for the script");
  return fmt::format("/proc/self/fd/{}", file);
}

}  // namespace

Team Team::of_workers(unsigned in_a_process, cluster::Transport& workers) const {
  Team team(*this);
  team.transport_ = &workers;
  team.in_a_process_ = in_a_process;
  return team;
}

void Team::together(const std::function<void()>& work) const {
  alone() ? work() : cluster::together(*transport_, work);
}

void Team::or_end_all(const std::function<void()>& work) const {
  alone() ? work() : cluster::or_end_all(*transport_, work);
}

void Team::end_others(int code, const std::string& why) const {
  if (!alone() && transport_->ranks() > 1) transport_->abort(code, why);
}

cluster::Bytes Team::from_first(const cluster::Bytes& sent) const {
  if (alone()) return sent;
  std::vector<cluster::Bytes> out(transport_->ranks());
  if (is_first()) std::fill(out.begin(), out.end(), sent);
  return std::move(transport_->exchange(out).front());
}

std::vector<std::string> Team::share_files(const std::vector<std::string>& files) const {
  if (alone()) return files;
  std::vector<std::string> shared;
  for (const std::string& path : files) {
    cluster::Bytes bytes;
    together([&] {
      if (!is_first()) return;
      const std::string read = base::read_file(path, most_file_bytes);
      bytes.assign(read.begin(), read.end());
    });
    bytes = from_first(bytes);
    std::string name = path;
    together([&] {
      if (!is_first()) name = kept_in_memory(bytes);
    });
    shared.push_back(std::move(name));
  }
  return shared;
}

void Team::refuse_strangers(const load::Program& program) const {
  if (alone()) return;
  const std::string fit = program.fit();
  const std::vector<cluster::Bytes> fits =
      transport_->gather({reinterpret_cast<const std::uint8_t*>(fit.data()), fit.size()});
  for (std::size_t rank = 1; rank < fits.size(); ++rank) {
    if (fits[rank] == fits[0]) continue;
    throw cluster::Agreed(fmt::format(
        "{}: error: rank {} has another program by this name than rank 0; every machine of a cluster needs the same "
        "files",
        program.path, rank));
  }
}

}  // namespace waymark::check
