/* Threads with what is done at their end: values by keys, handlers of cleanup. Programs that use none of it, and cancel
   nobody, get the machine's own threads. A pthread_t is one more than the thread's name. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>

#include "cancel.h"
#include "machine.h"

/* In programs with objects of threads. */
extern void waymark_end_of_thread(void) __attribute__((weak));
/* In programs that cancel threads. */
extern void waymark_not_cancelled(unsigned long number) __attribute__((weak));
extern void waymark_cancel_no_more(void) __attribute__((weak));

enum { KEYS = 16, ROUNDS = 4, NUMBERS = 4096 };

/* A key that is there has an odd number, and its next user has another one. Values of other numbers are none. */
static struct {
  unsigned char number;
  void (*destructor)(void *);
} waymark_keys[KEYS];

static _Thread_local void *waymark_values[KEYS];
static _Thread_local unsigned char waymark_numbers[KEYS];

/* The last handler of pthread_cleanup_push; each knows the one before it. And what an ending thread gives. */
static _Thread_local __pthread_unwind_buf_t *waymark_handlers;
static _Thread_local void *waymark_result;

/* 0: there is no such key. */
static unsigned char waymark_key(pthread_key_t key) {
  unsigned char number = key < KEYS ? __atomic_load_n(&waymark_keys[key].number, __ATOMIC_SEQ_CST) : 0;
  return number % 2 ? number : 0;
}

/* Calls the handlers of cleanup, which come back here, then destructors until no value is left, at most four times, and
   ends the thread. */
_Noreturn void pthread_exit(void *result) {
  if (waymark_cancel_no_more) waymark_cancel_no_more();
  if (waymark_handlers) {
    __pthread_unwind_buf_t *handler = waymark_handlers;
    waymark_handlers = handler->__pad[0];
    waymark_result = result;
    longjmp((struct __jmp_buf_tag *)(void *)handler->__cancel_jmp_buf, 1);
  }
  if (waymark_end_of_thread) waymark_end_of_thread();
  for (int round = 0; round < ROUNDS; round++) {
    _Bool again = 0;
    for (int key = 0; key < KEYS; key++) {
      void *value = waymark_values[key];
      if (!value) continue;
      waymark_atomic_begin();
      _Bool there = waymark_keys[key].number == waymark_numbers[key];
      void (*destructor)(void *) = there ? waymark_keys[key].destructor : 0;
      waymark_atomic_end();
      waymark_values[key] = 0;
      if (!destructor) continue;
      destructor(value);
      again = 1;
    }
    if (!again) break;
  }
  waymark_thread_exit(result);
}

/* Starts a thread. Attributes are not looked at, but for those of detached threads. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *argument) {
  waymark_atomic_begin();
  *thread = waymark_thread_start(function, argument, pthread_exit) + 1ul;
  if (waymark_not_cancelled) waymark_not_cancelled((*thread - 1) % NUMBERS);
  waymark_atomic_end();
  return 0;
}

static void waymark_join_begins(_Bool begins) {
  if (!waymark_waits_firmly) return;
  waymark_atomic_begin();
  waymark_waits_firmly(begins);
  waymark_atomic_end();
}

/* Waits for the end of a thread. */
int pthread_join(pthread_t thread, void **result) {
  if (waymark_point) waymark_point();
  waymark_join_begins(1);
  int error = waymark_thread_join((unsigned)thread - 1, result);
  waymark_join_begins(0);
  if (error == ESRCH) waymark_fault("join", "a thread is joined that is not there, or was joined before");
  if (error == EINVAL) waymark_fault("join", "a thread is joined that was detached");
  if (error) waymark_fault("join", "a thread joins itself");
  return 0;
}

/* Lets a thread go. */
int pthread_detach(pthread_t thread) {
  if (waymark_thread_detach((unsigned)thread - 1)) {
    waymark_fault("join", "a thread is detached that is not there, or was detached before");
  }
  return 0;
}

/* The calling thread. */
pthread_t pthread_self(void) { return waymark_thread_self(); }

/* Whether two are one. */
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

/* Makes a key, whose value is null in all threads. */
int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  unsigned i = 0;
  waymark_atomic_begin();
  while (i < KEYS && waymark_keys[i].number % 2) i++;
  if (i == KEYS) waymark_unsupported("pthread_key_create: more than 16 keys at a time");
  __atomic_fetch_add(&waymark_keys[i].number, 1, __ATOMIC_SEQ_CST);
  waymark_keys[i].destructor = destructor;
  *key = i;
  waymark_atomic_end();
  return 0;
}

/* Forgets a key; no destructor is called. */
int pthread_key_delete(pthread_key_t key) {
  int result = EINVAL;
  waymark_atomic_begin();
  if (waymark_key(key)) {
    __atomic_fetch_add(&waymark_keys[key].number, 1, __ATOMIC_SEQ_CST);
    result = 0;
  }
  waymark_atomic_end();
  return result;
}

/* Sets the thread's own value. */
int pthread_setspecific(pthread_key_t key, const void *value) {
  unsigned char number = waymark_key(key);
  if (!number) return EINVAL;
  waymark_values[key] = (void *)value;
  waymark_numbers[key] = number;
  return 0;
}

/* The thread's own value. */
void *pthread_getspecific(pthread_key_t key) {
  unsigned char number = waymark_key(key);
  return number && waymark_numbers[key] == number ? waymark_values[key] : 0;
}

/* pthread_cleanup_push: where pthread_exit jumps to. */
void __pthread_register_cancel(__pthread_unwind_buf_t *buffer) {
  buffer->__pad[0] = waymark_handlers;
  waymark_handlers = buffer;
}

/* pthread_cleanup_pop. */
void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer) { waymark_handlers = buffer->__pad[0]; }

/* A handler was called. */
void __pthread_unwind_next(__pthread_unwind_buf_t *buffer) { pthread_exit(waymark_result); }
