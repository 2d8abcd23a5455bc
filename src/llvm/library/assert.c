/* What programs of verifiers call, beyond what the machine knows. */
#include "machine.h"

extern _Noreturn void abort(void);

/* A failed assertion of glibc's assert_perror. */
_Noreturn void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) {
  waymark_fault("assertion", "assert_perror");
}

/* An assertion as verifiers write it. */
void __VERIFIER_assert(int condition) {
  if (!condition) waymark_fault("assertion", "__VERIFIER_assert");
}

/* A signal that aborts; other signals are never raised. */
int raise(int signal) {
  if (signal == 6) abort();
  waymark_unsupported("raise: signals are not modelled");
}

/* No signal is ever sent, so no handler runs. */
void (*signal(int number, void (*handler)(int)))(int) { return 0; }

/* As signal. */
int sigaction(int number, const void *action, void *old) { return 0; }

/* As signal. */
int sigemptyset(void *set) { return 0; }

/* As signal. */
int pthread_sigmask(int how, const void *set, void *old) { return 0; }

/* As signal. */
int sigprocmask(int how, const void *set, void *old) { return 0; }
