// Script files from strangers. The first byte of the input says what the rest is: a whole file, as it is; or the
// contents of the streams of a lean, trustful or ids script, which get correct checksums so that they reach the
// walk. Whatever comes, nothing crashes, hangs or grows; and what is certified as lean or ids is certified rightly.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>

#include "base/check.hpp"
#include "certify/ids_recording.hpp"
#include "certify/lean.hpp"
#include "certify/oracle.hpp"
#include "certify/trustful.hpp"
#include "script/part_writer.hpp"
#include "script/reader.hpp"
#include "script/writer.hpp"

namespace {

using namespace waymark;

const graph::Edges& shape() {
  static const graph::Edges edges = graph::random_graph(12, 30, 1);
  return edges;
}

void read_everything(const std::shared_ptr<const script::File>& file) {
  for (std::size_t i = 0; i < script::stream_count; ++i) {
    script::Cursor cursor(file, static_cast<script::Stream>(i));
    std::uint64_t bytes = 0;
    while (!cursor.at_end() && !cursor.failed() && bytes < (1u << 22)) {
      static_cast<void>(cursor.varint());
      ++bytes;
    }
  }
  script::SyncReader reader(file, 1 << 20);
  while (reader.next() != nullptr) {
  }
  std::vector<script::Slice> slices;
  script::Fault fault;
  static_cast<void>(script::cut(file, 5, 1 << 20, slices, fault));
  static_cast<void>(script::join({file}, 1 << 20, slices, fault));
}

void certify_it(const std::shared_ptr<const script::File>& file, const std::string& path) {
  certify::Request request = certify::only_the_script();
  request.memory = 1 << 22;
  request.jobs = 2;
  const certify::Factory factory = certify::graphs(shape());
  if (file->header().form == script::Form::ids) {
    for (const script::IdsCut cut : {script::IdsCut::slice, script::IdsCut::subtree}) {
      const certify::Result result = certify::run_ids(factory, file, request, cut, certify::Secret::draw());
      if (result.verdict != certify::Verdict::certified) continue;
      const auto steps = certify::decode_ids(certify::all_bytes(file, script::Stream::steps),
                                             certify::all_bytes(file, script::Stream::ids));
      CHECK(steps.has_value() && certify::oracle_accepts(certify::successors_of(shape()), *steps));
    }
    return;
  }
  if (file->header().form == script::Form::trustful) {
    static_cast<void>(certify::run_trustful(factory, {file}, request));
    return;
  }
  const certify::Result result = certify::run_lean(factory, {file}, request, certify::Secret::draw());
  if (result.verdict == certify::Verdict::certified) {
    CHECK(certify::oracle_accepts(certify::successors_of(shape()), certify::decode(path)));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  static const std::string path = [] {
    const std::string name = "/dev/shm/waymark-fuzz-" + std::to_string(getpid());
    return name;
  }();
  const std::uint8_t mode = data[0] % 4;
  if (mode == 0) {
    std::FILE* const out = std::fopen(path.c_str(), "wb");
    CHECK(out != nullptr);
    std::fwrite(data + 1, 1, size - 1, out);
    std::fclose(out);
  } else {
    script::Writer writer(path);
    const std::size_t body = size - 4;
    const std::size_t rows = body * data[1] / 255;
    const std::size_t counts = (body - rows) * data[2] / 255;
    using script::Stream;
    constexpr Stream tree[] = {Stream::rows, Stream::counts, Stream::sync};
    constexpr Stream search[] = {Stream::steps, Stream::ids, Stream::marks};
    const auto& streams = mode <= 2 ? tree : search;
    writer.bytes(streams[0], {data + 4, rows});
    writer.bytes(streams[1], {data + 4 + rows, counts});
    writer.bytes(streams[2], {data + 4 + rows + counts, body - rows - counts});
    script::Header header;
    header.form = static_cast<script::Form>(mode);
    // The graph's own numbers, unless the input wants others.
    header.states = 12 + data[3];
    header.transitions = (mode == 2 ? 11 : 30) + data[3] / 4;
    header.depth = 3 + data[3] % 8;
    CHECK(writer.finish(header));
  }
  script::Fault fault;
  const auto file = script::File::open(path, fault);
  if (file != nullptr) {
    read_everything(file);
    certify_it(file, path);
  }
  unlink(path.c_str());
  return 0;
}
