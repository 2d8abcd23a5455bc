#include "script/reader.hpp"

#include <fcntl.h>
#include <sodium/core.h>
#include <sodium/crypto_generichash.h>
#include <sodium/crypto_onetimeauth.h>
#include <sodium/randombytes.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/check.hpp"
#include "base/file_format.hpp"

namespace waymark::script {

namespace {

constexpr std::uint64_t opening_bytes = opening.size() + 4;
constexpr std::uint64_t end_bytes = 8 + 8 + closing.size();

// What a frame makes a decompressor keep, as its header says. REQUIRES: it is a whole frame.
std::uint64_t window_of(std::span<const std::uint8_t> frame, std::uint64_t content) {
  const bool single_segment = (frame[4] >> 5 & 1) != 0;
  if (single_segment) return content;
  const std::uint64_t power = std::uint64_t{1} << (10 + (frame[5] >> 3));
  return power + power / 8 * (frame[5] & 7);
}

// What is wrong with a block that should be one zstd frame of so many bytes; nothing if it is.
const char* frame_fault(std::span<const std::uint8_t> stored, std::uint64_t raw) {
  constexpr std::uint8_t magic[] = {0x28, 0xB5, 0x2F, 0xFD};
  if (stored.size() < sizeof magic || !std::equal(std::begin(magic), std::end(magic), stored.begin()) ||
      ZSTD_findFrameCompressedSize(stored.data(), stored.size()) != stored.size()) {
    return "has a block that is not one zstd frame";
  }
  if (ZSTD_getFrameContentSize(stored.data(), stored.size()) != raw) {
    return "has a block whose frame does not name the size that the directory does";
  }
  if (ZSTD_getDictID_fromFrame(stored.data(), stored.size()) != 0) return "has a block that needs a dictionary";
  if (window_of(stored, raw) > block_bytes) return "has a block whose window is larger than a block";
  return nullptr;
}

std::string of_stream(Stream stream, const char* what) { return std::string("stream ") + name(stream) + " " + what; }

}  // namespace

std::shared_ptr<const File> File::open(const std::string& path, Fault& fault, const base::Stop* stop) {
  std::shared_ptr<File> file(new File);
  file->stop_ = stop;
  if (!file->load(path, fault)) return nullptr;
  return file;
}

File::~File() {
  if (descriptor_ >= 0) close(descriptor_);
}

bool File::pread(std::uint64_t offset, std::span<std::uint8_t> out, Fault& fault) const {
  std::size_t done = 0;
  while (done < out.size()) {
    const ssize_t got = ::pread(descriptor_, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(fault, offset + done, std::string("cannot be read: ") + std::strerror(errno));
    if (got == 0) return fail(fault, offset + done, "ends too early");
    done += static_cast<std::size_t>(got);
  }
  return true;
}

bool File::load(const std::string& path, Fault& fault) {
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status = {};
  if (descriptor_ < 0 || fstat(descriptor_, &status) != 0) {
    return fail(fault, 0, std::string("cannot be opened: ") + std::strerror(errno));
  }
  if (!S_ISREG(status.st_mode)) return fail(fault, 0, "is not a regular file");
  size_ = static_cast<std::uint64_t>(status.st_size);
  if (size_ < opening_bytes + end_bytes) return fail(fault, size_, "is too short for a search script");
  std::uint8_t start[opening_bytes];
  if (!pread(0, start, fault)) return false;
  if (!std::equal(opening.begin(), opening.end(), start)) return fail(fault, 0, "is not a search script");
  base::ByteSource after_opening({start + opening.size(), 4});
  if (const std::uint32_t found = after_opening.u32(); found != version) {
    return fail(fault, opening.size(), "has " + base::other_format(found, releases));
  }
  std::uint8_t end[end_bytes];
  if (!pread(size_ - end_bytes, end, fault)) return false;
  base::ByteSource source(end);
  const std::uint64_t length = source.u64();
  const std::uint64_t checksum = source.u64();
  if (!std::equal(closing.begin(), closing.end(), end + 16)) {
    return fail(fault, size_ - closing.size(), "is cut short or has something behind its end");
  }
  if (length > longest_contents || length > size_ - opening_bytes - end_bytes) {
    return fail(fault, size_ - end_bytes, "claims contents of " + std::to_string(length) + " bytes");
  }
  const std::uint64_t begin = size_ - end_bytes - length;
  std::vector<std::uint8_t> contents(static_cast<std::size_t>(length));
  if (!pread(begin, contents, fault)) return false;
  if (XXH3_64bits(contents.data(), contents.size()) != checksum) {
    return fail(fault, begin, "is damaged: the checksum of its contents does not fit");
  }
  std::vector<Entry> entries;
  return load_contents(begin, contents, entries, fault) && hash(start, entries, contents, end, fault);
}

bool File::load_contents(std::uint64_t begin, std::span<const std::uint8_t> contents, std::vector<Entry>& entries,
                         Fault& fault) {
  base::ByteSource source(contents);
  if (!header_.read(source)) return fail(fault, begin + source.position(), "has a malformed header");
  if (!header_.has_sound_texts())
    return fail(fault, begin, "has a header whose texts are not UTF-8 without control characters");
  const std::uint64_t count = source.varint();
  std::uint64_t offset = opening_bytes;
  std::uint64_t raw_ends[stream_count] = {};
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint8_t stream = source.u8();
    const std::uint64_t raw = source.varint();
    const std::uint64_t stored = source.varint();
    const std::uint64_t checksum = source.u64();
    if (source.failed() || stream >= stream_count || raw == 0 || raw > block_bytes ||
        raw_ends[stream] % block_bytes != 0 || stored > ZSTD_COMPRESSBOUND(block_bytes) || stored > begin - offset) {
      return fail(fault, begin + source.position(), "has a malformed directory of blocks");
    }
    const Block block = {offset, {}, static_cast<std::uint32_t>(raw), static_cast<std::uint32_t>(stored)};
    entries.push_back({static_cast<Stream>(stream), checksum, block});
    if (!belongs(entries.back().stream, header_.form)) {
      return fail(fault, begin + source.position(),
                  std::string("has a stream ") + name(entries.back().stream) + ", which form " + name(header_.form) +
                      " has not");
    }
    raw_ends[stream] += raw;
    offset += stored;
  }
  const bool all = !source.failed() && source.at_end() && offset == begin;
  return all || fail(fault, begin + source.position(), "has bytes that its directory does not account for");
}

bool File::hash(std::span<const std::uint8_t> before, std::vector<Entry>& entries,
                std::span<const std::uint8_t> contents, std::span<const std::uint8_t> after, Fault& fault) {
  CHECK(sodium_init() >= 0);
  randombytes_buf(key_.data(), key_.size());
  crypto_generichash_state state;
  crypto_generichash_init(&state, nullptr, 0, digest_.size());
  crypto_generichash_update(&state, before.data(), before.size());
  std::vector<std::uint8_t> stored;
  for (Entry& entry : entries) {
    base::poll(stop_);
    Block& block = entry.block;
    stored.resize(block.stored);
    if (!pread(block.offset, stored, fault)) return false;
    if (XXH3_64bits(stored.data(), stored.size()) != entry.checksum) {
      return fail(fault, block.offset, of_stream(entry.stream, "is damaged: the checksum of a block does not fit"));
    }
    if (const char* why = frame_fault(stored, block.raw))
      return fail(fault, block.offset, of_stream(entry.stream, why));
    crypto_generichash_update(&state, stored.data(), stored.size());
    block.tag = tag_of(stored);
    blocks_[static_cast<std::size_t>(entry.stream)].push_back(block);
  }
  crypto_generichash_update(&state, contents.data(), contents.size());
  crypto_generichash_update(&state, after.data(), after.size());
  crypto_generichash_final(&state, digest_.data(), digest_.size());
  return true;
}

File::Tag File::tag_of(std::span<const std::uint8_t> stored) const {
  static_assert(std::tuple_size_v<Tag> == crypto_onetimeauth_BYTES);
  static_assert(sizeof key_ == crypto_onetimeauth_KEYBYTES);
  Tag tag;
  crypto_onetimeauth(tag.data(), stored.data(), stored.size(), key_.data());
  return tag;
}

std::uint64_t File::raw_bytes(Stream stream) const {
  const auto& blocks = blocks_[static_cast<std::size_t>(stream)];
  return blocks.empty() ? 0 : (blocks.size() - 1) * block_bytes + blocks.back().raw;
}

std::uint64_t File::stored_bytes(Stream stream) const {
  std::uint64_t sum = 0;
  for (const Block& block : blocks_[static_cast<std::size_t>(stream)]) sum += block.stored;
  return sum;
}

Cursor::Cursor(std::shared_ptr<const File> file, Stream stream)
    : file_(std::move(file)), stream_(stream), decompressor_(ZSTD_createDCtx()) {
  CHECK(decompressor_ != nullptr);
}

Cursor::~Cursor() { ZSTD_freeDCtx(decompressor_); }

bool Cursor::fail(const std::string& why) {
  if (!failed_) fault_ = {position(), std::string("stream ") + name(stream_) + " " + why, false};
  failed_ = true;
  return false;
}

void Cursor::seek(std::uint64_t position) {
  if (failed_) return;
  if (position >= begin_ && position <= begin_ + raw_.size()) {
    next_ = static_cast<std::size_t>(position - begin_);
    return;
  }
  if (position > file_->raw_bytes(stream_)) {
    fail("has no byte " + std::to_string(position));
    return;
  }
  begin_ = position - position % block_bytes;
  raw_.clear();
  next_ = 0;
  if (position % block_bytes != 0 && refill()) next_ = static_cast<std::size_t>(position % block_bytes);
}

bool Cursor::refill() {
  if (failed_) return false;
  base::poll(file_->stop_);
  const auto& blocks = file_->blocks_[static_cast<std::size_t>(stream_)];
  const std::uint64_t at = begin_ + raw_.size();
  if (at >= file_->raw_bytes(stream_)) return fail("ends too early");
  const File::Block& block = blocks[static_cast<std::size_t>(at / block_bytes)];
  stored_.resize(block.stored);
  Fault fault;
  if (!file_->pread(block.offset, stored_, fault)) return fail(fault.why);
  if (file_->tag_of(stored_) != block.tag) return fail("has changed since the file was opened");
  begin_ = at;
  next_ = 0;
  raw_.resize(block.raw);
  const std::size_t size = ZSTD_decompressDCtx(decompressor_, raw_.data(), raw_.size(), stored_.data(), stored_.size());
  if (!ZSTD_isError(size) && size == raw_.size()) return true;
  raw_.clear();
  return fail("has a block that does not decompress to the size it claims");
}

std::uint64_t Cursor::longer_varint() {
  constexpr std::size_t longest = 10;
  std::optional<std::uint64_t> value;
  if (raw_.size() - next_ >= longest) {
    const std::uint8_t* at = raw_.data() + next_;
    value = base::decode_varint([&at] { return *at++; });
    next_ = static_cast<std::size_t>(at - raw_.data());
  } else {
    value = base::decode_varint([this] { return byte(); });
  }
  if (!value.has_value()) fail("has a malformed number");
  return value.value_or(0);
}

}  // namespace waymark::script
