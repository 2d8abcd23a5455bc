#include "check/refuted.hpp"

#include <vector>

#include "base/bytes.hpp"
#include "cluster/heard.hpp"
#include "cluster/join.hpp"

namespace waymark::check {

void share_refuted(const load::Program& program, cluster::Transport& transport) {
  base::ByteSink sink;
  sink.text(program.presumptions.refuted());
  const std::vector<cluster::Bytes> said = transport.gather(sink.bytes());
  cluster::together(transport, [&] {
    for (unsigned rank = 0; rank < said.size(); ++rank) {
      cluster::Heard heard(rank, said[rank]);
      if (!program.presumptions.refute(heard.text())) heard.malformed();
    }
  });
}

}  // namespace waymark::check
