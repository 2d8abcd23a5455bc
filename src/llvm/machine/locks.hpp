// How locks lie in memory, for the machine and the reducer. The first four bytes are one more than the handle of the
// thread that owns a mutex, or has a lock for writing.
#pragma once

#include <cstdint>

#include "llvm/memory/object.hpp"

namespace waymark::llvm {

constexpr std::uint32_t destroyed = 0xffff'ffff;  // an owner
inline std::uint32_t owner_of(const Thread& thread) { return thread.handle() + 1; }
constexpr std::uint64_t busy = 16;      // EBUSY
constexpr std::uint64_t deadlock = 35;  // EDEADLK

namespace mutex {

constexpr std::uint64_t count_at = 4;
constexpr std::uint64_t kind_at = 16;
constexpr std::uint64_t bytes = 20;
constexpr std::uint32_t recursive = 1;
constexpr std::uint32_t checked = 2;

}  // namespace mutex

namespace rwlock {

constexpr std::uint64_t readers_at = 4;  // four bytes: how often readers have it in all
constexpr std::uint64_t times_at = 8;    // a byte for each thread: how often it has it as a reader
constexpr std::uint32_t most_threads = 40;
constexpr std::uint64_t bytes = times_at + most_threads;  // the flags of glibc's initialiser come behind

}  // namespace rwlock

}  // namespace waymark::llvm
