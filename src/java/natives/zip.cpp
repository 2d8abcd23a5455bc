// java.util.zip: checksums, and streams that compress. A stream of zlib would be state outside of the program's, so
// waymark.internal.Inflating and Deflating keep what a stream has taken so far, and each call goes through it again.
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

constexpr std::string_view deflater_class = "java/util/zip/Deflater";

// --- checksums ---

using Sum = uLong (*)(uLong, const Bytef*, uInt);

template <Sum sum>
Done add_byte(NativeEnv&, Thread&, Word* args, const Method&) {
  const auto byte = static_cast<Bytef>(args[1]);
  return give(args, static_cast<Word>(sum(args[0], &byte, 1)));
}

// (sum, byte[], offset, length)
template <Sum sum>
Done add_bytes(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[1] == 0) return env.throw_null(thread);
  const Object& array = *env.at(args[1]);
  const std::uint64_t from = args[2];
  const std::uint64_t count = args[3];
  if (from + count > array.length) {
    return env.throw_new(thread, "java/lang/ArrayIndexOutOfBoundsException", {}, false);
  }
  if (array.escaped && !array.frozen) {
    Pending pending;
    pending.what = Pending::What::read;
    pending.object = array.place;
    if (!env.pass_if_noticed(thread, pending)) return Done::stopped;
  }
  const auto* const bytes = reinterpret_cast<const Bytef*>(array.data()) + from;
  return give(args, static_cast<Word>(sum(args[0], bytes, static_cast<uInt>(count))));
}

// --- streams ---

std::string bytes_of(NativeEnv& env, Ref array) {
  const Object& bytes = *env.at(array);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.length};
}

// Takes what a stream of zlib gives; keeps so many bytes, from the given one on.
class Output {
 public:
  Output(std::uint64_t from, std::uint32_t most) : from_(from), most_(most), room_(1u << 15) {}

  // Runs one call of zlib, with room for its output.
  template <typename Call>
  int run(NativeEnv& env, z_stream& stream, const Call& call) {
    env.memory().poll();
    stream.next_out = room_.data();
    stream.avail_out = static_cast<uInt>(std::min<std::uint64_t>(room_.size(), left()));
    const std::uint32_t before = stream.avail_out;
    const int result = call();
    for (std::uint32_t i = 0; i < before - stream.avail_out; ++i, ++total_) {
      if (total_ >= from_) kept_ += static_cast<char>(room_[i]);
    }
    return result;
  }
  // How much more is wanted.
  [[nodiscard]] std::uint64_t left() const { return from_ + most_ - total_; }
  [[nodiscard]] const std::string& kept() const { return kept_; }

 private:
  std::uint64_t from_;
  std::uint32_t most_;
  std::uint64_t total_ = 0;
  std::string kept_;
  std::vector<Bytef> room_;
};

// Ends a stream of zlib, whatever happens.
using Ended = std::unique_ptr<z_stream, int (*)(z_stream*)>;

// As the JDK packs what a call has done.
std::uint64_t packed(std::uint64_t input, std::uint64_t output, bool finished) {
  return input | output << 31 | std::uint64_t{finished ? 1u : 0u} << 62;
}

void copy_out(NativeEnv& env, Ref array, const std::string& bytes) {
  Object& out = *env.at(array);
  env.memory().touch(out);
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(out.data()));
}

// Inflating.inflate(byte[] all, int before, byte[] out, long given, boolean raw): `before` bytes of all were taken.
Done inflate_again(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[0] == 0 || args[2] == 0) return env.throw_null(thread);
  std::string all = bytes_of(env, args[0]);
  const std::uint64_t before = args[1];
  Output output(get64(args + 3), env.at(args[2])->length);
  z_stream stream{};
  if (inflateInit2(&stream, args[5] != 0 ? -MAX_WBITS : MAX_WBITS) != Z_OK) {
    return env.throw_new(thread, "java/lang/OutOfMemoryError", {}, false);
  }
  const Ended ended(&stream, inflateEnd);
  stream.next_in = reinterpret_cast<Bytef*>(all.data());
  stream.avail_in = static_cast<uInt>(all.size());
  int result = Z_OK;
  while (result == Z_OK && output.left() != 0) {
    result = output.run(env, stream, [&] { return inflate(&stream, Z_SYNC_FLUSH); });
  }
  const std::string fault = stream.msg == nullptr ? "" : stream.msg;
  const std::uint64_t taken = std::max<std::uint64_t>(stream.total_in, before) - before;
  if (result == Z_DATA_ERROR) return env.throw_new(thread, "java/util/zip/DataFormatException", fault, !fault.empty());
  if (result == Z_NEED_DICT) return env.unsupported(thread, "an Inflater with a dictionary");
  if (result == Z_MEM_ERROR) return env.throw_new(thread, "java/lang/OutOfMemoryError", {}, false);
  copy_out(env, args[2], output.kept());
  return give_long(args, packed(taken, output.kept().size(), result == Z_STREAM_END));
}

// Deflating.deflate(byte[] all, int[] flushes, byte[] out, long given, int level, int strategy, boolean raw, boolean
// ends): the flushes are places and how each is done.
Done deflate_again(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[0] == 0 || args[1] == 0 || args[2] == 0) return env.throw_null(thread);
  std::string all = bytes_of(env, args[0]);
  const Object& flushes = *env.at(args[1]);
  Output output(get64(args + 3), env.at(args[2])->length);
  z_stream stream{};
  constexpr int memory_level = 8;
  const int bits = args[7] != 0 ? -MAX_WBITS : MAX_WBITS;
  if (deflateInit2(&stream, static_cast<int>(args[5]), Z_DEFLATED, bits, memory_level, static_cast<int>(args[6])) !=
      Z_OK) {
    return env.throw_new(thread, "java/lang/IllegalArgumentException", {}, false);
  }
  const Ended ended(&stream, deflateEnd);
  stream.next_in = reinterpret_cast<Bytef*>(all.data());
  int result = Z_OK;
  const auto feed = [&](std::size_t end, int how) {
    stream.avail_in = static_cast<uInt>(std::clamp<std::size_t>(end, stream.total_in, all.size()) - stream.total_in);
    do {
      result = output.run(env, stream, [&] { return deflate(&stream, how); });
    } while (result == Z_OK && stream.avail_out == 0 && output.left() != 0);
  };
  for (std::uint32_t i = 0; i + 1 < flushes.length && output.left() != 0; i += 2) {
    feed(flushes.data()[i], static_cast<int>(flushes.data()[i + 1]));
  }
  if (output.left() != 0) feed(all.size(), args[8] != 0 ? Z_FINISH : Z_NO_FLUSH);
  copy_out(env, args[2], output.kept());
  return give_long(args, packed(0, output.kept().size(), result == Z_STREAM_END));
}

// Of Inflater and Deflater, what the JDK has as an address says how the stream is made.
Done init_inflater(NativeEnv&, Thread&, Word* args, const Method&) { return give_long(args, args[0] != 0 ? 2 : 1); }
// (level, strategy, nowrap)
Done init_deflater(NativeEnv&, Thread&, Word* args, const Method&) {
  return give_long(args, 1 + (args[2] != 0 ? 1u : 0u) + (args[1] << 2) + ((args[0] + 1) << 4));
}

// Of java.util.zip.Inflater$InflaterZStreamRef or the Deflater's: (this, owner, address). What cleans it is ours, and
// keeps the stream.
Done make_stream(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const bool deflates = method.owner->name.starts_with(deflater_class);
  Class* const ours = env.loader().find(deflates ? "waymark/internal/Deflating" : "waymark/internal/Inflating");
  if (ours == nullptr) return env.unsupported(thread, "java.util.zip, without waymark-library.jar beside the binary");
  if (const Done done = env.initialize(thread, *ours); done != Done::yes) return done;
  Object* const made = env.allocate(thread, *ours);
  if (made == nullptr) return Done::thrown;
  const std::uint64_t address = get64(args + 2);
  const auto set = [&](std::string_view field, std::uint64_t value) {
    made->data()[env.field(ours->name, field)] = static_cast<Word>(value);
  };
  set("raw", (address - 1) & 1);
  if (deflates) {
    set("strategy", ((address - 1) >> 2) & 3);
    set("level", (address >> 4) - 1);
  }
  Object& stream = *env.at(args[0]);
  env.memory().touch(stream);
  put64(stream.data() + env.field(method.owner->name, "address"), address);
  env.write_ref(stream, env.field(method.owner->name, "cleanable"), made->place);
  return Done::yes;
}
Done close_stream(NativeEnv& env, Thread&, Word* args, const Method& method) {
  Object& stream = *env.at(args[0]);
  env.memory().touch(stream);
  put64(stream.data() + env.field(method.owner->name, "address"), 0);
  return Done::yes;
}

// Of an Inflater or a Deflater.
Ref stream_of(NativeEnv& env, Ref object) {
  const std::string& klass = env.at(object)->klass->extends(&env.loader().need(deflater_class))
                                 ? std::string(deflater_class)
                                 : std::string("java/util/zip/Inflater");
  const Ref stream = env.at(object)->data()[env.field(klass, "zsRef")];
  const std::string inner = klass == deflater_class ? klass + "$DeflaterZStreamRef" : klass + "$InflaterZStreamRef";
  return env.at(stream)->data()[env.field(inner, "cleanable")];
}

// (this, address, input, offset, length, output, offset, length, ...): the same with the stream first.
Done run_stream(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (args[3] == 0 || args[6] == 0) return env.throw_null(thread);
  const Ref stream = stream_of(env, args[0]);
  std::vector<Word> arguments{stream};
  arguments.insert(arguments.end(), args + 3, args + method.argument_words);
  std::string descriptor(method.descriptor);
  descriptor.erase(1, 1);  // the address
  Method* const run = env.at(stream)->klass->declared("run", descriptor);
  return env.call(thread, method, *run, arguments);
}

// static reset(address), which Inflater.reset() and Deflater.reset() call.
Done reset_stream(NativeEnv& env, Thread& thread, Word*, const Method& method) {
  const Ref self = thread.words[thread.top().base];
  const Ref stream = stream_of(env, self);
  return env.call(thread, method, *env.at(stream)->klass->declared("reset", "()V"), {stream});
}

#define ZIP(name) "java/util/zip/" name
constexpr Served zip_table[] = {
    {ZIP("CRC32.update(II)I"), add_byte<crc32>},
    {ZIP("CRC32.updateBytes0"), add_bytes<crc32>},
    {ZIP("Adler32.update(II)I"), add_byte<adler32>},
    {ZIP("Adler32.updateBytes"), add_bytes<adler32>},
    {ZIP("Inflater.init"), init_inflater},
    {ZIP("Inflater.inflateBytesBytes"), run_stream},
    {ZIP("Inflater.reset(J)V"), reset_stream},
    {ZIP("Inflater.end(J)V"), nothing_to_do},
    {ZIP("Inflater$InflaterZStreamRef.<init>"), make_stream},
    {ZIP("Inflater$InflaterZStreamRef.clean"), close_stream},
    {ZIP("Deflater.init"), init_deflater},
    {ZIP("Deflater.deflateBytesBytes"), run_stream},
    {ZIP("Deflater.reset(J)V"), reset_stream},
    {ZIP("Deflater.end(J)V"), nothing_to_do},
    {ZIP("Deflater$DeflaterZStreamRef.<init>"), make_stream},
    {ZIP("Deflater$DeflaterZStreamRef.clean"), close_stream},
    {"waymark/internal/Inflating.inflate", inflate_again},
    {"waymark/internal/Deflating.deflate", deflate_again},
};
#undef ZIP

}  // namespace

std::span<const Served> zip_natives() { return zip_table; }

}  // namespace waymark::java
