#include "c/clang/headers.hpp"

#include <array>

namespace waymark::c {

namespace {

constexpr const char* assert_text = R"(#pragma once
void __waymark_assert(int condition);
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) __waymark_assert((condition) != 0)
#endif
#define static_assert _Static_assert
)";

constexpr const char* stdbool_text = R"(#pragma once
#define bool _Bool
#define true 1
#define false 0
)";

constexpr const char* stddef_text = R"(#pragma once
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#define NULL ((void *)0)
)";

constexpr const char* stdint_text = R"(#pragma once
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __INT64_TYPE__ intmax_t;
typedef __UINT64_TYPE__ uintmax_t;
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295u
#define INT64_MAX 9223372036854775807L
#define INT64_MIN (-INT64_MAX - 1)
#define UINT64_MAX 18446744073709551615ul
#define SIZE_MAX UINT64_MAX
)";

constexpr const char* limits_text = R"(#pragma once
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#ifdef __CHAR_UNSIGNED__
#define CHAR_MIN 0
#define CHAR_MAX 255
#else
#define CHAR_MIN (-128)
#define CHAR_MAX 127
#endif
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295u
#define LONG_MAX 9223372036854775807L
#define LONG_MIN (-LONG_MAX - 1)
#define ULONG_MAX 18446744073709551615ul
)";

constexpr const char* stdlib_text = R"(#pragma once
#include <stddef.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
_Noreturn void abort(void);
_Noreturn void exit(int code);
_Noreturn void _Exit(int code);
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *object, size_t size);
void free(void *object);
int rand(void);
void srand(unsigned seed);
int abs(int number);
int atoi(const char *text);
)";

constexpr const char* stdio_text = R"(#pragma once
#include <stddef.h>
int printf(const char *format, ...);
int puts(const char *text);
int putchar(int character);
typedef struct __waymark_file { int number; } FILE;
extern FILE *stdin, *stdout, *stderr;
int fprintf(FILE *file, const char *format, ...);
int fflush(FILE *file);
void perror(const char *text);
int scanf(const char *format, ...);
int getchar(void);
#define EOF (-1)
)";

constexpr const char* string_text = R"(#pragma once
#include <stddef.h>
void *memset(void *object, int value, size_t size);
void *memcpy(void *to, const void *from, size_t size);
size_t strlen(const char *text);
int strcmp(const char *left, const char *right);
char *strcpy(char *to, const char *from);
)";

constexpr const char* errno_text = R"(#pragma once
#define EAGAIN 11
#define EBUSY 16
#define EDEADLK 35
#define ETIMEDOUT 110
)";

constexpr const char* unistd_text = R"(#pragma once
unsigned sleep(unsigned seconds);
int usleep(unsigned microseconds);
)";

constexpr const char* sched_text = R"(#pragma once
int sched_yield(void);
)";

constexpr const char* pthread_text = R"(#pragma once
#include <stddef.h>
#include <sched.h>
typedef enum __waymark_thread { __waymark_main_thread } pthread_t;
typedef struct __waymark_mutex { int kind; } pthread_mutex_t;
typedef struct __waymark_condition { int none; } pthread_cond_t;
typedef struct __waymark_rwlock { int none; } pthread_rwlock_t;
typedef struct __waymark_barrier { int none; } pthread_barrier_t;
typedef struct __waymark_once { int none; } pthread_once_t;
typedef struct __waymark_attributes { int none; } pthread_attr_t;
typedef pthread_attr_t pthread_mutexattr_t;
typedef pthread_attr_t pthread_condattr_t;
typedef pthread_attr_t pthread_rwlockattr_t;
typedef pthread_attr_t pthread_barrierattr_t;
#define PTHREAD_MUTEX_INITIALIZER {0}
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP {1}
#define PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP {2}
#define PTHREAD_COND_INITIALIZER {0}
#define PTHREAD_RWLOCK_INITIALIZER {0}
#define PTHREAD_ONCE_INIT {0}
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_DEFAULT 0
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
int pthread_join(pthread_t thread, void **result);
int pthread_detach(pthread_t thread);
_Noreturn void pthread_exit(void *result);
pthread_t pthread_self(void);
int pthread_equal(pthread_t one, pthread_t other);
int pthread_cancel(pthread_t thread);
int pthread_attr_init(pthread_attr_t *attributes);
int pthread_attr_destroy(pthread_attr_t *attributes);
int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state);
int pthread_mutexattr_init(pthread_mutexattr_t *attributes);
int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes);
int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int kind);
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_trylock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes);
int pthread_cond_destroy(pthread_cond_t *condition);
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
struct timespec { long tv_sec; long tv_nsec; };
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until);
int pthread_cond_signal(pthread_cond_t *condition);
int pthread_cond_broadcast(pthread_cond_t *condition);
int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes);
int pthread_rwlock_destroy(pthread_rwlock_t *lock);
int pthread_rwlock_rdlock(pthread_rwlock_t *lock);
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock);
int pthread_rwlock_wrlock(pthread_rwlock_t *lock);
int pthread_rwlock_trywrlock(pthread_rwlock_t *lock);
int pthread_rwlock_unlock(pthread_rwlock_t *lock);
int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes, unsigned count);
int pthread_barrier_destroy(pthread_barrier_t *barrier);
int pthread_barrier_wait(pthread_barrier_t *barrier);
int pthread_once(pthread_once_t *once, void (*routine)(void));
)";

constexpr const char* semaphore_text = R"(#pragma once
typedef struct __waymark_semaphore { int none; } sem_t;
int sem_init(sem_t *semaphore, int shared, unsigned value);
int sem_destroy(sem_t *semaphore);
int sem_wait(sem_t *semaphore);
int sem_trywait(sem_t *semaphore);
int sem_post(sem_t *semaphore);
int sem_getvalue(sem_t *semaphore, int *value);
)";

constexpr const char* stdatomic_text = R"(#pragma once
#include <stddef.h>
#include <stdint.h>
typedef enum memory_order {
  memory_order_relaxed = __ATOMIC_RELAXED,
  memory_order_consume = __ATOMIC_CONSUME,
  memory_order_acquire = __ATOMIC_ACQUIRE,
  memory_order_release = __ATOMIC_RELEASE,
  memory_order_acq_rel = __ATOMIC_ACQ_REL,
  memory_order_seq_cst = __ATOMIC_SEQ_CST
} memory_order;
typedef _Atomic(_Bool) atomic_bool;
typedef _Atomic(char) atomic_char;
typedef _Atomic(signed char) atomic_schar;
typedef _Atomic(unsigned char) atomic_uchar;
typedef _Atomic(short) atomic_short;
typedef _Atomic(unsigned short) atomic_ushort;
typedef _Atomic(int) atomic_int;
typedef _Atomic(unsigned int) atomic_uint;
typedef _Atomic(long) atomic_long;
typedef _Atomic(unsigned long) atomic_ulong;
typedef _Atomic(size_t) atomic_size_t;
typedef _Atomic(int32_t) atomic_int32_t;
typedef _Atomic(uint32_t) atomic_uint32_t;
typedef struct atomic_flag { atomic_bool _Value; } atomic_flag;
#define ATOMIC_FLAG_INIT {0}
#define ATOMIC_VAR_INIT(value) (value)
#define atomic_init __c11_atomic_init
#define atomic_load_explicit __c11_atomic_load
#define atomic_store_explicit __c11_atomic_store
#define atomic_exchange_explicit __c11_atomic_exchange
#define atomic_compare_exchange_strong_explicit __c11_atomic_compare_exchange_strong
#define atomic_compare_exchange_weak_explicit __c11_atomic_compare_exchange_weak
#define atomic_fetch_add_explicit __c11_atomic_fetch_add
#define atomic_fetch_sub_explicit __c11_atomic_fetch_sub
#define atomic_fetch_or_explicit __c11_atomic_fetch_or
#define atomic_fetch_xor_explicit __c11_atomic_fetch_xor
#define atomic_fetch_and_explicit __c11_atomic_fetch_and
#define atomic_load(object) __c11_atomic_load(object, __ATOMIC_SEQ_CST)
#define atomic_store(object, value) __c11_atomic_store(object, value, __ATOMIC_SEQ_CST)
#define atomic_exchange(object, value) __c11_atomic_exchange(object, value, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_strong(object, expected, value) \
  __c11_atomic_compare_exchange_strong(object, expected, value, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_weak(object, expected, value) \
  __c11_atomic_compare_exchange_weak(object, expected, value, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_fetch_add(object, value) __c11_atomic_fetch_add(object, value, __ATOMIC_SEQ_CST)
#define atomic_fetch_sub(object, value) __c11_atomic_fetch_sub(object, value, __ATOMIC_SEQ_CST)
#define atomic_fetch_or(object, value) __c11_atomic_fetch_or(object, value, __ATOMIC_SEQ_CST)
#define atomic_fetch_xor(object, value) __c11_atomic_fetch_xor(object, value, __ATOMIC_SEQ_CST)
#define atomic_fetch_and(object, value) __c11_atomic_fetch_and(object, value, __ATOMIC_SEQ_CST)
#define atomic_flag_test_and_set(flag) __c11_atomic_exchange(&(flag)->_Value, 1, __ATOMIC_SEQ_CST)
#define atomic_flag_test_and_set_explicit(flag, order) __c11_atomic_exchange(&(flag)->_Value, 1, order)
#define atomic_flag_clear(flag) __c11_atomic_store(&(flag)->_Value, 0, __ATOMIC_SEQ_CST)
#define atomic_flag_clear_explicit(flag, order) __c11_atomic_store(&(flag)->_Value, 0, order)
void __waymark_fence(int order);
#define atomic_thread_fence(order) __waymark_fence(order)
)";

constexpr std::array all_headers{
    Header{"assert.h", assert_text},   Header{"stdbool.h", stdbool_text},     Header{"stddef.h", stddef_text},
    Header{"stdint.h", stdint_text},   Header{"inttypes.h", stdint_text},     Header{"limits.h", limits_text},
    Header{"stdlib.h", stdlib_text},   Header{"stdio.h", stdio_text},         Header{"string.h", string_text},
    Header{"errno.h", errno_text},     Header{"unistd.h", unistd_text},       Header{"sched.h", sched_text},
    Header{"pthread.h", pthread_text}, Header{"semaphore.h", semaphore_text}, Header{"stdatomic.h", stdatomic_text},
};

}  // namespace

std::span<const Header> headers() { return all_headers; }

}  // namespace waymark::c
