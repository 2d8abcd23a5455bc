#include "check/ranks.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "base/bytes.hpp"
#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "cluster/transport/join.hpp"
#include "cluster/transport/message_reader.hpp"

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

void refuse_strangers(const load::Program& program, cluster::Transport& transport) {
  const std::string fit = program.fit();
  const std::vector<cluster::Bytes> fits =
      transport.gather({reinterpret_cast<const std::uint8_t*>(fit.data()), fit.size()});
  for (std::size_t rank = 1; rank < fits.size(); ++rank) {
    if (fits[rank] == fits[0]) continue;
    throw cluster::Agreed(fmt::format(
        "{}: error: rank {} has another program by this name than rank 0; every machine of a cluster needs the same "
        "files",
        program.path, rank));
  }
}

cluster::Bytes from_first(cluster::Transport& transport, const cluster::Bytes& sent) {
  std::vector<cluster::Bytes> out(transport.ranks());
  if (transport.rank() == 0) std::fill(out.begin(), out.end(), sent);
  return std::move(transport.exchange(out).front());
}

std::vector<std::string> share_files(const std::vector<std::string>& files, cluster::Transport& transport) {
  std::vector<std::string> shared;
  for (const std::string& path : files) {
    cluster::Bytes bytes;
    cluster::together(transport, [&] {
      if (transport.rank() != 0) return;
      const std::string read = base::read_file(path, most_file_bytes);
      bytes.assign(read.begin(), read.end());
    });
    bytes = from_first(transport, bytes);
    std::string name = path;
    cluster::together(transport, [&] {
      if (transport.rank() != 0) name = kept_in_memory(bytes);
    });
    shared.push_back(std::move(name));
  }
  return shared;
}

void share_invalidated(const load::Program& program, cluster::Transport& transport) {
  base::ByteSink sink;
  sink.text(program.front_end->invalidated());
  const std::vector<cluster::Bytes> sent = transport.gather(sink.bytes());
  cluster::together(transport, [&] {
    for (unsigned rank = 0; rank < sent.size(); ++rank) {
      cluster::MessageReader message(rank, sent[rank]);
      if (!program.front_end->invalidate(message.text())) message.malformed();
    }
  });
}

}  // namespace waymark::check
