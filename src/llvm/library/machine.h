/* What the library models ask of the machine. The machine executes these functions itself. It may also execute a
   function of the library itself (pthread_mutex_lock, say): what it knows by name is not taken from the models. */
#ifndef WAYMARK_MACHINE_H
#define WAYMARK_MACHINE_H

#ifdef __cplusplus
#define _Noreturn [[noreturn]]
#define _Bool bool
extern "C" {
#endif

/* --- threads --- */

/* The number of the calling thread: the smallest that was free. main is 0. It is free again once the thread was joined,
   or was detached and has ended. */
unsigned waymark_self(void);

/* What names the calling thread, plus 1, as a pthread_t does. The number is this modulo 4096; above it stands how often
   the number was used before, up to 7 times, and then anew. So a name that is left of an earlier thread is no name. */
unsigned long waymark_thread_self(void);

/* Starts a thread at fn(arg) and returns what names it. If fn returns, finish(result) is called in the thread. */
unsigned waymark_thread_start(void *(*fn)(void *), void *arg, void (*finish)(void *result));

/* Ends the calling thread. */
_Noreturn void waymark_thread_exit(void *result);

/* Waits for the end of a thread and stores its result, unless result is null. Returns 0; ESRCH: no such thread, or it
   was joined; EINVAL: it is detached; EDEADLK: it is the caller. */
int waymark_thread_join(unsigned thread, void **result);

/* Lets a thread go, so that it need not be joined. Returns 0, ESRCH or EINVAL as above. */
int waymark_thread_detach(unsigned thread);

/* A point at which others may run. */
void waymark_yield(void);

/* --- steps --- */

/* No other thread runs between begin and end; sections nest. begin starts a step that others can notice. */
void waymark_atomic_begin(void);
void waymark_atomic_end(void);

/* Goes on only if all bits of the mask are clear in the word; waymark_wait_set: if one of them is set. Within an atomic
   section the thread leaves the section while it waits, and goes on within it: the wait and what follows are one step. */
void waymark_wait_clear(const unsigned long *word, unsigned long mask);
void waymark_wait_set(const unsigned long *word, unsigned long mask);

/* The same of a word of four bytes. */
void waymark_wait_clear32(const unsigned *word, unsigned mask);
void waymark_wait_set32(const unsigned *word, unsigned mask);

/* As waymark_wait_clear, but with --spurious it may go on at any time. If nothing but such a wait can go on, that is a
   deadlock all the same. */
void waymark_wait_clear_spurious(const unsigned long *word, unsigned long mask);

/* --- choices --- */

/* Any number from 0 to n - 1. */
int waymark_choose(int n);

/* An input of that many bits, named for --range. A full one needs --range or is refused by its name. */
unsigned long waymark_input(const char *name, int bits, _Bool is_signed);

/* Leaves out what follows if the condition does not hold. */
void waymark_assume(_Bool condition);

/* --- ends --- */

/* The program violates a property. Kinds: "assertion", "abort", "lock", "join", "argument". */
_Noreturn void waymark_fault(const char *kind, const char *text);

/* The program needs what is not modelled: no verdict, but a refusal with this text. */
_Noreturn void waymark_unsupported(const char *text);

/* The program ends with this status; handlers of atexit were run before. */
_Noreturn void waymark_exit(int status);

/* --- memory and words --- */

/* Bytes of the block that malloc gave; a fault if the pointer is none that may be freed. */
unsigned long waymark_block_size(const void *block);

/* The program prints n bytes. */
void waymark_print(const char *text, unsigned long n);

/* --- C++ --- */

/* Goes to the handler of an exception, whose record begins with its type, its object, and room for what the handler is
   given. Returns if there is no handler. */
void waymark_raise(void *exception);

/* Whether a function whose name begins so is among those that led here from the program. */
int waymark_called_by(const char *prefix);

/* The thread that made a block never comes to it again, and nobody else but the caller can. */
void waymark_take(void *block);

/* Whether two addresses lead into one object. */
int waymark_same_object(const void *one, const void *other);

/* An exception of a type ends the program; what is its message, or null. */
_Noreturn void waymark_uncaught(const char *why, const void *type, const char *what);

/* The machine itself knows: malloc, calloc, realloc, free, aligned_alloc, memalign, posix_memalign, and all functions
   of LLVM (llvm.memcpy and its like), operator new and delete in all forms, __dynamic_cast. */

#ifdef __cplusplus
}
#undef _Noreturn
#undef _Bool
#endif

#endif
