#include "check/invalidated.hpp"

#include <vector>

#include "base/bytes.hpp"
#include "cluster/transport/join.hpp"
#include "cluster/transport/message_reader.hpp"

namespace waymark::check {

void share_refuted(const load::Program& program, cluster::Transport& transport) {
  base::ByteSink sink;
  sink.text(program.presumptions.invalidated());
  const std::vector<cluster::Bytes> said = transport.gather(sink.bytes());
  cluster::together(transport, [&] {
    for (unsigned rank = 0; rank < said.size(); ++rank) {
      cluster::MessageReader heard(rank, said[rank]);
      if (!program.presumptions.refute(heard.text())) heard.malformed();
    }
  });
}

}  // namespace waymark::check
